"""The pound yard: animals are taken in, registers read in, rows mended."""

from __future__ import annotations

import tempfile
from dataclasses import asdict
from pathlib import Path

from flask import flash, request, session, url_for
from flask.typing import ResponseReturnValue as Reply
from werkzeug.datastructures import FileStorage

from portal.actions import pound as acts
from portal.actions import register as register_acts
from portal.actions.reading_in import read_in_register
from portal.actions.register import RowsRead
from portal.desks.yard.forms import ImportForm, NewEntryForm, RowForm, SetAsideForm, mend_form
from portal.desks.yard.reading import read_entry
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.registers.case import CaseStage
from portal.registers.case_list import count_by_stage
from portal.registers.impound import (
    HeldRow,
    Impounding,
    find_held_row,
    held_rows,
)
from portal.registers.past_days import count_waiting, past_day_of
from portal.registers.people import find_pound, pound_by_id, pounds
from portal.registers.stages import IN_THE_POUND
from portal.sheets.files import NotARegister
from portal.sheets.impound_register import Entry, Reason
from portal.web.desk import Desk, clock, officer, today
from portal.web.fields import file_at
from portal.web.render import go, show

desk = Desk("yard", __name__)

AT_A_TIME = 50
HELD = "/register/held/<int:number>"
NO_FILE = "Choose the file of the register: CSV or XLSX. Nothing was taken."


@desk.page("/register", may=Duty.KEEP_REGISTER)
def register() -> Reply:
    """Show the rows that wait to be mended, and the ways to enter more."""
    waiting, stages = held_rows(), count_by_stage(today())
    return show(
        "yard/register",
        held=waiting[:AT_A_TIME],
        waiting=len(waiting),
        days=count_waiting(),
        staying=sum(stages.get(stage, 0) for stage in IN_THE_POUND),
        due=stages.get(CaseStage.DUE, 0),
        pounds=len(pounds()),
    )


@desk.page("/cases/new/row", may=Duty.KEEP_REGISTER)
def new() -> Reply:
    """Show the form for an animal that is brought in, as one row of the paper register."""
    return _show_new(_new_form(), ())


@desk.act("/cases/new", does=acts.take_in)
def take_in() -> Reply:
    """Take an animal in."""
    form = _new_form()
    if not form.readable():
        return _show_new(form, (), status=422)
    pound = find_pound(form.pound.data)
    read = read_entry(form.cells(), pound, _confirmed())
    if not isinstance(read, Entry):
        return _show_new(form, read, status=422)
    try:
        taken = acts.take_in(officer(), clock(), pound=pound.name, entry=read)
    except Refusal as refusal:  # thirteen answers must not be lost
        return _show_new(form, (), refusal=refusal, status=422)
    flash(f"Entered as case {taken.number}. {_day_zero(taken)}")
    return go(url_for("cases.case", number=taken.number))


@desk.page("/register/import", may=Duty.KEEP_REGISTER)
def import_page() -> Reply:
    """Show the form by which a register is read in, and what became of the last one."""
    read = session.pop("rows_read", None)
    return _show_import(_import_form(), read=RowsRead(**read) if read else None)


@desk.act("/register/import", does=register_acts.read_in_rows)
def read_in() -> Reply:
    """Read a register in: what is certain is taken, what is doubtful is held."""
    form, sheet = _import_form(), file_at(request.files, "register")
    if not form.readable():
        return _show_import(form, status=422)
    if sheet is None:
        return _show_import(form, refused=NO_FILE, status=422)
    try:
        read = _read_in_file(form.pound.data, sheet)
    except NotARegister as refused:
        return _show_import(form, refused=f"{refused} Nothing was taken.", status=422)
    session["rows_read"] = asdict(read)
    return go(url_for("yard.import_page"))


@desk.page(HELD, may=Duty.KEEP_REGISTER)
def held(number: int) -> Reply:
    """Show a held row as written, with the reason beside each doubtful field."""
    row = find_held_row(number)
    return _show_held(row, _as_written(row), _reasons(row))


@desk.act(HELD, does=register_acts.mend_held_row)
def mend(number: int) -> Reply:
    """Enter a held row as it was mended, or say what is still in doubt."""
    row = find_held_row(number)
    form = mend_form(row.cells)(request.form)
    if not form.readable():
        return _show_held(row, form, (), status=422)
    read = read_entry(form.cells(), pound_by_id(row.pound_id), _confirmed())
    doubts = _still_in_doubt(row, form, read if isinstance(read, tuple) else ())
    if doubts or not isinstance(read, Entry):
        return _show_held(row, form, doubts, status=422)
    try:
        taken = register_acts.mend_held_row(officer(), clock(), row=row.id, entry=read)
    except Refusal as refusal:
        return _show_held(find_held_row(number), form, (), refusal=refusal, status=422)
    flash(
        f"Entered as case {taken.number}. The row as written is kept beside it. {_day_zero(taken)}"
    )
    return go(url_for("cases.case", number=taken.number))


@desk.act(f"{HELD}/set-aside", does=register_acts.set_aside_held_row)
def set_aside(number: int) -> Reply:
    """Set a held row aside as no animal."""
    row = find_held_row(number)
    form = SetAsideForm(request.form)
    if not form.readable():
        return _show_held(row, _as_written(row), _reasons(row), aside=form, status=422)
    line, sheet = row.line, row.sheet
    register_acts.set_aside_held_row(officer(), clock(), row=row.id, reason=form.reason.value)
    flash(f"Row {line} of {sheet} was set aside. It stays in the books.")
    return go(url_for("yard.register"))


def _day_zero(taken: Impounding) -> str:
    if past_day_of(taken.id) is None:
        return "Day 0 is the day it was brought in."
    return (
        "Its day is more than 24 hours past: another officer confirms it, and until then the animal"
        " counts from today."
    )


def _new_form() -> NewEntryForm:
    form = (
        NewEntryForm(request.form)
        if request.method == "POST"
        else NewEntryForm(on=f"{today():%d-%m-%Y}")
    )
    form.pound.offer((one.name, one.name) for one in pounds())
    return form


def _import_form() -> ImportForm:
    form = ImportForm(request.form)
    form.pound.offer((one.name, one.name) for one in pounds())
    return form


def _as_written(row: HeldRow) -> RowForm:
    made = mend_form(row.cells)
    places = {heading: place for place, heading in made.headings.items()}
    return made(None, **{places.get(name, name): text for name, text in row.cells.items()})


def _confirmed() -> list[str]:
    return request.form.getlist("confirmed")


def _still_in_doubt(row: HeldRow, form: RowForm, reasons: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """Add the doubts that only the whole file could raise, until looked into or rewritten."""
    cells, confirmed, told = form.cells(), _confirmed(), {one.code for one in reasons}
    of_the_file = (
        one
        for one in _reasons(row)
        if one.can_be_confirmed
        and one.code not in {*told, *confirmed}
        and cells.get(one.field, "") == row.cells.get(one.field, "")
    )
    return (*reasons, *of_the_file)


def _read_in_file(pound: str, sheet: FileStorage) -> RowsRead:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "register"
        sheet.save(path)
        name = sheet.filename or "register"
        return read_in_register(officer(), clock(), pound=pound, path=path, name=name)


def _reasons(row: HeldRow) -> tuple[Reason, ...]:
    return tuple(
        Reason(
            one["field"],
            one["code"],
            one["sentence"],
            can_be_confirmed=bool(one["can_be_confirmed"]),
            suggestion=one["suggestion"],
        )
        for one in row.reasons
    )


def _show_new(
    form: NewEntryForm,
    reasons: tuple[Reason, ...],
    *,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    form.blame(reasons)
    return show(
        "yard/new",
        form=form,
        reasons=reasons,
        confirmed=_confirmed(),
        refusal=refusal,
        status=status,
    )


def _show_import(
    form: ImportForm, *, read: RowsRead | None = None, refused: str = "", status: int = 200
) -> Reply:
    return show(
        "yard/import",
        form=form,
        read=read,
        days=count_waiting() if read else 0,
        refused=refused,
        status=status,
    )


def _show_held(
    row: HeldRow,
    form: RowForm,
    reasons: tuple[Reason, ...],
    *,
    aside: SetAsideForm | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    form.blame(reasons)
    return show(
        "yard/held",
        row=row,
        form=form,
        reasons=reasons,
        confirmed=_confirmed(),
        aside=aside or SetAsideForm(),
        refusal=refusal,
        status=status,
    )
