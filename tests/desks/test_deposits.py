"""Deposits and cards at the desk and on the phone, without JavaScript; right and wrong input."""

import re

import pytest
from papers import printed
from visitor import words

from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.books import differences
from portal.registers.deposits import Deposit, DepositEnd, SaleDeposit
from portal.registers.prints import PrintCopy

CASH = {"mode": "cash", "reference": "", "offered": "2000.00"}


@pytest.fixture
def clerk(sign_in):
    return sign_in(Office.CLERK)


@pytest.fixture
def arranged(act, hands, clock):
    """A sale of one animal, before its first card."""
    case = act(lambda: hands.take_in(1))
    clock.go(2026, 11, 30)
    return act(lambda: hands.arrange(case))


@pytest.fixture
def sale(act, hands, arranged):
    """It asks for ₹2,000 and is open; card 23 is given."""

    def set_up():
        hands.ask_for_deposit(arranged)
        hands.give_card(arranged, 23)
        hands.open(arranged)

    act(set_up)
    return arranged


@pytest.fixture
def rows(act):
    """Count what is written of deposits; the books must agree."""

    def counted():
        assert list(differences()) == []
        return tuple(
            db.session.query(table).count() for table in (SaleDeposit, Deposit, DepositEnd)
        )

    return lambda: act(counted)


def test_the_sale_desk_fixes_the_deposit_before_the_first_card(clerk, arranged, act, hands, rows):
    desk = f"/sales/{arranged}/desk"
    assert "None is asked: a card may bid as soon as it is given." in words(clerk.see(desk))
    page = clerk.do(f"/sales/{arranged}/deposit", amount="2,000")
    assert "Each card pays ₹2,000 before it may bid" in words(page)
    act(lambda: hands.give_card(arranged, 23))
    assert 'name="amount"' not in clerk.see(desk)
    late = clerk.send(f"/sales/{arranged}/deposit", amount="9,000")
    assert late.status_code == 422
    assert "its terms stay as they were told" in words(late.text)
    assert rows() == (1, 0, 0)


@pytest.mark.parametrize("wrong", ["", "two", "-5", "1e3", "20.50", "9" * 30, "\x00"])
def test_a_deposit_that_cannot_be_read_is_not_fixed(clerk, arranged, rows, wrong):
    reply = clerk.send(f"/sales/{arranged}/deposit", amount=wrong)
    assert reply.status_code == 422
    assert "Not done yet" in reply.text
    assert rows() == (0, 0, 0)


def test_the_desk_takes_a_deposit_and_gives_it_back(clerk, sale, rows):
    cards = words(clerk.see(f"/sales/{sale}/cards"))
    assert "Deposit to pay" in cards
    assert "Take ₹2,000" in cards
    receipt = words(clerk.do(f"/sales/{sale}/cards/23/deposit", **CASH))
    assert "D-2026-1" in receipt
    assert "the deposit of card 23 , sale 1" in receipt
    page = clerk.see(f"/sales/{sale}/cards")
    assert "Deposit paid" in words(page)
    assert "Give ₹2,000 back to Ramesh Y." in words(page)
    given = words(clerk.do(f"/sales/{sale}/cards/23/deposit/refund", mode="UPI", reference="UPI 9"))
    assert "Given back" in given
    assert "UPI, UPI 9" in given
    assert "Deposit given back" in words(clerk.see(f"/sales/{sale}/cards"))
    assert rows() == (1, 1, 1)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"mode": "bank transfer"}, "enter the reference below"),
        ({"mode": "cheque"}, "choose one of those shown"),
        ({"mode": ""}, "choose one of those shown"),
        ({"reference": "x" * 300}, "too long"),
        ({"offered": "1000.00"}, "the deposit is ₹2,000 and ₹1,000 was entered"),
        ({"offered": ""}, "the deposit is ₹2,000 and ₹0 was entered"),
        ({"offered": "lots"}, "must be a number of rupees"),
    ],
)
def test_a_deposit_wrongly_entered_is_not_taken(clerk, sale, rows, wrong, says):
    reply = clerk.send(f"/sales/{sale}/cards/23/deposit", **(CASH | wrong))
    assert reply.status_code == 422
    assert says in words(reply.text)
    assert rows() == (1, 0, 0)


def test_what_was_typed_at_the_desk_is_kept(clerk, sale):
    page = f"/sales/{sale}/cards/23/deposit"
    reply = clerk.send(page, mode="UPI", reference="UPI 77", offered="5.00")
    assert reply.status_code == 422
    assert 'value="UPI 77"' in reply.text


def test_a_deposit_sent_twice_is_taken_once(clerk, sale, rows):
    clerk.do(f"/sales/{sale}/cards/23/deposit", **CASH)
    again = clerk.send(f"/sales/{sale}/cards/23/deposit", **CASH)
    assert again.status_code == 422
    assert "has a deposit that stands, receipt D-2026-1" in words(again.text)
    clerk.do(f"/sales/{sale}/cards/23/deposit/refund", mode="cash")
    assert clerk.send(f"/sales/{sale}/cards/23/deposit/refund", mode="cash").status_code == 422
    assert rows() == (1, 1, 1)


def test_what_is_not_there_is_told_in_words_and_nothing_breaks(clerk, sale, rows):
    huge = 10**30
    for where in (
        f"/sales/{sale}/cards/99",
        "/sales/9/cards/23/print",
        f"/sales/{sale}/cards/{huge}",
        "/deposits/2026/1",
        f"/deposits/{huge}/1",
        "/sales/9/deposit",
    ):
        assert clerk.get(where).status_code == 404, where
    for where in (f"/sales/{sale}/cards/99/deposit", "/sales/9/cards/23/deposit/refund"):
        assert clerk.send(where, **CASH).status_code == 404, where
    for what in ("forfeiture", "reversal", "end/reversal"):
        assert clerk.send(f"/deposits/2026/9/{what}", reason="x", lot="1").status_code == 404
    assert rows() == (1, 0, 0)


def test_a_deposit_is_forfeited_on_its_receipt_with_a_reason(clerk, sale, act, hands, rows):
    clerk.do(f"/sales/{sale}/cards/23/deposit", **CASH)
    receipt = "/deposits/2026/1"
    assert "Forfeit the deposit" not in clerk.see(receipt)
    early = clerk.send(f"{receipt}/forfeiture", lot="1", reason="x")
    assert early.status_code == 422

    def default():
        hands.bring_in(sale)
        hands.bid(sale, 5_000)
        hands.knock_down(sale, 5_000)

    act(default)
    unpaid = clerk.send(f"/sales/{sale}/cards/23/deposit/refund", mode="cash")
    assert unpaid.status_code == 422
    assert "has not paid for lot 1" in words(unpaid.text)
    act(lambda: hands.default(sale))
    assert "Won and not paid by this card: lot 1." in words(clerk.see(receipt))
    for wrong in ({"reason": ""}, {"lot": "2"}, {"lot": "x"}):
        reply = clerk.send(f"{receipt}/forfeiture", **({"lot": "1", "reason": "left"} | wrong))
        assert reply.status_code == 422, wrong
    assert rows() == (1, 1, 0)
    page = words(clerk.do(f"{receipt}/forfeiture", lot="1", reason="left without paying"))
    assert "left without paying" in page
    assert "Deposit forfeited" in words(clerk.see(f"/sales/{sale}/cards"))
    assert rows() == (1, 1, 1)


def test_what_was_entered_wrongly_is_reversed_on_its_receipt(clerk, sale, rows):
    clerk.do(f"/sales/{sale}/cards/23/deposit", **CASH)
    empty = clerk.send("/deposits/2026/1/reversal", reason=" ")
    assert empty.status_code == 422
    assert "Write the reason" in empty.text
    clerk.do(f"/sales/{sale}/cards/23/deposit/refund", mode="cash")
    stands = words(clerk.do("/deposits/2026/1/end/reversal", reason="wrong card pressed"))
    assert "the deposit stands again" in stands
    void = words(clerk.do("/deposits/2026/1/reversal", reason="no money came"))
    assert "VOID: this receipt was reversed" in void
    assert clerk.send("/deposits/2026/1/end/reversal", reason="x").status_code == 422
    assert clerk.send("/deposits/2026/1/reversal", reason="x").status_code == 422
    assert "Deposit to pay" in words(clerk.see(f"/sales/{sale}/cards"))
    assert rows() == (1, 1, 2)


def test_the_accounts_tell_whose_the_deposits_are(clerk, sale, sign_in):
    clerk.do(f"/sales/{sale}/cards/23/deposit", **CASH)
    accounts = sign_in(Office.ACCOUNTS)
    page = words(accounts.see("/accounts"))
    assert "The books agree" in page
    assert "Deposits held bidders, until given back credit 2,000.00" in page
    assert "Forfeited deposits by the terms of sale nothing" in page
    assert "Deposits held" in words(accounts.see("/accounts/ledger"))
    assert "Receipt for a deposit" in accounts.see("/deposits/2026/1")
    assert accounts.get(f"/sales/{sale}/cards/23").status_code == 403


@pytest.fixture
def ramesh(act, hands, people, clock, sign_in):
    """A bidder whose phone is the one of card 23."""
    from portal.actions import staff
    from portal.registers.people import Officer

    def enter():
        by = people[Office.ADMINISTRATOR]
        person = staff.enter_person(
            by, clock, name="Ramesh Y.", sign_in_name="ramesh y", phone="9848000023"
        )
        staff.appoint(
            by,
            clock,
            person=person.id,
            office=Office.BIDDER,
            order_number="T-8",
            since=clock.at.date(),
        )
        return Officer(person.id, Office.BIDDER)

    people[Office.BIDDER] = act(enter)
    return sign_in(Office.BIDDER)


def test_a_bidder_is_told_whether_he_may_bid(clerk, sale, ramesh, act, hands):
    unpaid = "Deposit not paid yet: you can watch, not bid. Pay ₹2,000 at the desk."
    for page in ("/my-card", f"/sales/{sale}/my-card"):
        assert unpaid in words(ramesh.see(page))
    clerk.do(f"/sales/{sale}/cards/23/deposit", **CASH)
    for page in ("/my-card", f"/sales/{sale}/my-card"):
        told = words(ramesh.see(page))
        assert "You may bid Deposit ₹2,000 paid, receipt D-2026-1" in told
    clerk.do(f"/sales/{sale}/cards/23/deposit/refund", mode="cash")
    assert "Your deposit given back: you can watch" not in words(ramesh.see("/my-card"))
    assert "Your deposit was given back: you can watch, not bid." in words(ramesh.see("/my-card"))

    act(lambda: hands.close(sale))
    assert "You may bid" not in words(ramesh.see("/my-card"))


def test_one_without_a_card_is_told_where_it_is_given(ramesh, arranged):
    page = words(ramesh.see(f"/sales/{arranged}/my-card"))
    assert "You have no card for sale 1. It is given at the desk" in page
    assert ramesh.get("/sales/99/my-card").status_code == 404


def code_on(page):
    """What the code on a page says, read back from its drawing by making it again."""
    from portal.web.card_qr import card_address, qr

    drawn = re.search(r'<svg[^>]*class="qr".*?</svg>', page, re.DOTALL)[0]
    return drawn, card_address, qr


def test_the_code_on_a_card_leads_to_its_page_and_names_nobody(app, clerk, sale, ramesh):
    drawn, card_address, qr = code_on(ramesh.see(f"/sales/{sale}/my-card"))
    with app.test_request_context():
        address = card_address(sale, 23)
        assert drawn == str(qr(address))
    clerk.send(f"/sales/{sale}/cards/23/print")
    with app.app_context():
        assert db.session.query(PrintCopy).one().sheet["marks"]["desk_code"] == address
    assert re.fullmatch(rf"http://localhost/sales/{sale}/cards/23\?c=[a-z2-7]{{8}}", address)
    page = address.removeprefix("http://localhost")
    assert "the card is genuine" in clerk.see(page)
    for forged in (page.replace("/23?", "/23?c=aaaaaaaa&"), page[:-1], page[:-8] + "ééé"):
        told = clerk.see(forged)
        assert "This code is not ours" in told, forged
    assert "This code" not in clerk.see(f"/sales/{sale}/cards/23")


def test_a_printed_card_has_what_its_holder_must_know(clerk, sale):
    unpaid = printed(clerk, f"/sales/{sale}/cards/23/print")
    law = "No Police officer or pound-keeper shall directly or indirectly purchase any cattle"
    assert law.replace(" ", "") in unpaid.replace(" ", "")  # its lines end at hyphens too
    assert "Deposit ₹2,000.00 not paid" in unpaid
    clerk.do(f"/sales/{sale}/cards/23/deposit", **CASH)
    paper = printed(clerk, f"/sales/{sale}/cards/23/print")
    assert "Deposit ₹2,000.00 paid receipt D-2026-1" in paper
    assert "SPECIMEN" not in paper
    assert "DUPLICATE" not in paper  # it tells something new: a card with a number of its own
    assert "Ramesh" not in paper


def test_cards_are_printed_by_those_who_give_them(sign_in, sale):
    for office in (Office.PUBLIC, Office.POUND_KEEPER, Office.AUCTIONEER, Office.BIDDER):
        for page in (f"/sales/{sale}/cards/23", f"/sales/{sale}/cards/23/print"):
            assert sign_in(office).get(page).status_code == 403
