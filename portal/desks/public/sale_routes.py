"""A sale as it is told to everybody: notice, catalogue, results, calendar, feed of notices."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Response, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.law.offices import Duty
from portal.registers.public_view import catalogue, notices, results_of
from portal.registers.sales import CLOSED, NOTICE, OPENED, find_sale, sale_happenings
from portal.web.calendar_file import MIMETYPE as CALENDAR
from portal.web.calendar_file import calendar_of
from portal.web.desk import Desk, now, settings
from portal.web.language import language_code
from portal.web.notice_feed import MIMETYPE as ATOM
from portal.web.notice_feed import feed_of
from portal.web.render import show
from portal.web.sharing import absolute

desk = Desk("sale_pages", __name__)

MOST_NOTICES = 30


@desk.page("/sales/<int:number>/notice", may=Duty.SEE_PUBLIC)
def notice(number: int) -> Reply:
    """Show the notice of a sale: what the Act says, the lots, the terms in plain words."""
    found = find_sale(number)
    happened = sale_happenings(found.id)
    return show(
        "public/notice",
        sale=found,
        lots=[lot for lot, _stage in catalogue(found.id)],
        put_up=happened.get(NOTICE),
        closed=CLOSED in happened,
    )


@desk.page("/sales/<int:number>/lots", may=Duty.SEE_PUBLIC)
def lots(number: int) -> Reply:
    """Show the lots of a sale in the order they run, the one in the ring marked."""
    found = find_sale(number)
    happened = sale_happenings(found.id)
    open_now = OPENED in happened and CLOSED not in happened
    return show("public/lots", sale=found, lots=catalogue(found.id), open_now=open_now)


@desk.page("/sales/<int:number>/results", may=Duty.SEE_PUBLIC)
def results(number: int) -> Reply:
    """Show what became of each lot, its surplus, and until when that may be claimed (2)."""
    found = find_sale(number)
    happened = sale_happenings(found.id)
    return show(
        "public/results",
        sale=found,
        results=results_of(found.id),
        opened=OPENED in happened,
        closed=CLOSED in happened,
    )


@desk.page("/sales/<int:number>/sale.ics", may=Duty.SEE_PUBLIC)
def calendar(number: int) -> Reply:
    """Give the day of a sale as a file for a calendar."""
    found = find_sale(number)
    address = absolute(url_for("public.sale", number=number, lang=language_code()))
    host = urlsplit(settings().base_url).hostname or "localhost"
    answer = Response(calendar_of(found, address, host, now()), mimetype=CALENDAR)
    answer.headers["Content-Disposition"] = f'attachment; filename="sale-{found.number}.ics"'
    return answer


@desk.page("/sales/notices.atom", may=Duty.SEE_PUBLIC)
def feed() -> Reply:
    """Give the notices that were put up as an Atom feed."""
    put_up = [(sale, happening.at) for sale, happening in notices(MOST_NOTICES)]
    return Response(feed_of(put_up, url_for("sale_pages.feed")), mimetype=ATOM)
