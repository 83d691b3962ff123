"""The demonstration: six doors and a day."""
