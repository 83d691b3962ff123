"""Claimants are called, heard and compared before the officer decides, sub-section (2)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from portal.actions.messages import put_in_outbox
from portal.actions.official import Act, official_act
from portal.law.hearings import require_may_be_heard_on, require_may_note
from portal.law.marks import Agreement
from portal.law.offices import Duty
from portal.law.refusals_of_books import NoClaim, NothingChanged, NotSold
from portal.law.refusals_of_claims import HearingCalledOff, OfAnotherCase
from portal.registers.base import db
from portal.registers.case import find_sold
from portal.registers.claims import claims_on, find_claim
from portal.registers.hearings import (
    AnswerCompared,
    Attendance,
    Hearing,
    HearingOff,
    find_answer,
    find_hearing,
    last_compared,
)
from portal.registers.impound import find_impounding
from portal.registers.sales import find_lot_by_id

HEARING = "hearing"


@official_act(Duty.DECIDE_CLAIMS, cites="2", unwritten=("words",))
def fix_hearing(
    act: Act, *, case: str, on: date, hour: str, place: str, words: Mapping[int, str]
) -> Hearing:
    """Fix a day on which all claimants to a surplus are heard, and tell each of them.

    `words` are the message to each, by claim. Raises NotSold, NoClaim, HearingDayOver.
    """
    impounding = find_impounding(case)
    act.concern(impounding)
    sold = find_sold(impounding)
    if sold is None:
        raise NotSold(0)
    claims = claims_on(sold.lot.id)
    if not claims:
        raise NoClaim(case)
    require_may_be_heard_on(on, act.on)
    hearing = Hearing(
        lot_id=sold.lot.id, on=on, hour=hour, place=place, by_id=act.by.person_id, at=act.at
    )
    db.session.add(hearing)
    db.session.flush()
    for claim in claims:
        if claim.id in words:
            put_in_outbox(act, claim.phone, HEARING, words[claim.id])
    act.note(hearing=hearing.written, told=[claim.written for claim in claims])
    return hearing


@official_act(Duty.DECIDE_CLAIMS)
def call_off_hearing(act: Act, *, hearing: int, reason: str) -> None:
    """Call a hearing off. Raises HearingCalledOff for one that was."""
    found = find_hearing(hearing)
    act.concern(find_lot_by_id(found.hearing.lot_id).impounding)
    if found.off is not None:
        raise HearingCalledOff
    db.session.add(HearingOff(hearing_id=hearing, reason=reason, by_id=act.by.person_id, at=act.at))


@official_act(Duty.DECIDE_CLAIMS, cites="2")
def note_attendance(act: Act, *, hearing: int, claim: int, came: bool, words: str) -> None:
    """Note whether a claimant came to a hearing, and what he said or showed.

    Raises HearingNotYet, HearingCalledOff, OfAnotherCase, and NothingChanged if it was noted.
    """
    found, of = find_hearing(hearing), find_claim(claim)
    act.concern(find_lot_by_id(found.hearing.lot_id).impounding)
    if of.lot_id != found.hearing.lot_id:
        raise OfAnotherCase(of.written)
    require_may_note(found.hearing.on, act.on, called_off=found.off is not None)
    if claim in found.came:
        raise NothingChanged
    db.session.add(
        Attendance(
            hearing_id=hearing,
            claim_id=claim,
            came=came,
            words=words,
            by_id=act.by.person_id,
            at=act.at,
        )
    )


@official_act(Duty.DECIDE_CLAIMS, cites="2")
def compare_answers(act: Act, *, claim: int, found: Mapping[int, Agreement]) -> None:
    """Note what the officer finds of answers held against the register; the last finding counts.

    `found` is by answer. Raises OfAnotherCase, and NothingChanged if nothing new was found.
    """
    of = find_claim(claim)
    act.concern(find_lot_by_id(of.lot_id).impounding)
    fresh = {number: one for number, one in found.items() if last_compared(number) is not one}
    if not fresh:
        raise NothingChanged
    for number, agreement in fresh.items():
        if find_answer(number).claim_id != claim:
            raise OfAnotherCase(of.written)
        db.session.add(
            AnswerCompared(
                claim_answer_id=number,
                found=agreement.name,
                by_id=act.by.person_id,
                at=act.at,
            )
        )
