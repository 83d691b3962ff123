"""Refusals where papers of money are undone: challans, and money given back to buyers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from portal.law.refusals import Refusal


@dataclass
class ChallanUndone(Refusal):
    """A challan that was undone takes no further step."""

    words: ClassVar[str] = (
        "Nothing was done: challan {challan} was undone, and stays in the books as it is. What was"
        " on it waits for another challan."
    )
    challan: str


@dataclass
class UndoingAsked(Refusal):
    """The undoing of a challan is asked for once."""

    words: ClassVar[str] = (
        "Nothing was entered: somebody asked already that challan {challan} be undone. Another"
        " person approves it on its page."
    )
    challan: str


@dataclass
class UndoingNotApproved(Refusal):
    """A challan is undone after one person asked for it and another approved."""

    words: ClassVar[str] = (
        "Nothing moved: to undo challan {challan} one person asks with the reason, another"
        " approves, and a third carries it out. The step before this one is missing."
    )
    challan: str


@dataclass
class NotGivenBack(Refusal):
    """Only money that was given back can be taken back into the books."""

    words: ClassVar[str] = (
        "Nothing was reversed: this money was not given back, or that was reversed already. It"
        " is still owed to the buyer."
    )
