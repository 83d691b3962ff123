"""Files: what is read as a register, and what is refused with a sentence."""

import io
import struct
import zipfile
from datetime import date, datetime, time

import pytest
from openpyxl import Workbook
from written import GOOD, HEADINGS, as_csv, as_workbook, opened, read, row, what_became

from portal.sheets import files
from portal.sheets.files import NotARegister, open_sheet
from portal.sheets.impound_register import Held, Taken

REGISTER = as_csv([HEADINGS, *(row(n) for n in range(1, 9))])


def packed(**names):
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in names.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), content)
    return kept.getvalue()


def bomb():
    """A workbook that says of a part that it is 300 MB when unpacked."""
    content = bytearray(packed(xl__workbook_xml="<workbook/>", xl__worksheets__sheet1_xml="x" * 99))
    place = content.rindex(b"PK\x01\x02")
    struct.pack_into("<I", content, place + 24, 300 * 1024 * 1024)
    return bytes(content)


GARBAGE = {
    "empty": b"",
    "blank lines": b"\r\n" * 500,
    "a letter": b"Dear Sir, please find the register attached.\n" * 40,
    "a picture": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 9,
    "noise": bytes((n * 167 + n // 7) % 255 + 1 for n in range(9000)),
    "a PDF": b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n",
    "an old workbook": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
    "a page of the web": b"<html><table><tr><td>Entry no</td><td>Date</td></tr></table></html>",
    "a packed letter": packed(word__document_xml="<document/>"),
    "a broken packing": b"PK\x03\x04" + b"x" * 300,
    "a hollow workbook": packed(xl__workbook_xml="<workbook/>"),
    "a bomb": bomb(),
    "NUL in it": REGISTER.replace(b"left horn", b"left\x00horn", 1),
    "NUL far down": REGISTER + b"x" * 9 + b"\r\n" * 40_000 + b"\x00",
    "a line without end": REGISTER + b"9/2026," + b"x" * 100_001,
    "no day": as_csv([("Entry no", "Kind of animal", "Area"), ("1/2026", "cow", "Charminar")]),
    "headings too far down": as_csv([*[("", "")] * 20, HEADINGS, GOOD]),
    "broken UTF-8 in Telugu": as_csv([HEADINGS, row(1, kind="గేదె")]).replace(b"horn", b"h\xffrn"),
    "broken UTF-16": as_csv([HEADINGS, GOOD], encoding="utf-16")[:-1] + b"\xd8",
    "UTF-16 without its mark": as_csv([HEADINGS, GOOD], encoding="utf-16-le"),
}


@pytest.mark.parametrize("content", GARBAGE.values(), ids=GARBAGE.keys())
def test_what_is_no_register_is_refused_with_a_sentence(tmp_path, content):
    with pytest.raises(NotARegister) as refused:
        opened(tmp_path, content)
    assert str(refused.value).startswith(("The ", "A ", "No ", "Row "))
    assert str(refused.value).endswith(".")


def test_a_bomb_is_refused_for_the_size_it_says_and_not_unpacked(tmp_path):
    with pytest.raises(NotARegister, match="far larger unpacked"):
        opened(tmp_path, bomb())


def test_a_file_that_is_too_large_is_refused_unread(tmp_path):
    path = tmp_path / "large.csv"
    with path.open("wb") as large:
        large.truncate(files.LARGEST + 1)
    with pytest.raises(NotARegister, match="larger than 50 MB"):
        open_sheet(path, path.name)


@pytest.mark.parametrize("at", [0, 3, 7])
def test_a_quotation_mark_without_partner_swallows_no_row(tmp_path, at):
    lines = REGISTER.split(b"\r\n")
    lines[1 + at] = lines[1 + at].replace(b"left horn", b'"left horn')
    sheet = opened(tmp_path, b"\r\n".join(lines))
    with pytest.raises(NotARegister, match="quotation mark"):
        read(sheet)


def test_two_marks_without_partners_do_not_close_each_other(tmp_path):
    lines = REGISTER.split(b"\r\n")
    for at in (2, 5):
        lines[at] = lines[at].replace(b"left horn", b'"left horn')
    sheet = opened(tmp_path, b"\r\n".join(lines))
    with pytest.raises(NotARegister, match="other rows inside"):
        read(sheet)


def test_a_broken_row_is_told_before_any_row_is_given(tmp_path):
    sheet = opened(tmp_path, REGISTER + b",".join([b"x"] * 300) + b"\r\n")
    with pytest.raises(NotARegister, match="more than 200 cells"):
        next(iter(read(sheet)))


def test_a_file_of_nothing_but_rows_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MOST_ROWS", 100)
    with pytest.raises(NotARegister, match="more than 100 rows"):
        read(opened(tmp_path, REGISTER + b"\r\n" * 200))


def test_a_mark_inside_a_word_is_only_a_mark(tmp_path):
    content = as_csv([HEADINGS, GOOD]).replace(b"left horn broken", b'branded "S" on thigh')
    assert read(opened(tmp_path, content))[0].entry.marks == 'branded "S" on thigh'


def test_western_letters_are_read_where_it_is_no_utf_8(tmp_path):
    content = as_csv([HEADINGS, row(1, marks="café – 6′".replace("′", "’"))], encoding="cp1252")
    assert read(opened(tmp_path, content))[0].entry.marks == "café – 6’"


def test_the_separator_is_that_of_the_headings(tmp_path):
    title = ("a; title; with; marks | and | commas, of, all, kinds",)
    commas = [row(n, marks="a, b, c, d, e, f, g, h") for n in range(1, 5)]
    rows = read(opened(tmp_path, as_csv([title, HEADINGS, *commas], ";")))
    assert what_became(rows) == (4, 0, 0)


def test_a_sheet_is_read_from_its_beginning_as_often_as_is_asked(tmp_path):
    sheet = opened(tmp_path, REGISTER)
    first = sheet.rows()
    next(first)
    assert list(sheet.rows()) == list(sheet.rows())
    assert next(first)[0] == 2


def test_a_workbook_loses_nothing_when_its_cells_become_text(tmp_path):
    book = Workbook()
    page = book.active
    page.append(HEADINGS)
    page.append(
        [
            7,
            datetime.combine(date(2026, 11, 2), time(15, 19)),
            "cow",
            "F",
            100422170001,
            None,
            "Charminar",
        ]
    )
    page.append(["8/2026", date(2026, 11, 3), "cow", "F", 100422170002.0, 2.5, "Charminar"])
    page.append(["9/2026", 46341.3194, "cow", True, "1.00422E+11", time(9, 5), "Charminar"])
    book.save(tmp_path / "r.xlsx")
    _headings, *rows = open_sheet(tmp_path / "r.xlsx", "r.xlsx").rows()
    assert [cells for _number, cells in rows] == [
        ("7", "2026-11-02 15:19", "cow", "F", "100422170001", "", "Charminar"),
        ("8/2026", "2026-11-03", "cow", "F", "100422170002", "2.5", "Charminar"),
        ("9/2026", "46341.3194", "cow", "True", "1.00422E+11", "09:05", "Charminar"),
    ]
    first, second, third = read(open_sheet(tmp_path / "r.xlsx", "r.xlsx"))
    assert isinstance(first, Taken)
    assert (first.entry.number, first.entry.year, first.entry.at) == (7, 2026, time(15, 19))
    assert isinstance(second, Taken)
    assert isinstance(third, Held)


def test_a_workbook_with_two_written_sheets_is_refused_since_one_would_be_lost(tmp_path):
    path = as_workbook(tmp_path / "r.xlsx", [HEADINGS, row(1)], [HEADINGS, row(2)])
    with pytest.raises(NotARegister, match="writing on 2 sheets"):
        open_sheet(path, path.name)


def test_the_written_sheet_is_read_even_if_it_is_not_the_first(tmp_path):
    path = as_workbook(tmp_path / "r.xlsx", [], [HEADINGS, row(1)])
    assert what_became(read(open_sheet(path, path.name))) == (1, 0, 0)


def test_rows_of_a_workbook_keep_their_numbers_and_blanks_at_its_end_are_none(tmp_path):
    path = as_workbook(tmp_path / "r.xlsx", [[], HEADINGS, [], row(1), [], row(2), [], []])
    rows = read(open_sheet(path, path.name))
    assert [(type(one).__name__, one.line) for one in rows] == [
        ("Blank", 3), ("Taken", 4), ("Blank", 5), ("Taken", 6),
    ]  # fmt: skip


def test_a_workbook_that_is_cut_off_is_refused(tmp_path):
    path = as_workbook(tmp_path / "r.xlsx", [HEADINGS, *(row(n) for n in range(1, 20))])
    whole = path.read_bytes()
    for part in range(1, 20):
        with pytest.raises(NotARegister):
            opened(tmp_path, whole[: len(whole) * part // 20], "cut.xlsx")


def test_a_workbook_with_a_broken_page_is_refused(tmp_path):
    path = as_workbook(tmp_path / "r.xlsx", [HEADINGS, row(1)])
    with zipfile.ZipFile(path) as whole, zipfile.ZipFile(tmp_path / "b.xlsx", "w") as broken:
        for name in whole.namelist():
            content = whole.read(name)
            broken.writestr(name, content[:-40] if "sheet1" in name else content)
    with pytest.raises(NotARegister, match="Save it again"):
        read(open_sheet(tmp_path / "b.xlsx", "b.xlsx"))
