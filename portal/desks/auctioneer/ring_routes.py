"""The ring: one key is one floor bid; the hammer falls in two presses."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from flask import Response, flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import ring as acts
from portal.actions.official import OfficialAct
from portal.desks.auctioneer.forms import (
    BidForm,
    CallForm,
    HammerForm,
    ReasonForm,
    StepForm,
    StrikeForm,
)
from portal.law.bidding import STEPS, LotStage
from portal.law.money import Money, total
from portal.law.offices import Duty
from portal.registers.case import gather
from portal.registers.dues import dues_on
from portal.registers.sales import (
    Lot,
    bids_on,
    cards_by_last_bid,
    find_sale,
    lot_in_ring,
    lots_of,
    sale_happenings,
)
from portal.web.desk import Desk, clock, officer, today
from portal.web.fields import PortalForm
from portal.web.render import go, number_asked, show

desk = Desk("ring", __name__)

KEYS = 8


@desk.page("/sales/<int:number>/ring", may=Duty.SEE_RING)
def ring(number: int) -> Reply:
    """Show the ring as the clerk works it."""
    return _show_ring(number)


@desk.page("/sales/<int:number>/ring/board", may=Duty.SEE_RING)
def board(number: int) -> Reply:
    """Show only what changes while bids come in; nothing if nothing has."""
    lot = lot_in_ring(find_sale(number).id)
    if lot is None or number_asked("v") == lot.version():
        return Response(status=204)
    return show("ring/ring", "board", **_board(lot))


@desk.act("/sales/<int:number>/lots/<int:lot>/in-ring", does=acts.bring_in)
def bring_in(number: int, lot: int) -> Reply:
    """Bring a lot into the ring."""
    acts.bring_in(officer(), clock(), sale=number, lot=lot)
    return go(url_for("ring.ring", number=number))


@desk.act("/sales/<int:number>/lots/<int:lot>/bids", does=acts.place_floor_bid)
def bid(number: int, lot: int) -> Reply:
    """Take a floor bid."""
    form = BidForm(request.form)
    if not form.readable():
        return _show_ring(number, form=form, status=422)
    acts.place_floor_bid(
        officer(),
        clock(),
        sale=number,
        lot=lot,
        card=form.card.value,
        amount=form.amount.value,
        seen=int(form.seen.value),
        key=form.key.value,
    )
    return go(url_for("ring.ring", number=number))


@desk.act("/sales/<int:number>/lots/<int:lot>/calls", does=acts.call)
def call(number: int, lot: int) -> Reply:
    """Call once, or twice."""
    form = CallForm(request.form)
    if not form.readable():
        return _show_ring(number, form=form, status=422)
    acts.call(officer(), clock(), sale=number, lot=lot, seen=int(form.seen.value))
    return go(url_for("ring.ring", number=number))


@desk.act("/sales/<int:number>/lots/<int:lot>/step", does=acts.set_step)
def step(number: int, lot: int) -> Reply:
    """Change by how much bids go up."""
    form = StepForm(request.form)
    if not form.readable() or not form.step.data:
        return _show_ring(number, form=form, status=422)
    acts.set_step(officer(), clock(), sale=number, lot=lot, step=Money(int(form.step.data)))
    return go(url_for("ring.ring", number=number))


@desk.act("/sales/<int:number>/lots/<int:lot>/strike", does=acts.strike_out_bid)
def strike_out(number: int, lot: int) -> Reply:
    """Strike out the top bid."""
    form = StrikeForm(request.form)
    if not form.readable():
        return _show_ring(number, form=form, status=422)
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
        return _show_ring(number, form=form, status=422)
    division = acts.knock_down(
        officer(), clock(), sale=number, lot=lot, card=form.card.value, amount=form.amount.value
    )
    left = f"surplus {division.surplus.decimal}" if division.surplus else "no surplus"
    flash(f"Lot {lot} is sold to card {form.card.value}: {left}.")
    return go(url_for("ring.ring", number=number))


@desk.act("/sales/<int:number>/lots/<int:lot>/pass", does=acts.pass_lot)
def pass_lot(number: int, lot: int) -> Reply:
    """Pass a lot that found no buyer."""
    return _with_reason(number, lot, acts.pass_lot)


@desk.act("/sales/<int:number>/lots/<int:lot>/withdrawal", does=acts.withdraw_lot)
def withdraw(number: int, lot: int) -> Reply:
    """Take a lot out of the sale."""
    return _with_reason(number, lot, acts.withdraw_lot)


def _with_reason(number: int, lot: int, act: OfficialAct[..., None]) -> Reply:
    form = ReasonForm(request.form)
    if not form.readable():
        return _show_ring(number, form=form, status=422)
    act(officer(), clock(), sale=number, lot=lot, reason=form.reason.value)
    return go(url_for("ring.ring", number=number))


def _board(lot: Lot) -> dict[str, Any]:
    return {
        "sale": lot.sale,
        "lot": lot,
        "ring": lot.ring(),
        "calls": lot.call(),
        "standing": lot.standing_bid(),
    }


def _show_ring(number: int, *, form: PortalForm | None = None, status: int = 200) -> Reply:
    sale = find_sale(number)
    lots = [(one, one.stage()) for one in lots_of(sale.id)]
    lot = next((one for one, stage in lots if stage is LotStage.IN_RING), None)
    waiting = [one for one, stage in lots if stage in {LotStage.WAITING, LotStage.PASSED}]
    hammered = [one for one, stage in lots if stage is LotStage.SOLD]
    prices = (bid.amount for one in hammered if (bid := one.winning_bid()) is not None)
    facts: dict[str, Any] = {}
    if lot is not None:
        case = gather(lot.impounding, today())
        facts = _board(lot) | {
            "answers": case.may_be_sold(leaving_out=case.open_lot),
            "dues": dues_on(lot.impounding, today()).total,
            "bids": bids_on(lot.id),
            "cards": cards_by_last_bid(sale.id, lot.id, KEYS),
            "keys": [str(uuid4()) for _one in range(KEYS + 1)],
            "steps": STEPS,
        }
    return show(
        "ring/ring",
        **({"sale": sale, "lot": lot, "ring": None} | facts),
        happened=sale_happenings(sale.id),
        waiting=waiting,
        next_lots=[(one, gather(one.impounding, today())) for one in waiting[:4]],
        last_sold=hammered[-1] if hammered else None,
        sold=len(hammered),
        passed=sum(stage is LotStage.PASSED for _one, stage in lots),
        withdrawn=sum(stage is LotStage.WITHDRAWN for _one, stage in lots),
        hammer_total=total(prices),
        faults=[said for field in form for said in field.errors] if form else [],
        armed=request.args.get("sold") == "1",
        status=status,
    )
