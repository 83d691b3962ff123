"""What a bidder sees of his own: his cards, what he bought, what he owes."""

from __future__ import annotations

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import bids as acts
from portal.desks.bidder.forms import LimitForm
from portal.law.money import total
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.registers.bidders import card_of_person
from portal.registers.cards import Card, cards_by_phone, find_card
from portal.registers.deposits import CardDeposit, deposit_of_card
from portal.registers.people import find_person
from portal.registers.sales import CLOSED, find_sale, lots_won, sale_happenings
from portal.registers.screening import outcomes_of
from portal.registers.settlement import receipt_for_lot
from portal.web.card_qr import card_address, qr
from portal.web.desk import Desk, clock, officer, today
from portal.web.language import gettext as _
from portal.web.language import written_sum
from portal.web.render import go, show

desk = Desk("bidder", __name__)


@desk.page("/my-card", may=Duty.SEE_OWN_CARD)
def my_cards() -> Reply:
    """Show the cards of the one who is signed in, and of nobody else."""
    person = find_person(officer().person_id)
    rows = []
    for card in cards_by_phone(person.phone):
        bought = [(lot, receipt_for_lot(lot.id)) for lot in lots_won(card.id)]
        unpaid = [lot.winning_bid() for lot, receipt in bought if receipt is None]
        to_pay = total(bid.amount for bid in unpaid if bid)
        rows.append((card, find_sale(card.sale_id), bought, to_pay))
    deposits = {card.id: _deposit(card) for card, _sale, _bought, _to_pay in rows}
    return show(
        "bidder/my_cards",
        rows=rows,
        deposits=deposits,
        outcomes=outcomes_of(deposits),
        qr=None,
        phone=person.phone,
    )


@desk.page("/sales/<int:sale>/my-card", may=Duty.SEE_OWN_CARD)
def show_card(sale: int) -> Reply:
    """Show one's own card to the clerk: the number, large, and its code."""
    found = find_sale(sale)
    own = card_of_person(found.id, officer().person_id, today())
    card = find_card(found.id, own.number) if own else None
    return show(
        "bidder/show_card",
        sale=found,
        card=card,
        deposits={card.id: _deposit(card)} if card else {},
        outcomes=outcomes_of([card.id]) if card else {},
        qr=qr(card_address(found.number, card.number)) if card else None,
    )


def _deposit(card: Card) -> tuple[CardDeposit, bool]:
    return deposit_of_card(card), CLOSED in sale_happenings(card.sale_id)


@desk.page("/sales/<int:sale>/my-limit", may=Duty.BID)
def limit(sale: int) -> Reply:
    """Show the ceiling a bidder set himself for a sale."""
    card = card_of_person(find_sale(sale).id, officer().person_id, today())
    form = LimitForm(most=card.limit) if card and card.limit else LimitForm()
    return _show_limit(sale, form)


@desk.act("/sales/<int:sale>/my-limit", does=acts.set_limit)
def set_limit(sale: int) -> Reply:
    """Set one's own ceiling, or take it away."""
    form = LimitForm(request.form)
    if not form.readable():
        return _show_limit(sale, form, status=422)
    try:
        acts.set_limit(officer(), clock(), sale=sale, most=form.most.data)
    except Refusal as refusal:
        return _show_limit(sale, form, refusal=refusal, status=422)
    most = form.most.data
    if most:
        flash(_("Your limit is %(limit)s.", limit=written_sum(most)))
    else:
        flash(_("You have no limit any more."))
    return go(url_for("public.sale", number=sale))


def _show_limit(
    sale: int, form: LimitForm, *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    found = find_sale(sale)
    card = card_of_person(found.id, officer().person_id, today())
    return show("bidder/limit", sale=found, own=card, form=form, refusal=refusal, status=status)
