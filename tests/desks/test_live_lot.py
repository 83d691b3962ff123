"""The live lot on a phone: the bid contract, the board, left bids, limits; without JavaScript too."""

import gzip
import re
from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from visitor import words

from portal.actions import bids as acts
from portal.actions import counter, official, ring, sales
from portal.bell import versions_of
from portal.desks.bidder import lot_routes
from portal.law.bidding import LotStage
from portal.law.money import Money
from portal.law.offices import Office
from portal.registers.base import connection, db
from portal.registers.bids import Bid
from portal.registers.sales import find_lot
from portal.web.boards import Boards

HTMX = {"HX-Request": "true"}
NEXT = re.compile(r'data-amount="(\d+)" data-seen="(\d+)" data-open="(\w+)"')


@pytest.fixture
def sale(act, hands, clock, people):
    """Lot 1 in the ring; card 41 belongs to the bidder's phone, cards 23 and 24 to others."""

    def set_up():
        case, other = hands.take_in(1), hands.take_in(2)
        clock.go(2026, 11, 30)
        sale = hands.arrange(case, other)
        hands.open(sale)
        for number, name in ((23, "Ramesh Y."), (24, "Imran"), (41, "Sayeed")):
            hands.give_card(sale, number, name)
        hands.enter_bidder("Sayeed", "9848000041")
        hands.bring_in(sale)
        return sale

    return act(set_up)


@pytest.fixture
def phone(sale, sign_in):
    return sign_in(Office.BIDDER)


def comes_next(page):
    amount, seen, is_open = NEXT.search(page).groups()
    return {"amount": amount, "seen": seen}, is_open == "yes"


def bids(app):
    with app.app_context():
        many = db.session.query(Bid).count()
        db.session.remove()
        return many


def lot_page(phone, sale):
    return phone.see(f"/sales/{sale}/lots/1")


def send(phone, sale, key="k-1", **changed):
    offer, _open = comes_next(lot_page(phone, sale))
    return phone.send(
        f"/sales/{sale}/lots/1/bids", headers=HTMX, **(offer | {"key": key} | changed)
    )


def test_a_bid_is_answered_with_ahead_only_after_it_is_recorded(phone, sale, app):
    before = lot_page(phone, sale)
    assert comes_next(before) == ({"amount": "5000", "seen": "1"}, True)
    reply = send(phone, sale)
    assert reply.status_code == 200
    assert bids(app) == 1
    assert "You are ahead" in words(reply.text)
    assert 'id="dock"' not in reply.text, "the button is in no fragment"
    assert comes_next(reply.text)[1] is False
    assert reply.headers["HX-Trigger"] == "bid-taken"


def test_the_same_key_again_is_one_bid_with_an_equal_answer(phone, sale, app):
    offer, _open = comes_next(lot_page(phone, sale))
    replies = [
        phone.send(f"/sales/{sale}/lots/1/bids", headers=HTMX, **offer, key="same")
        for _one in range(5)
    ]
    assert {reply.status_code for reply in replies} == {200}
    assert len({reply.text for reply in replies}) == 1
    assert bids(app) == 1
    other = phone.send(
        f"/sales/{sale}/lots/1/bids", headers=HTMX, amount="6000", seen=offer["seen"], key="same"
    )
    assert other.status_code == 422
    assert bids(app) == 1


def test_a_price_that_moved_is_409_and_no_row(phone, sale, app, act, hands):
    offer, _open = comes_next(lot_page(phone, sale))
    act(lambda: hands.bid(sale, 5_000, card=23))
    reply = phone.send(f"/sales/{sale}/lots/1/bids", headers=HTMX, **offer, key="late")
    assert reply.status_code == 409
    assert "NOT placed" in reply.text
    assert "₹5,500" in reply.text
    assert reply.headers["HX-Retarget"] == "#refusal"
    assert bids(app) == 1


def test_a_price_that_fell_back_is_409_too_for_nobody_bids_more_than_he_read(
    phone, sale, app, act, hands, people, clock
):
    act(lambda: hands.bid(sale, 5_000, card=23))
    act(lambda: hands.bid(sale, 5_500, card=24))
    offer, _open = comes_next(lot_page(phone, sale))
    act(
        lambda: ring.strike_out_bid(
            people[Office.CLERK], clock, sale=sale, lot=1, place=2, reason="wrong card"
        )
    )
    reply = phone.send(f"/sales/{sale}/lots/1/bids", headers=HTMX, **offer, key="late")
    assert reply.status_code == 409
    assert bids(app) == 2


def test_a_call_or_an_announcement_makes_no_bid_stale(phone, sale, act, hands, people, clock):
    act(lambda: hands.bid(sale, 5_000, card=23))
    offer, _open = comes_next(lot_page(phone, sale))
    version = int(re.search(r'data-v="(\d+)"', lot_page(phone, sale))[1])
    act(lambda: ring.call(people[Office.CLERK], clock, sale=sale, lot=1, seen=version))
    reply = phone.send(f"/sales/{sale}/lots/1/bids", headers=HTMX, **offer, key="in-time")
    assert reply.status_code == 200


def test_each_refusal_has_its_number_and_its_sentence(
    phone, sale, act, hands, people, clock, sign_in
):
    clerk = people[Office.CLERK]
    assert send(phone, sale, amount="5,200").status_code == 422
    assert send(phone, sale, amount="5e3").status_code == 422
    assert send(phone, sale, amount="50000").status_code == 422  # three times the price, unasked
    act(lambda: ring.hold_bidding(clerk, clock, sale=sale, lot=1, reason="the owner is paying"))
    held = send(phone, sale)
    assert (held.status_code, "stopped bidding" in held.text) == (423, True)
    assert "Bidding is stopped" in words(lot_page(phone, sale))
    act(lambda: ring.lift_hold(clerk, clock, sale=sale, lot=1))
    act(lambda: hands.bid(sale, 5_000, card=23))
    act(lambda: hands.knock_down(sale, 5_000, card=23))
    fallen = send(phone, sale)
    assert fallen.status_code == 410
    assert re.search(r"The hammer fell at 11:\d\d:\d\d\. What you sent came at 11:", fallen.text)
    waiting = phone.send(
        f"/sales/{sale}/lots/2/bids", headers=HTMX, amount="5000", seen="0", key="w"
    )
    assert waiting.status_code == 423
    none = phone.send(f"/sales/{sale}/lots/9/bids", headers=HTMX, amount="1", seen="0", key="n")
    assert none.status_code == 404


def test_a_barred_card_and_one_without_a_card_are_403_and_no_name_is_said(
    phone, sale, app, act, hands, people, clock
):
    act(lambda: hands.list_staff(identity="ID-41"))
    reply = send(phone, sale)
    assert reply.status_code == 403
    assert "Swamy" not in reply.text
    assert bids(app) == 0


def test_a_bid_over_ones_own_limit_is_refused_until_the_limit_is_changed(phone, sale, app):
    assert "limit" in words(phone.do(f"/sales/{sale}/my-limit", most="4,500"))
    reply = send(phone, sale)
    assert (reply.status_code, "passes your own limit of ₹4,500" in reply.text) == (422, True)
    phone.do(f"/sales/{sale}/my-limit", most="")
    assert send(phone, sale).status_code == 200
    assert bids(app) == 1


def test_a_jump_is_read_in_words_before_it_is_sent(phone, sale, app):
    page = phone.see(f"/sales/{sale}/lots/1/check?amount=50,000")
    assert "fifty thousand rupees" in words(page)
    assert "three times the price" in words(page)
    form = dict(re.findall(r'name="(amount|seen|key|sure)" value="([^"]+)"', page))
    assert "You are ahead" in words(phone.do(f"/sales/{sale}/lots/1/bids", **form))
    assert bids(app) == 1


def test_what_became_of_a_bid_is_told_by_its_key(phone, sale, act, hands):
    asked = {"Accept": "application/json"}
    lost = phone.get(f"/sales/{sale}/lots/1/bids/never", headers=asked)
    assert (lost.status_code, lost.json["recorded"]) == (404, False)
    assert "did not reach us" in lost.json["says"]
    send(phone, sale, key="mine")
    found = phone.get(f"/sales/{sale}/lots/1/bids/mine", headers=asked)
    assert (found.status_code, found.json["recorded"]) == (200, True)
    assert "You are ahead" in found.json["says"]
    act(lambda: hands.bid(sale, 5_500, card=23))
    assert (
        "Another bid is higher"
        in phone.get(f"/sales/{sale}/lots/1/bids/mine", headers=asked).json["says"]
    )
    assert "recorded at" in words(phone.see(f"/sales/{sale}/lots/1/bids/mine"))
    act(lambda: hands.bid(sale, 6_000, card=24, key="not-yours"))
    assert phone.get(f"/sales/{sale}/lots/1/bids/not-yours").status_code == 404


def test_an_unchanged_board_is_204_and_small(phone, sale, sign_in):
    anybody = sign_in(Office.PUBLIC)
    first = anybody.get(f"/sales/{sale}/lots/1/board", headers=HTMX)
    version = re.search(r'data-v="(\d+)"', first.text)[1]
    again = anybody.get(f"/sales/{sale}/lots/1/board?v={version}", headers=HTMX)
    assert again.status_code == 204
    size = sum(len(f"{name}: {value}\r\n") for name, value in again.headers.items())
    assert size < 220, again.headers
    assert "Set-Cookie" not in again.headers


def test_a_lot_is_light_on_a_slow_line(phone, sale):
    """First look at most 150 kB, again at most 60 kB; text goes compressed, as a server sends it."""
    page = lot_page(phone, sale)
    asked = {one: fetched(phone, one) for one in set(re.findall(r'="(/static/[^"#]+)', page))}
    sheets = b"".join(asked[one] for one in asked if one.endswith(".css")).decode()
    for font in re.findall(r"fonts/(?:noto-sans-latin|rupee)[^)]*", sheets):
        asked[f"/static/{font}"] = fetched(phone, f"/static/{font}")
    line = {one: on_the_line(body) for one, body in asked.items()}
    assert sum(size for one, size in line.items() if one.endswith(".woff2")) > 0
    assert sum(size for one, size in line.items() if one.endswith(".js")) <= 25_000
    assert sum(line.values()) + on_the_line(page.encode()) <= 150_000
    assert len(page.encode()) <= 60_000, "again: the page alone, even uncompressed"


def fetched(phone, address):
    with phone.get(address) as answer:
        assert answer.status_code == 200
        assert "max-age" in answer.headers["Cache-Control"]
        return answer.data


def on_the_line(body):
    is_font = body[:4] == b"wOF2"  # which is compressed already
    return len(body) if is_font else len(gzip.compress(body))


def test_nobody_is_shown_an_older_board_than_he_has_seen(phone, sale, act, hands):
    page = lot_page(phone, sale)
    version = int(re.search(r'data-v="(\d+)"', page)[1])
    act(lambda: hands.bid(sale, 5_000, card=23))
    fresh = phone.get(f"/sales/{sale}/lots/1/board?v={version + 1}", headers=HTMX)
    assert fresh.status_code == 204, "it looked again and found what he has seen"


def test_phones_are_held_once_the_ring_falls_silent_and_go_on_when_it_is_heard(
    phone, sale, app, clock
):
    reports = app.extensions["presence"]
    reports.report(sale, 0, clock.now())
    assert send(phone, sale, key="heard").status_code == 200
    clock.at += timedelta(seconds=6)
    act_again = send(phone, sale, key="silent", amount="6000")
    assert act_again.status_code in {422, 423}
    assert bids(app) == 1


def test_a_left_bid_goes_up_one_step_when_another_bids_and_never_above_its_most(
    phone, sale, app, act, hands, people, clock
):
    url = f"/sales/{sale}/lots/1/left-bid"
    assert "does not take left bids" in words(phone.see(url))
    act(lambda: sales.take_left_bids(people[Office.CLERK], clock, sale=sale))
    page = phone.send(url, most="6,000", key="left").text
    assert "six thousand rupees" in words(page)
    phone.do(url, most="6,000", key="left", sure="yes")
    assert bids(app) == 0, "it does not open the bidding"
    act(lambda: hands.bid(sale, 5_000, card=23))
    assert "You are ahead" in words(lot_page(phone, sale))
    act(lambda: hands.bid(sale, 6_000, card=23, key="over"))
    page = lot_page(phone, sale)
    assert "You are behind" in words(page)
    listed = words(phone.see(f"/sales/{sale}/lots/1/bids"))
    assert "left bid" in listed
    assert "₹5,500" in listed


def test_of_two_equal_left_bids_the_earlier_has_the_last_word(sale, act, people, clock):
    from portal.law.bidding import Left, LotStage, Ring, answers_of_left_bids

    for start in range(40, 50):
        ring_ = Ring(1, LotStage.IN_RING, Money(100), Money(100), Money(start * 100), 9, 1, 1)
        answers = answers_of_left_bids(ring_, [Left(1, Money(5_000)), Left(2, Money(5_000))])
        assert answers[-1].card == 1
        assert answers[-1].amount <= Money(5_000)
        prices = [one.amount for one in answers]
        assert prices == sorted(set(prices))


def test_the_whole_lot_works_without_javascript(phone, sale, app, act, hands):
    page = lot_page(phone, sale)
    assert '<noscript><meta http-equiv="refresh" content="5">' in page
    form = dict(re.findall(r'name="(amount|seen|key)" value="([^"]+)"', page))
    assert "You are ahead" in words(phone.do(f"/sales/{sale}/lots/1/bids", **form))
    act(lambda: hands.bid(sale, 5_500, card=23))
    moved = phone.send(f"/sales/{sale}/lots/1/bids", **(form | {"key": "again", "amount": "5500"}))
    assert moved.status_code == 409
    assert "NOT placed" in words(moved.text)
    assert "Bid ₹6,000" in words(moved.text), "with a fresh button"


def test_who_was_told_by_the_bell_is_shown_what_it_told(phone, sale, act, hands):
    board = f"/sales/{sale}/lots/1/board"
    version = int(re.search(r'data-v="(\d+)"', phone.get(board, headers=HTMX).text)[1])
    assert phone.get(f"{board}?v={version}", headers=HTMX).status_code == 204
    act(lambda: hands.bid(sale, 5_000, card=23))
    told = phone.get(f"{board}?v={version}&told={version + 1}", headers=HTMX)
    assert told.status_code == 200, "not a board from this process's memory"
    assert f'data-v="{version + 1}"' in told.text


def stale(phone, sale, offer, key):
    return phone.send(f"/sales/{sale}/lots/1/bids", headers=HTMX, **offer, key=key)


def test_a_late_bid_is_told_what_holds_now_not_what_memory_knows(
    phone, sale, act, hands, people, clock
):
    clerk = people[Office.CLERK]
    offer, _open = comes_next(lot_page(phone, sale))
    act(lambda: hands.bid(sale, 5_000, card=23))
    lot_page(phone, sale)  # memory knows a later price, the record one later still
    act(lambda: hands.bid(sale, 5_500, card=24))
    reply = stale(phone, sale, offer, "l-1")
    assert (reply.status_code, "₹6,000" in reply.text) == (409, True)
    act(lambda: ring.hold_bidding(clerk, clock, sale=sale, lot=1, reason="r"))
    assert stale(phone, sale, offer, "l-2").status_code == 423
    act(lambda: ring.lift_hold(clerk, clock, sale=sale, lot=1))
    act(lambda: hands.knock_down(sale, 5_500, card=24))
    assert stale(phone, sale, offer, "l-3").status_code == 410


def test_only_a_bid_known_to_be_late_is_asked_about_before_its_turn(
    phone, sale, act, hands, monkeypatch
):
    turns, asked = [], []
    turn, same = official.turn_to_write, lot_routes.same_bid
    monkeypatch.setattr(official, "turn_to_write", lambda on: turns.append(1) or turn(on))
    monkeypatch.setattr(lot_routes, "same_bid", lambda *what: asked.append(1) or same(*what))
    offer, _open = comes_next(lot_page(phone, sale))
    act(lambda: hands.bid(sale, 5_000, card=23))
    lot_page(phone, sale)
    turns.clear()
    assert stale(phone, sale, offer, "l").status_code == 409
    assert (len(turns), len(asked)) == (0, 1)
    assert send(phone, sale, key="now").status_code == 200
    assert (len(turns), len(asked)) == (1, 1)


def test_phones_are_held_while_the_ring_is_silent(phone, sale, app, clock, act, hands):
    reports = app.extensions["presence"]
    reports.report(sale, 0, clock.now())
    act(lambda: hands.bid(sale, 5_000, card=23))
    clock.at += timedelta(seconds=6)
    assert send(phone, sale, key="silent").status_code == 423
    reports.report(sale, 0, clock.now())
    assert send(phone, sale, key="heard").status_code == 200


def test_a_bid_is_answered_with_the_board_of_the_record(
    phone, sale, app, act, hands, people, clock
):
    clerk = people[Office.CLERK]
    act(lambda: hands.bid(sale, 5_000, card=23))
    for _call in "12":
        version = int(re.search(r'data-v="(\d+)"', lot_page(phone, sale))[1])
        act(lambda seen=version: ring.call(clerk, clock, sale=sale, lot=1, seen=seen))
    reply = send(phone, sale)
    app.extensions["boards"] = Boards()  # or the board kept from the answer is shown again
    fresh = phone.get(f"/sales/{sale}/lots/1/board?card=41", headers=HTMX)
    assert reply.text == fresh.text


def test_who_is_outbid_at_once_by_a_left_bid_is_told_so(
    phone, sale, app, act, hands, people, clock
):
    def leave():
        imran = hands.enter_bidder("Imran", "9848000024")
        sales.take_left_bids(people[Office.CLERK], clock, sale=sale)
        acts.leave_bid(imran, clock, sale=sale, lot=1, most=Money.of(rupees=9_000), key="l")

    act(leave)
    reply = send(phone, sale)
    assert "You are behind" in words(reply.text)
    app.extensions["boards"] = Boards()
    assert reply.text == phone.get(f"/sales/{sale}/lots/1/board?card=41", headers=HTMX).text


def test_a_re_opened_lot_waits_while_another_is_in_the_ring(sale, act, hands, people, clock):
    def walk():
        hands.bid(sale, 5_000, card=23)
        hands.knock_down(sale, 5_000, card=23)
        hands.bring_in(sale, 2)
        ring.reopen_lot(people[Office.CLERK], clock, sale=sale, lot=1, reason="r")
        return find_lot(sale, 1).stage(), find_lot(sale, 2).stage()

    assert act(walk) == (LotStage.WAITING, LotStage.IN_RING)


def test_a_bid_whose_commit_fails_is_not_answered_as_taken(phone, sale, app):
    offer, _open = comes_next(lot_page(phone, sale))

    def fail(connection):
        if connection.get_execution_options().get("writing"):
            raise OperationalError("COMMIT", None, Exception("disk full"))

    with app.app_context():
        engine = db.engine
    event.listen(engine, "commit", fail)
    try:
        reply = stale(phone, sale, offer, "k")
    finally:
        event.remove(engine, "commit", fail)
    assert (reply.status_code, bids(app)) == (503, 0)
    assert stale(phone, sale, offer, "k").status_code == 200


def test_what_is_committed_is_on_the_disk(sale, app):
    with app.app_context():
        if connection().dialect.name == "sqlite":
            assert connection().exec_driver_sql("PRAGMA synchronous").scalar() == 2
        else:
            assert connection().exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
        db.session.remove()


def test_the_end_of_a_hold_is_shown_to_phones_that_only_ask_again(
    phone, sale, app, act, hands, people, clock, sign_in
):
    act(lambda: hands.bid(sale, 5_000, card=23))
    case = act(lambda: find_lot(sale, 1).impounding.number)
    clerk = people[Office.CLERK]
    until = act(lambda: counter.hold_for_owner(clerk, clock, case=case).until)
    held = lot_page(phone, sale)
    assert "Bidding is stopped for a moment" in words(held)
    assert comes_next(held)[1] is False
    seen = re.search(r'data-v="(\d+)"', held)[1]
    asked = f"/sales/{sale}/lots/1/board?v={seen}&card=41"
    screen = sign_in(Office.CLERK)
    ring_page = screen.see(f"/sales/{sale}/ring")
    of_ring = re.search(r'hx-get="([^"]+/ring/board[^"]*)"', ring_page)[1].replace("&amp;", "&")
    clock.at = until - timedelta(seconds=1)
    app.extensions["boards"] = Boards()  # as if a quarter of a second were over
    assert phone.get(asked, headers=HTMX).status_code == 204, "nothing has changed yet"
    assert screen.get(of_ring, headers=HTMX).status_code == 204
    clock.at = until
    app.extensions["boards"] = Boards()
    assert "The hold for the owner is over" in screen.get(of_ring, headers=HTMX).text
    over = phone.get(asked, headers=HTMX)
    assert over.status_code == 200
    assert "Bidding is stopped" not in words(over.text)
    assert comes_next(over.text)[1] is True
    with app.app_context():
        versions = versions_of(db.engine, sale, clock.at)
    assert f'data-v="{versions[1]}"' in over.text, "and the bell counts as the boards do"
    taken = send(phone, sale)
    assert "You are ahead" in words(taken.text), "and the answer to a bid forgets the hold too"


@pytest.fixture
def with_deposit(act, hands, clock):
    """Lot 1 in the ring of a sale that asks for a deposit; card 41 has not paid it."""

    def set_up():
        case = hands.take_in(1)
        clock.go(2026, 11, 30)
        sale = hands.arrange(case)
        hands.ask_for_deposit(sale)
        hands.open(sale)
        hands.give_card(sale, 41, "Sayeed")
        hands.enter_bidder("Sayeed", "9848000041")
        hands.bring_in(sale)
        return sale

    return act(set_up)


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "Deposit not paid yet: you can watch, not bid. Pay ₹2,000 at the desk."),
        ("te", "డిపాజిట్ ఇంకా చెల్లించలేదు: చూడవచ్చు, పాడలేరు."),
        ("ur", "ڈپازٹ ابھی ادا نہیں ہوا"),
        ("hi", "जमानत रकम अभी नहीं दी गई"),
    ],
)
def test_without_his_deposit_a_bidder_is_told_so_and_has_no_button(
    with_deposit, sign_in, language, says
):
    phone = sign_in(Office.BIDDER)
    for page in ("", "/check?amount=9000", "/left-bid"):
        shown = phone.see(
            f"/sales/{with_deposit}/lots/1{page}", headers={"Accept-Language": language}
        )
        if page != "/left-bid":  # this sale takes none
            assert says in words(shown), page
        assert not re.search(r'action="[^"]*/(?:bids|left-bid)"', shown), page
        assert 'id="dock"' not in shown


def test_once_the_deposit_is_paid_the_button_is_there_and_the_bid_is_taken(
    with_deposit, sign_in, act, hands, app
):
    phone = sign_in(Office.BIDDER)
    assert send(phone, with_deposit).status_code == 403
    assert bids(app) == 0
    act(lambda: hands.take_deposit(with_deposit, 41))
    page = lot_page(phone, with_deposit)
    assert 'id="dock"' in page
    assert "Deposit not paid" not in words(page)
    assert send(phone, with_deposit).status_code == 200


def test_a_held_card_is_told_whom_to_see_and_bids_on_condition(phone, sale, act, hands, sign_in):
    act(lambda: hands.list_staff(phone="9848000041", relation="Ramulu"))
    assert send(phone, sale, key="first").status_code == 200
    act(lambda: hands.bid(sale, 5_500, card=23))
    page = lot_page(phone, sale)
    assert "your card needs a check Bring your papers to the officer at the desk." in words(page)
    assert 'id="dock"' in page
    assert send(phone, sale).status_code == 200
    assert "needs a check" not in words(sign_in(Office.PUBLIC).see(f"/sales/{sale}/lots/1"))


def test_a_barred_card_has_no_button_and_is_accused_of_nothing(phone, sale, act, hands):
    act(lambda: hands.list_staff(identity="ID-41"))
    assert send(phone, sale).status_code == 403
    page = lot_page(phone, sale)
    assert "Card 41 may not bid or buy at this sale." in words(page)
    assert 'id="dock"' not in page
