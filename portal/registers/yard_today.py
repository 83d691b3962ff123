"""The yard as it stands today: the pens with their animals, and what is to be done before night."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import groupby

from sqlalchemy import ColumnElement, Row, exists, func, select

from portal.law.bidding import LotStage
from portal.law.cattle import CattleClass
from portal.law.days import day_number
from portal.law.sale import DAYS_TO_PAY, last_day_to_pay
from portal.registers.base import db
from portal.registers.deaths import Birth, Death, all_died
from portal.registers.impound import Animal, Impediment, ImpedimentEnd, Impounding, Release
from portal.registers.orders import closed_days, readings_in_force
from portal.registers.past_days import day_counted
from portal.registers.people import Pound
from portal.registers.photos import first_faces
from portal.registers.ring import LotHappening, hammer_stands
from portal.registers.sales import Lot, Sale
from portal.registers.settlement import Delivery
from portal.registers.yard import is_sick, pen_now, pound_now, ticked_on
from portal.registers.yard_undone import YardBook, stands

# Where heads are counted, whether they add, and which of the rows stand.
_HEADS: tuple[tuple[type[Animal | Birth | Death], int, tuple[ColumnElement[bool], ...]], ...] = (
    (Animal, 1, ()),
    (Birth, 1, (stands(YardBook.BIRTH, Birth.id),)),
    (Death, -1, (stands(YardBook.DEATH, Death.id),)),
)


@dataclass(frozen=True)
class InPen:
    """An animal on the board: what it is, its day, and what is to be seen about it."""

    id: int
    number: str
    kind: str
    class_shown: CattleClass | None
    head: int
    day: int
    last_day: date
    ticked: bool
    sick: bool
    stopped: bool
    sold: bool
    photo: int | None


@dataclass(frozen=True)
class Pen:
    """A pen with the animals in it, longest stay first."""

    pound: str
    name: str
    animals: tuple[InPen, ...]

    @property
    def head(self) -> int:
        """Count the heads in it."""
        return sum(one.head for one in self.animals)

    @property
    def not_ticked(self) -> list[str]:
        """Give the numbers of those whose care was not ticked today."""
        return [one.number for one in self.animals if not one.ticked]


@dataclass(frozen=True)
class YardToday:
    """The figures of the day, over all pens, and the pens that are shown."""

    cases: int
    head: int
    not_ticked: int
    sick: int
    due_tomorrow: int
    pens: tuple[Pen, ...] = field(default=())

    @property
    def shown(self) -> int:
        """Count the cases that the pens show."""
        return sum(len(one.animals) for one in self.pens)

    def of_today(self, today: date) -> list[InPen]:
        """List those shown whose owner may pay today for the last day."""
        return [
            one
            for pen in self.pens
            for one in pen.animals
            if one.last_day == today and not one.sold
        ]

    def unwell(self) -> list[InPen]:
        """List those shown that a vet found not fit."""
        return [one for pen in self.pens for one in pen.animals if one.sick]


def yard_today(today: date, most: int, pound_id: int | None = None) -> YardToday:
    """Tell how the yard stands today; of the animals the `most` of longest stay are shown."""
    here = [*_in_the_yard()] + ([pound_now() == pound_id] if pound_id else [])
    tomorrow = _last_day_is(today)
    return YardToday(
        cases=_count(*here),
        head=_heads(here),
        not_ticked=_count(*here, ~ticked_on(today)),
        sick=_count(*here, is_sick()),
        due_tomorrow=_count(*here, ~_sold(), day_counted().in_(tomorrow)),
        pens=tuple(_pens(today, here, most)),
    )


def lots_of_today(today: date) -> list[Lot]:
    """List the lots of today's sales that wait to be brought to the ring, in their order."""
    asked = select(Lot).join(Sale, Sale.id == Lot.sale_id).where(Sale.on == today)
    lots = db.session.scalars(asked.order_by(Lot.sale_id, Lot.number))
    return [one for one in lots if one.stage() is LotStage.WAITING]


def pens_in_use(pound_id: int | None = None) -> list[str]:
    """List the pens in which animals stand, by name."""
    pen = pen_now().label("pen")
    asked = select(pen).where(*_in_the_yard(), pen_now() != "").distinct().order_by(pen)
    if pound_id is not None:
        asked = asked.where(pound_now() == pound_id)
    return list(db.session.scalars(asked))


def _in_the_yard() -> tuple[ColumnElement[bool], ...]:
    """Hold for a case with an animal that has to be fed here, sold ones too until they leave."""
    delivered = exists().where(Lot.impounding_id == Impounding.id, Delivery.lot_id == Lot.id)
    return (
        ~exists().where(Release.impounding_id == Impounding.id),
        ~all_died(),
        ~delivered,
    )


def _sold() -> ColumnElement[bool]:
    return exists().where(
        Lot.impounding_id == Impounding.id, LotHappening.lot_id == Lot.id, hammer_stands()
    )


def _count(*asked: ColumnElement[bool]) -> int:
    return db.session.scalar(select(func.count()).select_from(Impounding).where(*asked)) or 0


def _heads(here: list[ColumnElement[bool]]) -> int:
    total = 0
    for kind, sign, standing in _HEADS:
        summed = (
            select(func.sum(kind.head))
            .join(Impounding, Impounding.id == kind.impounding_id)
            .where(*here, *standing)
        )
        total += sign * int(db.session.scalar(summed) or 0)
    return total


def heads_of(ids: list[int]) -> dict[int, int]:
    """Count the heads of several cases by their ids, as births and deaths leave them."""
    found: dict[int, int] = {}
    for kind, sign, standing in _HEADS:
        summed = (
            select(kind.impounding_id, func.sum(kind.head))
            .where(kind.impounding_id.in_(ids), *standing)
            .group_by(kind.impounding_id)
        )
        for number, heads in db.session.execute(summed):
            found[number] = found.get(number, 0) + sign * int(heads)
    return found


def _pens(today: date, here: list[ColumnElement[bool]], most: int) -> Iterator[Pen]:
    first = (
        select(Animal.cattle_class)
        .where(Animal.impounding_id == Impounding.id)
        .order_by(Animal.id)
        .limit(1)
        .scalar_subquery()
    )
    ended = exists().where(ImpedimentEnd.impediment_id == Impediment.id)
    stopped = exists().where(Impediment.impounding_id == Impounding.id, ~ended)
    asked = (
        select(
            Impounding.id,
            Impounding.number,
            Impounding.kind,
            day_counted().label("on"),
            first.label("class_shown"),
            ticked_on(today).label("ticked"),
            is_sick().label("sick"),
            stopped.label("stopped"),
            _sold().label("sold"),
            pen_now().label("pen"),
            Pound.name.label("pound"),
        )
        .join_from(Impounding, Pound, Pound.id == pound_now())
        .where(*here)
        .order_by(Impounding.on, Impounding.id)
        .limit(most)
    )
    rows = list(db.session.execute(asked))
    numbers = [row.id for row in rows]
    heads, photos = heads_of(numbers), first_faces(numbers)
    closed = closed_days()
    lasts = {on: last_day_to_pay(on, closed, readings_in_force(on)) for on in {r.on for r in rows}}
    rows.sort(key=lambda row: (row.pound, row.pen == "", row.pen, row.on, row.id))
    for (pound, pen), those in groupby(rows, key=lambda row: (row.pound, row.pen)):
        animals = tuple(_in_pen(row, today, lasts, heads, photos) for row in those)
        yield Pen(pound, pen, animals)


def _in_pen(
    row: Row[tuple[object, ...]],
    today: date,
    lasts: dict[date, date],
    heads: dict[int, int],
    photos: dict[int, int],
) -> InPen:
    facts = row._asdict()
    drawn = facts["class_shown"]
    on = facts["on"]
    return InPen(
        id=facts["id"],
        number=facts["number"],
        kind=facts["kind"],
        class_shown=None if drawn is None else CattleClass(drawn),
        head=heads.get(facts["id"], 0),
        day=day_number(on, today),
        last_day=lasts[on],
        ticked=bool(facts["ticked"]),
        sick=bool(facts["sick"]),
        stopped=bool(facts["stopped"]),
        sold=bool(facts["sold"]),
        photo=photos.get(facts["id"]),
    )


def _last_day_is(today: date) -> list[date]:
    """Give the days of impounding whose owner may pay today for the last day (R1, R2)."""
    closed = closed_days()
    back = (today - timedelta(days=n) for n in range(DAYS_TO_PAY + len(closed) + 2))
    return [on for on in back if last_day_to_pay(on, closed, readings_in_force(on)) == today]
