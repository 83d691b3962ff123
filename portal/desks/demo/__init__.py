"""The demonstration: a door for each of its people, and its day."""
