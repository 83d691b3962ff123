"""Challans that are undone: one asks with a reason, another approves, a third carries it out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.three_persons import Hand
from portal.registers.approvals import Step, hand
from portal.registers.base import Instant, Key, Record, db
from portal.registers.journal import JournalLine
from portal.registers.ledger import Reversal
from portal.registers.people import find_person
from portal.registers.treasury import Challan, appropriations_carried_twice


class ChallanUndoing(Record):
    """Why a challan is to be undone, and who asked for it."""

    __tablename__ = "challan_undoing"
    __table_args__ = (CheckConstraint("reason <> ''", name="has_a_reason"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    challan_id: Mapped[int] = mapped_column(ForeignKey("challan.id"), unique=True)
    reason: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class ChallanUndoingApproved(Record):
    """The second person's word that a challan is to be undone; it moves nothing."""

    __tablename__ = "challan_undoing_approved"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    challan_undoing_id: Mapped[int] = mapped_column(ForeignKey("challan_undoing.id"), unique=True)
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


@dataclass(frozen=True)
class Undoing:
    """How far the undoing of a challan has come."""

    asked: ChallanUndoing
    approved: ChallanUndoingApproved | None
    done: JournalLine | None

    @property
    def hands(self) -> list[Hand]:
        """Give who has had a hand in it so far."""
        hands = [hand("asked for it", self.asked.by_id)]
        if self.approved is not None:
            hands.append(hand("approved it", self.approved.by_id))
        return hands

    @property
    def steps(self) -> list[Step]:
        """Tell who asked, approved and carried it out, and which step waits."""
        taken = (("Asked", self.asked), ("Approved", self.approved), ("Undone", self.done))
        return [
            Step(words) if row is None else Step(words, find_person(row.by_id).name, row.at)
            for words, row in taken
        ]


def undoing_of(challan: Challan) -> Undoing | None:
    """Find how far the undoing of a challan has come, if anybody asked for it."""
    found = db.session.execute(
        select(ChallanUndoing, ChallanUndoingApproved, JournalLine)
        .outerjoin(
            ChallanUndoingApproved,
            ChallanUndoingApproved.challan_undoing_id == ChallanUndoing.id,
        )
        .outerjoin(Reversal, Reversal.reversed_journal_line_id == challan.journal_line_id)
        .outerjoin(JournalLine, JournalLine.id == Reversal.journal_line_id)
        .where(ChallanUndoing.challan_id == challan.id)
    ).one_or_none()
    return None if found is None else Undoing(*found)


def undoing_breaks() -> Iterator[str]:
    """Give the challans undone by fewer than three persons, and what stands on two challans."""
    undone = (
        select(Challan, JournalLine.by_id)
        .join(Reversal, Reversal.reversed_journal_line_id == Challan.journal_line_id)
        .join(JournalLine, JournalLine.id == Reversal.journal_line_id)
        .order_by(Challan.id)
    )
    for challan, by in db.session.execute(undone):
        undoing = undoing_of(challan)
        if undoing is None or undoing.approved is None:
            yield f"Challan {challan.written} was undone, and nobody asked for it and approved it."
        elif len({undoing.asked.by_id, undoing.approved.by_id, by}) < len(undoing.steps):
            yield f"Challan {challan.written} was undone by fewer than three persons."
    for number in appropriations_carried_twice():
        yield f"Appropriation {number} is on two challans at once."
