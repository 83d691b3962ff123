"""Who may decide a check of a held bidder, what a clear rests on, and ways on for the lot (3)."""

from datetime import date

import pytest
from builders import KEY, rupees

from portal.actions import checks, look_back, pound, sales, staff, staff_list
from portal.law.checks import Finding, Reason
from portal.law.offices import Office
from portal.law.refusals_of_cards import CardNeedsCheck, CheckedByOneWithAPart, StaffListTooOld
from portal.law.screening import Outcome
from portal.registers.base import db
from portal.registers.cards import find_card
from portal.registers.matching import hide, hide_all
from portal.registers.people import Officer, same_people
from portal.registers.sales import Lot, find_sale
from portal.registers.screening import last_screening

PHONE = "9000000077"
WORDS = "His voter slip and his passbook show another man."
REASONS = {Finding.CLEARED: Reason.SHARED_BY_MANY, Finding.BARRED: Reason.BUYS_FOR_OFFICER}


@pytest.fixture
def sale(inside, hands, clock):
    case = hands.take_in(1)
    clock.go(2026, 11, 30)
    sale = hands.arrange(case)
    hands.open(sale)
    return sale


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


@pytest.fixture
def decide(people, clock):
    def doing(sale, card=30, by=Office.CLAIMS_OFFICER, finding=Finding.CLEARED):
        return checks.decide_check(
            by if isinstance(by, Officer) else people[by],
            clock,
            screening=last_screening(find_card(sale, card).id).id,
            finding=finding,
            reason=REASONS[finding],
            words=WORDS,
        )

    return doing


@pytest.fixture
def cleared(held, decide):
    decide(held)
    decide(held, by=Office.COMMISSIONER)
    assert outcome(held) is Outcome.NOTE
    return held


@pytest.fixture
def officer(people, clock):
    """Enter an officer, known by what is given, appointed where and when it is said."""

    def entering(name, *, phone="", since=date(2026, 1, 1), until=None, pound_id=None, **keys):
        by, office = people[Office.ADMINISTRATOR], Office.CLAIMS_OFFICER
        known_by = hide_all(KEY, phone=phone, **({"identity": name} | keys))
        person = staff.enter_person(
            by, clock, name=name, sign_in_name=name, phone=phone, known_by=known_by
        )
        staff.appoint(
            by, clock, person=person.id, office=office, order_number=f"T-{name}",
            since=since, until=until, pound_id=pound_id,
        )  # fmt: skip
        return Officer(person.id, office)

    return entering


def outcome(sale, card=30):
    return last_screening(find_card(sale, card).id).came_to


# What a clear rests on


@pytest.mark.law("3")
@pytest.mark.check("C17")
def test_a_clear_given_at_one_pound_is_none_at_another(cleared, hands, people, clock, app):
    """An officer of the second pound may have cleared at the first: he decides nothing at his."""
    by = people[Office.COMMAND_LINE]
    pound.open_pound(by, clock, name="Other Pound", code="OP", address="Other Road")
    there = sales.arrange_sale(
        people[Office.CLERK], clock, pound="Other Pound", on=find_sale(cleared).on, hour="15:00",
        place="Yard", terms="Cash.",
    ).number  # fmt: skip
    here = hands.arrange()
    hands.give_card(here, 50, identity="ID-30", phone=PHONE)
    hands.give_card(there, 51, identity="ID-30", phone=PHONE)
    assert outcome(here, 50) is Outcome.NOTE
    assert outcome(there, 51) is Outcome.HOLD


@pytest.mark.law("3")
@pytest.mark.check("C17")
def test_a_clear_stands_when_an_unrelated_row_joins_the_list(cleared, hands, people, clock):
    """A stranger of a like name, and a browser the same officer is seen with, change nothing."""
    hands.list_staff(name="Ramesh Y.", identity="A STRANGER")
    assert hands.give_card(hands.arrange(), 60, identity="ID-30", phone=PHONE).number == 60
    staff_member_signs_in(people, clock)
    hands.knock_down(cleared, 5_500, card=30)
    hands.pay(cleared, 5_500)


def staff_member_signs_in(people, clock):
    """The listed pound-keeper himself signs in from a browser that nobody saw before."""
    by = people[Office.ADMINISTRATOR]
    known_by = hide_all(KEY, phone=PHONE)
    keeper = staff.enter_person(by, clock, name="J", sign_in_name="j", known_by=known_by)
    staff.appoint(
        by, clock, person=keeper.id, office=Office.CLERK, order_number="T-3",
        since=date(2026, 1, 1),
    )  # fmt: skip
    staff.sign_in(
        people[Office.PUBLIC], clock, person=keeper.id, office=Office.CLERK,
        token_digest="e" * 64, ends_at=clock.at, device=hide(KEY, "device", "his browser"),
    )  # fmt: skip


@pytest.mark.law("3")
@pytest.mark.check("C17")
@pytest.mark.parametrize(
    "match", [{"phone": PHONE}, {"bank": "OWNB0000001 1"}, {"name": "Ramesh Y.", "phone": PHONE}]
)
def test_a_clear_falls_when_another_on_the_list_shares_something(sale, hands, decide, match):
    hands.list_staff(phone=PHONE)
    hands.give_card(sale, 30, phone=PHONE, bank="OWNB0000001 1", name="Zoya Q.")
    hands.bring_in(sale)
    hands.bid(sale, 5_000, card=30)
    decide(sale)
    decide(sale, by=Office.COMMISSIONER)
    hands.list_staff(**({"name": "PC 7"} | match))
    hands.knock_down(sale, 5_000, card=30)
    with pytest.raises(CardNeedsCheck):
        hands.pay(sale, 5_000)


@pytest.mark.law("3")
@pytest.mark.check("C17")
def test_a_clear_falls_when_the_bidder_shows_another_paper(cleared, hands):
    following = hands.arrange()
    hands.give_card(following, 61, identity="ID-ANOTHER", phone=PHONE)
    assert outcome(following, 61) is Outcome.HOLD


# Who decides


@pytest.mark.law("3")
@pytest.mark.check("C17")
@pytest.mark.parametrize(
    ("until", "may"),
    [
        (date(2026, 11, 29), False),  # ended yesterday
        (date(2026, 11, 18), False),  # the very day the animal came in
        (date(2026, 11, 17), True),
    ],
)
def test_one_who_served_at_that_pound_since_the_animal_came_in_does_not_decide(
    held, decide, officer, until, may
):
    officer("of that pound", until=until, pound_id=1)
    now = officer("of no pound now", identity="of that pound")
    if may:
        assert decide(held, by=now) is Outcome.HOLD
    else:
        with pytest.raises(CheckedByOneWithAPart, match="pound"):
            decide(held, by=now)


@pytest.mark.law("3")
@pytest.mark.check("C18")
def test_accounts_are_one_person_through_a_third(held, decide, officer):
    """A shares a phone with B, B a paper with C: who cleared as A does not clear again as C."""
    a = officer("a", phone="9111111111", identity="PAPER A")
    b = officer("b", phone="+919111111111", identity="PAPER B")
    c = officer("c", identity="PAPER B", bank="ABCD0000001 77")
    d = officer("d", identity="PAPER D", bank="ABCD0000001 77")
    everyone = frozenset(one.person_id for one in (a, b, c, d))
    assert {same_people(one) for one in everyone} == {everyone}
    decide(held, by=a)
    for other in (b, c, d):
        with pytest.raises(CheckedByOneWithAPart, match="before"):
            decide(held, by=other)
    assert outcome(held) is Outcome.HOLD


@pytest.mark.law("3")
@pytest.mark.check("C17")
def test_an_officer_whose_bar_struck_a_bid_may_decide_on_another_card_of_that_sale(
    held, hands, decide, people, clock
):
    """What follows from a finding, the lot given on too, is no part in the sale."""
    hands.knock_down(held, 5_500, card=30)
    decide(held, finding=Finding.BARRED)
    checks.give_to_under_bidder(people[Office.CLAIMS_OFFICER], clock, sale=held, lot=1)
    hands.list_staff(name="PC 9", phone="9000000088")
    hands.give_card(held, 33, phone="9000000088")
    assert decide(held, card=33) is Outcome.HOLD


# The sale


@pytest.mark.law("3")
@pytest.mark.check("C56")
def test_a_sale_does_not_open_on_a_staff_list_too_old(inside, hands, people, clock):
    case = hands.take_in(1)
    clock.go(2026, 11, 30)
    sale = hands.arrange(case)
    with pytest.raises(StaffListTooOld):
        sales.open_sale(people[Office.AUCTIONEER], clock, sale=sale)
    hands.confirm_staff_list()
    sales.open_sale(people[Office.AUCTIONEER], clock, sale=sale)
