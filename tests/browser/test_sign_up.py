"""A card is asked for in a real browser, on a narrow phone."""

import re

from walk import arrange_sale
from walker import WalkerInBrowser


def test_a_card_is_asked_for_on_a_phone(chromium, demo):
    clerk = WalkerInBrowser(chromium, demo, "lakshmi")
    sale = arrange_sale(clerk)
    phone = WalkerInBrowser(chromium, demo, None, width=360)
    phone.page.set_viewport_size({"width": 360, "height": 640})
    card = f"/sales/{sale}/card"

    def fill(page, **answers):
        assert phone.page.url.endswith(f"{card}/{page}"), phone.page.url
        phone.send(None, f"{card}/{page}", **answers)

    phone.see(f"/sales/{sale}/lots/1")
    phone.page.get_by_role("link", name="Get a card").click()
    phone.page.get_by_role("link", name="Go on").click()
    fill("mobile", phone="98480 12345")
    assert phone.page.evaluate("document.querySelector('#code').autocomplete") == "one-time-code"
    fill("code", code="000000")
    assert "2 more tries" in phone.text() or phone.page.url.endswith("/name")  # one in a million
    phone.page.get_by_role("link", name="In the demo nothing is sent").click()
    code = re.search(r"\b\d{6}\b", phone.page.inner_text(".big"))[0]
    phone.page.get_by_role("link", name="Back to where you were").click()
    fill("code", code=code)
    fill("name", name="Ramesh Yadav")
    fill("identity", how="number", identity="4123 5678 4471")
    fill("declaration", barred="no", buys="self")
    assert "ends in 4471" in phone.text()
    fill("check")
    number = phone.page.inner_text(".big b")
    assert f"Card {number} is yours" in phone.text()
    assert [*clerk.faults, *phone.faults] == []
