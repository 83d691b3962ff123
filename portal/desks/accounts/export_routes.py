"""Registers on the screen and as files: CSV, XLSX, and the ledger as plain text."""

from __future__ import annotations

import re
from datetime import date

from flask import Response, abort, request
from flask.typing import ResponseReturnValue as Reply

from portal.desks.accounts.month_routes import month_named
from portal.law.months import Month
from portal.law.offices import Duty
from portal.registers.listed import REGISTERS, Listed
from portal.registers.plain_ledger import as_beancount, as_hledger
from portal.registers.returns import monthly_return
from portal.sheets.export import Table, as_csv, as_xlsx, total_row
from portal.web.desk import Desk, today
from portal.web.render import show

desk = Desk("exports", __name__)

WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
KINDS = {"csv": ("text/csv; charset=utf-8", as_csv), "xlsx": (WORKBOOK, as_xlsx)}
LEDGERS = {"journal": as_hledger, "beancount": as_beancount}
PRINTED = 2_000  # rows on one page; the files have them all


@desk.page("/registers", may=Duty.SEE_BOOKS)
def index() -> Reply:
    """List the registers and their files."""
    return show("accounts/registers", registers=REGISTERS, month=Month.of(today()))


@desk.page("/registers/<string:name>", may=Duty.SEE_BOOKS)
def register(name: str) -> Reply:
    """Show one register for a month, with the sums of its columns; or give it as a file."""
    stem, _, kind = name.partition(".")
    listed, month = REGISTERS.get(stem), _month_asked()
    if listed is None or (kind and kind not in KINDS):
        abort(404)
    table = _table(listed, month.first_day, month.last_day)
    if kind:
        return _file(table, kind, f"{stem}-{month.written}.{kind}")
    return show(
        "accounts/register",
        name=stem,
        table=table,
        rows=table.rows[:PRINTED],
        sums=total_row(table.rows, len(table.headings)),
        month=month,
    )


def _month_asked() -> Month:
    asked = request.args.get("month", "")
    return month_named(asked) if asked else Month.of(today())


def _table(listed: Listed, first: date, last: date) -> Table:
    return Table(listed.title, listed.headings, list(listed.rows(first, last)))


@desk.page("/returns/<string:written>/<string:kind>", may=Duty.SEE_BOOKS)
def monthly(written: str, kind: str) -> Reply:
    """Give the return of a month as a file."""
    if kind not in KINDS:
        abort(404)
    made = monthly_return(month_named(written))
    headings = (
        "Class", "Opening", "Came in", "Redeemed", "Sold", "Died", "Closing", "Fines", "Pound fees",
        "Expenses",
    )  # fmt: skip
    rows: list[tuple[str | int | object | None, ...]] = [
        (
            one.called, one.opening, one.came_in, one.redeemed, one.sold, one.died, one.closing,
            one.fines, one.pound_fees, one.expenses,
        )
        for one in made.classes
    ]  # fmt: skip
    rows += [(name, *[None] * 8, amount) for name, amount in made.money.items()]
    table = Table(f"Return {written}", headings, rows)  # type: ignore[arg-type]
    return _file(table, kind, f"return-{written}.{kind}")


@desk.page("/exports/<string:name>", may=Duty.SEE_BOOKS)
def ledger(name: str) -> Reply:
    """Give the ledger of a year as hledger or Beancount reads it: ledger-2026.journal."""
    found = re.fullmatch(r"ledger-(20[0-9]{2})\.(journal|beancount)", name)
    if not found:
        abort(404)
    return _download(LEDGERS[found[2]](int(found[1])).encode(), "text/plain; charset=utf-8", name)


def _file(table: Table, kind: str, name: str) -> Response:
    media, written = KINDS[kind]
    return _download(written(table), media, name)


def _download(content: bytes, media: str, name: str) -> Response:
    reply = Response(content, content_type=media)
    reply.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return reply
