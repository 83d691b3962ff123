"""The journal, for those who trust nobody."""
