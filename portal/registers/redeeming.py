"""Owners at the counter: what they told before they paid, and the ring that was held for them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

from sqlalchemy import JSON, ForeignKey, Index, bindparam, func, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.bidding import Ring
from portal.law.four_questions import Marks
from portal.registers.base import Instant, Key, Record, db, on_register
from portal.registers.impound import Impounding, find_impounding
from portal.registers.prepared import Prepared
from portal.registers.ring import HELD, HOLD_LIFTED, STAGE_AFTER, LotHappening


class CounterVisit(Record):
    """Somebody who came to the counter and said that an animal is his, or his principal's."""

    __tablename__ = "counter_visit"
    __table_args__ = (Index("ix_counter_visit_impounding_id", "impounding_id", "id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"))
    owner: Mapped[str]
    phone: Mapped[str]
    agent: Mapped[str]
    authority: Mapped[str]
    told: Mapped[dict[str, str]] = mapped_column(JSON)
    agree: Mapped[int]
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))

    @property
    def asked(self) -> int:
        """Give how many questions about the marks were put to him."""
        return len(self.told)


class OwnerHold(Record):
    """A hold of the ring for an owner who is paying, and when it is over by itself."""

    __tablename__ = "owner_hold"
    __table_args__ = (Index("ix_owner_hold_lot_id", "lot_id", "id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    happening_id: Mapped[int] = mapped_column(ForeignKey("lot_happening.id"), unique=True)
    lot_id: Mapped[int] = mapped_column(ForeignKey("lot.id"))
    until: Mapped[datetime] = mapped_column(Instant)


def find_visit(number: int) -> CounterVisit:
    """Find what somebody told at the counter; raise NotOnRegister."""
    return on_register(CounterVisit, number, f"visit {number}")


def last_visit(impounding_id: int) -> CounterVisit | None:
    """Find who came to the counter last for an animal, if anybody did."""
    found: CounterVisit | None = db.session.scalar(
        select(CounterVisit)
        .where(CounterVisit.impounding_id == impounding_id)
        .order_by(CounterVisit.id.desc())
        .limit(1)
    )
    return found


def owners_named(impounding_id: int) -> int:
    """Count by how many different names an animal was asked for at the counter."""
    names = select(func.count(func.distinct(func.lower(CounterVisit.owner)))).where(
        CounterVisit.impounding_id == impounding_id
    )
    return db.session.scalar(names) or 0


def owner_hold_on(lot_id: int) -> OwnerHold | None:
    """Find the hold of a lot for an owner who is paying, if that is what stops bidding now."""
    last = db.session.scalar(
        select(LotHappening)
        .where(
            LotHappening.lot_id == lot_id,
            LotHappening.what.in_((HELD, HOLD_LIFTED, *STAGE_AFTER)),
        )
        .order_by(LotHappening.id.desc())
        .limit(1)
    )
    if last is None or last.what != HELD:
        return None
    found: OwnerHold | None = db.session.scalar(
        select(OwnerHold).where(OwnerHold.happening_id == last.id)
    )
    return found


def held_at(ring: Ring, lot_id: int, now: datetime) -> Ring:
    """Give a lot as it stands at an instant: a hold for an owner whose time is over holds nothing.

    It ends by itself, without an act: the hold says until when it lasts.
    """
    if ring.held is None:
        return ring
    hold = owner_hold_on(lot_id)
    return ring if hold is None or now < hold.until else replace(ring, held=None)


_HOLDS_OVER = Prepared(
    select(func.count().label("counted"))
    .select_from(OwnerHold)
    .where(
        OwnerHold.lot_id == bindparam("lot", type_=Key),
        OwnerHold.until <= bindparam("now", type_=Instant),
    )
)


def holds_over(lot_id: int, now: datetime) -> int:
    """Count the holds of a lot for an owner whose time is over.

    Such a hold ends without an act, so nothing else counts up when it does: boards add this number
    to their version, or who looks again would be told that nothing has changed.
    """
    counted: int = _HOLDS_OVER.first(lot=lot_id, now=now).counted
    return counted


def marks_written(impounding: Impounding) -> Marks:
    """Give what the register has by which an owner knows his animal."""
    return Marks(
        colour=impounding.colour,
        sex=f"{impounding.sex} {impounding.kind}",
        marks=impounding.marks,
        ear_tag=impounding.ear_tag or "",
    )


def told_before(case: str, visit: int | None) -> dict[str, str]:
    """Give what somebody told at the counter about a case, as a claim begins with it.

    Nothing, for a visit about another case: a number in an address opens nothing else.
    """
    found = db.session.get(CounterVisit, visit) if visit is not None else None
    if found is None or found.impounding_id != find_impounding(case).id:
        return {}
    marks = "; ".join(
        f"{name.replace('_', ' ')}: {said}" for name, said in found.told.items() if said
    )
    agent = f"{found.agent} came for the owner ({found.authority}). " if found.agent else ""
    says = f"{agent}Told at the counter: {marks}." if marks else agent.strip()
    return {"name": found.owner, "phone": found.phone, "says": says}
