"""The demonstration: sample people, sample orders, the November register. Nothing in it is real."""
