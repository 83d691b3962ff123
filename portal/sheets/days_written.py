"""Days and hours as keepers and spreadsheets write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

YEARS_BACK = 10
DAY_ONE_OF_SPREADSHEETS = date(1899, 12, 30)
MONTHS = {
    month: number
    for number, month in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}
_DIGITS = str.maketrans(
    "౦౧౨౩౪౫౬౭౮౯०१२३४५६७८९٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹", "0123456789" * 4
)
_HOUR = re.compile(r"(\d{1,2})[:.](\d{2})(?::\d{2})?\s*(am|pm)?$", re.IGNORECASE)
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$")
_INDIAN = re.compile(r"(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$")
_NAMED = re.compile(r"(\d{1,2})[-/. ]([a-z]{3})[a-z]*[-/., ]+(\d{4}|\d{2})$", re.IGNORECASE)
_SERIAL = re.compile(r"\d{5}(\.\d+)?$")
_NOON = 12


@dataclass(frozen=True)
class DayRead:
    """What was read: the day, the hour if one is written, and a doubt by its code."""

    on: date | None
    at: time | None
    doubt: str = ""


def read_day(written: str, not_after: date) -> DayRead:
    """Read a day, the day of the month first as in India; doubt one in the future or long past."""
    text = " ".join(written.translate(_DIGITS).replace(",", " ").split())
    if not text:
        return DayRead(None, None, "no_day")
    if _SERIAL.match(text):
        return _serial(float(text))
    day, at, fault = _parted(text)
    if fault:
        return DayRead(None, None, fault)
    if day is None:
        return DayRead(None, None, "unreadable_day")
    doubt = ""
    if day > not_after:
        doubt = "day_not_come"
    elif day < not_after - timedelta(days=366 * YEARS_BACK):
        doubt = "day_long_past"
    return DayRead(day, at, doubt)


def _serial(number: float) -> DayRead:
    moment = datetime.combine(DAY_ONE_OF_SPREADSHEETS, time()) + timedelta(days=number)
    return DayRead(moment.date(), moment.time().replace(second=0, microsecond=0), "serial_day")


def _parted(text: str) -> tuple[date | None, time | None, str]:
    for form, order in ((_ISO, "ymd"), (_INDIAN, "dmy"), (_NAMED, "dmy")):
        for day_text, hour_text in _splits(text):
            found = form.match(day_text)
            if not found:
                continue
            at = _hour(hour_text) if hour_text else None
            if hour_text and at is None:
                return None, None, "unreadable_day"
            parts = dict(zip(order, found.groups(), strict=True))
            return _existing(parts["y"], parts["m"], parts["d"], at)
    return None, None, "unreadable_day"


def _splits(text: str) -> list[tuple[str, str]]:
    """Give the ways of parting a text into a day and an hour that may follow it."""
    words = re.split(r"(?<=\d)T(?=\d)| ", text)
    ways = [(text, "")]
    for cut in range(1, len(words)):
        ways.append((" ".join(words[:cut]), " ".join(words[cut:])))
    return ways


def _hour(text: str) -> time | None:
    found = _HOUR.match(text)
    if not found:
        return None
    hour, minute, half = int(found[1]), int(found[2]), (found[3] or "").lower()
    if half and not 1 <= hour <= _NOON:
        return None
    if half:
        hour = hour % _NOON + (_NOON if half == "pm" else 0)
    try:
        return time(hour, minute)
    except ValueError:
        return None


def _existing(
    year: str, month: str, day: str, at: time | None
) -> tuple[date | None, time | None, str]:
    full_year = int(year) + (2000 if len(year) == len("26") else 0)
    number = int(month) if month.isdigit() else MONTHS.get(month.lower(), 0)
    try:
        return date(full_year, number, int(day)), at, ""
    except ValueError:
        return None, None, "no_such_day"
