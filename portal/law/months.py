"""Months of the books: when one may be closed, and what a closed month no longer takes."""

from __future__ import annotations

import calendar
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from portal.law.refusals_of_accounts import (
    EarlierMonthOpen,
    MonthIsClosed,
    MonthNotOver,
    NothingToClose,
)

NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
MONTHS = 12


@dataclass(frozen=True, order=True)
class Month:
    """One month of one year."""

    year: int
    month: int

    @classmethod
    def of(cls, day: date) -> Month:
        """Give the month a day lies in."""
        return cls(day.year, day.month)

    @property
    def first_day(self) -> date:
        """Give its first day."""
        return date(self.year, self.month, 1)

    @property
    def last_day(self) -> date:
        """Give its last day."""
        return date(self.year, self.month, calendar.monthrange(self.year, self.month)[1])

    @property
    def after(self) -> Month:
        """Give the next month."""
        return Month(self.year + self.month // MONTHS, self.month % MONTHS + 1)

    @property
    def before(self) -> Month:
        """Give the month before."""
        return Month(self.year - (self.month == 1), (self.month - 2) % MONTHS + 1)

    @property
    def written(self) -> str:
        """Write it as it stands in an address: 2026-11."""
        return f"{self.year:04}-{self.month:02}"

    def __str__(self) -> str:
        return f"{NAMES[self.month - 1]} {self.year}"


def next_to_close(first: date | None, closed: Collection[Month]) -> Month | None:
    """Give the month that is closed next: after the last closed one, else that of the first line.

    None where nothing was ever written.
    """
    if closed:
        return max(closed).after
    return Month.of(first) if first else None


def require_may_close(
    month: Month, today: date, first: date | None, closed: Collection[Month]
) -> None:
    """Refuse a month that is closed, not over, empty of all books, or that follows an open one.

    Raises MonthIsClosed, MonthNotOver, NothingToClose, EarlierMonthOpen.
    """
    upcoming = next_to_close(first, closed)
    if month in closed or (closed and month < max(closed)):
        raise MonthIsClosed(str(month), str(Month.of(today)))
    if today <= month.last_day:
        raise MonthNotOver(str(month), month.after.first_day)
    if upcoming is None or month < upcoming:
        raise NothingToClose(str(month))
    if upcoming < month:
        raise EarlierMonthOpen(str(month), str(upcoming))


def require_open(day: date, last_closed: Month | None, today: date) -> None:
    """Refuse to date anything into a closed month; a correction is an entry of today's month."""
    if last_closed is not None and day <= last_closed.last_day:
        raise MonthIsClosed(str(Month.of(day)), str(Month.of(today)))
