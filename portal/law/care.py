"""Sub-section (4)(b): the days that are charged, beside the days on which care was written down.

What is charged is a day in the pound (R7), not a day of care: the Act makes no day free because
nobody ticked it. A day without a tick is therefore charged and shown as such, for all to see; it is
neither left out of the bill in silence nor hidden from whoever answers for the pound.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date

from portal.law.act import under
from portal.law.days import ONE_DAY
from portal.law.refusals_of_yard import CareDayNotCome, CareDayPast


@dataclass(frozen=True)
class CareDay:
    """One day of the stay: its number from the impounding, charged or not, ticked or not."""

    on: date
    number: int
    charged: bool
    ticked: bool


@under("4(b)")
def care_days(
    first: date, last: date, last_charged: date, ticked: Collection[date]
) -> Iterator[CareDay]:
    """Give every day in the pound, the first day first; a day is charged whether ticked or not."""
    for number in range((last - first).days + 1):
        on = first + ONE_DAY * number
        yield CareDay(on, number, charged=on <= last_charged, ticked=on in ticked)


def require_care_may_be_written(on: date, first: date, today: date) -> None:
    """Refuse a tick for a day to come or long past: a log filled in afterwards proves nothing.

    A day may be written on itself and on the day after. Raises CareDayNotCome, CareDayPast.
    """
    if on > today:
        raise CareDayNotCome(on)
    if on < max(first, today - ONE_DAY):
        raise CareDayPast(on)
