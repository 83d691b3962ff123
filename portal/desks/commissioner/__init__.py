"""Orders of the Commissioner."""
