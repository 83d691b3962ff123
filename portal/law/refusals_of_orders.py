"""Refusals of orders of the Commissioner: closed days, and notifications that modify others."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from portal.law.refusals import Refusal


@dataclass
class NoDayChosen(Refusal):
    """No day was ticked in a list of days to be closed."""

    words: ClassVar[str] = "No day was closed: none is ticked. Tick the days on which it is shut."


@dataclass
class ClosedDayHasPassed(Refusal):
    """A list of closed days has a day in it that has passed."""

    words: ClassVar[str] = (
        "No day was closed: {day} has passed, and what was done then stays. Take it out of the"
        " list."
    )
    day: date


@dataclass
class ModifiesNothing(Refusal):
    """A notification that modifies another says the same as that one."""

    cites: ClassVar[str | None] = "4(a)"
    words: ClassVar[str] = (
        "Nothing was entered: {number} says the same as the notification that it modifies. Give"
        " another area, or another last day."
    )
    number: str


@dataclass
class ModifiesFromTomorrow(Refusal):
    """A notification would modify another from a day on which fines were told under it."""

    cites: ClassVar[str | None] = "4(a)"
    words: ClassVar[str] = (
        "Nothing was entered: on {since} the earlier notification may have been charged by"
        " already. Give tomorrow or a later day."
    )
    since: date
