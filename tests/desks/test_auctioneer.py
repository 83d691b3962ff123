"""The auctioneer's rooms: due list, sale desk, cards, ring, settlement; right and wrong input."""

import re

import pytest
from visitor import words

from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.bids import Bid
from portal.registers.cards import Card
from portal.registers.sales import Sale
from portal.registers.settlement import Receipt

HTMX = {"HX-Request": "true"}


@pytest.fixture
def clerk(sign_in):
    return sign_in(Office.CLERK)


def count(app, table):
    with app.app_context():
        many = db.session.query(table).count()
        db.session.remove()
        return many


@pytest.fixture
def due(act, hands, clock):
    """One animal past day 10, one not, on 30 November."""
    old = act(lambda: hands.take_in(1))
    clock.go(2026, 11, 25)
    act(lambda: hands.take_in(2))
    clock.go(2026, 11, 30)
    return old


@pytest.fixture
def ring(due, act, hands):
    """Lot 1 in the ring with cards 23 and 41."""

    def set_up():
        sale = hands.arrange(due)
        hands.open(sale)
        hands.give_card(sale, 23)
        hands.give_card(sale, 41, "Sayeed")
        hands.bring_in(sale)
        return sale

    return act(set_up)


def bid(client, sale, amount, card="23", key="k", headers=None, **more):
    seen = re.search(r'name="seen" value="(\d+)"', client.see(f"/sales/{sale}/ring"))
    form = {"card": card, "amount": amount, "seen": seen[1] if seen else "1", "key": key} | more
    return client.send(f"/sales/{sale}/lots/1/floor-bids", headers=headers, **form)


def test_the_due_list_says_what_may_be_sold_and_what_not_yet(clerk, due):
    page = words(clerk.see("/due"))
    assert "1 past the owner's last day" in page
    assert "The owner's ten days are over: the last was Sat 28 Nov 2026." in page
    assert "day 5: not before 05-12-2026 is over" in page


def test_an_empty_due_list_says_who_is_next(clerk, act, hands):
    act(lambda: hands.take_in(1))
    assert "None is due. Next: 28-11-2026" in words(clerk.see("/due"))


def test_an_animal_whose_sale_is_stopped_is_listed_and_cannot_be_ticked(clerk, due):
    clerk.send(f"/cases/{due}/stop", reason="order of the court")
    page = clerk.see("/due")
    assert "order of the court" in page
    assert f'value="{due}"' not in page


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"on": "31-11-2026"}, "Day must be a day"),
        ({"on": ""}, "Enter the day of the sale"),
        ({"starting_price": "1e3"}, "must be a number of rupees"),
        ({"starting_price": "-5"}, "must be a number of rupees"),
        ({"step": "1"}, "choose one of those shown"),
        ({"pound": "Nowhere"}, "choose one of those shown"),
        ({"place": "x" * 5_000}, "too long"),
        ({"on": "29-11-2026"}, "has passed"),
    ],
)
def test_a_sale_wrongly_filled_in_is_not_arranged_and_keeps_what_was_typed(
    app, clerk, due, wrong, says
):
    form = {
        "pound": "Test Pound",
        "on": "30-11-2026",
        "hour": "11:00",
        "place": "Yard",
        "terms": "",
        "starting_price": "2,000",
        "step": "50000",
        "case": due,
    }
    reply = clerk.send("/sale-desk/new", **(form | wrong))
    assert reply.status_code == 422
    assert says in words(reply.text)
    assert 'value="11:00"' in reply.text
    assert f'value="{due}"' in reply.text
    assert count(app, Sale) == 0


def test_what_may_not_be_sold_on_the_day_is_left_out_and_told(clerk, due):
    form = {"pound": "Test Pound", "on": "30-11-2026", "hour": "11", "place": "Yard"}
    page = clerk.do(
        "/sale-desk/new",
        **form,
        starting_price="2000",
        step="50000",
        case=["2026-2", due, "2026-9", due],
    )
    told = words(page)
    assert "Case 2026-2 was left out. Not sold: the owner may still pay until" in told
    assert "Case 2026-9 was left out: it is not on the register" in told
    assert "1 listed" in told


def test_a_sale_desk_says_what_is_not_ready(clerk, act, hands, due):
    sale = act(lambda: hands.arrange(due))
    assert "none yet" in words(clerk.see(f"/sales/{sale}/desk"))
    reply = clerk.send(f"/sales/{sale}/notice", where="again")
    assert reply.status_code == 422
    assert "Nothing was changed" in reply.text
    assert "The sale is not open" in words(clerk.see(f"/sales/{sale}/ring"))


CARD = {"name": "Ramesh Y.", "phone": "98480 00001", "identity": "ID 1", "staff": "no"}


@pytest.mark.parametrize(
    ("wrong", "status", "says"),
    [
        ({"staff": ""}, 422, "Ask the question"),
        ({"staff": "perhaps"}, 422, "choose one of those shown"),
        ({"identity": " "}, 422, "Enter the number on the paper shown"),
        ({"phone": "12"}, 422, "ten digits"),
        ({"number": "0"}, 422, "number printed on the card"),
        ({"staff": "yes"}, 403, "may not bid or buy"),
        ({"identity": "sample-7"}, 403, "may not bid or buy"),
        ({"phone": "+91 90000-10001"}, 422, "Ask before giving one: same phone"),
        ({"bank": "smpl 0001 77"}, 422, "Ask before giving one: same bank account"),
    ],
)
def test_a_card_is_refused_with_its_reason_and_no_accusation(
    app, clerk, act, hands, due, wrong, status, says
):
    def set_up():
        hands.list_staff(identity="SAMPLE 7", phone="9000010001", bank="SMPL000177")
        return hands.arrange(due)

    sale = act(set_up)
    reply = clerk.send(f"/sales/{sale}/cards", **(CARD | wrong))
    assert reply.status_code == status
    told = words(reply.text)
    assert says in told
    # Whom to ask about is for the clerk; one who is refused is told no name.
    assert ("Swamy" in told) is ("Ask before" in says)
    assert 'value="Ramesh Y."' in reply.text
    assert count(app, Card) == 0


def test_a_card_is_given_once_to_one_person(clerk, act, hands, due):
    sale = act(lambda: hands.arrange(due))
    assert "Card 1 for Ramesh Y." in clerk.do(f"/sales/{sale}/cards", **CARD)
    again = clerk.send(f"/sales/{sale}/cards", **(CARD | {"phone": "98480 00002"}))
    assert "has card 1 at this sale" in again.text


def test_one_press_is_one_bid_and_a_double_press_is_no_second(app, clerk, ring):
    assert bid(clerk, ring, "5,000").status_code == 303
    assert bid(clerk, ring, "5,000").status_code == 303
    assert count(app, Bid) == 1
    assert bid(clerk, ring, "5,500", card="41").status_code == 422  # same key, another bid
    assert count(app, Bid) == 1


def test_every_refusal_of_a_bid_has_its_number_and_its_sentence(app, clerk, act, hands, ring):
    bid(clerk, ring, "5000")
    for amount, card, status, says in (
        ("5000", "41", 409, "The bid was NOT placed. The next bid is ₹5,500"),
        ("5600", "41", 422, "bids go up by ₹500"),
        ("5500", "23", 422, "card 23 leads already"),
        ("5500", "77", 404, "register"),
        ("5e3", "41", 422, "must be a number of rupees"),
        ("౫౫౦౦", "41", 422, "must be a number of rupees"),
        ("", "41", 422, "Enter the bid"),
        ("5500", "0", 422, "number printed on the card"),
    ):
        reply = bid(clerk, ring, amount, card, key=f"{amount}-{card}")
        assert reply.status_code == status, (amount, card, reply.status_code)
        assert says.lower() in words(reply.text).lower(), (says, words(reply.text))
    act(lambda: hands.list_staff(identity="ID-41"))
    assert bid(clerk, ring, "5500", "41", key="b").status_code == 403
    assert count(app, Bid) == 1


def test_a_refusal_is_put_beside_the_board_and_never_over_it(clerk, ring):
    bid(clerk, ring, "5000")
    reply = bid(clerk, ring, "5000", "41", key="late", headers=HTMX)
    assert reply.status_code == 409
    assert "<html" not in reply.text
    refusal, _, _rest = reply.text.partition('id="refusal"')[2].partition("</div>")
    assert "NOT placed" in refusal, "beside the board, in the part swapped out of band"
    assert "Price now" in reply.text, "and the ring as it is now, with fresh keys"


def test_the_board_is_sent_when_it_changed_and_not_else(clerk, ring):
    page = clerk.see(f"/sales/{ring}/ring")
    version = re.search(r"ring/board\?v=(\d+)", page)[1]
    board = f"/sales/{ring}/ring/board"
    assert clerk.get(f"{board}?v={version}", headers=HTMX).status_code == 204
    bid(clerk, ring, "5000")
    fresh = clerk.get(f"{board}?v={version}", headers=HTMX)
    assert fresh.status_code == 200
    assert fresh.text.strip().startswith('<div id="board"')
    assert "<form" not in fresh.text, "no button lives in what is swapped"
    assert clerk.get(f"{board}?v=99999999999999999999", headers=HTMX).status_code == 200


def test_the_hammer_falls_in_two_presses_on_what_was_said(clerk, ring):
    bid(clerk, ring, "5000")
    hammer = f"/sales/{ring}/lots/1/hammer"
    assert f'action="{hammer}"' not in clerk.see(f"/sales/{ring}/ring")
    armed = clerk.see(f"/sales/{ring}/ring?sold=1")
    assert f'action="{hammer}"' in armed
    assert re.search(r"Sold to card 23 at ₹5,000 ?\?", words(armed))
    bid(clerk, ring, "5500", "41", key="faster")
    assert clerk.send(hammer, card="23", amount="5000").status_code == 422
    assert clerk.send(hammer, card="41", amount="1").status_code == 422
    assert "Lot 1 is sold to card 41" in words(clerk.do(hammer, card="41", amount="5500"))
    assert clerk.send(hammer, card="41", amount="5500").status_code == 410
    assert bid(clerk, ring, "6000", key="after").status_code == 410


def test_a_lot_that_is_not_in_the_ring_takes_no_bid(clerk, act, hands, due):
    sale = act(lambda: hands.arrange(due))
    act(lambda: hands.give_card(sale, 23))
    assert bid(clerk, sale, "5000").status_code == 423


def test_a_bid_is_struck_out_with_a_reason_and_stays_for_all_to_see(clerk, sign_in, ring):
    bid(clerk, ring, "5000")
    strike = f"/sales/{ring}/lots/1/strike"
    assert clerk.send(strike, place="1").status_code == 422
    assert clerk.send(strike, place="1", reason="because").status_code == 422
    clerk.do(strike, place="1", reason="wrong card")
    assert clerk.send(strike, place="1", reason="wrong card").status_code == 422
    public = words(sign_in(Office.PUBLIC).see(f"/sales/{ring}/lots/1/bids"))
    assert "withdrawn by the auctioneer" in public
    assert "Ramesh" not in public, "card numbers only"


def test_no_more_than_is_due_is_taken_and_a_tampered_form_changes_nothing(app, clerk, ring):
    bid(clerk, ring, "5000")
    clerk.do(f"/sales/{ring}/lots/1/hammer", card="23", amount="5000")
    page = f"/sales/{ring}/lots/1/payment"
    good = {"payer": "Ramesh Y.", "offered": "5,000", "mode": "cash"}
    for wrong, says in (
        ({"offered": "5,001"}, "Nothing was taken"),
        ({"offered": "5,000.001"}, "must be a number of rupees"),
        ({"mode": "credit"}, "choose one of those shown"),
        ({"mode": "UPI"}, "enter the reference"),
        ({"payer": ""}, "Enter the name of the one who pays"),
    ):
        reply = clerk.send(page, **(good | wrong))
        assert reply.status_code == 422
        assert says in words(reply.text)
    assert count(app, Receipt) == 0
    extra = {"amount": "1", "lot_id": "9", "year": "1999", "attempt": "7", "taken_by_id": "1"}
    told = words(clerk.do(page, **good, **extra))
    assert "R-2026-1" in told
    assert "5,000" in told
    assert clerk.send(page, **good).status_code == 422
    assert count(app, Receipt) == 1


def test_a_receipt_is_reversed_with_a_reason_until_the_animal_has_left(clerk, act, hands, ring):
    bid(clerk, ring, "5000")
    clerk.do(f"/sales/{ring}/lots/1/hammer", card="23", amount="5000")
    page = f"/sales/{ring}/lots/1/payment"
    clerk.do(page, payer="Ramesh Y.", offered="5000", mode="cash")
    reversal = "/receipts/2026/1/reversal"
    assert clerk.send(reversal, reason="").status_code == 422
    assert "void" in words(clerk.do(reversal, reason="wrong lot")).lower()
    clerk.do(page, payer="Ramesh Y.", offered="5000", mode="cash")
    act(lambda: hands.hand_over(ring))
    reply = clerk.send("/receipts/2026/2/reversal", reason="too late")
    assert reply.status_code == 422
    assert "was handed over already" in reply.text
    assert clerk.send("/receipts/2026/9/reversal", reason="none").status_code == 404


def test_a_sale_is_not_closed_with_a_lot_in_the_ring(clerk, ring):
    reply = clerk.send(f"/sales/{ring}/closing")
    assert reply.status_code == 422
    assert "lot 1 is in the ring" in reply.text
    clerk.do(f"/sales/{ring}/lots/1/pass", reason="no bid")
    assert "The sale is closed" in clerk.do(f"/sales/{ring}/closing")
    assert clerk.send(f"/sales/{ring}/lots/1/in-ring").status_code == 422
