"""Figures of the last twelve months: of a closed month as they were kept, else worked out anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from portal.law.money import Money
from portal.law.months import Month
from portal.registers.months import closings
from portal.registers.returns import monthly_return

MONTHS_SHOWN = 12


@dataclass(frozen=True)
class MonthFigures:
    """What is told of one month. Heads are counted, sums are money."""

    month: Month
    closed: bool
    came_in: int
    redeemed: int
    sold: int
    staying: int
    fines: Money
    pound_fees: Money
    expenses: Money
    proceeds: Money
    paid_to_owners: Money
    to_government: Money


def last_months(today: date) -> list[MonthFigures]:
    """Give the last twelve months, the present one last."""
    kept = {one.of: one.figures for one in closings()}
    months = [Month.of(today)]
    while len(months) < MONTHS_SHOWN:
        months.append(months[-1].before)
    found = []
    for month in reversed(months):
        figures = kept.get(month)
        found.append(_of(month, figures or monthly_return(month).figures(), closed=bool(figures)))
    return found


def _of(month: Month, figures: Mapping[str, int], *, closed: bool) -> MonthFigures:
    def heads(what: str) -> int:
        return sum(many for name, many in figures.items() if name.endswith(f", {what}"))

    def charged(what: str) -> Money:
        told = (f"Dues taken from owners: {what}", f"Deducted from proceeds: {what}")
        return Money(sum(figures.get(name, 0) for name in told))

    return MonthFigures(
        month=month,
        closed=closed,
        came_in=heads("came_in"),
        redeemed=heads("redeemed"),
        sold=heads("sold"),
        staying=heads("closing"),
        fines=charged("fines"),
        pound_fees=charged("pound fees"),
        expenses=charged("expenses"),
        proceeds=Money(figures.get("Proceeds of sale", 0)),
        paid_to_owners=Money(figures.get("Paid to owners", 0)),
        to_government=Money(figures.get("Appropriated by the Government", 0)),
    )
