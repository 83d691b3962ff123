"""Surplus held, by age: how many of its fifteen days are over, and what may be done tonight."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from portal.law.money import NOTHING, Money
from portal.law.surplus import Finding
from portal.registers.case import Case, CaseStage, Sold, gather
from portal.registers.claims import claims_with_findings
from portal.registers.stages import cases_standing, impoundings_of

# Where a case stands whose surplus may be held; before payment the hammer has parted it already.
MONEY_HELD = frozenset(
    {
        CaseStage.SOLD_NOT_PAID,
        CaseStage.SURPLUS_HELD,
        CaseStage.CLAIMED,
        CaseStage.TWO_CLAIMS,
        CaseStage.ORDERED,
    }
)


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


def cases_with_money_held(today: date) -> list[Case]:
    """Gather every case whose surplus may be held, in the order in which they were sold."""
    holding = [one for one in cases_standing(today) if one.stage in MONEY_HELD]
    cases = [gather(one, today) for one in impoundings_of(holding)]
    return sorted(cases, key=lambda one: one.sold.hammer.id if one.sold else 0)


def cases_with_surplus_to_do(today: date) -> list[Case]:
    """Gather the cases with whose surplus the accounts have still to do, latest sale first.

    Those that were finished today stand among them until the books are carried forward.
    """
    leaving = MONEY_HELD | {CaseStage.VOUCHER, CaseStage.PAID_TO_OWNER, CaseStage.TO_GOVERNMENT}
    standing = [one for one in cases_standing(today) if one.stage in leaving]
    cases = [gather(one, today) for one in impoundings_of(standing)]
    return sorted(cases, key=lambda one: one.sold.hammer.id if one.sold else 0, reverse=True)


def held_by_age(today: date) -> list[Held]:
    """List every surplus that is held, oldest sale first."""
    return held_of(cases_with_money_held(today))


def held_of(cases: Iterable[Case]) -> list[Held]:
    """List the surpluses that are held of some cases."""
    found = []
    for case in cases:
        sold = case.sold
        if sold is None or sold.held == NOTHING:
            continue
        findings = [finding for _claim, finding in claims_with_findings(sold.lot.id)]
        found.append(
            Held(
                case=case.impounding.number,
                sold=sold,
                today=case.today,
                claims=len(findings),
                undecided=findings.count(Finding.UNDECIDED),
                allowed=Finding.ALLOWED in findings,
            )
        )
    return found
