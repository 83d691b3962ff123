"""Refusals of papers that are to be given out: nothing was printed, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from portal.law.refusals import Refusal


@dataclass
class PaperMovedOn(Refusal):
    """What the paper tells changed between its setting and its issue."""

    words: ClassVar[str] = (
        "No paper was given out: what it tells changed at this very moment. Press again."
    )


@dataclass
class NotYourPaper(Refusal):
    """Number and code of a claim do not belong together."""

    words: ClassVar[str] = (
        "No paper was given out: number and code of the claim do not belong together. Look at"
        " both again."
    )
