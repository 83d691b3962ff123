"""Rows in doubt: alone, and among the others of their register."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from written import HEADINGS, as_csv, codes, opened, read, read_rows, row, what_became

from portal.sheets.columns import find_columns
from portal.sheets.impound_register import Blank, Entry, Held, Taken, reread
from portal.sheets.order_of_days import days_out_of_order

TODAY = date(2026, 12, 3)


def days(*written):
    return [row(n, on=f"{day:02}-11-2026") for n, day in enumerate(written, 1)]


def held_numbers(rows):
    return {int(one.cells["number"].split("/")[0]) for one in rows if isinstance(one, Held)}


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"number": ""}, "no_number"),
        ({"number": "-"}, "no_number"),
        ({"number": "twelve"}, "unreadable_number"),
        ({"number": "0/2026"}, "unreadable_number"),
        ({"number": "12/26"}, "unreadable_number"),
        ({"number": "Jan-26"}, "number_became_day"),
        ({"number": "2026-01-01"}, "number_became_day"),
        ({"number": "1/2025"}, "other_year"),
        ({"number": "1", "on": "31-11-2026"}, "no_year"),
        ({"on": ""}, "no_day"),
        ({"on": "soon"}, "unreadable_day"),
        ({"kind": ""}, "no_kind"),
        ({"kind": "Bufallo"}, "unknown_kind"),
        ({"kind": "goats"}, "how_many"),
        ({"kind": "bull", "sex": "M (castrated)"}, "sex_against_kind"),
        ({"kind": "pony with foal"}, "foal_of_pony"),
        ({"ear_tag": "1.00422E+11"}, "ruined_tag"),
        ({"ear_tag": "100422000000"}, "rounded_tag"),
        ({"area": ""}, "no_area"),
        ({"area": "not known"}, "no_area"),
        ({"area": "-do-"}, "ditto"),
        ({"area": '"'}, "ditto"),
        ({"marks": "x" * 401}, "too_long"),
    ],
)
def test_each_doubt_holds_its_row_and_no_other(tmp_path, changed, code):
    first, doubtful, last = read_rows(tmp_path, row(1), row(2, **changed), row(3))
    assert codes(doubtful) >= {code}
    assert isinstance(first, Taken)
    assert isinstance(last, Taken)


def test_every_reason_is_a_sentence_that_begins_with_its_field(tmp_path):
    for changed in (
        {"number": "", "on": "31-11-2026", "kind": "goats", "area": ""},
        {"on": "46341"},
    ):
        held = read_rows(tmp_path, row(1, **changed))[0]
        for reason in held.reasons:
            assert reason.sentence[0].isupper()
            assert ": " in reason.sentence
            assert reason.sentence[-1] in ".?"
            assert "{" not in reason.sentence


def test_a_number_that_became_a_day_suggests_what_it_was(tmp_path):
    for written in ("Jan-26", "2026-01-01", "Jan 2026"):
        held = read_rows(tmp_path, row(1, number=written))[0]
        assert held.reasons[0].suggestion == "1/2026"


def test_a_number_written_twice_holds_both(tmp_path):
    rows = read_rows(tmp_path, row(1), row(2), row(3, number="2/2026"), row(4))
    assert [codes(one) for one in rows] == [set(), {"number_twice"}, {"number_twice"}, set()]


def test_the_day_of_a_number_written_twice_tells_nothing_about_its_neighbours(tmp_path):
    rows = read_rows(
        tmp_path, row(1), row(2), row(3, number="2/2026", on="09-11-2026"), row(4, number="3/2026")
    )
    assert [codes(one) for one in rows] == [set(), {"number_twice"}, {"number_twice"}, set()]


def test_one_number_in_two_writings_is_one_number(tmp_path):
    rows = read_rows(tmp_path, row(1, number="7"), row(2, number="007/2026"))
    assert [codes(one) for one in rows] == [{"number_twice"}] * 2


def test_the_same_number_in_two_years_is_two_numbers(tmp_path):
    rows = read_rows(tmp_path, row(5, number="1/2025", on="30-12-2025"), row(1))
    assert what_became(rows) == (2, 0, 0)


def test_a_tag_on_three_rows_holds_all_and_names_the_others(tmp_path):
    tag = "1004 2217 3308"
    rows = read_rows(tmp_path, *(row(n, ear_tag=tag) for n in (1, 2, 3)), row(4))
    assert [codes(one) for one in rows] == [{"tag_twice"}] * 3 + [set()]
    assert "also on entry 1/2026, 3/2026." in rows[1].reasons[0].sentence


def test_a_row_written_twice_is_two_rows_and_the_second_is_held(tmp_path):
    first, second, third = read_rows(tmp_path, row(1), row(1), row(2))
    assert isinstance(first, Taken)
    assert codes(second) == {"row_twice"}
    assert isinstance(third, Taken)
    assert first.fingerprint != second.fingerprint


def test_a_total_a_heading_and_a_blank_are_no_animals(tmp_path):
    rows = read_rows(
        tmp_path, row(1), ("Total", "", "14"), HEADINGS, ("", "", "c/f 14"), ("", " "), (), row(2)
    )
    assert [codes(one) for one in rows[1:4]] == [{"not_an_animal"}] * 3
    assert what_became(rows) == (2, 3, 2)
    assert [one.line for one in rows if isinstance(one, Blank)] == [6, 7]


def test_text_under_no_heading_is_kept_and_asked_about(tmp_path):
    held = read_rows(tmp_path, (*row(1), "", "left over"))[0]
    assert codes(held) == {"beyond_headings"}
    mended = reread(held.cells, {"beyond_headings"}, TODAY)
    assert mended.remarks == ("Under no heading: left over",)


@pytest.mark.parametrize(
    ("written", "held"),
    [
        ((1, 2, 3, 4, 5), set()),
        ((1, 1, 1, 1, 1), set()),
        ((1, 2, 20, 4, 5, 6), {3}),
        ((10, 11, 2, 12, 13), {3}),
        ((20, 2, 3, 4, 5), {1}),
        ((1, 2, 3, 4, 1), {5}),
        ((1, 2, 25, 4, 26, 5, 6), {3, 5}),
        ((1, 2, 4, 3, 5), {3, 4}),  # one of the two is wrong, and none can say which
        ((5, 4), {1, 2}),
    ],
)
def test_one_wrong_day_does_not_make_its_neighbours_wrong(tmp_path, written, held):
    rows = read_rows(tmp_path, *days(*written))
    assert held_numbers(rows) == held
    assert all(codes(one) == {"out_of_order"} for one in rows if isinstance(one, Held))


def test_days_go_by_the_numbers_and_not_by_the_rows(tmp_path):
    rows = read_rows(tmp_path, *reversed(days(1, 2, 3, 4, 5)))
    assert what_became(rows) == (5, 0, 0)


@given(
    good=st.lists(st.integers(0, 400), min_size=3, max_size=60).map(sorted),
    place=st.integers(0, 60),
    wrong=st.integers(-400, 800),
)
def test_a_wrong_day_that_two_others_contradict_is_held_alone(good, place, wrong):
    place = min(place, len(good))
    written = [*good[:place], wrong, *good[place:]]
    against = sum(day > wrong for day in good[:place]) + sum(day < wrong for day in good[place:])
    found = set(days_out_of_order(list(enumerate(written))))
    if against > 1:
        assert found == {place}
    elif against == 0:
        assert not found
    else:
        assert place in found
        assert len(found) == 2


@pytest.mark.parametrize(
    "headings",
    [
        ("Sl.No./Entry", "Date & time brought", "Species", "Gender", "Tag", "Identification marks", "Where seized"),
        ("ENTRY NO", "day brought in", "KIND OF ANIMAL", "SEX", "EAR TAG NO.", "MARK", "AREA"),
        ("#", "Date", "Animal", "Sex (M/F)", "Ear-tag", "Marks", "Seized from"),
        ("Register no.", "Date of impounding", "Type of animal", "sex", "tag no", "marks", "Locality"),
    ],
)  # fmt: skip
def test_headings_are_known_in_other_peoples_words(headings):
    assert find_columns(headings).names == (
        "number",
        "on",
        "kind",
        "sex",
        "ear_tag",
        "marks",
        "area",
    )


def test_columns_stand_in_any_order(tmp_path):
    order = (6, 2, 0, 5, 1, 4, 3)
    headings = [HEADINGS[place] for place in order]
    rows = read_rows(tmp_path, [row(1)[place] for place in order], headings=headings)
    assert [one.entry for one in rows] == [one.entry for one in read_rows(tmp_path, row(1))]


def test_the_serial_number_of_a_line_is_not_the_number_of_the_entry():
    names = find_columns(("Sl. No.", "Entry no", "Date of sale", "Date brought", "Animal")).names
    assert names == ("Sl. No.", "number", "Date of sale", "on", "kind")


def test_a_heading_written_twice_keeps_both_columns_apart(tmp_path):
    headings = ("Kind", "Entry no", "kind", "Date", "Area", "Beyond")
    assert find_columns(headings).names == (
        "kind", "number", "kind (again)", "on", "area", "Beyond",
    )  # fmt: skip
    taken = read_rows(
        tmp_path, ("cow", "1/2026", "white", "01-11-2026", "Charminar"), headings=headings
    )[0]
    assert taken.remarks == ("kind (again): white",)


def test_a_column_that_is_not_known_becomes_a_remark(tmp_path):
    taken = read_rows(tmp_path, (*row(1), "bites"), headings=(*HEADINGS, "Temper"))[0]
    assert taken.entry.remarks == taken.remarks == ("Temper: bites",)


def test_an_hour_in_a_column_of_its_own_belongs_to_the_day(tmp_path):
    headings = (*HEADINGS, "Time brought")
    taken, unknown, doubtful = read_rows(
        tmp_path,
        (*row(1, on="01-11-2026"), "15.19"),
        (*row(2, on="02-11-2026"), "not known"),
        (*row(3, on="03-11-2026"), "dusk"),
        headings=headings,
    )
    assert f"{taken.entry.at:%H:%M}" == "15:19"
    assert (unknown.entry.at, unknown.remarks) == (None, ("Hour: not known",))
    assert codes(doubtful) == {"unreadable_day"}


def test_heads_in_a_column_of_their_own_belong_to_the_kind(tmp_path):
    rows = read_rows(
        tmp_path,
        *((*row(n, kind=kind), heads) for n, (kind, heads) in enumerate(
            [("goats", "3"), ("goat", "1"), ("Goats (3)", "3"), ("goats (3)", "4"), ("cow with calf", "2")], 1
        )),
        headings=(*HEADINGS, "No. of animals"),
    )  # fmt: skip
    assert [sum(a.head for a in one.entry.animals) if isinstance(one, Taken) else codes(one) for one in rows] == [
        3, 1, 3, {"unknown_kind"}, 2,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("written", "area"),
    [
        ("begum bazar ", "Begum Bazar"), ("GOSHAMAHAL", "Goshamahal"), ("M.G. ROAD", "M.G. Road"),
        ("st. john's road", "St. John's Road"), ("చార్మినార్", "చార్మినార్"),
    ],
)  # fmt: skip
def test_an_area_is_written_one_way(tmp_path, written, area):
    assert read_rows(tmp_path, row(1, area=written))[0].entry.area == area


# A row mended by a person.
def mended(changed=None, confirmed=(), **asked):
    names = ("number", "on", "kind", "sex", "ear_tag", "marks", "area")
    cells = dict(zip(names, row(1), strict=True)) | (changed or {})
    return reread(cells, confirmed, TODAY, **asked)


def test_a_mended_row_is_an_entry():
    assert isinstance(mended(), Entry)
    assert mended().number == 1


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"on": "46341.3194"}, "serial_day"),
        ({"on": "01-11-2015", "number": "1/2015"}, "day_long_past"),
        ({"number": "1/2025"}, "other_year"),
        ({"kind": "pony with foal"}, "foal_of_pony"),
        ({"ear_tag": "100422000000"}, "rounded_tag"),
    ],
)
def test_what_can_be_confirmed_is_taken_once_it_is_confirmed(changed, code):
    assert [one.code for one in mended(changed)] == [code]
    assert isinstance(mended(changed, {code}), Entry)


@pytest.mark.parametrize(
    "changed",
    [
        {"number": ""}, {"on": "31-11-2026"}, {"on": "04-12-2026"}, {"kind": "Bufallo"},
        {"kind": "goats"}, {"kind": "bull", "sex": "castrated"}, {"ear_tag": "1.00422E+11"},
        {"area": " "}, {"number": "Total", "on": ""},
    ],
)  # fmt: skip
def test_what_must_be_mended_cannot_be_confirmed_away(changed):
    reasons = mended(changed)
    assert reasons
    assert not any(one.can_be_confirmed for one in reasons)
    assert mended(changed, {one.code for one in reasons}) == reasons


def test_a_number_and_a_tag_that_the_books_know_must_be_changed():
    asked = []
    reasons = mended(
        confirmed={"number_on_register", "tag_on_register"},
        number_taken=lambda year, number: asked.append((year, number)) or True,
        tag_worn_by=lambda tag: f"case of {tag}",
    )
    assert [one.code for one in reasons] == ["number_on_register", "tag_on_register"]
    assert asked == [(2026, 1)]
    assert "case of 100422170001" in reasons[1].sentence


def test_a_held_row_with_its_suggestions_adopted_is_taken(tmp_path):
    held = read_rows(tmp_path, row(1, kind="Gotas (3)", number="Jan-26", on="46341.3194"))[0]
    adopted = {one.field: one.suggestion for one in held.reasons if one.suggestion}
    entry = reread(held.cells | adopted, (), TODAY)
    assert isinstance(entry, Entry)
    assert (entry.number, entry.on, entry.kind) == (1, date(2026, 11, 15), "3 goats")


def test_what_a_reading_takes_a_rereading_takes_just_so(tmp_path):
    for one in read(opened(tmp_path, as_csv([HEADINGS, *(row(n) for n in range(1, 20))]))):
        assert reread(one.cells, (), TODAY) == one.entry


def test_the_day_after_today_is_held_and_today_is_taken(tmp_path):
    for days_on, what in ((-1, Taken), (0, Taken), (1, Held)):
        on = f"{TODAY + timedelta(days=days_on):%d-%m-%Y}"
        assert isinstance(read_rows(tmp_path, row(1, on=on))[0], what)
