"""Short forms under which names are looked up: two names that are alike meet under one.

Two words of a name make a form together, for one word alone is borne by thousands of a long list.
Of the two one may have a slip, or be an initial; two may be written as one. A word alone is a form
only where one of the two names has no other.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from portal.names.likeness import LEFT_OUT, LONG_FOR_SLIP
from portal.names.rarity import is_common, is_short, weight
from portal.names.reading import Name
from portal.names.sounds import first_sound, one_less, skeleton

Tokens = tuple[str, ...]
MANY_WORDS = 5  # of so many two meet as they are, though another has a slip or is written joined
LEFT_OUT_AT_MOST = 25  # percent of a word's weight that others may cost which one name leaves out


def kept_keys(name: Name) -> frozenset[str]:
    """Give the forms under which a name on the list is kept."""
    return frozenset(key for tokens, exact in _ways(name) for key in _kept(tokens, exact=exact))


def meeting_keys(name: Name) -> frozenset[str]:
    """Give the forms under which names like this one are looked for."""
    return frozenset(key for tokens, exact in _ways(name) for key in _asked(tokens, exact=exact))


def word_keys(tokens: Tokens) -> frozenset[str]:
    """Give each word as it sounds that tells something: by it a father's name is looked up.

    A common word is given only where there is no other.
    """
    full = _full(tokens)
    telling = [token for token in full if not is_common(token)]
    return frozenset(map(_bones, telling or full))


def _ways(name: Name) -> Iterator[tuple[Tokens, bool]]:
    """Give the ways to write a name, and whether without slips.

    As it is, by its aliases, with the words beside it, and with neighbouring words as one.
    """
    beside = (*name.relation[-1:], *(alias[-1] for alias in name.aliases))
    for tokens in (name.tokens, *name.aliases):
        many = len(_full(tokens)) >= MANY_WORDS
        yield tokens, many
        if not many:
            yield from ((joined, True) for joined in _joined(tokens))
    if beside:
        yield (*name.tokens, *beside), len(_full(name.tokens)) >= MANY_WORDS


def _joined(tokens: Tokens) -> Iterator[Tokens]:
    for many in (2, 3):
        for at in range(len(tokens) - many + 1):
            words = tokens[at : at + many]
            if all(len(word) > 1 for word in words):
                yield (*tokens[:at], "".join(words), *tokens[at + many :])


def _kept(tokens: Tokens, *, exact: bool) -> Iterator[str]:
    yield from _pairs(tokens, exact=exact)
    for one, other in permutations(tokens, 2):
        if len(one) > 1:
            yield f"{_bones(one)}{'.' if _is_initial(other) else '_'}{first_sound(other)}"
    alone = len(_full(tokens)) == 1
    for one in _telling(tokens):
        yield from (f"{bones}{'=' if alone else '~'}" for bones in _slips(one))


def _asked(tokens: Tokens, *, exact: bool) -> Iterator[str]:
    """Look for initials where a name has a word, and for words too where it has an initial."""
    yield from _pairs(tokens, exact=exact)
    for one, other in permutations(tokens, 2):
        if len(one) > 1:
            yield f"{_bones(one)}.{first_sound(other)}"
            if _is_initial(other):
                yield f"{_bones(one)}_{first_sound(other)}"
    for one in _telling(tokens):
        yield from (f"{bones}=" for bones in _slips(one))
        if len(tokens) == 1:
            yield from (f"{bones}~" for bones in _slips(one))


def _telling(tokens: Tokens) -> Iterator[str]:
    """Give the words beside which all others tell so little that they may be missing."""
    whole = sum(map(weight, tokens))
    for one in _full(tokens):
        if LEFT_OUT * (whole - weight(one)) <= LEFT_OUT_AT_MOST * weight(one):
            yield one


def _pairs(tokens: Tokens, *, exact: bool) -> Iterator[str]:
    """Give two words at a time, in any order; a slip in one of them still meets."""
    for one, other in combinations(_full(tokens), 2):
        yield _pair(_bones(one), _bones(other))
        if not exact:
            yield from (_pair(bones, _bones(other)) for bones in _slips(one))
            yield from (_pair(_bones(one), bones) for bones in _slips(other))


def _pair(one: str, other: str) -> str:
    return "+".join(sorted((one, other)))


def _full(tokens: Tokens) -> list[str]:
    return [token for token in tokens if len(token) > 1]


def _is_initial(token: str) -> bool:
    return len(token) == 1 or is_short(token)


def _bones(token: str) -> str:
    """Give a common name as it is, for it is one name or another; of any other how it sounds."""
    return token if is_common(token) else skeleton(token)


def _slips(token: str) -> frozenset[str]:
    bones = _bones(token)
    return one_less(bones) if len(token) >= LONG_FOR_SLIP and bones != token else frozenset({bones})
