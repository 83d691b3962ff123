"""A sale as a file for a calendar (RFC 5545), in the language of the page."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time

from icalendar import Calendar, Event

from portal.law.days import HYDERABAD
from portal.registers.sales import Sale
from portal.web.language import gettext as _
from portal.web.language import language_code

MIMETYPE = "text/calendar"


def begins(sale: Sale) -> datetime | date:
    """Give the instant at which a sale begins; its day alone, if no hour can be read."""
    found = re.match(r"\s*([01]?[0-9]|2[0-3])[:.]([0-5][0-9])", sale.hour)
    if found is None:
        return sale.on
    hour = time(int(found[1]), int(found[2]))
    return datetime.combine(sale.on, hour, HYDERABAD).astimezone(UTC)


def calendar_of(sale: Sale, address: str, host: str, at: datetime) -> bytes:
    """Write the file. `address` is the whole one of the sale's page; `host` makes the UID ours.

    It has no end: nobody knows when the last lot is sold.
    """
    words = {"LANGUAGE": language_code()}
    event = Event()
    event.add("uid", f"sale-{sale.number}@{host}")
    event.add("dtstamp", at)
    event.add("dtstart", begins(sale))
    event.add("summary", _("Sale of impounded cattle, number %(sale)s", sale=sale.number), words)
    event.add("location", f"{sale.place}, {sale.pound.name}")
    event.add("description", _("Lots, notice and results: %(address)s", address=address), words)
    event.add("url", address)
    calendar = Calendar()
    calendar.add("prodid", f"-//Pound Sales//{host}//{language_code().upper()}")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(event)
    written: bytes = calendar.to_ical()
    return written
