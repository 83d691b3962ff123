"""Kinds of animals as keepers write them, with their heads, and the class each belongs to."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from portal.law.cattle import Animals, CattleClass
from portal.sheets.animals import (
    CLASSES,
    FOAL_OF_PONY,
    PLURALS,
    WORDS,
    YOUNG,
    YOUNG_OF,
    Word,
    plain,
)

LONGEST = 120
MOST_HEADS = 999
_JOINS = re.compile(r"\s*(?:[+&,]|\b(?:with|and|w/)(?=\s)|(?<=\s)(?:और|व|اور|మరియు)(?=\s))\s*")
_COUNTS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "a pair of": 2, "pair of": 2,
}  # fmt: skip
_COUNT = rf"(?:[0-9]{{1,4}}|{'|'.join(sorted(_COUNTS, key=len, reverse=True))})"
_PART = re.compile(
    rf"(?:(?P<before>{_COUNT})(?: nos?| heads?(?: of)?)? )?"
    r"(?:(?:a|an|the|its|her|his|their) )?"
    r"(?P<word>.+?)"
    rf"(?P<after> ?\(? ?[x×]? ?(?P<count>{_COUNT})(?: ?nos?| ?heads?)? ?\)?)?"
)
_CLOSE = 0.75


@dataclass(frozen=True)
class KindRead:
    """What a written kind was read as; `animals` is empty where heads or class are unknown.

    `names` are the animals in English; `doubt` is a code, `suggestion` what may have been meant.
    """

    kind: str
    animals: tuple[Animals, ...]
    names: tuple[str, ...] = ()
    doubt: str = ""
    suggestion: str = ""

    @property
    def outside(self) -> bool:
        """Tell whether an animal is in none of the eight classes: a direction is wanted (R11)."""
        return any(one.cattle_class is None for one in self.animals)


@dataclass(frozen=True)
class _Part:
    """A part of a kind: so many of one word; no heads where their number is not certain."""

    word: Word
    heads: int | None


@lru_cache(maxsize=4096)
def read_kind(written: str) -> KindRead:
    """Read a kind of animal with its heads, by (4)(a) and R10: "Goats (3)", "Cow with calf"."""
    text = plain(written)
    if not text:
        return KindRead("", (), doubt="no_kind")
    if len(text) > LONGEST:
        return KindRead(written, (), doubt="unknown_kind")
    texts = _JOINS.split(text)
    parts: list[_Part] = []
    for one in texts:
        part = _part(one, alone=len(texts) == 1)
        if part is None:
            return KindRead(written, (), doubt="unknown_kind", suggestion=_suggested(texts))
        parts.append(part)
    return _gathered(written, parts)


def _gathered(written: str, parts: Sequence[_Part]) -> KindRead:
    names = _names([part.word.name for part in parts])
    if names is None:
        return KindRead(written, (), doubt="whose_young")
    counted = [part.heads for part in parts if part.heads is not None]
    if len(counted) < len(parts) or sum(counted) > MOST_HEADS:
        return KindRead(written, (), names, doubt="how_many")
    heads: Counter[CattleClass | None] = Counter()
    for name, count in zip(names, counted, strict=True):
        heads[CLASSES[name]] += count
    said = [
        name if count == 1 else f"{count} {PLURALS[name]}"
        for name, count in zip(names, counted, strict=True)
    ]
    animals = tuple(Animals(cattle_class, count) for cattle_class, count in heads.items())
    doubt = "foal_of_pony" if FOAL_OF_PONY in names else ""
    return KindRead(" with ".join(said), animals, names, doubt)


def _part(text: str, *, alone: bool) -> _Part | None:
    if text in WORDS:
        word = WORDS[text]
        return _Part(word, None if word.many else 1)
    found = _PART.fullmatch(text)
    known = WORDS.get(found["word"]) if found else None
    if found is None or known is None:
        return None
    counts = {_counted(one) for one in (found["before"], found["count"]) if one}
    if not counts:
        return _Part(known, None if known.many else 1)
    heads = counts.pop()
    # "cow with calf (2)" is two calves or two heads in all; "2 goats (3)" is neither.
    in_all = bool(found["count"]) and heads > 1 and not known.many and not alone
    return _Part(known, None if counts or heads < 1 or in_all else heads)


def _counted(text: str) -> int:
    return int(text) if text.isdigit() else _COUNTS[text]


def _names(names: Sequence[str]) -> tuple[str, ...] | None:
    """Name the young by the mother beside them; None if it cannot be told whose they are."""
    named: list[str] = []
    for name in names:
        of = YOUNG_OF.get(name)
        found = {of[mother] for mother in names if mother in of} if of else {name}
        if len(found) > 1 or (not found and name == YOUNG):
            return None
        named.append(found.pop() if found else name)
    return tuple(named)


def _suggested(texts: Sequence[str]) -> str:
    """Give what may have been meant by a misspelt kind, its heads kept; "" if nothing is near."""
    meant: list[str] = []
    for text in texts:
        found = _PART.fullmatch(text)
        word = found["word"] if found else text
        near = difflib.get_close_matches(word, [one for one in WORDS if one.isascii()], 1, _CLOSE)
        if not near:
            return ""
        known = WORDS[near[0]]
        count = found and (found["before"] or found["count"])
        heads = f" ({_counted(count)})" if count else ""
        meant.append((PLURALS[known.name] if known.many or heads else known.name) + heads)
    return " with ".join(meant)
