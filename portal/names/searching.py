"""Words to find an animal by, so that spellings and scripts of one sound meet.

A word is kept as keys: its consonants (`~mlkpt`), for a short one its plain spelling too (`=gir`),
and what it means where that is known (`*black`). Two words that stand together are kept as one
besides, for one person writes Begum Bazar and another బేగంబజార్.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from portal.names.canonical import spelled_plainly
from portal.names.scripts import to_latin
from portal.names.sounds import skeleton

LONGEST = 200  # letters that are looked at; a search is a few words
MOST_WORDS = 6
ENOUGH_BONES = 3  # fewer consonants would fit too many words
_ARABIC = re.compile(r"[\u0600-\u06FF]")  # short vowels are not written in it

# What is said of animals, as it is written in Latin letters or heard in the other three scripts.
_MEANINGS = """
black nalupu nalla nallati kala kali kaala kaali siah siyah
white telupu tella tellati safed safedh sfid safaid
brown godhuma gaduma godhumarangu bhura bhuri bhora bhori
grey gray srmi srmii sarmai bud budida salete slety khakstri surmai surmayi dusar
red erupu era erra lal laal surkh srkh
fawn leta badami badamy
mixed mla mila kalagalupu misrama mishrama misrita mishrit milajula mlajla milijuli mili
spotted spots macha machalu chitkabra chitkabri dhabbedar dhabedar
star sitara nakshatra chukka tara
forehead nuduru nuduta nudutipai matha mathe peshani pishani
horn horns kommu kommulu kommula sing seeng sinh
broken virigina virigi viriga tuta tuti tota toti
tail toka dum dm poonch punchh punch
ear chevi kan kaan
bell ganta ghanti ghnti
rope tadu tallu rassi rsi
brand branded mudra vatha dagh dag chhap
desi local natu nati
"""

# Words that stand beside the telling ones and tell nothing themselves.
_BESIDE = frozenset(
    [
        "rangu",
        "rang",
        "colour",
        "color",
        "the",
        "a",
        "an",
        "on",
        "in",
        "at",
        "of",
        "with",
        "and",
        "near",
        "ka",
        "ki",
        "ke",
    ]
)


def _plain(token: str) -> str:
    heard = re.sub(r"c(?!h)", "k", token)
    return re.sub(r"(?<!^)h", "", spelled_plainly(heard)) or heard


def _meanings() -> dict[str, str]:
    known: dict[str, str] = {}
    for line in _MEANINGS.strip().splitlines():
        meaning, *others = line.split()
        for one in (meaning, *others):
            known.setdefault(_plain(one), meaning)
    return known


MEANINGS = _meanings()


def words_of(text: str) -> list[str]:
    """Take a text apart into words, in the scripts they are written in."""
    plain = unicodedata.normalize("NFKC", text[:LONGEST]).casefold()
    plain = re.sub("[\u200b-\u200f\u2060-\u2069]", "", plain)
    found = re.findall(r"[\w\u0C00-\u0C7F\u0900-\u097F\u0600-\u06FF]+", plain)
    return [one for one in found if _heard(one) not in _BESIDE]


@lru_cache(maxsize=8192)
def _heard(word: str) -> str:
    latin = unicodedata.normalize("NFD", to_latin(word))
    return re.sub(r"[^a-z]", "", latin)


def _bones(heard: str) -> str:
    return skeleton(re.sub(r"c(?!h)", "k", heard)).replace("ng", "n")


def _of_sound(word: str) -> set[str]:
    heard = _heard(word)
    if not heard:
        return set()
    bones = _bones(heard)
    if len(bones) >= ENOUGH_BONES:
        return {f"~{bones}"}
    return {f"~{bones}", f"={_plain(heard)}"}


def _of_meaning(word: str) -> set[str]:
    heard = _heard(word)
    meaning = MEANINGS.get(_plain(heard)) if heard else None
    return {f"*{meaning}"} if meaning else set()


def keys_written(text: str) -> set[str]:
    """Give every key of what is written of an animal."""
    words = words_of(text)
    keys: set[str] = set()
    for word in words:
        keys |= _of_sound(word) | _of_meaning(word)
    for first, second in pairwise(words):
        keys |= _of_sound(_heard(first) + _heard(second))
    return keys


def keys_asked(words: list[str]) -> list[set[str]]:
    """Give for each word of a search the keys of which an animal must have one."""
    return [
        _asked(word)
        | _beside(words[place - 1 : place + 1] if place else [])
        | _beside(words[place : place + 2])
        for place, word in enumerate(words)
    ]


def _asked(word: str) -> set[str]:
    keys = _of_sound(word)
    if not _ARABIC.search(word):  # who wrote the vowels means them
        keys = {one for one in keys if one.startswith("=")} or keys
    return keys | _of_meaning(word)


def _beside(pair: list[str]) -> set[str]:
    if len(pair) < 2:  # noqa: PLR2004 - a pair
        return set()
    return {one for one in _of_sound(_heard(pair[0]) + _heard(pair[1])) if one.startswith("~")}
