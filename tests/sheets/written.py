"""Registers written for the tests: rows in, files of every kind out."""

import csv
import io
from datetime import date
from pathlib import Path

from openpyxl import Workbook

from portal.sheets.files import open_sheet
from portal.sheets.impound_register import Blank, Held, Taken, read_register

NOVEMBER = Path(__file__).with_name("pound_register_november.csv")
TODAY = date(2026, 12, 3)
HEADINGS = ("Entry no", "Date brought", "Kind of animal", "Sex", "Ear tag no.", "Marks", "Area")
GOOD = ("1/2026", "01-11-2026 10:00", "cow", "F", "100422170001", "left horn broken", "Charminar")


def row(number=1, /, **changed):
    """A certain row; its number, day and tag differ from those of other numbers."""
    facts = {
        "number": f"{number}/2026",
        "on": f"{min(number, 28):02}-11-2026 10:00",
        "kind": "cow",
        "sex": "F",
        "ear_tag": f"{100422170000 + number}",
        "marks": "left horn broken",
        "area": "Charminar",
    }
    assert set(changed) <= set(facts)
    return tuple((facts | changed).values())


def as_csv(rows, separator=",", encoding="utf-8", line_end="\r\n"):
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=separator, lineterminator=line_end).writerows(rows)
    return text.getvalue().encode(encoding)


def as_workbook(path, *pages):
    book = Workbook()
    book.remove(book.active)
    for place, rows in enumerate(pages):
        page = book.create_sheet(f"page {place}")
        for one in rows:
            page.append([cell or None for cell in one])
    book.save(path)
    return path


def opened(tmp_path, content, name="register.csv"):
    path = tmp_path / name
    path.write_bytes(content)
    return open_sheet(path, name)


def read(sheet, not_after=TODAY):
    return list(read_register(sheet, not_after).rows())


def read_rows(tmp_path, *rows, headings=HEADINGS, not_after=TODAY):
    """Read rows as a register; give them back as what became of each."""
    return read(opened(tmp_path, as_csv([headings, *rows])), not_after)


def codes(one):
    """The doubts of a row: none of one that was taken."""
    assert not isinstance(one, Blank)
    return set() if isinstance(one, Taken) else {reason.code for reason in one.reasons}


def what_became(rows):
    """The numbers of rows taken, held and blank."""
    return tuple(sum(isinstance(one, what) for one in rows) for what in (Taken, Held, Blank))


def november_rows():
    with NOVEMBER.open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.reader(lines))
