"""Writing made plain: what the eye does not tell apart is made one before it is read."""

from __future__ import annotations

import re

_DIGITS = str.maketrans("౦౧౨౩౪౫౬౭౮౯०१२३४५६७८९٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹", "0123456789" * 4)
# Joiners and marks of direction are left behind by Indic and Urdu keyboards; none can be seen.
_UNSEEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_DITTO = re.compile(r"""[-\s.]*(?:do|ditto|same|as above|["'“”〃″]+)[-\s.]*""", re.IGNORECASE)
_NOT_KNOWN = frozenset({"", "?", "nil", "none", "na", "n/a", "not known", "unknown", "not written"})


def bare(text: str) -> str:
    """Give a text on one line, without signs nobody sees, its digits as 0 to 9."""
    if not text.isascii():
        text = _UNSEEN.sub("", text).translate(_DIGITS)
    return " ".join(text.split())


def is_ditto(text: str) -> bool:
    """Tell whether a cell only points at the one above: `-do-`, `"`, `ditto`."""
    return bool(_DITTO.fullmatch(bare(text)))


def says_nothing(text: str) -> bool:
    """Tell whether a cell is empty in other words: `-`, `nil`, `not known`."""
    return bare(text).strip("-–—. ").lower() in _NOT_KNOWN


def on_one_line(text: str) -> str:
    """Give a text on one line."""
    return " ".join(text.split())
