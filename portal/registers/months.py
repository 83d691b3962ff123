"""Months of the books that are closed. What is dated into one was written before it was closed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from sqlalchemy import JSON, ForeignKey, UniqueConstraint, func, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.days import legal_date
from portal.law.months import Month, next_to_close
from portal.registers.base import Instant, Key, Record, db
from portal.registers.journal import JournalLine
from portal.registers.ledger import LedgerLine
from portal.registers.prepared import Prepared


class MonthPrepared(Record):
    """A month that one person looked through and gave to another to close; the latest counts."""

    __tablename__ = "month_prepared"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    year: Mapped[int]
    month: Mapped[int]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class MonthClosing(Record):
    """A closed month, with the figures of its return and the count of its ledger lines."""

    __tablename__ = "month_closing"
    __table_args__ = (UniqueConstraint("year", "month"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    year: Mapped[int]
    month: Mapped[int]
    figures: Mapped[dict[str, int]] = mapped_column(JSON)
    ledger_lines: Mapped[int]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), unique=True
    )

    @property
    def of(self) -> Month:
        """Give the month as the law understands it."""
        return Month(self.year, self.month)


def closings() -> list[MonthClosing]:
    """List the closed months, latest first."""
    latest = select(MonthClosing).order_by(MonthClosing.year.desc(), MonthClosing.month.desc())
    return list(db.session.scalars(latest))


def closing_of(month: Month) -> MonthClosing | None:
    """Find how a month was closed, if it was."""
    found: MonthClosing | None = db.session.scalar(
        select(MonthClosing).where(
            MonthClosing.year == month.year, MonthClosing.month == month.month
        )
    )
    return found


def preparation_of(month: Month) -> MonthPrepared | None:
    """Find who gave a month to be closed, the latest if several did."""
    found: MonthPrepared | None = db.session.scalar(
        select(MonthPrepared)
        .where(MonthPrepared.year == month.year, MonthPrepared.month == month.month)
        .order_by(MonthPrepared.id.desc())
        .limit(1)
    )
    return found


_LAST = Prepared(
    select(MonthClosing.year, MonthClosing.month)
    .order_by(MonthClosing.year.desc(), MonthClosing.month.desc())
    .limit(1)
)


def last_closed() -> Month | None:
    """Give the last month that is closed, if any is."""
    row = _LAST.first()
    return Month(row.year, row.month) if row else None


def first_day_of_books() -> date | None:
    """Give the day of the first act in the journal."""
    at = db.session.scalar(select(JournalLine.at).order_by(JournalLine.id).limit(1))
    first = db.session.scalar(select(func.min(LedgerLine.on)))
    return first or (legal_date(at) if at else None)


def month_to_close() -> Month | None:
    """Give the month that is closed next, whether it is over or not."""
    return next_to_close(first_day_of_books(), [one.of for one in closings()])


def count_lines_until(day: date) -> int:
    """Count the ledger lines dated up to a day."""
    return db.session.scalar(select(func.count(LedgerLine.id)).where(LedgerLine.on <= day)) or 0


def month_breaks() -> Iterator[str]:
    """Give what was dated into a closed month after it was closed, or taken out of it."""
    for closing in closings():
        end = closing.of.last_day
        late = db.session.scalar(
            select(LedgerLine.id)
            .where(LedgerLine.on <= end, LedgerLine.journal_line_id > closing.journal_line_id)
            .order_by(LedgerLine.id)
            .limit(1)
        )
        if late is not None:
            yield f"{closing.of} is closed: ledger line {late} was dated into it afterwards."
        elif count_lines_until(end) != closing.ledger_lines:
            yield (
                f"{closing.of} is closed: it had {closing.ledger_lines} ledger lines, and has"
                f" {count_lines_until(end)} now."
            )


def day_breaks() -> Iterator[str]:
    """Give the ledger lines that stand under another day than that of their act."""
    dated = select(LedgerLine.id, LedgerLine.on, JournalLine.at).join(
        JournalLine, JournalLine.id == LedgerLine.journal_line_id
    )
    for number, on, at in db.session.execute(dated.order_by(LedgerLine.id)):
        if legal_date(at) != on:
            yield f"Ledger: line {number} is dated {on}, its act was on {legal_date(at)}."
