"""Keys by which people are matched, hidden so that they can be matched but not read (3)."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import phonenumbers

from portal.law.screening import (
    ADDRESS,
    BANK,
    BIRTH_YEAR,
    BUILDING,
    DEVICE,
    HOUSE_NAME,
    IDENTITY,
    PHONE,
    PIN_CODE,
    RELATION,
    STAFF_NUMBER,
)
from portal.names.meeting import word_keys
from portal.names.reading import read_name

PHONE_DIGITS = 10
TAIL = 4
FEWEST_TO_MATCH = 2  # letters or figures: a dash, or "-", is nothing by which anybody is known
# What a key is read back by, if at all. A year or a PIN code has no end that could be shown.
NO_TAIL = frozenset({BIRTH_YEAR, RELATION, DEVICE, HOUSE_NAME, BUILDING, PIN_CODE, ADDRESS})
_ACCOUNT_FIRST = re.compile(r"([0-9]+)([A-Z]{4}0[0-9A-Z]{6})")
_DOOR_WORDS = re.compile(r"\b(?:H|D|HOUSE|DOOR)\.?\s*(?:NO|NUMBER)?\b\.?:?|\bNO\b\.?", re.ASCII)
_FLAT = re.compile(r"\b(?:FLAT|PLOT|ROOM|APT|F)\.?\s*(?:NO)?\.?[\s:#-]*([0-9]+[A-Z]?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class KnownBy:
    """One thing a person is known by: its kind, its keyed digest, its last characters."""

    kind: str
    digest: str
    tail: str

    def __str__(self) -> str:
        """Say it as it may stand in the journal."""
        return f"{self.kind} …{self.tail}" if self.tail else self.kind


def hide(matching_key: str, kind: str, written: str) -> KnownBy:
    """Hide a key with HMAC-SHA-256, so that two writings of the same thing meet.

    Spaces, dashes and case make no difference; a phone is brought to its international form, a
    bank account to IFSC first.
    """
    plain = _PLAIN.get(kind, _letters_and_figures)(written)
    digest = hmac.new(matching_key.encode(), f"{kind}:{plain}".encode(), hashlib.sha256)
    return KnownBy(kind, digest.hexdigest(), "" if kind in NO_TAIL else plain[-TAIL:])


def hide_all(
    matching_key: str,
    *,
    staff_number: str = "",
    identity: str = "",
    phone: str = "",
    bank: str = "",
    device: str = "",
    door_number: str = "",
    pin_code: str = "",
    house_name: str = "",
    relation: str = "",
    birth_years: Iterable[int] = (),
) -> tuple[KnownBy, ...]:
    """Hide what was given of a person; leave out what was not.

    A door number makes an address only with its PIN code: Hyderabad has the same door numbers in
    many wards. Of one on the staff list give his `birth_years` as one; of a bidder the year
    before and after as well, so that a year's error still meets.
    """
    given = {
        STAFF_NUMBER: staff_number,
        IDENTITY: identity,
        PHONE: phone,
        BANK: bank,
        DEVICE: device,
        PIN_CODE: pin_code,
        HOUSE_NAME: house_name,
    }
    if door_number.strip() and pin_code.strip():
        given[ADDRESS] = f"{pin_code}|{door_number}"
        given[BUILDING] = f"{pin_code}|{door_number}"
    hidden = [
        hide(matching_key, kind, text)
        for kind, text in given.items()
        if sum(letter.isascii() and letter.isalnum() for letter in text) >= FEWEST_TO_MATCH
        or (kind == HOUSE_NAME and text.strip())
    ]
    hidden += [hide(matching_key, BIRTH_YEAR, str(year)) for year in birth_years]
    called = read_name(relation)
    words = word_keys(called.relation or called.tokens) if relation.strip() else frozenset()
    hidden += [hide(matching_key, RELATION, word) for word in sorted(words)]
    return tuple(hidden)


def seal(matching_key: str, written: str) -> str:
    """Give a keyed digest of a text exactly as written: whether it changed can be told, no more."""
    return hmac.new(matching_key.encode(), f"row:{written}".encode(), hashlib.sha256).hexdigest()


def _letters_and_figures(written: str) -> str:
    return re.sub(r"[^0-9A-Z]", "", written.upper())


def international(written: str) -> str:
    """Give a phone in its international form, or its last ten digits where it has none."""
    try:
        read = phonenumbers.parse(written, "IN")
    except phonenumbers.NumberParseException:
        read = None
    if read is not None and phonenumbers.is_possible_number(read):
        return phonenumbers.format_number(read, phonenumbers.PhoneNumberFormat.E164)
    return re.sub(r"[^0-9]", "", written)[-PHONE_DIGITS:]


def _ifsc_first(written: str) -> str:
    plain = _letters_and_figures(written)
    return _ACCOUNT_FIRST.sub(r"\2\1", plain) if _ACCOUNT_FIRST.fullmatch(plain) else plain


def _door(written: str, *, flat: bool) -> str:
    """Read "H.No. 8-1-398/12, Flat 302": how it is divided tells doors apart, words do not."""
    pin_code, _, door = written.upper().partition("|")
    found = _FLAT.search(door)
    door = _DOOR_WORDS.sub(" ", _FLAT.sub(" ", door))
    plain = "-".join(re.findall(r"[0-9]+|[A-Z]+", door))
    inner = f"#{found[1]}" if found and flat else ""
    return f"{_letters_and_figures(pin_code)}|{plain}{inner}"


def _meeting_key(written: str) -> str:
    return written


_PLAIN: dict[str, Callable[[str], str]] = {
    PHONE: international,
    BANK: _ifsc_first,
    ADDRESS: lambda written: _door(written, flat=True),
    BUILDING: lambda written: _door(written, flat=False),
    HOUSE_NAME: lambda written: " ".join(read_name(written).tokens),
    RELATION: _meeting_key,
    DEVICE: _meeting_key,
}
