"""Reads one object of a case in JSON, key by key; every fault is a sentence that names its key."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any, NoReturn

from portal.law.cattle import CattleClass
from portal.law.days import legal_date
from portal.law.money import Money

MOST_DIGITS = 18
FIRST_YEAR, LAST_YEAR = 1900, 2999
_SHOWN = 80


class CaseUnreadable(ValueError):  # noqa: N818 - reads as what happened
    """A case cannot be read; the message is one sentence that names the key."""

    def __init__(self, sentence: str) -> None:
        # Half a character (a lone surrogate) can stand in JSON and on no screen.
        super().__init__(sentence.encode("utf-8", "backslashreplace").decode("utf-8"))


def no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its pairs; raise CaseUnreadable where a key stands twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise CaseUnreadable(
                f'The key "{_named(key)}" stands twice in one object. Give it once.'
            )
        found[key] = value
    return found


def no_constant(written: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python reads and JSON does not have."""
    raise CaseUnreadable(f"{written} is not a number that a case can have.")


def whole_number(written: str) -> int:
    """Read a whole number; raise CaseUnreadable for one that is far too long to mean anything."""
    if len(written) > MOST_DIGITS:
        raise CaseUnreadable(f"A number of {len(written)} digits is not one that a case can have.")
    return int(written)


def shown(value: object) -> str:
    """Write a value as JSON, cut where it is long."""
    written = json.dumps(value, ensure_ascii=False)
    return written if len(written) <= _SHOWN else f"{written[:_SHOWN]}…"


def _named(key: str) -> str:
    return key if re.fullmatch(r"[\w\[\]]{1,60}", key) else shown(key)


class Reader:
    """Reads one object; every fault names the key with the way to it."""

    def __init__(
        self, read: object, case: str, path: str, required: str, optional: str = ""
    ) -> None:
        self.case, self.path = case, path
        if not isinstance(read, dict):
            raise CaseUnreadable(f"{case}{': ' if path else ''}{path} must be an object.")
        self.read = read
        known = {*required.split(), *optional.split()}
        for key in read:
            if key not in known:
                raise CaseUnreadable(f"{self.at(_named(key))}: this key is not known.")
        for key in required.split():
            if key not in read:
                raise CaseUnreadable(f"{self.at(key)} is missing.")

    def at(self, key: str) -> str:
        """Name a key with its case and the way to it."""
        return f"{self.case}: {self.path}{'.' if self.path else ''}{key}"

    def fault(self, key: str, must: str) -> NoReturn:
        """Raise CaseUnreadable: what the key must be, and what it is."""
        raise CaseUnreadable(f"{self.at(key)} must be {must}, not {shown(self.read.get(key))}.")

    def within(self, key: str, required: str, optional: str = "") -> Iterator[Reader]:
        """Read each object of a list; raise CaseUnreadable for an unknown or a missing key."""
        for number, one in enumerate(self.objects(key)):
            yield Reader(one, self.case, f"{key}[{number}]", required, optional)

    def text(self, key: str) -> str:
        """Read a text that is not empty; raise CaseUnreadable."""
        value = self.read[key]
        if not isinstance(value, str) or not value.strip():
            self.fault(key, "a text that is not empty")
        if re.search("[\ud800-\udfff]", value):
            self.fault(key, "a text of whole characters")
        return value

    def money(self, key: str) -> Money:
        """Read decimal rupees into whole paise; raise CaseUnreadable."""
        value = self.read[key]
        must = 'a decimal number of rupees like "42500.00"'
        if not isinstance(value, str):
            self.fault(key, must)
        try:
            return Money.read(value)
        except ValueError:
            self.fault(key, must)

    def instant(self, key: str) -> datetime:
        """Read an instant that has its offset; raise CaseUnreadable."""
        value = self.read[key]
        must = 'an instant with its offset, like "2026-11-18T07:40:00+05:30"'
        if not isinstance(value, str) or "T" not in value:
            self.fault(key, must)
        try:
            read = datetime.fromisoformat(value)
            year = legal_date(read).year
        except (ValueError, OverflowError):
            self.fault(key, must)
        if not FIRST_YEAR <= year <= LAST_YEAR:
            self.fault(key, f"in a year from {FIRST_YEAR} to {LAST_YEAR}")
        return read

    def day(self, key: str) -> date:
        """Read a day of the calendar in Hyderabad; raise CaseUnreadable."""
        value = self.read[key]
        try:
            read = date.fromisoformat(value) if isinstance(value, str) else None
        except ValueError:
            read = None
        if read is None or read.isoformat() != value:
            self.fault(key, 'a day, like "2026-11-18"')
        return read

    def day_or_none(self, key: str) -> date | None:
        """Read a day; null, or no key at all, is no day."""
        return None if self.read.get(key) is None else self.day(key)

    def objects(self, key: str) -> list[Any]:
        """Read a list; a key that is not there is an empty one."""
        value = self.read.get(key, [])
        if not isinstance(value, list):
            self.fault(key, "a list")
        return value

    def cattle_class(self, key: str) -> CattleClass | None:
        """Read a class of (4)(a); null is an animal in none of the eight (R11)."""
        value = self.read[key]
        if value is None:
            return None
        if type(value) is not int or value not in {one.value for one in CattleClass}:
            self.fault(key, "a class from 1 to 8, or null")
        return CattleClass(value)
