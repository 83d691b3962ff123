"""Files of rows: CSV in the encodings and separators people have, and workbooks."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from portal.sheets.columns import looks_like_headings
from portal.sheets.refused import NotARegister
from portal.sheets.workbooks import require_workbook, rows_of_workbook, written_page

__all__ = ["REGISTER", "Expected", "NotARegister", "Sheet", "open_sheet"]

LARGEST = 50 * 1024 * 1024
LONGEST_LINE = 100_000
LONGEST_CELL = 20_000
MOST_CELLS = 200
MOST_ROWS = 200_000
HEADINGS_WITHIN = 20
SEPARATORS = ",;\t|"
SAMPLE = 64 * 1024
UTF_8, WESTERN = "utf-8", "cp1252"
_BYTE_ORDER_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_PACKED, _OLD_WORKBOOK, _PDF = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF"
# Letters of Hindi, Telugu or Urdu as UTF-8 writes them; Western text has no such run of bytes.
_INDIAN_LETTERS = re.compile(rb"\xe0[\xa4-\xb7][\x80-\xbf]|(?:[\xd8-\xdb][\x80-\xbf]){2}")
_CELL_BREAKS = re.compile(r"\r\n?")
_QUOTE = "A quotation mark may be missing its partner: mend it, and read the file in again."
_END = "\x00end of the file"  # no file that is read has a NUL, so no row can be this one


@dataclass(frozen=True)
class Expected:
    """What kind of table a file should be: how its headings are known, and how long it may be."""

    name: str
    is_headings: Callable[[Sequence[str]], bool]
    has_at_least: str
    most_rows: int | None = None


REGISTER = Expected(
    "register",
    looks_like_headings,
    "the entry number, the day brought and the kind of animal",
)


@dataclass(frozen=True)
class Sheet:
    """A file of rows, to be read from its beginning as often as is asked.

    `encoding` is None for a workbook, whose sheet is `page`; `width` is the number of headings.
    """

    path: Path
    name: str
    encoding: str | None
    separator: str = ""
    page: str = ""
    width: int = 0
    expected: Expected = REGISTER

    def rows(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Give each row with its number in the sheet, its cells as stripped text.

        A break inside a cell stays. Raises NotARegister at the first row that is none.
        """
        if self.encoding is None:
            rows = rows_of_workbook(self.path, self.page)
        else:
            rows = self._rows_of_text(self.encoding)
        for number, written in rows:
            cells = tuple(_plain(cell) for cell in written)
            _require_row(number, cells, self.expected)
            yield number, cells

    def _rows_of_text(self, encoding: str) -> Iterator[tuple[int, tuple[str, ...]]]:
        csv.field_size_limit(LONGEST_LINE)
        try:
            with self.path.open(encoding=encoding, newline="") as lines:
                rows = csv.reader(chain(lines, [_END]), delimiter=self.separator)
                for number, cells in enumerate(rows, start=1):
                    if cells == [_END]:
                        return
                    self._require_whole(number, cells)
                    yield number, tuple(cells)
        except csv.Error as error:
            raise NotARegister(f"The file cannot be read as rows ({error}). {_QUOTE}") from None

    def _require_whole(self, number: int, cells: list[str]) -> None:
        """Refuse a cell in which other rows, or the end of the file, have been swallowed."""
        for cell in cells:
            if "\n" not in cell and "\r" not in cell and _END not in cell:
                continue
            _first, *others = cell.splitlines() or [""]
            most = max((line.count(self.separator) for line in others), default=0)
            if _END in cell or (self.width and most >= max(3, self.width // 2)):
                raise NotARegister(f"Row {number} has other rows inside one of its cells. {_QUOTE}")


def open_sheet(path: Path, name: str, expected: Expected = REGISTER) -> Sheet:
    """Find out what kind of file it is, and that it has headings; raise NotARegister, OSError."""
    size = path.stat().st_size
    if size == 0:
        raise NotARegister("The file is empty.")
    if size > LARGEST:
        raise NotARegister(f"The file is larger than {LARGEST // 1024 // 1024} MB.")
    with path.open("rb") as opened:
        start = opened.read(SAMPLE)
    if start.startswith(_PACKED):
        require_workbook(path)
        sheet = Sheet(path, name, None, page=written_page(path), expected=expected)
    else:
        encoding = _encoding(path, start)
        separator, width = _separator(path, encoding, expected)
        sheet = Sheet(path, name, encoding, separator, width=width, expected=expected)
    for number, cells in sheet.rows():
        if expected.is_headings(cells):
            return sheet
        if number >= HEADINGS_WITHIN:
            break
    raise NotARegister(
        f"No headings were found in the first {HEADINGS_WITHIN} rows: a {expected.name} has at"
        f" least {expected.has_at_least}."
    )


def _encoding(path: Path, start: bytes) -> str:
    """Tell the encoding, having read the whole file in it."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if start.startswith(mark):
            if not _is_text(path, encoding):
                raise NotARegister("The file is damaged: part of it is no text.")
            return encoding
    if start.startswith(_OLD_WORKBOOK):
        raise NotARegister("The file is a workbook of the old kind. Save it as XLSX.")
    if b"\x00" in start or start.startswith(_PDF):
        raise NotARegister("The file is no text and no workbook. Save it as CSV or XLSX.")
    if _is_text(path, UTF_8):
        return UTF_8
    # One wrong byte must not turn a register in Telugu into Western letters that mean nothing.
    if _INDIAN_LETTERS.search(path.read_bytes()) or not _is_text(path, WESTERN):
        raise NotARegister(
            "The file is damaged: part of it is no text. Save it again as CSV UTF-8."
        )
    return WESTERN


def _is_text(path: Path, encoding: str) -> bool:
    """Tell whether all of a file is text in an encoding; raise NotARegister if it is no rows."""
    line = 0
    try:
        with path.open(encoding=encoding, newline="") as opened:
            while piece := opened.read(SAMPLE):
                if "\x00" in piece:
                    raise NotARegister("The file has signs in it that no text has (NUL).")
                first, *others = re.split(r"[\r\n]", piece)
                longest = max(line + len(first), *map(len, others), 0)
                line = len(others[-1]) if others else line + len(first)
                if longest > LONGEST_LINE:
                    raise NotARegister(f"A line is longer than {LONGEST_LINE:,} letters.")
    except UnicodeError:
        return False
    return True


def _separator(path: Path, encoding: str, expected: Expected) -> tuple[str, int]:
    """Give the separator that makes headings of one of the first rows, and their number."""
    with path.open(encoding=encoding, newline="") as opened:
        sample = opened.read(SAMPLE)
    best, most = SEPARATORS[0], 0
    for separator in SEPARATORS:
        rows = csv.reader(io.StringIO(sample, newline=""), delimiter=separator)
        try:
            first = [row for _n, row in zip(range(HEADINGS_WITHIN), rows, strict=False)]
        except csv.Error:
            continue
        for row in first:
            if len(row) > most and expected.is_headings([_plain(cell) for cell in row]):
                best, most = separator, len(row)
    return best, most


def _require_row(number: int, cells: tuple[str, ...], expected: Expected) -> None:
    most = expected.most_rows or MOST_ROWS
    if number > most:
        raise NotARegister(f"The file has more than {most:,} rows: no {expected.name}.")
    if len(cells) > MOST_CELLS and any(cells[MOST_CELLS:]):
        raise NotARegister(f"Row {number} has more than {MOST_CELLS} cells: no {expected.name}.")
    if any(len(cell) > LONGEST_CELL for cell in cells):
        raise NotARegister(
            f"Row {number} has a cell of more than {LONGEST_CELL:,} letters. {_QUOTE}"
        )


def _plain(cell: str) -> str:
    if "\r" in cell:
        cell = _CELL_BREAKS.sub("\n", cell)
    return cell.replace("\ufeff", "").strip()
