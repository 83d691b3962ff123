"""Refusals that keep offices apart: who gives one does not take it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from portal.law.refusals import Refusal


@dataclass
class AppointsHimself(Refusal):
    """An officer would give an office to himself, under this account or another of his."""

    words: ClassVar[str] = (
        "Nobody was appointed: this is you, or another account of yours. Ask another officer who"
        " keeps the appointments to enter it."
    )
