"""Keys of identity, phone and bank, hidden so that they can be matched but not read (3)."""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass

IDENTITY = "identity number"
PHONE = "phone"
BANK = "bank account"
KINDS = (IDENTITY, PHONE, BANK)
PHONE_DIGITS = 10
TAIL = 4


@dataclass(frozen=True)
class KnownBy:
    """One thing a person is known by: its kind, its keyed digest, its last characters."""

    kind: str
    digest: str
    tail: str

    def __str__(self) -> str:
        """Say it as it may stand in the journal."""
        return f"{self.kind} …{self.tail}"


def hide(matching_key: str, kind: str, written: str) -> KnownBy:
    """Hide a key with HMAC-SHA-256, so that two writings of the same number meet.

    Spaces, dashes and case make no difference; of a phone only the last ten digits count.
    """
    plain = re.sub(r"[^0-9A-Z]", "", written.upper())
    if kind == PHONE:
        plain = re.sub(r"[^0-9]", "", plain)[-PHONE_DIGITS:]
    digest = hmac.new(matching_key.encode(), f"{kind}:{plain}".encode(), hashlib.sha256)
    return KnownBy(kind, digest.hexdigest(), plain[-TAIL:])


def hide_all(matching_key: str, **written: str) -> tuple[KnownBy, ...]:
    """Hide what was given of `identity`, `phone` and `bank`; leave out what was not."""
    kinds = {"identity": IDENTITY, "phone": PHONE, "bank": BANK}
    kinds |= {"door_number": "door number", "pin_code": "PIN code", "relation": "relation"}
    return tuple(
        hide(matching_key, kinds[name], text) for name, text in written.items() if text.strip()
    )
