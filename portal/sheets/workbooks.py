"""Workbooks: the rows of the one sheet of an .xlsx file that has writing on it, as text."""

from __future__ import annotations

import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from pathlib import Path

from openpyxl import load_workbook
from openpyxl.workbook.workbook import Workbook

from portal.sheets.refused import NotARegister

LARGEST_UNPACKED = 200 * 1024 * 1024
_HALF_A_SECOND = timedelta(milliseconds=500)


def require_workbook(path: Path) -> None:
    """Refuse a packed file that is no workbook, or far too large unpacked; raise NotARegister."""
    try:
        with zipfile.ZipFile(path) as packed:
            names = set(packed.namelist())
            unpacked = sum(one.file_size for one in packed.infolist())
            locked = any(one.flag_bits & 1 for one in packed.infolist())
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        raise NotARegister("The file looks like a workbook and is broken.") from None
    if unpacked > LARGEST_UNPACKED:
        raise NotARegister("The workbook is far larger unpacked than any register.")
    if "xl/workbook.xml" not in names or locked:
        raise NotARegister("The file is packed and is no workbook. Save it as XLSX.")


def written_page(path: Path) -> str:
    """Name the one sheet with writing on it; raise NotARegister if there is none or are several.

    To read one of two would lose the other without a word.
    """
    with _opened(path) as book:
        written = [
            page.title
            for page in book.worksheets
            if page.sheet_state == "visible" and _is_written_on(book, page.title)
        ]
    if not written:
        raise NotARegister("The workbook has no sheet with writing on it.")
    if len(written) > 1:
        raise NotARegister(
            f"The workbook has writing on {len(written)} sheets. Save each as a file of its own."
        )
    return written[0]


def rows_of_workbook(path: Path, page: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Give each row of a sheet, with its number; blank rows only where a written one follows."""
    blanks = 0
    with _opened(path) as book:
        for number, cells in enumerate(_rows(book, page), start=1):
            if not any(cells):
                blanks += 1
                continue
            yield from ((number - left, ()) for left in range(blanks, 0, -1))
            blanks = 0
            yield number, cells


def _is_written_on(book: Workbook, page: str) -> bool:
    return any(any(cells) for cells in _rows(book, page))


def _rows(book: Workbook, page: str) -> Iterator[tuple[str, ...]]:
    sheet = book[page]
    # The size that a workbook states of itself may be false; what is written is read.
    sheet.reset_dimensions()
    for row in sheet.iter_rows(values_only=True):
        yield tuple(_as_text(cell) for cell in row)


@contextmanager
def _opened(path: Path) -> Iterator[Workbook]:
    """Open a workbook; a broken one fails in as many ways as there are parts in it."""
    book: Workbook | None = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = load_workbook(path, read_only=True, data_only=True)
        yield book
    except (NotARegister, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001 - see above; none of them is the reader's concern
        told = f"The workbook cannot be read ({type(error).__name__}). Save it again as XLSX."
        raise NotARegister(told) from None
    finally:
        if book is not None:
            book.close()


def _as_text(cell: object) -> str:
    """Write a cell as text without loss: days as ISO, a long tag in all its digits."""
    if isinstance(cell, datetime):
        return _moment(cell)
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, time):
        return cell.isoformat("minutes")
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else repr(cell)
    return "" if cell is None else str(cell)


def _moment(cell: datetime) -> str:
    # Spreadsheets keep hours as fractions of a day, a hair beside the second that was meant.
    moment = (cell + _HALF_A_SECOND).replace(microsecond=0)
    if moment.time() == time():
        return moment.date().isoformat()
    return moment.isoformat(" ", "seconds" if moment.second else "minutes")
