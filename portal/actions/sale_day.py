"""What the auctioneer does with a whole sale on its day: tell, order the lots, try the ring."""

from __future__ import annotations

from dataclasses import dataclass

from portal.actions.official import Act, official_act
from portal.actions.sales import sale_not_closed
from portal.law.bidding import Ring, require_bid_stands
from portal.law.money import Money
from portal.law.offices import Duty
from portal.law.refusals_of_books import BidMoved
from portal.law.refusals_of_ring import NoCardForSale, RunOrderWrong, SaleIsOpen
from portal.registers.base import db
from portal.registers.bidders import card_of_person
from portal.registers.bids import FLOOR, PHONE
from portal.registers.sale_day import (
    Announcement,
    BidOfTest,
    RunOrder,
    bids_of_test,
    ring_of_test,
)
from portal.registers.sales import OPENED, find_sale, lots_of, sale_happenings


@official_act(Duty.RECORD_BIDS)
def announce(act: Act, *, sale: int, message: str, words: str) -> None:
    """Tell everybody at a sale one of the ready messages, or words of one's own."""
    found = sale_not_closed(sale)
    db.session.add(
        Announcement(
            sale_id=found.id, message=message, words=words, at=act.at, by_id=act.by.person_id
        )
    )


@official_act(Duty.RECORD_BIDS, cites="2")
def set_run_order(act: Act, *, sale: int, lots: list[int]) -> None:
    """Set the order in which lots come into the ring. Raises RunOrderWrong, SaleClosed."""
    found = sale_not_closed(sale)
    if sorted(lots) != sorted(one.number for one in lots_of(found.id)):
        raise RunOrderWrong
    db.session.add(RunOrder(sale_id=found.id, lots=lots, at=act.at, by_id=act.by.person_id))


@dataclass(frozen=True)
class Tried:
    """A bid on the dummy lot, as recorded."""

    place: int
    amount: Money


@official_act(Duty.RECORD_BIDS)
def try_floor_bid(act: Act, *, sale: int, amount: Money, seen: int, key: str) -> Tried:
    """Record a bid on the dummy lot from the ring, before the sale. Raises SaleIsOpen."""
    return _try(act, sale, amount=amount, seen=seen, key=key, card_id=None)


@official_act(Duty.BID)
def try_phone_bid(act: Act, *, sale: int, amount: Money, seen: int, key: str) -> Tried:
    """Record a bid on the dummy lot from a phone, before the sale. Raises NoCardForSale too."""
    card = card_of_person(sale, act.by.person_id, act.on)
    if card is None:
        raise NoCardForSale(sale)
    return _try(act, sale, amount=amount, seen=seen, key=key, card_id=card.id)


def _try(act: Act, sale: int, *, amount: Money, seen: int, key: str, card_id: int | None) -> Tried:
    found = find_sale(sale)
    if OPENED in sale_happenings(found.id):
        raise SaleIsOpen(found.number)
    earlier = next((one for one in bids_of_test(found.id) if one.key == key), None)
    if earlier is not None:
        if (earlier.card_id, earlier.amount) != (card_id, amount):
            raise BidMoved
        return Tried(earlier.place, earlier.amount)
    ring: Ring = ring_of_test(found.id)
    require_bid_stands(ring, amount, None, seen=seen)
    db.session.add(
        BidOfTest(
            sale_id=found.id,
            place=ring.version + 1,
            channel=PHONE if card_id else FLOOR,
            card_id=card_id,
            amount=amount,
            key=key,
            at=act.at,
            by_id=act.by.person_id,
        )
    )
    return Tried(ring.version + 1, amount)
