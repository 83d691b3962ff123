"""The second person's word on a paper, and who may therefore not take its next step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, null, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.three_persons import Hand
from portal.registers.base import Instant, Key, Record, db
from portal.registers.claims import Claim, ClaimOrder
from portal.registers.people import find_person, same_people
from portal.registers.treasury import (
    Appropriation,
    Challan,
    Remittance,
    Voucher,
    VoucherPaid,
    find_appropriation,
    find_remittance,
    voucher_paid,
)


class Approval(Record):
    """One paper that a person approved who had not made it."""

    __tablename__ = "approval"
    __table_args__ = (
        CheckConstraint(
            "CASE WHEN voucher_id IS NULL THEN 0 ELSE 1 END"
            " + CASE WHEN appropriation_id IS NULL THEN 0 ELSE 1 END"
            " + CASE WHEN challan_id IS NULL THEN 0 ELSE 1 END = 1",
            name="of_one_paper",
        ),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    voucher_id: Mapped[int | None] = mapped_column(
        ForeignKey("voucher.id"), unique=True, default=None
    )
    appropriation_id: Mapped[int | None] = mapped_column(
        ForeignKey("appropriation.id"), unique=True, default=None
    )
    challan_id: Mapped[int | None] = mapped_column(
        ForeignKey("challan.id"), unique=True, default=None
    )


def approval_of(paper: Voucher | Appropriation | Challan) -> Approval | None:
    """Find who approved a paper, if anybody did."""
    column = {
        Voucher: Approval.voucher_id,
        Appropriation: Approval.appropriation_id,
        Challan: Approval.challan_id,
    }[type(paper)]
    found: Approval | None = db.session.scalar(select(Approval).where(column == paper.id))
    return found


def hand(did: str, person_id: int) -> Hand:
    """Give the hand of a person, with all his sign-ins."""
    return Hand(did, same_people(person_id))


def hands_on_order(order: ClaimOrder, claim: Claim) -> list[Hand]:
    """Give who decided a claim and who took it in: neither draws, approves nor pays."""
    hands = [hand("decided the claim", order.by_id)]
    if claim.taken_by_id:
        hands.append(hand("took the claim in", claim.taken_by_id))
    return hands


def hands_on_voucher(voucher: Voucher) -> list[Hand]:
    """Give who has had a voucher in hand so far."""
    order = db.session.get_one(ClaimOrder, voucher.claim_order_id)
    claim = db.session.get_one(Claim, voucher.claim_id)
    drawn = hand("drew the voucher", voucher.by_id)
    return [*hands_on_order(order, claim), drawn, *_approver(voucher)]


def hands_on_appropriation(taken: Appropriation) -> list[Hand]:
    """Give who has had an appropriation in hand so far."""
    return [hand("prepared the appropriation", taken.by_id), *_approver(taken)]


def hands_on_challan(challan: Challan) -> list[Hand]:
    """Give who has had a challan in hand so far."""
    return [hand("made the challan", challan.by_id), *_approver(challan)]


def hands_before_remitting(challan: Challan) -> list[Hand]:
    """Give who had a challan, or any appropriation on it, in hand."""
    hands = hands_on_challan(challan)
    for item in challan.carries:
        hands += hands_on_appropriation(find_appropriation(item.appropriation_id))
    return hands


def _approver(paper: Voucher | Appropriation | Challan) -> list[Hand]:
    approval = approval_of(paper)
    return [] if approval is None else [hand("approved it", approval.by_id)]


def hand_breaks() -> Iterator[str]:
    """Give the papers on which one sign-in took two steps of three."""
    approver = Approval.by_id
    vouchers = (
        select(Voucher.id, Voucher.by_id, approver, VoucherPaid.by_id)
        .outerjoin(Approval, Approval.voucher_id == Voucher.id)
        .outerjoin(VoucherPaid, VoucherPaid.voucher_id == Voucher.id)
    )
    taken = select(Appropriation.id, Appropriation.by_id, approver, null()).outerjoin(
        Approval, Approval.appropriation_id == Appropriation.id
    )
    made = (
        select(Challan.id, Challan.by_id, approver, Remittance.by_id)
        .outerjoin(Approval, Approval.challan_id == Challan.id)
        .outerjoin(Remittance, Remittance.challan_id == Challan.id)
    )
    for called, asked in (
        ("Voucher V-", vouchers),
        ("Appropriation ", taken),
        ("Challan C-", made),
    ):
        for number, *hands in db.session.execute(asked):
            steps = dict(zip(("made", "approved", "paid"), hands, strict=True))
            yield from _breaks(f"{called}{number}", steps)


def _breaks(paper: str, steps: dict[str, int | None]) -> Iterator[str]:
    taken: dict[int, str] = {}
    for step, person in steps.items():
        if person is not None and person in taken:
            yield f"{paper} was {taken[person]} and {step} by one person."
        if person is not None:
            taken[person] = step


@dataclass(frozen=True)
class Step:
    """One step of a paper: what is done in it, and by whom and when it was; or that it waits."""

    words: str
    by: str = ""
    at: datetime | None = None


def steps_of_voucher(voucher: Voucher) -> list[Step]:
    """Tell who decided, drew, approved and paid a voucher, and which step waits."""
    order = db.session.get_one(ClaimOrder, voucher.claim_order_id)
    return [
        _step("Decided", order),
        _step("Drawn", voucher),
        _step("Approved", approval_of(voucher)),
        _step("Paid", voucher_paid(voucher.id)),
    ]


def steps_of_appropriation(taken: Appropriation) -> list[Step]:
    """Tell who prepared and approved an appropriation, and which step waits."""
    return [_step("Prepared", taken), _step("Approved", approval_of(taken))]


def steps_of_challan(challan: Challan) -> list[Step]:
    """Tell who made, approved and remitted a challan, and which step waits."""
    return [
        _step("Made", challan),
        _step("Approved", approval_of(challan)),
        _step("Remitted", find_remittance(challan.id)),
    ]


def _step(
    words: str,
    row: ClaimOrder
    | Voucher
    | Appropriation
    | Challan
    | Approval
    | VoucherPaid
    | Remittance
    | None,
) -> Step:
    return Step(words) if row is None else Step(words, find_person(row.by_id).name, row.at)
