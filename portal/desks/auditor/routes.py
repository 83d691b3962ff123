"""The journal, for those who trust nobody."""

from __future__ import annotations

import re
from datetime import timedelta

from flask import Response, request, send_file
from flask.typing import ResponseReturnValue as Reply

from portal.law.offices import Duty
from portal.registers.base import NotOnRegister
from portal.registers.checkpoints import NAMED, Checkpoint, checkpoints_in
from portal.registers.impound import find_impounding
from portal.registers.journal import JournalLine, lines_about, lines_before
from portal.registers.people import names_of
from portal.web.desk import Desk, now, settings
from portal.web.render import show

desk = Desk("auditor", __name__)

AT_A_TIME = 50
A_NIGHT = timedelta(hours=26)  # with two hours for a clock, or a machine, that is late
A_LINE = re.compile("[0-9]{1,9}")  # what is longer is no line of ours, and no number of a database


@desk.page("/journal", may=Duty.SEE_JOURNAL)
def journal() -> Reply:
    """Show the journal, newest line first, a page at a time."""
    asked = request.args.get("before", "")
    before = int(asked) if A_LINE.fullmatch(asked) else None
    lines = lines_before(before, AT_A_TIME)
    earlier = lines[-1].id if lines and lines[-1].id > 1 else None
    return _show(lines, earlier=earlier, newest=before is None)


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
) -> Reply:
    return show(
        "auditor/journal",
        lines=lines,
        names=names_of(line.by_id for line in lines),
        earlier=earlier,
        newest=newest,
        case=case,
    )
