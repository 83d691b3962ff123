"""What everybody may see: animals, sales, prices, the law."""

from __future__ import annotations

from datetime import timedelta

from flask import request
from flask.typing import ResponseReturnValue as Reply

from portal.desks.public.forms import DuesForm, FindForm
from portal.law.act import ACT
from portal.law.cattle import CattleClass
from portal.law.dues import DuesStatement
from portal.law.fines import FINES
from portal.law.offices import Duty
from portal.registers.case import Case, gather
from portal.registers.dues import dues_on
from portal.registers.finding import Wanted, find_staying, pounds
from portal.registers.impound import find_impounding
from portal.registers.in_force import rates_going, readings_shown
from portal.registers.orders import area_notifications, closed_day_records
from portal.registers.photos import public_marks, public_photos
from portal.registers.public_view import (
    closed_soon,
    dues_by_day,
    live_now,
    next_sale,
    shown_in_list,
)
from portal.registers.sales import find_sale, lots_of, sale_happenings, sales_page
from portal.registers.staying import count_staying, heads_by_class
from portal.web.desk import Desk, settings, today
from portal.web.language import gettext as _
from portal.web.render import number_asked, show

desk = Desk("public", __name__)

AT_A_TIME = 50
SOON = 14  # days ahead in which a closed day is told to an owner
DAYS_AHEAD = 7  # of the table of dues after the owner's last day, or after today if that is later


@desk.page("/", may=Duty.SEE_PUBLIC)
def front() -> Reply:
    """Show the two doors: what is for sale, and my animal was taken."""
    return show(
        "public/front",
        sale=next_sale(today()),
        live=live_now(today()),
        staying=count_staying(),
        faces=heads_by_class(),
    )


@desk.page("/animals", may=Duty.SEE_PUBLIC)
def animals() -> Reply:
    """Show the animals in the pound, so that an owner can find his."""
    form = FindForm(request.args)
    kept = pounds()
    form.offer_pounds(kept)
    readable = form.readable()
    wanted = _wanted(form) if readable else Wanted()
    found = find_staying(wanted, request.args.get("after", ""), AT_A_TIME)
    asked = {name: one for name, one in request.args.items() if one and name in form}
    return show(
        "public/animals",
        form=form,
        several_pounds=len(kept) > 1,
        herd=shown_in_list(found.entries, today()),
        after=found.after,
        later="after" in request.args,
        asked=asked,
        wanted=wanted,
        status=200 if readable else 422,
    )


def _wanted(form: FindForm) -> Wanted:
    return Wanted(
        words=form.q.text,
        cattle_class=CattleClass(int(form.kind.data)) if form.kind.data else None,
        pound=int(form.pound.data) if form.pound.data else None,
        since=form.day_of("since"),
        until=form.day_of("until"),
    )


@desk.page("/animals/<string:number>", may=Duty.SEE_PUBLIC)
def animal(number: str) -> Reply:
    """Show one animal and what its owner pays today, without the marks kept back for proof."""
    case = gather(find_impounding(number), today())
    return show(
        "public/animal",
        case=case,
        entry=case.impounding,
        statement=case.statement(),
        next_day=_dues_tomorrow(case),
        marks=public_marks(number),
        photos=public_photos(number),
    )


@desk.page("/animals/<string:number>/owner", may=Duty.SEE_PUBLIC)
def owner(number: str) -> Reply:
    """Tell an owner what to pay, what to bring, where and when; no mark is told here."""
    case = gather(find_impounding(number), today())
    return show(
        "public/owner",
        case=case,
        entry=case.impounding,
        pound=next(one for one in pounds() if one.id == case.impounding.pound_id),
        statement=case.statement(),
        next_day=_dues_tomorrow(case),
        closed=closed_soon(today(), SOON),
        office=settings(),
    )


def _dues_tomorrow(case: Case) -> DuesStatement | None:
    """Give what is due tomorrow, while the animal stays and a rate is in force."""
    if case.release or case.sold or case.died:
        return None
    tomorrow = case.today + timedelta(days=1)
    return dues_by_day(case.impounding, tomorrow, tomorrow)[0].statement


@desk.page("/animals/<string:number>/dues", may=Duty.SEE_PUBLIC)
def dues(number: str) -> Reply:
    """Work out what an owner would pay on another day, and show it day by day with its rules."""
    case = gather(find_impounding(number), today())
    entry = case.impounding
    form = (
        DuesForm(request.args)
        if "on" in request.args
        else DuesForm(on=max(today(), case.counted_from))
    )
    readable = form.readable() if "on" in request.args else True
    if readable and form.on.value < case.counted_from:
        readable = False
        form.on.errors = [_("Enter a day on or after the one it was brought in")]
    statement = dues_on(entry, form.on.value) if readable else None
    last = max(case.last_day_to_pay, today()) + timedelta(days=DAYS_AHEAD)
    stays = not (case.release or case.sold or case.died)
    return show(
        "public/dues",
        case=case,
        entry=entry,
        form=form,
        statement=statement,
        days=dues_by_day(entry, max(case.counted_from, today()), last) if stays else [],
        status=200 if readable else 422,
    )


@desk.page("/sales", may=Duty.SEE_PUBLIC)
def sales() -> Reply:
    """Show the sales, coming and past."""
    after = number_asked("after")
    page = sales_page(after, AT_A_TIME)
    return show("public/sales", sales=page.sales, after=page.after, later=after is not None)


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
