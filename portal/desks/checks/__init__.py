"""Checks of bidders who are held under sub-section (3)."""
