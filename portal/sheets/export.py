"""Tables as files that others open: CSV and XLSX in which no text can become a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import TypeAlias

from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import Cell as SheetCell
from openpyxl.styles import Font

from portal.law.days import HYDERABAD
from portal.law.money import Money

Cell: TypeAlias = str | int | Money | date | datetime | None

GUARD = "'"
# What a spreadsheet takes for the beginning of a formula, in any width, after any blank; and our
# own guard, so that it is known from one that was typed.
_LIVE = re.compile(r"[\s\x00-\x20\ufeff\u200b-\u200f]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212|%']")
_LEADS = re.compile(r"[\x00-\x1f]")
_NOT_IN_XML = re.compile(r"[\x00-\x08\x0b-\x1f\ufffe\uffff]|_x(?=[0-9A-Fa-f]{4}_)")
_WRITTEN_OUT = re.compile(r"_x([0-9A-Fa-f]{4})_")
MONEY_FORMAT, DAY_FORMAT = "0.00", "yyyy-mm-dd"
WIDTH = 18


@dataclass(frozen=True)
class Table:
    """A title, the headings, and the rows below them."""

    title: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]


def guarded(text: str) -> str:
    """Give a text that no spreadsheet takes for a formula when it opens a CSV file."""
    return GUARD + text if _LIVE.match(text) or _LEADS.match(text) else text


def unguarded(text: str) -> str:
    """Take the guard off again."""
    return text.removeprefix(GUARD)


def as_csv(table: Table) -> bytes:
    """Write a table as CSV: sums as plain decimals, negative ones too, and every text guarded."""
    kept = io.StringIO(newline="")
    rows = csv.writer(kept, lineterminator="\r\n")
    rows.writerow([guarded(one) for one in table.headings])
    rows.writerows([_plain(cell) for cell in row] for row in table.rows)
    return kept.getvalue().encode("utf-8-sig")


def as_xlsx(table: Table) -> bytes:
    """Write a table as a workbook: text cells are text, sums are numbers, days are days."""
    book = Workbook()
    book.remove(book[book.sheetnames[0]])
    sheet = book.create_sheet(re.sub(r"[\[\]:*?/\\]", " ", table.title)[:31])
    sheet.append([_escaped(one) for one in table.headings])
    for cell in sheet[1]:
        cell.data_type, cell.font = "s", Font(bold=True)
    for row in table.rows:
        sheet.append([_value(cell) for cell in row])
        for cell, kept in zip(sheet[sheet.max_row], row, strict=True):
            _mark(cell, kept)
    for column in range(1, len(table.headings) + 1):
        sheet.column_dimensions[sheet.cell(1, column).column_letter].width = WIDTH
    sheet.freeze_panes = "A2"
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def texts_of_csv(content: bytes) -> list[list[str]]:
    """Read an exported CSV back, its guards taken off."""
    rows = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    return [[unguarded(cell) for cell in row] for row in rows]


def texts_of_xlsx(content: bytes) -> list[list[object]]:
    """Read an exported workbook back, its text as it was."""
    book = load_workbook(io.BytesIO(content))
    sheet = book[book.sheetnames[0]]
    return [
        [_unescaped(cell.value) if isinstance(cell.value, str) else cell.value for cell in row]
        for row in sheet.iter_rows()
    ]


def _plain(cell: Cell) -> str:
    if isinstance(cell, str):
        return guarded(cell)
    if isinstance(cell, Money):
        return cell.decimal
    if isinstance(cell, datetime):
        return cell.astimezone(HYDERABAD).isoformat(sep=" ", timespec="seconds")
    if isinstance(cell, date):
        return cell.isoformat()
    return "" if cell is None else str(cell)


def _value(cell: Cell) -> object:
    if isinstance(cell, str):
        return _escaped(cell)
    if isinstance(cell, Money):
        return Decimal(cell.decimal)
    if isinstance(cell, datetime):
        return cell.astimezone(HYDERABAD).replace(tzinfo=None)
    return cell


def _mark(cell: SheetCell, kept: Cell) -> None:
    if isinstance(kept, str):
        cell.data_type, cell.quotePrefix = "s", bool(_LIVE.match(kept))
    elif isinstance(kept, Money):
        cell.number_format = MONEY_FORMAT
    elif isinstance(kept, date) and not isinstance(kept, datetime):
        cell.number_format = DAY_FORMAT


def _escaped(text: str) -> str:
    """Write what XML cannot hold as workbooks write it: _x0007_."""
    return _NOT_IN_XML.sub(lambda found: f"_x{ord(found[0][0]):04X}_" + found[0][1:], text)


def _unescaped(text: str) -> str:
    return _WRITTEN_OUT.sub(lambda found: chr(int(found[1], 16)), text)


def total_row(rows: Iterable[tuple[Cell, ...]], width: int) -> tuple[Cell, ...]:
    """Give the sums of the columns of money, and nothing where a column has none."""
    sums: list[Money | None] = [None] * width
    for row in rows:
        for place, cell in enumerate(row):
            if isinstance(cell, Money):
                sums[place] = (sums[place] or Money(0)) + cell
    return tuple(sums)
