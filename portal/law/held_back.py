"""Marks held back from the public, so that whoever knows them has something to prove by, (2).

A mark that everybody could read on a page, or see on a photo, proves nothing. Of the marks of an
animal two are held back at the least, all of them if there are no more; the photo of an ear tag or
of a mark is never public, and another photo only if a person has looked and said that no mark held
back can be seen on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from portal.law.act import under
from portal.law.refusals_of_yard import NeverPublic, TooFewHeldBack

LEAST_HELD_BACK = 2


class Shows(Enum):
    """What a photo shows."""

    FACE = "face"
    LEFT = "left side"
    RIGHT = "right side"
    TAG = "ear tag"
    MARK = "a mark"


NEVER_PUBLIC = frozenset({Shows.TAG, Shows.MARK})


@dataclass(frozen=True)
class Mark:
    """One mark of an animal in words."""

    words: str
    held_back: bool

    def __str__(self) -> str:
        """Say it as it may stand in the journal: without the mark."""
        return "a mark held back" if self.held_back else self.words


@under("2")
def require_enough_held_back(marks: Sequence[Mark]) -> None:
    """Refuse to show so many marks that fewer than two are held back; TooFewHeldBack."""
    held = sum(one.held_back for one in marks)
    if held < min(LEAST_HELD_BACK, len(marks)):
        raise TooFewHeldBack(held)


@under("2")
def require_may_be_public(shows: Shows) -> None:
    """Refuse to show the public a photo of an ear tag or of a mark; NeverPublic."""
    if shows in NEVER_PUBLIC:
        raise NeverPublic
