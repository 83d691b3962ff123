"""Claims to a surplus."""
