"""Sales of lots that do not stand: default, orders that make them void, money given back."""

from __future__ import annotations

from http import HTTPStatus

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import undone as acts
from portal.desks.auctioneer.forms import GiveBackForm, ReasonForm, VoidForm
from portal.law.deposits import last_day_for_price
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.registers.base import NotOnRegister
from portal.registers.deposits import standing_deposit
from portal.registers.owing import RefundOwed, find_refund, void_order_on
from portal.registers.sales import find_lot
from portal.registers.settlement import hammer_money
from portal.web.desk import Desk, clock, officer
from portal.web.render import go, show

desk = Desk("undone", __name__)

LOT = "/sales/<int:number>/lots/<int:lot>"
UNREADABLE = HTTPStatus.UNPROCESSABLE_ENTITY


@desk.page(f"{LOT}/default", may=Duty.TAKE_PAYMENT)
def default(number: int, lot: int) -> Reply:
    """Show what follows if a buyer did not pay in time, and the form that does it."""
    return _show("settlement/default", number, lot, ReasonForm(reason="the buyer did not pay"))


@desk.act(f"{LOT}/default", does=acts.put_in_default)
def put_in_default(number: int, lot: int) -> Reply:
    """Put the buyer of a lot in default."""
    form = ReasonForm(request.form)
    if not form.readable():
        return _show("settlement/default", number, lot, form, status=UNREADABLE)
    winning = find_lot(number, lot).winning_bid()
    deposit = standing_deposit(winning.card.id) if winning else None
    paper = (deposit.year, deposit.number) if deposit else None
    try:
        owed = acts.put_in_default(
            officer(), clock(), sale=number, lot=lot, reason=form.reason.value
        )
    except Refusal as refusal:
        return _show("settlement/default", number, lot, form, refusal=refusal, status=UNREADABLE)
    flash(f"Lot {lot} is in default and its animal is due for sale again.")
    if paper is not None:
        flash("The buyer has a deposit. It is forfeited here.")
        return go(url_for("deposits.receipt", year=paper[0], number=paper[1]))
    return _to_what_is_owed(number, owed)


@desk.page(f"{LOT}/void", may=Duty.MAKE_ORDERS)
def void(number: int, lot: int) -> Reply:
    """Show the form of an order that the sale of a lot is void."""
    return _show("settlement/void", number, lot, VoidForm())


@desk.act(f"{LOT}/void", does=acts.order_void)
def order_void(number: int, lot: int) -> Reply:
    """Enter the order; another person carries it out at the desk."""
    form = VoidForm(request.form)
    if not form.readable():
        return _show("settlement/void", number, lot, form, status=UNREADABLE)
    try:
        acts.order_void(
            officer(),
            clock(),
            sale=number,
            lot=lot,
            number=form.number.value,
            reason=form.reason.value,
        )
    except Refusal as refusal:
        return _show("settlement/void", number, lot, form, refusal=refusal, status=UNREADABLE)
    flash("The order is entered. Nothing has moved: the clerk carries it out at the desk.")
    return go(url_for("undone.void", number=number, lot=lot))


@desk.act(f"{LOT}/void/carried-out", does=acts.make_void)
def make_void(number: int, lot: int) -> Reply:
    """Carry an order out."""
    owed = acts.make_void(officer(), clock(), sale=number, lot=lot)
    flash(f"The sale of lot {lot} is void. Its slips and receipts stay, marked void.")
    return _to_what_is_owed(number, owed)


@desk.page("/refunds/<int:refund>", may=Duty.TAKE_PAYMENT)
def refund(refund: int) -> Reply:
    """Show what is owed back to a buyer, and the form to give it."""
    return _show_refund(refund, GiveBackForm())


@desk.act("/refunds/<int:refund>", does=acts.give_back)
def give_back(refund: int) -> Reply:
    """Give it back."""
    form = GiveBackForm(request.form)
    if not form.readable():
        return _show_refund(refund, form, status=UNREADABLE)
    try:
        acts.give_back(
            officer(),
            clock(),
            refund=refund,
            to=form.to.value,
            mode=form.mode.data,
            reference=form.reference.text,
        )
    except Refusal as refusal:
        return _show_refund(refund, form, refusal=refusal, status=UNREADABLE)
    return go(url_for("undone.refund", refund=refund))


@desk.page("/refunds/<int:refund>/reversal", may=Duty.TAKE_PAYMENT)
def reversal(refund: int) -> Reply:
    """Show the form by which a giving back is reversed."""
    return _show_reversal(refund, ReasonForm())


@desk.act("/refunds/<int:refund>/reversal", does=acts.reverse_refund)
def reverse(refund: int) -> Reply:
    """Reverse a giving back with its reason: the money is owed to the buyer again."""
    form = ReasonForm(request.form)
    if not form.readable():
        return _show_reversal(refund, form, status=UNREADABLE)
    try:
        acts.reverse_refund(officer(), clock(), refund=refund, reason=form.reason.value)
    except Refusal as refusal:
        return _show_reversal(refund, form, refusal=refusal, status=UNREADABLE)
    flash("Reversed. The money is owed to the buyer again.")
    return go(url_for("undone.refund", refund=refund))


def _show_reversal(
    refund: int, form: ReasonForm, *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    owed, lot, paid = find_refund(refund)
    return show(
        "settlement/refund_reversal",
        owed=owed,
        lot=lot,
        paid=paid,
        form=form,
        refusal=refusal,
        status=status,
    )


def _to_what_is_owed(number: int, owed: RefundOwed | None) -> Reply:
    if owed is None:
        return go(url_for("settlement.settlement", number=number))
    return go(url_for("undone.refund", refund=owed.id))


def _show(
    page: str,
    number: int,
    lot: int,
    form: ReasonForm | VoidForm,
    *,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    found = find_lot(number, lot)
    hammer, money = found.hammer(), hammer_money(found.id)
    if hammer is None or money is None:
        raise NotOnRegister(f"a sale of lot {lot} that stands")
    return show(
        page,
        lot=found,
        winning=found.winning_bid(),
        price=money.price(),
        last_day=last_day_for_price(hammer.on),
        order=void_order_on(hammer.id),
        form=form,
        refusal=refusal,
        status=status,
    )


def _show_refund(
    refund: int, form: GiveBackForm, *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    owed, lot, paid = find_refund(refund)
    return show(
        "settlement/refund",
        owed=owed,
        lot=lot,
        paid=paid,
        form=form,
        refusal=refusal,
        status=status,
    )
