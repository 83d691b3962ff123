"""Days and ear tags as keepers and spreadsheets write them."""

from datetime import date, time

import pytest

from portal.sheets.days_written import read_day
from portal.sheets.tags import read_tag

TODAY = date(2026, 12, 3)


@pytest.mark.parametrize(
    ("written", "on", "at"),
    [
        ("2026-11-02 15:19", date(2026, 11, 2), time(15, 19)),
        ("2026-11-02T15:19:40", date(2026, 11, 2), time(15, 19)),
        ("2026-11-02", date(2026, 11, 2), None),
        ("04/11/2026 04:15 PM", date(2026, 11, 4), time(16, 15)),
        ("04/11/2026 12:15 am", date(2026, 11, 4), time(0, 15)),
        ("04/11/2026 12:15 PM", date(2026, 11, 4), time(12, 15)),
        ("4/5/26", date(2026, 5, 4), None),  # day first, always
        ("05-Nov-2026 09.34", date(2026, 11, 5), time(9, 34)),
        ("5th November, 2026 4 pm", date(2026, 11, 5), time(16, 0)),
        ("5 Sept 2026", date(2026, 9, 5), None),
        ("07.11.26", date(2026, 11, 7), None),
        ("05-11-2026  18:43", date(2026, 11, 5), time(18, 43)),
        ("05-11-2026 1843 hrs", date(2026, 11, 5), time(18, 43)),
        ("05-11-2026 18:43 hrs", date(2026, 11, 5), time(18, 43)),
        ("05-11-2026 00:00", date(2026, 11, 5), time(0, 0)),
        ("౦౫-౧౧-౨౦౨౬ ౧౮:౪౩", date(2026, 11, 5), time(18, 43)),
        ("०५/११/२०२६", date(2026, 11, 5), None),
        ("٠٥-١١-٢٠٢٦", date(2026, 11, 5), None),
        ("۰۵-۱۱-۲۰۲۶", date(2026, 11, 5), None),
        ("\u200f05-11-2026\u200e", date(2026, 11, 5), None),
        ("29-02-2024", date(2024, 2, 29), None),
        ("03-12-2026", TODAY, None),
        ("03-12-2016", date(2016, 12, 3), None),
    ],
)
def test_a_day_is_read_and_its_hour_if_there_is_one(written, on, at):
    read = read_day(written, TODAY)
    assert (read.on, read.at, read.doubt) == (on, at, "")


@pytest.mark.parametrize(
    ("written", "doubt", "particulars"),
    [
        ("", "no_day", ""),
        ("  ", "no_day", ""),
        ("31-11-2026 10:00", "no_such_day", "31 November"),
        ("29-02-2026", "no_such_day", "29 February 2026"),
        ("11/13/2026", "no_such_day", "a month 13"),
        ("04-12-2026", "day_not_come", "04-12-2026"),
        ("01.01.99", "day_not_come", "01-01-2099"),
        ("02-12-2016", "day_long_past", "02-12-2016"),
        ("46341.3194", "serial_day", "15-11-2026"),
        ("46341", "serial_day", "15-11-2026"),
        ("46361", "day_not_come", "05-12-2026"),
    ],
)
def test_a_day_in_doubt_says_what_it_reads_as(written, doubt, particulars):
    read = read_day(written, TODAY)
    assert (read.doubt, read.particulars) == (doubt, particulars)


@pytest.mark.parametrize(
    "written",
    [
        "yesterday", "do", "Nov 2026", "5-11", "05-11-2026 25:00", "05-11-2026 15:20 PM",
        "05-11-2026 00:30 AM", "05-11-2026 10:61", "05-11-2026 to 06-11-2026", "05-11-20265",
        "05-Nob-2026", "2026-11-02 15:19+05:30", "5-11-2026?", "1" * 300, "০৫-১১-২০২৬",
    ],
)  # fmt: skip
def test_a_day_that_cannot_be_read_is_not_guessed(written):
    read = read_day(written, TODAY)
    assert (read.on, read.at, read.doubt) == (None, None, "unreadable_day")


@pytest.mark.parametrize("nought", "౦०٠۰")
def test_the_digits_of_telugu_hindi_and_urdu_are_each_their_own_number(nought):
    digits = "".join(chr(ord(nought) + number) for number in range(10))
    assert read_tag(digits + digits[1:3]).ear_tag == "012345678912"


def test_the_hour_of_a_serial_day_is_to_the_nearest_minute():
    assert read_day("46341.3194", TODAY).at == time(7, 40)
    assert read_day("46340.99999", TODAY).on == date(2026, 11, 15)
    assert read_day("46341", TODAY).at is None


@pytest.mark.parametrize(
    "written", ["100422170001", "100422 170001", "1004 2217 0001", "1004-2217-0001", "౧౦౦౪౨౨౧౭౦౦౦౧"]
)
def test_a_tag_is_twelve_digits_however_they_are_parted(written):
    read = read_tag(written)
    assert (read.ear_tag, read.mark, read.doubt) == ("100422170001", "", "")


@pytest.mark.parametrize(
    ("written", "doubt"),
    [
        ("1.00422E+11", "ruined_tag"),
        ("1,00422e+11", "ruined_tag"),
        ("1E+11", "ruined_tag"),
        ("10042217000", "short_tag"),
        ("1004221700011", "short_tag"),
        ("77", "short_tag"),
        ("10042217OO01", "short_tag"),  # the letter O
        ("100422170001/100422170002", "short_tag"),
        ("?!/", "short_tag"),
    ],
)
def test_a_tag_in_doubt_is_none(written, doubt):
    assert read_tag(written) == read_tag(written).__class__(doubt=doubt)


def test_a_tag_that_a_spreadsheet_has_rounded_is_doubted():
    assert read_tag("100422000000").doubt == "rounded_tag"
    assert not read_tag("100422000001").doubt


@pytest.mark.parametrize("written", ["", "-", "nil", "None", "no tag", "not tagged", "n/a"])
def test_no_tag_is_no_doubt(written):
    assert read_tag(written) == read_tag("")


def test_words_in_the_column_of_tags_are_a_mark():
    assert read_tag("notch  L ear").mark == "notch L ear"
    assert read_tag("notch  L ear").ear_tag is None
