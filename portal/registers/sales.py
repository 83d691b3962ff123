"""The sale register: sales, lots, what happened to each lot, and bids."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import (
    ForeignKey,
    Index,
    UniqueConstraint,
    bindparam,
    exists,
    func,
    select,
    tuple_,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from portal.law.bidding import LotStage, Ring
from portal.law.money import Money
from portal.registers.base import (
    Instant,
    Key,
    MoneyColumn,
    NotOnRegister,
    Record,
    db,
    on_register,
    paise,
)
from portal.registers.bids import Bid, BidNamed, standing_bid_of
from portal.registers.cards import Card
from portal.registers.impound import Impounding
from portal.registers.people import Pound
from portal.registers.prepared import Prepared
from portal.registers.ring import STAGE_AFTER, LotHappening, RingNow, last_staging, ring_now
from portal.registers.sale_day import run_order

NOTICE, OPENED, CLOSED = "notice put up", "opened", "closed"
LEFT_BIDS = "left bids taken"
PACE_OF, LEAST_FOR_PACE = 10, 2


class Sale(Record):
    """One auction, on one day, at one yard."""

    __tablename__ = "sale"
    __table_args__ = (Index("ix_sale_on", "on", "id"),)

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
    __table_args__ = (
        UniqueConstraint("sale_id", "what"),
        Index("ix_sale_happening_what", "what", "at", "id"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    sale_id: Mapped[int] = mapped_column(ForeignKey("sale.id"))
    what: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    remark: Mapped[str]


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
        return ring_now(self.id).ring(self.number, self.starting_price, self.step)

    def stage(self) -> LotStage:
        """Say where the lot stands: what happened to it last."""
        last = last_staging(self.id)
        return STAGE_AFTER[last.what] if last else LotStage.WAITING

    def standing_bid(self) -> Bid | None:
        """Give the highest bid that was not struck out."""
        return standing_bid_of(self.id)

    def winning_bid(self) -> Bid | None:
        """Follow the hammer to the bid it fell on, if the lot is sold."""
        last = last_staging(self.id)
        return db.session.get(Bid, last.bid_id) if last and last.bid_id else None

    def hammer(self) -> LotHappening | None:
        """Give the fall of the hammer that stands, if the lot is sold."""
        last = last_staging(self.id)
        return last if last and last.what == "knocked down" else None


@dataclass(frozen=True)
class LotFacts:
    """What never changes of a lot, for the ring, which asks for it at every bid."""

    id: int
    sale: int
    number: int
    impounding_id: int
    starting_price: Money
    step: Money

    def ring(self) -> tuple[RingNow, Ring]:
        """Give how the lot stands now, and of that what the law looks at."""
        stands = ring_now(self.id)
        return stands, stands.ring(self.number, self.starting_price, self.step)


_FACTS = Prepared(
    select(Lot.id, Lot.impounding_id, Lot.starting_price, Lot.step).where(
        Lot.sale_id == bindparam("sale"), Lot.number == bindparam("number")
    )
)


def lot_facts(sale: int, number: int) -> LotFacts:
    """Give what never changes of a lot; raise NotOnRegister.

    Never changed and still asked each time: a database put in the place of another under a running
    portal (a restored one, the next of two hundred lives) would be answered with the old one's.
    """
    row = _FACTS.first(sale=sale, number=number)
    if row is None:
        raise NotOnRegister(f"lot {number} of sale {sale}")
    return LotFacts(row.id, sale, number, row.impounding_id, row.starting_price, row.step)


def find_sale(number: int) -> Sale:
    """Find a sale by its number; raise NotOnRegister."""
    return on_register(Sale, number, f"sale {number}")


@dataclass(frozen=True)
class PageOfSales:
    """A page of the sales, latest day first; the next begins after the sale named, if any."""

    sales: tuple[Sale, ...]
    after: int | None


def sales_page(after: int | None, size: int) -> PageOfSales:
    """List the sales that come after one, latest day first, or from the latest on."""
    asked = select(Sale).order_by(Sale.on.desc(), Sale.id.desc()).limit(size + 1)
    if after is not None:
        last = find_sale(after)
        asked = asked.where(tuple_(Sale.on, Sale.id) < (last.on, last.id))
    found = tuple(db.session.scalars(asked))
    return PageOfSales(found[:size], found[size - 1].id if len(found) > size else None)


def sale_happenings(sale_id: int) -> dict[str, SaleHappening]:
    """Give what happened to a sale, by what it was."""
    found = db.session.scalars(
        select(SaleHappening).where(SaleHappening.sale_id == sale_id).order_by(SaleHappening.id)
    )
    return {one.what: one for one in found}


def happened_at(sale_ids: Iterable[int]) -> dict[int, frozenset[str]]:
    """Tell of some sales what happened to each, in one question."""
    found: dict[int, set[str]] = {}
    asked = select(SaleHappening.sale_id, SaleHappening.what)
    for sale, what in db.session.execute(asked.where(SaleHappening.sale_id.in_(list(sale_ids)))):
        found.setdefault(sale, set()).add(what)
    return {sale: frozenset(whats) for sale, whats in found.items()}


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


def in_run_order(sale_id: int) -> list[Lot]:
    """List the lots of a sale in the order they run; by number where none was set."""
    places = {number: place for place, number in enumerate(run_order(sale_id))}
    lots = lots_of(sale_id)
    return sorted(lots, key=lambda lot: (places.get(lot.number, len(lots)), lot.number))


@dataclass(frozen=True)
class Pace:
    """How long a sale will still run, by its last lots."""

    left: int
    minutes: int


def pace(sale_id: int, left: int) -> Pace | None:
    """Reckon from the last ten lots that ended how long the rest takes; none without two."""
    moments = db.session.execute(
        select(LotHappening.what, LotHappening.at)
        .join(Lot, Lot.id == LotHappening.lot_id)
        .where(
            Lot.sale_id == sale_id,
            LotHappening.what.in_(("in the ring", "knocked down", "passed", "withdrawn")),
        )
        .order_by(LotHappening.id)
    ).all()
    begun = [at for what, at in moments if what == "in the ring"]
    ended = [at for what, at in moments if what != "in the ring"]
    many = min(len(begun), len(ended), PACE_OF)
    if many < LEAST_FOR_PACE:
        return None
    each = (ended[-1] - begun[-many]) / many
    return Pace(left, max(1, round(each * left / timedelta(minutes=1))))


def lots_of_case(impounding_id: int) -> list[Lot]:
    """List every lot in which a case was ever put up, first first."""
    return list(
        db.session.scalars(select(Lot).where(Lot.impounding_id == impounding_id).order_by(Lot.id))
    )


def find_lot_by_id(lot_id: int) -> Lot:
    """Find a lot; raise NotOnRegister."""
    return on_register(Lot, lot_id, f"lot {lot_id}")


def lot_in_ring(sale_id: int) -> Lot | None:
    """Give the lot that is in the ring at a sale, if one is."""
    return next((lot for lot in lots_of(sale_id) if lot.stage() is LotStage.IN_RING), None)


def lots_won(card_id: int) -> list[Lot]:
    """List the lots that were knocked down to a card and stand so."""
    named = exists().where(BidNamed.bid_id == Bid.id, BidNamed.card_id == card_id)
    bought = select(Bid.lot_id).where(
        (Bid.card_id == card_id) | named, exists().where(LotHappening.bid_id == Bid.id)
    )
    lots = db.session.scalars(select(Lot).where(Lot.id.in_(bought)).order_by(Lot.number))
    return [
        lot for lot in lots if (won := lot.winning_bid()) is not None and won.card.id == card_id
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
