"""Refusals under sub-section (3) that tell each reader, in his own words, what he can do next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from portal.law.refusals import PurchaserBarred, Refusal
from portal.law.refusals_of_books import SaleClosed


@dataclass
class NoCardGiven(PurchaserBarred):
    """One who may not purchase asks for a card: he has none whose number could be said."""

    words: ClassVar[str] = (
        "No card was given: you may not bid or buy at this sale. Please speak to the officer at"
        " the desk."
    )


@dataclass
class DeclarationNotMade(Refusal):
    """Nobody gets a card who was not asked what sub-section (3) asks of everybody."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "No card was given: first answer whether you are a police officer or the pound-keeper, or"
        " buy for one."
    )


@dataclass
class SaleIsOver(SaleClosed):
    """A bidder asks for a card of a sale that is closed."""

    words: ClassVar[str] = (
        "No card was given: sale {sale} is over. Look for the next sale under Sales."
    )


@dataclass
class PaperStillInTime(Refusal):
    """The under-bidder may still come with his paper."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "Nothing was passed over: the holder of card {card} has {minutes} minutes more to show"
        " his paper at the desk."
    )
    card: int
    minutes: int


@dataclass
class NobodyToPassOver(Refusal):
    """No bid waits for the paper of its holder."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "Nothing was passed over: no bid on lot {lot} waits for a paper. Give the lot on, or put"
        " it up again."
    )
    lot: int
