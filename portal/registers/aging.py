"""Surplus held, by age: how many of its fifteen days are over, and what may be done tonight."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from portal.law.money import NOTHING, Money
from portal.law.surplus import Finding
from portal.registers.case import Sold, find_sold, sold_cases
from portal.registers.claims import claims_with_findings


@dataclass(frozen=True)
class Held:
    """One surplus that is held: for which case, since when, until when an owner may come."""

    case: str
    sold: Sold
    today: date
    claims: int
    undecided: int
    allowed: bool

    @property
    def amount(self) -> Money:
        """Give what the ledger holds."""
        return self.sold.held

    @property
    def day(self) -> int:
        """Give the day of the fifteen."""
        return (self.today - self.sold.hammer.on).days

    @property
    def passes_tonight(self) -> bool:
        """Tell whether today is the last day to claim."""
        return self.today == self.sold.last_day_to_claim

    @property
    def is_over(self) -> bool:
        """Tell whether the last day to claim has passed."""
        return self.today > self.sold.last_day_to_claim

    @property
    def words(self) -> str:
        """Say how it stands, in a few words."""
        if self.undecided:
            return "a claim is waiting: left out"
        if self.allowed:
            return "an owner was found: to be paid"
        if self.sold.receipt is None:
            return "the buyer has not paid"
        if self.is_over:
            return "ready to be appropriated"
        return "passes its last day tonight" if self.passes_tonight else "an owner may still come"

    @property
    def ready(self) -> bool:
        """Tell whether nobody can claim it from tomorrow on and nobody has."""
        return (
            (self.is_over or self.passes_tonight)
            and not self.undecided
            and not self.allowed
            and self.sold.receipt is not None
        )


def held_by_age(today: date) -> list[Held]:
    """List every surplus that is held, oldest sale first."""
    found = []
    for impounding in reversed(sold_cases()):
        sold = find_sold(impounding)
        if sold is None or sold.held == NOTHING:
            continue
        findings = [finding for _claim, finding in claims_with_findings(sold.lot.id)]
        found.append(
            Held(
                case=impounding.number,
                sold=sold,
                today=today,
                claims=len(findings),
                undecided=findings.count(Finding.UNDECIDED),
                allowed=Finding.ALLOWED in findings,
            )
        )
    return found
