"""The animals in the pound: counted, paged and parted into due and not yet due by the database.

Whether a day of bringing in is past the owner's last day is asked of the law once for each day, not
once for each animal.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from sqlalchemy import ColumnElement, and_, exists, func, select

from portal.law.cattle import CattleClass
from portal.law.readings import readings_on
from portal.law.sale import last_day_to_pay
from portal.registers.base import db
from portal.registers.deaths import all_died
from portal.registers.impound import Animal, Impounding, Release
from portal.registers.orders import closed_days, reading_records
from portal.registers.past_days import PastDay, counts_later, days_counted_later
from portal.registers.ring import LotHappening
from portal.registers.sales import Lot


@dataclass(frozen=True)
class DueList:
    """A page of the animals past the owner's last day, oldest first, and the next that will be."""

    due: list[Impounding]
    count: int
    coming: list[Impounding]


def count_staying() -> int:
    """Count the cases neither released nor sold, of which a head is alive."""
    counted = select(func.count()).select_from(Impounding).where(*staying())
    return db.session.scalar(counted) or 0


def heads_by_class() -> dict[CattleClass | None, int]:
    """Count the heads in the pound by class; None stands for animals in no class."""
    counted = (
        select(Animal.cattle_class, func.sum(Animal.head))
        .join(Impounding, Impounding.id == Animal.impounding_id)
        .where(*staying())
        .group_by(Animal.cattle_class)
        .order_by(Animal.cattle_class)
    )
    return {
        None if number is None else CattleClass(number): int(heads)
        for number, heads in db.session.execute(counted)
    }


def staying_page(page: int, size: int) -> list[Impounding]:
    """List a page of the animals in the pound, longest stay first."""
    return _listed(*staying(), page=page, size=size)


def due_list(today: date, page: int, size: int) -> DueList:
    """Part the animals in the pound by the owner's last day (R1, R2)."""
    over = _days_past(today)
    # A day long past that nobody confirmed counts from its entry, which is always the later day.
    is_due = and_(Impounding.on.in_(over), ~counts_later(PastDay.counts_from.not_in(over)))
    due = (*staying(), is_due)
    counted = db.session.scalar(select(func.count()).select_from(Impounding).where(*due))
    return DueList(
        due=_listed(*due, page=page, size=size),
        count=counted or 0,
        coming=_listed(*staying(), ~is_due, page=1, size=size),
    )


def staying() -> tuple[ColumnElement[bool], ...]:
    """Ask of an entry that it was neither released nor sold; joins nothing to the question."""
    hammered = (
        select(Lot.impounding_id)
        .join(LotHappening, LotHappening.lot_id == Lot.id)
        .where(LotHappening.what == "knocked down", Lot.impounding_id == Impounding.id)
    )
    return (
        ~exists().where(Release.impounding_id == Impounding.id),
        ~hammered.exists(),
        ~all_died(),
    )


def _days_past(today: date) -> list[date]:
    entries = [record.entry() for record in reading_records()]
    closed = closed_days()
    days = set(db.session.scalars(select(Impounding.on).where(*staying()).distinct()))
    days.update(days_counted_later())
    return [
        day
        for day in sorted(days)
        if today > last_day_to_pay(day, closed, readings_on(entries, day))
    ]


def _listed(*asked: ColumnElement[bool], page: int, size: int) -> list[Impounding]:
    listed = (
        select(Impounding)
        .where(*asked)
        .order_by(Impounding.on, Impounding.id)
        .limit(size)
        .offset((page - 1) * size)
    )
    return list(db.session.scalars(listed))
