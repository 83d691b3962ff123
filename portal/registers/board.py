"""The board: all that the yard, the phones and the ring see of a lot at one moment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import bindparam, func, select

from portal.law.bidding import LotStage, Ring
from portal.registers.bids import Bid, BidNamed
from portal.registers.cards import Card
from portal.registers.prepared import Prepared
from portal.registers.redeeming import held_at, holds_over
from portal.registers.ring import LotHappening, RingNow
from portal.registers.sale_day import Announcement
from portal.registers.sales import Lot, LotFacts, lot_facts


@dataclass(frozen=True)
class Told:
    """The last announcement at a sale."""

    message: str
    words: str
    at: datetime


@dataclass(frozen=True)
class Board:
    """A lot as everybody sees it.

    `version` counts all that changed: announcements, and holds that ended by themselves, too.
    """

    lot: LotFacts
    ring: Ring
    stands: RingNow
    version: int
    told: Told | None
    told_so_far: int
    holds_over: int
    in_ring: int | None
    cards: frozenset[int]

    @property
    def is_live(self) -> bool:
        """Tell whether the lot is being sold at this moment."""
        return self.ring.stage is LotStage.IN_RING

    def after(self, stands: RingNow, card: int | None) -> Board:
        """Give the board as a bid leaves it."""
        ring = stands.ring(self.lot.number, self.lot.starting_price, self.lot.step)
        return replace(
            self,
            ring=ring,
            stands=stands,
            version=ring.version + self.told_so_far + self.holds_over,
            cards=self.cards if card is None else self.cards | {card},
        )


_TOLD = Prepared(
    select(
        Announcement.message,
        Announcement.words,
        Announcement.at,
        select(func.count())
        .select_from(Announcement)
        .where(Announcement.sale_id == bindparam("sale"))
        .scalar_subquery()
        .label("counted"),
    )
    .where(Announcement.sale_id == bindparam("sale"))
    .order_by(Announcement.id.desc())
    .limit(1)
)
_LAST_STAGING = (
    select(func.max(LotHappening.id))
    .join(Lot, Lot.id == LotHappening.lot_id)
    .where(Lot.sale_id == bindparam("sale"), LotHappening.what == "in the ring")
    .scalar_subquery()
)
_BROUGHT_IN_LAST = Prepared(
    select(Lot.number)
    .join(LotHappening, LotHappening.lot_id == Lot.id)
    .where(LotHappening.id == _LAST_STAGING)
)
_BIDDERS_SINCE = Prepared(
    select(Card.number)
    .join(Bid, Bid.card_id == Card.id)
    .where(Bid.lot_id == bindparam("lot"), Bid.place > bindparam("place"))
    .distinct()
)
_NAMED = Prepared(
    select(Card.number)
    .join(BidNamed, BidNamed.card_id == Card.id)
    .join(Bid, Bid.id == BidNamed.bid_id)
    .where(Bid.lot_id == bindparam("lot"))
)


def look(sale: int, lot: int, now: datetime, before: Board | None = None) -> Board:
    """Look at a lot as it stands `now`; raise NotOnRegister.

    With the board `before`, only newer bidders are asked.
    """
    facts = before.lot if before else lot_facts(sale, lot)
    stands, ring = facts.ring()
    told = _TOLD.first(sale=sale)
    told_so_far = told.counted if told else 0
    over = holds_over(facts.id, now)
    version = ring.version + told_so_far + over
    if before is not None and before.version == version:
        return before
    since = before.stands.last_place if before else 0
    bidders = {one.number for one in _BIDDERS_SINCE.all(lot=facts.id, place=since)}
    named = {one.number for one in _NAMED.all(lot=facts.id)}
    brought = _BROUGHT_IN_LAST.first(sale=sale)
    return Board(
        lot=facts,
        ring=held_at(ring, facts.id, now),
        stands=stands,
        version=version,
        told=Told(told.message, told.words, told.at) if told else None,
        told_so_far=told_so_far,
        holds_over=over,
        in_ring=brought.number if brought else None,
        cards=(before.cards if before else frozenset()) | bidders | named,
    )
