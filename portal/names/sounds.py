"""The consonants of a token as they sound, so that writings of one sound meet."""

from __future__ import annotations

import re
from functools import lru_cache

_SOUNDS = (
    ("ksh", "ks"), ("x", "ks"), ("ph", "f"), ("bh", "b"), ("dh", "d"), ("th", "t"), ("kh", "k"),
    ("gh", "g"), ("chh", "c"), ("ch", "c"), ("sh", "s"), ("jh", "j"), ("ck", "k"), ("q", "k"),
    ("z", "j"), ("w", "v"), ("ng", "n"),
)  # fmt: skip


@lru_cache(maxsize=16384)
def skeleton(token: str) -> str:
    """Give the first letter and the consonants after it, with like sounds made one."""
    heard = token
    for written, sound in _SOUNDS:
        heard = heard.replace(written, sound)
    if not heard:
        return ""
    first = "a" if heard[0] in "aeiou" else heard[0]
    rest = re.sub(r"[aeiouyhv]", "", heard[1:])
    plain = re.sub(r"(.)\1+", r"\1", first + rest)
    return plain.replace("m", "n") if plain.endswith("m") and len(plain) > 3 else plain  # noqa: PLR2004


def first_sound(token: str) -> str:
    """Give the sound a token begins with, by which an initial may stand for it."""
    return skeleton(token)[:1]


@lru_cache(maxsize=16384)
def one_less(bones: str) -> frozenset[str]:
    """Give a skeleton and all it becomes without one of its letters: a slip still meets."""
    return frozenset({bones, *(bones[:at] + bones[at + 1 :] for at in range(1, len(bones)))})
