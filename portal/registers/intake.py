"""Entries that were begun at the gate and are not finished: each step is kept as it is answered.

What was answered stays whoever signs in next, and whether or not the link holds. The latest answer
to a step counts; the earlier ones stay beside it.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.registers.base import Instant, Key, NotOnRegister, Record, db, on_register


class Intake(Record):
    """An entry that was begun for an animal that stands at the gate."""

    __tablename__ = "intake"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)


class IntakeStep(Record):
    """The answers to one step, as they were given at one time."""

    __tablename__ = "intake_step"
    __table_args__ = (Index("ix_intake_step_intake_id", "intake_id", "id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    intake_id: Mapped[int] = mapped_column(ForeignKey("intake.id"))
    step: Mapped[str]
    answers: Mapped[dict[str, str]] = mapped_column(JSON)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)


class IntakeEnd(Record):
    """What became of it: entered as a case, or set aside with a reason."""

    __tablename__ = "intake_end"
    __table_args__ = (
        CheckConstraint("(impounding_id IS NULL) <> (reason = '')", name="entered_or_set_aside"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    intake_id: Mapped[int] = mapped_column(ForeignKey("intake.id"), unique=True)
    impounding_id: Mapped[int | None] = mapped_column(ForeignKey("impounding.id"), unique=True)
    reason: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)


def unfinished() -> list[Intake]:
    """List the entries that were begun and not finished, oldest first."""
    asked = select(Intake).outerjoin(IntakeEnd, IntakeEnd.intake_id == Intake.id)
    return list(db.session.scalars(asked.where(IntakeEnd.id.is_(None)).order_by(Intake.id)))


def last_begun_by(person_id: int) -> Intake | None:
    """Find the unfinished entry that a person began last."""
    mine = [one for one in unfinished() if one.by_id == person_id]
    return mine[-1] if mine else None


def find_unfinished(number: int) -> Intake:
    """Find an entry that is not finished; raise NotOnRegister."""
    found = on_register(Intake, number, f"unfinished entry {number}")
    if end_of(number) is not None:
        raise NotOnRegister(f"unfinished entry {number}")
    return found


def end_of(number: int) -> IntakeEnd | None:
    """Find what became of an entry that was begun, if it ended."""
    found: IntakeEnd | None = db.session.scalar(
        select(IntakeEnd).where(IntakeEnd.intake_id == number)
    )
    return found


def answers_of(number: int) -> dict[str, dict[str, str]]:
    """Give the latest answers to each step that was answered."""
    asked = select(IntakeStep).where(IntakeStep.intake_id == number).order_by(IntakeStep.id)
    return {one.step: dict(one.answers) for one in db.session.scalars(asked)}
