"""The ring: one key is one floor bid; the hammer falls in two presses."""

from __future__ import annotations

from http import HTTPStatus

from flask import Response, flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import bids as bid_acts
from portal.actions import ring as acts
from portal.actions.official import OfficialAct
from portal.desks.auctioneer.forms import (
    BidForm,
    CallForm,
    HammerForm,
    NameCardForm,
    ReasonForm,
    StepForm,
    StrikeForm,
)
from portal.desks.auctioneer.ring_page import board_facts, show_ring
from portal.law.money import Money
from portal.law.offices import Duty
from portal.law.refusals import Refusal, written_money
from portal.law.refusals_of_ring import NotSure
from portal.registers.base import NotOnRegister
from portal.registers.sales import find_sale, lot_in_ring
from portal.web.desk import Desk, clock, now, officer
from portal.web.errors import STATUS
from portal.web.presence import THE_RING, presence
from portal.web.render import go, number_asked, show, wants_fragment

desk = Desk("ring", __name__)


@desk.errorhandler(Refusal)
def refused(refusal: Refusal) -> Reply:
    """Show a refusal on the ring as it is now, with fresh keys: a live sale does not go back.

    409 the price moved, 410 the hammer fell, 403 the card may not buy, 423 not in the ring,
    422 any other.
    """
    status = STATUS.get(type(refusal), HTTPStatus.UNPROCESSABLE_ENTITY)
    return show_ring((request.view_args or {})["number"], refusal=refusal, status=status)


@desk.page("/sales/<int:number>/ring", may=Duty.SEE_RING)
def ring(number: int) -> Reply:
    """Show the ring as the clerk works it."""
    return show_ring(number)


@desk.page("/sales/<int:number>/ring/board", may=Duty.SEE_RING)
def board(number: int) -> Reply:
    """Show only what changes while bids come in; nothing if nothing has.

    A page that shows another lot than the one in the ring, or none (0) where there is one, is
    sent to the ring as it is now.
    """
    lot = lot_in_ring(find_sale(number).id)
    if officer().has(Duty.RECORD_BIDS):
        presence().report(number, THE_RING, now())
    here = lot.number if lot else 0
    whole = url_for("ring.ring", number=number)
    if not wants_fragment():
        return go(whole)
    if number_asked("lot") not in {None, here}:
        return Response(status=204, headers={"HX-Trigger": "ring-moved"})
    facts = board_facts(lot) if lot is not None else {}
    if not facts or number_asked("v") == facts["version"]:
        return Response(status=204)
    return show("ring/ring", "board", **facts | {"moved": True})


@desk.act("/sales/<int:number>/lots/<int:lot>/in-ring", does=acts.bring_in)
def bring_in(number: int, lot: int) -> Reply:
    """Bring a lot into the ring."""
    acts.bring_in(officer(), clock(), sale=number, lot=lot)
    return go(url_for("ring.ring", number=number))


@desk.act("/sales/<int:number>/lots/<int:lot>/floor-bids", does=bid_acts.place_floor_bid)
def bid(number: int, lot: int) -> Reply:
    """Take a floor bid."""
    form = BidForm(request.form)
    if not form.readable():
        return show_ring(number, form=form, status=422)
    try:
        bid_acts.place_floor_bid(
            officer(),
            clock(),
            sale=number,
            lot=lot,
            card=form.card.data,
            amount=form.amount.value,
            seen=form.seen.number,
            key=form.key.value,
            sure=form.sure.text == "yes",
            made_at=form.made_at(now()),
        )
    except NotSure as refusal:
        sure = {"card": form.card.data, "amount": form.amount.value, "key": form.key.value}
        return show_ring(number, refusal=refusal, ask_again=sure, status=422)
    except NotOnRegister as missing:  # a card number misheard must not cost the clerk his ring
        said = (
            f"Not on the register: {missing}. Look at the number again, or give a card at the desk"
        )
        return show_ring(number, faults=[said], status=404)
    return go(url_for("ring.ring", number=number))


@desk.act("/sales/<int:number>/lots/<int:lot>/calls", does=acts.call)
def call(number: int, lot: int) -> Reply:
    """Call once, or twice."""
    form = CallForm(request.form)
    if not form.readable():
        return show_ring(number, form=form, status=422)
    acts.call(officer(), clock(), sale=number, lot=lot, seen=form.seen.number)
    return go(url_for("ring.ring", number=number))


@desk.act("/sales/<int:number>/lots/<int:lot>/step", does=acts.set_step)
def step(number: int, lot: int) -> Reply:
    """Change by how much bids go up."""
    form = StepForm(request.form)
    if not form.readable() or not form.step.data:
        return show_ring(number, form=form, status=422)
    acts.set_step(officer(), clock(), sale=number, lot=lot, step=Money(int(form.step.data)))
    return go(url_for("ring.ring", number=number))


@desk.act("/sales/<int:number>/lots/<int:lot>/strike", does=acts.strike_out_bid)
def strike_out(number: int, lot: int) -> Reply:
    """Strike out the top bid."""
    form = StrikeForm(request.form)
    if not form.readable():
        return show_ring(number, form=form, status=422)
    acts.strike_out_bid(
        officer(),
        clock(),
        sale=number,
        lot=lot,
        place=form.place.value,
        reason=form.reason.data,
    )
    return go(url_for("ring.ring", number=number))


@desk.act("/sales/<int:number>/lots/<int:lot>/hammer", does=acts.knock_down)
def knock_down(number: int, lot: int) -> Reply:
    """Let the hammer fall."""
    form = HammerForm(request.form)
    if not form.readable():
        return show_ring(number, form=form, status=422)
    division = acts.knock_down(
        officer(), clock(), sale=number, lot=lot, card=form.card.value, amount=form.amount.value
    )
    left = f"surplus {written_money(division.surplus)}" if division.surplus else "no surplus"
    price = written_money(form.amount.value)
    flash(f"Lot {lot} is sold to card {form.card.value} at {price}: {left}.")
    return go(url_for("ring.ring", number=number))


@desk.act("/sales/<int:number>/lots/<int:lot>/pass", does=acts.pass_lot)
def pass_lot(number: int, lot: int) -> Reply:
    """Pass a lot that found no buyer."""
    return _with_reason(number, lot, acts.pass_lot)


@desk.act("/sales/<int:number>/lots/<int:lot>/withdrawal", does=acts.withdraw_lot)
def withdraw(number: int, lot: int) -> Reply:
    """Take a lot out of the sale."""
    return _with_reason(number, lot, acts.withdraw_lot)


@desk.act("/sales/<int:number>/lots/<int:lot>/reopening", does=acts.reopen_lot)
def reopen(number: int, lot: int) -> Reply:
    """Take the hammer back: the slip is void, the bids stand."""
    return _with_reason(number, lot, acts.reopen_lot)


@desk.act("/sales/<int:number>/lots/<int:lot>/hold", does=acts.hold_bidding)
def hold(number: int, lot: int) -> Reply:
    """Stop bidding for a moment."""
    return _with_reason(number, lot, acts.hold_bidding)


@desk.act("/sales/<int:number>/lots/<int:lot>/hold/end", does=acts.lift_hold)
def lift_hold(number: int, lot: int) -> Reply:
    """Let bidding go on."""
    acts.lift_hold(officer(), clock(), sale=number, lot=lot)
    return go(url_for("ring.ring", number=number))


@desk.act("/sales/<int:number>/lots/<int:lot>/card", does=acts.name_card)
def name_card(number: int, lot: int) -> Reply:
    """Name the card of a bid that was made in the ring."""
    form = NameCardForm(request.form)
    if not form.readable():
        return show_ring(number, form=form, status=422)
    try:
        acts.name_card(
            officer(),
            clock(),
            sale=number,
            lot=lot,
            place=form.place.value,
            card=form.card.value,
        )
    except NotOnRegister as missing:
        return show_ring(number, faults=[f"Not on the register: {missing}"], status=404)
    return go(url_for("ring.ring", number=number, sold=1))


def _with_reason(number: int, lot: int, act: OfficialAct[..., None]) -> Reply:
    form = ReasonForm(request.form)
    if not form.readable():
        return show_ring(number, form=form, status=422)
    act(officer(), clock(), sale=number, lot=lot, reason=form.reason.value)
    return go(url_for("ring.ring", number=number))
