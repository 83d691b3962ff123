"""What was entered in the yard and taken back: the entry stays, with the reason."""

from __future__ import annotations

from datetime import datetime
from enum import Enum

from sqlalchemy import ColumnElement, ForeignKey, UniqueConstraint, exists, select
from sqlalchemy.orm import InstrumentedAttribute, Mapped, mapped_column

from portal.registers.base import Instant, Key, Record, db


class YardBook(Enum):
    """A book of the yard whose entries can be taken back, by the name of its table."""

    CARE = "care_tick"
    VET = "vet_slip"
    MOVE = "pen_move"
    DEATH = "death"
    BIRTH = "birth"


class YardUndone(Record):
    """An entry of the yard that was taken back, with the reason and the one who did it."""

    __tablename__ = "yard_undone"
    __table_args__ = (UniqueConstraint("book", "row_id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    book: Mapped[str]
    row_id: Mapped[int] = mapped_column(Key)
    reason: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)


def stands(
    book: YardBook, row: InstrumentedAttribute[int], known_at: datetime | None = None
) -> ColumnElement[bool]:
    """Hold for an entry that was not taken back by an instant (until now, if None)."""
    undone = exists().where(YardUndone.book == book.value, YardUndone.row_id == row)
    if known_at is not None:
        undone = undone.where(YardUndone.at <= known_at)
    return ~undone


def undone_of(book: YardBook, rows: list[int]) -> dict[int, YardUndone]:
    """Give how each of these entries was taken back, by its number, where it was."""
    found = db.session.scalars(
        select(YardUndone).where(YardUndone.book == book.value, YardUndone.row_id.in_(rows))
    )
    return {one.row_id: one for one in found}
