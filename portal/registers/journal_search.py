"""The journal searched by who did it, by case, by act and by days, newest line first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from sqlalchemy import or_, select

from portal.law.days import HYDERABAD, ONE_DAY
from portal.registers.base import db
from portal.registers.journal import JournalConcern, JournalLine, end_of_journal
from portal.registers.people import Person

MOST_PEOPLE = 50


@dataclass(frozen=True)
class Asked:
    """What is looked for in the journal; None, or no words, leaves it open."""

    people: Sequence[int] | None = None
    case: int | None = None
    acts: Sequence[str] = ()
    first: date | None = None
    last: date | None = None


def people_named(words: str) -> list[int]:
    """Find people by a part of their name, or by the name they sign in with."""
    named = select(Person.id).where(
        or_(Person.name.icontains(words, autoescape=True), Person.sign_in_name == words.lower())
    )
    return list(db.session.scalars(named.order_by(Person.id).limit(MOST_PEOPLE)))


def lines_found(asked: Asked, before: int | None, how_many: int) -> list[JournalLine]:
    """Read a page of what was asked for, newest first, of lines before a number."""
    lines = select(JournalLine).order_by(JournalLine.id.desc()).limit(how_many)
    if asked.people is not None:
        lines = lines.where(JournalLine.by_id.in_(asked.people))
    if asked.case is not None:
        about = select(JournalConcern.journal_line_id).where(
            JournalConcern.impounding_id == asked.case
        )
        lines = lines.where(JournalLine.id.in_(about))
    if asked.acts:
        lines = lines.where(JournalLine.act.in_(asked.acts))
    if asked.first is not None:
        lines = lines.where(JournalLine.id >= _first_line_from(asked.first))
    if asked.last is not None:
        lines = lines.where(JournalLine.id < _first_line_from(asked.last + ONE_DAY))
    if before is not None:
        lines = lines.where(JournalLine.id < before)
    return list(db.session.scalars(lines))


def _first_line_from(day: date) -> int:
    """Find the first line of a day (IST) or after it.

    The order of lines is the order of time and no number is left out, so it is found by halves: an
    index of instants would cost every bid a little, and the auditor asks seldom.
    """
    instant = datetime.combine(day, time(), HYDERABAD)
    low, high = 1, end_of_journal().id + 1
    while low < high:
        middle = (low + high) // 2
        at = db.session.scalar(
            select(JournalLine.at).where(JournalLine.id >= middle).order_by(JournalLine.id).limit(1)
        )
        if at is None or at >= instant:
            high = middle
        else:
            low = middle + 1
    return low
