"""Sales: the due list, the sale desk, the ring, settlement."""
