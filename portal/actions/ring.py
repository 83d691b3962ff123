"""What is done in the ring: lots come in, bids are taken and struck out, the hammer falls."""

from __future__ import annotations

from portal.actions.lots import happen
from portal.actions.official import Act, official_act
from portal.law.bidding import (
    LotStage,
    require_bid_stands,
    require_in_ring,
    require_may_fall,
    require_step,
)
from portal.law.ledger import on_hammer
from portal.law.money import Money
from portal.law.offices import Duty
from portal.law.purchasers import require_may_purchase
from portal.law.refusals import CardAlreadyLeads, NoBid
from portal.law.refusals_of_books import (
    AnotherLotInRing,
    BidMoved,
    LotNotWaiting,
    NothingChanged,
    SaleNotOpen,
)
from portal.law.sale import require_may_be_sold
from portal.law.surplus import Division, divide
from portal.registers.base import db
from portal.registers.cards import find_card
from portal.registers.case import gather
from portal.registers.dues import dues_on, freeze
from portal.registers.orders import closed_days, readings_in_force
from portal.registers.sales import (
    CLOSED,
    OPENED,
    Bid,
    BidStruck,
    Lot,
    find_bid_by_key,
    find_lot,
    is_struck,
    lot_in_ring,
    next_place,
    sale_happenings,
)

FLOOR = "floor"
MOST_CALLS = 2


@official_act(Duty.KNOCK_DOWN, cites="2")
def bring_in(act: Act, *, sale: int, lot: int) -> None:
    """Bring a lot into the ring, if it may be sold today.

    Raises SaleNotOpen, AnotherLotInRing, LotNotWaiting and the refusals of portal.law.sale.
    """
    entry = find_lot(sale, lot)
    so_far = sale_happenings(entry.sale_id)
    if OPENED not in so_far or CLOSED in so_far:
        raise SaleNotOpen(entry.sale.number)
    if (other := lot_in_ring(entry.sale_id)) is not None:
        raise AnotherLotInRing(other.number)
    if entry.stage() not in {LotStage.WAITING, LotStage.PASSED}:
        raise LotNotWaiting(entry.number)
    _require_may_be_sold(act, entry)
    happen(act, entry, "in the ring")


@official_act(Duty.RECORD_BIDS, cites="3")
def place_floor_bid(
    act: Act,
    *,
    sale: int,
    lot: int,
    card: int,
    amount: Money,
    seen: int,  # noqa: ARG001 - which board was looked at stands in the journal
    key: str,
) -> Bid:
    """Take a bid made in the ring, exactly as said, or refuse it; it is never changed.

    `key` is the button's own: the same bid sent twice is one bid and gets the same answer.
    Raises PriceMoved, NotAStep, CardAlreadyLeads, LotNotInRing, HammerFallen, PurchaserBarred.
    """
    entry = find_lot(sale, lot)
    act.concern(entry.impounding)
    bidder = find_card(entry.sale_id, card)
    same = find_bid_by_key(entry.id, key)
    if same is not None:
        if (same.card_id, same.amount) != (bidder.id, amount):
            raise BidMoved
        return same
    require_may_purchase(bidder.purchaser(act.on))
    require_bid_stands(entry.ring(), amount, bidder.number)
    bid = Bid(
        lot_id=entry.id,
        place=next_place(entry.id),
        card_id=bidder.id,
        amount=amount,
        channel=FLOOR,
        key=key,
        at=act.at,
        by_id=act.by.person_id,
    )
    db.session.add(bid)
    return bid


@official_act(Duty.RECORD_BIDS)
def call(act: Act, *, sale: int, lot: int, seen: int) -> None:
    """Call once, then twice; a new bid puts the lamps out. Raises BidMoved if the board moved."""
    entry = find_lot(sale, lot)
    ring = entry.ring()
    require_may_fall(ring)
    _require_seen(entry, seen)
    if entry.call() >= MOST_CALLS:
        raise NothingChanged
    happen(act, entry, "called")


@official_act(Duty.RECORD_BIDS)
def set_step(act: Act, *, sale: int, lot: int, step: Money) -> None:
    """Change by how much bids go up, to one of the steps of the house."""
    entry = find_lot(sale, lot)
    require_in_ring(entry.ring())
    require_step(step)
    happen(act, entry, "step set", step=step)


@official_act(Duty.KNOCK_DOWN)
def strike_out_bid(act: Act, *, sale: int, lot: int, place: int, reason: str) -> None:
    """Strike out the top bid with a reason. It stays in the list; the price falls back."""
    entry = find_lot(sale, lot)
    require_in_ring(entry.ring())
    standing = entry.standing_bid()
    if standing is None or is_struck(standing.id):
        raise NoBid(entry.number)
    if standing.place != place:
        raise BidMoved
    db.session.add(BidStruck(bid_id=standing.id, reason=reason, at=act.at, by_id=act.by.person_id))
    act.concern(entry.impounding)


@official_act(Duty.KNOCK_DOWN, cites="2")
def knock_down(act: Act, *, sale: int, lot: int, card: int, amount: Money) -> Division:
    """Let the hammer fall: sell to the standing bidder, charge the dues, hold the surplus.

    `card` and `amount` are what the auctioneer says aloud; if the board has moved since, nothing
    is sold. Asked again here, under the lock: may it be sold today, has nobody paid, may this
    card buy. Raises BidMoved, NoBid, TooEarlyToSell, OwnerHasPaid, PurchaserBarred and others.
    """
    entry = find_lot(sale, lot)
    ring = entry.ring()
    require_may_fall(ring)
    winning = entry.standing_bid()
    if winning is None:
        raise NoBid(entry.number)
    if (winning.card.number, winning.amount) != (card, amount):
        raise BidMoved
    _require_may_be_sold(act, entry)
    require_may_purchase(winning.card.purchaser(act.on))
    happen(act, entry, "knocked down", bid=winning)
    statement = dues_on(entry.impounding, act.on)
    freeze(statement, entry.impounding, act.journal_line_id)
    division = divide(winning.amount, statement, readings_in_force(act.on))
    act.post(on_hammer(division), lot=entry)
    act.note(hammer_price=winning.amount, surplus=division.surplus, shortfall=division.shortfall)
    return division


@official_act(Duty.KNOCK_DOWN, cites="2")
def pass_lot(act: Act, *, sale: int, lot: int, reason: str) -> None:
    """Pass a lot that found no buyer; it may be offered again (R16)."""
    entry = find_lot(sale, lot)
    require_in_ring(entry.ring())
    if entry.standing_bid() is not None:
        raise CardAlreadyLeads(entry.ring().standing_card or 0)
    happen(act, entry, "passed", reason=reason)


@official_act(Duty.KNOCK_DOWN, cites="2")
def withdraw_lot(act: Act, *, sale: int, lot: int, reason: str) -> None:
    """Take a lot out of the sale, with the reason; bids on it fall."""
    entry = find_lot(sale, lot)
    if entry.stage() not in {LotStage.WAITING, LotStage.IN_RING}:
        raise LotNotWaiting(entry.number)
    happen(act, entry, "withdrawn", reason=reason)


def _require_may_be_sold(act: Act, entry: Lot) -> None:
    standing = gather(entry.impounding, act.on)
    require_may_be_sold(
        standing.impounded(leaving_out=entry),
        act.on,
        closed_days(),
        readings_in_force(entry.impounding.on),
    )


def _require_seen(entry: Lot, seen: int) -> None:
    if entry.version() != seen:
        raise BidMoved
