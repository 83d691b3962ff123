"""The journal, for those who trust nobody."""

from __future__ import annotations

import re
from datetime import timedelta

from flask import Response, request, send_file
from flask.typing import ResponseReturnValue as Reply

from portal.desks.auditor.forms import SearchForm
from portal.law.offices import Duty
from portal.registers.base import NotOnRegister
from portal.registers.checkpoints import NAMED, Checkpoint, checkpoints_in
from portal.registers.impound import find_impounding
from portal.registers.journal import JournalLine, lines_about
from portal.registers.journal_search import Asked, lines_found, people_named
from portal.registers.people import names_of
from portal.web.desk import Desk, now, settings
from portal.web.language import gettext as _
from portal.web.render import show

desk = Desk("auditor", __name__)

AT_A_TIME = 50
A_NIGHT = timedelta(hours=26)  # with two hours for a clock, or a machine, that is late
A_LINE = re.compile("[0-9]{1,9}")  # what is longer is no line of ours, and no number of a database


@desk.page("/journal", may=Duty.SEE_JOURNAL)
def journal() -> Reply:
    """Show the journal, newest line first, a page at a time: all of it, or what was asked for."""
    asked = request.args.get("before", "")
    before = int(asked) if A_LINE.fullmatch(asked) else None
    form = SearchForm(request.args).offer()
    looked_for = _asked(form)
    if looked_for is None:
        return _show([], form=form, status=422)
    lines = lines_found(looked_for, before, AT_A_TIME)
    more = len(lines) == AT_A_TIME if form.asks else bool(lines) and lines[-1].id > 1
    earlier = lines[-1].id if more else None
    return _show(lines, earlier=earlier, newest=before is None, form=form)


def _asked(form: SearchForm) -> Asked | None:
    """Read what is looked for; None, with its fault at the field, if it cannot be read."""
    if not form.readable():
        return None
    number = None
    if form.case.data:
        try:
            number = find_impounding(form.case.value).id
        except NotOnRegister:
            form.case.errors = [*form.case.errors, _("No case has this number")]
            return None
    return Asked(
        people=people_named(form.who.value) if form.who.data else None,
        case=number,
        acts=form.acts(),
        first=form.since.data,
        last=form.until.data,
    )


@desk.page("/journal/cases/<string:number>", may=Duty.SEE_JOURNAL)
def case_journal(number: str) -> Reply:
    """Show every line that concerns one case, newest first."""
    return _show(lines_about(find_impounding(number).id)[::-1], case=number)


@desk.page("/checkpoints", may=Duty.SEE_JOURNAL)
def checkpoints() -> Reply:
    """List the checkpoints, latest first, each with the letters that a witness writes down."""
    kept = checkpoints_in(settings().checkpoints)
    latest = next((one for one in kept if isinstance(one, Checkpoint)), None)
    return show(
        "auditor/checkpoints",
        checkpoints=[one for one in kept if isinstance(one, Checkpoint)],
        spoilt=[str(one) for one in kept if not isinstance(one, Checkpoint)],
        missed=latest is None or now() - latest.at > A_NIGHT,
    )


@desk.page("/checkpoints/<string:name>", may=Duty.SEE_JOURNAL)
def checkpoint(name: str) -> Reply:
    """Hand a checkpoint over as the file that it is."""
    file = settings().checkpoints / name
    if not NAMED.fullmatch(name) or not file.is_file():
        raise NotOnRegister(f"checkpoint {name}")
    reply: Response = send_file(file, mimetype="application/json", as_attachment=True)
    return reply


def _show(
    lines: list[JournalLine],
    *,
    earlier: int | None = None,
    newest: bool = True,
    case: str | None = None,
    form: SearchForm | None = None,
    status: int = 200,
) -> Reply:
    asked = {name: typed for name, typed in request.args.items() if name in (form or {}) and typed}
    return show(
        "auditor/journal",
        lines=lines,
        names=names_of(line.by_id for line in lines),
        earlier=earlier,
        newest=newest,
        case=case,
        form=form,
        asked=asked,
        status=status,
    )
