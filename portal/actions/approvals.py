"""The second person: he looks at what another prepared, and approves it. He pays none of it."""

from __future__ import annotations

from collections.abc import Iterable

from portal.actions.official import Act, official_act
from portal.law.offices import Duty
from portal.law.refusals_of_accounts import ApprovedAlready
from portal.law.three_persons import Hand, require_another_person
from portal.registers.approvals import (
    Approval,
    approval_of,
    hands_on_appropriation,
    hands_on_challan,
    hands_on_voucher,
)
from portal.registers.base import db
from portal.registers.ledger import is_reversed
from portal.registers.sales import Lot
from portal.registers.treasury import (
    Appropriation,
    Challan,
    HeadOfAccount,
    Voucher,
    find_appropriation,
    find_challan,
    find_voucher,
)


@official_act(Duty.APPROVE_BOOKS, cites="2")
def approve_voucher(act: Act, *, voucher: int) -> Approval:
    """Approve a voucher that another person drew, on a claim that others took in and decided.

    Raises SamePerson, ApprovedAlready.
    """
    drawn = find_voucher(voucher)
    _concern(act, drawn.lot_id)
    _require_second(act, f"voucher {drawn.written}", drawn, hands_on_voucher(drawn))
    return _approve(act, Approval(voucher_id=drawn.id, at=act.at, by_id=act.by.person_id))


@official_act(Duty.APPROVE_BOOKS, cites="2")
def approve_appropriation(act: Act, *, appropriation: int) -> Approval:
    """Approve an appropriation that another person prepared. Raises SamePerson, ApprovedAlready."""
    taken = find_appropriation(appropriation)
    _concern(act, taken.lot_id)
    _require_second(act, f"appropriation {taken.id}", taken, hands_on_appropriation(taken))
    return _approve(act, Approval(appropriation_id=taken.id, at=act.at, by_id=act.by.person_id))


@official_act(Duty.APPROVE_BOOKS, cites="2")
def approve_challan(act: Act, *, challan: int) -> Approval:
    """Approve a challan that another person made. Raises SamePerson, ApprovedAlready."""
    made = find_challan(challan)
    for item in made.carries:
        _concern(act, find_appropriation(item.appropriation_id).lot_id)
    _require_second(act, f"challan {made.written}", made, hands_on_challan(made))
    return _approve(act, Approval(challan_id=made.id, at=act.at, by_id=act.by.person_id))


@official_act(Duty.SET_HEAD)
def set_head_of_account(act: Act, *, head: str, order_number: str) -> HeadOfAccount:
    """Set the head under which challans go from now on; those made before keep theirs."""
    entered = HeadOfAccount(head=head, order_number=order_number, at=act.at, by_id=act.by.person_id)
    db.session.add(entered)
    return entered


def _require_second(
    act: Act, called: str, paper: Voucher | Appropriation | Challan, hands: Iterable[Hand]
) -> None:
    if approval_of(paper) is not None or is_reversed(paper.journal_line_id):
        raise ApprovedAlready(called)
    require_another_person(act.by.person_id, "approve it", hands)


def _approve(act: Act, approval: Approval) -> Approval:
    db.session.add(approval)
    db.session.flush()
    act.note(approval=approval.id)
    return approval


def _concern(act: Act, lot_id: int) -> None:
    act.concern(db.session.get_one(Lot, lot_id).impounding)
