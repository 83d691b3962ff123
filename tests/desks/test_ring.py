"""The ring as a clerk works it: a refusal never costs him his keys; who may get a card to bid."""

import re
from datetime import date

import pytest
from visitor import words

from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.bids import Bid

HTMX = {"HX-Request": "true"}
KEY = re.compile(
    r'action="/sales/\d+/lots/(?P<lot>\d+)/floor-bids"[^>]*><button class="key(?: lead)?" data-key="(?P<place>\d)"'
    r'.*?name="card" value="(?P<card>\d+)".*?name="amount" value="(?P<amount>\d+)"'
    r'.*?name="seen" value="(?P<seen>\d+)".*?name="key" value="(?P<key>[^"]+)"'
)


@pytest.fixture
def clerk(sign_in):
    return sign_in(Office.CLERK)


@pytest.fixture
def due(act, hands, clock):
    """Two animals past day 10, on 30 November; a day of the first has no rate."""
    cases = act(lambda: [hands.take_in(1, on=date(2025, 12, 31)), hands.take_in(2)])
    clock.go(2026, 11, 30)
    return cases


@pytest.fixture
def sale(due, act, hands):
    """Lot 2 in the ring, lot 1 waiting, ten cards given."""

    def set_up():
        sale = hands.arrange(*due)
        hands.open(sale)
        for number in range(21, 31):
            hands.give_card(sale, number, f"Bidder {number}")
        hands.bring_in(sale, 2)
        return sale

    return act(set_up)


def keys(page):
    """The keys of a page, as a press of each would send them."""
    return {found["card"]: found.groupdict() for found in KEY.finditer(page)}


def press(client, sale, key):
    sent = {name: key[name] for name in ("card", "amount", "seen", "key")}
    return client.send(f"/sales/{sale}/lots/{key['lot']}/floor-bids", **sent)


def bids(app):
    with app.app_context():
        many = db.session.query(Bid).count()
        db.session.remove()
        return many


def test_eight_cards_have_a_key_each_and_the_last_to_bid_stand_first(clerk, sale):
    first = keys(clerk.see(f"/sales/{sale}/ring"))
    assert list(first) == [str(number) for number in range(21, 29)]
    assert {key["amount"] for key in first.values()} == {"5000"}
    assert len({key["key"] for key in first.values()}) == 8
    again = keys(clerk.see(f"/sales/{sale}/ring"))
    assert not {k["key"] for k in first.values()} & {k["key"] for k in again.values()}
    clerk.send(
        f"/sales/{sale}/lots/2/floor-bids",
        card="30",
        amount="7,000",
        seen="1",
        key="typed in the box",
    )
    after = keys(clerk.see(f"/sales/{sale}/ring"))
    assert list(after)[:2] == ["30", "21"]
    assert {key["amount"] for key in after.values()} == {"7500"}


def test_a_refused_key_leaves_the_clerk_in_the_ring_with_fresh_keys(app, clerk, sale):
    stale = keys(clerk.see(f"/sales/{sale}/ring"))
    assert press(clerk, sale, stale["21"]).status_code == 303
    late = press(clerk, sale, stale["22"])
    assert late.status_code == 409
    told = words(late.text)
    assert "The bid was NOT placed. The next bid is ₹5,500" in told
    assert "Price now ₹5,000 Card 21" in told
    assert bids(app) == 1
    assert press(clerk, sale, keys(late.text)["22"]).status_code == 303
    assert bids(app) == 2


def test_a_card_that_was_never_given_costs_nobody_the_ring(app, clerk, sale):
    box = {"card": "77", "amount": "5000", "seen": "1", "key": "k"}
    reply = clerk.send(f"/sales/{sale}/lots/2/floor-bids", **box)
    assert reply.status_code == 404
    assert "Not on the register: card 77" in words(reply.text)
    assert len(keys(reply.text)) == 8
    assert bids(app) == 0
    assert clerk.send("/sales/9/lots/2/floor-bids", **box).status_code == 404
    assert clerk.get(f"/sales/{10**30}/ring").status_code == 404


def test_a_barred_card_is_refused_on_the_ring_without_a_name(app, clerk, act, hands, sale):
    ready = keys(clerk.see(f"/sales/{sale}/ring"))
    act(lambda: hands.list_staff(name="J. Swamy", identity="ID-22"))
    reply = press(clerk, sale, ready["22"])
    assert reply.status_code == 403
    assert "Card 22 may not bid or buy" in words(reply.text)
    assert "Swamy" not in reply.text
    assert len(keys(reply.text)) == 8
    assert bids(app) == 0


def test_when_the_owner_pays_first_the_next_press_says_so_and_offers_the_next_lot(
    clerk, act, hands, sale, due
):
    ready = keys(clerk.see(f"/sales/{sale}/ring"))
    act(lambda: hands.release(due[1]))
    reply = press(clerk, sale, ready["21"])
    assert reply.status_code == 423
    assert "Lot 2 is not in the ring" in words(reply.text)
    assert "Which lot comes in?" in words(reply.text)


def test_the_hammer_says_why_where_a_day_has_no_rate_and_the_ring_stays(clerk, act, hands, sale):
    clerk.do(f"/sales/{sale}/lots/2/pass", reason="no bid")
    clerk.do(f"/sales/{sale}/lots/1/in-ring")
    page = clerk.see(f"/sales/{sale}/ring")
    assert "no rate is in force on Wed 31 Dec 2025" in words(page)
    assert press(clerk, sale, keys(page)["21"]).status_code == 303
    reply = clerk.send(f"/sales/{sale}/lots/1/hammer", card="21", amount="5000")
    assert reply.status_code == 422
    assert "The dues cannot be worked out" in words(reply.text)
    assert len(keys(reply.text)) == 8


def test_the_price_is_told_against_the_dues(clerk, sale):
    # 18 to 30 November: thirteen days at 40 and 115, and the fine of 2.50
    told = words(clerk.see(f"/sales/{sale}/ring"))
    assert (
        "Fees and expenses ₹2,015.00 , fine ₹2.50 . At this price the surplus is ₹2,982.50" in told
    )


def test_a_board_tells_of_another_screen_and_leaves_a_lot_that_is_gone(clerk, sale):
    page = clerk.see(f"/sales/{sale}/ring")
    board = re.search(r'hx-get="([^"]+/board[^"]*)"', page)[1].replace("&amp;", "&")
    assert clerk.get(board, headers=HTMX).status_code == 204
    press(clerk, sale, keys(page)["21"])
    moved = clerk.get(board, headers=HTMX)
    assert "The price moved on another screen. Show the keys for ₹5,500" in words(moved.text)
    assert "moved on another screen" not in words(clerk.see(f"/sales/{sale}/ring"))
    clerk.do(f"/sales/{sale}/lots/2/hammer", card="21", amount="5000")
    for comes_in in (False, True):
        if comes_in:
            clerk.do(f"/sales/{sale}/lots/1/in-ring")
        gone = clerk.get(board, headers=HTMX)
        assert gone.status_code == 204
        assert gone.headers["HX-Trigger"] == "ring-moved"
    clerk.do(f"/sales/{sale}/lots/1/pass", reason="no bid")
    waits = re.search(r'hx-get="([^"]+/board[^"]*)"', clerk.see(f"/sales/{sale}/ring"))[1]
    assert "HX-Trigger" not in clerk.get(waits, headers=HTMX).headers
    clerk.do(f"/sales/{sale}/lots/1/in-ring")
    assert clerk.get(waits, headers=HTMX).headers["HX-Trigger"] == "ring-moved"
    assert clerk.get(board).status_code == 303, "a browser that asks for a fragment gets the page"


def test_steps_go_up_and_down_through_those_of_the_house(clerk, sale):
    step = f"/sales/{sale}/lots/2/step"
    assert "step ₹1,000" in words(clerk.do(step, step="100000"))
    clerk.send(f"/sales/{sale}/lots/2/floor-bids", card="21", amount="5000", seen="2", key="k")
    assert {key["amount"] for key in keys(clerk.see(f"/sales/{sale}/ring")).values()} == {"6000"}
    for wrong in ("", "1", "100001", "-100000", "1e5"):
        assert clerk.send(step, step=wrong).status_code == 422


def test_a_third_call_is_not_offered_and_a_bid_puts_the_lamps_out(clerk, sale):
    ring = f"/sales/{sale}/ring"

    def call():
        seen = re.search(r"board\?v=(\d+)", clerk.see(ring))[1]
        return clerk.send(f"/sales/{sale}/lots/2/calls", seen=seen)

    def lamps():
        return clerk.see(ring).count('<li class="on">')

    assert call().status_code == 422, "nobody has bid"
    press(clerk, sale, keys(clerk.see(ring))["21"])
    assert call().status_code == 303
    assert call().status_code == 303
    assert lamps() == 2
    assert 'data-key="g" aria-disabled="true"' in clerk.see(ring)
    assert call().status_code == 422
    press(clerk, sale, keys(clerk.see(ring))["22"])
    assert lamps() == 0


def test_who_only_looks_at_the_ring_is_given_no_keys(sign_in, sale):
    page = sign_in(Office.AUDITOR).see(f"/sales/{sale}/ring")
    assert "Starting price" in page
    assert keys(page) == {}
    assert f"/sales/{sale}/lots/" not in page
    assert sign_in(Office.POUND_KEEPER).get(f"/sales/{sale}/ring").status_code == 403


CARD = {"name": "Ramesh Y.", "phone": "98480 11111", "identity": "ID 501", "staff": "no"}


@pytest.mark.parametrize(
    ("answers", "status", "says"),
    [
        ({"bank": "0001 1122 SMPL0000001"}, 422, "Ask before giving one"),
        ({"bank": "smpl0000001-00011122"}, 422, "Ask before giving one"),
        ({"identity": "౧౨౩౪"}, 422, "must be written with A to Z and 0 to 9"),
        ({"identity": "---"}, 422, "must be written with A to Z and 0 to 9"),
        ({"bank": "SMPL0000001 ౦౦౦౧౧౧౨౨"}, 422, "must be written with A to Z and 0 to 9"),
    ],
)
def test_no_way_of_writing_a_number_gets_round_the_staff_list(
    clerk, act, hands, sale, answers, status, says
):
    act(lambda: hands.list_staff(identity="1234", bank="SMPL0000001 00011122"))
    reply = clerk.send(f"/sales/{sale}/cards", **(CARD | answers))
    assert reply.status_code == status
    assert says in words(reply.text)
    assert 'value="Ramesh Y."' in reply.text
