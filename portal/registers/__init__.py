"""The registers: every table, and the questions asked of it."""

from portal.registers import (
    bids,
    cards,
    claims,
    deposits,
    dues,
    impound,
    journal,
    ledger,
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
    "deposits",
    "dues",
    "impound",
    "journal",
    "ledger",
    "orders",
    "people",
    "sale_day",
    "sales",
    "settlement",
    "treasury",
]
