"""What a claimant is asked about the animal, and what an officer finds when he compares.

The marks are held back from everybody outside the pound: who knows them without being shown has
something to prove ownership by, sub-section (2). No machine compares them.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import Enum

from portal.law.act import under

HELD_BACK = 2  # so many marks are told to nobody


class Question(Enum):
    """One thing the claimant is asked and the register tells."""

    LOST = "When and where did you last see it?"
    MARKS = "What marks, brands or scars does it have, and where?"
    EAR_TAG = "What is written on its ear tag, if it has one?"
    COLOUR = "What colour is it, and how are its horns?"
    AGE = "Is it male or female, and how old?"


class Agreement(Enum):
    """What the officer finds of one answer."""

    AGREES = "agrees"
    DIFFERS = "differs"
    CANNOT_TELL = "cannot tell"


@under("2")
def count_agreeing(found: Collection[Agreement | None]) -> tuple[int, int]:
    """Count the answers that agree, and those that were compared and can be told."""
    told = [one for one in found if one in {Agreement.AGREES, Agreement.DIFFERS}]
    return sum(one is Agreement.AGREES for one in told), len(told)


@under("2")
def marks_shown(written: str) -> tuple[str, ...]:
    """Give the marks that everybody may see: all but the two written first.

    A keeper writes first what strikes him most, and so does an owner: these two are kept back for
    proof. Whoever wrote two marks or fewer shows none.
    """
    told = [one.strip(" .") for one in re.split(r"[,;\n+&]|\band\b", written)]
    return tuple(one for one in told if one)[HELD_BACK:]
