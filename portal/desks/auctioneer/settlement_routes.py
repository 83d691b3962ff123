"""Settlement: buyers pay, receipts are given, wrong ones reversed."""

from __future__ import annotations

from http import HTTPStatus

from flask import request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import settlement as acts
from portal.desks.auctioneer.forms import PartForm, PaymentForm, ReasonForm
from portal.law.deposits import last_day_for_price
from portal.law.money import total
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.registers.base import NotOnRegister
from portal.registers.matching import hide_all
from portal.registers.owing import refunds_of_lots, void_order_on
from portal.registers.sales import find_lot, find_sale, lots_of
from portal.registers.screening import outcomes_of
from portal.registers.settlement import (
    find_delivery,
    find_receipt,
    hammer_money,
    receipt_for_lot,
)
from portal.web.card_qr import qr, upi_address
from portal.web.desk import Desk, clock, officer, settings, today
from portal.web.errors import STATUS
from portal.web.render import go, show

desk = Desk("settlement", __name__)


@desk.page("/sales/<int:number>/settlement", may=Duty.TAKE_PAYMENT)
def settlement(number: int) -> Reply:
    """Show the lots that were sold: unpaid, paid, taken away, with the totals."""
    sale = find_sale(number)
    rows = [
        (lot, winning, receipt_for_lot(lot.id), find_delivery(lot.id))
        for lot in lots_of(sale.id)
        if (winning := lot.winning_bid()) is not None
    ]
    prices = {
        lot.id: money.price()
        for lot, _winning, _receipt, _delivery in rows
        if (money := hammer_money(lot.id)) is not None
    }
    return show(
        "settlement/settlement",
        sale=sale,
        rows=rows,
        outcomes=outcomes_of(winning.card.id for _lot, winning, _receipt, _delivery in rows),
        hammer=total(winning.amount for _lot, winning, _receipt, _delivery in rows),
        paid=total(one.paid for one in prices.values()),
        prices=prices,
        late={
            lot.id
            for lot, _winning, _receipt, _delivery in rows
            if (fell := lot.hammer()) and today() > last_day_for_price(fell.on)
        },
        refunds=refunds_of_lots(sale.id),
    )


@desk.page("/sales/<int:number>/lots/<int:lot>/payment", may=Duty.TAKE_PAYMENT)
def payment(number: int, lot: int) -> Reply:
    """Show what a buyer has to pay, and the form to take it."""
    return _show_payment(number, lot, PaymentForm())


@desk.act("/sales/<int:number>/lots/<int:lot>/payment", does=acts.take_hammer_money)
def pay(number: int, lot: int) -> Reply:
    """Take the hammer money, whole or a part."""
    form = PaymentForm(request.form)
    if not form.readable():
        return _show_payment(number, lot, form, status=422)
    try:
        receipt = acts.take_hammer_money(
            officer(),
            clock(),
            sale=number,
            lot=lot,
            offered=form.offered.value,
            payer=form.payer.value,
            payer_known_by=hide_all(
                settings().matching_key,
                identity=form.payer_identity.text,
                phone=form.payer_phone.text,
                bank=form.payer_bank.text,
            ),
            mode=form.mode.data,
            reference=form.reference.text,
        )
    except Refusal as refusal:  # what was typed at the desk must not be lost
        status = STATUS.get(type(refusal), HTTPStatus.UNPROCESSABLE_ENTITY)
        return _show_payment(number, lot, form, refusal=refusal, status=status)
    return go(url_for("cases.receipt", year=receipt.year, number=receipt.number))


def _show_payment(
    number: int,
    lot: int,
    form: PaymentForm,
    *,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    found = find_lot(number, lot)
    winning, hammer = found.winning_bid(), found.hammer()
    money = hammer_money(found.id)
    if winning is None or money is None or hammer is None:
        raise NotOnRegister(f"a hammer price of lot {lot}")
    part = PartForm(request.args)
    asked = part.part.data if part.readable() and part.part.data else None
    price = money.price()
    upi = upi_address(min(asked, price.due) if asked else price.due, number, lot)
    return show(
        "settlement/payment",
        lot=found,
        winning=winning,
        receipt=money.receipts[-1] if price.whole else None,
        receipts=money.receipts,
        price=price,
        order=void_order_on(hammer.id),
        part_form=part,
        upi_code=qr(upi) if upi and not price.whole else None,
        outcome=outcomes_of([winning.card.id]).get(winning.card.id),
        form=form,
        refusal=refusal,
        status=status,
    )


@desk.page("/receipts/<int:year>/<int:number>/reversal", may=Duty.TAKE_PAYMENT)
def reversal(year: int, number: int) -> Reply:
    """Show the form by which a receipt is reversed."""
    return show("settlement/reversal", receipt=find_receipt(year, number), form=ReasonForm())


@desk.act("/receipts/<int:year>/<int:number>/reversal", does=acts.reverse_receipt)
def reverse(year: int, number: int) -> Reply:
    """Reverse a receipt with its reason."""
    form = ReasonForm(request.form)
    receipt = find_receipt(year, number)
    if not form.readable():
        return show("settlement/reversal", receipt=receipt, form=form, status=422)
    acts.reverse_receipt(officer(), clock(), year=year, number=number, reason=form.reason.value)
    return go(url_for("cases.receipt", year=year, number=number))
