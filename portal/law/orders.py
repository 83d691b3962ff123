"""What an order of the Commissioner may reach: never back to what was done under an earlier one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from portal.law.act import under
from portal.law.cattle import CattleClass
from portal.law.dues import DailyRate
from portal.law.readings import QUESTIONS, Reading
from portal.law.refusals_of_books import (
    CancelsThePast,
    ChoiceNotOffered,
    EndsBeforeItBegins,
    RateReachesBack,
    ReadingReachesBack,
)
from portal.law.refusals_of_orders import ClosedDayHasPassed, ModifiesFromTomorrow, NoDayChosen


@under("4(b)")
def require_rate_reaches_no_bill(
    since: date,
    until: date | None,
    cattle_class: CattleClass | None,
    today: date,
    rates: Iterable[DailyRate],
    *,
    animals_on_register: bool,
) -> None:
    """Refuse a rate order that would change a day already charged.

    From today on an order may do what it likes. A day that has passed is taken only while the
    register is empty, or where no rate was in force for the class since that day: the first orders
    of a pound may be entered late.
    """
    if until is not None and until < since:
        raise EndsBeforeItBegins(since, until)
    if since >= today or not animals_on_register:
        return
    for rate in rates:
        touches = cattle_class is None or rate.cattle_class in {None, cattle_class}
        over = rate.until is not None and rate.until < since
        if touches and not over and rate.since < today:
            raise RateReachesBack(since)


@under("4(a)")
def require_cancels_nothing_past(last_day: date, today: date) -> None:
    """Refuse a cancellation that reaches back: a fine once levied stays (R9)."""
    if last_day < today:
        raise CancelsThePast(last_day)


@under("4(a)")
def require_modifies_from_tomorrow(since: date, today: date) -> None:
    """Refuse a modification that reaches what was told today or before: a fine stays (R9)."""
    if since <= today:
        raise ModifiesFromTomorrow(since)


@under("2")
def require_days_to_come(days: Iterable[date], today: date) -> None:
    """Refuse a list of closed days that is empty, or reaches back and moves a day gone by (R2)."""
    chosen = sorted(days)
    if not chosen:
        raise NoDayChosen
    if chosen[0] < today:
        raise ClosedDayHasPassed(chosen[0])


def require_offered(reading: Reading, choice: str) -> None:
    """Refuse a way of reading that the law does not follow anywhere."""
    if choice not in {one.key for one in QUESTIONS[reading].choices}:
        raise ChoiceNotOffered(reading.value)


def require_reading_reaches_not_back(since: date, today: date) -> None:
    """Refuse a reading from a day that has passed; a reading is a dated entry, never an edit."""
    if since < today:
        raise ReadingReachesBack(since)
