"""Papers of money that are undone and done again: challans, and what was given back to buyers."""

import pytest
from builders import officer_named, rupees
from visitor import words

from portal.actions import approvals, challan_undoing, surplus, undone
from portal.law.ledger import Account
from portal.law.months import Month
from portal.law.offices import Office
from portal.law.refusals_of_accounts import ApprovedAlready, SamePerson
from portal.law.refusals_of_settlement import NothingOwedBack, ReferenceUsed
from portal.law.refusals_of_undoing import (
    ChallanUndone,
    NotGivenBack,
    UndoingAsked,
    UndoingNotApproved,
)
from portal.registers.books import differences
from portal.registers.closing import cash_booked
from portal.registers.ledger import balances
from portal.registers.reconciled import our_lines
from portal.registers.returns import monthly_return
from portal.registers.sales import find_sale
from portal.registers.treasury import appropriations_to_remit, count_in_transit, find_challan

PERSONS = ("accounts", "accounts_2", "accounts_3")


def who(name):
    return officer_named(name, Office.ACCOUNTS)


@pytest.fixture
def challan(inside, hands, clock):
    """A challan with the surpluses of two lots, made and approved."""
    cases = [hands.take_in(number) for number in (1, 2)]
    clock.go(2026, 11, 30)
    for case in cases:
        hands.sell(case, 9_000)
    clock.go(2026, 12, 16)
    taken = tuple(hands.accounts(surplus.appropriate_surplus, case=one).id for one in cases)
    made = hands.accounts(surplus.make_challan, appropriations=taken)
    hands.approve(approvals.approve_challan, challan=made.id)
    return made.id


@pytest.fixture
def remitted(challan, hands, clock):
    told = {"treasury_number": "T-1", "on": clock.at.date()}
    hands.accounts(surplus.enter_treasury_number, challan=challan, **told)
    return challan


@pytest.fixture
def refund(inside, hands, clock):
    """1,500 in parts of a price whose buyer did not come again: owed back."""
    case = hands.take_in(412)
    clock.go(2026, 11, 30)
    sale = hands.arrange(case)
    hands.open(sale)
    hands.give_card(sale)
    hands.bring_in(sale)
    hands.bid(sale, 5_000)
    hands.knock_down(sale, 5_000)
    hands.pay(sale, 1_500)
    clock.days_later(1)
    return hands.put_in_default(sale).id


@pytest.mark.check("C18")
def test_a_challan_is_undone_by_three_persons_only(challan, clock):
    which = {"challan": challan}
    with pytest.raises(UndoingNotApproved):
        challan_undoing.approve_challan_reversal(who("accounts_2"), clock, **which)
    challan_undoing.ask_challan_reversal(who("accounts"), clock, **which, reason="wrong head")
    with pytest.raises(UndoingAsked):
        challan_undoing.ask_challan_reversal(who("accounts_2"), clock, **which, reason="again")
    with pytest.raises(SamePerson):
        challan_undoing.approve_challan_reversal(who("accounts"), clock, **which)
    for name in PERSONS:
        with pytest.raises(UndoingNotApproved):
            challan_undoing.reverse_challan(who(name), clock, **which)
    challan_undoing.approve_challan_reversal(who("accounts_2"), clock, **which)
    with pytest.raises(ApprovedAlready):
        challan_undoing.approve_challan_reversal(who("accounts_3"), clock, **which)
    for name in PERSONS[:2]:
        with pytest.raises(SamePerson):
            challan_undoing.reverse_challan(who(name), clock, **which)
    challan_undoing.reverse_challan(who("accounts_3"), clock, **which)
    assert list(differences()) == []


def test_what_was_on_it_is_appropriated_and_goes_on_another(challan, hands, clock):
    before = balances()
    hands.undo_challan(challan, "wrong head of account")
    after = balances()
    moved = find_challan(challan).amount
    assert after[Account.APPROPRIATED] - before[Account.APPROPRIATED] == moved
    assert before[Account.CHALLANS_IN_TRANSIT] - after[Account.CHALLANS_IN_TRANSIT] == moved
    assert count_in_transit() == 0
    waiting = tuple(one.id for one in appropriations_to_remit())
    again = hands.accounts(surplus.make_challan, appropriations=waiting)
    assert again.amount == moved
    with pytest.raises(ApprovedAlready):
        approvals.approve_challan(who("accounts_2"), clock, challan=challan)
    told = {"challan": challan, "treasury_number": "T-9", "on": clock.at.date()}
    with pytest.raises(ChallanUndone):
        surplus.enter_treasury_number(who("accounts_3"), clock, **told)
    with pytest.raises(ChallanUndone):
        hands.undo_challan(challan)
    hands.accounts(
        surplus.enter_treasury_number,
        challan=again.id,
        treasury_number="T-2",
        on=clock.at.date(),
    )
    assert list(differences()) == []


def test_what_the_treasury_sent_back_is_in_the_bank_again(remitted, hands, clock):
    before = balances()
    assert "C-1" in our_lines()
    hands.undo_challan(remitted)
    after = balances()
    assert before[Account.CASH] - after[Account.CASH] == find_challan(remitted).amount
    assert "C-1" not in our_lines(), "the bank shows nothing of it"
    waiting = tuple(one.id for one in appropriations_to_remit())
    again = hands.accounts(surplus.make_challan, appropriations=waiting)
    hands.accounts(
        surplus.enter_treasury_number,
        challan=again.id,
        treasury_number="T-2",
        on=clock.at.date(),
    )
    assert balances() == before, "the money went out again, once"
    assert list(differences()) == []


@pytest.mark.check("C18")
@pytest.mark.parametrize("broken", ["approver", "doer"])
def test_an_undoing_by_fewer_than_three_is_found_by_verify(challan, clock, monkeypatch, broken):
    monkeypatch.setattr(challan_undoing, "require_another_person", lambda *_: None)
    which = {"challan": challan}
    challan_undoing.ask_challan_reversal(who("accounts"), clock, **which, reason="wrong head")
    second = "accounts" if broken == "approver" else "accounts_2"
    challan_undoing.approve_challan_reversal(who(second), clock, **which)
    challan_undoing.reverse_challan(who("accounts_2"), clock, **which)
    assert any("fewer than three persons" in one for one in differences())


def test_money_given_back_that_came_back_is_owed_again(refund, hands):
    with pytest.raises(NotGivenBack):
        hands.reverse_refund(refund)
    hands.give_back(refund)
    with pytest.raises(NothingOwedBack):
        hands.give_back(refund)
    hands.reverse_refund(refund)
    assert balances()[Account.OWED_BACK] == rupees(1_500)
    hands.give_back(refund, "his brother, with a letter")
    assert balances()[Account.OWED_BACK] == rupees(0)
    assert list(differences()) == []


def test_the_cash_box_counts_a_refund_once(refund, hands):
    sale = find_sale(1).id
    assert cash_booked(sale) == rupees(1_500)
    for _ in range(2):
        hands.give_back(refund)
        assert cash_booked(sale) == rupees(0)
        hands.reverse_refund(refund)
        assert cash_booked(sale) == rupees(1_500)


def give_back_by_bank(hands, refund, reference):
    return undone.give_back(
        hands.people[Office.CLERK], hands.clock, refund=refund, to="Ramesh Y.", mode="UPI",
        reference=reference,
    )  # fmt: skip


def test_a_refund_by_bank_is_one_of_our_lines_while_it_stands(refund, hands):
    give_back_by_bank(hands, refund, "432105001001")
    (line, _journal) = our_lines()[f"refund {refund}"]
    assert (line.reference, line.amount) == ("432105001001", rupees(-1_500))
    hands.reverse_refund(refund)
    assert f"refund {refund}" not in our_lines()


def test_one_reference_of_a_bank_is_taken_once_whatever_it_is_for(refund, hands, clock):
    """A receipt, a deposit and money given back share the bank's references."""
    give_back_by_bank(hands, refund, "432105001001")
    case = hands.take_in(500)
    clock.days_later(12)
    sale = hands.arrange(case)
    hands.ask_for_deposit(sale)
    hands.open(sale)
    hands.give_card(sale)
    hands.give_card(sale, 41, "Sayeed")
    upi = {"mode": "UPI"}
    with pytest.raises(ReferenceUsed):
        hands.take_deposit(sale, 23, **upi, reference="4321 0500 1001")
    taken = hands.take_deposit(sale, 23, **upi, reference="4321 0500 2002")
    assert taken.reference == "432105002002"
    with pytest.raises(ReferenceUsed):
        hands.take_deposit(sale, 41, **upi, reference="432105002002")
    hands.reverse_deposit(taken)
    hands.take_deposit(sale, 41, **upi, reference="432105002002")
    assert list(differences()) == []


def test_the_return_tells_what_went_back_to_buyers_and_what_differs(refund, hands, clock):
    hands.give_back(refund)
    money = monthly_return(Month(2026, 12)).money
    assert money["Owed back to buyers whose sale was undone"] == rupees(1_500)
    assert money["Given back to buyers"] == rupees(1_500)
    assert money["Owed back to buyers at the end"] == rupees(0)
    assert money["Hammer money taken"] == rupees(0)
    assert monthly_return(Month(2026, 11)).money["In cash and at the bank at the end"] == rupees(
        1_500
    )


def test_on_the_pages_three_persons_undo_a_challan(act, hands, clock, sign_in):
    def made():
        case = hands.take_in(1)
        clock.go(2026, 11, 30)
        hands.sell(case, 9_000)
        clock.go(2026, 12, 16)
        taken = hands.accounts(surplus.appropriate_surplus, case=case)
        return hands.accounts(surplus.make_challan, appropriations=(taken.id,)).id

    page = f"/challans/{act(made)}/undoing"
    first, second, third = (sign_in(Office.ACCOUNTS, name) for name in PERSONS)
    assert "Undo this challan" in first.see(page.removesuffix("/undoing"))
    assert first.send(page).status_code == 422
    assert "Nothing has moved" in words(first.do(page, reason="wrong head of account"))
    refused = first.send(f"{page}/approval")
    assert refused.status_code == 422
    assert "whoever asked for it may not approve it" in words(refused.text)
    assert "A third person carries it out" in words(second.do(f"{page}/approval"))
    assert second.send(f"{page}/carried-out").status_code == 422
    assert "waits for another challan" in words(third.do(f"{page}/carried-out"))
    assert "This challan does not stand" in words(third.see(page.removesuffix("/undoing")))
    assert "undone" in words(third.see("/challans"))
    assert sign_in(Office.AUDITOR).send(page, reason="x").status_code == 403


def test_on_the_pages_a_refund_is_reversed_with_its_reason(act, hands, clock, sign_in):
    def owed():
        case = hands.take_in(412)
        clock.go(2026, 11, 30)
        sale = hands.arrange(case)
        hands.open(sale)
        hands.give_card(sale)
        hands.bring_in(sale)
        hands.bid(sale, 5_000)
        hands.knock_down(sale, 5_000)
        hands.pay(sale, 1_500)
        clock.days_later(1)
        refund = hands.put_in_default(sale).id
        hands.give_back(refund)
        return refund

    page = f"/refunds/{act(owed)}/reversal"
    clerk = sign_in(Office.CLERK)
    assert "1,500" in clerk.see(page)
    assert clerk.send(page).status_code == 422
    assert "is owed back" in words(clerk.do(page, reason="the account does not exist"))
    assert "was not given back" in words(clerk.send(page, reason="again").text)
