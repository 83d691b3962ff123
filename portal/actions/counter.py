"""Owners at the counter before and during a sale: what they tell, and the ring held for them."""

from __future__ import annotations

from datetime import timedelta

from portal.actions.lots import happen
from portal.actions.official import Act, official_act
from portal.law.bidding import LotStage
from portal.law.days import HYDERABAD
from portal.law.delivery import Payer
from portal.law.four_questions import QUESTIONS, agreeing
from portal.law.offices import Duty
from portal.law.refusals_of_books import NothingChanged
from portal.law.refusals_of_ring import NotHeld
from portal.law.refusals_of_settlement import NotInRingNow
from portal.registers.base import db
from portal.registers.case import find_open_lot
from portal.registers.impound import find_impounding
from portal.registers.redeeming import (
    CounterVisit,
    OwnerHold,
    held_at,
    marks_written,
    owner_hold_on,
)
from portal.registers.ring import HELD, HOLD_LIFTED
from portal.registers.sales import Lot

HOLD_LASTS = timedelta(minutes=5)
GIVEN_UP = "the owner did not pay"


@official_act(Duty.DELIVER_TO_OWNER, cites="1", unwritten=("phone", "told"))
def keep_visit(act: Act, *, case: str, payer: Payer, phone: str, told: dict[str, str]) -> int:
    """Keep what somebody tells at the counter; give the number under which it is kept.

    `told` are his answers to the four questions about the marks. How many agree is worked out here
    and nobody is shown what the register says. The answers stand in no journal line.
    """
    impounding = find_impounding(case)
    act.concern(impounding)
    answers = {name: told.get(name, "").strip() for name in QUESTIONS}
    given = any(answers.values())
    visit = CounterVisit(
        impounding_id=impounding.id,
        owner=payer.agent_for or payer.name,
        phone=phone,
        agent=payer.name if payer.agent_for else "",
        authority=payer.authority,
        told=answers if given else {},
        agree=agreeing(answers, marks_written(impounding)),
        at=act.at,
        on=act.on,
        by_id=act.by.person_id,
    )
    db.session.add(visit)
    db.session.flush()
    act.note(visit=visit.id, agree=f"{visit.agree} of {visit.asked}")
    return visit.id


@official_act(Duty.RECORD_BIDS, cites="1")
def hold_for_owner(act: Act, *, case: str) -> OwnerHold:
    """Stop bidding on a lot while its owner pays, for five minutes and no longer.

    Payment takes the lot out of the sale; when the time is over, bidding goes on by itself. Raises
    NotInRingNow, and NothingChanged where bidding is stopped already.
    """
    lot = _lot_in_ring(case)
    if held_at(lot.ring(), lot.id, act.at).held is not None:
        raise NothingChanged
    until = act.at + HOLD_LASTS
    last = f"{until.astimezone(HYDERABAD):%H:%M:%S}"
    held = happen(act, lot, HELD, reason=f"the owner is paying for lot {lot.number}, until {last}")
    db.session.flush()
    hold = OwnerHold(happening_id=held.id, lot_id=lot.id, until=until)
    db.session.add(hold)
    return hold


@official_act(Duty.RECORD_BIDS)
def give_up_hold(act: Act, *, case: str) -> None:
    """Let bidding go on, since the owner does not pay after all. Raises NotInRingNow, NotHeld."""
    lot = _lot_in_ring(case)
    if owner_hold_on(lot.id) is None:
        raise NotHeld(lot.number)
    happen(act, lot, HOLD_LIFTED, reason=GIVEN_UP)


def _lot_in_ring(case: str) -> Lot:
    lot = find_open_lot(find_impounding(case).id)
    if lot is None or lot.stage() is not LotStage.IN_RING:
        raise NotInRingNow(case)
    return lot
