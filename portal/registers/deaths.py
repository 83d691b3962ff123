"""Deaths and births in the pound: heads that leave an entry by no owner and no sale, or come to it.

A death that leaves no head alive ends the case: nothing is sold, and the dues end on that day.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from sqlalchemy import CheckConstraint, ColumnElement, ForeignKey, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.cattle import Animals, CattleClass
from portal.law.dues import Stay
from portal.law.heads import Born, Died, Span, spans
from portal.registers.base import Instant, Key, Record, db
from portal.registers.impound import Impounding
from portal.registers.yard_undone import YardBook, stands


class Death(Record):
    """Heads of one class that died in the pound on one day; `left` are alive after them."""

    __tablename__ = "death"
    __table_args__ = (
        CheckConstraint("head >= 1", name="some_head"),
        CheckConstraint('"left" >= 0', name="no_less_than_none"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"), index=True)
    on: Mapped[date] = mapped_column(index=True)
    cattle_class: Mapped[int | None]
    head: Mapped[int]
    born_on: Mapped[date | None]
    cause: Mapped[str]
    left: Mapped[int]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)

    def died(self) -> Died:
        """Give the law what it looks at."""
        return Died(self.on, _animals(self.cattle_class, self.head), self.born_on)


class Birth(Record):
    """Young born in the pound: they stay in the mother's entry and in her lot (R10, R14)."""

    __tablename__ = "birth"
    __table_args__ = (CheckConstraint("head >= 1", name="some_head"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"), index=True)
    on: Mapped[date]
    kind: Mapped[str]
    cattle_class: Mapped[int | None]
    head: Mapped[int]
    remark: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)

    def born(self) -> Born:
        """Give the law what it looks at."""
        return Born(self.on, _animals(self.cattle_class, self.head))


def _animals(cattle_class: int | None, head: int) -> Animals:
    return Animals(None if cattle_class is None else CattleClass(cattle_class), head)


def deaths(first: date, last: date) -> Iterator[tuple[Death, Impounding]]:
    """Give the deaths that stand, of the days from first to last (IST), with their cases."""
    asked = (
        select(Death, Impounding)
        .join(Impounding, Impounding.id == Death.impounding_id)
        .where(Death.on.between(first, last), stands(YardBook.DEATH, Death.id))
        .order_by(Death.on, Death.id)
    )
    yield from db.session.execute(asked)


def births(first: date, last: date) -> Iterator[tuple[Birth, Impounding]]:
    """Give the births that stand, of the days from first to last (IST), with their cases."""
    asked = (
        select(Birth, Impounding)
        .join(Impounding, Impounding.id == Birth.impounding_id)
        .where(Birth.on.between(first, last), stands(YardBook.BIRTH, Birth.id))
        .order_by(Birth.on, Birth.id)
    )
    yield from db.session.execute(asked)


def deaths_of(impounding_id: int, known_at: datetime | None = None) -> list[Death]:
    """List the deaths in a case that stand, first first, as known at an instant (now, if None)."""
    asked = select(Death).where(
        Death.impounding_id == impounding_id, stands(YardBook.DEATH, Death.id, known_at)
    )
    if known_at is not None:
        asked = asked.where(Death.at <= known_at)
    return list(db.session.scalars(asked.order_by(Death.id)))


def births_of(impounding_id: int, known_at: datetime | None = None) -> list[Birth]:
    """List the births in a case that stand, first first, as known at an instant (now, if None)."""
    asked = select(Birth).where(
        Birth.impounding_id == impounding_id, stands(YardBook.BIRTH, Birth.id, known_at)
    )
    if known_at is not None:
        asked = asked.where(Birth.at <= known_at)
    return list(db.session.scalars(asked.order_by(Birth.id)))


def spans_of(
    impounding: Impounding, since: date, known_at: datetime | None = None
) -> tuple[Span, ...]:
    """Give the heads of a case by their days in the pound, `since` the day it counts from."""
    return spans(
        [one.animals() for one in impounding.animals],
        since,
        [one.born() for one in births_of(impounding.id, known_at)],
        [one.died() for one in deaths_of(impounding.id, known_at)],
    )


def stay_of(impounding: Impounding, since: date, known_at: datetime | None = None) -> Stay:
    """Give the law what it charges for, with the heads that were born or died in the pound.

    `since` is the day from which the case counts (registers.past_days).
    """
    stay = impounding.stay(since)
    return Stay(stay.animals, stay.impounded_on, stay.area, spans_of(impounding, since, known_at))


def whose_heads_changed(impoundings: Sequence[int]) -> set[int]:
    """Give those of some cases in which a head was born or died, so that its days are its own."""
    found: set[int] = set()
    for book in (Birth, Death):
        asked = select(book.impounding_id).where(book.impounding_id.in_(impoundings))
        found.update(db.session.scalars(asked))
    return found


def last_death(impounding_id: int) -> Death | None:
    """Find the death that left no head of a case alive, if there was one."""
    found: Death | None = db.session.scalar(
        select(Death).where(
            Death.impounding_id == impounding_id,
            Death.left == 0,
            stands(YardBook.DEATH, Death.id),
        )
    )
    return found


def all_died() -> ColumnElement[bool]:
    """Hold, in a question about cases, for one of which no head is alive."""
    ended = (
        select(Death.id)
        .where(
            Death.impounding_id == Impounding.id,
            Death.left == 0,
            stands(YardBook.DEATH, Death.id),
        )
        .correlate(Impounding)
    )
    return ended.exists()
