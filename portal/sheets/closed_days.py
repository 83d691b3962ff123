"""Days on which an office is shut, as proposals: weekly days, holidays of a library, a list.

Nothing here closes a day. Each is shown, and closed by the Commissioner if he ticks it.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import holidays

LARGEST = 64 * 1024
LONGEST_WHY = 200
MOST_DAYS = 800
COUNTRY, STATE = "IN", "TG"  # the library's names of India and of Telangana
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_FORMS = ("%d-%m-%Y", "%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y")


@dataclass(frozen=True)
class Proposed:
    """A day that may be closed, and why."""

    day: date
    why: str


@dataclass(frozen=True)
class ListRead:
    """What was read of a list of days, and the lines that could not be read."""

    days: tuple[Proposed, ...]
    doubts: tuple[str, ...]


def weekly(first: date, last: date, weekdays: Collection[int]) -> list[Proposed]:
    """Propose the weekly days between two days, both inside; Monday is 0."""
    many = (last - first).days + 1
    days = (first + timedelta(days=n) for n in range(many))
    return [Proposed(day, WEEKDAYS[day.weekday()]) for day in days if day.weekday() in weekdays]


def holidays_of(first: date, last: date) -> list[Proposed]:
    """Propose the holidays of India and Telangana that the library knows between two days.

    Days that go by the moon are estimates there, and are called so.
    """
    years = range(first.year, last.year + 1)
    found = holidays.country_holidays(COUNTRY, subdiv=STATE, years=years, language="en_IN")
    return [Proposed(day, why) for day, why in sorted(found.items()) if first <= day <= last]


def read_list(content: bytes) -> ListRead:
    """Read a list with a day and a reason in each line: 25-12-2026, Christmas."""
    if len(content) > LARGEST:
        return ListRead((), (f"The list is larger than {LARGEST // 1024} kB.",))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ListRead((), ("The list is not text in UTF-8. Save it as CSV in UTF-8.",))
    days: dict[date, Proposed] = {}
    doubts: list[str] = []
    try:
        for number, row in enumerate(csv.reader(io.StringIO(text, newline=None)), start=1):
            _read_row(number, [cell.strip() for cell in row], days, doubts)
    except csv.Error:
        doubts.append("The list is no CSV: a quotation mark may be missing its partner.")
    if len(days) > MOST_DAYS:
        return ListRead((), (f"The list has more than {MOST_DAYS} days.",))
    return ListRead(tuple(days[day] for day in sorted(days)), tuple(doubts))


def _read_row(number: int, row: list[str], days: dict[date, Proposed], doubts: list[str]) -> None:
    if not any(row):
        return
    day = _day(row[0])
    why = " ".join(re.sub(r"[\x00-\x1f]", " ", ", ".join(one for one in row[1:] if one)).split())
    if day is None:
        if number > 1:  # the first line may hold the headings
            doubts.append(f"Line {number} was left out: it begins with no day, like 25-12-2026.")
    elif not why:
        doubts.append(f"Line {number} was left out: it does not say why the office is shut.")
    elif day in days:
        doubts.append(f"Line {number} was left out: its day stands in an earlier line.")
    else:
        days[day] = Proposed(day, why[:LONGEST_WHY])


def _day(written: str) -> date | None:
    for form in _FORMS:
        try:
            day = datetime.strptime(written, form).date()  # noqa: DTZ007 - a day has no zone
        except ValueError:
            continue
        if 1990 <= day.year <= 2200:  # noqa: PLR2004 - the register's own centuries
            return day
    return None
