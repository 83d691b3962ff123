"""One writing for the many of a name. Two names of this table are two names, however alike."""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz.distance import OSA

from portal.names.scripts import to_latin
from portal.names.sounds import skeleton
from portal.names.writings import COMMON_TOKENS, URDU_WORDS, WRITINGS


def _table() -> dict[str, str]:
    table: dict[str, str] = {}
    for line in WRITINGS.strip().splitlines():
        kept, *others = line.split()
        for writing in (kept, *others):
            table.setdefault(writing, kept)
    return table


TABLE = _table()
SERVANT_OF, THE = "عبدال", "ال"
LONG_ENOUGH, SHORTEST_SLIP, ENOUGH_BONES = 6, 4, 3
_SPELLINGS = (
    ("ee", "i"), ("ii", "i"), ("oo", "u"), ("ou", "u"), ("aa", "a"), ("ph", "f"), ("w", "v"),
    ("th", "t"), ("dh", "d"), ("sh", "s"), ("ay", "ai"), ("q", "k"), ("z", "j"),
)  # fmt: skip


def spelled_plainly(token: str) -> str:
    """Write a token without doubled letters, long vowels and letters that sound alike."""
    for written, plain in _SPELLINGS:
        token = token.replace(written, plain)
    return re.sub(r"(.)\1+", r"\1", token)


def _by_plain_spelling() -> dict[str, str]:
    """Give the table by plain spelling, without spellings that would fit two names."""
    found: dict[str, set[str]] = {}
    for writing, kept in TABLE.items():
        found.setdefault(spelled_plainly(writing), set()).add(kept)
    return {plain: kept.pop() for plain, kept in found.items() if len(kept) == 1}


PLAIN = _by_plain_spelling()
_VOWELS = frozenset("aeiouy")


def consonant_put_for_another(one: str, other: str) -> bool:
    """Tell whether two writings differ by one consonant for another: then they are two names."""
    if len(one) != len(other):
        return False
    unlike = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return len(unlike) == 1 and not ({*unlike[0]} & _VOWELS)


def urdu_word(word: str) -> str | None:
    """Give a well-known name written in Urdu, in which short vowels are not written."""
    word = word.replace("ي", "ی").replace("ك", "ک").replace("ه", "ہ")
    if word not in URDU_WORDS and word.startswith(THE) and len(word) > len(THE) + 1:
        return urdu_word(word.removeprefix(THE))
    if word not in URDU_WORDS and word.startswith(SERVANT_OF) and len(word) > len(SERVANT_OF) + 1:
        rest = word.removeprefix(SERVANT_OF)
        return f"abdul {URDU_WORDS.get(rest) or to_latin(rest)}"
    return URDU_WORDS.get(word)


@lru_cache(maxsize=8192)
def canonical(token: str) -> str:
    """Give the one writing of a token; a slip of one letter in a long well-known name is mended."""
    if token in TABLE:
        return TABLE[token]
    plainly = PLAIN.get(spelled_plainly(token))
    if plainly is not None:
        return plainly
    if len(token) < LONG_ENOUGH:
        return _common_slip(token) if len(token) >= SHORTEST_SLIP else token
    near = {
        kept
        for writing, kept in TABLE.items()
        if len(writing) >= LONG_ENOUGH
        and writing[0] == token[0]
        and OSA.distance(token, writing, score_cutoff=1) <= 1
        and not consonant_put_for_another(token, writing)
    }
    return near.pop() if len(near) == 1 else _common_slip(token)


def _common_slip(token: str) -> str:
    """Mend a slip in a name every tenth man bears: a slip is far likelier there than a new name."""
    near = {
        kept
        for kept in COMMON_TOKENS
        if len(kept) >= SHORTEST_SLIP
        and kept[0] == token[0]
        and (_slipped(token, kept) or _sounds_same(token, kept))
    }
    return near.pop() if len(near) == 1 else token


def _slipped(token: str, kept: str) -> bool:
    slipped = OSA.distance(token, kept, score_cutoff=1) <= 1
    return slipped and not consonant_put_for_another(token, kept)


def _sounds_same(token: str, kept: str) -> bool:
    bones = skeleton(token)
    return len(bones) >= ENOUGH_BONES and bones == skeleton(kept)


def is_known(token: str) -> bool:
    """Tell whether a canonical token is a name of the table."""
    return TABLE.get(token) == token
