"""Animals that died in the pound: one more end of the same life, never an edit of the entry."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ColumnElement, ForeignKey, exists, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.registers.base import Instant, Key, Record, db
from portal.registers.impound import Impounding


class Death(Record):
    """All animals of one entry died in the pound, on the day on which it is entered."""

    __tablename__ = "death"
    __table_args__ = (CheckConstraint("cause <> ''", name="has_a_cause"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"), unique=True)
    cause: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


def find_death(impounding_id: int) -> Death | None:
    """Find how an animal died in the pound, if it did."""
    found: Death | None = db.session.scalar(
        select(Death).where(Death.impounding_id == impounding_id)
    )
    return found


def died() -> ColumnElement[bool]:
    """Hold, in a question about cases, for one whose animals died in the pound."""
    return exists().where(Death.impounding_id == Impounding.id)
