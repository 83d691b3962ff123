"""The registers: every table, and the questions asked of it."""

from portal.registers import (
    bids,
    cards,
    claims,
    dues,
    impound,
    journal,
    ledger,
    messages,
    orders,
    people,
    sale_day,
    sales,
    settlement,
    treasury,
)

__all__ = [
    "bids",
    "cards",
    "claims",
    "dues",
    "impound",
    "journal",
    "ledger",
    "messages",
    "orders",
    "people",
    "sale_day",
    "sales",
    "settlement",
    "treasury",
]
