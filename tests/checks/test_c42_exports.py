"""C42: what leaves as CSV or XLSX holds no live formula, and comes back exactly as it was."""

import csv
import io
import re
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from portal.law.money import Money
from portal.sheets.export import Table, as_csv, as_xlsx, texts_of_csv, texts_of_xlsx

pytestmark = pytest.mark.check("C42")

PAYLOADS = [
    "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\x00=1", " =1", "\u00a0=1", "\u200b=1",
    "\ufeff=1", "＝1", "＋1", "－1", "＠A", "−1", "'", "''=1", "'=1", "|cmd", "%0a=1", '=cmd|"/c calc"!A1',
    '=HYPERLINK("http://x","y")', '=DDE("a";"b")', "-2+3+cmd|' /C calc'!A0", "_x0041_", "_x000D_=1",
    "a=1", "", "K. Yellaiah", "యెల్లయ్య", "=\n=", 'a"b,c;d', "-", "--", "=", "0123", "1E5", "\x07=1",
]  # fmt: skip
NUMBERS = [Money(-4_048_250), Money(-1), Money(0), Money(99_999_999_900), Money(5)]


def table(texts):
    rows = [(text, Money(number), number) for number, text in enumerate(texts)]
    return Table("Register of = and -", ("Text", "=Sum", "Number"), rows)


def no_live_cell(cell):
    """Told by another rule than the one that guards: what a spreadsheet would read it as."""
    bare = cell.lstrip("\t\r\n \x00\u00a0\u200b\ufeff")
    return not bare.startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠", "−"))


@pytest.mark.parametrize("text", PAYLOADS)
def test_no_text_is_live_in_a_csv_file_and_each_comes_back(text):
    content = as_csv(table([text]))
    raw = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert no_live_cell(raw[1][0]), raw
    assert no_live_cell(raw[0][1]), "a heading"
    assert texts_of_csv(content)[1] == [text, "0.00", "0"]


@pytest.mark.parametrize("text", PAYLOADS)
def test_no_text_is_a_formula_in_a_workbook_and_each_comes_back(text):
    content = as_xlsx(table([text]))
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        for name in parts.namelist():
            if name.startswith("xl/worksheets/"):
                assert not re.search(rb"<f[ >]", parts.read(name))
    kinds = [cell.data_type for cell in load_workbook(io.BytesIO(content)).worksheets[0][2]]
    assert kinds[0] in {"s", "inlineStr"}
    assert kinds[1:] == ["n", "n"]
    assert (texts_of_xlsx(content)[1][0] or "") == text


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=5))
def test_any_text_at_all_is_dead_and_comes_back(texts):
    told = as_csv(table(texts))
    raw = list(csv.reader(io.StringIO(told.decode("utf-8-sig"), newline="")))
    assert all(no_live_cell(row[0]) for row in raw[1:])
    assert [row[0] for row in texts_of_csv(told)[1:]] == texts
    assert [row[0] or "" for row in texts_of_xlsx(as_xlsx(table(texts)))[1:]] == texts


def test_negative_money_is_a_number_and_exact():
    sums = Table("Sums", ("Sum",), [(one,) for one in NUMBERS])
    assert [row[0] for row in texts_of_csv(as_csv(sums))[1:]] == [one.decimal for one in NUMBERS]
    found = [row[0] for row in texts_of_xlsx(as_xlsx(sums))[1:]]
    assert all(isinstance(one, int | float) for one in found)
    assert [Money(round(one * 100)) for one in found] == NUMBERS


def test_without_the_guard_the_check_would_fail(monkeypatch):
    """The planted bug: text written as it came."""
    monkeypatch.setattr("portal.sheets.export.guarded", lambda text: text)
    raw = list(csv.reader(io.StringIO(as_csv(table(["=1+1"])).decode("utf-8-sig"))))
    assert not no_live_cell(raw[1][0])
