"""Parts, default, void, cash and the owner's counter, as they are done on the pages."""

import pytest
from visitor import words

from portal.law.offices import Office
from portal.registers.redeeming import last_visit


@pytest.fixture
def clerk(sign_in):
    return sign_in(Office.CLERK)


@pytest.fixture
def cases(act, hands, clock):
    cases = act(lambda: [hands.take_in(number) for number in (1, 2)])
    clock.go(2026, 11, 30)
    return cases


@pytest.fixture
def sale(act, hands, cases):
    """Lot 1 is sold for 5,000 and unpaid; lot 2 is in the ring."""

    def set_up():
        sale = hands.arrange(*cases)
        hands.open(sale)
        hands.give_card(sale, 23)
        hands.bring_in(sale, 1)
        hands.bid(sale, 5_000)
        hands.knock_down(sale, 5_000)
        hands.bring_in(sale, 2)
        return sale

    return act(set_up)


def pay(clerk, sale, offered, **more):
    form = {"payer": "Ramesh Y.", "offered": offered, "mode": "cash"} | more
    return clerk.send(f"/sales/{sale}/lots/1/payment", **form)


def test_a_part_is_taken_and_the_page_says_what_is_due(clerk, sale):
    assert pay(clerk, sale, "1,500").status_code == 303
    page = words(clerk.see(f"/sales/{sale}/lots/1/payment"))
    assert "₹3,500 is due" in page
    assert "Paid so far" in page
    assert "a part of the hammer price" in words(clerk.see("/receipts/2026/1"))
    more = pay(clerk, sale, "3,501")
    assert more.status_code == 422
    assert "₹3,500 is still due for lot 1" in more.text
    assert 'value="3,501"' in more.text
    wrong = pay(clerk, sale, "100", mode="UPI", reference="UPI 7")
    assert "the twelve figures of the UTR" in wrong.text
    assert "of it still due" in words(clerk.see(f"/sales/{sale}/settlement"))


def test_default_and_what_is_owed_back(clerk, sign_in, sale, clock):
    pay(clerk, sale, "1,500")
    page = f"/sales/{sale}/lots/1/default"
    assert clerk.send(page, reason="he did not come").status_code == 422
    clock.go(2026, 12, 1)
    clerk = sign_in(Office.CLERK)
    assert page in clerk.see(f"/sales/{sale}/settlement")
    after = clerk.do(page, reason="he did not come")
    assert "₹1,500.00 is owed back" in words(after)
    assert "VOID: in default" in words(clerk.see("/receipts/2026/1"))
    assert "VOID" in clerk.see(f"/sales/{sale}/lots/1/slips")
    given = clerk.do("/refunds/1", to="Ramesh Y.", mode="cash")
    assert "was given back" in words(given)
    assert clerk.send("/refunds/1", to="Ramesh Y.", mode="cash").status_code == 422


def test_an_order_makes_a_paid_sale_void_by_two_persons(clerk, sign_in, sale):
    pay(clerk, sale, "5,000")
    page = f"/sales/{sale}/lots/1/void"
    assert clerk.get(page).status_code == 403
    commissioner = sign_in(Office.COMMISSIONER)
    assert page in commissioner.see("/receipts/2026/1")
    assert commissioner.send(page, number="", reason="").status_code == 422
    assert "waits" in words(commissioner.do(page, number="CP/1", reason="wrong animal"))
    assert commissioner.send(f"{page}/carried-out").status_code == 403
    assert "Order CP/1" in words(clerk.see(f"/sales/{sale}/lots/1/payment"))
    after = clerk.do(f"{page}/carried-out")
    assert "₹5,000.00 is owed back" in words(after)
    assert "VOID: made void order CP/1" in words(clerk.see("/receipts/2026/1"))


def test_the_cash_is_counted_and_another_signs(clerk, sign_in, sale):
    pay(clerk, sale, "5,000")
    clerk.do(f"/sales/{sale}/lots/2/pass", reason="no bid")
    auctioneer = sign_in(Office.AUCTIONEER)
    refused = auctioneer.send(f"/sales/{sale}/closing")
    assert "₹5,000 must be in the box" in refused.text
    short = clerk.send(f"/sales/{sale}/cash", notes_500="9")
    assert short.status_code == 422
    assert "₹4,500 is in the box and ₹5,000" in short.text
    assert 'value="9"' in short.text
    odd = clerk.send(f"/sales/{sale}/cash", notes_500="1e3", coins="-1")
    assert odd.status_code == 422
    clerk.do(f"/sales/{sale}/cash", notes_500="9", notes_100="0", reason="a note was torn")
    page = words(auctioneer.see(f"/sales/{sale}/close"))
    assert "a difference of" in page
    assert ": a note was torn" in page
    assert "₹5,000 slips ₹5,000 receipts ₹0 not paid" in page
    assert clerk.send(f"/sales/{sale}/closing").status_code == 422
    assert "The sale is closed" in auctioneer.do(f"/sales/{sale}/closing")


TOLD = {"owner": "K. Yellaiah", "phone": "9848012345", "colour": "black", "marks": "white star"}


def test_the_owner_tells_once_and_no_mark_is_shown(clerk, cases, sale):
    page = f"/cases/{cases[1]}/redemption"
    before = words(clerk.see(page))
    assert "Lot 2 is in the ring" in before
    assert "hold ring?" in before
    assert "white star" not in before
    after = clerk.do(f"/cases/{cases[1]}/visit", **TOLD)
    assert "2 of 4 marks answered rightly" in words(after)
    assert "white star" not in after
    assert 'value="K. Yellaiah"' in after
    held = words(clerk.do(f"/cases/{cases[1]}/hold"))
    assert "The ring is held until" in held
    assert "Bidding goes on" in words(clerk.do(f"/cases/{cases[1]}/hold/end"))


def test_after_the_hammer_the_claim_begins_with_what_was_told(clerk, cases, sale, app):
    page = f"/cases/{cases[0]}/redemption"
    clerk.do(f"/cases/{cases[0]}/visit", **TOLD)
    paid = {"owner": "K. Yellaiah", "comes": "owner", "proof_seen": "card"}
    late = clerk.send(page, **paid, offered="2017.50", mode="cash")
    assert late.status_code == 422
    assert "Nothing was taken: the hammer fell" in late.text
    with app.app_context():
        visit = last_visit(1).id
    address = f"/claims/counter/{cases[0]}?visit={visit}"
    assert address in late.text
    claim = clerk.see(address)
    for told in ("K. Yellaiah", "9848012345", "white star"):
        assert told in claim
    assert "K. Yellaiah" not in clerk.get(f"/claims/counter/{cases[1]}?visit={visit}").text


def test_the_pound_keeper_has_no_part_in_the_ring(sign_in, cases, sale):
    keeper = sign_in(Office.POUND_KEEPER)
    assert "Ask the clerk to hold it" in keeper.see(f"/cases/{cases[1]}/redemption")
    assert keeper.send(f"/cases/{cases[1]}/hold").status_code == 403
