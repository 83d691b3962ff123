"""The sale register: sales, lots, what happened to each lot, and bids."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    Index,
    UniqueConstraint,
    exists,
    func,
    select,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from portal.law.bidding import LotStage, Ring
from portal.law.money import Money
from portal.registers.base import Instant, Key, MoneyColumn, NotOnRegister, Record, db, paise
from portal.registers.cards import Card
from portal.registers.impound import Impounding
from portal.registers.people import Pound

# What can happen to a lot. The last of the staging happenings says where the lot stands.
STAGE_AFTER = {
    "in the ring": LotStage.IN_RING,
    "knocked down": LotStage.SOLD,
    "passed": LotStage.PASSED,
    "withdrawn": LotStage.WITHDRAWN,
}
NOTICE, OPENED, CLOSED = "notice put up", "opened", "closed"


class Sale(Record):
    """One auction, on one day, at one yard."""

    __tablename__ = "sale"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    pound_id: Mapped[int] = mapped_column(ForeignKey("pound.id"))
    on: Mapped[date]
    hour: Mapped[str]
    place: Mapped[str]
    terms: Mapped[str]
    pound: Mapped[Pound] = relationship(init=False, lazy="joined")

    @property
    def number(self) -> int:
        """Give the number people say."""
        return self.id


class SaleHappening(Record):
    """A notice put up, a sale opened, a sale closed."""

    __tablename__ = "sale_happening"
    __table_args__ = (UniqueConstraint("sale_id", "what"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    sale_id: Mapped[int] = mapped_column(ForeignKey("sale.id"))
    what: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    remark: Mapped[str]


class Bid(Record):
    """A bid that was taken. Bids are added, never changed; a wrong one is struck out."""

    __tablename__ = "bid"
    __table_args__ = (
        UniqueConstraint("lot_id", "place"),
        UniqueConstraint("lot_id", "key"),
        paise("amount", above=0),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    lot_id: Mapped[int] = mapped_column(ForeignKey("lot.id"))
    place: Mapped[int]
    card_id: Mapped[int] = mapped_column(ForeignKey("card.id"))
    amount: Mapped[Money] = mapped_column(MoneyColumn)
    channel: Mapped[str]
    key: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    card: Mapped[Card] = relationship(init=False, lazy="joined")


class BidStruck(Record):
    """A bid struck out by the auctioneer, with the reason; the bid stays in the list."""

    __tablename__ = "bid_struck"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    bid_id: Mapped[int] = mapped_column(ForeignKey("bid.id"), unique=True)
    reason: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class LotHappening(Record):
    """Something that happened to a lot: into the ring, called, knocked down, passed, withdrawn."""

    __tablename__ = "lot_happening"
    __table_args__ = (
        CheckConstraint("(what = 'knocked down') = (bid_id IS NOT NULL)", name="hammer_has_bid"),
        Index("ix_lot_happening_lot_id", "lot_id", "id"),
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


class Lot(Record):
    """The animals of one seizure, put up together at a sale (R14)."""

    __tablename__ = "lot"
    __table_args__ = (
        UniqueConstraint("sale_id", "number"),
        UniqueConstraint("sale_id", "impounding_id"),
        paise("starting_price", above=0),
        paise("step", above=0),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    sale_id: Mapped[int] = mapped_column(ForeignKey("sale.id"))
    number: Mapped[int]
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"), index=True)
    starting_price: Mapped[Money] = mapped_column(MoneyColumn)
    step: Mapped[Money] = mapped_column(MoneyColumn)
    sale: Mapped[Sale] = relationship(init=False, lazy="joined")
    impounding: Mapped[Impounding] = relationship(init=False, lazy="joined")

    def ring(self) -> Ring:
        """Give the law what it looks at, and nothing else."""
        standing = self.standing_bid()
        return Ring(
            lot=self.number,
            stage=self.stage(),
            starting_price=self.starting_price,
            step=self.step_now(),
            standing_bid=standing.amount if standing else None,
            standing_card=standing.card.number if standing else None,
            version=self.version(),
        )

    def stage(self) -> LotStage:
        """Say where the lot stands: what happened to it last."""
        last = last_staging(self.id)
        return STAGE_AFTER[last.what] if last else LotStage.WAITING

    def standing_bid(self) -> Bid | None:
        """Give the highest bid that was not struck out."""
        found: Bid | None = db.session.scalar(
            select(Bid)
            .outerjoin(BidStruck, BidStruck.bid_id == Bid.id)
            .where(Bid.lot_id == self.id, BidStruck.id.is_(None))
            .order_by(Bid.amount.desc())
            .limit(1)
        )
        return found

    def step_now(self) -> Money:
        """Give the step in force: the last one set in the ring, or the lot's own."""
        found = db.session.scalar(
            select(LotHappening.step)
            .where(LotHappening.lot_id == self.id, LotHappening.step.is_not(None))
            .order_by(LotHappening.id.desc())
            .limit(1)
        )
        return found or self.step

    def call(self) -> int:
        """Count the calls (once, twice) since the last bid, strike or staging."""
        last_bid = db.session.scalar(select(func.max(Bid.at)).where(Bid.lot_id == self.id))
        calls = 0
        for happening in reversed(happenings(self.id)):
            if happening.what != "called" or (last_bid and happening.at < last_bid):
                break
            calls += 1
        return calls

    def version(self) -> int:
        """Count all that changed on the board: bids, struck bids and happenings."""
        counted = (
            select(func.count()).select_from(Bid).where(Bid.lot_id == self.id).scalar_subquery(),
            select(func.count())
            .select_from(BidStruck)
            .join(Bid, Bid.id == BidStruck.bid_id)
            .where(Bid.lot_id == self.id)
            .scalar_subquery(),
            select(func.count())
            .select_from(LotHappening)
            .where(LotHappening.lot_id == self.id)
            .scalar_subquery(),
        )
        return sum(db.session.execute(select(*counted)).one())

    def winning_bid(self) -> Bid | None:
        """Follow the hammer to the bid it fell on, if the lot is sold."""
        last = last_staging(self.id)
        return db.session.get(Bid, last.bid_id) if last and last.bid_id else None

    def hammer(self) -> LotHappening | None:
        """Give the fall of the hammer that stands, if the lot is sold."""
        last = last_staging(self.id)
        return last if last and last.what == "knocked down" else None


def find_sale(number: int) -> Sale:
    """Find a sale by its number; raise NotOnRegister."""
    found: Sale | None = db.session.get(Sale, number)
    if found is None:
        raise NotOnRegister(f"sale {number}")
    return found


def sales() -> list[Sale]:
    """List the sales, latest day first."""
    return list(db.session.scalars(select(Sale).order_by(Sale.on.desc(), Sale.id.desc())))


def sale_happenings(sale_id: int) -> dict[str, SaleHappening]:
    """Give what happened to a sale, by what it was."""
    found = db.session.scalars(
        select(SaleHappening).where(SaleHappening.sale_id == sale_id).order_by(SaleHappening.id)
    )
    return {one.what: one for one in found}


def find_lot(sale: int, number: int) -> Lot:
    """Find a lot of a sale by the number on its ear tag; raise NotOnRegister."""
    found: Lot | None = db.session.scalar(
        select(Lot).where(Lot.sale_id == sale, Lot.number == number)
    )
    if found is None:
        raise NotOnRegister(f"lot {number} of sale {sale}")
    return found


def lots_of(sale_id: int) -> list[Lot]:
    """List the lots of a sale in the order of their numbers."""
    return list(db.session.scalars(select(Lot).where(Lot.sale_id == sale_id).order_by(Lot.number)))


def lots_of_case(impounding_id: int) -> list[Lot]:
    """List every lot in which a case was ever put up, first first."""
    return list(
        db.session.scalars(select(Lot).where(Lot.impounding_id == impounding_id).order_by(Lot.id))
    )


def find_lot_by_id(lot_id: int) -> Lot:
    """Find a lot; raise NotOnRegister."""
    found: Lot | None = db.session.get(Lot, lot_id)
    if found is None:
        raise NotOnRegister(f"lot {lot_id}")
    return found


def happenings(lot_id: int) -> list[LotHappening]:
    """List all that happened to a lot, first first."""
    return list(
        db.session.scalars(
            select(LotHappening).where(LotHappening.lot_id == lot_id).order_by(LotHappening.id)
        )
    )


def last_staging(lot_id: int) -> LotHappening | None:
    """Give the last happening that says where a lot stands."""
    found: LotHappening | None = db.session.scalar(
        select(LotHappening)
        .where(LotHappening.lot_id == lot_id, LotHappening.what.in_(STAGE_AFTER))
        .order_by(LotHappening.id.desc())
        .limit(1)
    )
    return found


def lot_in_ring(sale_id: int) -> Lot | None:
    """Give the lot that is in the ring at a sale, if one is."""
    return next((lot for lot in lots_of(sale_id) if lot.stage() is LotStage.IN_RING), None)


def bids_on(lot_id: int) -> list[tuple[Bid, BidStruck | None]]:
    """List every bid on a lot, struck ones too, latest first."""
    found = db.session.execute(
        select(Bid, BidStruck)
        .outerjoin(BidStruck, BidStruck.bid_id == Bid.id)
        .where(Bid.lot_id == lot_id)
        .order_by(Bid.place.desc())
    )
    return [(bid, struck) for bid, struck in found]


def find_bid_by_key(lot_id: int, key: str) -> Bid | None:
    """Find what became of a bid by the key its button carried."""
    found: Bid | None = db.session.scalar(select(Bid).where(Bid.lot_id == lot_id, Bid.key == key))
    return found


def is_struck(bid_id: int) -> bool:
    """Tell whether a bid was struck out."""
    return bool(db.session.scalar(select(exists().where(BidStruck.bid_id == bid_id))))


def next_place(lot_id: int) -> int:
    """Give the place, in the order of bids on a lot, that the next bid takes."""
    return 1 + (db.session.scalar(select(func.max(Bid.place)).where(Bid.lot_id == lot_id)) or 0)


def lots_won(card_id: int) -> list[Lot]:
    """List the lots that were knocked down to a card and stand so."""
    bought = select(Bid.lot_id).where(
        Bid.card_id == card_id, exists().where(LotHappening.bid_id == Bid.id)
    )
    lots = db.session.scalars(select(Lot).where(Lot.id.in_(bought)).order_by(Lot.number))
    return [
        lot for lot in lots if (won := lot.winning_bid()) is not None and won.card_id == card_id
    ]


def cards_by_last_bid(sale_id: int, lot_id: int, how_many: int) -> list[Card]:
    """List the cards of a sale: those that bid on this lot last come first, then by number."""
    latest = (
        select(Bid.card_id, func.max(Bid.place).label("place"))
        .where(Bid.lot_id == lot_id)
        .group_by(Bid.card_id)
        .subquery()
    )
    ordered = (
        select(Card)
        .outerjoin(latest, latest.c.card_id == Card.id)
        .where(Card.sale_id == sale_id)
        .order_by(func.coalesce(latest.c.place, 0).desc(), Card.number)
        .limit(how_many)
    )
    return list(db.session.scalars(ordered))
