"""The claims desk: claims taken at the counter, papers, and the order that names every claim."""

import re

import pytest
from visitor import words

from portal.actions.claims import Claimant, take_claim
from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.claims import Claim
from portal.registers.journal import lines_in_order

FORM = {
    "name": "K. Yellaiah",
    "phone": "98480 12345",
    "says": "Mine since she was a calf: left ear notched.",
    "paid_how": "bank",
    "bank_account": "000111222333",
    "ifsc": "SBIN0000001",
}
REASONS = "The ear-tag card names him; four marks of four agree."


@pytest.fixture
def case(app, hands, clock):
    """A buffalo sold on 30 November for 42,500; it is day 10 of 15."""
    with app.app_context():
        number = hands.take_in(412)
        clock.go(2026, 11, 30)
        hands.sell(number)
    clock.go(2026, 12, 10, 15, 5)
    return number


@pytest.fixture
def clerk(case, sign_in):
    return sign_in(Office.CLERK)


@pytest.fixture
def officer(case, sign_in):
    return sign_in(Office.CLAIMS_OFFICER)


@pytest.fixture
def two_claims(app, case, hands):
    with app.app_context():
        return hands.claim(case).id, hands.claim(case, "Md. Saleem", online=True).id


def claims_in(app):
    with app.app_context():
        return db.session.query(Claim).count()


def test_a_claim_at_the_counter_is_acknowledged_with_hour_and_day(clerk, case):
    page = words(clerk.do(f"/claims/counter/{case}", **FORM))
    assert "A-1" in page
    assert "Thu 10 Dec 2026, 15:05, counter, day 10 of 15, in time" in page.replace(" ,", ",")
    assert "into account …2333" in page
    assert "000111222333" not in page
    assert "A-1 undecided" in words(clerk.see("/claims"))


def test_a_claim_that_cannot_be_read_keeps_what_was_typed(clerk, case, app):
    url = f"/claims/counter/{case}"
    for says, wrong in (
        ("Phone must have ten digits", {"phone": "12"}),
        ("Write how the animal is yours", {"says": "  "}),
        ("Enter account and IFSC below", {"ifsc": ""}),
        ("choose one", {"paid_how": "gold"}),
    ):
        reply = clerk.send(url, **FORM | wrong)
        assert reply.status_code == 422
        assert says in words(reply.text)
        assert "<title>Error: " in reply.text
        assert 'value="K. Yellaiah"' in reply.text
    assert claims_in(app) == 0


def test_a_claim_sent_twice_is_one_claim(clerk, case, app):
    url = f"/claims/counter/{case}"
    assert "A-1" in words(clerk.do(url, **FORM))
    again = clerk.do(url, **FORM)
    assert "entered already, as claim A-1" in words(again)
    assert claims_in(app) == 1
    clerk.do(url, **FORM | {"name": "Md. Saleem"})
    assert claims_in(app) == 2


def test_who_comes_too_late_is_told_and_sees_no_form(clerk, case, clock, app, sign_in):
    url = f"/claims/counter/{case}"
    clock.go(2026, 12, 15, 23, 59)
    assert "Enter the claim" in sign_in(Office.CLERK).see(url)
    clock.go(2026, 12, 16, 0, 0)
    clerk = sign_in(Office.CLERK)
    page = clerk.see(url)
    assert "the last day was Tue 15 Dec 2026" in words(page)
    assert "Enter the claim" not in page
    late = clerk.send(url, **FORM)
    assert late.status_code == 422
    assert "the last day was Tue 15 Dec 2026" in words(late.text)
    assert 'value="K. Yellaiah"' in late.text
    assert claims_in(app) == 0


def test_what_was_not_sold_or_left_nothing_cannot_be_claimed(clerk, app, hands):
    with app.app_context():
        unsold = hands.take_in(413)
        short = hands.take_in(414, on=hands.clock.at.date().replace(month=11, day=20))
        hands.sell(short, 500, card=24)
    for url in (f"/claims/counter/{unsold}", f"/claims/counter/{short}"):
        reply = clerk.send(url, **FORM)
        assert reply.status_code == 422
    assert "has not been sold" in words(clerk.send(f"/claims/counter/{unsold}", **FORM).text)
    assert "left no surplus" in words(clerk.see(f"/claims/counter/{short}"))
    assert clerk.send("/claims/counter/2026-999", **FORM).status_code == 404
    assert clerk.get("/claims/counter/2026-999").status_code == 404
    assert clerk.get("/claims/counter?number=").status_code == 422
    assert clerk.get("/claims/999").status_code == 404


def test_the_order_shows_all_claims_side_by_side_and_names_each(officer, case, two_claims):
    url = f"/cases/{case}/order"
    page = words(officer.see(url))
    for told in ("K. Yellaiah", "Md. Saleem", "In time, day 10", "I bought her as a calf."):
        assert told in page
    first, second = two_claims
    for says, form in (
        ("Allow or refuse each claim", {f"finding_{first}": "ALLOWED"}),
        (
            "write at least 30 letters",
            {f"finding_{first}": "ALLOWED", f"finding_{second}": "REFUSED", "reasons": "x" * 29},
        ),
        (
            "Allow or refuse each claim",
            {f"finding_{first}": "ALLOWED", f"finding_{second}": "UNDECIDED"},
        ),
    ):
        reply = officer.send(url, **{"reasons": REASONS} | form)
        assert reply.status_code == 422
        assert says in words(reply.text)
        assert form.get("reasons", REASONS) in reply.text
        assert re.search(rf'name="finding_{first}" value="ALLOWED" checked', reply.text)
    made = words(
        officer.do(
            url,
            **{f"finding_{first}": "REFUSED", f"finding_{second}": "ALLOWED", "reasons": REASONS},
        )
    )
    assert "O-1" in made
    assert f"A-{first}, K. Yellaiah Refused A-{second}, Md. Saleem Allowed" in made
    assert REASONS in made


def test_one_surplus_is_not_given_to_two_and_what_was_typed_stays(officer, case, two_claims):
    both = {f"finding_{number}": "ALLOWED" for number in two_claims}
    reply = officer.send(f"/cases/{case}/order", **both, reasons=REASONS)
    assert reply.status_code == 422
    assert 'role="alert"' in reply.text
    assert REASONS in reply.text
    assert reply.text.count(" checked") == 2
    assert officer.get("/orders/1").status_code == 404


def test_nobody_decides_a_claim_he_took_in_himself(officer, case, app, people, clock):
    with app.app_context():
        own = take_claim(
            people[Office.CLAIMS_OFFICER],
            clock,
            case=case,
            claimant=Claimant("K. Yellaiah", "9848012345", "mine"),
        ).id
    reply = officer.send(f"/cases/{case}/order", **{f"finding_{own}": "ALLOWED"}, reasons=REASONS)
    assert reply.status_code == 422
    assert "Another officer must decide" in words(reply.text)
    assert REASONS in reply.text
    assert officer.get("/orders/1").status_code == 404


def test_a_claim_that_comes_while_the_officer_writes_must_be_answered_too(
    officer, case, app, hands, two_claims
):
    found = {f"finding_{two_claims[0]}": "ALLOWED", f"finding_{two_claims[1]}": "REFUSED"}
    with app.app_context():
        third = hands.claim(case, "A third").id
    url = f"/cases/{case}/order"
    assert "Allow or refuse each claim" in words(officer.send(url, **found, reasons=REASONS).text)
    officer.do(url, **found, **{f"finding_{third}": "REFUSED"}, reasons=REASONS)
    officer.do(url, **found, **{f"finding_{third}": "REFUSED"}, reasons=REASONS + " Again.")
    assert "A later order took its place" in officer.see("/orders/1")
    assert "A later order took its place" not in officer.see("/orders/2")


def test_nothing_is_decided_where_nobody_has_claimed(officer, case):
    url = f"/cases/{case}/order"
    assert "Nobody has claimed this surplus" in officer.see(url)
    reply = officer.send(url, reasons=REASONS)
    assert reply.status_code == 422
    assert "nobody has claimed" in words(reply.text)
    assert officer.get("/cases/2026-999/order").status_code == 404
    assert officer.get("/orders/9").status_code == 404


def test_only_the_appointed_officer_decides(case, two_claims, sign_in):
    url = f"/cases/{case}/order"
    for office in (Office.CLERK, Office.ACCOUNTS, Office.COMMISSIONER, Office.PUBLIC):
        browser = sign_in(office)
        assert browser.get(url).status_code == 403
        assert browser.send(url, reasons=REASONS).status_code == 403
    sign_in(Office.ACCOUNTS).see("/claims")
    assert sign_in(Office.ACCOUNTS).send(f"/claims/counter/{case}", **FORM).status_code == 403
    assert sign_in(Office.PUBLIC).get("/claims").status_code == 403


def test_the_journal_tells_no_bank_account(clerk, case, app):
    clerk.do(f"/claims/counter/{case}", **FORM)
    with app.app_context():
        journal = str([line.particulars for line in lines_in_order()])
    assert "K. Yellaiah; account …2333" in journal
    assert "000111222333" not in journal
