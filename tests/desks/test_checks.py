"""The room of checks: who is held, both sides' facts, the finding, and what becomes of the lots."""

import re
from datetime import timedelta

import pytest
from builders import BEFORE_ALL, KEY, rupees
from visitor import words

from portal.actions import cards, pound, sales, staff
from portal.actions import checks as acts
from portal.actions.look_back import look_back
from portal.actions.official import official_act
from portal.law.checks import Finding, Reason
from portal.law.offices import Duty, Office
from portal.law.refusals import PurchaserBarred
from portal.law.screening import RULES, Outcome
from portal.registers.base import db
from portal.registers.bids import bids_on
from portal.registers.books import differences
from portal.registers.cards import cards_of, find_card
from portal.registers.checks import NO_PAPER
from portal.registers.matching import hide_all
from portal.registers.people import AT_THE_COMMAND_LINE
from portal.registers.remarks import Remark, remarks
from portal.registers.sales import find_lot, find_sale
from portal.registers.screening import CheckFinding, last_screening

PHONE, PAPER = "9848012345", "4410 2231 9087"
SAW = "The phone stands in a shop that forty people use."
CLEAR = {"finding": "CLEARED", "reason": "SHARED_BY_MANY", "words": SAW}
BAR = {
    "finding": "BARRED",
    "reason": "BUYS_FOR_OFFICER",
    "words": "He said that the money is not his own.",
}


@pytest.fixture
def sale(app, hands, clock):
    """Card 30, held for a shared phone, leads lot 1 at 7,000 before card 23 at 6,500."""
    with app.app_context():
        hands.list_staff(phone=PHONE, relation="Ramulu")
        case = hands.take_in(412)
        clock.go(2026, 11, 30)
        number = hands.arrange(case)
        hands.open(number)
        hands.give_card(number, 30, "Mohan Lal", PAPER, phone=PHONE, relation_typed="Kishan")
        hands.give_card(number, 23)
        hands.bring_in(number)
        hands.bid(number, 6_500)
        hands.bid(number, 7_000, card=30)
    return number


@pytest.fixture
def bought(app, hands, sale):
    """The hammer fell to the held card."""
    with app.app_context():
        hands.knock_down(sale, 7_000, card=30)
    return sale


def screening_of(app, sale, card=30):
    with app.app_context():
        return last_screening(find_card(sale, card).id)


def address_of(app, sale, card=30):
    return f"/checks/{screening_of(app, sale, card).id}"


def try_a_bid_of_a_listed_person(app, hands, sale):
    """Card 40 was given before its holder came on the list; his bid is refused and noted."""
    with app.app_context():
        hands.give_card(sale, 40, "Suresh", "ID-77")
        hands.list_staff("S. Reddy", identity="ID-77")
        with pytest.raises(PurchaserBarred):
            hands.bid(sale, 7_500, card=40)


def findings_in(app):
    with app.app_context():
        return db.session.query(CheckFinding).count()


def test_without_a_held_card_the_room_says_so_in_words(sign_in):
    page = words(sign_in(Office.AUDITOR).see("/checks"))
    assert "No card needs a check." in page
    assert "No remark waits for an answer." in page


def test_a_held_card_waits_with_what_it_rests_on_and_the_lot_it_leads(app, sale, sign_in):
    page = words(sign_in(Office.CLAIMS_OFFICER).see("/checks"))
    assert "Card 30 sale 1 Mohan Lal phone shared with J. Swamy, pound-keeper" in page
    assert "leads lot 1 at ₹7,000 before lot 1" in page
    assert "0 of 2 officers" in page


def test_a_lot_that_was_bought_waits_for_its_payment(app, bought, sign_in):
    page = words(sign_in(Office.CLAIMS_OFFICER).see("/checks"))
    assert "bought lot 1 at ₹7,000 before lot 1 is paid" in page


def test_the_longest_waiting_card_stands_first_though_screened_anew(
    app, sale, hands, clock, sign_in
):
    with app.app_context():
        hands.give_card(sale, 31, "Anand", phone="9848054321", bank="SBIN0000001 77")
        hands.list_staff("K. Rao", phone="9848054321")
        clock.go(2026, 11, 30, 12)
        hands.bid(sale, 7_500, card=31)
        before = last_screening(find_card(sale, 30).id).id
        hands.bid(sale, 8_000, card=30)
        assert last_screening(find_card(sale, 30).id).id > before
    page = words(sign_in(Office.CLAIMS_OFFICER).see("/checks"))
    assert "held since Mon 30 Nov, 11:00" in page
    assert page.index("Card 30") < page.index("Card 31")


def test_the_facts_stand_side_by_side_and_no_full_number_is_on_the_page(app, sale, sign_in):
    html = sign_in(Office.CLAIMS_OFFICER).see(address_of(app, sale))
    page = words(html)
    bidder, listed = page.split("On the staff list")
    assert "Name as typed Mohan Lal Father or husband Kishan" in bidder
    assert "phone …2345" in bidder
    assert "identity number …9087" in bidder
    assert "J. Swamy Father or husband Ramulu Office pound-keeper, since Thu 1 Jan 2026" in listed
    assert "Shared with him phone …2345" in listed
    assert "Likeness of the names" in listed
    assert f"under version {RULES} of the rules, against version" in listed
    for number in (PHONE, PAPER, PAPER.replace(" ", ""), "98480 12345"):
        assert number not in html
    assert not re.search(r"[0-9]{5}", page)
    for accusing in ("suspect", "fraud", "accus"):
        assert accusing not in page.lower()


def test_two_officers_clear_a_card_and_the_same_one_twice_does_not(app, sale, sign_in):
    address = address_of(app, sale)
    officer, commissioner = sign_in(Office.CLAIMS_OFFICER), sign_in(Office.COMMISSIONER)
    page = words(officer.do(address, **CLEAR))
    assert "now stands so: needs a check" in page
    assert "1 of 2 officers agree" in page
    assert SAW in page, "with what the first wrote"
    again = officer.send(address, **CLEAR)
    assert again.status_code == 422
    assert "has decided on it before" in words(again.text)
    assert SAW in again.text
    assert "1 of 2 officers" in words(commissioner.see("/checks"))
    page = words(commissioner.do(address, **CLEAR))
    assert "now stands so: a like name, noted" in page
    assert "No card needs a check." in words(commissioner.see("/checks"))
    assert screening_of(app, sale).came_to is Outcome.NOTE
    assert findings_in(app) == 2


def test_from_one_who_may_not_buy_the_lot_goes_to_the_under_bidder_and_the_books_agree(
    app, bought, sign_in
):
    page = words(sign_in(Office.CLAIMS_OFFICER).do(address_of(app, bought), **BAR))
    assert "now stands so: may not buy" in page
    assert "Lot 1 is sold to card 23 for ₹6,500." in page
    assert "Lot 1 : sold to card 23 for ₹6,500 ." in page
    with app.app_context():
        assert find_lot(bought, 1).winning_bid().card.number == 23
        assert list(differences()) == []


def test_a_card_that_may_not_buy_can_be_looked_at_anew_and_cleared_by_two(app, sale, sign_in):
    number = screening_of(app, sale).id
    sign_in(Office.CLAIMS_OFFICER).do(f"/checks/{number}", **BAR)
    commissioner = sign_in(Office.COMMISSIONER)
    page = commissioner.see("/checks")
    assert f'href="/checks/{number}"' in page
    assert "Card 30 at sale 1 May not buy he buys for that officer" in words(page)
    page = words(commissioner.do(f"/checks/{number}", **CLEAR))
    assert "now stands so: may not buy" in page
    assert "1 of 2 officers agree" in page


def test_a_lot_nobody_else_bid_on_waits_and_the_refusal_says_why(app, hands, clock, sign_in):
    with app.app_context():
        hands.list_staff(phone=PHONE)
        case = hands.take_in(412)
        clock.go(2026, 11, 30)
        sale = hands.arrange(case)
        hands.open(sale)
        hands.give_card(sale, 30, "Mohan Lal", PAPER, phone=PHONE)
        hands.bring_in(sale)
        hands.bid(sale, 7_000, card=30)
        hands.knock_down(sale, 7_000, card=30)
    officer, address = sign_in(Office.CLAIMS_OFFICER), address_of(app, sale)
    page = words(officer.do(address, **BAR))
    assert "not given to the under-bidder. Lot 1 was not sold: no other bid" in page
    assert "Give lot 1 to the under-bidder" in page
    again = officer.send(f"/checks/lots/{sale}/1/under-bidder")
    assert again.status_code == 422
    assert "no other bid that may stand is on record" in words(again.text)
    assert "Lots taken back, gone to nobody yet" in words(officer.see("/checks"))
    assert "Give lot 1" not in words(sign_in(Office.AUDITOR).see("/checks"))


def test_a_lot_taken_back_is_sold_by_the_button(app, bought, people, clock, sign_in):
    number = screening_of(app, bought).id
    with app.app_context():
        acts.decide_check(
            people[Office.CLAIMS_OFFICER], clock, screening=number,
            finding=Finding.BARRED, reason=Reason.NO_PAPERS, words=SAW,
        )  # fmt: skip
    commissioner = sign_in(Office.COMMISSIONER)
    assert "Lot 1 : taken back, and gone to nobody yet." in words(
        commissioner.see(f"/checks/{number}")
    )
    page = words(commissioner.do(f"/checks/lots/{bought}/1/under-bidder"))
    assert "Lot 1 is sold to card 23 for ₹6,500." in page
    twice = commissioner.send(f"/checks/lots/{bought}/1/under-bidder")
    assert twice.status_code == 422


def test_facts_that_changed_are_refused_and_the_new_ones_can_be_looked_at(
    app, sale, hands, sign_in
):
    officer, address = sign_in(Office.CLAIMS_OFFICER), address_of(app, sale)
    with app.app_context():
        hands.list_staff("K. Rao", phone=PHONE)
    refused = officer.send(address, **CLEAR)
    assert refused.status_code == 422
    assert "has changed since you looked" in words(refused.text)
    assert findings_in(app) == 0
    fresh = address_of(app, sale)
    assert fresh != address
    assert f'href="{fresh}"' in refused.text
    assert "K. Rao" in officer.see(fresh)
    assert "1 of 2 officers agree" in words(officer.do(fresh, **CLEAR))


def test_what_cannot_be_read_is_told_at_its_field_and_kept(app, sale, sign_in):
    officer, address = sign_in(Office.CLAIMS_OFFICER), address_of(app, sale)
    for says, wrong in (
        ("Choose what you found", {"finding": ""}),
        ("Choose a reason", {"reason": ""}),
        ("choose one of those shown", {"finding": "GUILTY"}),
        ("choose one of those shown", {"reason": "RUMOUR"}),
        ("choose a reason that fits “may buy”", {"reason": "SAME_PERSON"}),
        ("choose a reason that fits “may not buy”", {"finding": "BARRED"}),
        ("Write what you saw", {"words": "  "}),
        ("write at least 30 letters", {"words": "Too  short" + " " * 40}),
    ):
        reply = officer.send(address, **CLEAR | wrong)
        assert reply.status_code == 422, wrong
        assert says in words(reply.text), wrong
        assert "<title>Error: " in reply.text
    assert findings_in(app) == 0


def test_what_is_proof_by_itself_nobody_can_waive(app, sale, hands, sign_in):
    try_a_bid_of_a_listed_person(app, hands, sale)
    officer, address = sign_in(Office.COMMISSIONER), address_of(app, sale, 40)
    page = officer.see(address)
    assert "nobody can waive it" in words(page)
    assert "Enter the finding" not in page
    refused = officer.send(address, **CLEAR)
    assert refused.status_code == 422
    assert "nobody can waive it" in words(refused.text)


def test_a_card_that_is_not_held_has_nothing_to_decide(app, sale, sign_in):
    officer, address = sign_in(Office.CLAIMS_OFFICER), address_of(app, sale, 23)
    assert "nothing to decide" in words(officer.see(address))
    assert officer.send(address, **CLEAR).status_code == 422


@pytest.mark.parametrize("office", [Office.CLERK, Office.ACCOUNTS, Office.POUND_KEEPER])
def test_whoever_lacks_the_duty_finds_the_room_shut(app, sale, sign_in, office):
    visitor, address = sign_in(office), address_of(app, sale)
    for door in ("/checks", "/checks/figures", "/checks/tries", address):
        assert visitor.get(door).status_code == 403
    assert visitor.send(address, **CLEAR).status_code == 403
    assert 'href="/checks"' not in visitor.see("/cases")


def test_the_auditor_looks_and_decides_nothing(app, sale, sign_in):
    auditor, address = sign_in(Office.AUDITOR), address_of(app, sale)
    page = auditor.see(address)
    assert 'href="/checks"' in page
    assert "Enter the finding" not in page
    assert auditor.send(address, **CLEAR).status_code == 403


def test_numbers_that_are_nowhere_are_not_found(sign_in):
    officer = sign_in(Office.COMMISSIONER)
    assert officer.get("/checks/999").status_code == 404
    assert officer.send("/checks/999", **CLEAR).status_code == 404
    assert officer.send("/checks/remarks/999", words=SAW).status_code == 404
    assert officer.send("/checks/lots/999/1/under-bidder").status_code == 404


def test_the_figures_count_cards_findings_and_what_was_turned_round(app, bought, sign_in):
    officer, commissioner = sign_in(Office.CLAIMS_OFFICER), sign_in(Office.COMMISSIONER)
    assert "No officer has found anything yet." in words(officer.see("/checks/figures"))
    address = address_of(app, bought)
    officer.do(address, **CLEAR)
    commissioner.do(address, **BAR)
    page = words(commissioner.see("/checks/figures"))
    assert "All 2 0 1 0 1 50.0 %" in page
    assert "Test Pound 2 0 1 0 1 50.0 %" in page
    assert "1 set of facts has both findings" in page
    assert "The claims officer 1 0 1" in page
    assert "The commissioner 0 1 1" in page


def test_the_figures_compare_the_ways_names_are_written(app, sale, hands, sign_in):
    auditor = sign_in(Office.AUDITOR)
    page = words(auditor.see("/checks/figures"))
    assert "several full words 1 0 1 0 0 100.0 %" in page
    assert "No ratio of highest to lowest: of one way of writing nobody was held." in page
    with app.app_context():
        hands.list_staff("K. Rao", phone="9848054321")
        hands.give_card(sale, 31, "Y. Anand", phone="9848054321")
        hands.give_card(sale, 32, "P. Kumar")
    page = words(auditor.see("/checks/figures"))
    assert "initials first 2 0 1 0 0 50.0 %" in page


def test_the_figures_of_an_empty_book_say_so(sign_in):
    page = words(sign_in(Office.AUDITOR).see("/checks/figures"))
    assert "No card was screened yet" in page


def test_what_was_tried_and_refused_is_listed_newest_first(app, sale, hands, sign_in):
    auditor = sign_in(Office.AUDITOR)
    assert "Nothing was tried that (3) forbids." in words(auditor.see("/checks/tries"))
    try_a_bid_of_a_listed_person(app, hands, sale)
    page = words(auditor.see("/checks/tries"))
    assert "The clerk clerk Tried to place floor bid" in page
    assert "Card 40 may not bid or buy at this sale" in page


@official_act(Duty.LOOK_BACK)
def remark_on_two_lots(act):
    db.session.add(
        Remark(
            pattern="Nobody else bids, again and again",
            about="two lots",
            lots=["1/1", "1/2"],
            people=[],
            reasons="Chance alone would do this once in 400.",
            at=act.at,
        )
    )


@pytest.fixture
def remark(app, clock):
    """A remark of the look back that nobody has looked at."""
    with app.app_context():
        remark_on_two_lots(AT_THE_COMMAND_LINE, clock)
        return remarks()[0][0].id


def test_a_remark_is_answered_once_and_in_words(app, remark, sign_in):
    address = f"/checks/remarks/{remark}"
    reader = sign_in(Office.AUDITOR)
    assert address not in reader.see("/checks")
    assert reader.send(address, words=SAW).status_code == 403
    officer = sign_in(Office.CLAIMS_OFFICER)
    page = words(officer.see("/checks"))
    assert "Nobody else bids, again and again" in page
    assert "Lots: 1/1, 1/2" in page
    assert "once in 400" in page
    short = officer.send(address, words="Looked.")
    assert short.status_code == 422
    assert f'href="#words-{remark}"' in short.text
    assert "write at least 30 letters" in words(short.text)
    page = words(officer.do(address, words="Rain kept the others away; both sales."))
    assert "No remark waits for an answer." in page
    assert "Rain kept the others away" in page
    assert officer.send(address, words=SAW).status_code == 422


@pytest.fixture
def taken_back(app, hands, clock, sale, people):
    """Lot 1 was taken back from card 30; of the next, card 31, no paper was ever seen."""
    with app.app_context():
        phone = hands.enter_bidder("Sayeed", "9848000041")
        cards.take_card(
            phone, clock, sale=sale, name="Sayeed", relation="", buys_for="himself",
            buys_for_barred=False, known_by=hide_all(KEY, phone="9848000041"),
        )  # fmt: skip
        number = max(one.number for one in cards_of(sale))
        hands.bid(sale, 7_500, card=number)
        hands.bid(sale, 8_000, card=30)
        hands.knock_down(sale, 8_000, card=30)
        acts.decide_check(
            people[Office.CLAIMS_OFFICER], clock, screening=last_screening(find_card(sale, 30).id).id,
            finding=Finding.BARRED, reason=Reason.NO_PAPERS, words=SAW,
        )  # fmt: skip
    return sale


def test_an_under_bidder_without_a_paper_is_passed_over_by_the_form_and_the_next_buys(
    app, taken_back, clock, sign_in
):
    officer, door = sign_in(Office.COMMISSIONER), f"/checks/lots/{taken_back}/1/no-paper"
    page = officer.see("/checks")
    assert f'action="{door}"' in page
    assert "The under-bidder brought no paper within the hour" in words(page)
    assert door not in sign_in(Office.AUDITOR).see("/checks")
    soon = officer.send(door, words=SAW)
    assert soon.status_code == 422
    assert "minutes more to show his paper" in words(soon.text)
    clock.at += timedelta(hours=1)
    officer = sign_in(Office.COMMISSIONER)
    short = officer.send(door, words="He is gone.")
    assert short.status_code == 422
    assert "write at least 30 letters" in words(short.text)
    assert "He is gone." in short.text, "what was written is kept"
    page = words(officer.do(door, words=SAW))
    assert "The under-bidder of lot 1 is passed over." in page
    assert "Lot 1 is sold to card 30" not in page
    with app.app_context():
        lot = find_lot(taken_back, 1)
        assert lot.winning_bid().card.number == 23
        struck = [out.reason for bid, out in bids_on(lot.id) if out and bid.amount == rupees(7_500)]
        assert struck == [NO_PAPER]
        assert list(differences()) == []
    assert "Lots taken back, gone to nobody yet" not in page
    again = officer.send(door, words=SAW)
    assert again.status_code == 422


def test_what_one_who_may_not_buy_bought_is_taken_back_by_the_button(
    app, sale, hands, people, clock, sign_in
):
    with app.app_context():
        hands.give_card(sale, 31, "Zoya Q.", "ID-31")
        hands.bid(sale, 7_500, card=31)
        hands.knock_down(sale, 7_500, card=31)
    officer, door = sign_in(Office.CLAIMS_OFFICER), f"/checks/lots/{sale}/1/taking-back"
    assert "Bought by one who may not buy" not in words(officer.see("/checks"))
    early = officer.send(door)
    assert early.status_code == 422
    assert "is not barred" in words(early.text)
    with app.app_context():
        hands.list_staff(name="PC 5", identity="ID-31")
        look_back(people[Office.COMMAND_LINE], clock)
    page = officer.see("/checks")
    assert "Bought by one who may not buy" in words(page)
    assert "Sale 1 , lot 1 , card 31 ( Zoya Q. )" in words(page)
    assert f'action="{door}"' in page
    auditor = sign_in(Office.AUDITOR)
    assert door not in auditor.see("/checks")
    assert auditor.send(door).status_code == 403
    page = words(officer.do(door))
    assert "Lot 1 is taken back." in page
    assert "Bought by one who may not buy" not in page
    assert "Lot 1 is sold to card 30 for ₹7,000." in page, "he bids on condition: he leads the rest"
    with app.app_context():
        assert list(differences()) == []
    assert officer.send(door).status_code == 422


def test_a_clear_of_one_pound_is_no_clear_on_the_page_of_another(app, sale, hands, clock, sign_in):
    address = address_of(app, sale)
    sign_in(Office.CLAIMS_OFFICER).do(address, **CLEAR)
    commissioner = sign_in(Office.COMMISSIONER)
    commissioner.do(address, **CLEAR)
    with app.app_context():
        pound.open_pound(
            AT_THE_COMMAND_LINE, clock, name="Other Pound", code="OP", address="Other Road"
        )
        there = sales.arrange_sale(
            hands.people[Office.CLERK], clock, pound="Other Pound", on=find_sale(sale).on,
            hour="15:00", place="Yard", terms="Cash.",
        ).number  # fmt: skip
        hands.give_card(there, 51, "Mohan Lal", PAPER, phone=PHONE, relation_typed="Kishan")
    page = words(commissioner.see(address_of(app, there, 51)))
    assert "0 of 2 officers agree" in page
    waiting = words(commissioner.see("/checks"))
    assert f"Card 51 sale {there}" in waiting
    assert "Card 30 sale 1 Mohan Lal phone" not in waiting


def test_another_account_of_the_same_officer_is_refused_on_the_page_and_his_words_stay(
    app, sale, clock, people, sign_in
):
    """He who cleared once comes as a third account, tied to the first through a second."""
    ties = {
        "a": {"phone": "9111111111", "identity": "PAPER A"},
        "b": {"phone": "9111111111", "identity": "PAPER B"},
        "c": {"identity": "PAPER B"},
    }
    with app.app_context():
        for name, known in ties.items():
            phone = known.get("phone", "")
            person = staff.enter_person(
                people[Office.ADMINISTRATOR], clock, name=name, sign_in_name=name, phone=phone,
                known_by=hide_all(KEY, **known),
            )  # fmt: skip
            staff.appoint(
                people[Office.ADMINISTRATOR], clock, person=person.id, since=BEFORE_ALL.date(),
                office=Office.CLAIMS_OFFICER, order_number=f"T-{name}",
            )  # fmt: skip
    address = address_of(app, sale)
    assert "1 of 2 officers" in words(sign_in(Office.CLAIMS_OFFICER, "a").do(address, **CLEAR))
    mine = "I asked in the shop: forty people do use it."
    refused = sign_in(Office.CLAIMS_OFFICER, "c").send(address, **CLEAR | {"words": mine})
    assert refused.status_code == 422
    assert "has decided on it before" in words(refused.text)
    assert mine in refused.text
    assert findings_in(app) == 1


def test_the_pages_of_checks_lead_to_one_another_and_each_says_its_own(app, sale, sign_in):
    auditor = sign_in(Office.AUDITOR)
    for door, own in (
        ("/checks", "Cards that need a check"),
        ("/checks/figures", "Held"),
        ("/checks/tries", "Tried and refused"),
    ):
        page = auditor.see(door)
        assert own in words(page)
        for other in {"/checks", "/checks/figures", "/checks/tries"} - {door}:
            assert f'href="{other}"' in page, (door, other)
