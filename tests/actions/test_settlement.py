"""From the hammer to the close: parts of a price, references, default, void, cash, owners."""

from datetime import timedelta

import pytest
from builders import rupees

from portal.actions import counter, ring, sales, settlement, staff, undone
from portal.law.delivery import Payer
from portal.law.ledger import Account
from portal.law.offices import Office
from portal.law.refusals import AlreadySold
from portal.law.refusals_of_books import (
    AlreadyDelivered,
    AlreadyPaid,
    LotNotWaiting,
    NothingChanged,
    NotSold,
    NumberAlreadyUsed,
    SaleNotOpen,
)
from portal.law.refusals_of_deposits import LotsNotPaid
from portal.law.refusals_of_ring import BiddingHeld, NotHeld, ReceiptStands
from portal.law.refusals_of_settlement import (
    BooksDoNotTally,
    CashNotCounted,
    CountedAndCloses,
    HammerFellBefore,
    MoreThanDue,
    NothingOwedBack,
    NotInRingNow,
    PartPaid,
    ReasonForDifference,
    ReferenceUnreadable,
    ReferenceUsed,
    SaleOfLotUndone,
    TimeToPayRuns,
    VoidIsOrdered,
    VoidNeedsAnother,
)
from portal.registers.base import NotOnRegister, db
from portal.registers.books import differences
from portal.registers.case import CaseStage, find_sold, gather
from portal.registers.case_list import list_cases
from portal.registers.closing import cash_booked, counts_of
from portal.registers.impound import find_impounding
from portal.registers.journal import last_line
from portal.registers.ledger import balances
from portal.registers.people import Officer
from portal.registers.redeeming import find_visit, held_at
from portal.registers.sales import find_lot
from portal.registers.settlement import hammer_money, lots_to_hand_over, receipt_for_lot

PRICE = 5_000
UTR = "123456789012"


@pytest.fixture
def cases(inside, hands, clock):
    """Two animals whose owners' ten days are over."""
    both = [hands.take_in(number) for number in (1, 2)]
    clock.go(2026, 11, 30)
    return both


@pytest.fixture
def sale(cases, hands):
    """Lot 1 is sold to card 23 for 5,000 and unpaid; lot 2 waits."""
    sale = hands.arrange(*cases)
    hands.ask_for_deposit(sale)
    hands.open(sale)
    for card in (23, 41):
        hands.give_card(sale, card)
        hands.take_deposit(sale, card)
    hands.bring_in(sale)
    hands.bid(sale, PRICE)
    hands.knock_down(sale, PRICE)
    return sale


def owes():
    return rupees(0) - balances()[Account.OWED_BY_BUYERS]


def stage(case, clock):
    found = gather(find_impounding(case), clock.at.date()).stage
    (listed,) = [one for one in list_cases(clock.at.date()).cases if one.number == case]
    assert listed.stage is found, "the list and the page of a case say different things"
    return found


def test_a_price_is_paid_in_parts_and_what_is_due_falls_by_each(sale, cases, hands, clock):
    for part, left in ((1_500, 3_500), (500, 3_000), (2_999, 1)):
        hands.pay(sale, part)
        assert owes() == rupees(left)
        assert hammer_money(1).price().due == rupees(left)
        assert stage(cases[0], clock) is CaseStage.SOLD_NOT_PAID
        with pytest.raises(PartPaid, match=f"₹{left:,} of the price"):
            hands.hand_over(sale)
        assert lots_to_hand_over() == []
        assert list(differences()) == []
    last = hands.pay(sale, 1)
    assert receipt_for_lot(1).written == last.written
    assert stage(cases[0], clock) is CaseStage.SURPLUS_HELD
    assert [receipt.id for _lot, receipt in lots_to_hand_over()] == [last.id]
    hands.hand_over(sale)
    assert list(differences()) == []


def test_never_more_than_is_due_is_taken(sale, hands):
    hands.pay(sale, 4_000)
    for wrong in (1_001, 5_000, 0):
        with pytest.raises(MoreThanDue, match="₹1,000 is still due"):
            hands.pay(sale, wrong)
    hands.pay(sale, 1_000)
    with pytest.raises(AlreadyPaid):
        hands.pay(sale, 1)


def test_a_part_that_was_a_mistake_is_reversed_and_is_due_again(sale, hands, people, clock):
    first, second = hands.pay(sale, 2_000), hands.pay(sale, 3_000)
    by = people[Office.CLERK]
    settlement.reverse_receipt(
        by, clock, year=first.year, number=first.number, reason="wrong lot typed"
    )
    assert owes() == rupees(2_000)
    assert receipt_for_lot(1) is None
    with pytest.raises(PartPaid):
        hands.hand_over(sale)
    with pytest.raises(ReceiptStands, match=second.written):
        ring.reopen_lot(by, clock, sale=sale, lot=1, reason="heard wrongly")
    assert list(differences()) == []


@pytest.mark.parametrize(
    ("mode", "reference", "kept"),
    [
        ("UPI", "1234 5678 9012", UTR),
        ("bank transfer", "sbin-0001 2345", "SBIN00012345"),
        ("cash", "not asked", ""),
    ],
)
def test_a_reference_is_kept_as_the_bank_writes_it(sale, hands, mode, reference, kept):
    assert hands.pay(sale, 100, mode=mode, reference=reference).reference == kept


@pytest.mark.parametrize(
    ("mode", "reference"),
    [
        ("UPI", "12345678901"),
        ("UPI", "1234567890123"),
        ("UPI", "UPI 7"),
        ("UPI", "౧౨౩౪౫౬౭౮౯౦౧౨"),
        ("UPI", ""),
        ("bank transfer", "12345"),
        ("bank transfer", ""),
    ],
)
def test_what_is_no_reference_is_not_taken(sale, hands, mode, reference):
    with pytest.raises(ReferenceUnreadable):
        hands.pay(sale, 100, mode=mode, reference=reference)
    assert owes() == rupees(PRICE)


def test_one_payment_is_shown_once_only(sale, cases, hands, people, clock):
    first = hands.pay(sale, 100, mode="UPI", reference=UTR)
    with pytest.raises(ReferenceUsed, match=first.written):
        hands.pay(sale, 200, mode="UPI", reference=f"{UTR[:6]} {UTR[6:]}")
    settlement.reverse_receipt(
        people[Office.CLERK], clock, year=first.year, number=first.number, reason="wrong sum"
    )
    hands.pay(sale, 200, mode="UPI", reference=UTR)
    assert list(differences()) == []


def test_a_buyer_is_in_default_only_after_his_last_day(sale, hands, clock):
    with pytest.raises(TimeToPayRuns, match="30 Nov"):
        hands.put_in_default(sale)
    clock.go(2026, 11, 30, 23, 59, 59)
    with pytest.raises(TimeToPayRuns):
        hands.put_in_default(sale)
    clock.go(2026, 12, 1, 0, 0, 0)
    hands.put_in_default(sale)


def test_the_part_is_owed_back_and_the_animal_is_due_again(sale, cases, hands, clock):
    hands.pay(sale, 1_500)
    clock.go(2026, 12, 1)
    owed = hands.put_in_default(sale)
    assert owed.amount == rupees(1_500)
    assert owes() == rupees(0)
    assert balances()[Account.OWED_BACK] == rupees(1_500)
    assert balances()[Account.SURPLUS_HELD] == rupees(0)
    assert stage(cases[0], clock) is CaseStage.DUE
    assert list(differences()) == []
    hands.give_back(owed.id)
    assert balances()[Account.OWED_BACK] == rupees(0)
    with pytest.raises(NothingOwedBack):
        hands.give_back(owed.id)
    assert list(differences()) == []


def test_a_lot_in_default_goes_to_nobody_by_itself_and_is_offered_anew(sale, cases, hands, clock):
    clock.go(2026, 12, 1)
    hands.put_in_default(sale)
    assert find_sold(find_impounding(cases[0])) is None
    with pytest.raises(LotNotWaiting):
        hands.bring_in(sale)
    with pytest.raises(NotSold):
        hands.pay(sale, PRICE)
    again = hands.arrange(cases[0])
    hands.open(again)
    hands.give_card(again, 41)
    hands.bring_in(again)
    assert find_lot(again, 1).ring().standing_bid is None
    hands.bid(again, 6_000, card=41)
    hands.knock_down(again, 6_000, card=41)
    hands.pay(again, 6_000)
    assert stage(cases[0], clock) is CaseStage.SURPLUS_HELD
    assert list(differences()) == []


def test_the_deposit_of_a_buyer_in_default_is_forfeited_not_given_back(sale, hands, clock):
    clock.go(2026, 12, 1)
    hands.put_in_default(sale)
    with pytest.raises(LotsNotPaid, match="lot 1"):
        hands.refund_deposit(sale, 23)
    hands.forfeit_deposit(sale, 23)
    hands.refund_deposit(sale, 41)
    assert balances()[Account.FORFEITS] == rupees(2_000)
    assert list(differences()) == []


def test_a_paid_lot_is_never_in_default(sale, hands, clock):
    hands.pay(sale, PRICE)
    clock.go(2026, 12, 1)
    with pytest.raises(AlreadyPaid):
        hands.put_in_default(sale)


def test_a_receipt_of_a_sale_that_was_undone_is_not_reversed(sale, hands, people, clock):
    part = hands.pay(sale, 1_500)
    clock.go(2026, 12, 1)
    hands.put_in_default(sale)
    with pytest.raises(SaleOfLotUndone, match=part.written):
        settlement.reverse_receipt(
            people[Office.CLERK], clock, year=part.year, number=part.number, reason="x"
        )


def test_a_settled_sale_is_made_void_by_order_and_another_person(sale, cases, hands, clock):
    hands.pay(sale, 2_000)
    hands.pay(sale, 3_000)
    with pytest.raises(NotOnRegister):
        hands.make_void(sale)
    hands.order_void(sale)
    with pytest.raises(VoidIsOrdered, match="V-1"):
        hands.order_void(sale, number="V-2")
    assert owes() == rupees(0)
    assert find_sold(find_impounding(cases[0])) is not None
    owed = hands.make_void(sale)
    assert owed.amount == rupees(PRICE)
    assert stage(cases[0], clock) is CaseStage.DUE
    assert balances()[Account.OWED_BACK] == rupees(PRICE)
    hands.give_back(owed.id)
    assert list(differences()) == []
    with pytest.raises(NotSold):
        hands.make_void(sale)


def test_who_orders_a_sale_void_does_not_carry_it_out(sale, hands, people, clock):
    hands.pay(sale, PRICE)
    hands.order_void(sale)
    person = people[Office.COMMISSIONER].person_id
    staff.appoint(
        people[Office.ADMINISTRATOR],
        clock,
        person=person,
        office=Office.CLERK,
        order_number="T-30",
        since=clock.at.date(),
    )
    with pytest.raises(VoidNeedsAnother):
        undone.make_void(Officer(person, Office.CLERK), clock, sale=sale, lot=1)


def test_nothing_is_void_once_the_animal_has_left(sale, hands):
    hands.pay(sale, PRICE)
    hands.order_void(sale)
    hands.hand_over(sale)
    with pytest.raises(AlreadyDelivered):
        hands.make_void(sale)


def test_an_order_number_is_used_once(sale, hands):
    hands.order_void(sale)
    hands.make_void(sale)
    hands.bring_in(sale, 2)
    hands.bid(sale, PRICE, lot=2, card=41)
    hands.knock_down(sale, PRICE, lot=2, card=41)
    with pytest.raises(NumberAlreadyUsed):
        hands.order_void(sale, 2)


def close(hands, sale, by=Office.AUCTIONEER):
    sales.close_sale(hands.people[by], hands.clock, sale=sale)


def test_a_sale_closes_on_counted_cash_only(sale, hands):
    hands.pay(sale, PRICE)
    with pytest.raises(CashNotCounted, match="₹9,000 must be in the box"):
        close(hands, sale)
    hands.count_cash(sale)
    with pytest.raises(CountedAndCloses):
        close(hands, sale, by=Office.CLERK)
    hands.refund_deposit(sale, 41)
    with pytest.raises(CashNotCounted, match="₹7,000"):
        close(hands, sale)
    hands.count_cash(sale)
    close(hands, sale)
    with pytest.raises(SaleNotOpen):
        hands.bring_in(sale, 2)


def test_cash_counts_only_what_came_and_went_in_cash(sale, hands, clock):
    assert cash_booked(sale) == rupees(4_000)  # two deposits
    hands.pay(sale, 1_000)
    hands.pay(sale, 500, mode="UPI", reference=UTR)
    assert cash_booked(sale) == rupees(5_000)
    hands.refund_deposit(sale, 41)
    clock.go(2026, 12, 1)
    owed = hands.put_in_default(sale)
    assert cash_booked(sale) == rupees(3_000)
    hands.give_back(owed.id)
    assert cash_booked(sale) == rupees(1_500)


def test_a_difference_has_its_reason_and_is_never_hidden(sale, hands):
    with pytest.raises(ReasonForDifference, match="₹3,500 is in the box and ₹4,000"):
        hands.count_cash(sale, over=-500)
    hands.count_cash(sale, over=-500, reason="a note was torn")
    hands.count_cash(sale)
    later, earlier = counts_of(sale)
    assert (earlier.difference, earlier.reason) == (rupees(-500), "a note was torn")
    assert later.difference == rupees(0)
    close(hands, sale)


def test_a_part_paid_lot_does_not_tally(sale, hands):
    hands.bring_in(sale, 2)
    hands.bid(sale, PRICE, lot=2, card=41)
    hands.knock_down(sale, PRICE, lot=2, card=41)
    hands.pay(sale, PRICE, lot=2)
    hands.pay(sale, PRICE - 500)
    hands.count_cash(sale)
    with pytest.raises(BooksDoNotTally) as refused:
        close(hands, sale)
    assert refused.value.sentence == (
        "Books do not tally: receipts ₹9,500, slips ₹10,000. See lot 1. The sale was not closed."
    )
    hands.pay(sale, 500)
    hands.count_cash(sale)
    close(hands, sale)


def test_an_unpaid_lot_does_not_keep_a_sale_open(sale, hands):
    hands.count_cash(sale)
    close(hands, sale)


@pytest.fixture
def in_ring(sale, hands):
    """Lot 2 is in the ring with a bid of card 41."""
    hands.bring_in(sale, 2)
    hands.bid(sale, PRICE, lot=2, card=41)
    return sale


def test_the_ring_is_held_while_the_owner_pays_and_payment_takes_the_lot_out(
    in_ring, cases, hands, people, clock
):
    with pytest.raises(NotInRingNow):
        counter.hold_for_owner(people[Office.CLERK], clock, case=cases[0])
    counter.hold_for_owner(people[Office.CLERK], clock, case=cases[1])
    with pytest.raises(NothingChanged):
        counter.hold_for_owner(people[Office.CLERK], clock, case=cases[1])
    for stopped in (
        lambda: hands.bid(in_ring, 5_500, lot=2),
        lambda: hands.knock_down(in_ring, PRICE, lot=2, card=41),
    ):
        with pytest.raises(BiddingHeld):
            stopped()
    hands.release(cases[1])
    assert find_lot(in_ring, 2).stage().value == "withdrawn"
    assert stage(cases[1], clock) is CaseStage.RELEASED


def test_a_hold_is_over_after_five_minutes_by_itself(in_ring, cases, hands, people, clock):
    held = counter.hold_for_owner(people[Office.CLERK], clock, case=cases[1])
    clock.at = held.until - timedelta(seconds=1)
    with pytest.raises(BiddingHeld):
        hands.bid(in_ring, 5_500, lot=2)
    clock.at = held.until
    lot = find_lot(in_ring, 2)
    assert held_at(lot.ring(), lot.id, clock.at).held is None
    hands.bid(in_ring, 5_500, lot=2)
    hands.knock_down(in_ring, 5_500, lot=2)


def test_a_hold_that_is_given_up_lets_the_ring_go_on(in_ring, cases, hands, people, clock):
    counter.hold_for_owner(people[Office.CLERK], clock, case=cases[1])
    counter.give_up_hold(people[Office.CLERK], clock, case=cases[1])
    hands.knock_down(in_ring, PRICE, lot=2, card=41)
    with pytest.raises(NotInRingNow):
        counter.give_up_hold(people[Office.CLERK], clock, case=cases[1])


def test_only_a_hold_for_the_owner_is_given_up_at_the_counter(in_ring, cases, people, clock):
    ring.hold_bidding(people[Office.CLERK], clock, sale=in_ring, lot=2, reason="a break")
    with pytest.raises(NotHeld):
        counter.give_up_hold(people[Office.CLERK], clock, case=cases[1])


@pytest.mark.parametrize(("seconds", "words"), [(18, "18 seconds"), (240, "4 minutes")])
def test_payment_after_the_hammer_leads_to_a_claim(sale, cases, hands, clock, seconds, words):
    clock.at += timedelta(seconds=seconds)
    with pytest.raises(HammerFellBefore) as refused:
        hands.release(cases[0])
    said = refused.value.sentence
    assert isinstance(refused.value, AlreadySold)
    assert f"the hammer fell {words} before" in said
    surplus = find_sold(find_impounding(cases[0])).division.surplus
    assert f"₹{surplus.paise // 100:,}" in said
    assert "until Tue 15 Dec 2026" in said


@pytest.mark.parametrize(
    ("told", "agree"),
    [
        ({"colour": "Black", "sex": "she", "marks": "a white star", "ear_tag": "none"}, 4),
        ({"colour": "brown", "sex": "male", "marks": "cut ear", "ear_tag": "1234"}, 0),
        ({"colour": "black"}, 1),
        ({}, 0),
    ],
)
def test_what_is_told_at_the_counter_is_kept_and_only_counted(cases, people, clock, told, agree):
    kept = counter.keep_visit(
        people[Office.POUND_KEEPER],
        clock,
        case=cases[0],
        payer=Payer("M. Das", "K. Yellaiah", "letter of 29 Nov"),
        phone="9848012345",
        told=told,
    )
    visit = find_visit(kept)
    assert (visit.owner, visit.agent, visit.agree) == ("K. Yellaiah", "M. Das", agree)
    assert visit.asked == (4 if told else 0)
    assert "9848012345" not in str(last_line().particulars)
    db.session.rollback()
