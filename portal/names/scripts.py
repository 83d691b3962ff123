"""Telugu, Devanagari and Urdu writing turned to Latin, well enough to hear the consonants."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Unicode names the letters of Indian scripts by their sound: TELUGU LETTER KHA, VOWEL SIGN II.
_VOWELS = {
    "A": "a", "AA": "a", "I": "i", "II": "i", "U": "u", "UU": "u", "E": "e", "EE": "e",
    "AI": "ai", "O": "o", "OO": "o", "AU": "au", "VOCALIC R": "ri", "VOCALIC RR": "ri",
    "SHORT E": "e", "SHORT O": "o", "CANDRA E": "e", "CANDRA O": "o",
}  # fmt: skip
_CONSONANTS = {
    "CA": "ch", "CHA": "ch", "NGA": "n", "NYA": "n", "TTA": "t", "TTHA": "th", "DDA": "d",
    "DDHA": "dh", "NNA": "n", "NNNA": "n", "LLA": "l", "LLLA": "l", "RRA": "r", "SSA": "sh",
    "KHHA": "kh", "GHHA": "gh", "DDDHA": "r", "RHA": "r", "YYA": "y", "TSA": "s", "DZA": "j",
}  # fmt: skip
_NUKTA = {"j": "z", "ph": "f", "k": "q"}
_SIGNS = {"ANUSVARA": "\u0002", "CANDRABINDU": "n", "VISARGA": "h"}
_URDU = {
    "ا": "a", "آ": "a", "أ": "a", "إ": "i", "ب": "b", "پ": "p", "ت": "t", "ٹ": "t", "ث": "s",
    "ج": "j", "چ": "ch", "ح": "h", "خ": "kh", "د": "d", "ڈ": "d", "ذ": "z", "ر": "r", "ڑ": "r",
    "ز": "z", "ژ": "z", "س": "s", "ش": "sh", "ص": "s", "ض": "z", "ط": "t", "ظ": "z", "ع": "a",
    "غ": "gh", "ف": "f", "ق": "q", "ک": "k", "ك": "k", "گ": "g", "ل": "l", "م": "m", "ن": "n",
    "ں": "n", "و": "o", "ؤ": "o", "ہ": "h", "ه": "h", "ھ": "h", "ۃ": "h", "ة": "h", "ی": "i",
    "ي": "i", "ى": "i", "ئ": "i", "ے": "e", "ء": "",
}  # fmt: skip
_SCHWA_FALLS = "DEVANAGARI"


def to_latin(written: str) -> str:
    """Turn what is written in an Indian script or in Urdu to Latin; leave all else as it is."""
    return " ".join(_word(word) for word in written.split(" "))


@lru_cache(maxsize=4096)
def _word(word: str) -> str:
    if word.isascii():
        return word
    said: list[str] = []
    for letter in unicodedata.normalize("NFD", word) if _is_devanagari(word) else word:
        _say(letter, said)
    if said and word[0] in "ویي":
        said[0] = "w" if word[0] == "و" else "y"
    heard = re.sub(r"\u0002(?=[pbm]|$)", "m", "".join(said)).replace("\u0002", "n")
    if _is_devanagari(word):
        heard = heard.removesuffix("\u0001")
    return heard.replace("\u0001", "a")


def _is_devanagari(word: str) -> bool:
    return any(unicodedata.name(letter, "").startswith(_SCHWA_FALLS) for letter in word)


def _say(letter: str, said: list[str]) -> None:
    """Add a letter's sound. A consonant carries an `a`, marked until it is known to be spoken.

    The dot over a letter is heard as m or n, by what comes after it: marked as well.
    """
    if letter in _URDU:
        said.append(_URDU[letter])
        return
    script, _, rest = unicodedata.name(letter, "").partition(" ")
    if script not in {"TELUGU", "DEVANAGARI"}:
        said.append("" if unicodedata.combining(letter) else letter)
        return
    name = rest.rpartition("LETTER " if "LETTER " in rest else "SIGN ")[2]
    if "VOWEL SIGN" in rest:
        _quiet(said)
        said.append(_VOWELS.get(name, "a"))
    elif name == "VIRAMA":
        _quiet(said)
    elif name == "NUKTA":
        _soften(said)
    elif name in _SIGNS:
        said.append(_SIGNS[name])
    elif name in _VOWELS:
        said.append(_VOWELS[name])
    elif "LETTER" in rest:
        said += [_CONSONANTS.get(name, name.removesuffix("A").lower()), "\u0001"]


def _quiet(said: list[str]) -> None:
    if said and said[-1] == "\u0001":
        said.pop()


def _soften(said: list[str]) -> None:
    if len(said) > 1 and said[-1] == "\u0001":
        said[-2] = _NUKTA.get(said[-2], said[-2])
