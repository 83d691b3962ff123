"""C61: the account is fixed with the order; another needs a second officer, 48 hours, a message."""

from datetime import timedelta

import pytest

from portal.actions import claims, payees, staff, surplus
from portal.law.offices import Office
from portal.law.refusals_of_books import MoneyHasLeft, NothingChanged
from portal.law.refusals_of_claims import (
    ApprovesOwnChange,
    ChangeTooFresh,
    ChangeWaits,
    LinkedWithClaimant,
    NoPayee,
    PayeeMoved,
)
from portal.law.surplus import Finding
from portal.registers.books import differences
from portal.registers.journal import lines_in_order
from portal.registers.matching import hide_all
from portal.registers.messages import newest_messages
from portal.registers.people import Officer

pytestmark = pytest.mark.check("C61")
OLD, NEW = "000111222333", "999888777666"


@pytest.fixture
def case(inside, hands, clock):
    case = hands.take_in(412)
    clock.go(2026, 11, 30)
    hands.sell(case)
    clock.go(2026, 12, 10)
    return case


@pytest.fixture
def claim(case, hands, clock):
    """A claim that an order of 14 December allows; payment may be made from the 16th."""
    claim = hands.claim(case)
    clock.go(2026, 12, 14)
    hands.decide(case, claim)
    clock.go(2026, 12, 16)
    return claim


@pytest.fixture
def appoint(people, clock):
    """Another person in an office, known by what is given."""

    def appointed(office, name, **known_by):
        from builders import KEY

        by = people[Office.ADMINISTRATOR]
        person = staff.enter_person(
            by, clock, name=name, sign_in_name=name, known_by=hide_all(KEY, **known_by)
        )
        staff.appoint(
            by, clock, person=person.id, office=office, order_number="T-77", since=clock.at.date()
        )
        return Officer(person.id, office)

    return appointed


def draw(hands, case):
    return hands.accounts(surplus.draw_voucher, case=case)


def pay(hands, voucher):
    return hands.accounts(surplus.pay_voucher, voucher=voucher.id, mode="bank", reference="UTR 1")


def test_the_account_of_the_order_is_paid(claim, case, hands):
    voucher = draw(hands, case)
    assert (voucher.bank_account, voucher.claim_id) == (OLD, claim.id)
    pay(hands, voucher)
    assert list(differences()) == []


def test_nothing_is_paid_while_a_change_waits_nor_for_48_hours_to_the_second(
    claim, case, hands, clock
):
    asked = hands.ask_payee_change(claim)
    with pytest.raises(ChangeWaits):
        draw(hands, case)
    with pytest.raises(ChangeWaits):
        hands.ask_payee_change(claim, "1")
    clock.go(2026, 12, 16, 12)
    decided = hands.decide_payee_change(asked)
    clock.at = decided.opens_at - timedelta(seconds=1)
    with pytest.raises(ChangeTooFresh, match="Fri 18 Dec 2026 at 12:00"):
        draw(hands, case)
    clock.at = decided.opens_at
    assert draw(hands, case).bank_account == NEW


def test_the_old_phone_is_told_twice_and_the_journal_has_no_account(claim, hands):
    told = len(newest_messages(50))
    hands.decide_payee_change(hands.ask_payee_change(claim))
    fresh = newest_messages(50)[: len(newest_messages(50)) - told]
    assert [(one.to, one.kind) for one in fresh] == [(claim.phone, "payee")] * 2
    journal = str([line.particulars for line in lines_in_order()])
    assert "…7666" in journal
    assert NEW not in journal


def test_who_asked_does_not_approve_under_any_account(claim, hands, people, appoint, clock):
    officer = people[Office.CLAIMS_OFFICER]
    asked = payees.ask_payee_change(
        officer, clock, claim=claim.id, bank_account=NEW, ifsc="H", reason="he says so", words="w"
    )
    with pytest.raises(ApprovesOwnChange):
        hands.decide_payee_change(asked)
    second_account = appoint(Office.CLAIMS_OFFICER, "again", identity="OFFICER CLAIMS_OFFICER")
    with pytest.raises(ApprovesOwnChange):
        hands.decide_payee_change(asked, by=second_account)
    other = appoint(Office.CLAIMS_OFFICER, "other", identity="SOMEBODY ELSE")
    hands.decide_payee_change(asked, by=other)
    with pytest.raises(NothingChanged):
        hands.decide_payee_change(asked, by=other)


def test_a_refused_change_leaves_the_account_of_the_order(claim, case, hands):
    hands.decide_payee_change(hands.ask_payee_change(claim), approved=False)
    assert draw(hands, case).bank_account == OLD


def test_a_change_beside_a_voucher_or_of_a_claim_not_allowed_is_refused(case, claim, hands):
    other = hands.take_in(413, on=hands.clock.at.date().replace(month=11, day=20))
    hands.sell(other, card=24)
    waiting = hands.claim(other)
    with pytest.raises(NoPayee):
        hands.ask_payee_change(waiting)
    with pytest.raises(NothingChanged):
        hands.ask_payee_change(claim, OLD, "SBIN0000001")
    draw(hands, case)
    with pytest.raises(MoneyHasLeft):
        hands.ask_payee_change(claim)


def test_a_voucher_of_an_order_that_fell_is_not_paid(claim, case, hands, people, clock):
    """A second officer's order refuses the claim after the voucher was drawn: refused by the order
    of the books; and should a voucher name another than the order in force, it is not paid."""
    voucher = draw(hands, case)
    with pytest.raises(MoneyHasLeft):
        claims.decide_claims(
            people[Office.CLAIMS_OFFICER],
            clock,
            case=case,
            findings={claim.id: Finding.REFUSED},
            reasons="the papers were another's",
        )
    hands.accounts(surplus.reverse_voucher, voucher=voucher.id, reason="asked to wait")
    hands.decide(case, claim)
    again = draw(hands, case)
    assert again.claim_order_id != voucher.claim_order_id
    pay(hands, again)


def test_the_law_refuses_a_voucher_for_another_payee():
    from portal.law.payees import BankAccount, require_same_payee

    own = ("O-1", BankAccount(OLD, "S"))
    require_same_payee("V-1", own, own)
    for other in (
        ("O-2", BankAccount(OLD, "S")),
        ("O-1", BankAccount(NEW, "S")),
        ("O-1", BankAccount("", "")),
    ):
        with pytest.raises(PayeeMoved, match="V-1"):
            require_same_payee("V-1", own, other)


def test_an_approved_account_stays_when_a_later_order_allows_the_claim_again(
    claim, case, hands, clock
):
    hands.decide_payee_change(hands.ask_payee_change(claim))
    hands.decide(case, claim)
    clock.days_later(3)
    assert draw(hands, case).bank_account == NEW


@pytest.mark.parametrize(
    "known_by",
    [{"phone": "9848012345"}, {"bank": "SBIN0000001 000111222333"}],
    ids=["phone", "bank"],
)
def test_an_officer_linked_with_a_claimant_decides_nothing(case, hands, people, appoint, known_by):
    claim, rival = hands.claim(case, phone="9848012345"), hands.claim(
        case, "Md. Saleem", phone="9000000002", bank_account="77", ifsc="X"
    )  # fmt: skip
    linked = appoint(Office.CLAIMS_OFFICER, "linked", **known_by)
    people[Office.CLAIMS_OFFICER], own = linked, people[Office.CLAIMS_OFFICER]
    with pytest.raises(LinkedWithClaimant, match=claim.written):
        hands.decide(case, rival, claim)
    people[Office.CLAIMS_OFFICER] = own
    hands.decide(case, rival, claim)


def test_kin_on_the_staff_list_links_an_officer(case, hands, people, appoint):
    claim = hands.claim(case, phone="9848012345")
    officer = appoint(Office.CLAIMS_OFFICER, "listed", identity="LISTED 1")
    hands.list_staff(identity="LISTED 1", phone="9848012345")
    people[Office.CLAIMS_OFFICER] = officer
    with pytest.raises(LinkedWithClaimant):
        hands.decide(case, claim)
