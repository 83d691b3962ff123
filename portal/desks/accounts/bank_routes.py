"""Files of a bank or of the Treasury: read in by chosen columns, and held against the books."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from flask import abort, flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import statements as acts
from portal.desks.accounts.month_forms import AsideForm, ColumnsForm, SenderForm
from portal.law.offices import Duty
from portal.law.reconciling import Kind
from portal.law.refusals import Refusal
from portal.law.refusals_of_accounts import FileKnown
from portal.papers.reading import LARGEST_PAPER, MEGABYTE
from portal.papers.shelf import find, put_away
from portal.registers.people import names_of
from portal.registers.reconciled import our_lines, shown, sum_of
from portal.registers.statements import (
    columns_of,
    find_statement,
    senders,
    statement_with,
    statements,
)
from portal.sheets.refused import NotARegister
from portal.sheets.statement import StatementSheet, open_statement
from portal.web.desk import Desk, clock, officer, settings, today
from portal.web.fields import PortalForm, file_at
from portal.web.render import go, show
from portal.web.uploads import plain_name

desk = Desk("bank", __name__)

NO_FILE = "Choose the file of the bank or of the Treasury."


def _kept() -> Path:
    return settings().instance / "statements"


@desk.page("/bank-files", may=Duty.SEE_BOOKS)
def index() -> Reply:
    """Show the files that were read in, and the form for the next."""
    return _show_index(SenderForm())


def _show_index(
    form: SenderForm, *, refusal: Refusal | None = None, fault: str = "", status: int = 200
) -> Reply:
    ours = our_lines()
    rows = [
        (one, sum_of(one), sum(each.is_open for each in shown(one, ours))) for one in statements()
    ]
    return show(
        "accounts/bank",
        form=form,
        rows=rows,
        senders=senders(),
        names=names_of(one.by_id for one, *_more in rows),
        refusal=refusal,
        fault=fault,
        status=status,
    )


@desk.act("/bank-files", does=acts.read_statement)
def upload() -> Reply:
    """Take a file; read it at once if its sender's columns are known, else ask for them."""
    form = SenderForm(request.form)
    kept, fault = _kept_file()
    if not form.readable() or kept is None:
        return _show_index(form, fault=fault, status=422)
    try:
        return _taken(form.sender.value, kept)
    except NotARegister as no_file:
        return _show_index(form, fault=f"Nothing was read in. {no_file}", status=422)
    except Refusal as refusal:
        return _show_index(form, refusal=refusal, status=422)


@dataclass(frozen=True)
class FileKept:
    """A file that was put away: its name for people, its digest."""

    file_name: str
    sha256: str


def _kept_file() -> tuple[FileKept | None, str]:
    """Keep the file that was sent; else say what is wrong with it."""
    file = file_at(request.files, "file")
    content = file.stream.read(LARGEST_PAPER + 1) if file else b""
    if file is None or not content:
        return None, NO_FILE
    if len(content) > LARGEST_PAPER:
        return None, f"The file is larger than {LARGEST_PAPER // MEGABYTE} MB."
    return FileKept(plain_name(file.filename or ""), put_away(_kept(), content)), ""


def _taken(sender: str, kept: FileKept) -> Reply:
    known, chosen = statement_with(kept.sha256), columns_of(sender)
    if known is not None:
        raise FileKnown(known.file_name, known.on)
    sheet = open_statement(_kept() / kept.sha256, kept.file_name)
    if chosen is not None and sheet.fits(chosen):
        return _read(sheet, sender, kept.sha256, chosen)
    return go(url_for("bank.columns", sha256=kept.sha256, sender=sender, name=kept.file_name))


def _read(sheet: StatementSheet, sender: str, sha256: str, columns: dict[str, str]) -> Reply:
    rows = tuple(sheet.rows(columns, today()))
    if not rows:
        raise NotARegister("The file has no line with a day, a reference and a sum.")
    statement = acts.read_statement(
        officer(),
        clock(),
        sender=sender,
        file_name=sheet.sheet.name,
        sha256=sha256,
        columns=columns,
        rows=rows,
    )
    flash(f"{len(rows)} lines were read in. Nothing was posted.")
    return go(url_for("bank.statement", number=statement.id))


@desk.page("/bank-files/columns/<string:sha256>", may=Duty.SEE_BOOKS)
def columns(sha256: str) -> Reply:
    """Show the file's own headings, to choose once which column holds what."""
    sheet = _sheet(sha256, request.args.get("name", ""))
    form = ColumnsForm(None, **sheet.guess())
    return _show_columns(sheet, sha256, form, request.args.get("sender", ""))


def _sheet(sha256: str, name: str) -> StatementSheet:
    path = find(_kept(), sha256)
    if path is None:
        abort(404)
    try:
        return open_statement(path, plain_name(name))
    except NotARegister:
        abort(404)


def _show_columns(
    sheet: StatementSheet,
    sha256: str,
    form: ColumnsForm,
    sender: str,
    *,
    refusal: Refusal | None = None,
    fault: str = "",
) -> Reply:
    form.offer(sheet.headings)
    first = [
        cells for number, cells in sheet.sheet.rows() if number > sheet.heading_row and any(cells)
    ][:3]
    return show(
        "accounts/columns",
        sheet=sheet,
        sha256=sha256,
        form=form,
        sender=sender,
        first=first,
        refusal=refusal,
        fault=fault,
        status=422 if refusal or fault or form.errors else 200,
    )


@desk.act("/bank-files/columns/<string:sha256>", does=acts.read_statement)
def choose_columns(sha256: str) -> Reply:
    """Read a file by the chosen columns, and keep them for the next file of its sender."""
    sheet = _sheet(sha256, request.form.get("name", ""))
    form, named = ColumnsForm(), SenderForm(request.form)
    form.offer(sheet.headings)
    form.process(request.form)
    sender = named.sender.text
    if not named.readable() or not form.readable():
        return _show_columns(sheet, sha256, form, sender)
    try:
        return _read(sheet, sender, sha256, form.chosen)
    except NotARegister as fault:
        return _show_columns(sheet, sha256, form, sender, fault=f"Nothing was read in. {fault}")
    except Refusal as refusal:
        return _show_columns(sheet, sha256, form, sender, refusal=refusal)


@desk.page("/bank-files/<int:number>", may=Duty.SEE_BOOKS)
def statement(number: int) -> Reply:
    """Show a file against our books, what does not match first."""
    return _show_statement(number)


def _show_statement(
    number: int, *, form: PortalForm | None = None, refusal: Refusal | None = None
) -> Reply:
    found = find_statement(number)
    rows = shown(found)
    people = [one.answer.by_id for one in rows if one.answer]
    return show(
        "accounts/statement",
        statement=found,
        differing=[one for one in rows if one.finding.kind is not Kind.AGREES],
        agreeing=[one for one in rows if one.finding.kind is Kind.AGREES],
        names=names_of([*people, found.by_id]),
        form=form or AsideForm(),
        refusal=refusal,
        status=422 if refusal or (form and form.errors) else 200,
    )


@desk.act("/bank-files/<int:number>/aside", does=acts.set_aside_difference)
def set_aside(number: int) -> Reply:
    """Set a difference aside with its reason."""
    form = AsideForm(request.form)
    if not form.readable():
        return _show_statement(number, form=form)
    try:
        acts.set_aside_difference(
            officer(),
            clock(),
            statement=number,
            difference=form.difference.value,
            reason=form.reason.value,
        )
    except Refusal as refusal:
        return _show_statement(number, refusal=refusal)
    flash("Set aside, with your reason. The books stay as they are.")
    return go(url_for("bank.statement", number=number))
