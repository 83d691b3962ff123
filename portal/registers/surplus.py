"""What may be done with a surplus now, asked of the same law that the acts ask."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from portal.law.refusals import NothingToPay, Refusal
from portal.law.refusals_of_books import BuyerHasNotPaid, MoneyHasLeft, NotSold
from portal.law.surplus import (
    require_claim_in_time,
    require_may_appropriate,
    require_may_pay_owner,
)
from portal.registers.case import Case, Sold
from portal.registers.claims import claim_facts
from portal.registers.orders import closed_days


@dataclass(frozen=True)
class MayBeDone:
    """Whether the owner may be paid, or the Government may take it; else the sentences why not."""

    open: bool
    pay: bool
    appropriate: bool
    why_not_pay: str = ""
    why_not_appropriate: str = ""


def what_may_be_done(case: Case) -> MayBeDone:
    """Tell what may be done today with the surplus of a case that was sold."""
    sold = case.sold
    if sold is None or sold.voucher or sold.appropriation or not sold.division.surplus:
        return MayBeDone(open=False, pay=False, appropriate=False)
    if sold.receipt is None:
        why = BuyerHasNotPaid(sold.lot.number).sentence
        return MayBeDone(
            open=True, pay=False, appropriate=False, why_not_pay=why, why_not_appropriate=why
        )
    why_not_pay = _refused(require_may_pay_owner, sold, case)
    why_not_appropriate = _refused(require_may_appropriate, sold, case)
    return MayBeDone(
        open=True,
        pay=not why_not_pay,
        appropriate=not why_not_appropriate,
        why_not_pay=why_not_pay,
        why_not_appropriate=why_not_appropriate,
    )


def _refused(rule: Callable[..., None], sold: Sold, case: Case) -> str:
    try:
        rule(
            sold.division.surplus,
            sold.hammer.on,
            claim_facts(sold.lot.id),
            case.today,
            closed_days(),
            sold.readings,
        )
    except Refusal as refusal:
        return refusal.sentence
    return ""


def why_no_claim(case: Case) -> Refusal | None:
    """Give what a claim made today would be refused with, sub-section (2); None if it is taken."""
    sold = case.sold
    if sold is None:
        return NotSold(0)
    if not sold.division.surplus:
        return NothingToPay()
    try:
        require_claim_in_time(case.today, sold.hammer.on, closed_days(), sold.readings)
    except Refusal as refusal:
        return refusal
    return MoneyHasLeft(sold.lot.number) if sold.voucher or sold.appropriation else None
