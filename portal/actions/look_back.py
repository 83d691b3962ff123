"""Every night: buyers of ninety days against the staff list, and lots that deserve a look."""

from __future__ import annotations

import hashlib
import json

from portal.actions.official import Act, official_act
from portal.actions.screening import screened
from portal.law.checks import SHORTEST_WORDS
from portal.law.offices import Duty
from portal.law.patterns import look_back as look_for_patterns
from portal.law.refusals_of_books import NothingChanged
from portal.law.refusals_of_cards import CheckNeedsReason
from portal.law.screening import Outcome
from portal.law.staff_list import LOOK_BACK
from portal.registers.base import db
from portal.registers.check_queue import BoughtByBarred, bought_with
from portal.registers.past_lots import cards_that_bought, past_lots
from portal.registers.remarks import Remark, RemarkEnd, find_remark, is_known
from portal.registers.screening import LOOKING_BACK, last_screening

BOUGHT_BY_BARRED = "bought by one who may not buy"


@official_act(Duty.LOOK_BACK, cites="3")
def look_back(act: Act) -> tuple[int, int]:
    """Screen again whoever bought in ninety days; remark on patterns. Gives how many of each.

    What somebody bought who may not buy is a remark too, with what can still be done: it stays in
    the room of checks until a person has answered it. Nobody is punished by it: a buyer whose
    facts came to something else waits for a check, and a remark waits for somebody to look.
    """
    since = act.on - LOOK_BACK
    came_otherwise = new = 0
    for card in cards_that_bought(since):
        before = last_screening(card.id)
        now = screened(act, card, LOOKING_BACK)
        came_otherwise += before is None or before.outcome != now.outcome
        if now.came_to is Outcome.BAR:
            for bought in bought_with(card):
                new += _remark_on_barred(act, bought)
    for one in look_for_patterns(past_lots(since, act.on)):
        said = json.dumps([one.pattern.name, sorted(one.lots), sorted(one.people)])
        about = hashlib.sha256(said.encode()).hexdigest()
        if not is_known(about):
            new += 1
            db.session.add(
                Remark(
                    pattern=one.pattern.value,
                    about=about,
                    lots=list(one.lots),
                    people=list(one.people),
                    reasons=one.reasons,
                    at=act.at,
                )
            )
            db.session.flush()
    act.note(came_otherwise=came_otherwise, remarks=new)
    return came_otherwise, new


def _remark_on_barred(act: Act, bought: BoughtByBarred) -> bool:
    """Remark once on each lot and what can be done about it; tell whether it is new."""
    lot, card = f"{bought.lot.sale_id}/{bought.lot.number}", f"card {bought.card.number}"
    said = json.dumps([BOUGHT_BY_BARRED, lot, bought.card.id, bought.still.name])
    about = hashlib.sha256(said.encode()).hexdigest()
    if is_known(about):
        return False
    db.session.add(
        Remark(
            pattern=BOUGHT_BY_BARRED,
            about=about,
            lots=[lot],
            people=[card],
            reasons=f"Lot {lot} went to {card}. {bought.still.value.capitalize()}.",
            at=act.at,
        )
    )
    db.session.flush()
    return True


@official_act(Duty.DECIDE_CHECKS, cites="3")
def answer_remark(act: Act, *, remark: int, words: str) -> None:
    """Say what was found on a remark. Raises NothingChanged, CheckNeedsReason under 30 letters."""
    found = find_remark(remark)
    if db.session.query(RemarkEnd).filter_by(remark_id=found.id).first() is not None:
        raise NothingChanged
    if len(" ".join(words.split())) < SHORTEST_WORDS:
        raise CheckNeedsReason
    db.session.add(RemarkEnd(remark_id=found.id, words=words, at=act.at, by_id=act.by.person_id))
