"""C18: on money, maker, checker and payer are three persons, however many sign-ins each has."""

from itertools import product

import pytest
from builders import KEY, enter_one_more, officer_named

from portal.actions import approvals, corrections, months, orders, staff, surplus
from portal.actions.official import NotYourDuty
from portal.law.ledger import Account
from portal.law.money import Money
from portal.law.months import Month
from portal.law.offices import Office
from portal.law.refusals import Refusal
from portal.law.refusals_of_accounts import NotApproved, SamePerson
from portal.registers.base import db
from portal.registers.books import differences
from portal.registers.journal import end_of_journal
from portal.registers.matching import hide_all
from portal.registers.people import Officer

pytestmark = pytest.mark.check("C18")

ACCOUNTS = ("accounts", "accounts_2", "accounts_3", "alias")
COMMISSIONERS = ("commissioner", "commissioner_2", "alias_of_commissioner")


@pytest.fixture
def case(inside, hands, clock):
    """A buffalo sold on 30 November and paid for; her surplus waits."""
    number = hands.take_in(412)
    clock.go(2026, 11, 30)
    hands.sell(number)
    return number


@pytest.fixture
def aliases(inside, people, clock):
    """Second sign-ins: of the first accounts clerk by paper, of others by phone and by office."""
    by = people[Office.COMMAND_LINE]
    known = {"identity": "OFFICER ACCOUNTS"}
    person = staff.enter_person(
        by,
        clock,
        name="Another Name",
        sign_in_name="alias",
        known_by=hide_all(KEY, **known),
    )
    held = {"office": Office.ACCOUNTS, "order_number": "T", "since": clock.at.date()}
    staff.appoint(by, clock, person=person.id, **held)
    known = {"identity": "OFFICER COMMISSIONER"}
    person = staff.enter_person(
        by,
        clock,
        name="Third Name",
        sign_in_name="alias_of_commissioner",
        known_by=hide_all(KEY, **known),
    )
    held["office"] = Office.COMMISSIONER
    staff.appoint(by, clock, person=person.id, **held)
    held["office"] = Office.ACCOUNTS
    decider = people[Office.CLAIMS_OFFICER]
    staff.appoint(by, clock, person=decider.person_id, **held)
    return Officer(decider.person_id, Office.ACCOUNTS)


def who(name):
    return officer_named(name, Office.COMMISSIONER if "comm" in name else Office.ACCOUNTS)


def persons(*names):
    """How many persons stand behind some sign-ins."""
    same = {"alias": "accounts", "alias_of_commissioner": "commissioner"}
    return len({same.get(name, name) for name in names})


def tried(act, by, clock, **particulars):
    """Try a step; a refusal leaves nothing behind."""
    before = end_of_journal().id
    try:
        return act(by, clock, **particulars)
    except SamePerson:
        db.session.rollback()
        assert end_of_journal().id == before
        return None


def test_no_two_sign_ins_of_one_person_take_two_steps_of_a_voucher(case, aliases, hands, clock):
    """Every maker, checker and payer of four sign-ins behind which three persons stand."""
    clock.go(2026, 12, 10)
    hands.decide(case, hands.claim(case))
    clock.go(2026, 12, 16)
    paid = 0
    for maker in ACCOUNTS:
        voucher = surplus.draw_voucher(who(maker), clock, case=case)
        payment = {"voucher": voucher.id, "mode": "cash", "reference": "1"}
        for payer in ACCOUNTS:
            with pytest.raises(NotApproved):
                surplus.pay_voucher(who(payer), clock, **payment)
        approved_by = None
        for checker in sorted(ACCOUNTS, key=lambda name: name != maker):
            done = tried(approvals.approve_voucher, who(checker), clock, voucher=voucher.id)
            assert bool(done) == (persons(maker, checker) == 2), (maker, checker)
            if done:
                approved_by = checker
                break
        for payer in (
            *(one for one in ACCOUNTS if persons(maker, approved_by, one) < 3),
            *ACCOUNTS,
        ):
            done = tried(surplus.pay_voucher, who(payer), clock, **payment)
            assert bool(done) == (persons(maker, approved_by, payer) == 3)
            if done:
                paid += 1
                break
        surplus.reverse_voucher(
            who(maker), clock, voucher=voucher.id, reason="the bank sent it back"
        )
    assert paid == len(ACCOUNTS)
    assert list(differences()) == []


def test_whoever_decided_a_claim_takes_no_step_of_its_payment(case, aliases, hands, clock):
    """The claims officer was given an office in the accounts in mid-flow: he stays who he is."""
    clock.go(2026, 12, 10)
    hands.decide(case, hands.claim(case))
    clock.go(2026, 12, 16)
    with pytest.raises(SamePerson, match="decided the claim may not draw its voucher"):
        surplus.draw_voucher(aliases, clock, case=case)
    voucher = surplus.draw_voucher(who("accounts"), clock, case=case)
    with pytest.raises(SamePerson, match="decided the claim may not approve it"):
        approvals.approve_voucher(aliases, clock, voucher=voucher.id)
    approvals.approve_voucher(who("accounts_2"), clock, voucher=voucher.id)
    with pytest.raises(SamePerson, match="decided the claim may not pay it"):
        surplus.pay_voucher(aliases, clock, voucher=voucher.id, mode="cash", reference="1")


def test_no_two_sign_ins_of_one_person_take_two_steps_of_a_challan(case, aliases, hands, clock):
    clock.go(2026, 12, 16)
    hands.head()
    taken = surplus.appropriate_surplus(who("accounts"), clock, case=case)
    for checker in ("accounts", "alias"):
        assert not tried(
            approvals.approve_appropriation, who(checker), clock, appropriation=taken.id
        )
    with pytest.raises(NotApproved):
        surplus.make_challan(who("accounts"), clock, appropriations=(taken.id,))
    approvals.approve_appropriation(who("commissioner"), clock, appropriation=taken.id)
    challan = surplus.make_challan(who("alias"), clock, appropriations=(taken.id,))
    remit = {"challan": challan.id, "treasury_number": "T-1", "on": clock.at.date()}
    with pytest.raises(NotApproved):
        surplus.enter_treasury_number(who("accounts_3"), clock, **remit)
    for checker in ("accounts", "alias"):
        assert not tried(approvals.approve_challan, who(checker), clock, challan=challan.id)
    approvals.approve_challan(who("accounts_2"), clock, challan=challan.id)
    for payer in ("accounts", "alias", "accounts_2"):
        assert not tried(surplus.enter_treasury_number, who(payer), clock, **remit)
    assert surplus.enter_treasury_number(who("accounts_3"), clock, **remit)
    assert list(differences()) == []


def test_nobody_signs_a_rate_order_that_he_prepared(aliases, people, clock):
    signed = 0
    for place, (maker, signer) in enumerate(product(COMMISSIONERS, COMMISSIONERS)):
        order = orders.make_rate_order(
            who(maker),
            clock,
            number=f"T-{place + 20}",
            since=clock.at.date().replace(day=20),
            pound_fee=Money(100),
            expenses=Money(100),
        )
        done = tried(orders.sign_rate_order, who(signer), clock, order=order.id)
        assert bool(done) == (persons(maker, signer) == 2), (maker, signer)
        signed += bool(done)
    assert signed == 4


def test_nobody_posts_a_correction_or_closes_a_month_that_he_prepared(case, aliases, clock):
    clock.go(2026, 12, 2)
    november = Month(2026, 11)
    moved = {"debit": Account.CASH, "credit": Account.DIFFERENCES, "amount": Money(5)}
    for maker, checker in product(ACCOUNTS, ACCOUNTS):
        one = corrections.prepare_correction(
            who(maker), clock, **moved, reason="counted again", corrects=1
        )
        done = tried(corrections.post_correction, who(checker), clock, correction=one.id)
        assert bool(done) == (persons(maker, checker) == 2), (maker, checker)
    months.prepare_month(who("alias"), clock, month=november)
    for checker in ("alias", "accounts"):
        assert not tried(months.close_month, who(checker), clock, month=november)
    assert months.close_month(who("commissioner"), clock, month=november)
    assert list(differences()) == []


def test_no_other_office_takes_any_step(case, aliases, people, clock, hands):
    """All money acts, each asked for by every office that has no such duty."""
    clock.go(2026, 12, 16)
    acts = {
        surplus.draw_voucher: {"case": case},
        surplus.appropriate_surplus: {"case": case},
        surplus.pay_voucher: {"voucher": 1, "mode": "cash", "reference": "1"},
        surplus.make_challan: {"appropriations": (1,)},
        surplus.enter_treasury_number: {
            "challan": 1,
            "treasury_number": "T",
            "on": clock.at.date(),
        },
        approvals.approve_voucher: {"voucher": 1},
        approvals.approve_appropriation: {"appropriation": 1},
        approvals.approve_challan: {"challan": 1},
        corrections.post_correction: {"correction": 1},
        months.close_month: {"month": Month(2026, 11)},
    }
    before = end_of_journal().id
    for (act, particulars), office in product(acts.items(), Office):
        if office in {Office.ACCOUNTS, Office.COMMISSIONER} or office not in people:
            continue
        with pytest.raises((NotYourDuty, Refusal)):
            act(people[office], clock, **particulars)
        db.session.rollback()
    assert end_of_journal().id == before


def test_a_step_written_past_the_acts_is_found_by_verify(case, hands, clock, people):
    """Somebody who owns the database writes an approval in the maker's own name."""
    clock.go(2026, 12, 16)
    taken = surplus.appropriate_surplus(who("accounts"), clock, case=case).id
    maker = who("accounts").person_id
    db.session.rollback()
    with db.engine.connect().execution_options(writing=True) as books:
        books.exec_driver_sql(
            "INSERT INTO approval (appropriation_id, at, by_id)"
            f" VALUES ({taken}, '2026-12-16 06:00:00', {maker})"
        )
        books.commit()
    assert "Appropriation 1 was made and approved by one person." in list(differences())


def test_two_persons_who_share_a_phone_are_one(case, hands, clock, people):
    clock.go(2026, 12, 16)
    by = people[Office.COMMAND_LINE]
    phone = {"phone": "9848011111"}
    one = enter_one_more(by, clock, "one", Office.ACCOUNTS, **phone)
    other = enter_one_more(by, clock, "other", Office.ACCOUNTS, **phone)
    taken = surplus.appropriate_surplus(one, clock, case=case)
    with pytest.raises(SamePerson):
        approvals.approve_appropriation(other, clock, appropriation=taken.id)


def test_told_by_sign_in_alone_a_second_account_would_pass(
    case, aliases, hands, clock, monkeypatch
):
    """The planted bug: persons told apart by the number of their sign-in and by nothing else."""
    monkeypatch.setattr("portal.registers.approvals.same_people", lambda person: {person})
    clock.go(2026, 12, 16)
    taken = surplus.appropriate_surplus(who("accounts"), clock, case=case)
    assert tried(approvals.approve_appropriation, who("alias"), clock, appropriation=taken.id)
