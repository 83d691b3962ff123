"""A challan is undone, step by step: one asks, another approves, a third carries it out."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import challan_undoing as acts
from portal.desks.accounts.forms import ReasonForm
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.registers.challan_undoing import undoing_of
from portal.registers.treasury import find_challan, find_remittance
from portal.web.desk import Desk, clock, officer
from portal.web.render import go, show
from portal.web.step_up import asks_password

desk = Desk("undoing", __name__)

CHALLAN = "/challans/<int:number>/undoing"
UNREADABLE = HTTPStatus.UNPROCESSABLE_ENTITY


@desk.page(CHALLAN, may=Duty.SEE_BOOKS)
def challan(number: int) -> Reply:
    """Show what follows if a challan is undone, and which of the three steps waits."""
    return _show(number, ReasonForm())


@desk.act(CHALLAN, does=acts.ask_challan_reversal)
def ask(number: int) -> Reply:
    """Ask that a challan be undone, with the reason."""
    form = ReasonForm(request.form)
    if not form.readable():
        return _show(number, form, status=UNREADABLE)
    try:
        acts.ask_challan_reversal(officer(), clock(), challan=number, reason=form.reason.value)
    except Refusal as refusal:
        return _show(number, form, refusal=refusal, status=UNREADABLE)
    flash("Asked. Nothing has moved: another person approves it.")
    return go(url_for("undoing.challan", number=number))


@desk.act(f"{CHALLAN}/approval", does=acts.approve_challan_reversal)
def approve(number: int) -> Reply:
    """Approve that a challan be undone."""
    said = "Approved. A third person carries it out."
    return _step(acts.approve_challan_reversal, number, said)


@desk.act(f"{CHALLAN}/carried-out", does=acts.reverse_challan)
@asks_password
def carry_out(number: int) -> Reply:
    """Undo the challan."""
    said = f"Challan C-{number} is undone. What was on it waits for another challan."
    return _step(acts.reverse_challan, number, said)


def _step(act: Callable[..., object], number: int, said: str) -> Reply:
    try:
        act(officer(), clock(), challan=number)
    except Refusal as refusal:
        return _show(number, ReasonForm(), refusal=refusal, status=UNREADABLE)
    flash(said)
    return go(url_for("undoing.challan", number=number))


def _show(
    number: int, form: ReasonForm, *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    found = find_challan(number)
    return show(
        "accounts/undoing",
        challan=found,
        remittance=find_remittance(found.id),
        undoing=undoing_of(found),
        form=form,
        refusal=refusal,
        status=status,
    )
