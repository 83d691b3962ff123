"""Checks of held bidders, what follows from them, and the staff list they rest on (3)."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from builders import KEY, listed_member, rupees

from portal.actions import checks, settlement, staff, staff_list
from portal.law.checks import Finding, Reason
from portal.law.offices import Office
from portal.law.refusals import PurchaserBarred
from portal.law.refusals_of_cards import (
    CardNeedsCheck,
    CheckedByOneWithAPart,
    FactsMoved,
    NotBarred,
    NotToBeWaived,
    NoUnderBidder,
    RowsUnclear,
    SecondOfficerNeeded,
    StaffListInDoubt,
    StaffListTooOld,
)
from portal.law.screening import Outcome
from portal.registers.base import db
from portal.registers.books import differences
from portal.registers.cards import find_card
from portal.registers.matching import hide_all
from portal.registers.people import Officer
from portal.registers.sales import find_lot
from portal.registers.screening import held_now, last_screening
from portal.registers.settlement import Receipt
from portal.registers.staff_list import StaffMemberEnd, version_in_doubt

WORDS = "His voter slip and his passbook show another man."
PHONE = "9000000077"


@pytest.fixture
def sale(inside, hands, clock):
    case = hands.take_in(1)
    clock.go(2026, 11, 30)
    sale = hands.arrange(case)
    hands.open(sale)
    return sale


class Checker:
    def __init__(self, hands, people):
        self.hands, self.people = hands, people

    def decide(self, sale, card=30, finding=Finding.CLEARED, by=Office.CLAIMS_OFFICER, **more):
        held = more.get("screening") or last_screening(find_card(sale, card).id).id
        reasons = {Finding.CLEARED: Reason.SHARED_BY_MANY, Finding.BARRED: Reason.BUYS_FOR_OFFICER}
        return checks.decide_check(
            by if isinstance(by, Officer) else self.people[by],
            self.hands.clock,
            screening=held,
            finding=finding,
            reason=reasons[finding],
            words=WORDS,
        )


@pytest.fixture
def checker(hands, people):
    return Checker(hands, people)


@pytest.fixture
def held(sale, hands):
    """A card that shares its phone with a pound-keeper, ahead of another on the lot."""
    hands.list_staff(phone=PHONE)
    hands.give_card(sale, 30, phone=PHONE)
    hands.give_card(sale, 31)
    hands.bring_in(sale)
    hands.bid(sale, 5_000, card=31)
    hands.bid(sale, 5_500, card=30)
    return sale


@pytest.mark.check("C17")
def test_two_officers_clear_a_shared_phone_and_only_then_is_money_taken(held, hands, checker):
    hands.knock_down(held, 5_500, card=30)
    with pytest.raises(CardNeedsCheck):
        hands.pay(held, 5_500)
    assert checker.decide(held) is Outcome.HOLD
    with pytest.raises(CheckedByOneWithAPart, match="before"):
        checker.decide(held)
    with pytest.raises(CardNeedsCheck):
        hands.pay(held, 5_500)
    assert checker.decide(held, by=Office.COMMISSIONER) is Outcome.NOTE
    hands.pay(held, 5_500)
    hands.hand_over(held)


@pytest.mark.check("C17")
def test_a_bar_gives_the_lot_to_the_under_bidder_and_the_books_agree(held, hands, checker, people):
    hands.knock_down(held, 5_500, card=30)
    assert checker.decide(held, finding=Finding.BARRED) is Outcome.BAR
    lot = find_lot(held, 1)
    assert lot.winning_bid() is None
    division = checks.give_to_under_bidder(
        people[Office.CLAIMS_OFFICER], hands.clock, sale=held, lot=1
    )
    assert division.hammer_price == rupees(5_000)
    assert lot.winning_bid().card.number == 31
    with pytest.raises(PurchaserBarred):
        hands.bid(held, 9_000, card=30)
    hands.pay(held, 5_000)
    assert list(differences()) == []


def test_a_bar_in_the_ring_strikes_out_his_bids_and_the_price_falls_back(held, hands, checker):
    checker.decide(held, finding=Finding.BARRED)
    ring = find_lot(held, 1).ring()
    assert (ring.standing_card, ring.standing_bid) == (31, rupees(5_000))
    hands.knock_down(held, 5_000, card=31)


def test_without_another_bid_the_lot_can_be_put_up_again(sale, hands, checker, people):
    hands.list_staff(phone=PHONE)
    hands.give_card(sale, 30, phone=PHONE)
    hands.bring_in(sale)
    hands.bid(sale, 5_000, card=30)
    hands.knock_down(sale, 5_000, card=30)
    checker.decide(sale, finding=Finding.BARRED)
    with pytest.raises(NoUnderBidder):
        checks.give_to_under_bidder(people[Office.CLAIMS_OFFICER], hands.clock, sale=sale, lot=1)
    hands.bring_in(sale)


@pytest.mark.check("C17")
def test_nobody_with_a_part_in_it_decides(held, hands, checker, people, clock):
    """The giver of the card, his second account, a kinsman, one of the pound, one unknown."""
    by = people[Office.ADMINISTRATOR]

    def officer(name, office=Office.CLAIMS_OFFICER, pound_id=None, phone="", **keys):
        known_by = hide_all(KEY, phone=phone, **keys)
        person = staff.enter_person(
            by, clock, name=name, sign_in_name=name, phone=phone, known_by=known_by
        )
        staff.appoint(
            by, clock, person=person.id, office=office, order_number=f"T-{name}",
            since=date(2026, 1, 1), pound_id=pound_id,
        )  # fmt: skip
        return Officer(person.id, office)

    clerk = {"identity": "OFFICER CLERK"}
    wrong = [
        officer("second account of the clerk", **clerk),
        officer("same pound", identity="P 1", pound_id=1),
        officer("bidder's phone", phone=f"+91{PHONE}", identity="P 2"),
        officer("own card in the sale", identity="ID-31"),
        officer("nothing known of him"),
    ]
    for one in wrong:
        for finding in Finding:
            with pytest.raises(CheckedByOneWithAPart):
                checker.decide(held, by=one, finding=finding)
    assert last_screening(find_card(held, 30).id).came_to is Outcome.HOLD


@pytest.mark.check("C17")
def test_nobody_can_waive_a_true_match(held, hands, checker):
    hands.list_staff(identity="ID-30")
    with pytest.raises((NotToBeWaived, FactsMoved)):
        checker.decide(held)
    with pytest.raises(PurchaserBarred):
        hands.bid(held, 6_500, card=30)
    with pytest.raises(NotToBeWaived):
        checker.decide(held)


@pytest.mark.check("C17")
def test_a_finding_on_facts_that_moved_is_refused_and_a_clear_lapses_with_them(
    held, hands, checker
):
    looked_at = last_screening(find_card(held, 30).id).id
    hands.list_staff(name="PC 8", phone=PHONE)
    with pytest.raises(FactsMoved):
        checker.decide(held, screening=looked_at)
    hands.knock_down(held, 5_500, card=30)
    with pytest.raises(CardNeedsCheck):
        hands.pay(held, 5_500)
    checker.decide(held)
    checker.decide(held, by=Office.COMMISSIONER)
    hands.list_staff(name="PC 7", phone=PHONE)
    with pytest.raises(CardNeedsCheck):
        hands.pay(held, 5_500)
    assert [one.card_id for one in held_now()] == [find_card(held, 30).id]


@pytest.mark.check("C16")
def test_a_hold_does_not_pass_by_waiting_until_the_officer_leaves(sale, hands, people, clock):
    member = hands.list_staff(phone=PHONE)
    hands.give_card(sale, 30, phone=PHONE)
    hands.bring_in(sale)
    hands.bid(sale, 5_000, card=30)
    hands.knock_down(sale, 5_000, card=30)
    staff_list.end_staff_listing(
        people[Office.ADMINISTRATOR], clock, staff_member=member.id, order_number="T-50",
        from_day=date(2026, 12, 1),
    )  # fmt: skip
    clock.go(2026, 12, 1)
    with pytest.raises(CardNeedsCheck):
        hands.pay(sale, 5_000)


@pytest.mark.check("C17")
def test_who_was_found_barred_stays_so_at_the_next_sale_with_another_phone(
    held, hands, checker, clock
):
    checker.decide(held, finding=Finding.BARRED)
    case = hands.take_in(2)
    clock.go(2026, 12, 15)
    following = hands.arrange(case)
    hands.open(following)
    with pytest.raises(PurchaserBarred):
        hands.give_card(following, 44, identity="ID-30", phone="9000000099")


def test_a_buyer_listed_after_the_hammer_loses_the_lot_by_an_act(held, hands, people, checker):
    hands.knock_down(held, 5_500, card=30)
    officer = people[Office.CLAIMS_OFFICER]
    with pytest.raises(NotBarred):
        checks.take_back_from_barred(officer, hands.clock, sale=held, lot=1)
    hands.list_staff(identity="ID-30")
    with pytest.raises(PurchaserBarred):
        hands.pay(held, 5_500)
    checks.take_back_from_barred(officer, hands.clock, sale=held, lot=1)
    checks.give_to_under_bidder(officer, hands.clock, sale=held, lot=1)
    assert list(differences()) == []


def test_a_receipt_that_was_reversed_before_the_lot_was_taken_back_still_agrees(
    held, hands, people, checker
):
    hands.knock_down(held, 5_500, card=30)
    checker.decide(held)
    checker.decide(held, by=Office.COMMISSIONER)
    receipt = hands.pay(held, 5_500)
    settlement.reverse_receipt(
        people[Office.CLERK], hands.clock, year=receipt.year, number=receipt.number, reason="x"
    )
    hands.list_staff(identity="ID-30")
    officer = people[Office.CLAIMS_OFFICER]
    checks.take_back_from_barred(officer, hands.clock, sale=held, lot=1)
    checks.give_to_under_bidder(officer, hands.clock, sale=held, lot=1)
    assert list(differences()) == []


# The list itself


class Lists:
    def __init__(self, people, clock):
        self.people, self.clock = people, clock

    def upload(self, listed, order="T-60"):
        return staff_list.upload_staff_list(
            self.people[Office.ADMINISTRATOR], self.clock, order_number=order, listed=listed
        )


@pytest.fixture
def lists(inside, people, clock):
    return Lists(people, clock)


def force(count, **keys):
    return [listed_member(n, identity=f"FORCE {n}", **keys) for n in range(count)]


def ends():
    return db.session.query(StaffMemberEnd).count()


@pytest.mark.check("C56")
@pytest.mark.parametrize(("dropped", "in_doubt"), [(0, False), (5, False), (6, True), (100, True)])
def test_an_upload_that_drops_more_than_five_in_a_hundred_is_in_doubt(lists, dropped, in_doubt):
    lists.upload(force(100))
    kept = force(100)[dropped:] or [listed_member(900)]
    assert lists.upload(kept).in_doubt is in_doubt
    assert ends() == (0 if in_doubt else dropped)


@pytest.mark.check("C56")
def test_in_doubt_sales_are_on_hold_until_another_person_accepts(sale, hands, lists, people, clock):
    hands.give_card(sale, 30)
    lists.upload(force(40))
    sent = lists.upload(force(20))
    for _ in range(2):
        with pytest.raises(StaffListInDoubt, match="20 of the"):
            hands.bring_in(sale)
        assert lists.upload(force(20)).in_doubt, "sent twice, it does not settle its own doubt"
    sent = version_in_doubt()
    with pytest.raises(SecondOfficerNeeded):
        staff_list.accept_staff_list(
            people[Office.ADMINISTRATOR], clock, version=sent.id, order_number="T-61"
        )
    with pytest.raises(SecondOfficerNeeded):
        staff_list.confirm_staff_list(people[Office.COMMISSIONER], clock, order_number="T-62")
    staff_list.accept_staff_list(
        people[Office.COMMISSIONER], clock, version=sent.id, order_number="T-63"
    )
    assert ends() == 20
    hands.bring_in(sale)


@pytest.mark.check("C56")
def test_a_list_older_than_its_hours_holds_sales_at_every_gate(sale, hands, people, clock):
    staff_list.set_staff_list_life(
        people[Office.COMMISSIONER], clock, hours=24, order_number="T-64"
    )
    hands.give_card(sale, 30)
    hands.bring_in(sale)
    hands.bid(sale, 5_000, card=30)
    clock.days_later(1, hour=12)
    with pytest.raises(StaffListTooOld, match="24 hours"):
        hands.knock_down(sale, 5_000, card=30)
    hands.confirm_staff_list()
    hands.knock_down(sale, 5_000, card=30)
    clock.days_later(2)
    with pytest.raises(StaffListTooOld):
        hands.pay(sale, 5_000)
    hands.confirm_staff_list()
    hands.pay(sale, 5_000)
    clock.days_later(2)
    with pytest.raises(StaffListTooOld):
        hands.hand_over(sale)
    assert db.session.query(Receipt).count() == 1


@pytest.mark.parametrize("wrong", [[], ["same", "same"], [""]])
def test_a_list_is_taken_whole_or_not_at_all(lists, wrong):
    rows = [replace(listed_member(n), number=number) for n, number in enumerate(wrong)]
    with pytest.raises(RowsUnclear):
        lists.upload(rows)


def test_a_column_that_is_lost_raises_a_doubt_and_nobody_becomes_free(sale, hands, lists, clock):
    lists.upload(force(40))
    assert lists.upload([listed_member(n) for n in range(40)]).in_doubt
    clock.go(2026, 12, 1)
    with pytest.raises(PurchaserBarred):
        hands.give_card(sale, 30, identity="FORCE 7")


def test_many_small_uploads_in_a_day_do_not_drain_the_list(lists):
    lists.upload(force(100))
    assert not lists.upload(force(100)[5:]).in_doubt
    assert lists.upload(force(100)[6:]).in_doubt


def test_one_entered_by_form_stays_whatever_is_uploaded(sale, hands, lists, clock):
    hands.list_staff(identity="BY FORM")
    lists.upload(force(40))
    lists.upload(force(40))
    clock.go(2026, 12, 1)
    with pytest.raises(PurchaserBarred):
        hands.give_card(sale, 30, identity="BY FORM")


def test_a_promotion_from_a_later_day_leaves_no_gap(sale, hands, lists, clock):
    lists.upload(force(40))
    rows = force(40)
    later = date(2026, 12, 5)
    rows[7] = replace(rows[7], since=later, fingerprint="promoted")
    lists.upload(rows)
    for day in range(1, 8):
        clock.go(2026, 12, day)
        with pytest.raises(PurchaserBarred):
            hands.give_card(sale, 30 + day, identity="FORCE 7")


def test_the_same_upload_again_changes_nothing(lists, clock):
    rows = [*force(40), replace(listed_member(50), since=clock.at.date() + timedelta(30))]
    lists.upload(rows)
    again = lists.upload(rows)
    assert (again.added, again.changed, again.missing, again.in_doubt) == (0, 0, 0, False)
