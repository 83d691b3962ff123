"""The cases, for all who work with them."""
