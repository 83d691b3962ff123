"""One key is one floor bid; keys can be switched off, and never act while somebody types."""

import re

import pytest
from walk import arrange_sale, bid
from walker import WalkerInBrowser


@pytest.fixture
def clerk(chromium, demo):
    clerk = WalkerInBrowser(chromium, demo, "lakshmi")
    sale = arrange_sale(clerk)
    clerk.send(f"/sales/{sale}/ring", f"/sales/{sale}/lots/1/in-ring")
    yield clerk
    assert clerk.faults == []


def bids(clerk):
    return clerk.page.locator("#record .log .amt").count()


def press(clerk, key):
    clerk.in_place(lambda: clerk.page.keyboard.press(key))


def test_a_key_bids_calls_and_lets_the_hammer_fall_in_two_presses(clerk):
    press(clerk, "1")
    assert bids(clerk) == 1
    press(clerk, "2")
    assert bids(clerk) == 2
    press(clerk, "g")
    assert clerk.page.locator("#board .calls .on").count() == 1
    press(clerk, "h")
    assert "the hammer falls" in clerk.text()
    press(clerk, "h")
    assert re.search(r"Lot 1 is sold to card \d+", clerk.text())


def test_keys_do_nothing_in_a_text_box_and_when_they_are_off(clerk):
    box = clerk.page.locator('.entry [name="card"]')
    box.click()
    clerk.page.keyboard.type("12h")
    assert box.input_value() == "12h"
    assert bids(clerk) == 0
    clerk.page.locator(".keys-toggle").click()
    clerk.page.keyboard.press("1")
    clerk.page.wait_for_timeout(300)
    assert bids(clerk) == 0
    clerk.page.locator(".keys-toggle").click()
    press(clerk, "1")
    assert bids(clerk) == 1


def test_a_key_opens_the_panel_of_reasons_and_the_focus_goes_there(clerk):
    bid(clerk, 1, 1, card=41, amount=500)
    clerk.page.keyboard.press("u")
    panel = clerk.page.locator("#undo")
    panel.wait_for(state="visible")
    assert clerk.page.evaluate("document.querySelector('#undo').contains(document.activeElement)")
    clerk.send(None, "/sales/1/lots/1/strike", reason="wrong card")
    assert clerk.page.locator("#record .log li.undone").count() == 1


def test_the_nine_keys_and_the_hammer_stand_on_a_small_phone(clerk):
    bid(clerk, 1, 1, card=41, amount=500)
    clerk.page.set_viewport_size({"width": 360, "height": 640})
    dock = clerk.page.locator(".acts").bounding_box()
    assert dock["y"] + dock["height"] <= 640
    for key in clerk.page.locator(".keys .key").all():
        box = key.bounding_box()
        assert box["height"] >= 44
        assert box["y"] + box["height"] <= dock["y"], "a key lies behind the dock"
