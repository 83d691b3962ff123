"""Orders of the Commissioner: dated entries, seen by all offices, and never reaching back."""

import re
from datetime import date

import pytest
import visitor

from portal.law.cattle import CattleClass
from portal.law.offices import Office
from portal.registers.in_force import rates_going

RATE = {"number": "T-9", "since": "1-1-2027", "pound_fee": "50", "expenses": "1,200.50"}
NOTIFICATION = {"number": "G.O. 14", "area": "Begum Bazar", "since": "1-11-2026"}
READING = {"choice": "not-deducted", "since": "1-12-2026", "authority": "file 4 of 2026"}


def words(page):
    """What a page says; a comma, a full stop or a colon after a marked word keeps its place."""
    return re.sub(r" (?=[,.:])", "", visitor.words(page)).replace("&#39;", "'")


@pytest.fixture
def commissioner(sign_in):
    return sign_in(Office.COMMISSIONER)


@pytest.fixture
def order(commissioner, sign_in):
    """Prepare a rate order and let the second person sign it; give the page that follows."""

    def made(**form):
        page = commissioner.do("/rates", **form)
        number = re.findall(r"/rates/(\d+)/effect", page)[-1]
        return sign_in(Office.COMMISSIONER, "commissioner_2").do(f"/rates/{number}/signature")

    return made


@pytest.fixture
def on(sign_in, clock):
    """Go to a day and come in anew, for who stays away so long is signed out."""

    def go(*when):
        clock.go(*when)
        return sign_in(Office.COMMISSIONER)

    return go


def refused(browser, url, says, **form):
    """The page comes back with the sentence and with all that was typed."""
    reply = browser.send(url, **form)
    assert reply.status_code == 422
    assert says in words(reply.text)
    assert "<title>Error: " in reply.text
    for typed in form.values():
        assert f'value="{typed}"' in reply.text
    return reply.text


def test_a_rate_order_charges_nobody_before_a_second_person_signed_it(commissioner, sign_in, on):
    page = words(commissioner.do("/rates", **RATE | {"since": "1-1-2027"}))
    assert "waits for a signature Prepared by The commissioner" in page
    same = commissioner.send("/rates/2/signature")
    assert same.status_code == 422
    assert "whoever prepared the order may not sign it" in words(same.text)
    commissioner = on(2027, 1, 2)
    assert "₹40.00 ₹115.00 T-7" in words(commissioner.see("/rates"))
    with_first_day_past = sign_in(Office.COMMISSIONER, "commissioner_2")
    page = words(with_first_day_past.do("/rates/2/signature"))
    assert "signed by The commissioner_2" in page
    again = sign_in(Office.COMMISSIONER, "commissioner_2").send("/rates/2/signature")
    assert "is approved or undone already" in words(again.text)
    assert sign_in(Office.ACCOUNTS).send("/rates/2/signature").status_code == 403


def test_a_rate_order_goes_from_its_day_on(order, on):
    page = words(order(**RATE))
    assert "T-9 is signed." in page
    assert (
        "T-9 all classes ₹50.00 ₹1,200.50 Fri 1 Jan 2027 not fixed from 1 Jan 2027 Prepared by The commissioner, signed by The commissioner_2"
        in page
    )
    assert "he-buffalo, she-buffalo and its young ₹40.00 ₹115.00 T-7" in page
    assert "T-7 all classes ₹40.00 ₹115.00 Thu 1 Jan 2026 not fixed in force" in page
    commissioner = on(2027, 1, 1, 0, 1)
    page = words(commissioner.see("/rates"))
    assert "T-9 all classes ₹50.00 ₹1,200.50 Fri 1 Jan 2027 not fixed in force" in page
    assert "he-buffalo, she-buffalo and its young ₹50.00 ₹1,200.50 T-9" in page
    assert "T-7 all classes ₹40.00 ₹115.00 Thu 1 Jan 2026 not fixed a later order goes" in page


def test_a_rate_for_a_class_and_a_time_leaves_the_others_as_they_are(order, on):
    order(**RATE | {"until": "31-01-2027", "cattle_class": "8"})
    commissioner = on(2027, 1, 31)
    page = words(commissioner.see("/rates"))
    assert "goat, sheep, ram and their young ₹50.00 ₹1,200.50 T-9" in page
    assert "he-buffalo, she-buffalo and its young ₹40.00 ₹115.00 T-7" in page
    assert page.count("in force") == 2
    commissioner = on(2027, 2, 1)
    page = words(commissioner.see("/rates"))
    assert "T-9 class 8 ₹50.00 ₹1,200.50 Fri 1 Jan 2027 Sun 31 Jan 2027 ended" in page
    assert "goat, sheep, ram and their young ₹40.00 ₹115.00 T-7" in page


def test_a_rate_order_that_cannot_be_is_refused_and_nothing_typed_is_lost(app, commissioner, hands):
    with app.app_context():
        hands.take_in(412)
    refused(commissioner, "/rates", "a rate is in force already", **RATE | {"since": "1-11-2026"})
    refused(commissioner, "/rates", "do not fit", **RATE | {"until": "31-12-2026"})
    commissioner.do("/rates", **RATE)
    refused(commissioner, "/rates", "number T-9 is in the books already", **RATE)
    page = refused(
        commissioner, "/rates", "Pound fee must be a number of rupees", **RATE | {"pound_fee": "-5"}
    )
    page = commissioner.send("/rates", cattle_class="9").text
    for says in (
        "Enter the number of the order",
        "Enter the first day, like 01-01-2027",
        "Enter the pound fee, like 40",
        "Enter the expenses, like 115",
        "For: choose one of those shown",
    ):
        assert page.count(says) == 2, says  # in the summary and at the field
    assert words(commissioner.see("/rates")).count("T-9 all classes") == 1


def test_before_the_first_order_no_rate_goes(inside):
    assert {one.rate for one in rates_going(date(2025, 12, 31))} == {None}
    going = rates_going(date(2026, 1, 1))
    assert [one.cattle_class for one in going] == [*CattleClass, None]
    assert {one.rate.order for one in going} == {"T-7"}


def test_a_notification_is_in_force_on_both_its_days(commissioner, on):
    page = words(commissioner.do("/notifications", **NOTIFICATION | {"until": "30-11-2026"}))
    assert "G.O. 14 Begum Bazar Sun 1 Nov 2026 Mon 30 Nov 2026 in force" in page
    commissioner = on(2026, 11, 30, 23, 59)
    assert "in force" in commissioner.see("/notifications")
    commissioner = on(2026, 12, 1, 0, 1)
    page = words(commissioner.see("/notifications"))
    assert "G.O. 14 Begum Bazar Sun 1 Nov 2026 Mon 30 Nov 2026 ended" in page
    coming = NOTIFICATION | {"number": "G.O. 15", "since": "1-1-2027"}
    assert "from 1 Jan 2027" in words(commissioner.do("/notifications", **coming))


def test_a_notification_that_cannot_be_is_refused(commissioner):
    url = "/notifications"
    refused(commissioner, url, "do not fit", **NOTIFICATION | {"until": "31-10-2026"})
    refused(
        commissioner, url, "Enter the area", **{k: NOTIFICATION[k] for k in ("number", "since")}
    )
    commissioner.do(url, **NOTIFICATION)
    refused(commissioner, url, "number G.O. 14 is in the books already", **NOTIFICATION)


def test_a_notification_is_cancelled_by_another_from_today_on(commissioner, on):
    page = commissioner.do("/notifications", **NOTIFICATION)
    url = re.search(r'href="(/notifications/\d+/cancel)"', page)[1]
    assert "Cancel G.O. 14" in words(commissioner.see(url))
    past = {"number": "G.O. 20", "last_day": "17-11-2026"}
    refused(commissioner, url, "what was done under it stays", **past)
    refused(commissioner, url, "Enter the last day in force", number="G.O. 20")
    last = past | {"last_day": "20-11-2026"}
    page = words(commissioner.do(url, **last))
    assert "Fri 20 Nov 2026 cancelled by G.O. 20 in force" in page
    refused(commissioner, url, "this was done already", **last)
    commissioner = on(2026, 11, 21)
    page = commissioner.see("/notifications")
    assert "cancelled by G.O. 20 ended" in words(page)
    assert "/cancel" not in page
    assert commissioner.get("/notifications/99/cancel").status_code == 404
    assert commissioner.send("/notifications/99/cancel", **last).status_code == 404


def test_a_day_is_closed_and_opened_again_before_it_has_come(commissioner, on):
    url = "/closed-days"
    page = commissioner.do(url, day="25-12-2026", why="Christmas Day")
    assert "Fri 25 Dec 2026 Christmas Day to come" in words(page)
    refused(commissioner, url, "is a closed day already", day="25-12-2026", why="again")
    refused(commissioner, url, "Write why the office is shut", day="26-12-2026")
    refused(commissioner, url, "Day must be a day", day="31-02-2027", why="x")
    opening = "/closed-days/2026-12-25/open"
    assert opening in page
    refused(commissioner, opening, "Write why it is open after all", why=" ")
    page = words(commissioner.do(opening, why="election"))
    assert "Fri 25 Dec 2026 Christmas Day open after all election" in page
    refused(commissioner, opening, "this was done already", why="election")
    commissioner.do(url, day="25-12-2026", why="Christmas Day")
    commissioner = on(2026, 12, 25)
    assert "closed today" in commissioner.see(url)
    commissioner = on(2026, 12, 26)
    page = commissioner.see(url)
    assert "Christmas Day past" in words(page)
    assert opening not in page
    refused(commissioner, opening, "Fri 25 Dec 2026 has passed", why="too late")
    for nonsense in ("x", "2026-13-01", "25-12-2026"):
        assert commissioner.get(f"/closed-days/{nonsense}/open").status_code == 404


def box(page, number):
    """What the list of readings says of one place."""
    return words(re.search(rf'<section class="box" id="{number}".*?</section>', page, re.DOTALL)[0])


def test_a_reading_is_entered_from_a_day_on_and_the_old_one_stands_till_then(commissioner, on):
    assert "No authority is entered" in box(commissioner.see("/readings"), "R4")
    commissioner.do("/readings/R4", **READING)
    said = box(commissioner.see("/readings"), "R4")
    assert "in force Yes, as a line of its own No authority is entered" in said
    assert "from 1 Dec 2026 From Tue 1 Dec 2026: No, fees and expenses only. file 4" in said
    commissioner = on(2026, 12, 1, 0, 1)
    said = box(commissioner.see("/readings"), "R4")
    assert "in force No, fees and expenses only Authority: file 4 of 2026" in said
    back = {"choice": "deducted", "since": "5-12-2026", "authority": "file 9 of 2026"}
    commissioner.do("/readings/R4", **back)
    commissioner = on(2026, 12, 5)
    said = words(commissioner.see("/readings/R4"))
    assert "in force Yes, as a line of its own Authority: file 9 of 2026" in said
    assert "ended From Tue 1 Dec 2026: No, fees and expenses only. file 4 of 2026" in said


def test_a_reading_that_cannot_be_is_refused(commissioner):
    url = "/readings/R4"
    page = refused(
        commissioner, url, "a reading never reaches back", **READING | {"since": "17-11-2026"}
    )
    assert re.search(r'<input checked[^>]* value="not-deducted"', page)
    for choice in ({}, {"choice": "moves"}):
        reply = commissioner.send(url, **{k: READING[k] for k in ("since", "authority")} | choice)
        assert reply.status_code == 422
    assert "Choose how it is read" in commissioner.send(url).text
    commissioner.do(url, **READING)
    refused(commissioner, url, "this was done already", **READING)
    for number in ("R99", "r4", "R"):
        assert commissioner.get(f"/readings/{number}").status_code == 404
        assert commissioner.send(f"/readings/{number}", **READING).status_code == 404


def test_a_place_that_leaves_one_reading_has_no_form(commissioner):
    page = commissioner.see("/readings/R7")
    assert 'name="choice"' not in page
    assert "leaves one way of reading this here" in words(page)
    only = READING | {"choice": "calendar-days"}
    assert commissioner.send("/readings/R7", **only).status_code == 404
    listed = commissioner.see("/readings")
    assert [n for n in range(1, 17) if f'href="/readings/R{n}"' in listed] == [1, 2, 3, 4, 5, 6]


PAGES = ("/rates", "/notifications", "/closed-days", "/readings", "/readings/R4")


def test_every_office_sees_the_orders_and_only_one_the_forms(sign_in, commissioner):
    commissioner.do("/notifications", **NOTIFICATION)
    commissioner.do("/closed-days", day="25-12-2026", why="Christmas Day")
    keeper, public = sign_in(Office.POUND_KEEPER), sign_in(Office.PUBLIC)
    for url in PAGES:
        main = re.search(r"<main.*</main>", keeper.see(url), re.DOTALL)[0]
        assert "<form" not in main
        assert "Cancel" not in main
        assert "Open again" not in main
        assert "Enter a" not in main
        assert "reach" in main  # says on each page that nothing reaches back
        assert keeper.send(url).status_code == (405 if url == "/readings" else 403)
        assert public.get(url).status_code == 403
    for url in ("/notifications/1/cancel", "/closed-days/2026-12-25/open"):
        assert keeper.get(url).status_code == 403
        assert keeper.send(url, why="x").status_code == 403
