"""Whatever is in the cells: nothing is lost, nothing breaks, and a second reading is the same."""

import csv
import importlib.util
import io
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from written import (
    HEADINGS,
    TODAY,
    as_csv,
    as_workbook,
    november_rows,
    opened,
    read,
    row,
    what_became,
)

from portal.sheets.files import NotARegister, open_sheet
from portal.sheets.impound_register import Blank, Entry, Held, Taken, read_register, reread

MEGABYTE = 1024 * 1024
MANY = 20_000
MOST_MEMORY = 40 * MEGABYTE
OF_NOVEMBER = sorted({cell for one in november_rows() for cell in one})
# No NUL and no lone surrogate: no text file has them.
letters = st.characters(exclude_categories=["Cs"], exclude_characters="\x00")
cells = st.one_of(st.sampled_from(OF_NOVEMBER), st.text(letters, max_size=30))
tables = st.lists(st.lists(cells, max_size=15), max_size=12)
calm = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def lines_after_headings(content, separator=","):
    text = io.StringIO(content.decode(), newline="")
    return sum(1 for _row in csv.reader(text, delimiter=separator)) - 1


def told(rows):
    """What the next reading must repeat: line, fate, fingerprint."""
    return [(type(one).__name__, one.line, getattr(one, "fingerprint", "")) for one in rows]


@calm
@given(table=tables, separator=st.sampled_from(",;\t|"))
def test_any_table_adds_up_or_is_refused(tmp_path, table, separator):
    content = as_csv([HEADINGS, *table], separator)
    try:
        rows = read(opened(tmp_path, content))
    except NotARegister:
        return
    assert len(rows) == sum(what_became(rows)) == lines_after_headings(content, separator)
    prints = [one.fingerprint for one in rows if not isinstance(one, Blank)]
    assert len(set(prints)) == len(prints)
    assert told(read(opened(tmp_path, content))) == told(rows)


@calm
@given(table=tables)
def test_no_word_of_any_row_is_lost(tmp_path, table):
    try:
        rows = read(opened(tmp_path, as_csv([HEADINGS, *table])))
    except NotARegister:
        return
    for one, written in zip(rows, table, strict=True):
        kept = "".join(getattr(one, "cells", {}).values()).split()
        words = " ".join(written).replace("\ufeff", "").split()
        assert set("".join(words)) <= set("".join(kept))


@calm
@given(row_cells=st.lists(cells, min_size=7, max_size=7))
def test_a_row_is_an_entry_or_has_a_reason(row_cells):
    names = ("number", "on", "kind", "sex", "ear_tag", "marks", "area")
    answer = reread(dict(zip(names, row_cells, strict=True)), (), TODAY)
    if not isinstance(answer, Entry):
        assert answer
        return
    assert answer.on <= TODAY
    assert answer.animals
    assert answer.area
    assert answer.number > 0
    assert answer.direction_wanted == any(one.cattle_class is None for one in answer.animals)


@calm
@given(content=st.binary(max_size=3000))
def test_any_bytes_are_read_or_refused(tmp_path, content):
    for start in (b"", as_csv([HEADINGS, row(1)])):
        try:
            read(opened(tmp_path, start + content))
        except NotARegister:
            continue


@settings(calm, max_examples=25)
@given(place=st.floats(0, 1), wrong=st.binary(min_size=1, max_size=40))
def test_a_workbook_with_wrong_bytes_is_read_or_refused(tmp_path, place, wrong):
    path = as_workbook(tmp_path / "whole.xlsx", [HEADINGS, *(row(n) for n in range(1, 9))])
    content = bytearray(path.read_bytes())
    at = int(place * len(content))
    content[at : at + len(wrong)] = wrong
    try:
        read(opened(tmp_path, bytes(content), "wrong.xlsx"))
    except NotARegister:
        return


def test_fingerprints_are_of_what_is_written_and_not_of_how_it_came(tmp_path):
    rows = [row(1), row(2), row(2), row(3, marks="a\nb")]
    csv_rows = read(opened(tmp_path, as_csv([HEADINGS, *rows])))
    semicolons = read(opened(tmp_path, as_csv([("a title",), (), HEADINGS, *rows], ";", "utf-16")))
    assert [one.fingerprint for one in csv_rows] == [one.fingerprint for one in semicolons]
    other = read(opened(tmp_path, as_csv([HEADINGS, row(1, marks="right horn broken")])))
    assert other[0].fingerprint != csv_rows[0].fingerprint


@pytest.fixture(scope="module")
def long_register(tmp_path_factory):
    source = Path(__file__).parents[2] / "bench" / "make_register.py"
    spec = importlib.util.spec_from_file_location("make_register", source)
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    path = tmp_path_factory.mktemp("long") / "long.csv"
    maker.make(path, MANY, seed=7)
    return path


def test_twenty_thousand_rows_need_little_memory_and_all_are_there(long_register):
    reading = read_register(open_sheet(long_register, "long.csv"), TODAY)
    counted = dict.fromkeys((Taken, Held, Blank), 0)
    numbers = set()
    tracemalloc.start()
    try:
        for one in reading.rows():
            counted[type(one)] += 1
            if isinstance(one, Taken):
                numbers.add(one.entry.number)
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert sum(counted.values()) == MANY
    assert len(numbers) == counted[Taken]
    assert counted[Taken] > MANY * 3 // 4
    assert counted[Held] > MANY // 20
    assert counted[Blank] > 0
    assert peak < MOST_MEMORY
