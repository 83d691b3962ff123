"""Orders of the Commissioner, each a dated entry that never reaches back."""

from __future__ import annotations

from datetime import date
from typing import Any

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import orders as acts
from portal.desks.commissioner.forms import (
    CancelForm,
    ClosedDayForm,
    ModifyForm,
    NotificationForm,
    OpenAgainForm,
    RateForm,
    ReadingForm,
)
from portal.law.offices import Duty
from portal.law.readings import QUESTIONS, Reading
from portal.law.refusals import Refusal
from portal.registers.base import NotOnRegister
from portal.registers.in_force import rates_going, reading_shown, readings_shown
from portal.registers.orders import (
    area_notifications,
    closed_day_records,
    closed_days_opened_again,
    find_notification_by_id,
    find_rate_order,
    rate_orders,
    signatures,
    unsigned_rate_orders,
)
from portal.registers.people import names_of
from portal.web.desk import Desk, clock, officer, today
from portal.web.fields import PortalForm
from portal.web.language import gettext as _
from portal.web.render import go, show

desk = Desk("commissioner", __name__)


def _shown(page: str, form: PortalForm, refusal: Refusal | None, **facts: Any) -> Reply:
    """Show a page with its form; one that was sent in vain keeps what was typed in it."""
    in_vain = refusal is not None or form.errors
    return show(
        f"commissioner/{page}", status=422 if in_vain else 200, form=form, refusal=refusal, **facts
    )


@desk.page("/rates", may=Duty.SEE_ORDERS)
def rates() -> Reply:
    """Show the rates: what goes today, and every order, past and to come."""
    return _show_rates(RateForm())


@desk.act("/rates", does=acts.make_rate_order)
def new_rate() -> Reply:
    """Enter a rate order."""
    form = RateForm(request.form)
    if not form.readable():
        return _show_rates(form)
    try:
        acts.make_rate_order(
            officer(),
            clock(),
            number=form.number.value,
            since=form.since.value,
            until=form.until.data,
            cattle_class=form.one_class,
            pound_fee=form.pound_fee.value,
            expenses=form.expenses.value,
        )
    except Refusal as refusal:
        return _show_rates(form, refusal)
    flash(f"{form.number.value} is entered. It goes once another person has signed it.")
    return go(url_for("commissioner.rates"))


@desk.act("/rates/<int:number>/signature", does=acts.sign_rate_order)
def sign_rate(number: int) -> Reply:
    """Sign a rate order that another person prepared."""
    try:
        acts.sign_rate_order(officer(), clock(), order=number)
    except Refusal as refusal:
        return _show_rates(RateForm(), refusal)
    flash(f"{find_rate_order(number).number} is signed.")
    return go(url_for("commissioner.rates"))


def _show_rates(form: RateForm, refusal: Refusal | None = None) -> Reply:
    going = rates_going(today())
    orders, signed = rate_orders(), signatures()
    people = [one.made_by_id for one in orders if one.made_by_id]
    return _shown(
        "rates",
        form,
        refusal,
        orders=orders,
        going=going,
        signed=signed,
        unsigned={one.id for one in unsigned_rate_orders()},
        names=names_of([*people, *(one.by_id for one in signed.values())]),
    )


@desk.page("/notifications", may=Duty.SEE_ORDERS)
def notifications() -> Reply:
    """Show the notifications that double the fine in an area."""
    return _show_notifications(NotificationForm())


@desk.act("/notifications", does=acts.publish_notification)
def publish() -> Reply:
    """Enter a notification."""
    form = NotificationForm(request.form)
    if not form.readable():
        return _show_notifications(form)
    try:
        acts.publish_notification(
            officer(),
            clock(),
            number=form.number.value,
            area=form.area.value,
            since=form.since.value,
            until=form.until.data,
        )
    except Refusal as refusal:
        return _show_notifications(form, refusal)
    flash(f"{form.number.value} is entered.")
    return go(url_for("commissioner.notifications"))


def _show_notifications(form: NotificationForm, refusal: Refusal | None = None) -> Reply:
    return _shown("notifications", form, refusal, notifications=area_notifications())


@desk.page("/notifications/<int:number>/cancel", may=Duty.MAKE_ORDERS)
def cancelling(number: int) -> Reply:
    """Show the form that cancels a notification."""
    return _show_cancelling(number, CancelForm())


@desk.act("/notifications/<int:number>/cancel", does=acts.cancel_notification)
def cancel(number: int) -> Reply:
    """Enter a notification that cancels another."""
    form = CancelForm(request.form)
    if not form.readable():
        return _show_cancelling(number, form)
    cancelled = find_notification_by_id(number).number
    try:
        acts.cancel_notification(
            officer(),
            clock(),
            cancels=cancelled,
            number=form.number.value,
            last_day=form.last_day.value,
        )
    except Refusal as refusal:
        return _show_cancelling(number, form, refusal)
    flash(f"{cancelled} is cancelled by {form.number.value}.")
    return go(url_for("commissioner.notifications"))


def _show_cancelling(number: int, form: CancelForm, refusal: Refusal | None = None) -> Reply:
    return _shown("cancel", form, refusal, notification=find_notification_by_id(number))


@desk.page("/notifications/<int:number>/modify", may=Duty.MAKE_ORDERS)
def modifying(number: int) -> Reply:
    """Show the form that modifies a notification, with what it says now."""
    old = find_notification_by_id(number)
    return _show_modifying(number, ModifyForm(area=old.area, until=old.until))


@desk.act("/notifications/<int:number>/modify", does=acts.modify_notification)
def modify(number: int) -> Reply:
    """Enter a notification that modifies another."""
    form = ModifyForm(request.form)
    if not form.readable():
        return _show_modifying(number, form)
    modified = find_notification_by_id(number).number
    try:
        acts.modify_notification(
            officer(),
            clock(),
            modifies=modified,
            number=form.number.value,
            area=form.area.value,
            since=form.since.value,
            until=form.until.data,
        )
    except Refusal as refusal:
        return _show_modifying(number, form, refusal)
    flash(_("%(old)s is modified by %(new)s.", old=modified, new=form.number.value))
    return go(url_for("commissioner.notifications"))


def _show_modifying(number: int, form: ModifyForm, refusal: Refusal | None = None) -> Reply:
    return _shown("modify", form, refusal, notification=find_notification_by_id(number))


@desk.page("/closed-days", may=Duty.SEE_ORDERS)
def closed_days() -> Reply:
    """Show the days on which the office is shut."""
    return _show_closed_days(ClosedDayForm())


@desk.act("/closed-days", does=acts.close_day)
def close_day() -> Reply:
    """Enter a closed day."""
    form = ClosedDayForm(request.form)
    if not form.readable():
        return _show_closed_days(form)
    try:
        acts.close_day(officer(), clock(), day=form.day.value, why=form.why.value)
    except Refusal as refusal:
        return _show_closed_days(form, refusal)
    flash(f"{form.day.value:%d-%m-%Y} is a closed day.")
    return go(url_for("commissioner.closed_days"))


def _show_closed_days(form: ClosedDayForm, refusal: Refusal | None = None) -> Reply:
    days, opened = closed_day_records(), closed_days_opened_again()
    return _shown("closed_days", form, refusal, days=days, opened=opened)


@desk.page("/closed-days/<string:day>/open", may=Duty.MAKE_ORDERS)
def opening(day: str) -> Reply:
    """Show the form that opens a closed day again."""
    return _show_opening(_day(day), OpenAgainForm())


@desk.act("/closed-days/<string:day>/open", does=acts.open_day_again)
def open_day(day: str) -> Reply:
    """Enter that a closed day is open after all."""
    on, form = _day(day), OpenAgainForm(request.form)
    if not form.readable():
        return _show_opening(on, form)
    try:
        acts.open_day_again(officer(), clock(), day=on, why=form.why.value)
    except Refusal as refusal:
        return _show_opening(on, form, refusal)
    flash(f"{on:%d-%m-%Y} is open after all.")
    return go(url_for("commissioner.closed_days"))


def _show_opening(day: date, form: OpenAgainForm, refusal: Refusal | None = None) -> Reply:
    return _shown("open_again", form, refusal, closed=day)


def _day(written: str) -> date:
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise NotOnRegister(written) from None


@desk.page("/readings", may=Duty.SEE_ORDERS)
def readings() -> Reply:
    """Show how the Act is read where it leaves a choice."""
    return show("commissioner/readings", shown=readings_shown(today()))


@desk.page("/readings/<string:number>", may=Duty.SEE_ORDERS)
def reading(number: str) -> Reply:
    """Show how one place is read, with every entry made of it."""
    return _show_reading(_reading(number), ReadingForm())


@desk.act("/readings/<string:number>", does=acts.enter_reading)
def enter_reading(number: str) -> Reply:
    """Enter how a place is read from a day on."""
    place = _reading(number)
    if len(QUESTIONS[place].choices) == 1:
        raise NotOnRegister(f"another reading of {number}")
    form = ReadingForm(request.form).offer(QUESTIONS[place].choices)
    if not form.readable():
        return _show_reading(place, form)
    try:
        acts.enter_reading(
            officer(),
            clock(),
            reading=place,
            choice=form.choice.data,
            authority=form.authority.value,
            since=form.since.value,
        )
    except Refusal as refusal:
        return _show_reading(place, form, refusal)
    flash(f"{number} is entered, from {form.since.value:%d-%m-%Y} on.")
    return go(url_for("commissioner.reading", number=number))


def _show_reading(place: Reading, form: ReadingForm, refusal: Refusal | None = None) -> Reply:
    form.offer(QUESTIONS[place].choices)
    return _shown("reading", form, refusal, one=reading_shown(place, today()))


def _reading(number: str) -> Reading:
    if number not in Reading.__members__:
        raise NotOnRegister(number)
    return Reading[number]
