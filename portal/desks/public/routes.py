"""What everybody may see: animals, sales, prices, the law."""

from __future__ import annotations

from flask import request
from flask.typing import ResponseReturnValue as Reply

from portal.desks.public.forms import DuesForm
from portal.law.act import ACT
from portal.law.fines import FINES
from portal.law.offices import Duty
from portal.registers.case import gather
from portal.registers.dues import dues_on
from portal.registers.impound import find_impounding
from portal.registers.in_force import rates_going, readings_shown
from portal.registers.orders import (
    area_notifications,
    closed_day_records,
)
from portal.registers.sales import find_sale, lots_of, next_sale, sale_happenings, sales_page
from portal.registers.staying import count_staying, heads_by_class, staying_page
from portal.web.desk import Desk, today
from portal.web.render import number_asked, page_asked, show

desk = Desk("public", __name__)

AT_A_TIME = 60
SALES_AT_A_TIME = 20


@desk.page("/", may=Duty.SEE_PUBLIC)
def front() -> Reply:
    """Show the two doors: what is for sale, and my animal was taken."""
    return show(
        "public/front",
        sale=next_sale(today()),
        staying=count_staying(),
        faces=heads_by_class(),
    )


@desk.page("/animals", may=Duty.SEE_PUBLIC)
def animals() -> Reply:
    """Show the animals in the pound, so that an owner can find his."""
    page = page_asked()
    staying = count_staying()
    cases = [gather(one, today()) for one in staying_page(page, AT_A_TIME)]
    more = staying > page * AT_A_TIME
    return show("public/animals", cases=cases, staying=staying, number=page, more=more)


@desk.page("/animals/<string:number>", may=Duty.SEE_PUBLIC)
def animal(number: str) -> Reply:
    """Show one animal and what its owner pays today, without the marks kept back for proof."""
    case = gather(find_impounding(number), today())
    return show("public/animal", case=case, entry=case.impounding, statement=case.statement())


@desk.page("/animals/<string:number>/dues", may=Duty.SEE_PUBLIC)
def dues(number: str) -> Reply:
    """Work out what an owner would pay on another day."""
    entry = find_impounding(number)
    form = DuesForm(request.args)
    readable = form.readable() and form.on.value >= entry.on
    if form.on.data is not None and not readable:
        form.on.errors = [*form.on.errors, "Enter a day on or after the one it was brought in"]
    statement = dues_on(entry, form.on.value) if readable else None
    return show(
        "public/dues",
        entry=entry,
        form=form,
        statement=statement,
        status=200 if readable else 422,
    )


@desk.page("/sales", may=Duty.SEE_PUBLIC)
def sales() -> Reply:
    """Show the sales, coming and past."""
    page = sales_page(number_asked("after"), SALES_AT_A_TIME)
    return show("public/sales", sales=page.sales, after=page.after)


@desk.page("/sales/<int:number>", may=Duty.SEE_PUBLIC)
def sale(number: int) -> Reply:
    """Show a sale: its notice, its lots, its results."""
    found = find_sale(number)
    return show(
        "public/sale", sale=found, lots=lots_of(found.id), happened=sale_happenings(found.id)
    )


@desk.page("/law", may=Duty.SEE_PUBLIC)
def law() -> Reply:
    """Show the law in plain words, with the fines, rates, notifications and readings in force."""
    return show(
        "public/law",
        act=ACT,
        fines=FINES,
        rates=rates_going(today()),
        notifications=area_notifications(),
        closed=closed_day_records(),
        readings=readings_shown(today()),
    )
