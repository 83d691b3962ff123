"""Files of a bank or of the Treasury, line by line, and what was answered to their differences."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import JSON, CheckConstraint, ForeignKey, UniqueConstraint, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.money import Money
from portal.registers.base import Instant, Key, MoneyColumn, Record, db, on_register


class StatementColumns(Record):
    """Which column of a sender's files holds what, as a person chose it; the latest counts."""

    __tablename__ = "statement_columns"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    sender: Mapped[str]
    columns: Mapped[dict[str, str]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class Statement(Record):
    """One file of a bank or of the Treasury that was read in whole."""

    __tablename__ = "statement"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    sender: Mapped[str]
    file_name: Mapped[str]
    sha256: Mapped[str] = mapped_column(unique=True)
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class StatementLine(Record):
    """One line of such a file; money that left the account is negative."""

    __tablename__ = "statement_line"
    __table_args__ = (
        UniqueConstraint("statement_id", "line"),
        CheckConstraint("amount = CAST(amount AS BIGINT)", name="amount_in_paise"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    statement_id: Mapped[int] = mapped_column(ForeignKey("statement.id"))
    line: Mapped[int]
    on: Mapped[date]
    reference: Mapped[str]
    amount: Mapped[Money] = mapped_column(MoneyColumn)


class StatementAnswer(Record):
    """A difference that was set aside with its reason: a line of the file, or one it lacks."""

    __tablename__ = "statement_answer"
    __table_args__ = (
        UniqueConstraint("statement_id", "difference"),
        CheckConstraint("reason <> ''", name="has_a_reason"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    statement_id: Mapped[int] = mapped_column(ForeignKey("statement.id"))
    difference: Mapped[str]
    reason: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


def senders() -> list[str]:
    """List who sent files before, by name."""
    return list(db.session.scalars(select(StatementColumns.sender).distinct().order_by("sender")))


def columns_of(sender: str) -> dict[str, str] | None:
    """Give which column of a sender's files holds what, if it was ever chosen."""
    found: dict[str, str] | None = db.session.scalar(
        select(StatementColumns.columns)
        .where(StatementColumns.sender == sender)
        .order_by(StatementColumns.id.desc())
        .limit(1)
    )
    return found


def statements() -> list[Statement]:
    """List the files, latest first."""
    return list(db.session.scalars(select(Statement).order_by(Statement.id.desc())))


def find_statement(number: int) -> Statement:
    """Find a file that was read in; raise NotOnRegister."""
    return on_register(Statement, number, f"file {number}")


def statement_with(sha256: str) -> Statement | None:
    """Find the file with this digest, if it was read in."""
    found: Statement | None = db.session.scalar(select(Statement).where(Statement.sha256 == sha256))
    return found


def find_statement_line(number: int) -> StatementLine:
    """Find a line of a file; raise NotOnRegister."""
    return on_register(StatementLine, number, f"line {number} of a bank's file")


def answers_to(statement_id: int) -> dict[str, StatementAnswer]:
    """Give what was set aside in a file, by its difference."""
    asked = select(StatementAnswer).where(StatementAnswer.statement_id == statement_id)
    return {one.difference: one for one in db.session.scalars(asked)}
