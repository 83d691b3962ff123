"""The animals in the pound: counted, paged and parted into due and not yet due.

How many were ever brought in costs nothing: only cases that are not finished are asked for. Whether
a day of bringing in is past the owner's last day is asked of the law once for each day.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from sqlalchemy import ColumnElement, exists, func, select

from portal.law.cattle import CattleClass
from portal.law.readings import readings_on
from portal.law.sale import last_day_to_pay
from portal.registers.base import db
from portal.registers.deaths import all_died
from portal.registers.impound import Animal, Impounding, Release
from portal.registers.orders import closed_days, reading_records
from portal.registers.ring import LotHappening, hammer_stands
from portal.registers.sales import Lot
from portal.registers.stages import (
    AT_A_TIME,
    IN_THE_POUND,
    Standing,
    cases_standing,
    impoundings_of,
)

# An animal is in the pound before its owner's last day and after it: any day gives the same list.
ANY_DAY = date(2000, 1, 1)


@dataclass(frozen=True)
class DueList:
    """A page of the animals past the owner's last day, oldest first, and the next that will be."""

    due: list[Impounding]
    count: int
    coming: list[Impounding]


def in_the_pound() -> list[Standing]:
    """List the cases whose animals are in the pound, longest stay first."""
    return [one for one in cases_standing(ANY_DAY) if one.stage in IN_THE_POUND]


def staying() -> tuple[ColumnElement[bool], ...]:
    """Ask of an entry whether its animals are in the pound: a walk along an index stops by it.

    A hammer that fell for a buyer who did not pay, or for a void sale, has left them there.
    """
    sold = (
        select(Lot.impounding_id)
        .join(LotHappening, LotHappening.lot_id == Lot.id)
        .where(Lot.impounding_id == Impounding.id, hammer_stands())
    )
    return (
        ~exists().where(Release.impounding_id == Impounding.id),
        ~sold.exists(),
        ~all_died(),
    )


def count_staying() -> int:
    """Count the cases whose animals are in the pound."""
    return len(in_the_pound())


def heads_by_class() -> dict[CattleClass | None, int]:
    """Count the heads in the pound by class; None stands for animals in no class."""
    ids = [one.id for one in in_the_pound()]
    found: dict[int | None, int] = {}
    for start in range(0, len(ids), AT_A_TIME):
        counted = (
            select(Animal.cattle_class, func.sum(Animal.head))
            .where(Animal.impounding_id.in_(ids[start : start + AT_A_TIME]))
            .group_by(Animal.cattle_class)
        )
        for number, heads in db.session.execute(counted):
            found[number] = found.get(number, 0) + int(heads)
    return {
        None if number is None else CattleClass(number): found[number]
        for number in sorted(found, key=lambda one: (one is None, one))
    }


def staying_page(page: int, size: int) -> list[Impounding]:
    """List a page of the animals in the pound, longest stay first."""
    return list(impoundings_of(_page(in_the_pound(), page, size)))


def due_list(today: date, page: int, size: int) -> DueList:
    """Part the animals in the pound by the owner's last day (R1, R2), told by the day that counts.

    A day long past that nobody confirmed counts from its entry (registers.past_days).
    """
    here = in_the_pound()
    over = _days_past({one.counts_from for one in here}, today)
    due = [one for one in here if one.counts_from in over]
    coming = [one for one in here if one.counts_from not in over]
    return DueList(
        due=list(impoundings_of(_page(due, page, size))),
        count=len(due),
        coming=list(impoundings_of(coming[:size])),
    )


def _days_past(days: set[date], today: date) -> set[date]:
    entries = [record.entry() for record in reading_records()]
    closed = closed_days()
    return {day for day in days if today > last_day_to_pay(day, closed, readings_on(entries, day))}


def _page(standing: list[Standing], page: int, size: int) -> list[Standing]:
    return standing[(page - 1) * size : page * size]
