"""Corrections: entries of the open month that name what they correct."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, UniqueConstraint, exists, func, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.corrections import on_correction
from portal.law.ledger import Account, Entry
from portal.law.money import Money
from portal.law.months import Month
from portal.registers.base import (
    Instant,
    Key,
    MoneyColumn,
    Record,
    db,
    on_register,
    paise,
)


class Correction(Record):
    """A correction that one person prepared; it moves nothing before another has posted it."""

    __tablename__ = "correction"
    __table_args__ = (
        paise("amount", above=0),
        CheckConstraint("debit <> credit", name="two_sides"),
        CheckConstraint("reason <> ''", name="has_a_reason"),
        CheckConstraint(
            "corrects_id IS NOT NULL OR statement_line_id IS NOT NULL", name="corrects_something"
        ),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    debit: Mapped[str]
    credit: Mapped[str]
    amount: Mapped[Money] = mapped_column(MoneyColumn)
    corrects_id: Mapped[int | None] = mapped_column(ForeignKey("journal_line.id"))
    statement_line_id: Mapped[int | None] = mapped_column(ForeignKey("statement_line.id"))
    reason: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))

    def entry(self) -> Entry:
        """Give what it moves once it is posted."""
        return on_correction(Account[self.debit], Account[self.credit], self.amount)


class CorrectionPosting(Record):
    """A correction that a second person approved: it is in the ledger, numbered in its month."""

    __tablename__ = "correction_posting"
    __table_args__ = (UniqueConstraint("year", "month", "number"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    correction_id: Mapped[int] = mapped_column(ForeignKey("correction.id"), unique=True)
    year: Mapped[int]
    month: Mapped[int]
    number: Mapped[int]
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), unique=True
    )

    @property
    def written(self) -> str:
        """Give the number people say: entry 12 of December 2026."""
        return f"entry {self.number} of {Month(self.year, self.month)}"


def corrections() -> list[tuple[Correction, CorrectionPosting | None]]:
    """List every correction with its posting, latest first."""
    found = db.session.execute(
        select(Correction, CorrectionPosting)
        .outerjoin(CorrectionPosting, CorrectionPosting.correction_id == Correction.id)
        .order_by(Correction.id.desc())
    )
    return [(one, posting) for one, posting in found]


def find_correction(number: int) -> Correction:
    """Find a correction; raise NotOnRegister."""
    return on_register(Correction, number, f"correction {number}")


def posting_of(correction_id: int) -> CorrectionPosting | None:
    """Find how a correction was posted, if it was."""
    found: CorrectionPosting | None = db.session.scalar(
        select(CorrectionPosting).where(CorrectionPosting.correction_id == correction_id)
    )
    return found


def waiting_corrections() -> int:
    """Count the corrections that wait for a second person."""
    waiting = select(func.count(Correction.id)).where(
        ~exists().where(CorrectionPosting.correction_id == Correction.id)
    )
    return db.session.scalar(waiting) or 0


def next_number(month: Month) -> int:
    """Give the next number of a month's corrections."""
    last = db.session.scalar(
        select(func.max(CorrectionPosting.number)).where(
            CorrectionPosting.year == month.year, CorrectionPosting.month == month.month
        )
    )
    return (last or 0) + 1


def corrections_must_have_moved() -> Iterator[tuple[int, str, Entry]]:
    """Give what each posted correction must have written in the ledger."""
    for posting in db.session.scalars(select(CorrectionPosting)):
        correction = db.session.get_one(Correction, posting.correction_id)
        yield posting.journal_line_id, posting.written, correction.entry()
