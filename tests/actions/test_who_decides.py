"""Who may decide a check of a held bidder, what a clear rests on, and ways on for the lot (3)."""

from datetime import date, timedelta

import pytest
from builders import KEY, rupees

from portal.actions import cards, checks, look_back, pound, sales, staff
from portal.law.checks import Finding, Reason, StillPossible
from portal.law.offices import Office
from portal.law.refusals_of_cards import (
    AskBeforeCard,
    CardNeedsCheck,
    CheckedByOneWithAPart,
    CheckNeedsReason,
    NoUnderBidder,
    PaperNotShown,
    StaffListTooOld,
)
from portal.law.refusals_of_checks import DeclarationNotMade, NobodyToPassOver, PaperStillInTime
from portal.law.screening import Outcome
from portal.registers.books import differences
from portal.registers.cards import cards_of, find_card
from portal.registers.check_queue import bought_by_barred
from portal.registers.matching import hide, hide_all
from portal.registers.people import Officer, same_people
from portal.registers.remarks import remarks
from portal.registers.sales import find_lot, find_sale
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
def test_a_clear_given_at_one_pound_is_none_at_another(cleared, hands, people, clock):
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


# The lot's way on


@pytest.fixture
def taken_back(held, hands, people, clock, decide):
    """Taken back from the top bidder; the next took his card on the phone and showed no paper."""
    clock.at += timedelta(seconds=1)
    phone = hands.enter_bidder("Sayeed", "9848000041")
    cards.take_card(
        phone, clock, sale=held, name="Sayeed", relation="", buys_for="himself",
        buys_for_barred=False, known_by=hide_all(KEY, phone="9848000041"),
    )  # fmt: skip
    number = max(one.number for one in cards_of(held))
    hands.bid(held, 6_000, card=number)
    hands.bid(held, 6_500, card=30)
    hands.knock_down(held, 6_500, card=30)
    decide(held, finding=Finding.BARRED)
    return held


@pytest.mark.law("3")
def test_an_under_bidder_without_a_paper_is_passed_over_after_an_hour(taken_back, people, clock):
    by, sale = people[Office.CLAIMS_OFFICER], {"sale": taken_back, "lot": 1}
    with pytest.raises(PaperNotShown):
        checks.give_to_under_bidder(by, clock, **sale)
    with pytest.raises(PaperStillInTime, match="60 minutes"):
        checks.pass_over_without_paper(by, clock, **sale, words=WORDS)
    clock.at += timedelta(hours=1)
    with pytest.raises(CheckNeedsReason):
        checks.pass_over_without_paper(by, clock, **sale, words="no paper")
    checks.pass_over_without_paper(by, clock, **sale, words=WORDS)
    with pytest.raises(NobodyToPassOver):
        checks.pass_over_without_paper(by, clock, **sale, words=WORDS)
    checks.give_to_under_bidder(by, clock, **sale)
    lot = find_lot(taken_back, 1)
    won = lot.winning_bid()
    assert (won.card.number, won.amount) == (31, rupees(5_000))
    assert list(differences()) == []


@pytest.mark.law("3")
def test_with_nobody_left_the_lot_is_put_up_again(taken_back, hands, people, clock):
    by, sale = people[Office.CLAIMS_OFFICER], {"sale": taken_back, "lot": 1}
    hands.list_staff(identity="ID-31")
    clock.at += timedelta(hours=1)
    checks.pass_over_without_paper(by, clock, **sale, words=WORDS)
    with pytest.raises(NoUnderBidder):
        checks.give_to_under_bidder(by, clock, **sale)
    hands.bring_in(taken_back)


@pytest.mark.law("3")
@pytest.mark.check("C14")
def test_what_the_look_back_bars_waits_for_a_person_with_what_can_still_be_done(
    held, hands, people, clock
):
    hands.bid(held, 6_000, card=31)
    hands.knock_down(held, 6_000, card=31)
    hands.list_staff(name="PC 5", identity="ID-31")
    assert bought_by_barred() == []
    night = people[Office.COMMAND_LINE]
    look_back.look_back(night, clock)
    assert [(one.lot.number, one.still) for one in bought_by_barred()] == [
        (1, StillPossible.TAKE_BACK)
    ]
    waiting = [one for one, end in remarks() if end is None]
    said = [one.reasons for one in waiting if one.pattern == look_back.BOUGHT_BY_BARRED]
    assert said == [f"Lot {held}/1 went to card 31. {StillPossible.TAKE_BACK.value.capitalize()}."]
    look_back.look_back(night, clock)
    assert len(remarks()) == len(waiting), "said once"
    checks.take_back_from_barred(people[Office.CLAIMS_OFFICER], clock, sale=held, lot=1)
    assert bought_by_barred() == []


@pytest.mark.parametrize(
    ("paid", "delivered", "still"),
    [
        (False, False, StillPossible.TAKE_BACK),
        (True, False, StillPossible.KEEP_HERE),
        (True, True, StillPossible.REPORT),
    ],
)
def test_what_can_be_done_depends_on_money_and_animal(
    sale, hands, people, clock, paid, delivered, still
):
    hands.give_card(sale, 31)
    hands.bring_in(sale)
    hands.bid(sale, 5_000, card=31)
    hands.knock_down(sale, 5_000, card=31)
    if paid:
        hands.pay(sale, 5_000)
    if delivered:
        hands.hand_over(sale)
    hands.list_staff(name="PC 5", identity="ID-31")
    look_back.look_back(people[Office.COMMAND_LINE], clock)
    assert [one.still for one in bought_by_barred()] == [still]


# The declaration


@pytest.mark.law("3")
def test_no_act_gives_a_card_without_the_declaration(sale, hands, people, clock):
    asked = {"sale": sale, "name": "Zoya", "buys_for": "herself", "buys_for_barred": None}
    known_by = hide_all(KEY, identity="Z 1")
    with pytest.raises(DeclarationNotMade):
        cards.give_card(people[Office.CLERK], clock, phone="9848000041", known_by=known_by, **asked)
    phone = hands.enter_bidder("Zoya", "9848000041")
    with pytest.raises(DeclarationNotMade):
        cards.take_card(phone, clock, relation="", known_by=known_by, **asked)
    assert cards_of(sale) == []


@pytest.mark.law("3")
def test_the_tick_that_he_was_asked_counts_only_for_what_was_asked(sale, hands, people, clock):
    hands.list_staff(phone=PHONE)
    for about in ("", "y", "0" * 64):
        with pytest.raises(AskBeforeCard):
            cards.give_card(
                people[Office.CLERK], clock, sale=sale, name="Zoya", phone=PHONE,
                buys_for="herself", buys_for_barred=False, asked_about=about,
                known_by=hide_all(KEY, identity="Z 1", phone=PHONE),
            )  # fmt: skip
    assert cards_of(sale) == []
