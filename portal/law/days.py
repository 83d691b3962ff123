"""Days as the Act counts them: whole days of the calendar in Hyderabad."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from portal.law.act import under
from portal.law.readings import INCLUDED, MOVES, Reading, Readings

HYDERABAD = ZoneInfo("Asia/Kolkata")
ONE_DAY = timedelta(days=1)


def legal_date(instant: datetime) -> date:
    """Tell on which day, in Hyderabad, an instant falls; ValueError for one without a zone."""
    if instant.tzinfo is None:
        raise ValueError("an instant without a time zone has no day")
    return instant.astimezone(HYDERABAD).date()


@under("2")
def last_day(within: int, start: date, closed: Collection[date], readings: Readings) -> date:
    """Give the last day on which a thing is done "within n days from" the start (R1, R2)."""
    counted = within - 1 if readings[Reading.R1] == INCLUDED else within
    last = start + timedelta(days=counted)
    while readings[Reading.R2] == MOVES and last in closed:
        last += ONE_DAY
    return last


def day_number(start: date, today: date) -> int:
    """Tell how many days after the start a day is; the start itself is day 0 (R1)."""
    return (today - start).days


@under("4(b)")
def days_charged(first: date, last: date) -> int:
    """Count "each day including any part of a day": both end days are charged (R7)."""
    if last < first:
        raise ValueError("the stay ends before it begins")
    return (last - first).days + 1
