"""What a claimant is asked about the animal, and what an officer finds when he compares.

The marks are held back from everybody outside the pound: who knows them without being shown has
something to prove ownership by, sub-section (2). No machine compares them.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum

from portal.law.act import under


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
