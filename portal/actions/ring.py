"""What is done in the ring: lots come in, are called, held, struck, passed; the hammer falls."""

from __future__ import annotations

from portal.actions.lots import happen
from portal.actions.official import Act, official_act
from portal.actions.reversal import undo
from portal.actions.screening import require_holder_may_purchase
from portal.law.bidding import (
    MOST_CALLS,
    LotStage,
    require_card_named,
    require_in_ring,
    require_may_fall,
    require_not_held,
    require_step,
)
from portal.law.deposits import require_deposit
from portal.law.ledger import on_hammer
from portal.law.money import Money
from portal.law.offices import Duty
from portal.law.refusals import CardAlreadyLeads, NoBid
from portal.law.refusals_of_books import (
    AnotherLotInRing,
    BidMoved,
    LotNotWaiting,
    NothingChanged,
    SaleNotOpen,
)
from portal.law.refusals_of_ring import CardAlreadyNamed, NotHeld, NotToReopen, ReceiptStands
from portal.law.sale import require_may_be_sold
from portal.law.staff_list import require_fit_for_sale
from portal.law.surplus import Division, divide
from portal.registers.base import db
from portal.registers.bids import Bid, BidNamed, BidStruck, is_struck
from portal.registers.cards import find_card
from portal.registers.case import gather
from portal.registers.deposits import deposit_of_card
from portal.registers.dues import dues_on, freeze
from portal.registers.orders import closed_days, readings_in_force
from portal.registers.redeeming import held_at
from portal.registers.ring import CALLED, CARD_NAMED, HELD, HOLD_LIFTED, RE_OPENED, STEP_SET
from portal.registers.ring import STRUCK_OUT as BID_STRUCK_OUT
from portal.registers.sales import CLOSED, OPENED, Lot, find_lot, lot_in_ring, sale_happenings
from portal.registers.screening import AT_BID, AT_HAMMER
from portal.registers.settlement import hammer_money
from portal.registers.staff_list import staff_list_state


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
    require_fit_for_sale(staff_list_state(), act.at)
    require_may_be_put_up(act, entry)
    happen(act, entry, "in the ring")


@official_act(Duty.RECORD_BIDS)
def call(act: Act, *, sale: int, lot: int, seen: int) -> None:
    """Call once, then twice; a new bid puts the lamps out.

    `seen` is the version of the board. Raises BidMoved if it moved, BiddingHeld, NoBid.
    """
    entry = find_lot(sale, lot)
    ring = entry.ring()
    require_may_fall(ring)
    require_not_held(held_at(ring, entry.id, act.at))
    if ring.version != seen:
        raise BidMoved
    if ring.calls >= MOST_CALLS:
        raise NothingChanged
    happen(act, entry, CALLED)


@official_act(Duty.RECORD_BIDS)
def set_step(act: Act, *, sale: int, lot: int, step: Money) -> None:
    """Change by how much bids go up, to one of the steps of the house."""
    entry = find_lot(sale, lot)
    require_in_ring(entry.ring())
    require_step(step)
    happen(act, entry, STEP_SET, step=step)


@official_act(Duty.RECORD_BIDS)
def hold_bidding(act: Act, *, sale: int, lot: int, reason: str) -> None:
    """Stop bidding for a moment: nothing is bid, called or sold until it is lifted."""
    entry = find_lot(sale, lot)
    ring = entry.ring()
    require_in_ring(ring)
    if held_at(ring, entry.id, act.at).held is not None:
        raise NothingChanged
    happen(act, entry, HELD, reason=reason)


@official_act(Duty.RECORD_BIDS)
def lift_hold(act: Act, *, sale: int, lot: int) -> None:
    """Let bidding go on from the same price. Raises NotHeld."""
    entry = find_lot(sale, lot)
    ring = entry.ring()
    require_in_ring(ring)
    if ring.held is None:
        raise NotHeld(entry.number)
    happen(act, entry, HOLD_LIFTED)


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
    happen(act, entry, BID_STRUCK_OUT, reason=reason)


@official_act(Duty.RECORD_BIDS, cites="3")
def name_card(act: Act, *, sale: int, lot: int, place: int, card: int) -> None:
    """Name the card of a bid that was made in the ring without one.

    Raises CardAlreadyNamed, BidMoved if another bid stands by now, PurchaserBarred.
    """
    entry = find_lot(sale, lot)
    require_in_ring(entry.ring())
    standing = entry.standing_bid()
    if standing is None or standing.place != place:
        raise BidMoved
    if standing.card_if_named is not None:
        raise CardAlreadyNamed
    bidder = find_card(entry.sale_id, card)
    require_holder_may_purchase(act, bidder, AT_BID)
    require_deposit(bidder.number, deposit_of_card(bidder).to_pay)
    db.session.add(
        BidNamed(bid_id=standing.id, card_id=bidder.id, at=act.at, by_id=act.by.person_id)
    )
    happen(act, entry, CARD_NAMED)


@official_act(Duty.KNOCK_DOWN, cites="2")
def knock_down(act: Act, *, sale: int, lot: int, card: int, amount: Money) -> Division:
    """Let the hammer fall: sell to the standing bidder, charge the dues, hold the surplus.

    `card` and `amount` are what the auctioneer says aloud; if the board has moved since, nothing
    is sold. Asked again here, under the lock: may it be sold today, has nobody paid, may this
    card buy. Raises BidMoved, NoBid, CardNotNamed, BiddingHeld, TooEarlyToSell, OwnerHasPaid,
    PurchaserBarred and others.
    """
    entry = find_lot(sale, lot)
    ring = entry.ring()
    require_may_fall(ring)
    require_not_held(held_at(ring, entry.id, act.at))
    require_card_named(ring)
    winning = entry.standing_bid()
    if winning is None:
        raise NoBid(entry.number)
    if (winning.card.number, winning.amount) != (card, amount):
        raise BidMoved
    return sell(act, entry, winning)


def sell(
    act: Act, entry: Lot, winning: Bid, *, gate: str = AT_HAMMER, reason: str = ""
) -> Division:
    """Sell a lot to a bid that stands, if lot and bidder may be, on facts of this moment.

    `gate` and `reason` say so where no hammer fell: a lot that was taken back is given on.

    A bidder who is held buys on condition: the hammer points at that screening. Raises
    StaffListTooOld, StaffListInDoubt, PurchaserBarred and the refusals of portal.law.sale.
    """
    require_fit_for_sale(staff_list_state(), act.at)
    require_may_be_put_up(act, entry)
    screening = require_holder_may_purchase(act, winning.card, gate)
    happen(act, entry, "knocked down", reason=reason, bid=winning, screening=screening)
    statement = dues_on(entry.impounding, act.on)
    freeze(statement, entry.impounding, act.journal_line_id)
    division = divide(winning.amount, statement, readings_in_force(act.on))
    act.post(on_hammer(division), lot=entry)
    act.note(hammer_price=winning.amount, surplus=division.surplus, shortfall=division.shortfall)
    return division


@official_act(Duty.KNOCK_DOWN, cites="2")
def reopen_lot(act: Act, *, sale: int, lot: int, reason: str) -> None:
    """Take the hammer back: its slip is void, its money is reversed, the bids stand as they were.

    The lot is in the ring again at once, or waits if another lot is there. Raises NotToReopen, and
    ReceiptStands once the buyer has paid: from then on it needs an order.
    """
    entry = find_lot(sale, lot)
    so_far = sale_happenings(entry.sale_id)
    if CLOSED in so_far:
        raise SaleNotOpen(entry.sale.number)
    hammer = entry.hammer()
    if hammer is None:
        raise NotToReopen(entry.number)
    money = hammer_money(entry.id)
    if money is not None and money.receipts:
        raise ReceiptStands(entry.number, money.receipts[-1].written)
    other = lot_in_ring(entry.sale_id)
    happen(act, entry, RE_OPENED, reason=reason)
    undo(act, hammer.journal_line_id, reason)
    if other is None:
        happen(act, entry, "in the ring")


@official_act(Duty.KNOCK_DOWN, cites="2")
def pass_lot(act: Act, *, sale: int, lot: int, reason: str) -> None:
    """Pass a lot that found no buyer; it may be offered again (R16)."""
    entry = find_lot(sale, lot)
    ring = entry.ring()
    require_in_ring(ring)
    if ring.standing_bid is not None:
        raise CardAlreadyLeads(ring.standing_card or 0)
    happen(act, entry, "passed", reason=reason)


@official_act(Duty.KNOCK_DOWN, cites="2")
def withdraw_lot(act: Act, *, sale: int, lot: int, reason: str) -> None:
    """Take a lot out of the sale, with the reason; bids on it fall."""
    entry = find_lot(sale, lot)
    if entry.stage() not in {LotStage.WAITING, LotStage.IN_RING}:
        raise LotNotWaiting(entry.number)
    happen(act, entry, "withdrawn", reason=reason)


def require_may_be_put_up(act: Act, entry: Lot) -> None:
    """Refuse a lot that may not be sold today, with the reason of portal.law.sale."""
    standing = gather(entry.impounding, act.on)
    require_may_be_sold(
        standing.impounded(leaving_out=entry),
        act.on,
        closed_days(),
        readings_in_force(standing.counted_from),
    )
