"""The browser itself as something a bidder is known by (3): a random name in a cookie of its own.

It is weak: a shop's browser serves forty people. So it never bars anybody; it asks for a check
where an officer or pound-keeper has signed in from the very browser a card is taken on.
"""

from __future__ import annotations

import re
import secrets

from flask import Flask, Response, current_app, g, request

from portal.config import Settings
from portal.law.screening import DEVICE
from portal.registers.matching import KnownBy, hide

COOKIE = "device"
LASTS = 400 * 24 * 3600  # seconds: as long as browsers let a cookie live
NAME = re.compile(r"[A-Za-z0-9_-]{22}")


def this_device() -> KnownBy:
    """Give what this browser is known by, hidden; a new one is given a name with the answer."""
    name = request.cookies.get(COOKIE, "")
    if not NAME.fullmatch(name):
        name = g.get("device_name") or secrets.token_urlsafe(16)
        g.device_name = name
    settings: Settings = current_app.extensions["settings"]
    return hide(settings.matching_key, DEVICE, name)


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
