"""Cards one by one: paper and phone of a card, its deposit and receipt."""

from __future__ import annotations

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import cards as card_acts
from portal.actions import deposits as acts
from portal.desks.auctioneer.deposit_forms import DepositForm, ForfeitForm, TermForm
from portal.desks.auctioneer.forms import IdentityForm, MovePhoneForm, ReasonForm
from portal.law.deposits import lots_in_default
from portal.law.money import NOTHING
from portal.law.offices import Duty
from portal.law.refusals import Refusal, written_money
from portal.law.screening import IDENTITY, Outcome
from portal.registers.base import db
from portal.registers.cards import Card, cards_of, find_card, phone_of
from portal.registers.deposits import (
    Deposit,
    deposit_asked,
    deposit_of_card,
    deposits_of,
    ends_of,
    find_deposit,
    standing_end,
    wins_of,
)
from portal.registers.ledger import find_reversal
from portal.registers.matching import hide_all
from portal.registers.people import find_person
from portal.registers.sales import CLOSED, find_sale, sale_happenings
from portal.registers.screening import outcomes_of
from portal.web.card_qr import is_tag
from portal.web.desk import Desk, clock, officer, settings, today
from portal.web.render import go, show

desk = Desk("deposits", __name__)

CAME_TO = {
    Outcome.CLEAR: "Nothing stands against it.",
    Outcome.NOTE: "Nothing stands against it.",
    Outcome.HOLD: "Card {card} needs a check: it may bid, and no money is taken until an officer"
    " has looked.",
    Outcome.BAR: "Card {card} may not buy here. The holder may speak to the officer at the desk.",
}


@desk.page("/sales/<int:number>/deposit", may=Duty.ARRANGE_SALE)
def term(number: int) -> Reply:
    """Show what deposit a sale asks for, and the form to fix it before the first card."""
    return _show_term(number, TermForm())


@desk.act("/sales/<int:number>/deposit", does=acts.ask_for_deposit)
def ask(number: int) -> Reply:
    """Fix what deposit a sale asks for."""
    form = TermForm(request.form)
    if not form.readable():
        return _show_term(number, form, status=422)
    amount = form.amount.value
    try:
        acts.ask_for_deposit(officer(), clock(), sale=number, amount=amount)
    except Refusal as refusal:
        return _show_term(number, form, refusal=refusal, status=422)
    flash(
        f"Each card of this sale pays a deposit of {written_money(amount)} before it may bid."
        if amount
        else "This sale asks for no deposit."
    )
    return go(url_for("auctioneer.sale_desk", number=number))


def _show_term(
    number: int, form: TermForm, *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    sale = find_sale(number)
    return show(
        "auctioneer/deposit_term",
        sale=sale,
        asked=deposit_asked(sale.id),
        cards=cards_of(sale.id),
        happened=sale_happenings(sale.id),
        form=form,
        refusal=refusal,
        status=status,
    )


@desk.page("/sales/<int:number>/cards/<int:card>", may=Duty.GIVE_CARDS)
def card(number: int, card: int) -> Reply:
    """Show one card, as the code on it is read: genuine or not, and its deposit."""
    return _show_card(find_card(find_sale(number).id, card))


@desk.act("/sales/<int:number>/cards/<int:card>/deposit", does=acts.take_deposit)
def take(number: int, card: int) -> Reply:
    """Take the deposit of a card, whole, as printed on the button that sent it."""
    found = find_card(find_sale(number).id, card)
    form = DepositForm(request.form)
    if not form.readable():
        return _show_card(found, form, status=422)
    try:
        deposit = acts.take_deposit(
            officer(),
            clock(),
            sale=number,
            card=card,
            offered=form.offered.data or NOTHING,
            mode=form.mode.data,
            reference=form.reference.text,
        )
    except Refusal as refusal:  # the bidder stands at the desk: keep what was typed
        return _show_card(found, form, refusal=refusal, status=422)
    return go(url_for("deposits.receipt", year=deposit.year, number=deposit.number))


@desk.act("/sales/<int:number>/cards/<int:card>/deposit/refund", does=acts.refund_deposit)
def refund(number: int, card: int) -> Reply:
    """Give the deposit of a card back."""
    found = find_card(find_sale(number).id, card)
    form = DepositForm(request.form)
    if not form.readable():
        return _show_card(found, form, status=422)
    try:
        deposit = acts.refund_deposit(
            officer(),
            clock(),
            sale=number,
            card=card,
            mode=form.mode.data,
            reference=form.reference.text,
        )
    except Refusal as refusal:
        return _show_card(found, form, refusal=refusal, status=422)
    flash(f"{written_money(deposit.amount)} to {deposit.payer}. Have the receipt signed.")
    return go(url_for("deposits.receipt", year=deposit.year, number=deposit.number))


@desk.act("/sales/<int:number>/cards/<int:card>/identity", does=card_acts.enter_identity)
def enter_identity(number: int, card: int) -> Reply:
    """Enter the paper that the holder shows at the counter, and say what came of it."""
    found = find_card(find_sale(number).id, card)
    form = IdentityForm(request.form)
    if not form.readable():
        return _show_card(found, identity_form=form, status=422)
    try:
        outcome = card_acts.enter_identity(
            officer(),
            clock(),
            sale=number,
            card=card,
            known_by=hide_all(
                settings().matching_key, identity=form.identity.value, bank=form.bank.text
            ),
        )
    except Refusal as refusal:
        return _show_card(found, identity_form=form, refusal=refusal, status=422)
    flash(f"The paper is entered. {CAME_TO[outcome].format(card=card)}")
    return go(url_for("deposits.card", number=number, card=card))


@desk.act("/sales/<int:number>/cards/<int:card>/phone", does=card_acts.move_phone)
def move_phone(number: int, card: int) -> Reply:
    """Move the number of a lost phone to another."""
    found = find_card(find_sale(number).id, card)
    form = MovePhoneForm(request.form)
    if not form.readable():
        return _show_card(found, phone_form=form, status=422)
    try:
        outcome = card_acts.move_phone(
            officer(),
            clock(),
            sale=number,
            card=card,
            phone=form.phone.value,
            known_by=hide_all(settings().matching_key, phone=form.phone.value),
            reason=form.reason.value,
        )
    except Refusal as refusal:
        return _show_card(found, phone_form=form, refusal=refusal, status=422)
    flash(f"Card {card} bids from the new phone. {CAME_TO[outcome].format(card=card)}")
    return go(url_for("deposits.card", number=number, card=card))


def _show_card(
    found: Card,
    form: DepositForm | None = None,
    *,
    identity_form: IdentityForm | None = None,
    phone_form: MovePhoneForm | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    sale = find_sale(found.sale_id)
    told = request.args.get("c")
    return show(
        "auctioneer/card",
        sale=sale,
        card=found,
        genuine=None if told is None else is_tag(sale.number, found.number, told),
        deposit=deposit_of_card(found),
        earlier=[(one, standing_end(one.id)) for one in deposits_of(found.id)],
        closed=CLOSED in sale_happenings(sale.id),
        form=form or DepositForm(),
        identity_form=identity_form or IdentityForm(),
        phone_form=phone_form or MovePhoneForm(),
        phone=phone_of(found),
        papers=[key for key in found.keys if key.kind == IDENTITY],
        outcome=outcomes_of([found.id]).get(found.id),
        refusal=refusal,
        status=status,
    )


@desk.page("/deposits/<int:year>/<int:number>", may=Duty.SEE_CASES)
def receipt(year: int, number: int) -> Reply:
    """Show the receipt for a deposit, and how it ended."""
    return _show_receipt(find_deposit(year, number))


@desk.act("/deposits/<int:year>/<int:number>/forfeiture", does=acts.forfeit_deposit)
def forfeit(year: int, number: int) -> Reply:
    """Keep a deposit after a default."""
    deposit = find_deposit(year, number)
    card = db.session.get_one(Card, deposit.card_id)
    form = ForfeitForm(request.form).of(lots_in_default(wins_of(card.id), today()))
    if not form.readable():
        return _show_receipt(deposit, forfeit_form=form, status=422)
    acts.forfeit_deposit(
        officer(),
        clock(),
        sale=card.sale_id,
        card=card.number,
        lot=int(form.lot.data),
        reason=form.reason.value,
    )
    flash("The deposit is forfeited. It stands under a head of its own in the ledger.")
    return go(url_for("deposits.receipt", year=year, number=number))


@desk.act("/deposits/<int:year>/<int:number>/reversal", does=acts.reverse_deposit)
def reverse(year: int, number: int) -> Reply:
    """Reverse a deposit that was entered wrongly."""
    form = ReasonForm(request.form)
    if not form.readable():
        return _show_receipt(find_deposit(year, number), reason_form=form, status=422)
    acts.reverse_deposit(officer(), clock(), year=year, number=number, reason=form.reason.value)
    return go(url_for("deposits.receipt", year=year, number=number))


@desk.act("/deposits/<int:year>/<int:number>/end/reversal", does=acts.reverse_deposit_end)
def reverse_end(year: int, number: int) -> Reply:
    """Reverse a giving back or a forfeiture that was entered wrongly."""
    form = ReasonForm(request.form)
    if not form.readable():
        return _show_receipt(find_deposit(year, number), reason_form=form, status=422)
    acts.reverse_deposit_end(officer(), clock(), year=year, number=number, reason=form.reason.value)
    flash("It is reversed: the deposit stands again.")
    return go(url_for("deposits.receipt", year=year, number=number))


def _show_receipt(
    deposit: Deposit,
    *,
    forfeit_form: ForfeitForm | None = None,
    reason_form: ReasonForm | None = None,
    status: int = 200,
) -> Reply:
    card = db.session.get_one(Card, deposit.card_id)
    lots = lots_in_default(wins_of(card.id), today())
    return show(
        "auctioneer/deposit",
        deposit=deposit,
        card=card,
        sale=find_sale(card.sale_id),
        taken_by=find_person(deposit.taken_by_id).name,
        end=standing_end(deposit.id),
        ends=[
            (one, find_person(one.by_id).name, find_reversal(one.journal_line_id))
            for one in ends_of(deposit.id)
        ],
        lots=lots,
        forfeit_form=forfeit_form or ForfeitForm().of(lots),
        reason_form=reason_form or ReasonForm(),
        status=status,
    )
