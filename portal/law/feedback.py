"""How much anybody may write to the office from the public pages: enough for a person, no flood."""

from __future__ import annotations

from enum import Enum

from portal.law.refusals_of_feedback import TooMuchFeedback

MOST_OF_ONE = 5  # a day, from one place of the net
MOST_OF_ALL = 200  # a day


class About(Enum):
    """What somebody writes about."""

    WRONG = "Something here is wrong"
    WORDS = "I do not understand the words"
    USE = "I cannot use a page"
    TREATMENT = "How I or my animal was treated"
    OTHER = "Something else"


def require_may_be_sent(of_one: int, of_all: int) -> None:
    """Raise TooMuchFeedback if as much came today from this sender, or from all, as is taken."""
    if of_one >= MOST_OF_ONE or of_all >= MOST_OF_ALL:
        raise TooMuchFeedback
