"""A name as it was typed, read into tokens: titles off, relation and aliases apart."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from portal.names.canonical import canonical, urdu_word
from portal.names.scripts import to_latin
from portal.names.writings import ALIASES, NO_PART, RELATIONS

LONGEST = 200
MOST_TOKENS, MOST_ALIASES = 8, 2
MOST_GLUED = 4
_RELATION = re.compile(
    "|".join(
        rf"(?<!\w){re.escape(word)}(?!\w)" if word[-1].isalnum() else re.escape(word)
        for word in RELATIONS
    )
)
_JOINS = (
    (re.compile(r"\babdu[lrsntzd]?[\s-]*(?:u?[lrsntzd][\s-]+)?(?=[a-z]{3})"), "abdul "),
    (re.compile(r"\b([a-z]{2,})[\s-]*(?:ud|uddin|oddin|ood)[\s-]?din\b"), r"\1uddin"),
    (re.compile(r"\b([a-z]{2,})[\s-]+u[dl][\s-]*deen\b"), r"\1uddin"),
    (re.compile(r"\b([a-z]{2,}?)[\s-]*(?:un|unn|oon|ul)[\s-]?n?isa?a?\b"), r"\1unnisa"),
    (re.compile(r"\b([a-z]{2,})[\s-]+ull?ah?\b"), r"\1ullah"),
)


@dataclass(frozen=True)
class Name:
    """A name that was read. A token of one letter is an initial."""

    typed: str
    tokens: tuple[str, ...]
    relation: tuple[str, ...] = ()
    aliases: tuple[tuple[str, ...], ...] = ()


@lru_cache(maxsize=16384)
def read_name(typed: str) -> Name:
    """Read a name in any of the scripts of the city; whatever is typed can be read."""
    plain = unicodedata.normalize("NFKC", typed[:LONGEST]).lower()
    found = _RELATION.search(plain)
    own, relation = (plain[: found.start()], plain[found.end() :]) if found else (plain, "")
    if not own.strip(" ,.-"):
        own, relation = relation, ""
    for mark in ALIASES:
        own = own.replace(mark, "@")
    first, *others = [_tokens(part) for part in own.split("@")] or [()]
    others = [tokens for tokens in others if tokens][:MOST_ALIASES]
    if not first and others:
        first = others.pop(0)
    return Name(typed, first, _tokens(relation), tuple(others))


def _apart(word: str) -> str:
    """Take initials written as one, as in KVS Prasad, apart."""
    plain = word.strip(".")
    glued = plain.isascii() and plain.isalpha() and 2 < len(plain) <= MOST_GLUED  # noqa: PLR2004
    if not glued or set(plain) & set("aeiouy") or plain in NO_PART or canonical(plain) != plain:
        return word
    return " ".join(plain)


def _tokens(written: str) -> tuple[str, ...]:
    words = re.split(r"[\s,;:()\[\]\"]+", written)
    latin = " ".join(urdu_word(word) or to_latin(_apart(word)) for word in words)
    latin = "".join(
        letter
        for letter in unicodedata.normalize("NFD", latin)
        if not unicodedata.combining(letter)
    )
    latin = re.sub(r"[^a-z.\s-]", "", latin)
    latin = re.sub(r"\b([a-z])\.", r"\1 ", latin).replace(".", " ")
    for pattern, instead in _JOINS:
        latin = pattern.sub(instead, latin)
    tokens = [canonical(one) for one in re.split(r"[\s-]+", latin) if one]
    kept = [one for one in tokens if one not in NO_PART] or tokens
    return tuple(kept[:MOST_TOKENS])
