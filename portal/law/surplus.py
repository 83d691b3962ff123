"""Sub-section (2), second half: the division of the proceeds and the way of the surplus."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum

from portal.law.act import under
from portal.law.days import ONE_DAY, last_day
from portal.law.dues import DuesStatement
from portal.law.money import NOTHING, Money
from portal.law.readings import AFTER_LAST_DAY, DEDUCTED, PROVE, Reading, Readings
from portal.law.refusals import (
    BelongsToOwner,
    ClaimTooLate,
    ClaimUndecided,
    NothingToPay,
    NotProved,
    OrderMustNameAll,
    PaymentNotOpen,
    StillClaimable,
    TwoOwners,
)

DAYS_TO_CLAIM = 15


@dataclass(frozen=True)
class Division:
    """The proceeds divided: what each head recovers, what is left, what is missing."""

    hammer_price: Money
    expenses: Money
    pound_fee: Money
    fine: Money
    surplus: Money
    shortfall: Money


class Finding(Enum):
    """What the officer finds about a claim."""

    UNDECIDED = "undecided"
    ALLOWED = "allowed"
    REFUSED = "refused"


@dataclass(frozen=True)
class Claim:
    """One who appeared: when, and what was found."""

    claimant: str
    appeared_on: date
    finding: Finding
    decided_on: date | None = None


class Destination(Enum):
    """To whom a surplus goes."""

    HELD = "held"
    OWNER = "owner"
    GOVERNMENT = "government"
    NOBODY = "nobody"


@under("2")
def divide(hammer_price: Money, statement: DuesStatement, readings: Readings) -> Division:
    """Deduct "the fees and expenses aforesaid from the proceeds" (R4, R12).

    The price meets the expenses first, then the pound fee, then the fine.
    """
    left, missing = hammer_price, NOTHING
    met: dict[str, Money] = {}
    fine = statement.fine if readings[Reading.R4] == DEDUCTED else NOTHING
    for head, due in (
        ("expenses", statement.expenses),
        ("pound_fee", statement.pound_fee),
        ("fine", fine),
    ):
        met[head] = min(left, due)
        left -= met[head]
        missing += due - met[head]
    return Division(hammer_price, surplus=left, shortfall=missing, **met)


@under("2")
def last_day_to_claim(sold_on: date, closed: Collection[date], readings: Readings) -> date:
    """Give the end of "within fifteen days from the date of sale" (R1, R2)."""
    return last_day(DAYS_TO_CLAIM, sold_on, closed, readings)


@under("2")
def is_in_time(claim: Claim, last: date, readings: Readings) -> bool:
    """Tell whether a claim is in time: by appearing, or by proving, as R5 is read."""
    if claim.appeared_on > last:
        return False
    if readings[Reading.R5] == PROVE:
        return claim.decided_on is None or claim.decided_on <= last
    return True


@under("2")
def surplus_goes_to(  # noqa: PLR0917 - the facts of one surplus
    surplus: Money,
    sold_on: date,
    claims: Sequence[Claim],
    today: date,
    closed: Collection[date],
    readings: Readings,
) -> tuple[Destination, Claim | None]:
    """Say to whom a surplus goes as things stand on a day, and by which claim (R5, R6, R13)."""
    if surplus <= NOTHING:
        return Destination.NOBODY, None
    last = last_day_to_claim(sold_on, closed, readings)
    timely = [claim for claim in claims if is_in_time(claim, last, readings)]
    allowed = next((claim for claim in timely if claim.finding is Finding.ALLOWED), None)
    waits = any(_waits(claim, today, last, readings) for claim in timely)
    early = today <= last
    if waits or (early and (allowed is None or readings[Reading.R6] == AFTER_LAST_DAY)):
        return Destination.HELD, None
    if allowed is not None:
        return Destination.OWNER, allowed
    return Destination.GOVERNMENT, None


@under("2")
def require_claim_in_time(
    appeared_on: date, sold_on: date, closed: Collection[date], readings: Readings
) -> None:
    """Refuse one who appears after the last claim day."""
    last = last_day_to_claim(sold_on, closed, readings)
    if appeared_on > last:
        raise ClaimTooLate(last)


@under("2")
def require_may_pay_owner(  # noqa: PLR0917 - the facts of one surplus
    surplus: Money,
    sold_on: date,
    claims: Sequence[Claim],
    today: date,
    closed: Collection[date],
    readings: Readings,
) -> None:
    """Refuse payment before its day, before every timely claim is decided, or to nobody."""
    if surplus <= NOTHING:
        raise NothingToPay
    last = last_day_to_claim(sold_on, closed, readings)
    if today <= last and readings[Reading.R6] == AFTER_LAST_DAY:
        raise PaymentNotOpen(last + ONE_DAY)
    _refuse_undecided(claims, today, last, readings)
    where, _claim = surplus_goes_to(surplus, sold_on, claims, today, closed, readings)
    if where is not Destination.OWNER:
        raise NotProved


@under("2")
def require_may_appropriate(  # noqa: PLR0917 - the facts of one surplus
    surplus: Money,
    sold_on: date,
    claims: Sequence[Claim],
    today: date,
    closed: Collection[date],
    readings: Readings,
) -> None:
    """Refuse the Government what an owner may still claim, has claimed, or has proved."""
    if surplus <= NOTHING:
        raise NothingToPay
    last = last_day_to_claim(sold_on, closed, readings)
    if today <= last:
        raise StillClaimable(last)
    _refuse_undecided(claims, today, last, readings)
    where, claim = surplus_goes_to(surplus, sold_on, claims, today, closed, readings)
    if where is Destination.OWNER and claim is not None:
        raise BelongsToOwner(claim.claimant)


@under("2")
def require_one_owner(findings: Iterable[Finding]) -> None:
    """Refuse an order that gives one surplus to two."""
    if sum(finding is Finding.ALLOWED for finding in findings) > 1:
        raise TwoOwners


@under("2")
def require_names_all(claims: Collection[str], named: Collection[str]) -> None:
    """Refuse an order that leaves a claim unanswered or answers one that is not there."""
    if set(claims) != set(named):
        raise OrderMustNameAll(", ".join(sorted(claims)))


def _waits(claim: Claim, today: date, last: date, readings: Readings) -> bool:
    if claim.finding is not Finding.UNDECIDED:
        return False
    return today <= last or readings[Reading.R5] != PROVE


def _refuse_undecided(claims: Iterable[Claim], today: date, last: date, readings: Readings) -> None:
    for claim in claims:
        if is_in_time(claim, last, readings) and _waits(claim, today, last, readings):
            raise ClaimUndecided(claim.claimant)
