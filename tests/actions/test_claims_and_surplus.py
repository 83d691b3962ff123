"""Claims and the way of the surplus, acts as they are done at the counters."""

import pytest

from portal.actions import pound, surplus
from portal.actions.claims import take_claim
from portal.law.offices import Office
from portal.law.refusals import (
    BelongsToOwner,
    ClaimTooLate,
    ClaimUndecided,
    DecidesOwnMatter,
    NothingToPay,
    OrderMustNameAll,
    PaymentNotOpen,
    StillClaimable,
    TwoOwners,
)
from portal.law.refusals_of_books import (
    AlreadyPaid,
    AlreadyRemitted,
    BuyerHasNotPaid,
    MoneyHasLeft,
    NoClaim,
    NothingToRemit,
    NotSold,
    OnChallan,
)
from portal.law.surplus import Finding
from portal.registers.base import db
from portal.registers.books import differences
from portal.registers.case import CaseStage, gather
from portal.registers.impound import find_impounding


@pytest.fixture
def case(inside, hands, clock):
    """A buffalo sold on 30 November for 42,500, paid."""
    case = hands.take_in(412)
    clock.go(2026, 11, 30)
    hands.sell(case, 42_500)
    return case


def stage(case, clock):
    return gather(find_impounding(case), clock.at.date()).stage


def test_a_claimant_who_proves_is_paid_after_the_last_claim_day(case, hands, clock):
    clock.go(2026, 12, 10)
    claim = hands.claim(case)
    assert stage(case, clock) is CaseStage.CLAIMED
    hands.decide(case, claim)
    assert stage(case, clock) is CaseStage.ORDERED
    clock.go(2026, 12, 15, 23, 59)
    with pytest.raises(PaymentNotOpen):
        hands.accounts(surplus.draw_voucher, case=case)
    clock.go(2026, 12, 16, 0, 0)
    voucher = hands.accounts(surplus.draw_voucher, case=case)
    assert voucher.amount.decimal == "40482.50"
    with pytest.raises(MoneyHasLeft):
        hands.accounts(surplus.draw_voucher, case=case)
    with pytest.raises(MoneyHasLeft):
        hands.accounts(surplus.appropriate_surplus, case=case)
    hands.accounts(surplus.pay_voucher, voucher=voucher.id, mode="bank", reference="UTR")
    with pytest.raises(AlreadyPaid):
        hands.accounts(surplus.pay_voucher, voucher=voucher.id, mode="bank", reference="UTR")
    assert stage(case, clock) is CaseStage.PAID_TO_OWNER
    assert list(differences()) == []


@pytest.mark.parametrize(("minute", "late"), [(59, False), (60, True)])
def test_one_who_appears_in_the_last_minute_is_in_time(case, hands, clock, minute, late):
    if not late:
        clock.go(2026, 12, 15, 23, minute)
        assert hands.claim(case).appeared_on.day == 15
        return
    clock.go(2026, 12, 16, 0, 0)
    with pytest.raises(ClaimTooLate):
        hands.claim(case)


def test_with_two_claims_the_order_names_both_and_allows_one(case, hands, clock, people):
    clock.go(2026, 12, 10)
    first, second = hands.claim(case), hands.claim(case, "Md. Saleem", online=True)
    assert stage(case, clock) is CaseStage.TWO_CLAIMS
    with pytest.raises(OrderMustNameAll, match=rf"A-{first.id}, A-{second.id}"):
        hands.decide(case, first)
    from portal.actions import claims

    with pytest.raises(TwoOwners):
        claims.decide_claims(
            people[Office.CLAIMS_OFFICER],
            clock,
            case=case,
            findings={first.id: Finding.ALLOWED, second.id: Finding.ALLOWED},
            reasons="both",
        )
    hands.decide(case, second, first)


def test_a_rival_who_comes_after_the_order_opens_the_matter_again(case, hands, clock):
    clock.go(2026, 12, 10)
    first = hands.claim(case)
    hands.decide(case, first)
    clock.go(2026, 12, 14)
    rival = hands.claim(case, "Md. Saleem")
    clock.go(2026, 12, 16)
    for act in (surplus.draw_voucher, surplus.appropriate_surplus):
        with pytest.raises(ClaimUndecided):
            hands.accounts(act, case=case)
    hands.decide(case, rival, first)
    assert hands.accounts(surplus.draw_voucher, case=case).payee == "Md. Saleem"


def test_nobody_decides_a_claim_he_took_in_himself(case, hands, clock, people):
    clock.go(2026, 12, 10)
    officer = people[Office.CLAIMS_OFFICER]
    from builders import Claimant

    own = take_claim(
        officer, clock, case=case, claimant=Claimant("K. Yellaiah", "9848012345", "mine")
    )
    with pytest.raises(DecidesOwnMatter):
        hands.decide(case, own)


def test_nobody_claims_where_nothing_was_sold_or_nothing_is_left(inside, hands, clock):
    unsold, short = hands.take_in(1), hands.take_in(2)
    with pytest.raises(NotSold):
        hands.claim(unsold)
    clock.go(2026, 11, 30)
    hands.sell(short, 1_200)
    with pytest.raises(NothingToPay):
        hands.claim(short)
    with pytest.raises(NoClaim):
        hands.decide(short, None)


def test_what_nobody_claims_is_appropriated_and_remitted(case, hands, clock):
    clock.go(2026, 12, 15)
    with pytest.raises(StillClaimable):
        hands.accounts(surplus.appropriate_surplus, case=case)
    clock.go(2026, 12, 16)
    wrong = hands.accounts(surplus.appropriate_surplus, case=case)
    hands.accounts(surplus.reverse_appropriation, appropriation=wrong.id, reason="too soon")
    taken = hands.accounts(surplus.appropriate_surplus, case=case)
    with pytest.raises(NothingToRemit):
        hands.accounts(surplus.make_challan, head_of_account="0070", appropriations=(wrong.id,))
    challan = hands.accounts(
        surplus.make_challan, head_of_account="0070", appropriations=(taken.id,)
    )
    with pytest.raises(OnChallan):
        hands.accounts(surplus.reverse_appropriation, appropriation=taken.id, reason="too late")
    remit = {"challan": challan.id, "treasury_number": "T-1", "on": clock.at.date()}
    hands.accounts(surplus.enter_treasury_number, **remit)
    with pytest.raises(AlreadyRemitted):
        hands.accounts(surplus.enter_treasury_number, **remit)
    assert list(differences()) == []


def test_a_refused_claim_leaves_the_surplus_to_the_government(case, hands, clock):
    clock.go(2026, 12, 10)
    claim = hands.claim(case)
    hands.decide(case, None, claim)
    clock.go(2026, 12, 16)
    hands.accounts(surplus.appropriate_surplus, case=case)
    assert stage(case, clock) is CaseStage.TO_GOVERNMENT


def test_an_allowed_claim_keeps_the_government_out(case, hands, clock):
    clock.go(2026, 12, 10)
    hands.decide(case, hands.claim(case))
    clock.go(2026, 12, 16)
    with pytest.raises(BelongsToOwner):
        hands.accounts(surplus.appropriate_surplus, case=case)


def test_money_that_came_back_is_held_again(case, hands, clock):
    clock.go(2026, 12, 10)
    hands.decide(case, hands.claim(case))
    clock.go(2026, 12, 16)
    voucher = hands.accounts(surplus.draw_voucher, case=case)
    hands.accounts(surplus.pay_voucher, voucher=voucher.id, mode="bank", reference="UTR")
    hands.accounts(surplus.reverse_voucher, voucher=voucher.id, reason="account closed")
    assert stage(case, clock) is CaseStage.ORDERED
    again = hands.accounts(surplus.draw_voucher, case=case)
    assert (again.attempt, again.amount) == (2, voucher.amount)
    assert list(differences()) == []


def test_no_money_leaves_that_has_not_come_in(inside, hands, clock, people):
    case = hands.take_in(1)
    clock.go(2026, 11, 30)
    sale = hands.arrange(case)
    hands.open(sale)
    hands.give_card(sale)
    hands.bring_in(sale)
    hands.bid(sale, 5_000)
    hands.knock_down(sale, 5_000)
    clock.go(2026, 12, 16)
    for act in (surplus.draw_voucher, surplus.appropriate_surplus):
        with pytest.raises(BuyerHasNotPaid):
            hands.accounts(act, case=case)


def test_a_stopped_sale_waits_for_its_reason_to_end(inside, hands, clock, people):
    case = hands.take_in(1)
    keeper = people[Office.POUND_KEEPER]
    pound.stop_sale(keeper, clock, case=case, reason="order of the court")
    clock.go(2026, 11, 30)
    assert stage(case, clock) is CaseStage.STOPPED
    from portal.law.refusals import SaleStopped
    from portal.registers.impound import impediments

    with pytest.raises(SaleStopped):
        hands.arrange(case)
    stopped = impediments(find_impounding(case).id)[0]
    pound.end_stop_of_sale(keeper, clock, impediment=stopped.id, reason="order ended")
    hands.arrange(case)
    db.session.rollback()


def test_a_claim_sent_twice_is_one_claim_and_no_rival_of_itself(case, hands, clock):
    clock.go(2026, 12, 10)
    first = hands.claim(case, online=True)
    assert hands.claim(case, online=True).id == first.id
    assert stage(case, clock) is CaseStage.CLAIMED
    assert hands.claim(case, "Md. Saleem", online=True).id != first.id


def test_a_reading_that_is_not_offered_is_refused(inside, people, clock):
    from portal.actions import orders
    from portal.law.readings import Reading
    from portal.law.refusals_of_books import ChoiceNotOffered

    with pytest.raises(ChoiceNotOffered, match="R4"):
        orders.enter_reading(
            people[Office.COMMISSIONER],
            clock,
            reading=Reading.R4,
            choice="halved",
            authority="file",
            since=clock.at.date(),
        )
