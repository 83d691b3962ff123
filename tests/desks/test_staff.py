"""People, their appointments, and the staff list of those who may not buy (3)."""

import re

import pytest
import visitor

from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.journal import lines_in_order
from portal.registers.people import appointments
from portal.registers.staff_list import StaffKey

APPOINTMENT = {"office": "CLERK", "order_number": "Order 5", "since": "18-11-2026"}
SWAMY = {
    "name": "J. Swamy",
    "office": "POUND_KEEPER",
    "since": "1-1-2026",
    "identity": "ID 8812 7731",
    "phone": "90000-10001",
    "bank": "SMPL0000001 11110042",
}


def words(page):
    """What a page says; a comma or a full stop after a marked word keeps its place."""
    return re.sub(r" (?=[,.:])", "", visitor.words(page)).replace("&#39;", "'")


@pytest.fixture
def administrator(sign_in):
    return sign_in(Office.ADMINISTRATOR)


@pytest.fixture
def on(sign_in, clock):
    """Go to a day and come in anew, for who stays away so long is signed out."""

    def go(*when):
        clock.go(*when)
        return sign_in(Office.ADMINISTRATOR)

    return go


def enter(administrator, name="K. Latha", sign_in_name="Latha"):
    """Enter somebody; give the address of his page."""
    reply = administrator.send(
        "/staff", name=name, sign_in_name=sign_in_name, phone="+91 98480 12345"
    )
    assert reply.status_code == 303
    return reply.headers["Location"]


def refused(browser, url, says, **form):
    """The page comes back with the sentence and with all that was typed."""
    reply = browser.send(url, **form)
    assert reply.status_code == 422
    assert says in words(reply.text)
    assert "<title>Error: " in reply.text
    for typed in form.values():
        assert f'value="{typed}"' in reply.text
    return reply.text


def come_in(sign_in, password, name="latha"):
    browser = sign_in(Office.PUBLIC)
    browser.send("/sign-in", name=name, password=password)
    return browser


def test_somebody_new_is_entered_appointed_and_comes_in(administrator, sign_in):
    page = enter(administrator)
    assert "Signs in as latha · phone 9848012345" in words(administrator.see(page))
    assert "No appointment yet" in administrator.see(page)
    assert "K. Latha is on the register" not in administrator.see("/staff")
    administrator.do(f"{page}/appointments", **APPOINTMENT)
    administrator.do(f"{page}/password", password="ten letters")
    said = words(administrator.see(page))
    assert "Clerk Order 5 Wed 18 Nov 2026 not fixed in force" in said
    assert "K. Latha latha clerk in force" in words(administrator.see("/staff"))
    assert "K. Latha" in come_in(sign_in, "ten letters").see("/cases")
    administrator.do(f"{page}/password", password="other letters")
    assert come_in(sign_in, "ten letters").get("/cases").status_code == 403
    come_in(sign_in, "other letters").see("/cases")


def test_a_name_to_sign_in_by_is_had_once(administrator):
    enter(administrator)
    refused(
        administrator,
        "/staff",
        "somebody signs in as latha already",
        name="L",
        sign_in_name="LATHA ",
    )
    refused(administrator, "/staff", "Enter the name to sign in by", name="L")
    refused(administrator, "/staff", "must have ten digits", name="L", sign_in_name="l", phone="12")


def test_an_appointment_ends_by_another_entry(administrator, sign_in, on):
    page = enter(administrator)
    administrator.do(f"{page}/appointments", **APPOINTMENT)
    administrator.do(f"{page}/password", password="ten letters")
    latha = come_in(sign_in, "ten letters")
    url = re.search(r'href="(/staff/appointments/\d+/end)"', administrator.see(page))[1]
    assert "K. Latha, no longer clerk" in words(administrator.see(url))
    end = {"order_number": "Order 9", "from_day": "19-11-2026"}
    refused(administrator, url, "do not fit", **end | {"from_day": "17-11-2026"})
    refused(administrator, url, "Enter the number of the order", from_day="19-11-2026")
    said = words(administrator.do(url, **end))
    assert "no longer from Thu 19 Nov 2026, Order 9 in force ends on 19 Nov 2026" in said
    refused(administrator, url, "this was done already", **end)
    latha.see("/cases")
    administrator = on(2026, 11, 19, 0, 1)
    assert latha.get("/cases").status_code == 403
    page = administrator.see(page)
    assert "Order 9 ended" in words(page)
    assert "/end" not in page


def test_appointments_past_and_to_come_are_shown_as_such(administrator, on):
    page = enter(administrator)
    coming = APPOINTMENT | {"since": "1-1-2027", "until": "31-1-2027"}
    assert "from 1 Jan 2027" in words(administrator.do(f"{page}/appointments", **coming))
    administrator = on(2027, 1, 31, 23, 59)
    assert "in force" in words(administrator.see(page))
    administrator = on(2027, 2, 1, 0, 1)
    said = administrator.see(page)
    assert "Sun 31 Jan 2027 ended" in words(said)
    assert "/end" not in said


def test_an_appointment_that_cannot_be_is_refused(administrator):
    url = enter(administrator) + "/appointments"
    administrator.do(url, **APPOINTMENT)
    for says, form in (
        ("this was done already", {}),
        ("do not fit", {"until": "17-11-2026"}),
        ("From must be a day", {"since": "tomorrow"}),
        ("Choose the office", {"office": ""}),
        ("Office: choose one of those shown", {"office": "COMMAND_LINE"}),
        ("Office: choose one of those shown", {"office": "KING"}),
    ):
        reply = administrator.send(url, **APPOINTMENT | form)
        assert reply.status_code == 422
        assert says in words(reply.text)
        assert 'value="Order 5"' in reply.text
    for act in ("appointments", "password"):
        form = APPOINTMENT | {"password": "ten letters"}
        assert administrator.send(f"/staff/people/999/{act}", **form).status_code == 404
    assert administrator.get("/staff/people/999").status_code == 404
    assert administrator.get("/staff/appointments/999/end").status_code == 404


def test_a_password_is_long_enough_and_stands_in_no_book(administrator, app):
    page = enter(administrator)
    for short in ("", "nine letr", "x" * 201):
        reply = administrator.send(f"{page}/password", password=short)
        assert reply.status_code == 422
        assert "password" in words(reply.text).lower()
        assert not short or short not in reply.text
    administrator.do(f"{page}/password", password="ten letters")
    with app.app_context():
        journal = str([line.particulars for line in lines_in_order()])
    assert "ten letters" not in journal
    assert "argon2" not in journal


def test_the_staff_list_shows_tails_and_keeps_no_number(administrator, app):
    page = words(administrator.do("/staff-list", **SWAMY))
    assert "J. Swamy pound-keeper Thu 1 Jan 2026" in page
    assert "bank account …0042 identity number …7731 phone …0001 in force" in page
    with app.app_context():
        kept = [
            f"{key.kind} {key.digest} {key.tail}" for key in db.session.query(StaffKey).all()
        ] + [str(line.particulars) for line in lines_in_order()]
    for number in ("88127731", "8812 7731", "9000010001", "90000-10001", "11110042"):
        assert number not in page
        assert not [one for one in kept if number in one], number


def test_who_is_listed_gets_no_card_until_the_day_after_he_left(app, administrator, hands, on):
    from portal.law.refusals import PurchaserBarred

    url = re.search(r'href="(/staff-list/\d+/end)"', administrator.do("/staff-list", **SWAMY))[1]
    with app.app_context():
        case = hands.take_in(412)
        administrator = on(2026, 11, 30)
        sale = hands.arrange(case)
        with pytest.raises(PurchaserBarred):
            hands.give_card(sale, 7, identity="id-8812-7731")
    end = {"order_number": "Order 3", "from_day": "1-12-2026"}
    refused(administrator, url, "do not fit", **end | {"from_day": "30-11-2026"})
    assert "ends on 1 Dec 2026" in words(administrator.do(url, **end))
    refused(administrator, url, "this was done already", **end)
    administrator = on(2026, 12, 1)
    assert "ended Order 3" in words(administrator.see("/staff-list"))
    with app.app_context():
        hands.give_card(sale, 7, identity="id-8812-7731")
    assert administrator.get("/staff-list/999/end").status_code == 404


def test_a_listing_that_cannot_be_is_refused(administrator):
    administrator.do("/staff-list", **SWAMY)
    bare = {name: SWAMY[name] for name in ("name", "since")}
    url = "/staff-list"
    assert "this was done already" in words(administrator.send(url, **SWAMY).text)
    keyless = administrator.send(url, **bare, office="POLICE_OFFICER")
    assert keyless.status_code == 422
    assert "by the name alone no card can be matched with him" in words(keyless.text)
    refused(administrator, url, "Choose the office", **bare)
    coming = SWAMY | {"name": "PC 9", "since": "1-1-2027", "identity": "ID 9"}
    assert "PC 9 pound-keeper Fri 1 Jan 2027" in words(administrator.do(url, **coming))
    assert "from 1 Jan 2027" in words(administrator.see(url))


def test_nobody_else_keeps_people_or_the_list(sign_in):
    sign_in(Office.COMMISSIONER).see("/staff-list")
    for office in (Office.CLERK, Office.POUND_KEEPER, Office.AUDITOR, Office.PUBLIC):
        browser = sign_in(office)
        for url in ("/staff", "/staff-list"):
            assert browser.get(url).status_code == 403
            assert browser.send(url, **SWAMY).status_code == 403


@pytest.mark.law("3")
def test_the_pound_of_an_appointment_is_asked_for_and_shown(administrator, act):
    """On it rests that an officer of another pound decides a check."""
    page = enter(administrator)
    url, keeper = f"{page}/appointments", APPOINTMENT | {"office": "POUND_KEEPER"}
    refused(administrator, url, "Choose the pound that he keeps", **keeper)
    for unknown in ("99", "one"):
        assert administrator.send(url, **keeper, pound=unknown).status_code == 422
    said = words(administrator.do(url, **keeper, pound="1"))
    assert "Pound-keeper Test Pound" in said
    held = act(lambda: [one.pound_id for one, _ in appointments()][-1])
    assert held == 1
    administrator.do(url, **APPOINTMENT)
    assert act(lambda: [one.pound_id for one, _ in appointments()][-1]) is None
