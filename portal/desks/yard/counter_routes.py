"""The counter while a sale runs: what an owner tells, and the ring held while he pays."""

from __future__ import annotations

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import counter as acts
from portal.desks.yard.forms import VisitForm
from portal.registers.impound import find_impounding
from portal.web.desk import Desk, clock, officer
from portal.web.render import go

desk = Desk("counter", __name__)

CASE = "/cases/<string:number>"


@desk.act(f"{CASE}/visit", does=acts.keep_visit)
def visit(number: str) -> Reply:
    """Keep what somebody told, and say how many marks agree."""
    form = VisitForm(request.form)
    find_impounding(number)
    if not form.readable():
        fault = next(error for field in form for error in field.errors)
        flash(f"{fault}. Nothing was kept.")
    else:
        acts.keep_visit(
            officer(),
            clock(),
            case=number,
            payer=form.payer(),
            phone=form.phone.text,
            told=form.told(),
        )
    return go(url_for("gate.redemption", number=number))


@desk.act(f"{CASE}/hold", does=acts.hold_for_owner)
def hold(number: str) -> Reply:
    """Hold the ring while the owner pays."""
    acts.hold_for_owner(officer(), clock(), case=number)
    flash("The ring is held for five minutes. Take the payment now.")
    return go(url_for("gate.redemption", number=number))


@desk.act(f"{CASE}/hold/end", does=acts.give_up_hold)
def give_up(number: str) -> Reply:
    """Let the ring go on."""
    acts.give_up_hold(officer(), clock(), case=number)
    flash("Bidding goes on.")
    return go(url_for("gate.redemption", number=number))
