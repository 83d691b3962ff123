"""The auctioneer's desk: what is due, sales, their lots, notices and cards."""

from __future__ import annotations

from http import HTTPStatus

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import cards as card_acts
from portal.actions import sales as acts
from portal.desks.auctioneer.deposit_forms import DepositForm, TermForm
from portal.desks.auctioneer.forms import AddLotForm, CardForm, NoticeForm, SaleForm
from portal.law.money import Money
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.law.refusals_of_cards import AskBeforeCard
from portal.law.screening import Outcome
from portal.law.staff_list import why_on_hold
from portal.registers.base import NotOnRegister
from portal.registers.bids import PHONE
from portal.registers.cards import cards_of
from portal.registers.case import first_sale_day, gather, past_due
from portal.registers.code_places import codes_stopped_until
from portal.registers.deposits import deposit_asked, deposits_at
from portal.registers.impound import count_held_rows
from portal.registers.people import pounds
from portal.registers.sale_day import bids_of_test
from portal.registers.sales import (
    find_sale,
    happened_at,
    lots_of,
    sale_happenings,
    sales_page,
)
from portal.registers.screening import outcomes_of
from portal.registers.staff_list import staff_list_state
from portal.registers.staying import due_list
from portal.web.desk import Desk, clock, now, officer, settings, today
from portal.web.errors import STATUS
from portal.web.presence import presence
from portal.web.render import go, number_asked, page_asked, show
from portal.web.words import TERMS

desk = Desk("auctioneer", __name__)

AT_A_TIME = 50
SALES_AT_A_TIME = 20
NO_MONEY_YET = "no money is taken until an officer has looked"


@desk.page("/due", may=Duty.ARRANGE_SALE)
def due() -> Reply:
    """Show the animals past their owner's last day, oldest first, each with "may it be sold?"."""
    page = page_asked()
    listed = due_list(today(), page, AT_A_TIME)
    due_cases = [gather(one, today()) for one in listed.due]
    coming = [gather(one, today()) for one in listed.coming]
    return show(
        "auctioneer/due",
        due=[(case, past_due(case)) for case in due_cases],
        count=listed.count,
        number=page,
        more=listed.count > page * AT_A_TIME,
        coming=[(case, first_sale_day(case)) for case in coming],
        held=count_held_rows(),
    )


@desk.page("/sale-desk", may=Duty.SEE_RING)
def sales() -> Reply:
    """Show the sales."""
    page = sales_page(number_asked("after"), SALES_AT_A_TIME)
    happened = happened_at(one.id for one in page.sales)
    return show(
        "auctioneer/sales",
        sales=[(one, happened.get(one.id, frozenset())) for one in page.sales],
        after=page.after,
    )


@desk.page("/sale-desk/new", may=Duty.ARRANGE_SALE)
def new_sale() -> Reply:
    """Show the form of a sale for the cases that were ticked."""
    form = SaleForm(
        on=today(), hour="11:00", terms=TERMS, starting_price=Money.of(rupees=2_000), step="50000"
    )
    return _show_new(form, request.args.getlist("case"))


@desk.act("/sale-desk/new", does=acts.arrange_sale)
def arrange() -> Reply:
    """Arrange a sale and put the ticked cases into it, each that may be sold on its day."""
    form = SaleForm(request.form)
    cases = request.form.getlist("case")
    form.pound.offer((one.name, one.name) for one in pounds())
    if not form.readable():
        return _show_new(form, cases, status=422)
    try:
        sale = acts.arrange_sale(
            officer(),
            clock(),
            pound=form.pound.data,
            on=form.on.value,
            hour=form.hour.value,
            place=form.place.value,
            terms=form.terms.text,
        )
    except Refusal as refusal:
        return _show_new(form, cases, refusal=refusal, status=422)
    number = sale.number
    for case in dict.fromkeys(cases):
        _put_in(number, case, form.starting_price.value, Money(int(form.step.data)))
    return go(url_for("auctioneer.sale_desk", number=number))


def _put_in(sale: int, case: str, starting_price: Money, step: Money) -> None:
    try:
        acts.add_lot(
            officer(), clock(), sale=sale, case=case, starting_price=starting_price, step=step
        )
    except Refusal as refusal:  # one that may not be sold must not keep the others out
        flash(f"Case {case} was left out. {refusal.sentence}")
    except NotOnRegister:
        flash(f"Case {case} was left out: it is not on the register.")


def _show_new(
    form: SaleForm, cases: list[str], *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    form.pound.offer((one.name, one.name) for one in pounds())
    return show("auctioneer/new_sale", form=form, cases=cases, refusal=refusal, status=status)


@desk.page("/sales/<int:number>/desk", may=Duty.SEE_RING)
def sale_desk(number: int) -> Reply:
    """Show what is ready for a sale, what is not, and why."""
    return _show_desk(number)


@desk.act("/sales/<int:number>/notice", does=acts.put_up_notice)
def put_up_notice(number: int) -> Reply:
    """Enter that the notice was put up."""
    form = NoticeForm(request.form)
    if not form.readable():
        return _show_desk(number, notice_form=form, status=422)
    acts.put_up_notice(officer(), clock(), sale=number, where=form.where.value)
    return go(url_for("auctioneer.sale_desk", number=number))


@desk.act("/sales/<int:number>/lots", does=acts.add_lot)
def add_lot(number: int) -> Reply:
    """Put one more case into a sale."""
    form = AddLotForm(request.form)
    if not form.readable():
        return _show_desk(number, lot_form=form, status=422)
    acts.add_lot(
        officer(),
        clock(),
        sale=number,
        case=form.case.value,
        starting_price=form.starting_price.value,
        step=Money(int(form.step.data)),
    )
    return go(url_for("auctioneer.sale_desk", number=number))


@desk.act("/sales/<int:number>/opening", does=acts.open_sale)
def open_sale(number: int) -> Reply:
    """Open the sale."""
    acts.open_sale(officer(), clock(), sale=number)
    return go(url_for("ring.ring", number=number))


@desk.act("/sales/<int:number>/closing", does=acts.close_sale)
def close_sale(number: int) -> Reply:
    """Close the sale."""
    acts.close_sale(officer(), clock(), sale=number)
    flash("The sale is closed. Lots not put up are due again.")
    return go(url_for("auctioneer.sale_desk", number=number))


def _show_desk(
    number: int,
    *,
    notice_form: NoticeForm | None = None,
    lot_form: AddLotForm | None = None,
    status: int = 200,
) -> Reply:
    sale = find_sale(number)
    lots = [(lot, gather(lot.impounding, max(today(), sale.on))) for lot in lots_of(sale.id)]
    tried = bids_of_test(sale.id)
    return show(
        "auctioneer/sale_desk",
        codes_stopped_until=codes_stopped_until(now()),
        sale=sale,
        on_hold=why_on_hold(staff_list_state(), now()),
        happened=sale_happenings(sale.id),
        lots=lots,
        cards=cards_of(sale.id),
        deposit_asked=deposit_asked(sale.id),
        term_form=TermForm(),
        tried_phone=next((one for one in tried if one.channel == PHONE), None),
        tried_floor=next((one for one in tried if one.channel != PHONE), None),
        phones=presence().phones(sale.id, now()),
        bell=settings().bell_url,
        notice_form=notice_form or NoticeForm(),
        lot_form=lot_form or AddLotForm(starting_price=Money.of(rupees=2_000), step="50000"),
        status=status,
    )


DECLARED = {"yes": True, "no": False}


@desk.page("/sales/<int:number>/cards", may=Duty.GIVE_CARDS)
def cards(number: int) -> Reply:
    """Show the cards of a sale and the form to give one."""
    return _show_cards(number, CardForm())


@desk.act("/sales/<int:number>/cards", does=card_acts.give_card)
def give_card(number: int) -> Reply:
    """Give a card at the desk."""
    form = CardForm(request.form)
    if not form.readable():
        return _show_cards(number, form, status=422)
    try:
        card = card_acts.give_card(
            officer(),
            clock(),
            sale=number,
            name=form.name.value,
            phone=form.phone.value,
            buys_for=form.buys_for.text or "himself",
            buys_for_barred=DECLARED.get(form.staff.data),
            known_by=form.known_by(settings().matching_key),
            relation=form.relation.text,
            number=form.number.data,
            asked_about=form.asked_about.text if form.asked.data else "",
            phone_shared=form.phone_shared.data,
        )
    except Refusal as refusal:  # the next in the queue waits: keep what was typed
        if isinstance(refusal, AskBeforeCard):
            form.ask_about(refusal.about)
        status = STATUS.get(type(refusal), HTTPStatus.UNPROCESSABLE_ENTITY)
        return _show_cards(number, form, refusal=refusal, status=status)
    floor = "" if card.phone else " It is for the floor alone: another card bids from the phone."
    flash(f"Card {card.number} for {card.name}.{floor}")
    if outcomes_of([card.id]).get(card.id) is Outcome.HOLD:
        flash(f"Card {card.number} needs a check. It may bid; {NO_MONEY_YET}.")
    return go(url_for("auctioneer.cards", number=number))


def _show_cards(
    number: int, form: CardForm, *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    sale = find_sale(number)
    return show(
        "auctioneer/cards",
        sale=sale,
        cards=(given := cards_of(sale.id)),
        outcomes=outcomes_of(one.id for one in given),
        ask=isinstance(refusal, AskBeforeCard) or form.asked.data,
        deposits=deposits_at(sale.id),
        deposit_asked=deposit_asked(sale.id),
        deposit_form=DepositForm,
        codes_stopped_until=codes_stopped_until(now()),
        form=form,
        refusal=refusal,
        status=status,
    )
