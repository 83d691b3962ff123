"""The registers: every table, and the questions asked of it."""

from portal.registers import (
    cards,
    claims,
    dues,
    impound,
    journal,
    ledger,
    orders,
    people,
    sales,
    settlement,
    treasury,
)

__all__ = [
    "cards",
    "claims",
    "dues",
    "impound",
    "journal",
    "ledger",
    "orders",
    "people",
    "sales",
    "settlement",
    "treasury",
]
