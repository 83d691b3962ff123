"""Prints: the papers given out, numbered by kind and year, and each time one was printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, UniqueConstraint, func, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.papers.shelf import is_whole
from portal.prints.kinds import Kind
from portal.registers.base import Instant, Key, NotOnRegister, Record, db


class Print(Record):
    """A paper given out: its number, what it is about, and the digest of its facts.

    When the facts change, the paper that tells the new ones is another, with a number of its own.
    """

    __tablename__ = "print"
    __table_args__ = (
        UniqueConstraint("kind", "year", "number"),
        Index("ix_print_kind_about", "kind", "about", "id"),
        CheckConstraint("number >= 1", name="numbered_from_one"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    kind: Mapped[str]
    year: Mapped[int]
    number: Mapped[int]
    about: Mapped[str]
    impounding_id: Mapped[int | None] = mapped_column(ForeignKey("impounding.id"), index=True)
    facts_sha256: Mapped[str]

    @property
    def of_kind(self) -> Kind:
        """Give its kind."""
        return Kind(self.kind)

    @property
    def written(self) -> str:
        """Give the number as it stands on the paper."""
        return written_number(self.of_kind, self.year, self.number)


class PrintCopy(Record):
    """One time a paper was printed: the first, or a duplicate. `sha256` is that of its PDF."""

    __tablename__ = "print_copy"
    __table_args__ = (
        UniqueConstraint("print_id", "copy"),
        CheckConstraint("copy >= 1", name="counted_from_one"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    print_id: Mapped[int] = mapped_column(ForeignKey("print.id"))
    copy: Mapped[int]
    void: Mapped[str]
    sheet: Mapped[dict[str, Any]] = mapped_column(JSON)
    sha256: Mapped[str] = mapped_column(index=True)
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    office: Mapped[str]
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), unique=True
    )


@dataclass(frozen=True)
class NextCopy:
    """Which number, and which copy of it, the next printing of a paper is."""

    year: int
    number: int
    copy: int


def written_number(kind: Kind, year: int, number: int) -> str:
    """Write the number of a paper: RC-2026-7."""
    return f"{kind.value}-{year}-{number}"


def last_print(kind: Kind, about: str) -> Print | None:
    """Find the last paper of a kind about one thing, if one was given out."""
    found: Print | None = db.session.scalar(
        select(Print)
        .where(Print.kind == kind.value, Print.about == about)
        .order_by(Print.id.desc())
        .limit(1)
    )
    return found


def next_copy(kind: Kind, about: str, facts_sha256: str, year: int) -> NextCopy:
    """Say what the next printing is: one more of the same facts, or a paper with a new number."""
    last = last_print(kind, about)
    if last is not None and last.facts_sha256 == facts_sha256:
        return NextCopy(last.year, last.number, len(copies_of(last.id)) + 1)
    highest = select(func.max(Print.number)).where(Print.kind == kind.value, Print.year == year)
    return NextCopy(year, (db.session.scalar(highest) or 0) + 1, 1)


def prints_about(kind: Kind, about: str) -> list[Print]:
    """List the papers of a kind about one thing, latest first."""
    asked = select(Print).where(Print.kind == kind.value, Print.about == about)
    return list(db.session.scalars(asked.order_by(Print.id.desc())))


def copies_of(print_id: int) -> list[PrintCopy]:
    """List the times one paper was printed, first first."""
    asked = select(PrintCopy).where(PrintCopy.print_id == print_id).order_by(PrintCopy.copy)
    return list(db.session.scalars(asked))


def find_print(kind: Kind, year: int, number: int) -> Print:
    """Find a paper by its number; raise NotOnRegister."""
    found: Print | None = db.session.scalar(
        select(Print).where(Print.kind == kind.value, Print.year == year, Print.number == number)
    )
    if found is None:
        raise NotOnRegister(f"paper {written_number(kind, year, number)}")
    return found


def find_copy(found: Print, copy: int) -> PrintCopy:
    """Find one printing of a paper; raise NotOnRegister."""
    one: PrintCopy | None = db.session.scalar(
        select(PrintCopy).where(PrintCopy.print_id == found.id, PrintCopy.copy == copy)
    )
    if one is None:
        raise NotOnRegister(f"copy {copy} of paper {found.written}")
    return one


def prints_of_case(impounding_id: int) -> list[tuple[Print, PrintCopy]]:
    """List every printing of every paper about a case, in the order in which they were made."""
    asked = (
        select(Print, PrintCopy)
        .join(PrintCopy, PrintCopy.print_id == Print.id)
        .where(Print.impounding_id == impounding_id)
        .order_by(PrintCopy.id)
    )
    return [(one, copy) for one, copy in db.session.execute(asked)]


def print_breaks(folder: Path, whole: Callable[[Path, str], bool] = is_whole) -> Iterator[str]:
    """Give each paper whose kept PDF is gone or altered, and each gap in a series of numbers."""
    asked = select(Print, PrintCopy).join(PrintCopy, PrintCopy.print_id == Print.id)
    for one, copy in db.session.execute(asked.order_by(PrintCopy.id)):
        if not whole(folder, copy.sha256):
            yield f"Paper {one.written}, copy {copy.copy}: its kept PDF is gone or was altered."
    counted = select(Print.kind, Print.year, func.count(), func.max(Print.number)).group_by(
        Print.kind, Print.year
    )
    for kind, year, count, highest in db.session.execute(counted):
        if count != highest:
            yield f"Papers {kind}-{year}: {highest - count} of their numbers are missing."
