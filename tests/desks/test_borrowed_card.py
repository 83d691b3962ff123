"""A pound-keeper's brother, held at the desk, bids with another's card: found in the ring or later."""

import re

import pytest
from visitor import words

from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.bids import BidStruck
from portal.registers.books import differences

REASON = "buying for the pound-keeper, (3)"
# Said on a page that everybody may open, these would accuse somebody.
ACCUSING = r"(?i)pound-keeper|\(3\)|brother|buying for|\bheld\b|barred|suspect"


@pytest.fixture
def sale(act, hands, clock):
    """Card 23 bids 5,000 on lot 1; then the brother bids 5,500 with card 52, which he borrowed."""

    def set_up():
        case = hands.take_in(1)
        clock.go(2026, 11, 30)
        sale = hands.arrange(case)
        hands.open(sale)
        hands.give_card(sale, 23)
        hands.give_card(sale, 52, "Anwar")
        hands.bring_in(sale)
        hands.bid(sale, 5_000)
        hands.bid(sale, 5_500, card=52)
        return sale

    return act(set_up)


@pytest.fixture
def clerk(sign_in, sale):
    return sign_in(Office.CLERK)


@pytest.fixture
def lot(sale):
    return f"/sales/{sale}/lots/1"


def fourth_reason(page):
    """The reason behind the key 4 of the ring's panel, as its form sends it."""
    return re.search(r'name="reason" id="why-4" value="([^"]+)"', page)[1]


def strike_out(clerk, sale, lot):
    page = clerk.see(f"/sales/{sale}/ring")
    place = re.search(r'name="place" value="(\d+)"', page)[1]
    return clerk.do(f"{lot}/strike", place=place, reason=fourth_reason(page))


def what_everybody_reads(sign_in, sale, lot):
    anybody = sign_in(Office.PUBLIC)
    pages = [words(anybody.see(page)) for page in (lot, f"{lot}/bids", f"/sales/{sale}/screen")]
    for page in pages:
        main = page.split("Animals Sales")[-1]  # the law has a page of its own in the menu
        assert not re.search(ACCUSING, main), page
        assert "Anwar" not in page
    return pages


@pytest.mark.law("3")
def test_told_by_the_ring_the_clerk_strikes_the_bid_and_the_price_falls_back(
    clerk, sale, lot, sign_in, act
):
    assert fourth_reason(clerk.see(f"/sales/{sale}/ring")) == REASON
    ring = words(strike_out(clerk, sale, lot))
    assert "Asking ₹5,500" in ring
    assert REASON in ring, "the clerk's own record says why"
    board, bids, screen = what_everybody_reads(sign_in, sale, lot)
    assert "Card 23 bid ₹5,000" in board
    assert "withdrawn by the auctioneer at 11:00" in bids
    assert "Card 52" in bids
    assert "Card 23" in screen
    assert act(lambda: db.session.query(BidStruck).one().reason) == REASON


@pytest.mark.law("3")
def test_found_after_the_hammer_the_slip_is_void_and_the_lot_goes_to_whoever_bids(
    clerk, sale, lot, sign_in, act
):
    clerk.do(f"{lot}/hammer", card="52", amount="5500")
    assert "VOID" not in words(clerk.see(f"{lot}/slips"))
    clerk.do(f"{lot}/reopening", reason=REASON)
    assert "VOID" in words(clerk.see(f"{lot}/slips"))
    strike_out(clerk, sale, lot)
    what_everybody_reads(sign_in, sale, lot)
    clerk.do(f"{lot}/hammer", card="23", amount="5000")
    slips = words(clerk.see(f"{lot}/slips"))
    latest, before = slips.split("Slip H-")[1:]
    assert ("Sold" in latest, "Card 23" in latest) == (True, True)
    assert ("VOID" in before, "Card 52" in before) == (True, True)
    assert slips.count("VOID") == 1
    paid = clerk.do(f"{lot}/payment", payer="Ramesh Y.", offered="5,000", mode="cash")
    assert "5,000" in words(paid)
    assert act(lambda: list(differences())) == []


@pytest.mark.law("3")
def test_found_after_the_receipt_only_an_order_carried_out_by_another_undoes_it(
    clerk, sale, lot, sign_in, act
):
    clerk.do(f"{lot}/hammer", card="52", amount="5500")
    clerk.do(f"{lot}/payment", payer="Anwar", offered="5,500", mode="cash")
    refused = clerk.send(f"{lot}/reopening", reason=REASON)
    assert refused.status_code == 422
    assert "R-2026-1" in words(refused.text), "the receipt stands"
    assert clerk.send(f"{lot}/strike", place="2", reason=REASON).status_code == 410
    assert clerk.send(f"{lot}/void", number="CP/3", reason=REASON).status_code == 403
    assert clerk.send(f"{lot}/void/carried-out").status_code in {404, 422}, "no order yet"
    assert "VOID" not in words(clerk.see(f"{lot}/slips"))
    commissioner = sign_in(Office.COMMISSIONER)
    commissioner.do(f"{lot}/void", number="CP/3", reason=REASON)
    assert commissioner.send(f"{lot}/void/carried-out").status_code == 403
    after = words(clerk.do(f"{lot}/void/carried-out"))
    assert "₹5,500.00 is owed back" in after
    assert "VOID" in words(clerk.see(f"{lot}/slips"))
    what_everybody_reads(sign_in, sale, lot)
    assert act(lambda: list(differences())) == []
