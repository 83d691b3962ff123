"""Refusals about cards, screenings, checks and the staff list under sub-section (3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from portal.law.refusals import Refusal


@dataclass
class CardNeedsCheck(Refusal):
    """The card is held until an officer has looked at it; until then no purchase is completed."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "Not done: card {card} needs a check. Bring your papers to the officer at the desk. Your"
        " bids stand on record meanwhile."
    )
    card: int


@dataclass
class AskBeforeCard(Refusal):
    """The clerk is to ask, and the bidder to sign, before a card is given that will be held."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "No card was given yet. Ask before giving one: {common}. If he says that he buys for"
        " himself and signs, tick it below; the card is then held until an officer has looked."
    )
    common: str
    about: str  # one word for exactly what is to be asked about


@dataclass
class StaffListTooOld(Refusal):
    """The staff list did not come for longer than it may last."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "Sales are on hold: the staff list is older than {hours} hours. Upload today's list, or"
        " confirm that it is unchanged."
    )
    hours: int


@dataclass
class StaffListInDoubt(Refusal):
    """The latest upload left out more people than is likely."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "Sales are on hold: {why}. Nobody was taken off the list. Upload the whole list, or let a"
        " second officer accept this one."
    )
    why: str


@dataclass
class CheckedByOneWithAPart(Refusal):
    """The officer is no stranger to the matter."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "Nothing was decided: the officer who decides a check {link}. Leave it to an officer of"
        " another pound with no part in it."
    )
    link: str


@dataclass
class NotToBeWaived(Refusal):
    """The identity itself is on the staff list."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "Nothing was decided: what this card shares with the staff list is proof by itself, and"
        " nobody can waive it. If the list is wrong, have the list corrected."
    )


@dataclass
class NotBarred(Refusal):
    """The buyer may buy, or waits for a check."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = "Nothing was taken back: the holder of card {card} is not barred."
    card: int


@dataclass
class RowsUnclear(Refusal):
    """A list is taken whole or not at all."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "Nothing was taken in: the list has no row, or a row without a staff number, or the same"
        " staff number twice. Mend the file and upload the whole list again."
    )


@dataclass
class NothingToCheck(Refusal):
    """The card is not held."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = "Nothing was decided: this card is not held, or no longer."


@dataclass
class NoUnderBidder(Refusal):
    """Nobody else who may buy has bid on the lot."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "Lot {lot} was not sold: no other bid that may stand is on record. It can be put up again."
    )
    lot: int


@dataclass
class PaperNotShown(Refusal):
    """A card was taken on the phone, and its holder has shown no paper at the counter yet."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "Not done: the holder of card {card} has not shown a paper with his number yet. Enter it on"
        " the cards desk first; his bids stand on record meanwhile."
    )
    card: int


@dataclass
class OtherNotClear(Refusal):
    """Whoever pays or collects for the buyer shares something with the staff list."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "Nothing was taken or handed over: {name} needs a check. Let the holder of card {card} come"
        " himself, or pay from his own account."
    )
    name: str
    card: int


@dataclass
class FactsMoved(Refusal):
    """The facts are not those the officer looked at."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "Nothing was decided: the card or the staff list has changed since you looked. Look at"
        " the facts again."
    )


@dataclass
class CheckNeedsReason(Refusal):
    """A finding needs a reason that fits it, and words."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "Nothing was decided: choose a reason that fits the finding, and say in 30 letters or more"
        " what you saw."
    )


@dataclass
class SecondOfficerNeeded(Refusal):
    """What one officer did is to be accepted by another."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "Nothing was accepted: it must be another person than the one who sent it."
    )


@dataclass
class NotInDoubt(Refusal):
    """There is nothing to accept."""

    words: ClassVar[str] = "Nothing was accepted: the staff list is not in doubt."


@dataclass
class ListLifeOutOfBounds(Refusal):
    """A staff list that lasts for ever is no list."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = "Nothing was ordered: the staff list may last from 1 hour to 92 days."


@dataclass
class PhoneOnOtherCard(Refusal):
    """Another card of the sale is bid from this phone."""

    words: ClassVar[str] = (
        "Nothing was changed: this phone belongs to card {number} of this sale. One phone bids"
        " for one card."
    )
    number: int
