"""The register of November, row by row: what is certain is taken, what is doubtful is held."""

from datetime import date, time

import pytest
from written import NOVEMBER, as_csv, as_workbook, november_rows, opened, read, what_became

from portal.law.cattle import Animals, CattleClass
from portal.sheets.files import open_sheet
from portal.sheets.impound_register import Blank, Held, Taken

# The entry as written, and every doubt about it.
HELD = {
    6: ("4/2026", ["ruined_tag"]),
    8: ("6/2026", ["tag_twice"]),
    9: ("7/2026", ["sex_against_kind"]),  # a castrated bull
    12: ("10/2026", ["number_twice"]),
    13: ("10/2026", ["number_twice"]),
    15: ("13/2026", ["ruined_tag"]),
    20: ("18/2026", ["tag_twice"]),
    21: ("19/2026", ["sex_against_kind"]),  # a male cow
    23: ("21/2026", ["no_such_day", "sex_against_kind"]),  # 31 November; a female bull
    29: ("27/2026", ["tag_twice"]),
    31: ("29/2026", ["sex_against_kind", "ruined_tag"]),  # a castrated horse
    33: ("Total brought forward", ["not_an_animal"]),
    34: ("31/2026", ["no_day"]),
    35: ("32/2026", ["tag_twice"]),
    36: ("33/2026", ["tag_twice"]),
    37: ("34/2026", ["tag_twice"]),
    39: ("36/2026", ["tag_twice"]),
    44: ("41/2026", ["serial_day", "out_of_order"]),
    48: ("45/2026", ["unknown_kind"]),
    51: ("48/2026", ["sex_against_kind"]),  # a male cow
    55: ("52/2026", ["sex_against_kind", "ruined_tag"]),
    60: ("57/2026", ["ruined_tag"]),
    62: ("59/2026", ["ruined_tag"]),
}
TAKEN = (
    1, 2, 3, 5, 8, 9, 12, 14, 15, 16, 17, 20, 22, 23, 24, 25, 26, 28, 30, 35, 37, 38, 39, 40, 42,
    43, 44, 46, 47, 49, 50, 53, 54, 55, 56, 58, 60,
)  # fmt: skip
BLANK = 54


@pytest.fixture(scope="module")
def rows():
    return read(open_sheet(NOVEMBER, NOVEMBER.name))


@pytest.fixture(scope="module")
def entries(rows):
    return {one.entry.number: one.entry for one in rows if isinstance(one, Taken)}


def test_nothing_is_lost(rows):
    assert [one.line for one in rows] == list(range(3, 64))
    assert what_became(rows) == (37, 23, 1)
    assert len(rows) == 37 + 23 + 1


def test_exactly_the_doubtful_rows_are_held_each_with_its_reasons(rows):
    held = {
        one.line: (one.cells["number"], [reason.code for reason in one.reasons])
        for one in rows
        if isinstance(one, Held)
    }
    assert held == HELD


def test_exactly_the_certain_rows_are_taken(entries):
    assert tuple(entries) == TAKEN


def test_the_empty_row_is_blank(rows):
    assert [one.line for one in rows if isinstance(one, Blank)] == [BLANK]


@pytest.mark.parametrize(
    ("number", "on", "at"),
    [
        (1, date(2026, 11, 2), time(15, 19)),  # 2026-11-02 15:19
        (9, date(2026, 11, 7), None),  # 07.11.26: the hour is not written
        (17, date(2026, 11, 10), time(14, 7)),  # 10/11/2026 02:07 PM: day first, never 11 October
        (22, date(2026, 11, 13), time(23, 36)),  # 13-Nov-2026 23.36
        (38, date(2026, 11, 22), time(7, 28)),  # 22-11-2026 07:28
        (46, date(2026, 11, 26), time(1, 20)),  # 26/11/2026 01:20 AM
        (60, date(2026, 12, 2), time(0, 59)),  # 02/12/2026 12:59 AM
    ],
)
def test_each_way_of_writing_a_day_is_read(entries, number, on, at):
    assert (entries[number].on, entries[number].at) == (on, at)


@pytest.mark.parametrize(
    ("number", "kind", "animals"),
    [
        (1, "ass", [(7, 1)]),
        (5, "camel", [(2, 1)]),
        (8, "ram", [(8, 1)]),
        (12, "she-buffalo", [(4, 1)]),  # بھینس
        (16, "heifer", [(5, 1)]),
        (20, "cow", [(5, 1)]),  # आवु
        (23, "he-buffalo", [(4, 1)]),
        (24, "bullock", [(5, 1)]),
        (44, "3 goats", [(8, 3)]),
        (53, "pony", [(6, 1)]),
        (56, "cow with calf", [(5, 2)]),
    ],
)
def test_each_kind_is_read_with_its_class_and_heads(entries, number, kind, animals):
    assert entries[number].kind == kind
    assert entries[number].animals == tuple(Animals(CattleClass(c), head) for c, head in animals)


@pytest.mark.parametrize("number", [14, 26])
def test_a_bull_and_a_dog_are_in_no_class_and_want_a_direction(entries, number):
    assert entries[number].animals == (Animals(None, 1),)
    assert entries[number].direction_wanted


def test_nothing_else_wants_a_direction(entries):
    assert {n for n, one in entries.items() if one.direction_wanted} == {14, 26}


def test_a_sex_that_leaves_the_class_as_it_is_becomes_a_remark(entries):
    assert entries[8].remarks == ("The register says ram, and sex F.",)
    assert {n for n, one in entries.items() if one.remarks} == {8, 9, 12, 24, 38, 50, 56}


def test_tags_lose_their_spaces_and_a_notch_is_a_mark(entries):
    assert entries[9].ear_tag == "100422176320"
    assert entries[1].ear_tag is None
    assert entries[1].marks == "scar near tail; limping; notch L ear"
    assert entries[2].marks == "tip of tail white, both horns curled"


def test_areas_and_bringers_are_written_one_way(entries):
    assert {one.area for one in entries.values()} == {
        "Begum Bazar", "Charminar", "Musheerabad", "Goshamahal", "Malakpet", "Afzalgunj",
        "Sultan Bazar",
    }  # fmt: skip
    assert {one.brought_by for one in entries.values()} == {
        "PC 2281", "GHMC squad", "HG Anwar", "Resident, H.No. 8-1-398/12",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "field", "words"),
    [
        (23, "on", "31 November does not exist. Write the day as on paper, like 30-11-2026."),
        (44, "on", "the spreadsheet's own number reads as 15-11-2026."),
        (36, "ear_tag", "this tag is also on entry 34/2026."),
        (12, "number", "10/2026 is written on 2 rows."),
        (48, "kind", "Was buffalo meant?"),
        (9, "kind", "a castrated bull is a bullock, class 5."),
    ],
)
def test_the_reason_says_what_is_wrong_and_stands_at_its_field(rows, line, field, words):
    held = next(one for one in rows if one.line == line)
    reason = next(one for one in held.reasons if one.field == field)
    assert words in reason.sentence


def test_the_serial_day_is_shown_between_its_neighbours(rows):
    held = next(one for one in rows if one.line == 44)
    serial, order = held.reasons
    assert serial.suggestion == "15-11-2026 07:40"
    assert "before is of 22-11-2026 and the one after of 24-11-2026" in order.sentence


def test_a_held_row_is_kept_as_it_is_written(rows):
    held = next(one for one in rows if one.line == 37)
    assert held.cells == {
        "number": "34/2026",
        "on": "21/11/2026 06:35 AM",
        "kind": "She-Buffalo",
        "breed": "graded murrah",
        "colour": "Black w/ white star",
        "age": "18 months",
        "ear_tag": "100422170001",
        "marks": "tip of tail white,\nboth horns curled",
        "area": "Sultan Bazar",
        "brought_by": "pc2281",
        "pen": "pen 4",
    }


def test_read_a_second_time_each_row_has_the_same_fingerprint(rows):
    again = read(open_sheet(NOVEMBER, "another name.csv"))
    assert again == rows
    prints = [one.fingerprint for one in rows if not isinstance(one, Blank)]
    assert len(set(prints)) == len(prints)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("line_end", ["\r\n", "\n"])
def test_every_encoding_and_separator_gives_the_same_reading(
    tmp_path, rows, separator, encoding, line_end
):
    content = as_csv(november_rows(), separator, encoding, line_end)
    assert read(opened(tmp_path, content)) == rows


def test_a_workbook_gives_the_same_reading(tmp_path, rows):
    path = as_workbook(tmp_path / "november.xlsx", november_rows(), [])
    assert read(open_sheet(path, path.name)) == rows


def test_a_day_later_than_today_is_held(rows):
    early = read(open_sheet(NOVEMBER, NOVEMBER.name), date(2026, 11, 30))
    to_come = {
        one.line
        for one in early
        if isinstance(one, Held) and "day_not_come" in {reason.code for reason in one.reasons}
    }
    assert to_come == {62, 63}
