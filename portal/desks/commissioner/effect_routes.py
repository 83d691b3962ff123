"""What a rate order does to the animals in the pound, shown before anybody signs."""

from __future__ import annotations

from datetime import date, timedelta

from flask import request
from flask.typing import ResponseReturnValue as Reply

from portal.desks.commissioner.forms import EffectForm, RateForm
from portal.law.dues import DailyRate
from portal.law.offices import Duty
from portal.registers.orders import find_rate_order, unsigned_rate_orders
from portal.registers.rate_effect import Effects, effects_of
from portal.web.desk import Desk, today
from portal.web.language import gettext as _
from portal.web.render import show

desk = Desk("rate_effect", __name__)

A_STAY = timedelta(days=10)  # an owner's days: as long as most animals stay at the least
LONGEST = timedelta(days=366)


@desk.page("/rates/check", may=Duty.MAKE_ORDERS)
def check() -> Reply:
    """Show what an order would do, before it is entered."""
    form = RateForm(request.args)
    if not form.readable():
        return show("commissioner/check_rate", form=form, effect=None, status=422)
    rate = DailyRate(
        since=form.since.value,
        pound_fee=form.pound_fee.value,
        expenses=form.expenses.value,
        cattle_class=form.one_class,
        until=form.until.data,
        order=form.number.value,
    )
    return show(
        "commissioner/check_rate", form=form, rate=rate, effect=effects_of(rate, _reached(rate))
    )


@desk.page("/rates/<int:number>/effect", may=Duty.SEE_ORDERS)
def effect(number: int) -> Reply:
    """Show what an order that waits for its signature would do, up to a day."""
    order = find_rate_order(number)
    rate = order.rate()
    reached = _reached(rate)
    asked = "until" in request.args
    form = EffectForm(request.args if asked else None, until=reached)
    waits = order.id in {one.id for one in unsigned_rate_orders()}
    worked_out: Effects | None = None
    if waits and (not asked or _readable(form)):
        worked_out = effects_of(rate, form.until.data or reached)
    return show(
        "commissioner/effect",
        order=order,
        rate=rate,
        form=form,
        waits=waits,
        effect=worked_out,
        status=422 if form.errors else 200,
    )


def _reached(rate: DailyRate) -> date:
    """Give the day up to which an order is shown unless another is asked for."""
    return max(today(), rate.since) + A_STAY


def _readable(form: EffectForm) -> bool:
    """Tell whether a day was given that is not far off: dues of years say nothing of today."""
    if not form.readable():
        return False
    if not today() <= form.until.value <= today() + LONGEST:
        form.until.errors = [
            *form.until.errors,
            _("Enter a day from today on, within a year"),
        ]
        return False
    return True
