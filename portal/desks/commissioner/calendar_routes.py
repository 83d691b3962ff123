"""The calendar of closed days: proposed by the week, a library or a list, and then confirmed."""

from __future__ import annotations

from datetime import date

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import orders as acts
from portal.desks.commissioner.forms import ProposalsForm
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.registers.orders import closed_days
from portal.sheets.closed_days import (
    LARGEST,
    LONGEST_WHY,
    MOST_DAYS,
    ListRead,
    Proposed,
    holidays_of,
    read_list,
    weekly,
)
from portal.web.desk import Desk, clock, officer, today
from portal.web.fields import file_at
from portal.web.language import gettext as _
from portal.web.language import ngettext
from portal.web.render import go, show

desk = Desk("calendar", __name__)

DECEMBER, LAST_OF_DECEMBER = 12, 31
NOTHING_READ = ListRead((), ())


@desk.page("/closed-days/proposals", may=Duty.MAKE_ORDERS)
def proposals() -> Reply:
    """Propose weekly days and holidays between two days; none is closed by being shown."""
    end = date(today().year + 1, DECEMBER, LAST_OF_DECEMBER)
    asked = "since" in request.args
    form = ProposalsForm(request.args if asked else None, since=today(), until=end)
    if asked and not _readable(form):
        return _show(form, [], status=422)
    first, last = form.since.data or today(), form.until.data or end
    weekdays = {int(form.weekday.data)} if form.weekday.data else set()
    return _show(form, _merged([*holidays_of(first, last), *weekly(first, last, weekdays)]))


def _readable(form: ProposalsForm) -> bool:
    if not form.readable():
        return False
    if not today() <= form.since.value <= form.until.value:
        form.since.errors = [*form.since.errors, _("Enter a day from today on, before the last")]
    elif (form.until.value - form.since.value).days >= MOST_DAYS:
        form.until.errors = [*form.until.errors, _("Enter a last day within two years")]
    return not form.errors


@desk.act("/closed-days/proposals", does=acts.close_days)
def confirm() -> Reply:
    """Close the days that were ticked; or, if a list came, propose what it says."""
    sent = file_at(request.files, "list")
    if sent is not None:
        read = read_list(sent.stream.read(LARGEST + 1))
        return _show(ProposalsForm(None), list(read.days), read=read, status=200)
    try:
        entered = acts.close_days(officer(), clock(), days=_ticked())
    except Refusal as refusal:
        return _show(ProposalsForm(None), list(_all_shown()), refusal=refusal, status=422)
    flash(ngettext("%(number)s day is closed.", "%(number)s days are closed.", entered))
    return go(url_for("commissioner.closed_days"))


def _ticked() -> dict[date, str]:
    shown = {one.day: one.why for one in _all_shown()}
    days = (_day(one) for one in request.form.getlist("day"))
    return {day: shown[day] for day in days if day in shown}


def _all_shown() -> list[Proposed]:
    """Read again the days that stood on the page, with their reasons."""
    found = []
    for written in request.form.getlist("shown")[:MOST_DAYS]:
        day, said = _day(written), request.form.get(f"why-{written}", "")
        why = " ".join(said.split())[:LONGEST_WHY]
        if day is not None and why and why.isprintable():
            found.append(Proposed(day, why))
    return _merged(found)


def _day(written: str) -> date | None:
    try:
        return date.fromisoformat(written)
    except ValueError:
        return None


def _merged(days: list[Proposed]) -> list[Proposed]:
    """Give each day once, its reasons together, in the order of days."""
    found: dict[date, str] = {}
    for one in days:
        found[one.day] = f"{found[one.day]}; {one.why}" if one.day in found else one.why
    return [Proposed(day, found[day]) for day in sorted(found)]


def _show(
    form: ProposalsForm,
    days: list[Proposed],
    *,
    read: ListRead = NOTHING_READ,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    return show(
        "commissioner/proposals",
        form=form,
        days=days,
        doubts=read.doubts,
        closed=closed_days(),
        ticked=set(request.form.getlist("day")),
        refusal=refusal,
        status=status,
    )
