"""Refusals to those who write to the office."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from portal.law.refusals import Refusal


@dataclass
class TooMuchFeedback(Refusal):
    """As many letters came today as one sender, or all together, may send."""

    words: ClassVar[str] = (
        "Not sent: as many messages as can be read in a day have come. Keep your words and send"
        " them tomorrow, or tell them at the pound."
    )
