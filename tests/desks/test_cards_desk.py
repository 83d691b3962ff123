"""Cards at the desk (3): asked before they are given, shared phones, papers later, lost phones."""

import re
from datetime import date

import pytest
from builders import KEY
from visitor import words

from portal.actions import cards
from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.cards import Card, find_card
from portal.registers.matching import hide_all
from portal.registers.people import Officer

CARD = {
    "name": "Ramesh Y.", "phone": "9848000023", "identity": "ID-23", "bank": "", "staff": "no",
    "buys_for": "", "number": "",
}  # fmt: skip
TICK = "I asked. He says that he buys for himself, and signs."


@pytest.fixture
def clerk(sign_in):
    return sign_in(Office.CLERK)


@pytest.fixture
def sale(act, hands, clock):
    """An open sale, and one constable on the list."""
    case = act(lambda: hands.take_in(1))
    clock.go(2026, 11, 30)

    def set_up():
        hands.list_staff(
            name="K. Ramulu", phone="9848077777", identity="POLICE 1", birth_years=(1984,),
            since=date(2020, 1, 1),
        )  # fmt: skip
        number = hands.arrange(case)
        hands.open(number)
        return number

    return act(set_up)


def refused(browser, url, **form):
    reply = browser.send(url, **form)
    assert reply.status_code in {403, 422}
    return reply.text


def cards_given(act):
    return act(lambda: db.session.query(Card).count())


def test_who_shares_something_with_the_list_is_asked_before_a_card_is_given(clerk, sale, act):
    url = f"/sales/{sale}/cards"
    assert TICK not in clerk.see(url)
    typed = CARD | {"phone": "9848077777", "relation": "K. Yellaiah", "birth_year": "1990"}
    page = refused(clerk, url, **typed)
    assert "Ask before giving one: same phone as K. Ramulu, pound-keeper" in words(page)
    assert TICK in page
    for kept in ("Ramesh Y.", "9848077777", "ID-23", "K. Yellaiah", "1990"):
        assert f'value="{kept}"' in page
    assert cards_given(act) == 0
    about = re.search(r'name="asked_about" value="([0-9a-f]+)"', page)[1]
    page = words(clerk.do(url, **typed, asked="y", asked_about=about))
    assert "Card 1 needs a check. It may bid; no money is taken until an officer" in page
    assert re.search(r"Ramesh Y\. needs a check", page)


@pytest.mark.law("3")
def test_a_tick_sent_before_the_question_was_put_gives_no_card(clerk, sale, act):
    url = f"/sales/{sale}/cards"
    typed = CARD | {"phone": "9848077777", "asked": "y"}
    for about in ({}, {"asked_about": "y"}):
        assert "Ask before giving one" in words(refused(clerk, url, **typed | about))
    assert cards_given(act) == 0


@pytest.mark.law("3")
@pytest.mark.parametrize("answer", [{"staff": ""}, {"staff": "perhaps"}])
def test_no_card_at_the_desk_without_an_answer_to_the_question(clerk, sale, act, answer):
    refused(clerk, f"/sales/{sale}/cards", **CARD | answer)
    assert cards_given(act) == 0


def test_a_name_and_a_year_beside_the_true_one_are_asked_about(clerk, sale):
    url = f"/sales/{sale}/cards"
    same = CARD | {"name": "K. Ramulu"}
    assert "same year of birth" in words(refused(clerk, url, **same, birth_year="1985"))
    assert "Card 1 for K. Ramulu" in words(clerk.do(url, **same, birth_year="1987"))


def test_a_detail_that_cannot_be_read_opens_the_details(clerk, sale):
    url = f"/sales/{sale}/cards"
    page = refused(clerk, url, **CARD, door_number="8-1-398")
    assert "Enter the PIN code too" in words(page)
    assert "<details open>" in page
    assert "PIN code must have six figures" in refused(clerk, url, **CARD, pin_code="5")


def test_whose_paper_is_on_the_list_gets_no_card_even_when_asked(clerk, sale, act):
    page = refused(clerk, f"/sales/{sale}/cards", **CARD | {"identity": "POLICE 1"}, asked="y")
    assert "No card was given: you may not bid or buy at this sale" in words(page)
    assert cards_given(act) == 0


def test_two_of_a_family_bid_from_one_phone_only_when_it_is_said(clerk, sale, act):
    url = f"/sales/{sale}/cards"
    clerk.do(url, **CARD)
    son = CARD | {"name": "Suresh Y.", "identity": "ID-24"}
    page = refused(clerk, url, **son)
    assert "this phone belongs to card 1" in words(page)
    page = words(clerk.do(url, **son, phone_shared="y"))
    assert "It is for the floor alone" in page
    again = refused(clerk, url, **CARD, phone_shared="y")
    assert "card 1" in words(again)
    assert cards_given(act) == 2
    assert "none: for the floor alone" in words(clerk.see(f"{url}/2"))


@pytest.fixture
def phone_card(sale, act, people, clock, app):
    """A card taken on the phone, without a paper."""
    from portal.actions import staff

    def take():
        person = staff.enter_person(
            people[Office.ADMINISTRATOR], clock, name="Sayeed", sign_in_name="sayeed",
            phone="9848000041",
        )  # fmt: skip
        staff.appoint(
            people[Office.ADMINISTRATOR], clock, person=person.id, office=Office.BIDDER,
            order_number="T-8", since=clock.at.date(),
        )  # fmt: skip
        return cards.take_card(
            Officer(person.id, Office.BIDDER), clock, sale=sale, name="Sayeed", relation="",
            buys_for="himself", buys_for_barred=False,
            known_by=hide_all(KEY, phone="9848000041"),
        ).number  # fmt: skip

    return act(take)


def test_a_paper_is_shown_later_at_the_counter(clerk, sale, phone_card):
    url = f"/sales/{sale}/cards/{phone_card}"
    assert "none shown yet" in words(clerk.see(url))
    assert "Enter the number on the paper shown" in refused(clerk, f"{url}/identity", identity="")
    page = words(clerk.do(f"{url}/identity", identity="ID-4141"))
    assert "The paper is entered. Nothing stands against it." in page
    assert "…4141" in page
    assert "this was done already" in words(refused(clerk, f"{url}/identity", identity="id 4141"))


def test_the_paper_of_another_card_shows_that_he_has_one_already(clerk, sale, phone_card):
    clerk.do(f"/sales/{sale}/cards", **CARD)
    page = refused(clerk, f"/sales/{sale}/cards/{phone_card}/identity", identity="ID-23")
    assert 'value="ID-23"' in page
    assert "card 2" in words(page)


def test_a_paper_that_is_on_the_list_shuts_the_card_calmly(clerk, sale, phone_card):
    url = f"/sales/{sale}/cards/{phone_card}"
    page = words(clerk.do(f"{url}/identity", identity="POLICE 1"))
    assert f"Card {phone_card} may not buy here." in page
    assert "Sayeed may not buy" in words(clerk.see(f"/sales/{sale}/cards"))


def test_a_lost_phone_gives_its_card_to_another_and_is_screened(clerk, sale, act):
    clerk.do(f"/sales/{sale}/cards", **CARD)
    clerk.do(f"/sales/{sale}/cards", **CARD | {"phone": "9848000041", "identity": "ID-41"})
    url = f"/sales/{sale}/cards/1"
    move = f"{url}/phone"
    assert "Write the reason" in refused(clerk, move, phone="9848000055", reason="")
    assert "mobile number" in refused(clerk, move, phone="4024555555", reason="lost")
    taken = words(refused(clerk, move, phone="9848000041", reason="lost"))
    assert "belongs to card 2" in taken
    page = words(clerk.do(move, phone="9848000055", reason="lost"))
    assert "Card 1 bids from the new phone. Nothing stands against it." in page
    assert "Phone 9848000055" in page.replace(" 98480 00055", " 9848000055")
    assert "this was done already" in words(refused(clerk, move, phone="9848000055", reason="x"))
    page = words(clerk.do(move, phone="9848077777", reason="lost again"))
    assert "Card 1 needs a check: it may bid, and no money is taken" in page


def test_only_the_clerk_enters_papers_and_moves_phones(sign_in, sale, act, hands):
    act(lambda: hands.give_card(sale, 23).number)
    for office in (Office.POUND_KEEPER, Office.AUCTIONEER, Office.COMMISSIONER):
        browser = sign_in(office)
        for what in ("identity", "phone"):
            assert browser.send(f"/sales/{sale}/cards/23/{what}").status_code == 403
    assert sign_in(Office.CLERK).send(f"/sales/{sale}/cards/99/phone").status_code == 404


@pytest.fixture
def sold(sale, act, hands):
    def sell():
        hands.give_card(sale, 23, phone="9848000023")
        hands.bring_in(sale)
        hands.bid(sale, 5_000)
        hands.knock_down(sale, 5_000)
        return find_card(1, 23).id

    act(sell)
    return sale


PAYMENT = {"payer": "Brother", "offered": "5,000", "mode": "cash"}


def test_whoever_pays_is_known_by_paper_phone_and_bank(clerk, sold):
    url = f"/sales/{sold}/lots/1/payment"
    for key in ({"payer_phone": "9848077777"}, {"payer_identity": "POLICE 1"}):
        page = refused(clerk, url, **PAYMENT, **key)
        assert f'value="{next(iter(key.values()))}"' in page
        assert re.search(r"needs a check|may not bid or buy", words(page))
    clerk.do(url, **PAYMENT, payer_phone="9848000099", payer_bank="SBIN0001234 999")


def test_a_held_buyer_s_lot_says_that_no_money_is_taken(clerk, sold):
    clerk.do(f"/sales/{sold}/cards/23/phone", phone="9848077777", reason="lost")
    page = words(clerk.see(f"/sales/{sold}/settlement"))
    assert "needs a check no money is taken until an officer has looked" in page
    page = words(clerk.see(f"/sales/{sold}/lots/1/payment"))
    assert "No money is taken until an officer has looked" in page
    assert "needs a check" in words(refused(clerk, f"/sales/{sold}/lots/1/payment", **PAYMENT))


def test_whoever_collects_at_the_gate_may_show_his_paper(clerk, sold, sign_in):
    clerk.do(f"/sales/{sold}/lots/1/payment", **PAYMENT)
    keeper = sign_in(Office.POUND_KEEPER)
    form = {"taken_away_by": "Driver", "collector_identity": "POLICE 1"}
    page = refused(keeper, f"/gate/{sold}/1", **form)
    assert 'value="POLICE 1"' in page
    assert "Nothing waits" in words(keeper.do(f"/gate/{sold}/1", **form | {"collector_identity": "DL 9"}))  # fmt: skip


def test_the_night_looks_back_and_says_how_many(tmp_path, app, sold, settings):
    import os
    import subprocess
    import sys

    ran = subprocess.run(
        [sys.executable, "-c", "from portal.cli import portal; portal()", "look-back"],
        capture_output=True, check=False, env=dict(os.environ) | {"PORTAL_INSTANCE": str(tmp_path)},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert b"0 came otherwise than before, 0 new remarks." in ran.stdout
