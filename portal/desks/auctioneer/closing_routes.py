"""The close of a sale: its cash is counted, slips and receipts compared, and it is signed."""

from __future__ import annotations

from http import HTTPStatus

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import closing as acts
from portal.desks.auctioneer.forms import CashForm
from portal.law.money import NOTHING, total
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.registers.closing import cash_booked, counts_of, lots_at_close
from portal.registers.people import find_person
from portal.registers.sales import find_sale, sale_happenings
from portal.web.desk import Desk, clock, officer
from portal.web.render import go, show

desk = Desk("closing", __name__)


@desk.page("/sales/<int:number>/cash", may=Duty.TAKE_PAYMENT)
def cash(number: int) -> Reply:
    """Show the form to count the cash box, and the counts so far."""
    return _show_cash(number, CashForm())


@desk.act("/sales/<int:number>/cash", does=acts.count_cash)
def count(number: int) -> Reply:
    """Enter a count of the cash box."""
    form = CashForm(request.form)
    if not form.readable():
        return _show_cash(number, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        acts.count_cash(
            officer(),
            clock(),
            sale=number,
            pieces=form.pieces(),
            coins=form.coins.data or NOTHING,
            reason=form.reason.text,
        )
    except Refusal as refusal:  # what was counted must not be typed again
        return _show_cash(number, form, refusal=refusal, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    flash("The count is entered. Another person signs the close.")
    return go(url_for("closing.cash", number=number))


@desk.page("/sales/<int:number>/close", may=Duty.KNOCK_DOWN)
def close(number: int) -> Reply:
    """Show slips, receipts and ledger of a sale side by side, and the button that signs."""
    sale = find_sale(number)
    lots = lots_at_close(sale.id)
    last = next(iter(counts_of(sale.id)), None)
    return show(
        "settlement/close",
        sale=sale,
        lots=lots,
        slips=total(one.slip for one in lots),
        receipts=total(one.receipts for one in lots),
        booked=cash_booked(sale.id),
        last=last,
        counted_by=find_person(last.by_id).name if last else "",
        happened=sale_happenings(sale.id),
    )


def _show_cash(
    number: int, form: CashForm, *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    sale = find_sale(number)
    return show(
        "settlement/cash",
        sale=sale,
        counts=[(one, find_person(one.by_id).name) for one in counts_of(sale.id)],
        booked=cash_booked(sale.id),
        closed="closed" in sale_happenings(sale.id),
        form=form,
        refusal=refusal,
        status=status,
    )
