"""A bidder's whole way on one phone, from the link he was sent to the gate, in three languages."""

import pytest
from reader import Reader
from walk import arrange_sale, bid
from walker import WalkerInBrowser

BIDDERS = {
    "en": (2, "98480 12341", "Mohan Lal", "4123 5678 4471"),
    "te": (4, "98480 12342", "రమేష్ యాదవ్", ""),
    "ur": (5, "98480 12343", "محمد سلیم", "4123 5678 4473"),
}


@pytest.fixture(scope="module")
def clerk(chromium, shared_demo):
    clerk = WalkerInBrowser(chromium, shared_demo, "lakshmi")
    clerk.sale = arrange_sale(clerk, deposit="2000")
    card = f"/sales/{clerk.sale}/cards/7"
    clerk.send(card, f"{card}/deposit", mode="cash")
    return clerk


@pytest.mark.parametrize("language", BIDDERS)
def test_a_card_from_the_link_to_the_gate(chromium, shared_demo, clerk, language):
    lot, phone, name, identity = BIDDERS[language]
    sale, here = clerk.sale, f"/sales/{clerk.sale}/lots/{lot}"
    bidder = Reader(chromium, shared_demo, language)
    bidder.see(f"{here}?lang={language}")
    bidder.follow(f"/sales/{sale}/card")
    bidder.asks_for_card(sale, phone, name, identity=identity)
    card = bidder.page.inner_text(".big b")

    pays_deposit(bidder, clerk, card, paper="" if identity else "4123 5678 4472")
    clerk.send(f"/sales/{sale}/ring", f"/sales/{sale}/lots/{lot}/in-ring")
    wins(bidder, clerk, lot, card)
    clerk.send(f"{here}/payment", f"{here}/payment", payer=name, offered="700", mode="cash")
    bidder.see("/my-card")
    assert f"R-2026-{receipt(clerk)}" in bidder.text()
    keeper = WalkerInBrowser(chromium, shared_demo, "anwar")
    keeper.send("/gate", f"/gate/{sale}/{lot}", taken_away_by=name)
    bidder.see(here)
    assert [*bidder.faults, *clerk.faults, *keeper.faults] == []


def receipt(clerk):
    return int(clerk.page.url.rpartition("/")[2])


def pays_deposit(bidder, clerk, card, *, paper):
    """He shows the card on his phone; the clerk reads its code, takes the money and the paper."""
    assert bidder.page.locator(".pill.wait").count() == 1, "not paid: he may watch"
    bidder.follow(f"/sales/{clerk.sale}/my-card")
    assert bidder.page.inner_text(".clerk-sees b") == card
    assert bidder.page.locator(".clerk-scans svg").bounding_box()["width"] >= 200
    at = f"/sales/{clerk.sale}/cards/{card}"
    if paper:
        clerk.see(at)
        assert "none shown yet" in clerk.text()
        clerk.send(None, f"{at}/identity", identity=paper)
    clerk.send(at, f"{at}/deposit", mode="cash")
    bidder.see("/my-card")
    assert bidder.page.locator(".pill.win").count() == 1, "he may bid"


def wins(bidder, clerk, lot, card):
    """Ahead after his tap, behind after the ring's, ahead again, and it is his."""
    here = f"/sales/{clerk.sale}/lots/{lot}"
    page = bidder.page
    bidder.see(here)
    page.click("#bid")
    page.wait_for_selector("#board .state.win")
    bid(clerk, clerk.sale, lot, card=7, amount=600)
    page.wait_for_selector("#board .state.lose")
    page.wait_for_selector("#bid:has-text('700')")
    bidder.looks()
    page.click("#bid")
    page.wait_for_selector("#board .state.win")
    bidder.looks()
    clerk.send(f"/sales/{clerk.sale}/ring?sold=1", f"{here}/hammer")
    assert f"Lot {lot} is sold to card {card}" in clerk.text()
    page.wait_for_selector("#board .state.done")
    bidder.looks()
