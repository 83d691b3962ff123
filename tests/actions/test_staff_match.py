"""What is shared with the staff list: at the card, bid, hammer, payment and gate (3)."""

import itertools
from datetime import date

import pytest
from builders import KEY, rupees

from portal.actions import cards, staff_list
from portal.actions.official import TRIED
from portal.law.offices import Office
from portal.law.refusals import PurchaserBarred
from portal.law.refusals_of_cards import AskBeforeCard, CardNeedsCheck, OtherNotClear
from portal.law.refusals_of_checks import NoCardGiven
from portal.law.screening import (
    ADDRESS,
    BANK,
    DEVICE,
    IDENTITY,
    PHONE,
    STAFF_NUMBER,
    BarredOffice,
    Outcome,
)
from portal.registers.base import db
from portal.registers.cards import Card, find_card
from portal.registers.journal import JournalLine
from portal.registers.matching import hide, hide_all
from portal.registers.ring import LotHappening
from portal.registers.screening import Screening, held_now, last_screening
from portal.registers.settlement import Delivery, Receipt
from portal.registers.staff_list import latest_version

STAFF = {
    "identity": "ABCD 1234 5678",
    "staff_number": "PC 2281",
    "phone": "98480 12345",
    "bank": "SBIN0000001 000111222333",
    "address": "8-1-398/12",
    "device": "a-browser",
}
WRITTEN_OTHERWISE = {
    "identity": "abcd-1234-5678",
    "staff_number": "pc2281",
    "phone": "+91 98480-12345",
    "bank": "000111222333 sbin0000001",
    "address": "H.No: 8/1/398-12",
    "device": "a-browser",
}
BARS = ("identity", "staff_number")  # and an account with a like name
GATES = ("card", "bid", "hammer", "payment", "gate")


def keys(kind, written):
    """Give one key by the words of hide_all."""
    if kind == "address":
        return {"door_number": written["address"], "pin_code": "500012"}
    return {kind: written[kind]}


def his_own(kind=None):
    own = {"identity": "OWN 1", "phone": "9000000001", "bank": "OWNB0000001 1", "name": "Zoya Q."}
    return own | (keys(kind, WRITTEN_OTHERWISE) if kind else {})


@pytest.fixture
def sale(inside, hands, clock):
    """A sale that is open, with an animal that may be sold."""
    case = hands.take_in(1)
    clock.go(2026, 11, 30)
    sale = hands.arrange(case)
    hands.open(sale)
    return sale


class Walk:
    """One purchase, step by step; the staff list learns of the buyer before one of the steps."""

    def __init__(self, hands, sale, kind):
        self.hands, self.sale, self.kind = hands, sale, kind

    def list_him(self, name="J. Swamy", office=BarredOffice.POUND_KEEPER):
        self.hands.list_staff(name=name, office=office, **keys(self.kind, STAFF))

    def step(self, gate):
        sale, hands = self.sale, self.hands
        if gate == "card":
            hands.give_card(sale, 30, **his_own(self.kind))
            hands.bring_in(sale)
        elif gate == "bid":
            hands.bid(sale, 5_000, card=30)
        elif gate == "hammer":
            hands.knock_down(sale, 5_000, card=30)
        elif gate == "payment":
            hands.pay(sale, 5_000)
        else:
            hands.hand_over(sale)


@pytest.mark.law("3")
@pytest.mark.check("C14", "C16")
@pytest.mark.parametrize("before", GATES)
@pytest.mark.parametrize("kind", STAFF)
def test_whoever_shares_a_key_completes_no_purchase_whenever_the_list_learns_of_it(
    sale, hands, kind, before
):
    """Six kinds of key, five moments: who is he is stopped, who may be is held."""
    office = tuple(BarredOffice)[(len(kind) + len(before)) % 2]
    walk = Walk(hands, sale, kind)
    for gate in GATES[: GATES.index(before)]:
        walk.step(gate)
    walk.list_him(office=office)
    stopped = None
    for gate in GATES[GATES.index(before) :]:
        try:
            walk.step(gate)
        except (PurchaserBarred, CardNeedsCheck) as refusal:
            stopped = gate, type(refusal)
            break
    first = before if kind in BARS else max(before, "payment", key=GATES.index)
    barred = NoCardGiven if first == "card" else PurchaserBarred
    assert stopped == (first, barred if kind in BARS else CardNeedsCheck)
    if first != "gate":
        assert db.session.query(Receipt).filter(Receipt.lot_id.is_not(None)).count() == 0
    assert db.session.query(Delivery).count() == 0
    tried = db.session.query(JournalLine).filter(JournalLine.act.startswith(TRIED)).one()
    assert tried.cites in {"2", "3"}
    assert "refused" in tried.particulars


@pytest.mark.check("C14")
@pytest.mark.parametrize("kind", [kind for kind in STAFF if kind not in BARS])
def test_a_held_bidder_waits_in_the_queue_before_the_hammer_falls(sale, hands, kind):
    walk = Walk(hands, sale, kind)
    walk.list_him()
    with pytest.raises(AskBeforeCard, match="as J. Swamy, pound-keeper".replace(".", r"\.")):
        hands.give_card(sale, 30, asked=False, **his_own(kind))
    assert db.session.query(Card).count() == 0
    walk.step("card")
    assert [one.card_id for one in held_now()] == [find_card(sale, 30).id]
    walk.step("bid")
    walk.step("hammer")
    hammer = db.session.query(LotHappening).filter_by(what="knocked down").one()
    resting_on = db.session.get(Screening, hammer.screening_id)
    assert (resting_on.came_to, resting_on.gate) == (Outcome.HOLD, "hammer")


@pytest.mark.check("C14")
def test_an_account_with_a_like_name_is_he_and_with_another_name_may_be(sale, hands):
    hands.list_staff(name="Jangam Swamy", bank=STAFF["bank"])
    with pytest.raises(PurchaserBarred):
        hands.give_card(sale, 30, **his_own("bank") | {"name": "J. Swami"})
    hands.give_card(sale, 31, **his_own("bank") | {"name": "Zoya Q."})
    assert last_screening(find_card(sale, 31).id).came_to is Outcome.HOLD


@pytest.mark.check("C16")
def test_no_sale_rests_on_an_older_version_of_the_list(sale, hands):
    """Between any two steps the list changes, for others: each step is screened against the new."""
    walk = Walk(hands, sale, None)
    for number, gate in enumerate(GATES):
        hands.list_staff(name=f"Other {number}", identity=f"OTHER {number}")
        walk.step(gate)
        card = find_card(sale, 30)
        assert last_screening(card.id).staff_list_version_id == latest_version(), gate
    for table in (Receipt, Delivery):
        row = db.session.query(table).one()
        assert db.session.get(Screening, row.screening_id).came_to is Outcome.CLEAR


def test_a_card_screened_today_is_not_screened_again_at_each_bid(sale, hands):
    hands.give_card(sale, 30, **his_own())
    hands.give_card(sale, 31)
    hands.bring_in(sale)
    before = db.session.query(Screening).count()
    hands.bid(sale, 5_000, card=30)
    hands.bid(sale, 5_500, card=31)
    assert db.session.query(Screening).count() == before


@pytest.mark.check("C16")
def test_the_next_day_a_card_is_screened_again(sale, hands, clock):
    hands.give_card(sale, 30, **his_own())
    hands.list_staff(phone="9000000001", since=date(2026, 12, 1))
    hands.bring_in(sale)
    hands.bid(sale, 5_000, card=30)
    assert last_screening(find_card(sale, 30).id).came_to is Outcome.CLEAR
    clock.go(2026, 12, 1)
    hands.give_card(sale, 31)
    hands.bid(sale, 5_500, card=31)
    hands.bid(sale, 6_000, card=30)
    assert last_screening(find_card(sale, 30).id).came_to is Outcome.HOLD


@pytest.mark.parametrize("kind", STAFF)
def test_a_payer_who_shares_a_key_cannot_pay_for_another(sale, hands, kind):
    hands.list_staff(**keys(kind, STAFF))
    hands.give_card(sale, 23)
    hands.bring_in(sale)
    hands.bid(sale, 5_000)
    hands.knock_down(sale, 5_000)
    known_by = hide_all(KEY, **keys(kind, WRITTEN_OTHERWISE))
    with pytest.raises(PurchaserBarred if kind in BARS else OtherNotClear):
        hands.pay(sale, 5_000, payer="Zoya Q.", known_by=known_by)
    assert db.session.query(Receipt).count() == 0
    hands.pay(sale, 5_000)


@pytest.mark.parametrize("kind", STAFF)
def test_a_collector_who_shares_a_key_cannot_take_the_animal_away(sale, hands, kind):
    hands.list_staff(**keys(kind, STAFF))
    hands.give_card(sale, 23)
    hands.bring_in(sale)
    hands.bid(sale, 5_000)
    hands.knock_down(sale, 5_000)
    hands.pay(sale, 5_000)
    known_by = hide_all(KEY, **keys(kind, WRITTEN_OTHERWISE))
    with pytest.raises(PurchaserBarred if kind in BARS else OtherNotClear):
        hands.hand_over(sale, known_by=known_by)
    hands.hand_over(sale)


def test_declared_kin_are_held_not_barred_even_by_identity(sale, hands):
    hands.list_staff(kin=hide_all(KEY, identity="KIN 1"))
    hands.give_card(sale, 30, identity="KIN 1", name="Zoya Q.")
    kept = last_screening(find_card(sale, 30).id)
    assert kept.came_to is Outcome.HOLD
    assert kept.reasons[0]["of_kin"] == [IDENTITY]


@pytest.mark.check("C15")
@pytest.mark.parametrize("name", ["J. Swamy", "Swamy J.", "Swami J"])
def test_a_name_alone_never_holds(sale, hands, name):
    hands.list_staff(name="J. Swamy", identity="X 1")
    hands.give_card(sale, 30, name=name, asked=False)
    assert last_screening(find_card(sale, 30).id).came_to is Outcome.NOTE


@pytest.mark.parametrize(
    "beside",
    [
        {"birth_years": (1979, 1980, 1981)},
        {"pin_code": "500012"},
        {"house_name": "Jangam"},
        {"relation": "Jangam Mallaiah"},
    ],
)
def test_a_like_name_and_one_thing_more_is_held(sale, hands, beside):
    listed = {"birth_years": (1980,)} if "birth_years" in beside else beside
    hands.list_staff(name="Jangam Swamy", identity="X 1", **listed)
    relation = beside.get("relation", "").replace("Mallaiah", "Mallayya")
    with pytest.raises(AskBeforeCard):
        hands.give_card(
            sale,
            30,
            name="Swamy Jangam",
            asked=False,
            relation_typed=relation,
            **beside | ({"relation": relation} if relation else {}),
        )


def test_the_same_pin_code_without_the_name_is_nothing(sale, hands):
    hands.list_staff(name="J. Swamy", identity="X 1", pin_code="500012", birth_years=(1980,))
    hands.give_card(
        sale, 30, name="Zoya Q.", asked=False, pin_code="500012", birth_years=(1979, 1980, 1981)
    )
    assert last_screening(find_card(sale, 30).id).came_to is Outcome.CLEAR


def test_one_who_left_the_service_may_buy_from_the_day_after(sale, hands, people, clock):
    member = hands.list_staff(identity=STAFF["identity"])
    staff_list.end_staff_listing(
        people[Office.ADMINISTRATOR],
        clock,
        staff_member=member.id,
        order_number="T-8",
        from_day=date(2026, 12, 1),
    )
    with pytest.raises(PurchaserBarred):
        hands.give_card(sale, 30, **his_own("identity"))
    clock.go(2026, 12, 1)
    hands.give_card(sale, 30, **his_own("identity"))


def test_one_who_is_not_staff_yet_may_buy_until_he_is(sale, hands):
    hands.list_staff(identity=STAFF["identity"], since=date(2026, 12, 1))
    hands.give_card(sale, 30, **his_own("identity"))


def test_who_buys_for_one_who_is_barred_gets_no_card_and_the_attempt_is_known(sale, hands, people):
    with pytest.raises(PurchaserBarred):
        cards.give_card(
            people[Office.CLERK],
            hands.clock,
            sale=sale,
            name="Zoya Q.",
            phone="9000000001",
            buys_for="J. Swamy",
            buys_for_barred=True,
            known_by=hide_all(KEY, identity="OWN 1"),
        )
    assert db.session.query(Card).count() == 0
    line = db.session.query(JournalLine).order_by(JournalLine.id.desc()).first()
    assert line.act == "tried to give card"


def test_the_lost_phone_bids_no_more_and_the_new_one_is_screened(sale, hands, people, clock):
    hands.list_staff(phone="9000000077")
    hands.give_card(sale, 30, **his_own())
    came_to = cards.move_phone(
        people[Office.CLERK],
        clock,
        sale=sale,
        card=30,
        phone="9000000077",
        known_by=hide_all(KEY, phone="9000000077"),
        reason="lost at the bus stand",
    )
    assert came_to is Outcome.HOLD


@pytest.mark.parametrize(("name", "kind"), [
    ("identity", IDENTITY), ("phone", PHONE), ("bank", BANK), ("staff_number", STAFF_NUMBER),
    ("device", DEVICE), ("address", ADDRESS),
])  # fmt: skip
def test_a_key_is_matched_however_it_is_written_and_never_read_back(name, kind):
    by_kind = {one.kind: one for one in hide_all(KEY, **keys(name, STAFF))}
    others = {one.kind: one for one in hide_all(KEY, **keys(name, WRITTEN_OTHERWISE))}
    assert by_kind[kind] == others[kind]
    assert STAFF[name].replace(" ", "") not in repr(by_kind[kind])
    assert hide("another key", kind, STAFF[name]).digest != by_kind[kind].digest


def test_keys_of_different_kinds_never_meet():
    for one, other in itertools.combinations((IDENTITY, PHONE, BANK, STAFF_NUMBER), 2):
        assert hide(KEY, one, "9848012345").digest != hide(KEY, other, "9848012345").digest


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("8-1-398/12, Flat 302", "8/1/398/12 Flat No. 302", True),
        ("H.No. 8-1-398/12", "8-1-398/12", True),
        ("8-1-398/12, Flat 302", "8-1-398/12, Flat 303", False),
        ("8-1-398/12", "8-1-39/812", False),
        ("8-1-398/12/A", "8-1-398/12", False),
    ],
)
def test_a_door_is_the_same_door_however_it_is_written(one, other, same):
    first, second = (
        {key.kind: key for key in hide_all(KEY, door_number=door, pin_code="500012")}
        for door in (one, other)
    )
    assert (first[ADDRESS] == second[ADDRESS]) is same


def test_a_held_left_bid_goes_on_and_a_barred_one_does_not(sale, hands, people, clock):
    hands.give_card(sale, 30, **his_own())
    hands.give_card(sale, 31)
    hands.bring_in(sale)
    hands.bid(sale, 5_000, card=31)
    hands.list_staff(identity="OWN 1")
    with pytest.raises(PurchaserBarred):
        hands.bid(sale, 5_500, card=30)
    assert hands.knock_down(sale, 5_000, card=31).hammer_price == rupees(5_000)
