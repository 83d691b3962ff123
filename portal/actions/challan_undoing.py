"""A challan made or remitted wrongly is undone: three persons, for it moves Government money."""

from __future__ import annotations

from portal.actions.official import Act, official_act
from portal.actions.reversal import undo
from portal.law.offices import Duty
from portal.law.refusals_of_accounts import ApprovedAlready
from portal.law.refusals_of_undoing import ChallanUndone, UndoingAsked, UndoingNotApproved
from portal.law.three_persons import require_another_person
from portal.registers.base import db
from portal.registers.challan_undoing import (
    ChallanUndoing,
    ChallanUndoingApproved,
    Undoing,
    undoing_of,
)
from portal.registers.ledger import is_reversed
from portal.registers.sales import Lot
from portal.registers.treasury import Challan, find_appropriation, find_challan, find_remittance


@official_act(Duty.KEEP_BOOKS)
def ask_challan_reversal(act: Act, *, challan: int, reason: str) -> ChallanUndoing:
    """Ask that a challan be undone, with the reason; nothing moves before two others have acted.

    Raises ChallanUndone, UndoingAsked.
    """
    made = _standing(act, challan)
    if undoing_of(made) is not None:
        raise UndoingAsked(made.written)
    asked = ChallanUndoing(challan_id=made.id, reason=reason, at=act.at, by_id=act.by.person_id)
    db.session.add(asked)
    return asked


@official_act(Duty.APPROVE_BOOKS)
def approve_challan_reversal(act: Act, *, challan: int) -> ChallanUndoingApproved:
    """Approve that a challan be undone, as another person than the one who asked.

    Raises ChallanUndone, UndoingNotApproved where nobody asked, ApprovedAlready, SamePerson.
    """
    made = _standing(act, challan)
    undoing = _asked(made)
    if undoing.approved is not None:
        raise ApprovedAlready(f"the undoing of challan {made.written}")
    require_another_person(act.by.person_id, "approve it", undoing.hands)
    approved = ChallanUndoingApproved(
        challan_undoing_id=undoing.asked.id, at=act.at, by_id=act.by.person_id
    )
    db.session.add(approved)
    return approved


@official_act(Duty.KEEP_BOOKS)
def reverse_challan(act: Act, *, challan: int) -> None:
    """Undo a challan, as the third person, and its remittance if the Treasury sent it back.

    What was on it is appropriated as before, and may go on another challan. Raises ChallanUndone,
    UndoingNotApproved, SamePerson.
    """
    made = _standing(act, challan)
    undoing = _asked(made)
    if undoing.approved is None:
        raise UndoingNotApproved(made.written)
    require_another_person(act.by.person_id, "undo it", undoing.hands)
    came = find_remittance(made.id)
    if came is not None:
        undo(act, came.journal_line_id, undoing.asked.reason)
    undo(act, made.journal_line_id, undoing.asked.reason)
    act.note(challan=made.written, amount=made.amount, reason=undoing.asked.reason)


def _standing(act: Act, number: int) -> Challan:
    made = find_challan(number)
    for item in made.carries:
        taken = find_appropriation(item.appropriation_id)
        act.concern(db.session.get_one(Lot, taken.lot_id).impounding)
    if is_reversed(made.journal_line_id):
        raise ChallanUndone(made.written)
    return made


def _asked(made: Challan) -> Undoing:
    undoing = undoing_of(made)
    if undoing is None:
        raise UndoingNotApproved(made.written)
    return undoing
