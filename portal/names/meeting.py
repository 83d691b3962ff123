"""Short forms under which names are looked up: two names that are alike meet under one.

A rare token is looked up by itself, and with one letter left out for a slip. A common one, which
every tenth man bears, only together with another common one or with an initial.
"""

from __future__ import annotations

from itertools import combinations

from portal.names.rarity import is_common
from portal.names.reading import Name
from portal.names.sounds import first_sound, one_less, skeleton


def kept_keys(name: Name) -> frozenset[str]:
    """Give the forms under which a name on the list is kept."""
    return frozenset(key for tokens in _ways(name) for key in _kept(tokens))


def meeting_keys(name: Name) -> frozenset[str]:
    """Give the forms under which names like this one are looked for."""
    return frozenset(key for tokens in _ways(name) for key in _asked(tokens))


def _ways(name: Name) -> tuple[tuple[str, ...], ...]:
    """Give the ways to write a name: as it is, by its aliases, and with the words beside it."""
    beside = (*name.relation[-1:], *(alias[-1] for alias in name.aliases))
    return (name.tokens, *name.aliases, *(((*name.tokens, *beside),) if beside else ()))


def _kept(tokens: tuple[str, ...]) -> set[str]:
    keys = _both(tokens)
    common, others = _parted(tokens)
    for token in common:
        keys |= {f"{token}+{_form(other)}{first_sound(other)}" for other in others}
    return keys


def _asked(tokens: tuple[str, ...]) -> set[str]:
    """Look for initials where a name has a word, and for words too where it has an initial."""
    keys = _both(tokens)
    common, others = _parted(tokens)
    for token in common:
        for other in others:
            keys.add(f"{token}+.{first_sound(other)}")
            if len(other) == 1:
                keys.add(f"{token}+_{first_sound(other)}")
    return keys


def _both(tokens: tuple[str, ...]) -> set[str]:
    common, others = _parted(tokens)
    rare = [token for token in others if len(token) > 1]
    keys = {less for token in rare for less in one_less(skeleton(token))}
    keys |= {"+".join(sorted(pair)) for pair in combinations(sorted(set(common)), 2)}
    full = [token for token in tokens if len(token) > 1]
    for many in (2, 3):
        for at in range(len(full) - many + 1):
            keys |= one_less(skeleton("".join(full[at : at + many])))
    if not rare:
        keys |= {f"{token}=" for token in common}
    initials = sorted(token for token in others if len(token) == 1)
    keys |= {f".{one}.{other}" for one, other in combinations(initials, 2)}
    return keys


def _form(token: str) -> str:
    return "." if len(token) == 1 else "_"


def _parted(tokens: tuple[str, ...]) -> tuple[list[str], list[str]]:
    common = [token for token in tokens if is_common(token)]
    return common, [token for token in tokens if not is_common(token)]
