"""An exact match with the staff list gets no card, no bid, no hammer, no receipt, no animal (3)."""

import itertools
from datetime import date

import pytest
from builders import KEY

from portal.actions import staff
from portal.law.offices import Office
from portal.law.purchasers import BarredOffice
from portal.law.refusals import PurchaserBarred
from portal.registers.base import db
from portal.registers.cards import Card
from portal.registers.matching import hide, hide_all

KEYS = {
    "identity": "ABCD 1234 5678",
    "phone": "98480 12345",
    "bank": "SBIN0000001 000111222333",
}
WRITTEN_OTHERWISE = {
    "identity": "abcd-1234-5678",
    "phone": "+91 98480-12345",
    "bank": "sbin0000001000111222333",
}


@pytest.fixture
def sale(inside, hands, clock):
    """A sale that is open, with an animal that may be sold."""
    case = hands.take_in(1)
    clock.go(2026, 11, 30)
    sale = hands.arrange(case)
    hands.open(sale)
    return sale


def match(kind):
    """The bidder's keys: his own, but for the one he shares, written another way."""
    own = {"identity": "OWN 1", "phone": "9000000001", "bank": "OWNB 1"}
    return own | {kind: WRITTEN_OTHERWISE[kind]}


@pytest.mark.law("3")
@pytest.mark.check("C14")
@pytest.mark.parametrize("kind", KEYS)
@pytest.mark.parametrize("office", BarredOffice)
def test_no_card_is_given(sale, hands, kind, office):
    hands.list_staff(office=office, **{kind: KEYS[kind]})
    with pytest.raises(PurchaserBarred):
        hands.give_card(sale, 30, **match(kind))
    assert db.session.query(Card).count() == 0


@pytest.mark.check("C14")
@pytest.mark.parametrize("kind", KEYS)
def test_a_bidder_listed_after_he_got_his_card_is_stopped_at_every_gate(sale, hands, kind):
    """The staff list changes between any two steps: the next step is refused."""
    hands.give_card(sale, 30, **match(kind))
    hands.bring_in(sale)
    hands.list_staff(**{kind: KEYS[kind]})
    with pytest.raises(PurchaserBarred):
        hands.bid(sale, 5_000, card=30)


@pytest.mark.check("C16")
@pytest.mark.parametrize("kind", KEYS)
def test_a_bidder_listed_after_his_bid_is_stopped_at_the_hammer(sale, hands, kind):
    hands.give_card(sale, 30, **match(kind))
    hands.bring_in(sale)
    hands.bid(sale, 5_000, card=30)
    hands.list_staff(**{kind: KEYS[kind]})
    with pytest.raises(PurchaserBarred):
        hands.knock_down(sale, 5_000, card=30)


@pytest.mark.check("C16")
@pytest.mark.parametrize("kind", KEYS)
def test_a_bidder_listed_after_the_hammer_cannot_pay_and_after_paying_cannot_take_away(
    sale, hands, kind
):
    hands.give_card(sale, 30, **match(kind))
    hands.bring_in(sale)
    hands.bid(sale, 5_000, card=30)
    hands.knock_down(sale, 5_000, card=30)
    hands.pay(sale, 5_000)
    hands.list_staff(**{kind: KEYS[kind]})
    with pytest.raises(PurchaserBarred):
        hands.hand_over(sale)


def test_a_bidder_listed_after_the_hammer_cannot_pay(sale, hands):
    hands.give_card(sale, 30, **match("phone"))
    hands.bring_in(sale)
    hands.bid(sale, 5_000, card=30)
    hands.knock_down(sale, 5_000, card=30)
    hands.list_staff(phone=KEYS["phone"])
    with pytest.raises(PurchaserBarred):
        hands.pay(sale, 5_000)


@pytest.mark.parametrize("kind", KEYS)
def test_a_payer_who_is_staff_cannot_pay_for_another(sale, hands, kind):
    hands.list_staff(**{kind: KEYS[kind]})
    hands.give_card(sale, 23)
    hands.bring_in(sale)
    hands.bid(sale, 5_000)
    hands.knock_down(sale, 5_000)
    with pytest.raises(PurchaserBarred):
        hands.pay(sale, 5_000, known_by=hide_all(KEY, **{kind: WRITTEN_OTHERWISE[kind]}))


def test_one_who_left_the_service_may_buy_from_the_day_after(sale, hands, people, clock):
    member = hands.list_staff(phone=KEYS["phone"])
    staff.end_staff_listing(
        people[Office.ADMINISTRATOR],
        clock,
        staff_member=member.id,
        order_number="T-8",
        from_day=date(2026, 12, 1),
    )
    with pytest.raises(PurchaserBarred):
        hands.give_card(sale, 30, **match("phone"))
    clock.go(2026, 12, 1)
    hands.give_card(sale, 30, **match("phone"))


def test_one_who_is_not_staff_yet_may_buy_until_he_is(sale, hands):
    hands.list_staff(phone=KEYS["phone"], since=date(2026, 12, 1))
    hands.give_card(sale, 30, **match("phone"))


def test_a_key_is_matched_however_it_is_written_and_never_read_back():
    for name, kind in (
        ("identity", "identity number"),
        ("phone", "phone"),
        ("bank", "bank account"),
    ):
        plain, other = hide(KEY, kind, KEYS[name]), hide(KEY, kind, WRITTEN_OTHERWISE[name])
        assert plain == other
        assert KEYS[name].replace(" ", "") not in repr(plain)
        assert hide("another key", kind, KEYS[name]).digest != plain.digest


def test_keys_of_different_kinds_never_meet():
    kinds = ("identity number", "phone", "bank account")
    for one, other in itertools.combinations(kinds, 2):
        assert hide(KEY, one, "9848012345").digest != hide(KEY, other, "9848012345").digest


def test_an_innocent_bidder_with_the_same_name_is_not_turned_away(sale, hands):
    hands.list_staff(name="Ramesh Y.", **KEYS)
    hands.give_card(sale, 23, "Ramesh Y.")
