"""What holds today, as the page of the law shows it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from portal.law.cattle import CattleClass
from portal.law.dues import DailyRate, rate_on
from portal.law.refusals import NoRate
from portal.registers.orders import ReadingRecord, rates


def rates_on(day: date) -> list[tuple[CattleClass | None, DailyRate | None]]:
    """Give the rate of a day for each class, and for animals in none, by (4)(b) and R8."""
    known = rates()
    return [(one, _rate(day, one, known)) for one in (*CattleClass, None)]


def _rate(
    day: date, cattle_class: CattleClass | None, known: Iterable[DailyRate]
) -> DailyRate | None:
    try:
        return rate_on(day, cattle_class, known)
    except NoRate:
        return None


def authorities_on(day: date, records: Iterable[ReadingRecord]) -> dict[str, ReadingRecord]:
    """Give, by reading ("R4"), the entry in force on a day; none where nothing was entered."""
    begun = sorted(
        (one for one in records if one.since <= day), key=lambda one: (one.since, one.id)
    )
    return {one.reading: one for one in begun}
