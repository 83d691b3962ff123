"""Bids: one way in for the floor, the phone and bids left beforehand; a bidder's own limit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import insert

from portal.actions.official import Act, official_act
from portal.actions.screening import outcome_at_bid
from portal.law.bidding import (
    Left,
    LotStage,
    Ring,
    answers_of_left_bids,
    require_bid_stands,
    require_in_ring,
    require_ring_heard,
    require_within_limit,
)
from portal.law.deposits import require_deposit
from portal.law.money import Money
from portal.law.offices import Duty
from portal.law.purchasers import require_may_purchase
from portal.law.refusals import LotNotInRing
from portal.law.refusals_of_books import BidMoved, NothingChanged
from portal.law.refusals_of_ring import (
    LeftBidsNotTaken,
    LeftBidTooLow,
    MadeAtImpossible,
    NoCardForSale,
    NoLeftBid,
)
from portal.law.screening import Outcome
from portal.registers.base import db
from portal.registers.bidders import BidderCard, bidder_card, card_of_person, same_bid
from portal.registers.bids import (
    FLOOR,
    LEFT,
    PHONE,
    RING,
    Bid,
    CardLimit,
    LeftBid,
    LeftBidEnd,
    left_bid_of,
    left_bids_on,
)
from portal.registers.prepared import Prepared
from portal.registers.redeeming import held_at
from portal.registers.ring import THE_LATEST, RingNow, ring_now
from portal.registers.sales import LEFT_BIDS, LotFacts, find_lot, lot_facts, sale_happenings

_WRITE_BID = Prepared(
    insert(Bid),
    ("lot_id", "place", "card_id", "amount", "channel", "key", "at", "by_id", "made_at"),
)


@dataclass(frozen=True)
class Taken:
    """A bid that was taken, as recorded. `stands` is the lot after it; none if sent before."""

    place: int
    amount: Money
    card: int | None
    at: datetime
    stands: RingNow | None = None


@dataclass(frozen=True)
class Offer:
    """A bid as somebody makes it: what he says, on which price, by which way."""

    bidder: BidderCard | None
    amount: Money
    seen: int
    key: str
    channel: str
    sure: bool = False
    made_at: datetime | None = None

    @property
    def card(self) -> int | None:
        """Give the number of the card; none for a bid of the ring."""
        return self.bidder.number if self.bidder else None

    @property
    def card_id(self) -> int | None:
        """Give the row of the card; none for a bid of the ring."""
        return self.bidder.id if self.bidder else None


@official_act(Duty.RECORD_BIDS, cites="3")
def place_floor_bid(
    act: Act,
    *,
    sale: int,
    lot: int,
    card: int | None,
    amount: Money,
    seen: int,
    key: str,
    sure: bool = False,
    made_at: datetime | None = None,
) -> Taken:
    """Take a bid made in the ring, exactly as said, or refuse it; it is never changed.

    `key` is the button's own: the same bid sent twice is one bid and gets the same answer. `seen`
    is what had moved the price when the button was made. Without a `card` it is a bid of the ring,
    named before the hammer. `made_at`: the bid was made while the link was cut and is entered
    late, with both times. Raises PriceMoved, NotAStep, NotSure, CardAlreadyLeads, LotNotInRing,
    BiddingHeld, HammerFallen, PurchaserBarred, MadeAtImpossible, BidMoved for a key used before.
    """
    facts = lot_facts(sale, lot)
    bidder = bidder_card(facts.sale, card, act.on) if card is not None else None
    channel = FLOOR if bidder else RING
    return _take(act, facts, Offer(bidder, amount, seen, key, channel, sure, made_at))


@official_act(Duty.BID, cites="3")
def place_phone_bid(
    act: Act,
    *,
    sale: int,
    lot: int,
    amount: Money,
    seen: int,
    key: str,
    sure: bool = False,
    ring_heard_at: datetime | None = None,
) -> Taken:
    """Take a bid from the phone of somebody who has a card of the sale; the card is his own.

    `ring_heard_at` is when the screen of the ring last reported itself, if it ever did. Raises
    what a floor bid raises, and NoCardForSale, OverOwnLimit.
    """
    facts = lot_facts(sale, lot)
    bidder = card_of_person(facts.sale, act.by.person_id, act.on)
    if bidder is None:
        raise NoCardForSale(sale)
    offer = Offer(bidder, amount, seen, key, PHONE, sure)
    return _take(act, facts, offer, ring_heard_at)


def _take(act: Act, facts: LotFacts, offer: Offer, ring_heard_at: datetime | None = None) -> Taken:
    """Take one bid, from wherever it comes; then let left bids answer it."""
    act.concern_lot(facts)
    earlier = same_bid(facts.id, offer.key)
    if earlier is not None:
        if (earlier.card_id, earlier.amount) != (offer.card_id, offer.amount):
            raise BidMoved
        return Taken(earlier.place, earlier.amount, offer.card, earlier.at)
    stands, ring = facts.ring()
    if offer.bidder is not None:
        require_may_purchase(offer.bidder.number, outcome_at_bid(act, offer.bidder))
        require_deposit(offer.bidder.number, offer.bidder.deposit_to_pay)
    require_in_ring(ring)
    if offer.channel == PHONE:
        require_ring_heard(ring, ring_heard_at, act.at)
    if ring.held is not None:
        ring = held_at(ring, facts.id, act.at)
        stands = replace(stands, held=ring.held)
    require_bid_stands(ring, offer.amount, offer.card, seen=offer.seen, sure=offer.sure)
    if offer.channel == PHONE and offer.bidder is not None:
        require_within_limit(offer.bidder.limit, offer.amount)
    if offer.made_at is not None and not (stands.staged_at or act.at) <= offer.made_at <= act.at:
        raise MadeAtImpossible
    place = stands.last_place + 1
    _write(act, facts, place, offer.card_id, offer)
    after = _after(act, stands, offer, place)
    if stands.left_bids:
        standing = replace(ring, standing_bid=offer.amount, standing_card=offer.card)
        _let_left_bids_answer(act, facts, standing, place)
        after = replace(ring_now(facts.id), held=None)  # or no bid had been taken
    return Taken(place, offer.amount, offer.card, act.at, after)


def _after(act: Act, before: RingNow, offer: Offer, place: int) -> RingNow:
    """Give the lot as this bid leaves it, so that nobody need ask again."""
    return replace(
        before,
        calls=0,
        version=before.version + 1,
        seen=before.seen + 1,
        last_place=place,
        bid_id=THE_LATEST,
        place=place,
        amount=offer.amount,
        channel=offer.channel,
        at=act.at,
        made_at=offer.made_at,
        card=offer.card,
        name=offer.bidder.name if offer.bidder else None,
    )


def _write(act: Act, facts: LotFacts, place: int, card_id: int | None, offer: Offer) -> None:
    _WRITE_BID.write(
        lot_id=facts.id,
        place=place,
        card_id=card_id,
        amount=offer.amount,
        channel=offer.channel,
        key=offer.key,
        at=act.at,
        by_id=act.by.person_id,
        made_at=offer.made_at,
    )


def _let_left_bids_answer(act: Act, facts: LotFacts, ring: Ring, place: int) -> None:
    left = {one.card.number: one for one in left_bids_on(facts.id)}
    able = [
        Left(number, one.most)
        for number, one in left.items()
        if _not_barred(act, bidder_card(facts.sale, number, act.on))  # one barred since: the desk's
    ]
    answers = answers_of_left_bids(ring, able)
    for further, answer in enumerate(answers, start=1):
        one = left[answer.card]
        key = f"left-{one.id}-{place + further}"
        offer = Offer(None, answer.amount, ring.seen, key, LEFT)
        _write(act, facts, place + further, one.card_id, offer)
    if answers:
        act.note(left_bids=[f"card {one.card} at {one.amount.decimal}" for one in answers])


def _not_barred(act: Act, bidder: BidderCard) -> bool:
    return outcome_at_bid(act, bidder) is not Outcome.BAR


@official_act(Duty.BID, cites="3")
def leave_bid(act: Act, *, sale: int, lot: int, most: Money, key: str) -> None:
    """Leave a bid that goes up by itself to `most`; it takes the place of an earlier one.

    Raises LeftBidsNotTaken where the sale does not take them, NoCardForSale, PurchaserBarred,
    OverOwnLimit, LeftBidTooLow, LotNotInRing for a lot that is over.
    """
    entry = find_lot(sale, lot)
    if LEFT_BIDS not in sale_happenings(entry.sale_id):
        raise LeftBidsNotTaken(sale)
    bidder = _own_card(act, sale)
    require_may_purchase(bidder.number, outcome_at_bid(act, bidder))
    require_deposit(bidder.number, bidder.deposit_to_pay)
    ring = entry.ring()
    if ring.stage not in {LotStage.WAITING, LotStage.IN_RING, LotStage.PASSED}:
        raise LotNotInRing(lot)
    require_within_limit(bidder.limit, most)
    if ring.standing_card != bidder.number and most < ring.next_bid:
        raise LeftBidTooLow(lot, ring.next_bid)
    earlier = left_bid_of(entry.id, bidder.id)
    if earlier is not None:
        if earlier.key == key:
            return
        _end_left_bid(act, earlier)
    db.session.add(
        LeftBid(
            lot_id=entry.id,
            card_id=bidder.id,
            most=most,
            key=key,
            at=act.at,
            by_id=act.by.person_id,
        )
    )
    act.concern(entry.impounding)


@official_act(Duty.BID)
def take_back_left_bid(act: Act, *, sale: int, lot: int) -> None:
    """Take a left bid back; what it has bid already stays. Raises NoLeftBid, NoCardForSale."""
    entry = find_lot(sale, lot)
    standing = left_bid_of(entry.id, _own_card(act, sale).id)
    if standing is None:
        raise NoLeftBid(lot)
    _end_left_bid(act, standing)
    act.concern(entry.impounding)


def _end_left_bid(act: Act, one: LeftBid) -> None:
    db.session.add(LeftBidEnd(left_bid_id=one.id, at=act.at, by_id=act.by.person_id))


@official_act(Duty.BID)
def set_limit(act: Act, *, sale: int, most: Money | None) -> None:
    """Set one's own ceiling for a sale, or take it away. Raises NoCardForSale, NothingChanged."""
    bidder = _own_card(act, sale)
    if bidder.limit == most:
        raise NothingChanged
    db.session.add(CardLimit(card_id=bidder.id, most=most, at=act.at, by_id=act.by.person_id))


def _own_card(act: Act, sale: int) -> BidderCard:
    bidder = card_of_person(sale, act.by.person_id, act.on)
    if bidder is None:
        raise NoCardForSale(sale)
    return bidder
