"""Refusals about days that were entered long after, or before they came."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from portal.law.refusals import Refusal


@dataclass
class DayNeedsAnother(Refusal):
    """Whoever entered a day long past does not answer for it himself."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Not done: whoever entered a day more than 24 hours past may not confirm it, under this"
        " name or another. Ask another officer. Until then the animal counts as brought in on the"
        " day it was entered."
    )


@dataclass
class NoDayWaits(Refusal):
    """A day is confirmed, or not, once."""

    words: ClassVar[str] = (
        "Nothing was entered: no day of {what} waits for a second officer. Open it again to see"
        " who answered, and why."
    )
    what: str


@dataclass
class HourNotCome(Refusal):
    """An animal cannot have been brought in later today."""

    words: ClassVar[str] = (
        "Nothing was entered: {hour} has not come yet. Enter the hour at which the animal was"
        " brought, or leave it out."
    )
    hour: str
