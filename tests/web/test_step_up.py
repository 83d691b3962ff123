"""The password is asked again, fresh for five minutes, before somebody decides or pays (C25)."""

from datetime import timedelta

import pytest
from visitor import words

from portal.actions import staff
from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.claims import ClaimOrder
from portal.web.sign_in import hash_password

pytestmark = pytest.mark.check("C25")
REASONS = "The ear-tag card names him; four marks of four agree."
PASSWORD = "a password of tests"  # noqa: S105


@pytest.fixture
def case(app, hands, clock, people, act):
    def set_up():
        case = hands.take_in(412)
        clock.go(2026, 11, 30)
        hands.sell(case)
        clock.go(2026, 12, 10, 15, 5)
        hands.claim(case)
        staff.set_password(
            people[Office.ADMINISTRATOR],
            clock,
            person=people[Office.CLAIMS_OFFICER].person_id,
            hashed=hash_password(PASSWORD),
        )
        return case

    return act(set_up)


@pytest.fixture
def officer(case, sign_in):
    return sign_in(Office.CLAIMS_OFFICER)


@pytest.fixture
def order(officer, case):
    def sent(**more):
        url = f"/cases/{case}/order"
        return officer.send(url, finding_1="ALLOWED", reasons=REASONS, **more)

    return sent


def orders(act):
    return act(lambda: db.session.query(ClaimOrder).count())


def test_within_five_minutes_of_signing_in_nothing_is_asked(order, act, clock):
    clock.at += timedelta(minutes=5) - timedelta(seconds=1)
    assert order().status_code == 303
    assert orders(act) == 1


def test_after_that_the_password_is_asked_and_what_was_typed_is_carried_along(order, act, clock):
    clock.at += timedelta(minutes=6)
    asked = order()
    assert asked.status_code == 403
    assert "Your password again" in words(asked.text)
    assert f'name="reasons" value="{REASONS}"' in asked.text
    assert 'name="finding_1" value="ALLOWED"' in asked.text
    assert orders(act) == 0
    assert order(password_again=PASSWORD).status_code == 303
    assert orders(act) == 1
    clock.at += timedelta(minutes=4)
    assert order().status_code == 303, "it is fresh still"
    clock.at += timedelta(minutes=2)
    assert order().status_code == 403, "and now it is not"


def test_a_wrong_password_does_nothing_and_the_fifth_signs_out(order, officer, act, clock):
    clock.at += timedelta(minutes=6)
    for wrong in ("", "x", PASSWORD.upper(), PASSWORD + " "):
        reply = order(password_again=wrong)
        assert reply.status_code == 403
        assert "This is not your password" in words(reply.text)
        assert wrong.strip() in {"", "x", PASSWORD.upper(), PASSWORD}
        assert f'value="{wrong}"' not in reply.text or not wrong
    last = order(password_again="no")
    assert last.headers["Location"] == "/sign-in"
    assert officer.get("/claims").status_code == 403
    assert orders(act) == 0


def test_the_password_of_another_is_not_ones_own(order, act, clock, people):
    clock.at += timedelta(minutes=6)
    act(
        lambda: staff.set_password(
            people[Office.ADMINISTRATOR],
            clock,
            person=people[Office.ACCOUNTS].person_id,
            hashed=hash_password("another password"),
        )
    )
    assert order(password_again="another password").status_code == 403
    assert orders(act) == 0


def test_the_fresh_password_is_of_one_sign_in_alone(order, case, sign_in, act, clock):
    other_browser = sign_in(Office.CLAIMS_OFFICER)
    clock.at += timedelta(minutes=6)
    assert order(password_again=PASSWORD).status_code == 303
    url = f"/cases/{case}/order"
    assert other_browser.send(url, finding_1="REFUSED", reasons=REASONS).status_code == 403
    assert orders(act) == 1


def test_a_voucher_is_paid_and_a_payee_decided_only_with_a_fresh_password(sign_in, clock, case):
    accounts, officer = sign_in(Office.ACCOUNTS), sign_in(Office.CLAIMS_OFFICER)
    clock.at += timedelta(minutes=6)
    for browser, url in ((accounts, "/vouchers/1/payment"), (officer, "/payees/1/decision")):
        reply = browser.send(url)
        assert reply.status_code == 403
        assert "Your password again" in words(reply.text)
