"""The pattern a name is written in, so that holds can be counted by it and unfairness seen.

It reads the writing alone: how many words, initials or not, joined or not. It never says or
guesses whose name it is, and no rule of screening reads it.
"""

from __future__ import annotations

from enum import Enum

from portal.names.reading import Name

JOINED_ENDINGS = ("uddin", "unnisa", "ullah")


class NamingGroup(Enum):
    """Four patterns of writing, and none."""

    INITIALS_FIRST = "initials first"
    COMPOUND = "joined words"
    SEVERAL_WORDS = "several full words"
    ONE_WORD = "one full word"
    NOT_READ = "not read"


def naming_group(name: Name) -> NamingGroup:
    """Say which pattern a name is written in."""
    tokens = name.tokens
    if not tokens:
        return NamingGroup.NOT_READ
    if len(tokens[0]) == 1:
        return NamingGroup.INITIALS_FIRST
    if any(token == "abdul" or token.endswith(JOINED_ENDINGS) for token in tokens):  # noqa: S105
        return NamingGroup.COMPOUND
    full = sum(len(token) > 1 for token in tokens)
    return NamingGroup.SEVERAL_WORDS if full > 1 else NamingGroup.ONE_WORD
