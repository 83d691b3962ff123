"""The yard's own books: where each animal stands, the care of each day, the slips of the vet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, ForeignKey, Index, exists, func, select
from sqlalchemy.orm import InstrumentedAttribute, Mapped, mapped_column

from portal.registers.base import Instant, Key, NotOnRegister, Record, db
from portal.registers.deaths import Birth, Death
from portal.registers.impound import Impounding
from portal.registers.people import Pound
from portal.registers.yard_undone import YardBook, YardUndone, stands, undone_of


class CareTick(Record):
    """A day on which an animal was fed, watered and looked at; a second row supersedes nothing."""

    __tablename__ = "care_tick"
    __table_args__ = (
        Index("ix_care_tick_impounding_id", "impounding_id", "on"),
        Index("ix_care_tick_on", "on", "id"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"))
    on: Mapped[date]
    remark: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)


class VetSlip(Record):
    """What a vet found: fit to be sold, or not, which stops the sale until a later slip says so."""

    __tablename__ = "vet_slip"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"), index=True)
    fit: Mapped[bool]
    vet: Mapped[str]
    says: Mapped[str]
    examined_on: Mapped[date]
    impediment_id: Mapped[int | None] = mapped_column(ForeignKey("impediment.id"), unique=True)
    ended_a_stop: Mapped[bool]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)


class PenMove(Record):
    """A move to another pen, or with it to another pound."""

    __tablename__ = "pen_move"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"), index=True)
    pound_id: Mapped[int] = mapped_column(ForeignKey("pound.id"))
    pen: Mapped[str]
    why: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)


T = TypeVar("T")

BOOKS: dict[YardBook, type[Any]] = {
    YardBook.CARE: CareTick,
    YardBook.VET: VetSlip,
    YardBook.MOVE: PenMove,
    YardBook.DEATH: Death,
    YardBook.BIRTH: Birth,
}
YardRow = CareTick | VetSlip | PenMove | Death | Birth


@dataclass(frozen=True)
class Place:
    """Where an animal stands: its pound and its pen."""

    pound_id: int
    pound: str
    pen: str


@dataclass(frozen=True)
class Entered:
    """An entry of a book of the yard, and how it was taken back, if it was."""

    book: YardBook
    row: YardRow
    undone: YardUndone | None


def pen_now() -> ColumnElement[str]:
    """Give, in a question about cases, the pen in which each stands now."""
    moved = _last_move(PenMove.pen)
    return func.coalesce(moved, Impounding.pen)


def pound_now() -> ColumnElement[int]:
    """Give, in a question about cases, the pound in which each stands now."""
    return func.coalesce(_last_move(PenMove.pound_id), Impounding.pound_id)


def _last_move(column: InstrumentedAttribute[T]) -> ColumnElement[T]:
    found: ColumnElement[T] = (
        select(column)
        .where(PenMove.impounding_id == Impounding.id, stands(YardBook.MOVE, PenMove.id))
        .order_by(PenMove.id.desc())
        .limit(1)
        .correlate(Impounding)
        .scalar_subquery()
    )
    return found


def place_of(impounding: Impounding) -> Place:
    """Give where an animal stands."""
    row = db.session.execute(
        select(Pound.id, Pound.name, pen_now().label("pen"))
        .join_from(Impounding, Pound, Pound.id == pound_now())
        .where(Impounding.id == impounding.id)
    ).one()
    return Place(row.id, row.name, row.pen)


def find_entered(book: YardBook, number: int) -> Entered:
    """Find an entry of a book of the yard; raise NotOnRegister."""
    row = db.session.get(BOOKS[book], number)
    if row is None:
        raise NotOnRegister(f"entry {number} of the yard")
    return Entered(book, row, undone_of(book, [number]).get(number))


def entered_about(impounding_id: int, books: Iterable[YardBook] = YardBook) -> list[Entered]:
    """List all that was entered in the yard about a case, those taken back too, newest first."""
    found: list[Entered] = []
    for book in books:
        kind = BOOKS[book]
        rows = list(db.session.scalars(select(kind).where(kind.impounding_id == impounding_id)))
        undone = undone_of(book, [row.id for row in rows])
        found += [Entered(book, row, undone.get(row.id)) for row in rows]
    return sorted(found, key=lambda one: one.row.at, reverse=True)


def ticks_of(impounding_id: int) -> dict[date, CareTick]:
    """Give the tick of each day that has one that stands."""
    asked = select(CareTick).where(
        CareTick.impounding_id == impounding_id, stands(YardBook.CARE, CareTick.id)
    )
    return {one.on: one for one in db.session.scalars(asked.order_by(CareTick.id))}


def ticked_on(on: date) -> ColumnElement[bool]:
    """Hold, in a question about cases, for one whose care was ticked on a day."""
    return exists().where(
        CareTick.impounding_id == Impounding.id,
        CareTick.on == on,
        stands(YardBook.CARE, CareTick.id),
    )


def last_slip(impounding_id: int) -> VetSlip | None:
    """Find the latest slip of a vet that stands."""
    found: VetSlip | None = db.session.scalar(
        select(VetSlip)
        .where(VetSlip.impounding_id == impounding_id, stands(YardBook.VET, VetSlip.id))
        .order_by(VetSlip.id.desc())
        .limit(1)
    )
    return found


def is_sick() -> ColumnElement[bool]:
    """Hold, in a question about cases, for one whose latest slip says: not fit."""
    fit: ColumnElement[bool] = (
        select(VetSlip.fit)
        .where(VetSlip.impounding_id == Impounding.id, stands(YardBook.VET, VetSlip.id))
        .order_by(VetSlip.id.desc())
        .limit(1)
        .correlate(Impounding)
        .scalar_subquery()
    )
    return fit.is_(False)


def unfit_stops(impounding_id: int) -> set[int]:
    """Give the numbers of the impediments that slips of a vet opened in a case."""
    asked = select(VetSlip.impediment_id).where(
        VetSlip.impounding_id == impounding_id, VetSlip.impediment_id.is_not(None)
    )
    return {number for number in db.session.scalars(asked) if number is not None}
