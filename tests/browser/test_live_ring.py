"""The ring and the phones on one price, in a real browser."""

import re
import uuid
from itertools import pairwise

import pytest
from walk import arrange_sale
from walker import WalkerInBrowser

RAMESH = 41


def unexpected(faults):
    """What a browser complains of, but for the requests that a test has cut."""
    cut = ("net::ERR_INTERNET_DISCONNECTED", "net::ERR_FAILED", "htmx:")
    return [one for one in faults if not any(words in one for words in cut)]


@pytest.fixture
def clerk(chromium, demo):
    clerk = WalkerInBrowser(chromium, demo, "lakshmi")
    clerk.sale = arrange_sale(clerk)
    clerk.send(f"/sales/{clerk.sale}/ring", f"/sales/{clerk.sale}/lots/1/in-ring")
    yield clerk
    assert unexpected(clerk.faults) == []


@pytest.fixture
def phone(chromium, demo, clerk):
    phone = WalkerInBrowser(chromium, demo, "ramesh", width=360)
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.see(f"/sales/{clerk.sale}/lots/1")
    yield phone
    assert unexpected(phone.faults) == []


def press(clerk, key):
    clerk.in_place(lambda: clerk.page.keyboard.press(key))


def state(phone):
    return phone.page.inner_text("#board .state b")


def rows(clerk):
    """The bids as everybody may read them: place, card, amount."""
    page = clerk.page.context.new_page()
    page.goto(f"{clerk.demo.address}/sales/{clerk.sale}/lots/1/bids")
    found = [row.inner_text() for row in page.locator("tbody tr").all()]
    page.close()
    return found


def rival_bids(clerk):
    """The floor outbids by one step: card 7, recorded by the clerk."""
    return clerk.page.evaluate(
        """async (sale) => {
            const lot = `/sales/${sale}/lots/1`;
            const board = await (await fetch(`${lot}/board`, {headers: {"HX-Request": "true"}})).text();
            const [, amount, seen] = /data-amount="(\\d+)" data-seen="(\\d+)"/.exec(board);
            const form = new URLSearchParams({card: 7, amount, seen, key: crypto.randomUUID(),
                csrf_token: document.querySelector("[name=csrf_token]").value});
            const sent = await fetch(`${lot}/floor-bids`, {method: "POST", body: form, redirect: "manual"});
            return sent.type === "opaqueredirect" ? 200 : sent.status;
        }""",
        clerk.sale,
    )


def test_a_tap_is_ahead_after_the_answer_and_behind_once_the_floor_bids(clerk, phone):
    assert state(phone) == "In the ring now"
    phone.page.click("#bid")
    phone.page.wait_for_selector("#board .state.win")
    assert state(phone) == "You are ahead"
    clerk.until("document.querySelector('#board .who').innerText.includes('Card 41')")
    clerk.until("document.querySelector('.key.lead')")  # the keys are laid anew for who leads
    clerk.until("!document.querySelector('#fresh-keys')")
    first = clerk.page.locator(".key:not(.lead)").first.get_attribute("data-key")
    press(clerk, first)
    phone.page.wait_for_selector("#board .state.lose")
    assert state(phone) == "You are behind"
    phone.page.wait_for_selector("#bid:has-text('Bid ₹700')")


def test_an_answer_that_is_withheld_never_shows_ahead_and_is_asked_after(clerk, phone):
    page = phone.page
    page.route("**/lots/1/bids", lambda route: (route.fetch(), route.abort())[1])
    page.click("#bid")
    page.wait_for_selector("#unsure:not([hidden])")
    assert "Not confirmed" in page.inner_text("#unsure")
    assert "ahead" not in page.inner_text("#bid").lower()
    assert page.get_attribute("#bid", "aria-disabled") == "true"
    page.wait_for_selector("#say:has-text('was recorded at')", timeout=20_000)
    assert "You are ahead" in page.inner_text("#say")
    page.wait_for_selector("#board .state.win")
    assert len(rows(clerk)) == 1, "asked after, never sent again"


def test_a_bid_that_never_arrived_is_said_not_to_be_one(clerk, phone):
    page = phone.page
    page.route("**/lots/1/bids", lambda route: route.abort())
    page.click("#bid")
    page.wait_for_selector("#refusal:has-text('did not reach us')", timeout=30_000)
    assert "You have not bid" in page.inner_text("#refusal")
    page.unroute("**/lots/1/bids")
    assert rows(clerk) == ["No bid yet"] or rows(clerk) == []
    page.click("#bid")
    page.wait_for_selector("#board .state.win")


def test_what_is_read_under_a_finger_is_what_is_sent(clerk, phone):
    page = phone.page
    box = page.locator("#bid").bounding_box()
    page.mouse.move(box["x"] + 50, box["y"] + 30)
    page.mouse.down()
    assert rival_bids(clerk) == 200
    phone.until("Number(document.querySelector('#next').dataset.amount) === 600")
    assert "₹500" in page.inner_text("#bid"), "the label stands while the finger is down"
    with page.expect_response("**/lots/1/bids") as answered:
        page.mouse.up()
    assert answered.value.status == 409
    page.wait_for_selector("#refusal:has-text('NOT placed')")
    page.wait_for_selector("#bid:has-text('₹600')")
    assert len(rows(clerk)) == 1


def test_two_hundred_taps_while_the_board_refreshes_are_two_hundred_bids(clerk, phone):
    page, sent = phone.page, []
    page.on("request", lambda one: one.method == "POST" and sent.append(one.url))
    page.evaluate(
        "window.setInterval(() => htmx.trigger('#board', 'bell'), 100)"  # far more often than ever
    )
    box = page.locator("#bid").bounding_box()
    page.mouse.move(box["x"] + 50, box["y"] + 30)
    for tap in range(200):
        page.wait_for_selector("#bid:not([aria-disabled=true])")
        before = len(sent)
        page.mouse.down()
        page.wait_for_timeout(150)
        page.mouse.up()
        page.wait_for_selector("#board .state.win", timeout=10_000)
        assert len(sent) == before + 1, tap
        assert rival_bids(clerk) == 200
    assert len(sent) == 200


def test_the_same_key_five_times_in_parallel_is_one_row_and_five_equal_answers(clerk, phone):
    answers = phone.page.evaluate(
        """async (key) => {
            const dock = document.getElementById("dock");
            dock.key.value = key;
            const form = () => fetch(dock.action, {method: "POST", headers: {"HX-Request": "true"},
                body: new URLSearchParams(new FormData(dock))}).then(async r => [r.status, await r.text()]);
            return Promise.all([form(), form(), form(), form(), form()]);
        }""",
        str(uuid.uuid4()),
    )
    assert {status for status, _text in answers} == {200}
    assert len({text for _status, text in answers}) == 1
    assert len(rows(clerk)) == 1


def test_the_focus_never_falls_to_the_body_after_a_key(clerk):
    for key in (
        "1",
        "2",
        "1",
        " ",
        "+",
        "g",
        "g",
        "-",
        "1",
        "h",
        "Escape",
        "j",
        "Escape",
        "u",
        "Escape",
        "p",
        "Escape",
        "m",
        "Escape",
        "?",
        "Escape",
        "l",
        "Escape",
        "2",
    ):
        clerk.page.keyboard.press(key)
        clerk.page.wait_for_timeout(400)
        focus = clerk.page.evaluate("document.activeElement.tagName")
        assert focus != "BODY", key
    assert clerk.page.locator("#record .log .amt").count() >= 4


def test_keys_pressed_faster_than_answers_come_are_all_done_in_order(clerk):
    for key in "122222":
        clerk.page.keyboard.press(key)
    clerk.until("document.querySelectorAll('#record .log:not(#kept) li .amt').length === 6")
    cards = re.findall(r"Card (\d+), in the ring", " ".join(rows(clerk)))
    assert len(cards) == 6
    assert all(one != other for one, other in pairwise(cards))


def test_a_ring_that_was_on_its_way_does_not_un_arm_sold(clerk):
    held = []
    clerk.page.route(
        f"**/sales/{clerk.sale}/ring", lambda route: held.append((route, route.fetch()))
    )
    press(clerk, "1")
    clerk.page.evaluate("document.body.dispatchEvent(new Event('ring-moved'))")
    clerk.page.wait_for_timeout(500)
    assert held, "the ring is on its way, as it stood before Sold was armed"
    clerk.page.keyboard.press("h")
    clerk.page.wait_for_selector("#sold[data-armed]")
    late, answer = held[0]
    late.fulfill(response=answer)
    clerk.page.wait_for_timeout(500)
    assert clerk.page.locator("#sold[data-armed]").count() == 1
    clerk.page.unroute_all()
    press(clerk, "h")
    clerk.until("document.body.innerText.includes('Lot 1 is sold to card')")


def test_a_bid_of_the_ring_has_its_card_named_before_the_hammer(clerk):
    press(clerk, " ")
    assert "card not named yet" in clerk.text()
    press(clerk, "h")
    assert clerk.page.evaluate("document.activeElement.id") == "which-card"
    clerk.page.keyboard.type("41")
    clerk.in_place(lambda: clerk.page.keyboard.press("Enter"))
    assert "Sold to card 41" in clerk.text()
    clerk.page.locator("#main").focus()
    press(clerk, "h")
    assert "Lot 1 is sold to card 41" in clerk.text()


def test_a_lot_is_re_opened_after_the_next_came_in_and_its_slip_is_void(clerk, phone):
    press(clerk, "1")
    press(clerk, "h")
    press(clerk, "h")
    phone.page.wait_for_selector("#board .state.done")
    press(clerk, "n")
    clerk.page.keyboard.press("r")
    clerk.page.keyboard.type("buying for the pound-keeper")
    clerk.in_place(lambda: clerk.page.keyboard.press("Enter"))
    clerk.see(f"/sales/{clerk.sale}/lots/1/slips")
    assert "VOID" in clerk.text()
    assert "buying for the pound-keeper" in clerk.text()
    assert len(rows(clerk)) == 1, "the old rows stay readable"
    phone.page.wait_for_selector("#board .state.idle")
    assert clerk.demo.portal("verify").returncode == 0


def test_the_bell_that_rings_while_a_board_is_on_its_way_is_not_lost(clerk, phone):
    held = []

    def hold_the_first(route):
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    phone.page.wait_for_timeout(1_000)  # the bell is there
    phone.page.route("**/lots/1/board?*", hold_the_first)
    press(clerk, "1")
    phone.page.wait_for_timeout(1_500)
    assert len(held) == 1, "the bell rang and the phone asks"
    press(clerk, "h")
    clerk.page.wait_for_selector("#sold[data-armed]")
    press(clerk, "h")
    phone.page.wait_for_timeout(1_500)
    late, answer = held[0]
    late.fulfill(response=answer)
    phone.page.wait_for_selector("#board .state.done", timeout=5_000)


def test_a_cut_of_the_clerks_link_loses_and_doubles_nothing(clerk, phone):
    press(clerk, "1")
    clerk.page.context.set_offline(True)
    clerk.page.wait_for_timeout(8_500)
    assert "No link for" in clerk.page.inner_text("#foot")
    for key in ("2", "1", "2"):
        clerk.page.keyboard.press(key)
        clerk.page.wait_for_timeout(200)
    assert "3 waiting to send" in clerk.page.inner_text("#foot")
    with phone.page.expect_response("**/lots/1/bids") as held:
        phone.page.evaluate("document.getElementById('bid').click()")
    assert held.value.status == 423
    clerk.page.wait_for_timeout(53_000)
    assert "Paper mode" in clerk.page.inner_text("#foot")
    clerk.page.context.set_offline(False)
    clerk.page.wait_for_selector("#waiting-says:has-text('0 waiting')", timeout=20_000)
    listed = rows(clerk)
    assert len(listed) == 4
    amounts = [int(re.search(r"₹([\d,]+)", one)[1].replace(",", "")) for one in reversed(listed)]
    assert amounts == [500, 600, 700, 800]
    assert sum("entered late" in one for one in listed) == 3
    assert clerk.demo.portal("verify").returncode == 0
