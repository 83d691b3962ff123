"""The day of a sale around the ring: announcements, run order, the big screen, slips, the test."""

from __future__ import annotations

import re
from uuid import uuid4

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import sale_day as acts
from portal.actions import sales as sale_acts
from portal.desks.auctioneer.forms import AnnouncementForm, TryForm
from portal.law.bidding import LotStage
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.registers.base import NotOnRegister, db
from portal.registers.bidders import card_of_person
from portal.registers.bids import Bid
from portal.registers.ring import IN_DEFAULT, MADE_VOID, RE_OPENED, happenings
from portal.registers.sale_day import (
    READY,
    bids_of_test,
    last_announcement,
    ring_of_test,
)
from portal.registers.sales import (
    find_lot,
    find_sale,
    in_run_order,
    sale_happenings,
)
from portal.web.boards import boards
from portal.web.desk import Desk, clock, officer, settings, today
from portal.web.render import go, number_asked, show, wants_fragment

desk = Desk("sale_day", __name__)

JUST_SOLD = 5
UNDOES = (RE_OPENED, IN_DEFAULT, MADE_VOID)


@desk.act("/sales/<int:number>/announcements", does=acts.announce)
def announce(number: int) -> Reply:
    """Tell everybody something."""
    form = AnnouncementForm(request.form)
    if not form.readable():
        flash(next(error for field in form for error in field.errors) + ". Nothing was told.")
        return go(url_for("ring.ring", number=number))
    message = form.message.data or ""
    words = READY[message]["en"] if message else form.words.value
    acts.announce(officer(), clock(), sale=number, message=message, words=words)
    flash(f"Told everybody: {words}")
    return go(url_for("ring.ring", number=number))


@desk.page("/sales/<int:number>/order", may=Duty.RECORD_BIDS)
def order(number: int) -> Reply:
    """Show the order in which the lots come into the ring."""
    sale = find_sale(number)
    lots = [(lot, lot.stage()) for lot in in_run_order(sale.id)]
    return show("auctioneer/order", sale=sale, lots=lots, happened=sale_happenings(sale.id))


@desk.act("/sales/<int:number>/order", does=acts.set_run_order)
def set_order(number: int) -> Reply:
    """Move one lot up or down, or to the end."""
    lots = [lot.number for lot in in_run_order(find_sale(number).id)]
    moved, _, way = request.form.get("move", "").partition(" ")
    named = int(moved) if re.fullmatch(r"[0-9]{1,9}", moved) else 0
    if named not in lots or way not in {"up", "down", "last"}:
        raise NotOnRegister("a lot to move")
    place = lots.index(named)
    lots.remove(named)
    to = {"up": max(place - 1, 0), "down": place + 1, "last": len(lots)}[way]
    lots.insert(to, named)
    acts.set_run_order(officer(), clock(), sale=number, lots=lots)
    return go(url_for("sale_day.order", number=number) + f"#lot-{named}")


@desk.act("/sales/<int:number>/left-bids", does=sale_acts.take_left_bids)
def take_left_bids(number: int) -> Reply:
    """Let bidders of this sale leave bids beforehand."""
    sale_acts.take_left_bids(officer(), clock(), sale=number)
    flash("Bidders may leave bids now. The clerk says each one aloud.")
    return go(url_for("auctioneer.sale_desk", number=number))


@desk.page("/sales/<int:number>/screen", may=Duty.SEE_PUBLIC)
def screen(number: int) -> Reply:
    """Show the yard's big screen: the lot in the ring, its price and calls; below, what is sold."""
    sale = find_sale(number)
    lots = [(lot, lot.stage()) for lot in in_run_order(sale.id)]
    here = next((lot for lot, stage in lots if stage is LotStage.IN_RING), None)
    seen = number_asked("v")
    board = boards().at(sale.number, here.number, seen=None) if here else None
    told = last_announcement(sale.id)
    fallen = [
        (hammer.id, lot, lot.winning_bid()) for lot, _stage in lots if (hammer := lot.hammer())
    ]
    sold = [(lot, bid) for _fell, lot, bid in sorted(fallen, key=lambda one: -one[0])]
    version = (board.version if board else 0) * 1_000 + len(sold)
    if wants_fragment() and seen == version:
        return "", 204
    return show(
        "live/screen",
        "screen",
        sale=sale,
        lot=here,
        board=board,
        ring=board.ring if board else None,
        told=READY.get(told.message, {"en": told.words}) if told else {},
        sold=sold[:JUST_SOLD],
        version=version,
        bell=f"{settings().bell_url}/sales/{sale.number}" if settings().bell_url else "",
    )


@desk.page("/sales/<int:number>/lots/<int:lot>/slips", may=Duty.SEE_RING)
def slips(number: int, lot: int) -> Reply:
    """Show the slips of a lot: one for each fall of the hammer, void where it was re-opened."""
    found = find_lot(number, lot)
    told = happenings(found.id)
    fell = [one for one in told if one.what == "knocked down"]
    rows = []
    for attempt, hammer in enumerate(fell, start=1):
        void = next((one for one in told if one.id > hammer.id and one.what in UNDOES), None)
        rows.append((attempt, hammer, db.session.get_one(Bid, hammer.bid_id), void))
    if not rows:
        raise NotOnRegister(f"a slip of lot {lot}")
    return show("ring/slips", lot=found, rows=rows)


@desk.page("/sales/<int:number>/test", may=Duty.SEE_OWN_CARD)
def test_phone(number: int) -> Reply:
    """Show the dummy lot on a bidder's phone."""
    return _show_test(number, by_phone=True)


@desk.page("/sales/<int:number>/test-ring", may=Duty.RECORD_BIDS)
def test_floor(number: int) -> Reply:
    """Show the dummy lot in the ring."""
    return _show_test(number, by_phone=False)


@desk.act("/sales/<int:number>/test", does=acts.try_phone_bid)
def try_phone(number: int) -> Reply:
    """Try a bid from a phone."""
    return _try(number, by_phone=True)


@desk.act("/sales/<int:number>/test-ring", does=acts.try_floor_bid)
def try_floor(number: int) -> Reply:
    """Try a bid in the ring."""
    return _try(number, by_phone=False)


def _try(number: int, *, by_phone: bool) -> Reply:
    form = TryForm(request.form)
    if not form.readable():
        return _show_test(number, by_phone=by_phone, status=422)
    act = acts.try_phone_bid if by_phone else acts.try_floor_bid
    try:
        act(
            officer(),
            clock(),
            sale=number,
            amount=form.amount.value,
            seen=form.seen.number,
            key=form.key.value,
        )
    except Refusal as refusal:
        return _show_test(number, by_phone=by_phone, refusal=refusal, status=422)
    flash("The test bid arrived. Nothing is sold by it.")
    return go(url_for("sale_day.test_phone" if by_phone else "sale_day.test_floor", number=number))


def _show_test(
    number: int, *, by_phone: bool, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    sale = find_sale(number)
    return show(
        "live/test",
        sale=sale,
        by_phone=by_phone,
        own=card_of_person(sale.id, officer().person_id, today()) if by_phone else None,
        ring=ring_of_test(sale.id),
        tried=bids_of_test(sale.id)[:10],
        opened="opened" in sale_happenings(sale.id),
        key=str(uuid4()),
        refusal=refusal,
        status=status,
    )
