"""Names as Hyderabad writes them, and how like two of them are. A name alone proves nothing."""
