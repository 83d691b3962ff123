"""Heads of one entry that were in the pound for a part of its stay only: born there, or dead there.

Sub-section (4)(b) charges "each day including any part of a day", and what it charges for is an
animal in the pound (R7). So each head has days of its own: from the day it was brought in or born
to the day the stay ends or it died, both included. The fine of (4)(a) is levied in respect of the
impounding (R9): it is neither lessened by a death nor raised by a birth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from portal.law.act import under
from portal.law.cattle import Animals, CattleClass
from portal.law.refusals_of_yard import MoreThanThereAre

Kind = tuple[CattleClass | None, date]


@dataclass(frozen=True)
class Span:
    """Heads that were in the pound on the same days; `last` is None while they stay."""

    animals: Animals
    first: date
    last: date | None = None


@dataclass(frozen=True)
class Born:
    """Young born in the pound: one head each, in the class that names them (R10)."""

    on: date
    animals: Animals


@dataclass(frozen=True)
class Died:
    """Heads that died in the pound; `born_on` is the day of birth of young born there."""

    on: date
    animals: Animals
    born_on: date | None = None


@under("4(b)")
def spans(
    brought: Iterable[Animals], on: date, births: Iterable[Born], deaths: Iterable[Died]
) -> tuple[Span, ...]:
    """Give the heads by their days in the pound, those of longest stay first.

    `on` is the day of impounding. Raises MoreThanThereAre for a death of heads that are not there.
    """
    living: Counter[Kind] = Counter()
    for animals in brought:
        living[animals.cattle_class, on] += animals.head
    for born in births:
        living[born.animals.cattle_class, born.on] += born.animals.head
    ended: Counter[tuple[Kind, date]] = Counter()
    for died in deaths:
        kind = died.animals.cattle_class, died.born_on or on
        if living[kind] < died.animals.head:
            raise MoreThanThereAre(living[kind])
        living[kind] -= died.animals.head
        ended[kind, died.on] += died.animals.head
    staying = [
        Span(Animals(cattle_class, head), first)
        for (cattle_class, first), head in living.items()
        if head
    ]
    gone = [
        Span(Animals(cattle_class, head), first, last)
        for ((cattle_class, first), last), head in ended.items()
    ]
    return (*staying, *gone)


def heads_left(found: Iterable[Span]) -> int:
    """Count the heads that are alive in the pound."""
    return sum(one.animals.head for one in found if one.last is None)


def last_day_of(found: Iterable[Span], until: date) -> date:
    """Give the last day that is charged: the day of the last death, if none is left alive."""
    lasts = [one.last for one in found]
    ended = [last for last in lasts if last is not None]
    return min(until, max(ended)) if ended and len(ended) == len(lasts) else until
