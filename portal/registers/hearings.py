"""Hearings of claimants, who came to them, and what was found of each answer about the animal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, UniqueConstraint, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.marks import Agreement, Question
from portal.registers.base import Instant, Key, NotOnRegister, Record, db, on_register
from portal.registers.claims import Claim, ClaimAnswer
from portal.registers.impound import Impounding


class AnswerCompared(Record):
    """What an officer found of one answer when he held it against the register; the last counts."""

    __tablename__ = "answer_compared"
    __table_args__ = (
        CheckConstraint("found IN ('AGREES', 'DIFFERS', 'CANNOT_TELL')", name="finding_named"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    claim_answer_id: Mapped[int] = mapped_column(ForeignKey("claim_answer.id"), index=True)
    found: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)


class Hearing(Record):
    """A day on which the claimants to one surplus are heard."""

    __tablename__ = "hearing"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    lot_id: Mapped[int] = mapped_column(ForeignKey("lot.id"), index=True)
    on: Mapped[date]
    hour: Mapped[str]
    place: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)

    @property
    def written(self) -> str:
        """Give the number people say."""
        return f"H-{self.id}"


class HearingOff(Record):
    """A hearing that does not take place."""

    __tablename__ = "hearing_off"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    hearing_id: Mapped[int] = mapped_column(ForeignKey("hearing.id"), unique=True)
    reason: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)


class Attendance(Record):
    """Whether a claimant came to a hearing, with what was said or shown there."""

    __tablename__ = "attendance"
    __table_args__ = (UniqueConstraint("hearing_id", "claim_id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    hearing_id: Mapped[int] = mapped_column(ForeignKey("hearing.id"))
    claim_id: Mapped[int] = mapped_column(ForeignKey("claim.id"))
    came: Mapped[bool]
    words: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)


@dataclass(frozen=True)
class HearingShown:
    """A hearing with its end, if it was called off, and who came, by claim."""

    hearing: Hearing
    off: HearingOff | None
    came: dict[int, Attendance]


@dataclass(frozen=True)
class Compared:
    """A question, what the claimant answered, what the register has, what the officer found."""

    question: Question
    answer: ClaimAnswer | None
    register: str
    found: Agreement | None


def find_hearing(number: int) -> HearingShown:
    """Find a hearing by its number; raise NotOnRegister."""
    found: Hearing | None = db.session.get(Hearing, number)
    if found is None:
        raise NotOnRegister(f"hearing H-{number}")
    return _shown(found)


def hearings_on(lot_id: int) -> list[HearingShown]:
    """List the hearings on a surplus, first fixed first."""
    fixed = select(Hearing).where(Hearing.lot_id == lot_id).order_by(Hearing.id)
    return [_shown(one) for one in db.session.scalars(fixed)]


def next_hearing(lot_id: int, today: date) -> Hearing | None:
    """Give the hearing that comes next, if one is fixed."""
    coming = [one.hearing for one in hearings_on(lot_id) if not one.off and one.hearing.on >= today]
    return min(coming, key=lambda one: (one.on, one.hour), default=None)


def _shown(hearing: Hearing) -> HearingShown:
    off = db.session.scalar(select(HearingOff).where(HearingOff.hearing_id == hearing.id))
    came = db.session.scalars(select(Attendance).where(Attendance.hearing_id == hearing.id))
    return HearingShown(hearing, off, {one.claim_id: one for one in came})


def find_answer(number: int) -> ClaimAnswer:
    """Find an answer; raise NotOnRegister."""
    return on_register(ClaimAnswer, number, f"answer {number}")


def last_compared(answer_id: int) -> Agreement | None:
    """Give what was last found of an answer, if it was compared."""
    found: str | None = db.session.scalar(
        select(AnswerCompared.found)
        .where(AnswerCompared.claim_answer_id == answer_id)
        .order_by(AnswerCompared.id.desc())
        .limit(1)
    )
    return Agreement[found] if found else None


def comparison(claim: Claim, entry: Impounding) -> list[Compared]:
    """Hold each answer of a claim beside what the register has of it."""
    answered = {Question[one.question]: one for one in claim.answers}
    return [
        Compared(
            question,
            answered.get(question),
            _in_register(question, entry),
            last_compared(answered[question].id) if question in answered else None,
        )
        for question in Question
    ]


def _in_register(question: Question, entry: Impounding) -> str:
    told = {
        Question.LOST: f"{entry.area}, brought in {entry.on:%d-%m-%Y}",
        Question.MARKS: entry.marks,
        Question.EAR_TAG: entry.ear_tag or "",
        Question.COLOUR: entry.colour,
        Question.AGE: ", ".join(one for one in (entry.sex, entry.age) if one),
    }
    return told[question]
