"""Bids on lots, what was struck out or named later, bids left beforehand, and bidders' limits."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    CheckConstraint,
    ColumnElement,
    ForeignKey,
    Index,
    UniqueConstraint,
    exists,
    func,
    select,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from portal.law.money import Money
from portal.registers.base import Instant, Key, MoneyColumn, Record, db, paise
from portal.registers.cards import Card

# By which way a bid came. A bid of the RING has its card named before the hammer falls.
FLOOR, RING, PHONE, LEFT = "floor", "ring", "phone", "left"


class BidNamed(Record):
    """The card that a bid of the ring belongs to, named before the hammer."""

    __tablename__ = "bid_named"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    bid_id: Mapped[int] = mapped_column(ForeignKey("bid.id"), unique=True)
    card_id: Mapped[int] = mapped_column(ForeignKey("card.id"))
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    card: Mapped[Card] = relationship(init=False, lazy="joined")


class Bid(Record):
    """A bid that was taken. Bids are added, never changed; a wrong one is struck out.

    `at` is when it was recorded. `made_at` stands only on a bid entered late: when it was made.
    """

    __tablename__ = "bid"
    __table_args__ = (
        UniqueConstraint("lot_id", "place"),
        UniqueConstraint("lot_id", "key"),
        Index("ix_bid_card_id", "card_id", "lot_id"),
        CheckConstraint("card_id IS NOT NULL OR channel = 'ring'", name="has_a_card"),
        paise("amount", above=0),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    lot_id: Mapped[int] = mapped_column(ForeignKey("lot.id"))
    place: Mapped[int]
    card_id: Mapped[int | None] = mapped_column(ForeignKey("card.id"))
    amount: Mapped[Money] = mapped_column(MoneyColumn)
    channel: Mapped[str]
    key: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    made_at: Mapped[datetime | None] = mapped_column(Instant, default=None)
    own_card: Mapped[Card | None] = relationship(init=False, lazy="joined")
    named: Mapped[BidNamed | None] = relationship(init=False, lazy="joined", viewonly=True)

    @property
    def card_if_named(self) -> Card | None:
        """Give the card, or nothing while a bid of the ring waits for its name."""
        return self.own_card or (self.named.card if self.named else None)

    @property
    def card(self) -> Card:
        """Give the card; raise LookupError while a bid of the ring waits for its name."""
        card = self.card_if_named
        if card is None:
            raise LookupError(f"bid {self.place} has no card yet")
        return card


class BidStruck(Record):
    """A bid struck out by the auctioneer, with the reason; the bid stays in the list."""

    __tablename__ = "bid_struck"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    bid_id: Mapped[int] = mapped_column(ForeignKey("bid.id"), unique=True)
    reason: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class LeftBid(Record):
    """A bid left beforehand: it goes up by itself, one step at a time, to its most."""

    __tablename__ = "left_bid"
    __table_args__ = (UniqueConstraint("lot_id", "key"), paise("most", above=0))

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    lot_id: Mapped[int] = mapped_column(ForeignKey("lot.id"))
    card_id: Mapped[int] = mapped_column(ForeignKey("card.id"))
    most: Mapped[Money] = mapped_column(MoneyColumn)
    key: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    card: Mapped[Card] = relationship(init=False, lazy="joined")


class LeftBidEnd(Record):
    """A left bid taken back, or put in the place of by a later one of the same card."""

    __tablename__ = "left_bid_end"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    left_bid_id: Mapped[int] = mapped_column(ForeignKey("left_bid.id"), unique=True)
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class CardLimit(Record):
    """A bidder's own ceiling at one sale; the last one counts, and nothing takes it away."""

    __tablename__ = "card_limit"
    __table_args__ = (Index("ix_card_limit_card_id", "card_id", "id"), paise("most", above=0))

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    card_id: Mapped[int] = mapped_column(ForeignKey("card.id"))
    most: Mapped[Money | None] = mapped_column(MoneyColumn)
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


def bid_by(card_id: int) -> ColumnElement[bool]:
    """Hold, in a question about bids, for those of a card, whether given with it or named later."""
    named = exists().where(BidNamed.bid_id == Bid.id, BidNamed.card_id == card_id)
    return (Bid.card_id == card_id) | named


def bids_on(lot_id: int, how_many: int | None = None) -> list[tuple[Bid, BidStruck | None]]:
    """List the bids on a lot, struck ones too, latest first; all, or the latest few."""
    found = db.session.execute(
        select(Bid, BidStruck)
        .outerjoin(BidStruck, BidStruck.bid_id == Bid.id)
        .where(Bid.lot_id == lot_id)
        .order_by(Bid.place.desc())
        .limit(how_many)
    )
    return [(bid, struck) for bid, struck in found]


def bids_before(lot_id: int, place: int, how_many: int) -> list[tuple[Bid, BidStruck | None]]:
    """List the bids on a lot before a place, struck ones too, latest first."""
    found = db.session.execute(
        select(Bid, BidStruck)
        .outerjoin(BidStruck, BidStruck.bid_id == Bid.id)
        .where(Bid.lot_id == lot_id, Bid.place < place)
        .order_by(Bid.place.desc())
        .limit(how_many)
    )
    return [(bid, struck) for bid, struck in found]


def find_bid_by_key(lot_id: int, key: str) -> Bid | None:
    """Find what became of a bid by the key its button carried."""
    found: Bid | None = db.session.scalar(select(Bid).where(Bid.lot_id == lot_id, Bid.key == key))
    return found


def is_struck(bid_id: int) -> bool:
    """Tell whether a bid was struck out."""
    return bool(db.session.scalar(select(exists().where(BidStruck.bid_id == bid_id))))


def standing_bid_of(lot_id: int) -> Bid | None:
    """Give the bid that stands: the latest that was not struck out.

    Only the bid that stands can be struck out and every bid goes above it, so the latest is also
    the highest; asked so, ten thousand bids cost no more than one.
    """
    found: Bid | None = db.session.scalar(
        select(Bid)
        .where(Bid.lot_id == lot_id, ~exists().where(BidStruck.bid_id == Bid.id))
        .order_by(Bid.place.desc())
        .limit(1)
    )
    return found


def last_place(lot_id: int) -> int:
    """Give the place of the last bid on a lot; 0 if there is none."""
    return db.session.scalar(select(func.max(Bid.place)).where(Bid.lot_id == lot_id)) or 0


def left_bids_on(lot_id: int) -> list[LeftBid]:
    """List the left bids of a lot that stand, highest first, and of equals the earlier first."""
    return list(
        db.session.scalars(
            select(LeftBid)
            .where(LeftBid.lot_id == lot_id, ~exists().where(LeftBidEnd.left_bid_id == LeftBid.id))
            .order_by(LeftBid.most.desc(), LeftBid.id)
        )
    )


def left_bid_of(lot_id: int, card_id: int) -> LeftBid | None:
    """Find the left bid of a card on a lot that stands, if there is one."""
    return next((one for one in left_bids_on(lot_id) if one.card_id == card_id), None)


def limit_of(card_id: int) -> Money | None:
    """Give a bidder's own ceiling, if he set one."""
    found: Money | None = db.session.scalar(
        select(CardLimit.most)
        .where(CardLimit.card_id == card_id)
        .order_by(CardLimit.id.desc())
        .limit(1)
    )
    return found
