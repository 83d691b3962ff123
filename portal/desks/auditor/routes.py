"""The journal, for those who trust nobody."""

from __future__ import annotations

import re

from flask import request
from flask.typing import ResponseReturnValue as Reply

from portal.law.offices import Duty
from portal.registers.impound import find_impounding
from portal.registers.journal import JournalLine, lines_about, lines_before
from portal.registers.people import names_of
from portal.web.desk import Desk
from portal.web.render import show

desk = Desk("auditor", __name__)

AT_A_TIME = 50
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
