"""The Commissioner sees what an order does before he signs it, and is charged by no looking."""

import re
from datetime import date

import pytest
from builders import rupees
from visitor import words

from portal.law.cattle import Animals, CattleClass
from portal.law.dues import DailyRate
from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.dues import dues_on
from portal.registers.impound import find_impounding
from portal.registers.journal import end_of_journal
from portal.registers.rate_effect import effects_of

RATE = {"number": "T-9", "since": "21-11-2026", "pound_fee": "50", "expenses": "120"}
FROM_THE_21ST = DailyRate(
    since=date(2026, 11, 21), pound_fee=rupees(50), expenses=rupees(120), order="T-9"
)


@pytest.fixture
def commissioner(sign_in):
    return sign_in(Office.COMMISSIONER)


@pytest.fixture
def pound(app, hands):
    """A she-buffalo and two goats in the pound; a third animal that went home."""
    with app.app_context():
        cases = [
            hands.take_in(412),
            hands.take_in(413, animals=(Animals(CattleClass(8), 2),), kind="goat"),
        ]
        hands.release(hands.take_in(414))
        db.session.remove()
    return cases


@pytest.mark.law("4(b)")
def test_the_effect_is_what_the_law_will_charge_once_it_is_signed(inside, hands, clock):
    cases = [hands.take_in(412), hands.take_in(413, animals=(Animals(CattleClass(8), 2),))]
    until = date(2026, 11, 30)
    told = effects_of(FROM_THE_21ST, until)
    assert [one.entry.number for one in told.rows] == cases
    assert [one.before for one in told.rows] == [
        dues_on(find_impounding(one), until).total for one in cases
    ]
    # Ten days from the 21st to the 30th, fifteen rupees more for each head and day.
    assert [one.differs for one in told.rows] == [rupees(150), rupees(300)]
    assert (told.touched, told.after - told.before) == (2, rupees(450))
    hands.order_rate(
        number="T-9", since=date(2026, 11, 21), pound_fee=rupees(50), expenses=rupees(120)
    )
    assert [one.after for one in told.rows] == [
        dues_on(find_impounding(one), until).total for one in cases
    ]


@pytest.mark.law("4(b)")
def test_days_before_the_order_and_classes_it_does_not_name_stay_as_they_are(inside, hands):
    hands.take_in(412)
    hands.take_in(413, animals=(Animals(CattleClass(8), 2),), kind="goat")
    assert effects_of(FROM_THE_21ST, date(2026, 11, 20)).touched == 0
    goats = DailyRate(
        since=date(2026, 11, 21),
        pound_fee=rupees(10),
        expenses=rupees(20),
        cattle_class=CattleClass(8),
    )
    told = effects_of(goats, date(2026, 11, 21))
    assert [one.differs for one in told.rows] == [rupees(0), rupees(-250)]


def test_where_no_rate_goes_the_page_says_so_and_adds_nothing_up(inside, hands, clock):
    clock.go(2026, 11, 19)
    hands.take_in(412, on=date(2025, 12, 30))
    told = effects_of(FROM_THE_21ST, date(2026, 11, 30))
    assert (told.rows[0].before, told.rows[0].after, told.rows[0].differs) == (None, None, None)
    assert told.after == rupees(0)


def test_looking_at_an_effect_writes_nothing(app, commissioner, pound):
    def lines():
        with app.app_context():
            number = end_of_journal().id
            db.session.remove()
            return number

    before = lines()
    page = commissioner.see("/rates/check", query_string=RATE)
    said = words(page)
    assert "2 cases whose dues differ" in said
    # 18 November to 1 December, ten days after the order: 11 days of it, 15 a head.
    assert "+ ₹165.00" in said
    assert "+ ₹330.00" in said
    assert "+ ₹495.00" in said
    assert lines() == before
    assert "T-9" not in words(commissioner.see("/rates"))
    form = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
    entered = commissioner.do("/rates", **{name: form[name] for name in RATE})
    assert "waits for a signature" in words(entered)


def test_the_second_person_sees_the_effect_and_signs_there(commissioner, sign_in, pound):
    number = re.search(r"/rates/(\d+)/effect", commissioner.do("/rates", **RATE))[1]
    second = sign_in(Office.COMMISSIONER, "commissioner_2")
    page = second.see(f"/rates/{number}/effect?lang=en")
    assert f'action="/rates/{number}/signature"' in page
    assert "+ ₹495.00" in words(page)
    shorter = words(second.see(f"/rates/{number}/effect?until=21-11-2026"))
    assert "+ ₹45.00" in shorter
    for day in ("", "x", "1-1-2020", "1-1-2199"):
        reply = second.get(f"/rates/{number}/effect?until={day}")
        assert reply.status_code == 422, day
    assert "T-9 is signed." in words(second.do(f"/rates/{number}/signature"))
    assert "signed and in the books" in second.see(f"/rates/{number}/effect")
    assert second.get("/rates/99/effect").status_code == 404


def test_an_order_that_cannot_be_read_is_not_worked_out(commissioner, sign_in, pound):
    reply = commissioner.get("/rates/check?number=T-9&pound_fee=-5")
    assert reply.status_code == 422
    assert "Enter the expenses, like 115" in reply.text
    assert sign_in(Office.CLERK).get("/rates/check", query_string=RATE).status_code == 403
    assert "See its effect" not in sign_in(Office.CLERK).see("/rates")
