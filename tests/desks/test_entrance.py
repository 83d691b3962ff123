"""The entrance: who comes in, in what office, for how long, and how the doors shut behind him."""

import re
from datetime import date, timedelta

import pytest
from visitor import Visitor, words

from portal.actions import staff
from portal.law.offices import Office
from portal.registers.people import appointments_in_force
from portal.web.sign_in import hash_password

PASSWORD = "an ear tag and a ledger"  # noqa: S105 - of nobody

HASHED = hash_password(PASSWORD)


@pytest.fixture
def entrance(app, people, clock):
    """Everybody of the test offices has the same password; gives a fresh browser."""
    clock.go(2026, 11, 18, 9)
    with app.app_context():
        for office in (Office.CLERK, Office.BIDDER):
            staff.set_password(
                people[Office.ADMINISTRATOR],
                clock,
                person=people[office].person_id,
                hashed=HASHED,
            )

    def browser():
        client = app.test_client()
        client.__class__ = Visitor
        return client

    return browser


def come_in(browser, name="clerk", password=PASSWORD, office="", **more):
    return browser.send("/sign-in", name=name, password=password, office=office, **more)


def copied(browser, entrance):
    """Another browser with the first one's cookie in it."""
    thief = entrance()
    thief.set_cookie("portal", browser.get_cookie("portal").value)
    return thief


def test_name_and_password_open_the_rooms_of_the_office(entrance):
    browser = entrance()
    assert browser.get("/cases").status_code == 403
    assert come_in(browser, name=" Clerk ").status_code == 303
    assert "The clerk" in browser.see("/cases")


def told(reply):
    """All that the page says, but for the name that was typed and the token of its form."""
    plain = re.sub(r'(name="csrf_token"[^>]*|id="name"[^>]*) value="[^"]*"', r"\1", reply.text)
    return reply.status_code, plain


def test_a_wrong_password_and_an_unknown_name_are_told_the_same(entrance, app, people, clock):
    with app.app_context():
        no_office = staff.enter_person(
            people[Office.ADMINISTRATOR], clock, name="N", sign_in_name="newcomer"
        ).id
        staff.set_password(people[Office.ADMINISTRATOR], clock, person=no_office, hashed=HASHED)
    wrong = come_in(entrance(), password="something else")
    assert wrong.status_code == 422
    assert "Name and password do not belong together" in words(wrong.text)
    never_set = come_in(entrance(), name="auditor")
    unknown = come_in(entrance(), name="nobody-here")
    without_office = come_in(entrance(), name="newcomer")
    assert told(unknown) == told(never_set) == told(without_office) == told(wrong)


def test_an_empty_form_says_what_to_type(entrance):
    reply = come_in(entrance(), name="", password="")
    assert reply.status_code == 422
    assert "Enter the name you sign in by" in reply.text
    assert "Enter your password" in reply.text
    assert "<title>Error: Sign in" in reply.text


def test_signing_out_kills_a_copied_cookie(entrance):
    browser = entrance()
    come_in(browser)
    thief = copied(browser, entrance)
    thief.see("/cases")
    assert browser.send("/sign-out").status_code == 303
    assert browser.get("/cases").status_code == 403
    assert thief.get("/cases").status_code == 403


def test_an_office_lost_since_signing_in_is_lost_at_once(entrance, app, people, clock):
    browser = entrance()
    come_in(browser)
    browser.see("/cases")
    with app.app_context():
        held = appointments_in_force(people[Office.CLERK].person_id, clock.at.date())[0].id
        staff.end_appointment(
            people[Office.ADMINISTRATOR],
            clock,
            appointment=held,
            order_number="T-9",
            from_day=clock.at.date(),
        )
    assert browser.get("/cases").status_code == 403


def token_of(browser):
    with browser.session_transaction() as session:
        return session.get("token")


def test_every_sign_in_has_a_token_of_its_own(entrance):
    browser = entrance()
    with browser.session_transaction() as session:
        session["token"] = "planted by somebody else"  # noqa: S105 - opens nothing
        session["left"] = "from before"
    come_in(browser)
    first = token_of(browser)
    come_in(browser)
    assert len({first, token_of(browser), "planted by somebody else"}) == 3
    with browser.session_transaction() as session:
        assert "left" not in session


@pytest.mark.parametrize(
    ("name", "minutes", "room"), [("clerk", 15, "/cases"), ("bidder", 30, "/my-card")]
)
def test_who_stays_away_too_long_has_to_come_in_again(entrance, clock, name, minutes, room):
    browser = entrance()
    come_in(browser, name=name)
    for _time in range(2):  # each look round begins the time anew
        clock.at += timedelta(minutes=minutes) - timedelta(seconds=1)
        browser.see(room)
    clock.at += timedelta(minutes=minutes, seconds=1)
    assert browser.get(room).status_code == 403


def test_no_sign_in_lasts_longer_than_a_working_day(entrance, clock):
    browser = entrance()
    come_in(browser)

    def busy_until(hours):
        clock.at += timedelta(hours=hours)
        with browser.session_transaction() as session:
            session["seen"] = clock.at.timestamp()

    busy_until(7.9)
    browser.see("/cases")
    busy_until(0.2)
    assert browser.get("/cases").status_code == 403


def test_who_holds_two_offices_says_in_which_he_comes(entrance, app, people, clock):
    with app.app_context():
        staff.appoint(
            people[Office.ADMINISTRATOR],
            clock,
            person=people[Office.CLERK].person_id,
            office=Office.AUDITOR,
            order_number="T-8",
            since=date(2026, 11, 18),
        )
    for office in ("", "ACCOUNTS"):
        reply = come_in(entrance(), office=office)
        assert reply.status_code == 422
        assert "You hold several offices, or not this one" in reply.text
    for nobodys in ("KING", "COMMAND_LINE", "PUBLIC"):
        reply = come_in(entrance(), office=nobodys)
        assert reply.status_code == 422
        assert "choose one of those shown" in reply.text
    browser = entrance()
    assert come_in(browser, office="AUDITOR").status_code == 303
    browser.see("/journal")
    clerk = entrance()
    come_in(clerk, office="CLERK")
    assert clerk.get("/journal").status_code == 403


def test_a_new_password_shuts_out_the_old_one(entrance, app, people, clock):
    with app.app_context():
        staff.set_password(
            people[Office.ADMINISTRATOR],
            clock,
            person=people[Office.CLERK].person_id,
            hashed=hash_password("the new words of it"),
        )
    assert come_in(entrance()).status_code == 422
    assert come_in(entrance(), password="the new words of it").status_code == 303
