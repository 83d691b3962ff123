"""The impound register: animals brought in, animals let go, and rows that wait to be mended."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, UniqueConstraint, func, select
from sqlalchemy.orm import Mapped, mapped_column, relationship

from portal.law.cattle import Animals, CattleClass
from portal.law.dues import Stay
from portal.registers.base import Instant, Key, NotOnRegister, Record, db, on_register


class Animal(Record):
    """One kind of animal in an entry, with the number of heads."""

    __tablename__ = "animal"
    __table_args__ = (
        CheckConstraint("head >= 1", name="some_head"),
        CheckConstraint("cattle_class BETWEEN 1 AND 8", name="named_class"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"), init=False, index=True)
    cattle_class: Mapped[int | None]
    head: Mapped[int]

    def animals(self) -> Animals:
        """Give the law what it looks at, and nothing else."""
        named = None if self.cattle_class is None else CattleClass(self.cattle_class)
        return Animals(named, self.head)


class FoundBy(Record):
    """One of the words by which everybody may find an animal; its day stands here for the order."""

    __tablename__ = "found_by"
    __table_args__ = (
        UniqueConstraint("impounding_id", "word"),
        Index("ix_found_by_word_on_impounding_id", "word", "on", "impounding_id"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"), init=False)
    word: Mapped[str]
    on: Mapped[date]


class Impounding(Record):
    """One entry of the register: the animals of one seizure, brought in on one day (R14)."""

    __tablename__ = "impounding"
    __table_args__ = (Index("ix_impounding_on", "on", "id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    number: Mapped[str] = mapped_column(unique=True)
    pound_id: Mapped[int] = mapped_column(ForeignKey("pound.id"))
    on: Mapped[date]
    at: Mapped[datetime | None] = mapped_column(Instant)
    area: Mapped[str]
    kind: Mapped[str]
    kind_written: Mapped[str]
    breed: Mapped[str]
    colour: Mapped[str]
    sex: Mapped[str]
    age: Mapped[str]
    ear_tag: Mapped[str | None] = mapped_column(index=True)
    marks: Mapped[str]
    brought_by: Mapped[str]
    owner_told: Mapped[str]
    pen: Mapped[str]
    remarks: Mapped[str]
    direction_wanted: Mapped[bool]
    taken_by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    recorded_at: Mapped[datetime] = mapped_column(Instant)
    fingerprint: Mapped[str | None] = mapped_column(unique=True)
    animals: Mapped[list[Animal]] = relationship(order_by=Animal.id, lazy="selectin")
    found_by: Mapped[list[FoundBy]] = relationship(init=False, default_factory=list)

    def stay(self, since: date) -> Stay:
        """Give the law what it charges for, from the day that counts (registers.past_days)."""
        return Stay(tuple(one.animals() for one in self.animals), since, self.area)

    @property
    def head(self) -> int:
        """Count the heads."""
        return sum(one.head for one in self.animals)

    @property
    def face(self) -> CattleClass | None:
        """Say which class to draw: that of the first animal named."""
        return self.animals[0].animals().cattle_class if self.animals else None


class Impediment(Record):
    """A reason for which an animal may not be sold now: a court's order, or not fit."""

    __tablename__ = "impediment"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"), index=True)
    reason: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)


class ImpedimentEnd(Record):
    """The end of an impediment."""

    __tablename__ = "impediment_end"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    impediment_id: Mapped[int] = mapped_column(ForeignKey("impediment.id"), unique=True)
    reason: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)


class Release(Record):
    """An animal given back to its owner or his agent on payment, sub-section (1)."""

    __tablename__ = "release"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"), unique=True)
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    receipt_id: Mapped[int] = mapped_column(ForeignKey("receipt.id"), unique=True)
    owner: Mapped[str]
    agent: Mapped[str | None]
    authority: Mapped[str]
    proof_seen: Mapped[str]
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED")
    )


class HeldRow(Record):
    """A row of a register that was read in and is in doubt; kept as written, with its reasons."""

    __tablename__ = "held_row"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    fingerprint: Mapped[str] = mapped_column(unique=True)
    pound_id: Mapped[int] = mapped_column(ForeignKey("pound.id"))
    sheet: Mapped[str]
    line: Mapped[int]
    cells: Mapped[dict[str, str]] = mapped_column(JSON)
    reasons: Mapped[list[dict[str, str]]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(Instant)


class HeldRowEnd(Record):
    """What became of a held row: mended into an entry, or set aside with a reason."""

    __tablename__ = "held_row_end"
    __table_args__ = (
        CheckConstraint("(impounding_id IS NULL) <> (reason = '')", name="mended_or_set_aside"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    held_row_id: Mapped[int] = mapped_column(ForeignKey("held_row.id"), unique=True)
    impounding_id: Mapped[int | None] = mapped_column(ForeignKey("impounding.id"), unique=True)
    reason: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)


def find_impounding(number: str) -> Impounding:
    """Find a case by the number people say; raise NotOnRegister."""
    found: Impounding | None = db.session.scalar(
        select(Impounding).where(Impounding.number == number)
    )
    if found is None:
        raise NotOnRegister(f"case {number}")
    return found


def find_release(impounding_id: int) -> Release | None:
    """Find how an animal was given back, if it was."""
    found: Release | None = db.session.scalar(
        select(Release).where(Release.impounding_id == impounding_id)
    )
    return found


def impediments(impounding_id: int) -> list[Impediment]:
    """List what stops a sale now."""
    standing = (
        select(Impediment)
        .outerjoin(ImpedimentEnd, ImpedimentEnd.impediment_id == Impediment.id)
        .where(Impediment.impounding_id == impounding_id, ImpedimentEnd.id.is_(None))
        .order_by(Impediment.id)
    )
    return list(db.session.scalars(standing))


def find_impediment(impediment_id: int) -> Impediment:
    """Find an impediment; raise NotOnRegister."""
    return on_register(Impediment, impediment_id, f"impediment {impediment_id}")


def held_rows() -> list[HeldRow]:
    """List the rows that still wait for a person, first read first."""
    waiting = (
        select(HeldRow)
        .outerjoin(HeldRowEnd, HeldRowEnd.held_row_id == HeldRow.id)
        .where(HeldRowEnd.id.is_(None))
        .order_by(HeldRow.id)
    )
    return list(db.session.scalars(waiting))


def count_held_rows() -> int:
    """Count the rows that still wait for a person."""
    waiting = (
        select(func.count())
        .select_from(HeldRow)
        .outerjoin(HeldRowEnd, HeldRowEnd.held_row_id == HeldRow.id)
        .where(HeldRowEnd.id.is_(None))
    )
    return db.session.scalar(waiting) or 0


def find_held_row(number: int) -> HeldRow:
    """Find a row that still waits; raise NotOnRegister."""
    found: HeldRow | None = db.session.scalar(
        select(HeldRow)
        .outerjoin(HeldRowEnd, HeldRowEnd.held_row_id == HeldRow.id)
        .where(HeldRow.id == number, HeldRowEnd.id.is_(None))
    )
    if found is None:
        raise NotOnRegister(f"held row {number}")
    return found


def number_is_taken(number: str) -> bool:
    """Tell whether an entry stands under this number."""
    return db.session.scalar(select(Impounding.id).where(Impounding.number == number)) is not None


def next_number(pound_id: int, code: str, year: int) -> int:
    """Give the next number of a pound's entries of a year."""
    before = f"{code}-{year}-" if code else f"{year}-"
    last = db.session.scalar(
        select(Impounding.number)
        .where(
            Impounding.pound_id == pound_id, Impounding.number.startswith(before, autoescape=True)
        )
        .order_by(func.length(Impounding.number).desc(), Impounding.number.desc())
        .limit(1)
    )
    return int(last.removeprefix(before)) + 1 if last else 1


def case_with_tag(ear_tag: str) -> str | None:
    """Give the number of the animal in the pound that wears this ear tag, if one does."""
    found: str | None = db.session.scalar(
        select(Impounding.number)
        .outerjoin(Release, Release.impounding_id == Impounding.id)
        .where(Impounding.ear_tag == ear_tag, Release.id.is_(None))
        .limit(1)
    )
    return found


def fingerprints_known(fingerprints: list[str]) -> set[str]:
    """Tell which of these rows were read in before, taken or held."""
    known: set[str] = set()
    for column in (Impounding.fingerprint, HeldRow.fingerprint):
        known |= set(db.session.scalars(select(column).where(column.in_(fingerprints))))
    return known


def anything_on_register() -> bool:
    """Tell whether any animal was ever entered."""
    return db.session.scalar(select(Impounding.id).order_by(Impounding.id).limit(1)) is not None


def find_impounding_by_id(impounding_id: int) -> Impounding:
    """Find a case; raise NotOnRegister."""
    return on_register(Impounding, impounding_id, f"case with id {impounding_id}")


def numbers_of(impounding_ids: set[int]) -> dict[int, str]:
    """Give the numbers of several cases."""
    found = select(Impounding.id, Impounding.number).where(Impounding.id.in_(impounding_ids))
    return {row.id: row.number for row in db.session.execute(found)}
