"""Files of rows: CSV in the encodings and separators people have, and workbooks."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from portal.sheets.columns import looks_like_headings

LARGEST = 50 * 1024 * 1024
LARGEST_UNPACKED = 200 * 1024 * 1024
LONGEST_CELL = 20_000
MOST_CELLS = 200
HEADINGS_WITHIN = 20
SEPARATORS = ",;\t|"
SAMPLE = 64 * 1024
BYTE_ORDER_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
CELL_BREAKS = re.compile(r"\r\n?")


class NotARegister(ValueError):  # noqa: N818 - reads as what happened
    """The file is no register; the message is one sentence. Nothing of it was taken."""


@dataclass(frozen=True)
class Sheet:
    """A file of rows, to be read from its beginning as often as is asked."""

    path: Path
    name: str
    encoding: str | None
    separator: str

    def rows(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Give each row with its number, its cells as text; raise NotARegister for a broken file."""
        rows = _rows_of_workbook(self.path) if self.encoding is None else self._rows_of_text()
        for number, cells in rows:
            if len(cells) > MOST_CELLS:
                raise NotARegister(f"Row {number} has more than {MOST_CELLS} cells: no register.")
            if any(len(cell) > LONGEST_CELL for cell in cells):
                raise NotARegister(
                    f"Row {number} has a cell of more than {LONGEST_CELL:,} letters; a quotation"
                    " mark may be missing its partner."
                )
            yield number, cells

    def _rows_of_text(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        csv.field_size_limit(LONGEST_CELL * 10)
        try:
            with self.path.open(encoding=self.encoding, newline="") as lines:
                reader = csv.reader(lines, delimiter=self.separator)
                for number, cells in enumerate(reader, start=1):
                    yield number, tuple(_plain(cell) for cell in cells)
        except csv.Error as error:
            raise NotARegister(f"The file cannot be read as rows and cells: {error}.") from None
        except UnicodeError:
            raise NotARegister("The file is no text in an encoding that is known.") from None


def open_sheet(path: Path, name: str) -> Sheet:
    """Find out what kind of file it is, and that it has headings; raise NotARegister, OSError."""
    size = path.stat().st_size
    if size == 0:
        raise NotARegister("The file is empty.")
    if size > LARGEST:
        raise NotARegister(f"The file is larger than {LARGEST // 1024 // 1024} MB.")
    with path.open("rb") as opened:
        start = opened.read(SAMPLE)
    if start.startswith(b"PK"):
        _require_workbook(path)
        sheet = Sheet(path, name, None, "")
    else:
        encoding = _encoding(path, start)
        sheet = Sheet(path, name, encoding, _separator(start, encoding))
    for number, cells in sheet.rows():
        if looks_like_headings(cells):
            return sheet
        if number >= HEADINGS_WITHIN:
            break
    raise NotARegister(
        f"No headings were found in the first {HEADINGS_WITHIN} rows: a register has at least the"
        " entry number, the day brought and the kind of animal."
    )


def _encoding(path: Path, start: bytes) -> str:
    for mark, encoding in BYTE_ORDER_MARKS:
        if start.startswith(mark):
            return encoding
    if b"\x00" in start or start.startswith((b"%PDF", b"\x89PNG", b"GIF8", b"\xff\xd8")):
        raise NotARegister("The file is no text and no workbook. Save the register as CSV or XLSX.")
    try:
        with path.open(encoding="utf-8") as lines:
            while lines.read(SAMPLE):
                pass
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def _separator(start: bytes, encoding: str) -> str:
    sample = start[: len(start) // 2 * 2].decode(encoding, errors="ignore")
    best = ","
    most = 0
    for separator in SEPARATORS:
        rows = csv.reader(io.StringIO(sample, newline=""), delimiter=separator)
        try:
            first = [row for _n, row in zip(range(HEADINGS_WITHIN), rows, strict=False)]
        except csv.Error:
            continue
        found = max(
            (len(row) for row in first if looks_like_headings([_plain(one) for one in row])),
            default=0,
        )
        if found > most:
            best, most = separator, found
    return best


def _require_workbook(path: Path) -> None:
    try:
        with zipfile.ZipFile(path) as packed:
            names = packed.namelist()
            unpacked = sum(one.file_size for one in packed.infolist())
    except zipfile.BadZipFile:
        raise NotARegister("The file looks like a workbook and is broken.") from None
    if "xl/workbook.xml" not in names:
        raise NotARegister("The file is a packed folder and no workbook. Save the register as XLSX.")
    if unpacked > LARGEST_UNPACKED:
        raise NotARegister("The workbook is far larger unpacked than any register.")


def _rows_of_workbook(path: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    with _opened_workbook(path) as rows:
        for number, row in enumerate(rows, start=1):
            yield number, tuple(_cell_as_text(cell) for cell in row)


@contextmanager
def _opened_workbook(path: Path) -> Iterator[Iterator[tuple[object, ...]]]:
    try:
        book = load_workbook(path, read_only=True, data_only=True)
    except (InvalidFileException, KeyError, ValueError, zipfile.BadZipFile, OSError) as error:
        raise NotARegister(f"The workbook cannot be opened: {type(error).__name__}.") from None
    try:
        if not book.worksheets:
            raise NotARegister("The workbook has no sheet.")
        yield iter(book.worksheets[0].iter_rows(values_only=True))
    finally:
        book.close()


def _cell_as_text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        midnight = cell.time() == time(0, 0)
        return f"{cell:%Y-%m-%d}" if midnight else f"{cell:%Y-%m-%d %H:%M}"
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else repr(cell)
    return _plain(str(cell))


def _plain(cell: str) -> str:
    return CELL_BREAKS.sub("\n", cell.replace("\x00", "").replace("\ufeff", "")).strip()
