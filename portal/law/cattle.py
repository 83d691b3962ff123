"""The eight classes of animals in sub-section (4)(a)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

_WORDS = {
    1: ("elephant and its young", "elephant"),
    2: ("camel and its young", "camel"),
    3: ("horse and its young", "horse"),
    4: ("he-buffalo, she-buffalo and its young", "buffalo"),
    5: ("bullock, cow and the young of a cow", "cow"),
    6: ("pony, gelding, mule", "pony"),
    7: ("ass, pig and their young", "ass"),
    8: ("goat, sheep, ram and their young", "goat"),
}


class CattleClass(Enum):
    """A class of animals in (4)(a)."""

    ELEPHANT = 1
    CAMEL = 2
    HORSE = 3
    BUFFALO = 4
    COW = 5
    PONY = 6
    ASS = 7
    GOAT = 8

    @property
    def animals(self) -> str:
        """Give the animals of the class, in the words of the Act."""
        return _WORDS[self.value][0]

    @property
    def face(self) -> str:
        """Name the picture of the class."""
        return _WORDS[self.value][1]


@dataclass(frozen=True)
class Animals:
    """A number of heads of one class; None is an animal in none of the eight (R11)."""

    cattle_class: CattleClass | None
    head: int

    def __post_init__(self) -> None:
        if type(self.head) is not int or self.head < 1:
            raise ValueError(f"a number of heads above nothing, not {self.head!r}")
