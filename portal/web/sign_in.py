"""Who is at the browser.

The cookie holds a random token; the sign-in itself is in the database, so that a copied cookie
dies when its owner signs out, is dismissed, or stays away too long.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from flask import current_app, session

from portal.config import Settings
from portal.law.codes import FIGURES
from portal.law.days import legal_date
from portal.law.offices import Office
from portal.registers.people import (
    NOBODY,
    Officer,
    Person,
    SignIn,
    find_person_by_sign_in_name,
    latest_password,
    open_sign_in,
    signed_in_as,
)

LONGEST = timedelta(hours=8)
IDLE_STAFF = timedelta(minutes=15)
IDLE_OTHERS = timedelta(minutes=30)
SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200

_hasher = PasswordHasher()
# Held against what is typed for a name nobody has, so that the answer takes as long.
_NOBODYS_PASSWORD = _hasher.hash(secrets.token_urlsafe(16))


def hash_password(typed: str) -> str:
    """Give the argon2 hash under which a password is kept."""
    return _hasher.hash(typed)


def check_password(sign_in_name: str, typed: str) -> Person | None:
    """Find the person who signs in by this name with this password, if they belong together."""
    person = find_person_by_sign_in_name(sign_in_name)
    kept = latest_password(person.id) if person else None
    try:
        _hasher.verify(kept or _NOBODYS_PASSWORD, typed[:LONGEST_PASSWORD])
    except (VerifyMismatchError, InvalidHashError):
        return None
    return person if kept else None


def fresh_token() -> str:
    """Make the random token of a new sign-in."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """Give the digest under which a token is kept."""
    return hashlib.sha256(token.encode()).hexdigest()


def fresh_code() -> str:
    """Make a one-time code."""
    return f"{secrets.randbelow(10**FIGURES):0{FIGURES}}"


def code_digest(phone: str, code: str) -> str:
    """Give the digest under which a mobile's code is kept.

    It is keyed: a million codes are soon tried against a digest that anybody can work out.
    """
    settings: Settings = current_app.extensions["settings"]
    written = f"one-time code: {phone} {code}".encode()
    return hmac.digest(settings.secret_key.encode(), written, "sha256").hex()


def remember(token: str, now: datetime) -> None:
    """Give the browser its token, and nothing of what an earlier sign-in left there."""
    session.clear()
    session["token"] = token
    session["seen"] = now.timestamp()


def forget() -> None:
    """Leave nothing of the sign-in in the browser."""
    session.clear()


def sign_in_at_hand() -> SignIn | None:
    """Find the sign-in of this browser, if it stands."""
    token = session.get("token")
    if not isinstance(token, str):
        return None
    now = current_app.extensions["clock"].now()
    return open_sign_in(digest(token), now)


def who_is_this() -> Officer:
    """Tell in what office the person at the browser acts, as the register says at this moment."""
    token = session.get("token")
    if not isinstance(token, str):
        return NOBODY
    now: datetime = current_app.extensions["clock"].now()
    officer = signed_in_as(digest(token), now, legal_date(now))
    if officer is None:
        return NOBODY
    if _stayed_away(officer, now):
        return NOBODY
    session["seen"] = now.timestamp()
    return officer


def _stayed_away(officer: Officer, now: datetime) -> bool:
    settings: Settings = current_app.extensions["settings"]
    if settings.is_demo:  # its clock jumps by days while people stand in the rooms
        return False
    idle = IDLE_OTHERS if officer.office in {Office.PUBLIC, Office.BIDDER} else IDLE_STAFF
    return now.timestamp() - float(session.get("seen", 0)) > idle.total_seconds()


def ends_at(now: datetime, settings: Settings) -> datetime:
    """Say until when a sign-in made now may last."""
    return now + (timedelta(days=3650) if settings.is_demo else LONGEST)
