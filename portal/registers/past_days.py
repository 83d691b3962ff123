"""Days of bringing in that were entered long after, and what a second person said of them.

Until somebody else has confirmed such a day, the animal counts as brought in on the day it was
entered: for the owner's days, for the dues, and for the sale. What was entered before this was
asked for has no row here, and counts from its own day.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import CheckConstraint, ColumnElement, ForeignKey, Index, exists, func, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.registers.base import Instant, Key, Record, db
from portal.registers.impound import Impounding
from portal.registers.people import same_people


class PastDay(Record):
    """An entry whose day lay more than 24 hours back, and the day that counts meanwhile.

    `sheet` names the register it was read from; nothing stands there for an entry by hand.
    """

    __tablename__ = "past_day"
    __table_args__ = (Index("ix_past_day_sheet", "sheet", "id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"), unique=True)
    counts_from: Mapped[date]
    sheet: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class PastDayAnswer(Record):
    """A second person's word on a day long past, with his reason: it stands, or it does not."""

    __tablename__ = "past_day_answer"
    __table_args__ = (CheckConstraint("reason <> ''", name="has_a_reason"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    past_day_id: Mapped[int] = mapped_column(ForeignKey("past_day.id"), unique=True)
    confirmed: Mapped[bool]
    reason: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


@dataclass(frozen=True)
class SheetWaiting:
    """A register that was read in with days long past: how many wait, from when to when."""

    sheet: str
    count: int
    first: date
    last: date
    up_to: int


def past_day_of(impounding_id: int) -> tuple[PastDay, PastDayAnswer | None] | None:
    """Find the day long past of a case and what was said of it; none if it was entered in time."""
    found = db.session.execute(
        select(PastDay, PastDayAnswer)
        .outerjoin(PastDayAnswer, PastDayAnswer.past_day_id == PastDay.id)
        .where(PastDay.impounding_id == impounding_id)
    ).one_or_none()
    return None if found is None else (found[0], found[1])


def counted_from(impounding: Impounding, known_at: datetime | None = None) -> date:
    """Give the day from which a case counts, as far as was known at an instant (now, if None).

    It is the day of bringing in; the day of entry, while a day long past is not confirmed.
    """
    found = past_day_of(impounding.id)
    if found is None:
        return impounding.on
    past, answer = found
    confirmed = answer is not None and answer.confirmed
    if confirmed and answer is not None and (known_at is None or answer.at <= known_at):
        return impounding.on
    return past.counts_from


def counted_from_each(entries: Sequence[Impounding]) -> dict[int, date]:
    """Give the day from which each of some cases counts, by its id: one question for a page."""
    found = {one.id: one.on for one in entries}
    later = select(PastDay.impounding_id, PastDay.counts_from).where(
        PastDay.impounding_id.in_(found), not_confirmed()
    )
    return found | {row.impounding_id: row.counts_from for row in db.session.execute(later)}


def not_confirmed() -> ColumnElement[bool]:
    """Hold, in a question about past days, for one that nobody has confirmed."""
    return ~exists().where(
        PastDayAnswer.past_day_id == PastDay.id, PastDayAnswer.confirmed.is_(True)
    )


def day_counted() -> ColumnElement[date]:
    """Give, in a question about cases, the day from which each counts.

    One scalar and no EXISTS: PostgreSQL would read the whole table for that, asked of many cases.
    """
    later = (
        select(PastDay.counts_from)
        .where(PastDay.impounding_id == Impounding.id, not_confirmed())
        .correlate(Impounding)
        .scalar_subquery()
    )
    return func.coalesce(later, Impounding.on)


def _unanswered() -> ColumnElement[bool]:
    return ~exists().where(PastDayAnswer.past_day_id == PastDay.id)


def count_waiting() -> int:
    """Count the days that wait for a second person."""
    return db.session.scalar(select(func.count(PastDay.id)).where(_unanswered())) or 0


def waiting_by_hand(how_many: int) -> list[tuple[PastDay, Impounding]]:
    """List days that wait and were entered one by one, first entered first."""
    asked = (
        select(PastDay, Impounding)
        .join(Impounding, Impounding.id == PastDay.impounding_id)
        .where(_unanswered(), PastDay.sheet == "")
        .order_by(PastDay.id)
        .limit(how_many)
    )
    return [(past, impounding) for past, impounding in db.session.execute(asked)]


def waiting_sheets() -> list[SheetWaiting]:
    """List the registers whose days wait, first read first."""
    asked = (
        select(
            PastDay.sheet,
            func.count(PastDay.id),
            func.min(Impounding.on),
            func.max(Impounding.on),
            func.max(PastDay.id),
        )
        .join(Impounding, Impounding.id == PastDay.impounding_id)
        .where(_unanswered(), PastDay.sheet != "")
        .group_by(PastDay.sheet)
        .order_by(func.min(PastDay.id))
    )
    return [SheetWaiting(*row) for row in db.session.execute(asked)]


def waiting_of_sheet(sheet: str, up_to: int) -> list[PastDay]:
    """List the days of a register that wait, as far as somebody has seen them."""
    asked = (
        select(PastDay)
        .where(_unanswered(), PastDay.sheet == sheet, PastDay.id <= up_to)
        .order_by(PastDay.id)
    )
    return list(db.session.scalars(asked))


def past_day_breaks() -> Iterator[str]:
    """Give the days long past that one person both entered and answered for."""
    asked = (
        select(Impounding.number, PastDay.by_id, PastDayAnswer.by_id)
        .join(PastDay, PastDay.impounding_id == Impounding.id)
        .join(PastDayAnswer, PastDayAnswer.past_day_id == PastDay.id)
        .where(PastDay.by_id == PastDayAnswer.by_id)
    )
    for number, _entered, _answered in db.session.execute(asked):
        yield f"Case {number}: its day long past was entered and confirmed by one person."


def entered_by(past: Iterable[PastDay]) -> frozenset[int]:
    """Give all sign-ins of whoever entered these days."""
    people: set[int] = set()
    for one in {past_day.by_id for past_day in past}:
        people |= same_people(one)
    return frozenset(people)
