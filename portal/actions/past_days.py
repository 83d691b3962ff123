"""A second person says whether days stand that were entered more than 24 hours after."""

from __future__ import annotations

from portal.actions.official import Act, official_act
from portal.law.offices import Duty
from portal.law.past_days import require_not_who_entered
from portal.law.refusals_of_past_days import NoDayWaits
from portal.registers.base import db
from portal.registers.impound import find_impounding, find_impounding_by_id
from portal.registers.past_days import (
    PastDay,
    PastDayAnswer,
    entered_by,
    past_day_of,
    waiting_of_sheet,
)


@official_act(Duty.CONFIRM_DAYS, cites="2")
def answer_past_day(act: Act, *, case: str, confirmed: bool, reason: str) -> PastDayAnswer:
    """Confirm the day of one case, or find that it does not stand, with the reason.

    Confirmed, the case counts from the day it was brought in; else from the day of its entry for
    good. Bills made before stay as they are. Raises NoDayWaits, DayNeedsAnother.
    """
    impounding = find_impounding(case)
    act.concern(impounding)
    found = past_day_of(impounding.id)
    if found is None or found[1] is not None:
        raise NoDayWaits(f"case {case}")
    return _answer(act, [found[0]], confirmed=confirmed, reason=reason)[0]


@official_act(Duty.CONFIRM_DAYS, cites="2")
def answer_days_of_register(
    act: Act, *, sheet: str, up_to: int, confirmed: bool, reason: str
) -> list[PastDayAnswer]:
    """Answer for all days that wait of a register that was read in, as far as they were seen.

    `up_to` is the last of them that stood on the page: what came since is not answered for.
    Raises NoDayWaits, DayNeedsAnother.
    """
    waiting = waiting_of_sheet(sheet, up_to)
    if not waiting:
        raise NoDayWaits(f"the register {sheet}")
    for past in waiting:
        act.concern(find_impounding_by_id(past.impounding_id))
    act.note(days=len(waiting))
    return _answer(act, waiting, confirmed=confirmed, reason=reason)


def _answer(
    act: Act, waiting: list[PastDay], *, confirmed: bool, reason: str
) -> list[PastDayAnswer]:
    require_not_who_entered(act.by.person_id, entered_by(waiting))
    answers = [
        PastDayAnswer(
            past_day_id=past.id,
            confirmed=confirmed,
            reason=reason,
            at=act.at,
            by_id=act.by.person_id,
        )
        for past in waiting
    ]
    db.session.add_all(answers)
    return answers
