"""The staff list as other offices send it (3): read forgivingly, and refused with each line named."""

from datetime import date

import pytest
from written import as_csv, as_workbook

from portal.law.screening import BarredOffice
from portal.sheets.refused import NotARegister
from portal.sheets.staff_list import Doubt, StaffRow, open_staff_list

TODAY = date(2026, 12, 3)
HEADINGS = (
    "S.No", "P.No.", "Name of the Officer", "Rank", "From", "To", "Aadhaar No", "Mobile No.",
    "Bank account", "IFSC", "H.No.", "PIN code", "Date of Birth", "Father's or husband's name",
    "House name", "Kin phones", "Identity number of kin", "Kin bank account", "Agents", "Remarks",
)  # fmt: skip
FULL = (
    "1", "PC-2281", "K. Ramulu", "Police Constable", "1-6-98", "30-6-2027", "1234 5678 9012",
    "98480 12345; 9848054321", "111222333", "SBIN0001234", "8-1-398/12", "500 006", "12-05-1976",
    "K. Yellaiah", "Sai Nivas", "9848000001, 9848000002", "9999 8888 7777", "SBIN0001234 444",
    "Md. Saleem; 9848000003", "good",
)  # fmt: skip
SHORT = ("P.No.", "Name", "Rank")


def read(tmp_path, rows, name="list.csv"):
    path = tmp_path / name
    if name.endswith("xlsx"):
        as_workbook(path, rows)
    else:
        path.write_bytes(as_csv(rows))
    return open_staff_list(path, name)


def test_other_people_s_headings_are_understood_and_what_is_not_is_named(tmp_path):
    for name in ("list.csv", "list.xlsx"):
        sheet = read(tmp_path, [("Staff of the city",), HEADINGS, FULL], name)
        assert list(sheet.rows(TODAY)) == [
            StaffRow(
                3,
                "PC-2281",
                "K. Ramulu",
                BarredOffice.POLICE_OFFICER,
                since=date(1998, 6, 1),
                until=date(2027, 6, 30),
                identities=("1234 5678 9012",),
                phones=("98480 12345", "9848054321"),
                banks=("SBIN0001234 111222333",),
                door_number="8-1-398/12",
                pin_code="500006",
                birth_year=1976,
                relation="K. Yellaiah",
                house_name="Sai Nivas",
                kin_phones=("9848000001", "9848000002"),
                kin_identities=("9999 8888 7777",),
                kin_banks=("SBIN0001234 444",),
                agents=("Md. Saleem", "9848000003"),
            )
        ]
        assert sheet.unread == ("S.No", "Remarks")


def test_several_columns_of_phones_are_all_read(tmp_path):
    rows = [(*SHORT, "Phone 1", "Phone 2"), ("1", "A", "SI", "9848012345", "9848054321")]
    (one,) = read(tmp_path, rows).rows(TODAY)
    assert one.phones == ("9848012345", "9848054321")


@pytest.mark.parametrize(
    ("rank", "office"),
    [
        ("Pound Keeper", BarredOffice.POUND_KEEPER),
        ("POUND-KEEPER", BarredOffice.POUND_KEEPER),
        ("A.S.I.", BarredOffice.POLICE_OFFICER),
        ("Head Constable", BarredOffice.POLICE_OFFICER),
        ("Inspector of Police", BarredOffice.POLICE_OFFICER),
    ],
)
def test_a_rank_is_an_office(tmp_path, rank, office):
    (one,) = read(tmp_path, [SHORT, ("1", "A", rank)]).rows(TODAY)
    assert one.office is office


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"P.No.": ""}, "no staff number is written"),
        ({"P.No.": "-"}, "no staff number is written"),
        ({"Name of the Officer": " "}, "no name is written"),
        ({"From": "31-2-2020"}, "the first day cannot be read"),
        ({"From": "long ago"}, "the first day cannot be read"),
        ({"From": "1-1-2030", "To": ""}, "more than a year away"),
        ({"To": "soon"}, "the last day cannot be read"),
        ({"To": "1-1-1990"}, "the last day is before the first"),
        ({"Rank": "tailor"}, "the office is not known"),
        ({"Mobile No.": "12345"}, "a phone has not ten figures"),
        ({"Kin phones": "9848000001 uncle"}, "a phone has not ten figures"),
        ({"IFSC": ""}, "a bank account has no IFSC"),
        ({"PIN code": ""}, "a door number needs its PIN code"),
        ({"PIN code": "5000"}, "the PIN code has not six figures"),
        ({"Date of Birth": "76"}, "the year of birth cannot be read"),
        ({"Aadhaar No": "7"}, "an identity number or account is too short"),
    ],
)
def test_a_line_in_doubt_is_named_with_what_to_write(tmp_path, changed, says):
    facts = dict(zip(HEADINGS, FULL, strict=True)) | changed
    found = list(read(tmp_path, [HEADINGS, tuple(facts.values())]).rows(TODAY))
    assert [one.line for one in found] == [2]
    assert says in found[0].sentence


def test_the_same_staff_number_twice_is_in_doubt_however_it_is_written(tmp_path):
    rows = [SHORT, ("PC 1", "A", "PC"), ("pc-1", "B", "PC"), ("", "C", "PC")]
    first, *doubts = read(tmp_path, rows).rows(TODAY)
    assert first.name == "A"
    assert doubts == [
        Doubt(3, "this staff number stands in line 2 already."),
        Doubt(4, "no staff number is written."),
    ]


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([("Entry no", "Date brought", "Kind"), ("1", "2", "cow")], "a staff list has at least"),
        ([SHORT], "nobody under them"),
    ],
)
def test_a_file_that_is_no_staff_list_is_refused(tmp_path, rows, says):
    with pytest.raises(NotARegister, match=says):
        list(read(tmp_path, rows).rows(TODAY))


def test_headings_again_and_blank_lines_are_no_people(tmp_path):
    rows = [SHORT, ("1", "A", "PC"), ("", "", ""), SHORT, ("2", "B", "PC")]
    assert [one.line for one in read(tmp_path, rows).rows(TODAY)] == [2, 5]


def test_a_list_longer_than_any_force_is_refused(tmp_path, monkeypatch):
    from portal.sheets import staff_list

    short = staff_list.Expected("staff list", staff_list.looks_like_headings, "", 2)
    monkeypatch.setattr(staff_list, "STAFF_LIST", short)
    with pytest.raises(NotARegister, match="more than 2 rows: no staff list"):
        list(read(tmp_path, [SHORT, ("1", "A", "PC"), ("2", "B", "PC")]).rows(TODAY))
