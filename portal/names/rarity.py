"""How much a token tells: a name borne by every tenth man of the city tells little."""

from __future__ import annotations

from portal.names.canonical import is_known
from portal.names.writings import COMMON_TOKENS

INITIAL, COMMON, KNOWN, RARE = 30, 35, 70, 100


def weight(token: str) -> int:
    """Give the weight of a canonical token, of a hundred."""
    if len(token) == 1 or is_short(token):
        return INITIAL
    if token in COMMON_TOKENS:
        return COMMON
    return KNOWN if is_known(token) else RARE


def is_short(token: str) -> bool:
    """Tell whether two consonants, as Ch., stand for a longer name."""
    return len(token) <= 2 and not any(letter in "aeiou" for letter in token)  # noqa: PLR2004


def is_common(token: str) -> bool:
    """Tell whether a token is borne by so many that it is looked up only with another."""
    return token in COMMON_TOKENS
