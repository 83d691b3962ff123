"""A pound-keeper's brother asks for a card: he is asked to bring papers, and nothing accuses him."""

import re

import pytest
from reader import Reader
from walk import arrange_sale, bid
from walker import WalkerInBrowser

BROTHERS = {
    "en": ("98480 12351", "Kishan Rao"),
    "te": ("98480 12352", "కిషన్ రావు"),
    "ur": ("98480 12353", "کشن راؤ"),
}
HOME = {"door_number": "8-1-398/12", "pin_code": "500006"}
SEEN = "He showed a pay slip and a bank book of his own: he buys with his own money."
# Said of a card on a page that everybody may open, these would accuse its holder.
ACCUSING = r"(?i)needs a check|may not buy here|\bheld\b|barred|suspect|brother|keeper of"


@pytest.fixture(scope="module")
def clerk(chromium, shared_demo):
    """A sale is open, and a pound-keeper's home is on the staff list."""
    farida = WalkerInBrowser(chromium, shared_demo, "farida")
    keeper = {"name": "P. Venkat", "office": "POUND_KEEPER", "since": "01-01-2026"}
    farida.send("/staff-list", "/staff-list", **keeper, phone="90000 10009", **HOME)
    clerk = WalkerInBrowser(chromium, shared_demo, "lakshmi")
    clerk.sale = arrange_sale(clerk)
    clerk.send(f"/sales/{clerk.sale}/ring", f"/sales/{clerk.sale}/lots/2/in-ring")
    clerk.price = 500
    return clerk


@pytest.mark.parametrize("language", BROTHERS)
def test_a_brother_is_held_and_checked_and_nothing_accuses_him(
    chromium, shared_demo, clerk, language
):
    phone, name = BROTHERS[language]
    brother = Reader(chromium, shared_demo, language)
    brother.see(f"/sales/{clerk.sale}/card?lang={language}")
    brother.asks_for_card(clerk.sale, phone, name, identity=f"4123 5678 {phone[-4:]}", **HOME)
    card = brother.page.inner_text(".big b")
    assert brother.page.locator(".pill.wait").count() == 1, "his own page says: a check, and where"

    clerk.see(f"/sales/{clerk.sale}/cards/{card}")
    assert "needs a check" in clerk.text()
    bid(clerk, clerk.sale, 2, card=int(card), amount=clerk.price)
    clerk.price += 100
    everybody_reads_nothing_of_it(chromium, clerk, card, name)

    for officer in ("srinivas", "commissioner"):
        finds_that_he_may_buy(WalkerInBrowser(chromium, shared_demo, officer), card)
    brother.see("/my-card")
    assert brother.page.locator(".pill.wait").count() == 0
    clerk.see(f"/sales/{clerk.sale}/cards/{card}")
    assert "needs a check" not in clerk.text()
    assert [*brother.faults, *clerk.faults] == []


def everybody_reads_nothing_of_it(chromium, clerk, card, name):
    """What hangs in the yard and stands on every phone: the card, its bid, and no more."""
    anybody = WalkerInBrowser(chromium, clerk.demo, None, width=360)
    sale = f"/sales/{clerk.sale}"
    for page in (sale, f"{sale}/lots/2", f"{sale}/lots/2/bids", f"{sale}/screen"):
        anybody.see(page)
        said = anybody.text()
        assert re.search(rf"(?i)card\s+{card}\b", said), page
        assert name not in said, page
        assert not re.search(ACCUSING, said), page


def finds_that_he_may_buy(officer, card):
    officer.see("/checks")
    row = officer.page.locator("tbody tr", has_text=f"Card {card}")
    assert re.search(r"address.* shared with P\. Venkat, pound-keeper", row.inner_text())
    with officer.page.expect_navigation():
        row.get_by_role("link").click()
    address = officer.page.url.removeprefix(officer.demo.address)
    officer.send(None, address, finding="CLEARED", reason="OWN_MONEY", words=SEEN)
    assert "stands so" in officer.text()
    assert officer.faults == []


def test_the_keeper_himself_is_told_the_rule_and_the_try_is_noted(chromium, shared_demo, clerk):
    keeper = Reader(chromium, shared_demo, "ur")
    keeper.see(f"/sales/{clerk.sale}/card?lang=ur")
    keeper.asks_for_card(clerk.sale, "90000 10003", "محمد", identity="SAMPLE 0003 2281")
    assert keeper.page.url.endswith("/card/check"), "no card was given"
    assert keeper.page.locator(".refusal .cite").count() == 1, "he is told by which rule"
    commissioner = WalkerInBrowser(chromium, shared_demo, "commissioner")
    commissioner.see("/checks/tries")
    assert "sale 1" in commissioner.text()
    assert keeper.faults == []
