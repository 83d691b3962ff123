"""What a bidder sees of his own."""
