"""How like two names are, in whole percent. 80 is worth a note; no number is ever a proof."""

from __future__ import annotations

from functools import lru_cache

from rapidfuzz.distance import OSA

from portal.names.canonical import is_known
from portal.names.rarity import is_common, is_short, weight
from portal.names.reading import Name
from portal.names.sounds import first_sound, one_less, skeleton

SAME, SOUNDS_SAME, SLIP, INITIAL = 100, 92, 85, 60
AS_INITIAL = 15  # what an initial that fits a word weighs: it says little, for or against
JOINED = 95
LENT = 95
LONG_FOR_SLIP, LONG_FOR_TWO, SHORTEST_BONES, LONG_BONES = 5, 9, 2, 4
LEFT_OUT = 30  # percent of its weight that a token costs which the other name merely leaves out


def likeness(one: Name, other: Name) -> int:
    """Say how like two names are, in any order of their words, by the best of their aliases.

    A clerk often writes the family name after the father's, or after an alias: such words help
    where the other name has them, and cost nothing where it has not.
    """
    best = 0
    for first in (one.tokens, *one.aliases):
        for second in (other.tokens, *other.aliases):
            best = max(best, _alike(first, second))
            if best < LENT and (_beside(one) or _beside(other)):
                mine = _lent(first, second, _beside(one))
                theirs = _lent(second, first, _beside(other))
                best = max(best, min(_alike(mine, theirs), LENT))
    return best


def _beside(name: Name) -> tuple[str, ...]:
    return (*name.relation[-1:], *(alias[-1] for alias in name.aliases))


def _lent(
    tokens: tuple[str, ...], other: tuple[str, ...], beside: tuple[str, ...]
) -> tuple[str, ...]:
    """Add of the words beside a name those which the other name has and this one lacks."""
    if any(len(a) > 1 and not any(token_likeness(a, b) for b in other) for a in tokens):
        return tokens  # a wife called after her husband is not her husband
    wanted = [b for b in other if not any(token_likeness(a, b) > INITIAL for a in tokens)]
    lent = [c for c in beside if any(token_likeness(c, b) > INITIAL for b in wanted)]
    return (*tokens, *dict.fromkeys(lent))


@lru_cache(maxsize=65536)
def _alike(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    if not any(len(a) > 1 for a in one) or not any(len(b) > 1 for b in other):
        return 0  # initials alone are nobody's name
    if sorted(one) == sorted(other):
        return SAME
    one, other = _joined_like(one, other), _joined_like(other, one)
    if sorted(one) == sorted(other):
        return JOINED
    pairs = sorted(
        (
            (sound * min(weight(a), weight(b)), sound, i, j)
            for i, a in enumerate(one)
            for j, b in enumerate(other)
            if (sound := token_likeness(a, b))
        ),
        reverse=True,
    )
    left, right = set(range(len(one))), set(range(len(other)))
    got = whole = 0
    for _, sound, i, j in pairs:
        if i in left and j in right:
            left.discard(i)
            right.discard(j)
            counts = AS_INITIAL if sound == INITIAL else min(weight(one[i]), weight(other[j]))
            got += sound * counts
            whole += 100 * counts
    if not got:
        return 0
    whole += _cost([one[i] for i in left], [other[j] for j in right])
    return got * 100 // whole


def _cost(left: list[str], right: list[str]) -> int:
    """Say what unmatched tokens cost: dear where both names have one, little where one has none."""
    mine, theirs = sum(map(weight, left)), sum(map(weight, right))
    if mine and theirs:
        return 110 * max(mine, theirs)
    return LEFT_OUT * max(mine, theirs)


@lru_cache(maxsize=65536)
def token_likeness(one: str, other: str) -> int:
    """Say how like two tokens are; two names of the table are never one, however alike."""
    if one == other:
        return SAME
    if _stands_for(one, other) or _stands_for(other, one):
        return INITIAL
    initials = len(one) == 1 or len(other) == 1
    if initials or is_common(one) or is_common(other) or (is_known(one) and is_known(other)):
        return 0
    return _by_sound(one, other)


def _by_sound(one: str, other: str) -> int:
    bones, others = skeleton(one), skeleton(other)
    if bones == others and len(bones) >= SHORTEST_BONES:
        return SOUNDS_SAME
    shorter = min(len(one), len(other))
    slips = 2 if shorter >= LONG_FOR_TWO else 1
    meet = shorter >= LONG_FOR_SLIP and one_less(bones) & one_less(others)
    return SLIP if meet and OSA.distance(one, other, score_cutoff=slips) <= slips else 0


def _stands_for(short: str, full: str) -> bool:
    """Tell whether an initial, or two consonants as Ch., may stand for a longer name."""
    if len(short) == 1:
        return len(full) > 1 and first_sound(short) == first_sound(full)
    return is_short(short) and len(full) > len(short) and full.startswith(short)


def _joined_like(tokens: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Write two or three words as one where the other name does: Subba Rao and Subbarao."""
    for many in (3, 2):
        for at in range(len(tokens) - many + 1):
            joined = "".join(tokens[at : at + many])
            whole = next((one for one in other if len(one) > 1 and _is_joined(joined, one)), None)
            if whole is not None and whole not in tokens:
                return (*tokens[:at], whole, *tokens[at + many :])
    return tokens


@lru_cache(maxsize=65536)
def _is_joined(joined: str, whole: str) -> bool:
    if joined == whole:
        return True
    bones = skeleton(joined)
    return len(bones) >= LONG_BONES and bones == skeleton(whole) and joined[0] == whole[0]
