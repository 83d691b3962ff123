"""Prints: the papers this office gives out, as facts and as PDF. It knows no table and no web."""
