"""The entrance: signing in and out."""
