"""Kinds of animals as keepers write them, in four languages, and the class each belongs to."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from portal.law.cattle import Animals, CattleClass

E, C, H, B, K, P, A, G = CattleClass  # elephant, camel, horse, buffalo, kine, pony, ass, goat
OUTSIDE = None  # known animals in none of the eight classes (R11)

# Each name in English, its class, and the words by which it is written.
_NAMES: tuple[tuple[str, CattleClass | None, str], ...] = (
    ("elephant", E, "elephant|tusker|ఏనుగు|ہاتھی|हाथी"),
    ("camel", C, "camel|ఒంటె|اونٹ|ऊंट|ऊँट"),
    ("horse", H, "horse|mare|stallion|filly|colt|గుర్రం|గుఱ్ఱం|گھوڑا|گھوڑی|घोड़ा|घोड़ी"),
    ("foal", H, "foal|గుర్రపు పిల్ల|بچھیرا|बछेड़ा"),
    ("she-buffalo", B, "she buffalo|buffalo cow|గేదె|బర్రె|ఎనుము|بھینس|भैंस|भैंस"),
    ("he-buffalo", B, "he buffalo|buffalo bull|దున్న|దున్నపోతు|بھینسا|भैंसा"),
    ("buffalo", B, "buffalo|buff"),
    ("buffalo calf", B, "buffalo calf|దూడ గేదె|کٹا|کٹی|कटड़ा|पड़वा"),
    ("bullock", K, "bullock|ox|ఎద్దు|بیل|बैल"),
    ("cow", K, "cow|milch cow|ఆవు|आवु|गाय|گائے"),
    ("calf", K, "calf|దూడ|ఆవు దూడ|بچھڑا|بچھڑی|बछड़ा|बछिया"),
    ("heifer", K, "heifer|పెయ్య"),
    ("pony", P, "pony|tattu|టట్టు|ٹٹو|टट्टू"),
    ("gelding", P, "gelding"),
    ("mule", P, "mule|కంచర గాడిద|خچر|खच्चर"),
    ("ass", A, "ass|donkey|jenny|గాడిద|گدھا|गधा|गदहा"),
    ("pig", A, "pig|sow|boar|swine|hog|piglet|పంది|سور|सूअर|सुअर"),
    ("goat", G, "goat|she goat|he goat|kid|మేక|بکری|بکرا|बकरी|बकरा"),
    ("sheep", G, "sheep|ewe|lamb|గొర్రె|بھیڑ|भेड़"),
    ("ram", G, "ram|పొట్టేలు|مینڈھا|मेढ़ा"),
    ("bull", OUTSIDE, "bull|stud bull|ఆంబోతు|سانڈ|सांड|साँड"),
    ("dog", OUTSIDE, "dog|bitch|puppy|కుక్క|کتا|कुत्ता"),
    ("deer", OUTSIDE, "deer|జింక|ہرن|हिरण|हिरन"),
)
_PLURALS = {
    "horses": "horse", "ponies": "pony", "mares": "mare", "oxen": "ox", "calves": "calf",
    "mules": "mule", "asses": "ass", "donkeys": "donkey", "pigs": "pig", "goats": "goat",
    "kids": "kid", "lambs": "lamb", "ewes": "ewe", "rams": "ram", "cows": "cow", "bulls": "bull",
    "bullocks": "bullock", "buffaloes": "buffalo", "buffalos": "buffalo", "heifers": "heifer",
    "camels": "camel", "elephants": "elephant", "dogs": "dog", "foals": "foal",
    "piglets": "piglet", "she-buffaloes": "she-buffalo",
}  # fmt: skip
_YOUNG_OF = {"she-buffalo": "buffalo calf", "he-buffalo": "buffalo calf", "buffalo": "buffalo calf"}
_JOINS = re.compile(r"\s*(?:\+|&|,|\bwith\b|\band\b)\s*")
_COUNTED = re.compile(r"^(?:(\d{1,3})\s+)?(.*?)(?:\s*[\(x×]\s*(\d{1,3})\s*\)?)?$")
_MOST_HEADS = 999


def _plain(text: str) -> str:
    """Write a word so that two writings of it meet: case, spaces, dashes, composed letters."""
    composed = unicodedata.normalize("NFC", text).casefold()
    return " ".join(re.sub(r"[-_./]+", " ", composed).split())


_WORDS: Mapping[str, tuple[str, CattleClass | None]] = {
    _plain(word): (name, cattle_class)
    for name, cattle_class, words in _NAMES
    for word in words.split("|")
}


@dataclass(frozen=True)
class KindRead:
    """What a written kind was read as; `animals` is empty where it is in doubt."""

    kind: str
    animals: tuple[Animals, ...]
    names: tuple[str, ...] = ()
    doubt: str = ""
    suggestion: str = ""

    @property
    def outside(self) -> bool:
        """Tell whether an animal is in none of the eight classes, so that a direction is wanted."""
        return any(one.cattle_class is None for one in self.animals)


def read_kind(written: str) -> KindRead:
    """Read a kind of animal with its heads: "Goats (3)", "Cow with calf", "గేదె"."""
    parts = [part for part in _JOINS.split(_plain(written)) if part]
    if not parts:
        return KindRead("", (), doubt="no_kind")
    found: list[tuple[str, CattleClass | None, int]] = []
    for part in parts:
        heads, word = _heads(part)
        known = _known(word, found[0][0] if found else None)
        if known is None:
            guess = difflib.get_close_matches(word, [w for w in _WORDS if w.isascii()], 1, 0.75)
            suggestion = _WORDS[guess[0]][0] if guess else ""
            return KindRead(written, (), doubt="unknown_kind", suggestion=suggestion)
        found.append((*known, heads))
    if sum(heads for _name, _class, heads in found) > _MOST_HEADS:
        return KindRead(written, (), doubt="unknown_kind")
    names = tuple(name for name, _class, _heads in found)
    animals = tuple(_gathered(found))
    doubt = ""
    if "foal" in names and {"pony", "gelding", "mule"} & set(names):
        doubt = "foal_of_pony"
    said = " and ".join(name if heads == 1 else f"{heads} {name}" for name, _c, heads in found)
    return KindRead(said, animals, names, doubt)


def _heads(part: str) -> tuple[int, str]:
    counted = _COUNTED.match(part)
    if counted is None:
        return 1, part
    before, word, after = counted.groups()
    return max(1, int(before or after or 1)), word.strip()


def _known(word: str, mother: str | None) -> tuple[str, CattleClass | None] | None:
    single = _PLURALS.get(word, word)
    known = _WORDS.get(_plain(single))
    if known is not None and known[0] == "calf" and mother in _YOUNG_OF:
        return "buffalo calf", B
    return known


def _gathered(found: list[tuple[str, CattleClass | None, int]]) -> Iterator[Animals]:
    heads: dict[CattleClass | None, int] = {}
    for _name, cattle_class, count in found:
        heads[cattle_class] = heads.get(cattle_class, 0) + count
    for cattle_class, count in heads.items():
        yield Animals(cattle_class, count)
