"""Days and hours as keepers and spreadsheets write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from portal.sheets.writing import bare

YEARS_BACK = 10
DAY_ONE_OF_SPREADSHEETS = datetime(1899, 12, 30)  # noqa: DTZ001 - a spreadsheet has no zone
LONGEST = 60
_MINUTES_A_DAY = 24 * 60
_NOON = 12
# Not from the calendar module: its names change with the language of the machine.
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_MONTHS = {
    word.lower(): number
    for number, name in enumerate(MONTHS, 1)
    for word in (name, name[:3], name[:4] if name == "September" else name)
}
_HOUR = re.compile(
    r"([0-9]{1,2})[:.]([0-9]{2})(?::[0-9]{2})? ?(am|pm|hrs|hours)?\.?", re.IGNORECASE
)
_BARE_HOUR = re.compile(r"([0-9]{1,2})() ?(am|pm)", re.IGNORECASE)
_POLICE_HOUR = re.compile(r"([0-9]{2})([0-9]{2}) ?(hrs|hours)\.?", re.IGNORECASE)
_DAY = re.compile(
    r"(?P<y>[0-9]{4})[-/.](?P<m>[0-9]{1,2})[-/.](?P<d>[0-9]{1,2})"
    r"|(?P<d2>[0-9]{1,2})(?:st|nd|rd|th)?[-/. ]{1,2}(?P<m2>[0-9]{1,2}|[a-z]{3,9})[-/., ]{1,2}"
    r"(?P<y2>[0-9]{4}|[0-9]{2})",
    re.IGNORECASE,
)
_SERIAL = re.compile(r"[0-9]{5}(?:\.[0-9]+)?")


@dataclass(frozen=True)
class DayRead:
    """What was read: the day, the hour if one is written, a doubt by its code, and its particulars.

    The hour is that of the clock in Hyderabad; None is an hour that is not written.
    """

    on: date | None
    at: time | None
    doubt: str = ""
    particulars: str = ""


def read_day(written: str, not_after: date) -> DayRead:
    """Read a day, the day of the month first as in India; doubt one in the future or long past."""
    text = bare(written.replace(",", " "))
    if not text:
        return DayRead(None, None, "no_day")
    if len(text) > LONGEST:
        return DayRead(None, None, "unreadable_day")
    if _SERIAL.fullmatch(text):
        minutes = round(float(text) * _MINUTES_A_DAY)
        moment = DAY_ONE_OF_SPREADSHEETS + timedelta(minutes=minutes)
        return _placed(
            moment.date(), moment.time() if "." in text else None, not_after, "serial_day"
        )
    return _read_words(text, not_after)


def _read_words(text: str, not_after: date) -> DayRead:
    found = _DAY.match(text)
    if not found:
        return DayRead(None, None, "unreadable_day")
    year, month, day = (found[name] or found[f"{name}2"] for name in ("y", "m", "d"))
    left = text[found.end() :]
    if left and left[0] not in " T":
        return DayRead(None, None, "unreadable_day")
    at = _hour(left[1:].strip()) if left else None
    if left and at is None:
        return DayRead(None, None, "unreadable_day")
    full_year = int(year) + (2000 if len(year) == len("26") else 0)
    number = int(month) if month.isdigit() else _MONTHS.get(month.lower())
    if number is None:
        return DayRead(None, None, "unreadable_day")
    try:
        on = date(full_year, number, int(day))
    except ValueError:
        return DayRead(None, None, "no_such_day", _said(int(day), number, full_year))
    return _placed(on, at, not_after, "")


def _placed(on: date, at: time | None, not_after: date, doubt: str) -> DayRead:
    """Doubt a day that has not come, or came too long ago to be meant."""
    if on > not_after:
        doubt = "day_not_come"
    elif (on.year + YEARS_BACK, on.month, on.day) < (
        not_after.year,
        not_after.month,
        not_after.day,
    ):
        doubt = doubt or "day_long_past"
    return DayRead(on, at, doubt, f"{on:%d-%m-%Y}")


def _hour(text: str) -> time | None:
    found = next(
        (one for form in (_HOUR, _BARE_HOUR, _POLICE_HOUR) if (one := form.fullmatch(text))), None
    )
    if not found:
        return None
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
    if half in {"am", "pm"}:
        # 15.20 PM and 0.30 AM contradict themselves: neither half of the writing is to be believed.
        if not 1 <= hour <= _NOON:
            return None
        hour = hour % _NOON + (_NOON if half == "pm" else 0)
    try:
        return time(hour, minute)
    except ValueError:
        return None


def _said(day: int, month: int, year: int) -> str:
    if not 1 <= month <= len(MONTHS):
        return f"a month {month}"
    name = MONTHS[month - 1]
    return f"{day} {name} {year}" if name == "February" else f"{day} {name}"
