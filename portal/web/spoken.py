"""Sums as they are said aloud, so that an extra nought is heard before it is sent."""

from __future__ import annotations

from num2words import num2words

from portal.law.money import Money


def spoken(amount: Money) -> str:
    """Say the whole rupees of a sum in words, the Indian way: forty-two thousand, five hundred."""
    rupees = int(amount.decimal.partition(".")[0])
    return str(num2words(rupees, lang="en_IN"))  # type: ignore[no-untyped-call]
