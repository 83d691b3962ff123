"""The journal: one line for every official act, each holding fast the line before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import JSON, ForeignKey, Index, UniqueConstraint, insert, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.registers.base import Instant, Key, Record, db
from portal.registers.prepared import Prepared

BEFORE_THE_FIRST = "0" * 64
AT_A_TIME = 500


class JournalLine(Record):
    """Who did what, when, under which words of the Act, and with what particulars.

    `held` is the SHA-256 of this line together with the `held` of the line before.
    """

    __tablename__ = "journal_line"
    __table_args__ = (
        Index("ix_journal_line_act", "act", "id"),
        Index("ix_journal_line_by_id", "by_id", "id"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    office: Mapped[str]
    act: Mapped[str]
    cites: Mapped[str | None]
    particulars: Mapped[dict[str, str]] = mapped_column(JSON)
    held: Mapped[str]


class JournalConcern(Record):
    """A line of the journal and a case it concerns, so that a case can be read as one story."""

    __tablename__ = "journal_concern"
    __table_args__ = (UniqueConstraint("impounding_id", "journal_line_id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED")
    )
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"))


@dataclass(frozen=True)
class Words:
    """What is written in one line of the journal, before it is held fast."""

    id: int
    at: datetime
    by_id: int
    office: str
    act: str
    cites: str | None
    particulars: dict[str, str]


def hold(line: JournalLine | Words, held_before: str) -> str:
    """Work out what holds a line fast: the digest of its words and of all that went before."""
    words = {
        "number": line.id,
        "at": line.at.isoformat(timespec="microseconds"),
        "by": line.by_id,
        "office": line.office,
        "act": line.act,
        "cites": line.cites,
        "particulars": line.particulars,
        "before": held_before,
    }
    written = json.dumps(words, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


@dataclass(frozen=True)
class End:
    """Where the journal ends: the number, instant and hold of its last line."""

    id: int = 0
    at: datetime | None = None
    held: str = BEFORE_THE_FIRST


END = Prepared(
    select(JournalLine.id, JournalLine.at, JournalLine.held)
    .order_by(JournalLine.id.desc())
    .limit(1)
)


def end_of_journal() -> End:
    """Tell where the journal ends, for an act that holds the write lock."""
    row = END.first()
    return End(row.id, row.at, row.held) if row else End()


_WRITE_LINE = Prepared(
    insert(JournalLine),
    ("id", "at", "by_id", "office", "act", "cites", "particulars", "held"),
)
_WRITE_CONCERN = Prepared(insert(JournalConcern), ("journal_line_id", "impounding_id"))


def write_line(words: Words, end: End, concerned: Collection[int]) -> None:
    """Write the next line, held fast to the one before, with the cases it concerns."""
    _WRITE_LINE.write(
        id=words.id,
        at=words.at,
        by_id=words.by_id,
        office=words.office,
        act=words.act,
        cites=words.cites,
        particulars=words.particulars,
        held=hold(words, end.held),
    )
    for number in sorted(concerned):
        _WRITE_CONCERN.write(journal_line_id=words.id, impounding_id=number)


def last_line() -> JournalLine | None:
    """Give the last line written, if any."""
    found: JournalLine | None = db.session.scalar(
        select(JournalLine).order_by(JournalLine.id.desc()).limit(1)
    )
    return found


def lines_in_order() -> Iterator[JournalLine]:
    """Read the whole journal, first line first, some at a time."""
    number = 0
    while some := db.session.scalars(
        select(JournalLine).where(JournalLine.id > number).order_by(JournalLine.id).limit(AT_A_TIME)
    ).all():
        yield from some
        number = some[-1].id
        db.session.expunge_all()


def lines_before(number: int | None, how_many: int) -> list[JournalLine]:
    """Read a page of the journal, newest first, of lines before a number."""
    page = select(JournalLine).order_by(JournalLine.id.desc()).limit(how_many)
    if number is not None:
        page = page.where(JournalLine.id < number)
    return list(db.session.scalars(page))


def lines_about(impounding_id: int) -> list[JournalLine]:
    """Read every line that concerns one case, first line first."""
    return list(
        db.session.scalars(
            select(JournalLine)
            .join(JournalConcern, JournalConcern.journal_line_id == JournalLine.id)
            .where(JournalConcern.impounding_id == impounding_id)
            .order_by(JournalLine.id)
        )
    )


def holds_of(numbers: Collection[int]) -> dict[int, str]:
    """Give what holds each of several lines fast, by its number."""
    asked = select(JournalLine.id, JournalLine.held).where(JournalLine.id.in_(numbers))
    return {row.id: row.held for row in db.session.execute(asked)}
