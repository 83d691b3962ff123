"""The staff list at the desk (3): uploaded whole, refused whole, in doubt, accepted, confirmed."""

import io
from datetime import date

import pytest
import sqlalchemy as sa
import visitor
from builders import BEFORE_ALL, KEY
from written import as_csv

from portal.actions import staff
from portal.actions import staff_list as acts
from portal.actions.listed import Listed
from portal.actions.staff_spool import Spool, in_parts
from portal.law.offices import Office
from portal.law.screening import BarredOffice
from portal.registers.base import db
from portal.registers.matching import hide_all
from portal.registers.people import AT_THE_COMMAND_LINE
from portal.registers.staff_list import StaffKey, StaffListVersion, StaffMember, count_listed


def words(page):
    """What a page says; a comma or a colon after a marked word keeps its place."""
    return visitor.words(page).replace(" :", ":").replace(" ,", ",")


HEADINGS = ("P.No.", "Name", "Rank", "To", "Phones", "Year of birth", "Agents", "Blood group")
UPLOAD = "/staff-list/upload"


def person(number, name=None, *, rank="PC", until="", phone=None):
    phone = f"98480{number:05}" if phone is None else phone
    return (f"PC {number}", name or f"Man {number}", rank, until, phone, "1984", "Uncle", "O")


def many(count, skip=()):
    return [HEADINGS, *(person(n) for n in range(count) if n not in skip)]


@pytest.fixture
def administrator(sign_in):
    return sign_in(Office.ADMINISTRATOR)


@pytest.fixture
def commissioner(sign_in):
    return sign_in(Office.COMMISSIONER)


@pytest.fixture
def count(app):
    def counted(what):
        with app.app_context():
            many = what()
            db.session.remove()
            return many

    return counted


def send(browser, rows, order="Order 20", name="list.csv"):
    content = rows if isinstance(rows, bytes) else as_csv(rows)
    return browser.send(UPLOAD, order_number=order, list=(io.BytesIO(content), name))


def upload(browser, rows):
    """An upload that must be taken; what the page says of it."""
    reply = send(browser, rows)
    assert reply.status_code == 303, words(reply.text)[:900]
    return words(browser.see(reply.headers["Location"]))


def standing(app, clock):
    with app.app_context():
        found = count_listed(clock.at.date())
        db.session.remove()
        return found


def test_a_whole_list_comes_and_the_page_says_what_came_of_it(administrator, count):
    page = upload(administrator, many(3))
    assert "3 people came with the list" in page
    assert "3 added 0 changed 0 missing" in page
    assert "Columns that were not read: Blood group" in page
    assert "3 agents are given by a name alone" in page
    page = upload(administrator, [HEADINGS, person(0, "Other name"), *many(3)[2:]])
    assert "0 added 1 changed 0 missing" in page
    kept = count(lambda: [f"{one.digest} {one.tail}" for one in db.session.query(StaffKey)])
    assert not [one for one in kept if "9848000001" in one]
    page = words(administrator.see("/staff-list"))
    assert "Sales may go on" in page
    assert "Upload Order 20" in page
    assert "the administrator" in page.lower()


def test_the_same_list_again_changes_nothing_even_with_a_last_day(administrator, count):
    rows = [HEADINGS, person(1), person(2, until="31-12-2026"), person(3, until="1-1-2020")]
    assert "3 added" in upload(administrator, rows)
    assert "0 added 0 changed 0 missing" in upload(administrator, rows)
    assert count(lambda: db.session.query(StaffMember).count()) == 3


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([*many(3), ("", "Nobody", "PC")], ["Line 5: no staff number is written"]),
        ([*many(3), ("PC 9", "", "PC")], ["Line 5: no name is written"]),
        ([*many(2), person(1), person(5, until="soon")], ["Line 4: this staff number stands in"
          " line 3 already", "Line 5: the last day cannot be read"]),
        (b"%PDF-1.7 none", ["no text and no workbook", "Nothing was taken"]),
        (b"", ["Choose the file", "Not taken"]),
        (as_csv([("Entry no", "Date brought", "Kind"), ("1", "2", "cow")]), ["a staff list has at"]),
    ],
)  # fmt: skip
def test_a_list_in_doubt_is_refused_whole_with_each_line_named(administrator, count, rows, says):
    upload(administrator, many(2))
    versions = count(lambda: db.session.query(StaffListVersion).count())
    reply = send(administrator, rows, name="list.csv" if rows else "")
    assert reply.status_code == 422
    page = words(reply.text)
    for sentence in says:
        assert sentence in page
    assert 'value="Order 20"' in reply.text
    assert count(lambda: db.session.query(StaffListVersion).count()) == versions
    assert count(lambda: db.session.query(StaffMember).count()) == 2


def test_an_upload_without_an_order_is_refused(administrator):
    reply = send(administrator, many(2), order="")
    assert reply.status_code == 422
    assert "Enter the number of the order" in reply.text


def test_a_list_that_drops_six_of_a_hundred_holds_sales_until_another_person_accepts_it(
    app, administrator, commissioner, clock, people
):
    upload(administrator, many(100))
    page = upload(administrator, many(100, skip=range(6)))
    assert "Sales are on hold" in page
    assert "leaves out 6 of the 100 people" in page
    assert "Man 5, police officer" in page
    assert "Another person than you must accept it" in page
    refused = administrator.send("/staff-list/confirmation", order_number="Order 21")
    assert refused.status_code == 422
    version = words(administrator.see("/staff-list/versions")).count("in doubt")
    assert version == 1
    url = commissioner.see(UPLOAD).split('action="')
    url = next(one.split('"')[0] for one in url if "/acceptance" in one.split('"')[0])
    same = administrator.send(url, order_number="Order 21")
    assert same.status_code == 422
    assert "it must be another person than the one who sent it" in words(same.text)
    assert commissioner.send(url, order_number="").status_code == 422
    page = words(commissioner.do(url, order_number="Order 22"))
    assert "Sales may go on" in page
    again = commissioner.send(url, order_number="Order 23")
    assert "the staff list is not in doubt" in words(again.text)
    assert standing(app, clock) == 100
    clock.days_later(1)
    assert standing(app, clock) == 94


def test_a_second_account_of_the_same_person_cannot_accept_it(
    app, administrator, commissioner, people, clock
):
    with app.app_context():
        person = staff.enter_person(
            people[Office.ADMINISTRATOR],
            clock,
            name="The same man",
            sign_in_name="same",
            known_by=hide_all(KEY, identity="OFFICER ADMINISTRATOR"),
        )
        staff.appoint(
            AT_THE_COMMAND_LINE, clock, person=person.id, office=Office.COMMISSIONER,
            order_number="T-9", since=clock.at.date(),
        )  # fmt: skip
        number = person.id
        db.session.remove()
    people[Office.COMMISSIONER] = type(people[Office.COMMISSIONER])(number, Office.COMMISSIONER)
    upload(administrator, many(20))
    upload(administrator, many(20, skip={1, 2}))
    with app.app_context():
        version = max(one.id for one in db.session.query(StaffListVersion))
        db.session.remove()
    from portal.actions import staff_list
    from portal.law.refusals_of_cards import SecondOfficerNeeded

    with app.app_context(), pytest.raises(SecondOfficerNeeded):
        staff_list.accept_staff_list(
            people[Office.COMMISSIONER], clock, version=version, order_number="Order 30"
        )


def test_a_whole_list_after_one_in_doubt_lets_sales_go_on(administrator):
    upload(administrator, many(20))
    assert "Sales are on hold" in upload(administrator, many(20, skip={1, 2}))
    assert "Sales may go on" in upload(administrator, many(20))


def test_a_list_too_old_holds_sales_and_the_sale_desk_says_why(
    app, administrator, commissioner, hands, clock, sign_in
):
    with app.app_context():
        case = hands.take_in(1)
        clock.go(2026, 11, 30)
        sale = hands.arrange(case)
        db.session.remove()
    administrator.do("/staff-list/confirmation", order_number="Order 7")
    clerk = sign_in(Office.CLERK)
    assert "It came in time and is not in doubt" in words(clerk.see(f"/sales/{sale}/desk"))
    commissioner.do("/staff-list/life", hours="1", order_number="Order 8")
    clock.go(2026, 11, 30, 12, 30)
    clerk, administrator = sign_in(Office.CLERK), sign_in(Office.ADMINISTRATOR)
    page = words(clerk.see(f"/sales/{sale}/desk"))
    assert "Sales are on hold: the staff list is older than 1 hours" in page
    administrator.do("/staff-list/confirmation", order_number="Order 9")
    assert "It came in time" in words(clerk.see(f"/sales/{sale}/desk"))


def test_only_the_commissioner_orders_how_long_a_list_lasts(administrator, commissioner):
    form = {"hours": "48", "order_number": "Order 8"}
    assert "How long a list may be used" not in words(administrator.see("/staff-list"))
    assert administrator.send("/staff-list/life", **form).status_code == 403
    assert "Now 48 hours after it came" in words(commissioner.do("/staff-list/life", **form))
    for wrong, says in (
        ({"hours": "9999"}, "may last from 1 hour to 92 days"),
        ({"hours": "soon"}, "must be a whole number"),
        ({"order_number": ""}, "Enter the number of the order"),
    ):
        reply = commissioner.send("/staff-list/life", **form | wrong)
        assert reply.status_code == 422
        assert says in words(reply.text)


def test_a_long_list_and_its_versions_are_shown_fifty_at_a_time(administrator):
    upload(administrator, many(120))
    page = administrator.see("/staff-list")
    seen = []
    for _ in range(3):
        seen += [one for one in range(120) if f"<bdi>Man {one}</bdi>" in page]
        after = page.partition('rel="next" href="/staff-list?after=')[2].partition('"')[0]
        page = administrator.see(f"/staff-list?after={after}") if after else page
    assert sorted(seen) == list(range(120))
    assert administrator.get("/staff-list?after=99999").status_code == 404
    for _ in range(51):
        administrator.send("/staff-list/confirmation", order_number="Order 1")
    page = administrator.see("/staff-list/versions")
    assert page.count("Confirmed unchanged") == 50
    after = page.partition('rel="next" href="/staff-list/versions?after=')[2].partition('"')[0]
    assert "Upload" in words(administrator.see(f"/staff-list/versions?after={after}"))


def test_one_person_is_entered_with_all_he_is_known_by(administrator, count):
    form = {
        "name": "K. Ramulu", "office": "POLICE_OFFICER", "since": "1-1-2026",
        "staff_number": "PC 7", "door_number": "8-1-398", "pin_code": "500006",
        "birth_year": "1984", "relation": "K. Yellaiah", "kin_phone": "9848054321",
        "kin_identity": "ID 9999",
    }  # fmt: skip
    reply = administrator.send("/staff-list", **form | {"pin_code": ""})
    assert "Enter the PIN code too" in words(reply.text)
    assert "must be a year" in words(administrator.send("/staff-list", **form | {"birth_year": "84"}).text)  # fmt: skip
    administrator.do("/staff-list", **form)
    kept = count(lambda: [(one.kind, one.whose) for one in db.session.query(StaffKey)])
    assert kept.count(("year of birth", "own")) == 1
    assert ("address", "own") in kept
    assert ("phone", "kin or agent") in kept
    assert ("identity number", "kin or agent") in kept
    page = upload(administrator, [HEADINGS, person(7)])
    assert "0 added 1 changed 0 missing" in page


def test_nobody_else_uploads_or_confirms(sign_in):
    for office in (Office.CLERK, Office.POUND_KEEPER, Office.AUDITOR, Office.PUBLIC):
        browser = sign_in(office)
        assert browser.get(UPLOAD).status_code == 403
        assert browser.get("/staff-list/versions").status_code == 403
        assert send(browser, many(1)).status_code == 403
        assert browser.send("/staff-list/confirmation", order_number="x").status_code == 403


def test_half_a_list_is_seen_by_nobody_and_a_list_that_fails_leaves_nothing(
    administrator, app, monkeypatch, count
):
    """Seven parts of rows; while they are written another connection looks, and the last fails."""
    upload(administrator, many(3))
    monkeypatch.setattr(acts, "ROWS_AT_A_TIME", 3)
    enter, seen = vars(acts)["_enter_part"], []

    def watched(act, version, part):
        entered = enter(act, version, part)
        with app.app_context(), db.engine.connect() as other:
            asked = sa.select(sa.func.count()).select_from(StaffMember)
            seen.append(other.execute(asked).scalar())
            newest = sa.select(sa.func.max(StaffListVersion.id))
            seen.append(other.execute(newest).scalar())
        if len(seen) == fails_at:
            raise RuntimeError("the disk is full")
        return entered

    monkeypatch.setattr(acts, "_enter_part", watched)
    fails_at = 10
    app.testing = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    assert send(administrator, many(20)).status_code == 500
    assert seen == [3, seen[1]] * 5, "before it fails nobody sees a row of it"
    assert count(lambda: db.session.query(StaffMember).count()) == 3
    fails_at = 0
    seen.clear()
    assert "17 added" in upload(administrator, many(20))
    assert seen == [3, seen[1]] * 6
    assert count(lambda: db.session.query(StaffMember).count()) == 20
    assert count(lambda: count_listed(BEFORE_ALL.date().replace(month=12))) == 20


def test_the_rows_on_their_way_in_come_back_as_they_were_hidden(tmp_path):
    one = Listed(
        "కృష్ణ \n రావు", BarredOffice.POUND_KEEPER, date(2020, 1, 2), relation="Ramulu",
        number="n", fingerprint="f", until=date(2026, 1, 2),
        own=hide_all(KEY, identity="4123 5678 4471", phone="9848012345"),
        kin=hide_all(KEY, phone="9848012346"), name_keys=("KRSN", "RV"),
    )  # fmt: skip
    bare = Listed("S. Rao", BarredOffice.POLICE_OFFICER, date(2020, 1, 2), number="m")
    with Spool(tmp_path / "rows") as rows:
        rows.add(bare)
        rows.clear()
        for row in (one, bare, one):
            rows.add(row)
        assert list(rows) == [one, bare, one]
        assert list(in_parts(rows, [2, 1], 1)) == [[one], [bare]]
        assert rows.briefs[0] == ("n", "f", date(2026, 1, 3))
    kept = (tmp_path / "rows").read_text(encoding="utf-8")
    for secret in ("41235678", "9848012345", "9848012346"):
        assert secret not in kept
