"""What happens to a lot in the ring, and the lot as the next bidder finds it, in one question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    ColumnClause,
    ColumnElement,
    ForeignKey,
    Index,
    Select,
    bindparam,
    exists,
    func,
    literal,
    literal_column,
    select,
    text,
)
from sqlalchemy.orm import Mapped, aliased, mapped_column

from portal.law.bidding import LotStage, Ring
from portal.law.money import Money
from portal.registers.base import Instant, Key, MoneyColumn, Record, db
from portal.registers.bids import Bid, BidNamed, BidStruck, LeftBid, LeftBidEnd
from portal.registers.cards import Card
from portal.registers.prepared import Prepared

# What can happen to a lot. The last of the staging happenings says where the lot stands.
STAGE_AFTER = {
    "in the ring": LotStage.IN_RING,
    "knocked down": LotStage.SOLD,
    "passed": LotStage.PASSED,
    "withdrawn": LotStage.WITHDRAWN,
    "re-opened": LotStage.WAITING,
    # Not offered again in this sale, so never to the second bidder by itself: the animal is due.
    "in default": LotStage.WITHDRAWN,
    "made void": LotStage.WITHDRAWN,
}
FELL = text("what = 'knocked down'")
IN_DEFAULT, MADE_VOID = "in default", "made void"
THE_LATEST = 0  # stands for the number of a bid that was written a moment ago
CALLED, HELD, HOLD_LIFTED = "called", "held", "hold lifted"
STEP_SET, STRUCK_OUT, CARD_NAMED, RE_OPENED = "step set", "struck out", "card named", "re-opened"
# What moves the next bid: a bid offered on a board from before one of these is not taken.
MOVES_PRICE = (*STAGE_AFTER, STEP_SET, STRUCK_OUT)
# What leaves the calls as they are.
LEAVES_CALLS = (CALLED, CARD_NAMED)


class LotHappening(Record):
    """Something that happened to a lot: into the ring, called, knocked down, passed, withdrawn."""

    __tablename__ = "lot_happening"
    __table_args__ = (
        CheckConstraint("(what = 'knocked down') = (bid_id IS NOT NULL)", name="hammer_has_bid"),
        Index("ix_lot_happening_lot_id", "lot_id", "id"),
        Index("ix_lot_happening_hammer", "id", sqlite_where=FELL, postgresql_where=FELL),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    lot_id: Mapped[int] = mapped_column(ForeignKey("lot.id"))
    what: Mapped[str]
    bid_id: Mapped[int | None] = mapped_column(ForeignKey("bid.id"))
    step: Mapped[Money | None] = mapped_column(MoneyColumn)
    reason: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED")
    )
    screening_id: Mapped[int | None] = mapped_column(ForeignKey("screening.id"), default=None)


@dataclass(frozen=True)
class RingNow:
    """A lot as it stands at this moment: what the law asks and what the board shows."""

    stage: LotStage
    step: Money | None
    held: str | None
    calls: int
    version: int
    seen: int
    last_place: int
    bid_id: int | None
    place: int | None
    amount: Money | None
    channel: str | None
    at: datetime | None
    made_at: datetime | None
    card: int | None
    name: str | None
    staged_at: datetime | None
    left_bids: bool

    def ring(self, lot: int, starting_price: Money, step: Money) -> Ring:
        """Give the law what it looks at; the lot's own price and step never change."""
        return Ring(
            lot=lot,
            stage=self.stage,
            starting_price=starting_price,
            step=self.step or step,
            standing_bid=self.amount,
            standing_card=self.card,
            version=self.version,
            seen=self.seen,
            calls=self.calls,
            held=self.held,
            card_wanted=self.bid_id is not None and self.card is None,
        )


def _words(words: Iterable[str]) -> list[ColumnClause[str]]:
    """Put words of our own into the question itself: it is the same question every time."""
    return [literal_column(f"'{word}'") for word in words]


def _question() -> Select[Any]:
    lot = bindparam("lot", type_=Key)
    of_lot = LotHappening.lot_id == lot
    latest = select(LotHappening.id).where(of_lot).order_by(LotHappening.id.desc()).limit(1)
    staging = aliased(LotHappening)
    stepping = aliased(LotHappening)
    holding = aliased(LotHappening)
    named = aliased(Card)
    standing = (
        select(Bid.id)
        .where(Bid.lot_id == lot, ~exists().where(BidStruck.bid_id == Bid.id))
        .order_by(Bid.place.desc())
        .limit(1)
        .scalar_subquery()
    )
    reset = func.coalesce(
        latest.where(LotHappening.what.not_in(_words(LEAVES_CALLS))).scalar_subquery(), 0
    )
    called = (
        select(func.count())
        .select_from(LotHappening)
        .where(
            of_lot,
            LotHappening.what == CALLED,
            LotHappening.id > reset,
            LotHappening.at
            >= func.coalesce(Bid.at, literal(datetime(1, 1, 1, tzinfo=UTC), Instant)),
        )
        .correlate(Bid)
        .scalar_subquery()
    )
    counted = select(func.count()).select_from(LotHappening).where(of_lot)
    one = select(literal(1).label("one")).subquery()
    return (
        select(
            staging.what.label("staged"),
            staging.at.label("staged_at"),
            stepping.step.label("step"),
            holding.what.label("holding"),
            holding.reason.label("held_for"),
            called.label("calls"),
            counted.scalar_subquery().label("happened"),
            counted.where(LotHappening.what.in_(_words(MOVES_PRICE)))
            .scalar_subquery()
            .label("moved"),
            select(func.max(Bid.place))
            .where(Bid.lot_id == lot)
            .correlate(None)
            .scalar_subquery()
            .label("last_place"),
            exists()
            .where(LeftBid.lot_id == lot, ~exists().where(LeftBidEnd.left_bid_id == LeftBid.id))
            .label("left_bids"),
            Bid.id.label("bid_id"),
            Bid.place,
            Bid.amount,
            Bid.channel,
            Bid.at,
            Bid.made_at,
            named.number.label("card"),
            named.name,
        )
        .select_from(one)
        .outerjoin(Bid, Bid.id == standing)
        .outerjoin(BidNamed, BidNamed.bid_id == Bid.id)
        .outerjoin(named, named.id == func.coalesce(Bid.card_id, BidNamed.card_id))
        .outerjoin(
            staging,
            staging.id
            == latest.where(LotHappening.what.in_(_words(STAGE_AFTER))).scalar_subquery(),
        )
        .outerjoin(
            stepping, stepping.id == latest.where(LotHappening.step.is_not(None)).scalar_subquery()
        )
        .outerjoin(
            holding,
            holding.id
            == latest.where(
                LotHappening.what.in_(_words((HELD, HOLD_LIFTED, *STAGE_AFTER)))
            ).scalar_subquery(),
        )
    )


STANDS = Prepared(_question())


def ring_now(lot_id: int) -> RingNow:
    """Ask how a lot stands, in one question whose cost does not grow with the bids."""
    row = STANDS.first(lot=lot_id)
    last = row.last_place or 0
    return RingNow(
        stage=STAGE_AFTER[row.staged] if row.staged else LotStage.WAITING,
        step=row.step,
        held=row.held_for if row.holding == HELD else None,
        calls=row.calls,
        version=last + row.happened,
        seen=last + row.moved,
        last_place=last,
        bid_id=row.bid_id,
        place=row.place,
        amount=row.amount,
        channel=row.channel,
        at=row.at,
        made_at=row.made_at,
        card=row.card,
        name=row.name,
        staged_at=row.staged_at,
        left_bids=row.left_bids,
    )


def hammer_stands() -> ColumnElement[bool]:
    """Hold, in a question about happenings, for a fall of the hammer that was not taken back."""
    later = aliased(LotHappening)
    return (LotHappening.what == "knocked down") & ~exists().where(
        later.lot_id == LotHappening.lot_id,
        later.id > LotHappening.id,
        later.what.in_(STAGE_AFTER),
    )


def happenings(lot_id: int) -> list[LotHappening]:
    """List all that happened to a lot, first first."""
    return list(
        db.session.scalars(
            select(LotHappening).where(LotHappening.lot_id == lot_id).order_by(LotHappening.id)
        )
    )


def what_came_of(fell: LotHappening) -> LotHappening | None:
    """Give what the hammer was followed by: passed on, re-opened, undone; nothing if it stands."""
    found: LotHappening | None = db.session.scalar(
        select(LotHappening)
        .where(
            LotHappening.lot_id == fell.lot_id,
            LotHappening.id > fell.id,
            LotHappening.what.in_(STAGE_AFTER),
        )
        .order_by(LotHappening.id)
        .limit(1)
    )
    return found


def last_staging(lot_id: int) -> LotHappening | None:
    """Give the last happening that says where a lot stands."""
    found: LotHappening | None = db.session.scalar(
        select(LotHappening)
        .where(LotHappening.lot_id == lot_id, LotHappening.what.in_(STAGE_AFTER))
        .order_by(LotHappening.id.desc())
        .limit(1)
    )
    return found
