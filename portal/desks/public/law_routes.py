"""Rates and readings as registers that everybody may see."""

from __future__ import annotations

from flask.typing import ResponseReturnValue as Reply

from portal.law.offices import Duty
from portal.registers.in_force import rates_going, readings_shown
from portal.registers.orders import area_notifications, closed_day_records, rates
from portal.web.desk import Desk, today
from portal.web.render import show

desk = Desk("law_pages", __name__)


@desk.page("/law/rates", may=Duty.SEE_PUBLIC)
def rates_in_force() -> Reply:
    """Show what is charged for a head and a day: today, before and to come; and closed days."""
    return show(
        "public/rates",
        going=rates_going(today()),
        orders=sorted(rates(), key=lambda one: (one.since, one.order), reverse=True),
        notifications=area_notifications(),
        closed=closed_day_records(),
    )


@desk.page("/law/readings", may=Duty.SEE_PUBLIC)
def readings() -> Reply:
    """Show how each place of the Act is read, with every entry and its authority."""
    return show("public/readings", readings=readings_shown(today()))
