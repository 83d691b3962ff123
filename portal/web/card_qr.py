"""The code on a card: the address of the card's page, with a short tag that nobody can guess.

It holds the number of the sale and of the card and that tag, and nothing about the holder.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import b32encode
from urllib.parse import quote, urlencode

import segno
from flask import url_for
from markupsafe import Markup

from portal.law.money import Money
from portal.web.desk import settings

TAG_LETTERS = 8


def check_tag(sale: int, card: int) -> str:
    """Give the tag of a card: eight letters that only this installation can make."""
    key = settings().matching_key.encode()
    made = hmac.new(key, f"card tag:{sale}:{card}".encode(), hashlib.sha256)
    return b32encode(made.digest()).decode()[:TAG_LETTERS].lower()


def is_tag(sale: int, card: int, told: str) -> bool:
    """Tell whether a tag is the card's own."""
    return hmac.compare_digest(check_tag(sale, card).encode(), told.encode())


def card_address(sale: int, card: int) -> str:
    """Give the whole address that stands in the code."""
    page = url_for("deposits.card", number=sale, card=card, c=check_tag(sale, card))
    return settings().base_url.rstrip("/") + page


def upi_address(amount: Money, sale: int, lot: int) -> str | None:
    """Give what a phone pays by when it reads the code: payee, sum and lot; none without a payee.

    The payee's address comes from the settings and never from a form.
    """
    payee = settings().upi_payee
    if not payee:
        return None
    asked = {
        "pa": payee,
        "pn": "Pound sale",
        "am": amount.decimal,
        "cu": "INR",
        "tn": f"Sale {sale} lot {lot}",
    }
    return f"upi://pay?{urlencode(asked, quote_via=quote, safe='@')}"


def qr(address: str) -> Markup:
    """Draw an address as a code, inline and with classes alone, as the page's policy asks."""
    drawn = segno.make_qr(address, error="m").svg_inline(
        omitsize=True, svgclass="qr", lineclass=None, border=4
    )
    return Markup(drawn)  # noqa: S704 - drawn by us from an address of ours
