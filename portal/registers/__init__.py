"""The registers: every table, and the questions asked of it."""

from portal.registers import (
    bids,
    cards,
    claims,
    dues,
    impound,
    journal,
    ledger,
    orders,
    people,
    remarks,
    sale_day,
    sales,
    screening,
    settlement,
    staff_list,
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
    "orders",
    "people",
    "remarks",
    "sale_day",
    "sales",
    "screening",
    "settlement",
    "staff_list",
    "treasury",
]
