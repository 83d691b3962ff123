"""The browser itself as something a bidder is known by (3): a random name in a cookie of its own.

It is weak: a shop's browser serves forty people. So it never bars anybody; it asks for a check
where an officer or pound-keeper has signed in from the very browser a card is taken on.
"""

from __future__ import annotations

import re
import secrets
from ipaddress import ip_address, ip_network

from flask import Flask, Response, current_app, g, request

from portal.config import Settings
from portal.law.screening import DEVICE
from portal.registers.code_places import Asker
from portal.registers.matching import KnownBy, hide, seal

COOKIE = "device"
LASTS = 400 * 24 * 3600  # seconds: as long as browsers let a cookie live
IPV4 = 4
NAME = re.compile(r"[A-Za-z0-9_-]{22}")


def this_device() -> KnownBy:
    """Give what this browser is known by, hidden; a new one is given a name with the answer."""
    name = request.cookies.get(COOKIE, "")
    if not NAME.fullmatch(name):
        name = g.get("device_name") or secrets.token_urlsafe(16)
        g.device_name = name
    settings: Settings = current_app.extensions["settings"]
    return hide(settings.matching_key, DEVICE, name)


def this_asker() -> Asker:
    """Give whence the request comes, hidden: its browser, and its address of the net if known."""
    settings: Settings = current_app.extensions["settings"]
    address = _address()
    return Asker(
        browser=this_device().digest,
        address=seal(settings.matching_key, f"address of the net {address}") if address else "",
    )


def _address() -> str:
    """Give the address that speaks for one visitor; empty where all would seem to have the same.

    On the machine itself stands the proxy, which writes last whom it speaks for. An IPv6 network of
    64 bits is one visitor: he has all its addresses at hand.
    """
    written = request.remote_addr or ""
    try:
        if ip_address(written).is_loopback:
            written = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        found = ip_address(written)
    except ValueError:
        return ""
    if found.is_loopback:
        return ""
    return str(found) if found.version == IPV4 else str(ip_network((found, 64), strict=False))


def remember_devices(app: Flask) -> None:
    """Set the cookie with the answer to whoever was asked for it and had none."""

    @app.after_request
    def give_name(response: Response) -> Response:
        if name := g.get("device_name"):
            settings: Settings = current_app.extensions["settings"]
            response.set_cookie(
                COOKIE,
                name,
                max_age=LASTS,
                secure=settings.base_url.startswith("https"),
                httponly=True,
                samesite="Lax",
            )
        return response
