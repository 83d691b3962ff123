"""What the look back over past sales remarked, for a person to look at; it decides nothing."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.registers.base import Instant, Key, Record, db, on_register


class Remark(Record):
    """A pattern over lots that deserves a person's look. `about` tells one from another."""

    __tablename__ = "remark"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    pattern: Mapped[str]
    about: Mapped[str] = mapped_column(unique=True)
    lots: Mapped[list[Any]] = mapped_column(JSON)
    people: Mapped[list[Any]] = mapped_column(JSON)
    reasons: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)


class RemarkEnd(Record):
    """Somebody looked at a remark, and what he found."""

    __tablename__ = "remark_end"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    remark_id: Mapped[int] = mapped_column(ForeignKey("remark.id"), unique=True)
    words: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


def remarks() -> list[tuple[Remark, RemarkEnd | None]]:
    """List the remarks, those nobody has looked at first."""
    found = db.session.execute(
        select(Remark, RemarkEnd)
        .outerjoin(RemarkEnd, RemarkEnd.remark_id == Remark.id)
        .order_by(RemarkEnd.id.is_not(None), Remark.id.desc())
        .limit(200)
    )
    return [(remark, end) for remark, end in found]


def find_remark(number: int) -> Remark:
    """Find a remark; raise NotOnRegister."""
    return on_register(Remark, number, f"remark {number}")


def is_known(about: str) -> bool:
    """Tell whether the same was remarked before."""
    return db.session.scalar(select(Remark.id).where(Remark.about == about)) is not None
