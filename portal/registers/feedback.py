"""What people wrote to the office about the portal and the pound."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import Index, func, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.registers.base import Instant, Key, Record, db


class Feedback(Record):
    """One message. `sender` is a keyed digest that holds for its day only, and names nobody."""

    __tablename__ = "feedback"
    __table_args__ = (Index("ix_feedback_on_sender", "on", "sender"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    about: Mapped[str]
    page: Mapped[str]
    words: Mapped[str]
    answer_to: Mapped[str]
    sender: Mapped[str]
    on: Mapped[date]
    at: Mapped[datetime] = mapped_column(Instant)


def feedback_of(on: date, sender: str) -> tuple[int, int]:
    """Count what came on a day: from one sender, and from all."""
    counted = select(func.count()).select_from(Feedback).where(Feedback.on == on)
    of_one = db.session.scalar(counted.where(Feedback.sender == sender))
    return of_one or 0, db.session.scalar(counted) or 0


def feedback_before(number: int | None, size: int) -> list[Feedback]:
    """List messages, the latest first, from the one before a number on."""
    listed = select(Feedback).order_by(Feedback.id.desc()).limit(size)
    return list(db.session.scalars(listed.where(Feedback.id < number) if number else listed))
