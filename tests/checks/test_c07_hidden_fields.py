"""C07: fields that a page hides or shows read-only, names it never had, and numbers in addresses,
altered at the doors of bid, settle, claim and pay: no price, payee, owner or state moves by them.
"""

import io
from dataclasses import replace
from datetime import timedelta

import pytest
from builders import officer_named, rupees
from flask import request
from ring_harness import tell
from sqlalchemy.exc import DBAPIError
from tampering import BAD_IDS, Form, Tamperer

from portal.actions import approvals, bids, settlement, surplus, undone
from portal.desks.public import claim_routes
from portal.law.ledger import on_buyer_refunded
from portal.law.money import Money
from portal.law.offices import Office
from portal.law.payees import BankAccount
from portal.registers.base import db
from portal.registers.bidders import bidder_card, card_of_person
from portal.registers.books import differences
from portal.registers.cards import find_card
from portal.registers.claims import find_claim
from portal.registers.payees import find_payee, payee_facts
from portal.registers.sales import find_lot

pytestmark = pytest.mark.check("C07")
FIVE_SECONDS = timedelta(seconds=5)
A_SURPLUS = Money(4_048_250)  # 42,500 less thirteen days at 155 and the fine of 2.50
A_PAPER = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


@pytest.fixture
def tamper(act):
    return Tamperer(act)


@pytest.fixture
def sale(act, hands, clock):
    """Lots 1 and 2 sold to card 23 for 5,000 and unpaid; lot 3 in the ring; card 41 is a phone's."""

    def set_up():
        cases = [hands.take_in(number) for number in (1, 2, 3, 4)]
        clock.go(2026, 11, 30)
        sale = hands.arrange(*cases)
        hands.ask_for_deposit(sale)
        hands.open(sale)
        for number, name in ((23, "Ramesh Y."), (41, "Sayeed")):
            hands.give_card(sale, number, name)
            hands.take_deposit(sale, number)
        hands.give_card(sale, 55, "Imran")
        hands.enter_bidder("Sayeed", "9848000041")
        for lot in (1, 2):
            hands.bring_in(sale, lot)
            hands.bid(sale, 5_000, lot=lot)
            hands.knock_down(sale, 5_000, lot=lot)
        hands.bring_in(sale, 3)
        other = hands.arrange(hands.take_in(5, clock.at.date().replace(day=1)))
        hands.open(other)
        return sale

    return act(set_up)


@pytest.fixture
def claimed(act, hands, clock):
    """A surplus with two claims, one sent from home; the order allowed the first."""

    def set_up():
        case = hands.take_in(412)
        clock.go(2026, 11, 30)
        hands.sell(case)
        clock.go(2026, 12, 10)
        mine = hands.claim(case)
        other = hands.claim(case, "Md. Saleem", online=True, phone="9848012399")
        return case, mine.id, other.id

    return act(set_up)


def of(rows, table):
    return [row for name, row in rows if name == table]


def report(check, tamper):
    engine = tamper.act(lambda: db.engine.dialect.name)
    tell("C07", engine, door=check, requests=tamper.sent, effects=0)
    assert tamper.sent >= 20, "too few to mean anything"


def alter_bids(tamper, sale, phone, act, hands, clock):
    """All that can be altered about a bid from a phone; only card 41's own step may come of it."""
    page, action = f"/sales/{sale}/lots/3", f"/sales/{sale}/lots/3/bids"

    def floor_bid():
        clock.at = clock.at.replace(microsecond=0) + FIVE_SECONDS
        ring = find_lot(sale, 3).ring()
        amount = ring.next_bid.paise // 100
        hands.bid(sale, amount, lot=3, card=23, key=f"floor {amount}")
        return amount

    form = Form(phone.see(page), action)
    assert {"amount", "seen", "key"} <= set(form.hidden)
    theirs = {"card": "23", "card_id": str(act(lambda: _card(sale, 23))), "person_id": "1"}
    for extra in tamper.extras(form.answers, **theirs):
        before = act(floor_bid)
        clock.at += FIVE_SECONDS
        fresh = Form(phone.see(page), action).answers
        new = tamper.send(phone, action, **(fresh | extra))
        (bid,) = of(new, "bid")
        assert (bid["card_id"], bid["lot_id"]) == (act(lambda: _card(sale, 41)), 3)
        assert bid["amount"] == rupees(before + 500)
    act(floor_bid)
    for field, worths in (
        ("amount", ("0", "-500", "1", "0.5", "1e9", "999999999", "", "٥٠٠٠", "5000")),
        ("seen", ("0", "-1", "99999999", "", "x")),
        ("key", ("", "3-23-5000", "floor 5500", "k" * 500)),
    ):
        for worth in worths:
            clock.at += FIVE_SECONDS
            fresh = Form(phone.see(page), action).answers
            new = tamper.send(phone, action, **(fresh | {field: worth}))
            for bid in of(new, "bid"):  # a key of one's own choice is one's own bid
                assert field == "key"
                assert bid["amount"] == rupees(int(fresh["amount"]))
                assert bid["card_id"] == act(lambda: _card(sale, 41))
                act(floor_bid)
    fresh = Form(phone.see(page), action).answers
    for number in (*BAD_IDS, "4", "1"):
        assert of(tamper.send(phone, f"/sales/{sale}/lots/{number}/bids", **fresh), "bid") == []
    for other in (*BAD_IDS, str(sale + 1)):
        assert of(tamper.send(phone, f"/sales/{other}/lots/1/bids", **fresh), "bid") == []


def _card(sale, number):
    return find_card(sale, number).id


def test_a_bid_is_of_ones_own_card_and_at_the_step_that_is_due(
    tamper, sale, act, hands, clock, sign_in
):
    alter_bids(tamper, sale, sign_in(Office.BIDDER), act, hands, clock)
    assert act(lambda: list(differences())) == []
    report("bid", tamper)


def alter_settlement(tamper, sale, sign_in, act, hands, clock):
    """Payment, default, money given back and deposits: the sum is the ledger's."""
    clerk, page = sign_in(Office.CLERK), f"/sales/{sale}/lots/1/payment"
    form = Form(clerk.see(page), page)
    typed = form.answers | {"payer": "Ramesh Y.", "offered": "1", "mode": "cash"}
    parts = 0
    for extra in tamper.extras(typed):
        new = tamper.send(clerk, page, **(typed | extra))
        (receipt,), (line,) = of(new, "receipt"), of(new, "ledger_line")
        assert (receipt["lot_id"], receipt["amount"]) == (1, rupees(1))
        assert (line["lot_id"], line["amount"], line["debit"]) == (1, rupees(1), "CASH")
        parts += 1
    for offered in ("5000", "99999999", "0", "-1", "1e3", "4999.99", "0.001"):
        assert of(tamper.send(clerk, page, **(typed | {"offered": offered})), "receipt") == []
    for number in (*BAD_IDS, "3", "4"):
        address = f"/sales/{sale}/lots/{number}/payment"
        assert of(tamper.send(clerk, address, **typed), "receipt") == []
    alter_deposits(tamper, sale, clerk)
    act(lambda: hands.pay(sale, 1_500, lot=2))
    clock.days_later(1)
    clerk = sign_in(Office.CLERK)
    page = f"/sales/{sale}/lots/2/default"
    answers = Form(clerk.see(page), page).answers
    new = tamper.send(clerk, page, **(answers | tamper.all_extras(answers)))
    (owed,) = of(new, "refund_owed")
    assert (owed["amount"], owed["lot_id"]) == (rupees(1_500), 2)
    page = f"/refunds/{owed['id']}"
    answers = Form(clerk.see(page), page).answers | {"to": "Ramesh Y.", "mode": "cash"}
    for number in BAD_IDS:
        assert of(tamper.send(clerk, f"/refunds/{number}", **answers), "refund_paid") == []
    for extra in tamper.extras(answers, amount="1", refund="999"):
        new = tamper.send(clerk, page, **(answers | extra))
        (paid,), (line,) = of(new, "refund_paid"), of(new, "ledger_line")
        assert paid["refund_owed_id"] == owed["id"]
        assert (line["amount"], line["debit"], line["credit"]) == (
            rupees(1_500),
            "OWED_BACK",
            "CASH",
        )
        act(lambda: hands.reverse_refund(owed["id"]))
    return parts


def alter_deposits(tamper, sale, clerk):
    page, action = f"/sales/{sale}/cards/55", f"/sales/{sale}/cards/55/deposit"
    answers = {"offered": "2000.00", "mode": "cash", "reference": ""}
    assert "offered" in Form(clerk.see(page), action).hidden
    for worth in ("1", "0", "-2000", "2000.01", "1999.99", "20000", "2e3", ""):
        altered = tamper.send(clerk, action, **(answers | {"offered": worth}))
        assert of(altered, "deposit") == []


def test_what_is_taken_and_given_back_is_the_ledgers_and_never_the_forms(
    tamper, sale, act, hands, clock, sign_in
):
    parts = alter_settlement(tamper, sale, sign_in, act, hands, clock)
    assert parts >= 15
    assert act(lambda: list(differences())) == []
    report("settle", tamper)


def alter_claims(tamper, claimed, sign_in):
    """A claim, its papers and its payee: nothing of another claimant's is written."""
    case, mine, other = claimed
    owner, page = sign_in(Office.PUBLIC), f"/claims/new/{case}"
    said = {
        "name": "B. Laxmi", "phone": "98480 12366", "lost": "at the market", "marks": "a star",
        "says": "I bought her.", "papers_when": "later", "paid_how": "counter", "at": "check",
    }  # fmt: skip
    for place, extra in enumerate(tamper.extras(said)):
        new = tamper.send(owner, page, **(said | {"name": f"B. Laxmi {place}"} | extra))
        for claim in of(new, "claim"):
            assert claim["lot_id"] == 1
            assert claim["claimant"].startswith("B. Laxmi ")
            assert claim["taken_by_id"] is None
            assert claim["bank_account"] == ""
            assert claim["appeared_on"].isoformat() == "2026-12-10"
        assert {name for name, _row in new} <= {"claim", "claim_answer", "claim_key", "payee"}
    for number in (*BAD_IDS, "2026-999", "A-1"):
        assert of(tamper.send(owner, f"/claims/new/{number}", **said), "claim") == []
    stranger = sign_in(Office.PUBLIC)
    for extra in ({}, {"claim": str(other)}, {"number": f"A-{other}", "code": "00000000"}):
        file = {"called": "card", "file": (_file(), "card.pdf")}
        assert (
            of(tamper.send(stranger, "/claims/mine/papers", **file, **extra), "claim_paper") == []
        )
    stranger.do("/claims/mine", number=f"A-{other}", code="12345678")  # its own code
    for name in ("claim", "claim_id", "number", "id", "lot_id", "A", "own_claim"):
        file = {"called": f"card {name}", "file": (_file(name), "card.pdf")}
        new = tamper.send(stranger, "/claims/mine/papers", **file, **{name: str(mine)})
        (paper,) = of(new, "claim_paper")
        assert paper["claim_id"] == other
    for staff_door in (f"/claims/{mine}/papers", f"/claims/{mine}/payee", "/payees/1/decision"):
        assert tamper.send(stranger, staff_door, called="x", reason="x", paid_how="counter") == []


def _file(more=""):
    return io.BytesIO(A_PAPER + more.encode())


def _refuse(hands, number):
    hands.decide_payee_change(find_payee(number)[0], approved=False)


def alter_payee(tamper, claimed, act, hands, sign_in):
    case, mine, other = claimed
    act(lambda: hands.decide(case, find_claim(mine), find_claim(other)))
    before = act(lambda: payee_facts(find_claim(mine)).account)
    clerk, page = sign_in(Office.CLERK), f"/claims/{mine}/payee"
    answers = Form(clerk.see(page), page).answers
    asked = {
        "paid_how": "bank",
        "bank_account": "99988877766",
        "ifsc": "SBIN0000009",
        "reason": "x",
    }
    for number in BAD_IDS:
        assert tamper.send(clerk, f"/claims/{number}/payee", **asked) == []
    for extra in tamper.extras(answers | asked):
        new = tamper.send(clerk, page, **(asked | extra))
        (payee,) = of(new, "payee")
        assert (payee["claim_id"], payee["bank_account"]) == (mine, "99988877766")
        assert act(lambda: payee_facts(find_claim(mine)).account) == before, "not before 48 hours"
        act(lambda number=payee["id"]: _refuse(hands, number))


def test_a_claim_and_its_papers_are_ones_own(tamper, claimed, act, sign_in):
    alter_claims(tamper, claimed, sign_in)
    assert act(lambda: list(differences())) == []
    report("claim", tamper)


def test_the_payee_stays_until_a_second_officer_and_48_hours(tamper, claimed, act, hands, sign_in):
    alter_payee(tamper, claimed, act, hands, sign_in)
    assert act(lambda: list(differences())) == []
    report("payee", tamper)


def alter_payment(tamper, claimed, act, hands, clock, sign_in):
    """Voucher and challan: payee, sum and head of account are the books'."""
    case, mine, other = claimed
    act(lambda: hands.decide(case, find_claim(mine), find_claim(other)))

    def sell_another():
        cases = [hands.take_in(number) for number in (501, 502)]
        clock.days_later(12)
        for one in cases:
            hands.sell(one, 9_000)
        return cases

    unclaimed = act(sell_another)
    clock.days_later(16)
    first, third = sign_in(Office.ACCOUNTS), sign_in(Office.ACCOUNTS, "accounts_3")
    number = 0
    theirs = {"payee": "Md. Saleem", "bank_account": "99988877766", "amount": "1"}
    for extra in tamper.extras((), **theirs):
        new = tamper.send(first, f"/cases/{case}/voucher", **extra)
        (voucher,) = of(new, "voucher")
        assert (voucher["payee"], voucher["claim_id"]) == ("K. Yellaiah", mine)
        assert voucher["bank_account"] == "000111222333"
        assert voucher["amount"] == A_SURPLUS
        number = voucher["id"]
        if extra != tamper.all_extras(()):
            told = {"voucher": number, "reason": "drawn again"}
            act(lambda told=told: _reverse_voucher(clock, **told))
    act(lambda: hands.approve(approvals.approve_voucher, voucher=number))
    page = f"/vouchers/{number}/payment"
    pays = {"mode": "bank transfer", "reference": "UTR 7", "account_end": "2333"}
    for name, worth in (("account_end", "2334"), ("mode", "free"), ("account_end", "")):
        assert tamper.send(third, page, **(pays | {name: worth})) == []
    for wrong in (*BAD_IDS, str(number - 1)):
        assert of(tamper.send(third, f"/vouchers/{wrong}/payment", **pays), "voucher_paid") == []
    new = tamper.send(third, page, **(pays | tamper.all_extras(pays)))
    (line,) = of(new, "ledger_line")
    assert (line["amount"], line["credit"]) == (voucher["amount"], "CASH")
    alter_challan(tamper, unclaimed, act, hands, first, clock)


def alter_challan(tamper, unclaimed, act, hands, first, clock):
    act(lambda: hands.head("0070-01"))
    taken = [
        act(lambda one=one: hands.accounts(surplus.appropriate_surplus, case=one).id)
        for one in unclaimed
    ]
    act(lambda: hands.approve(approvals.approve_appropriation, appropriation=taken[0]))
    for ticked in (
        [], [str(taken[1])], ["999"], ["-1"], ["1e0"], [str(taken[0]), "999"],
        [str(taken[0])] * 2, [str(one) for one in taken], ["9" * 40],
    ):  # fmt: skip
        assert of(tamper.send(first, "/challans", appropriations=ticked), "challan") == []
    extra = tamper.all_extras(("appropriations",))
    new = tamper.send(first, "/challans", appropriations=[str(taken[0])], **extra)
    (challan,), (item,), (line,) = (
        of(new, one) for one in ("challan", "challan_item", "ledger_line")
    )
    held = act(lambda: db.session.get(surplus.Appropriation, taken[0]).amount)
    assert (challan["head_of_account"], challan["amount"]) == ("0070-01", held)
    assert (item["appropriation_id"], line["amount"]) == (taken[0], held)


def _reverse_voucher(clock, **told):
    surplus.reverse_voucher(officer_named("accounts", Office.ACCOUNTS), clock, **told)


def test_a_voucher_and_a_challan_carry_what_the_books_hold(
    tamper, claimed, act, hands, clock, sign_in
):
    alter_payment(tamper, claimed, act, hands, clock, sign_in)
    assert act(lambda: list(differences())) == []
    report("pay", tamper)


def no_refusal(*_args, **_kwargs):
    return None


def card_of_the_form(sale, person, on):
    named = request.form.get("card", "")
    return bidder_card(sale, 23, on) if named == "23" else card_of_person(sale, person, on)


def sum_of_the_form(amount):
    named = request.form.get("amount", "") if request else ""
    return on_buyer_refunded(rupees(int(named)) if named.isdigit() and int(named) else amount)


def claim_of_the_form():
    named = request.form.get("claim", "")
    return find_claim(int(named)) if named.isdigit() else WHOSE()


WHOSE = claim_routes._own_claim  # noqa: SLF001 - the door's own question, to be asked wrongly


def payee_of_the_form(claim):
    facts = payee_facts(claim)
    named = request.form.get("bank_account", "") if request else ""
    return replace(facts, account=BankAccount(named, facts.account.ifsc)) if named else facts


PLANTED = {
    "more than is due is taken": (settlement, "require_part", no_refusal, "settle"),
    "money goes back as the form says": (undone, "on_buyer_refunded", sum_of_the_form, "settle"),
    "the card is the form's": (bids, "card_of_person", card_of_the_form, "bid"),
    "a paper goes to the claim named": (claim_routes, "_own_claim", claim_of_the_form, "claim"),
    "the account is the form's": (
        surplus, "payee_facts", payee_of_the_form, "pay",
    ),
}  # fmt: skip


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("bug", PLANTED)
def test_a_door_that_believes_the_form_is_found(
    tamper, act, hands, clock, sign_in, monkeypatch, request, bug
):
    where, name, wrong, door = PLANTED[bug]
    monkeypatch.setattr(where, name, wrong)
    if door in {"bid", "settle"}:
        sale = request.getfixturevalue("sale")
        who = sign_in(Office.BIDDER) if door == "bid" else sign_in
        walk = alter_bids if door == "bid" else alter_settlement
        asked = (tamper, sale, who, act, hands, clock)
    else:
        claimed = request.getfixturevalue("claimed")
        walk = alter_claims if door == "claim" else alter_payment
        more = () if door == "claim" else (act, hands, clock)
        asked = (tamper, claimed, *more, sign_in)
    with pytest.raises((AssertionError, ValueError, DBAPIError)):  # or by the database itself
        walk(*asked)
