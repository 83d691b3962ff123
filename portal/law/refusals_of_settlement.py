"""Refusals between the hammer and the close of a sale: payment, default, void, cash, closing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from portal.law.money import Money
from portal.law.refusals import AlreadySold, Refusal


@dataclass
class MoreThanDue(Refusal):
    """More than is still due, or nothing at all, was offered for a lot."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Nothing was taken: {due} is still due for lot {lot} and {offered} was entered. Take the"
        " whole of it or a part, never more."
    )
    lot: int
    offered: Money
    due: Money


@dataclass
class ReferenceUnreadable(Refusal):
    """The reference is not one that a bank gives for this way of paying."""

    words: ClassVar[str] = (
        "Nothing was taken: {reference} is no reference of a payment by {mode}. Type {wanted}, as"
        " the bank shows it."
    )
    reference: str
    mode: str
    wanted: str


@dataclass
class ReferenceUsed(Refusal):
    """The same payment was shown before."""

    words: ClassVar[str] = (
        "Nothing was taken: reference {reference} is on receipt {receipt} already. Look at the"
        " payment again; one payment has one receipt."
    )
    reference: str
    receipt: str


@dataclass
class PartPaid(Refusal):
    """The animal leaves on whole payment only."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Not handed over: {due} of the price of lot {lot} is still due. Send the buyer to the desk"
        " first."
    )
    lot: int
    due: Money


@dataclass
class SaleOfLotUndone(Refusal):
    """The sale that a receipt was given for does not stand any more."""

    words: ClassVar[str] = (
        "Nothing was reversed: the sale of lot {lot} does not stand any more, and the money of"
        " receipt {receipt} is owed back. Give it back on the settlement page."
    )
    lot: int
    receipt: str


@dataclass
class TimeToPayRuns(Refusal):
    """A buyer is in default only after his last day to pay."""

    words: ClassVar[str] = (
        "Not put in default: the buyer of lot {lot} may pay until the end of {last_day}. Come back"
        " on the day after."
    )
    lot: int
    last_day: date


@dataclass
class NothingOwedBack(Refusal):
    """There is nothing to give back, or it was given back."""

    words: ClassVar[str] = (
        "Nothing was given back: this money was given back before. Look at the settlement page"
        " again."
    )


@dataclass
class VoidNeedsAnother(Refusal):
    """The one who orders a sale void does not carry it out himself."""

    words: ClassVar[str] = (
        "Not made void: you made order {number} yourself. Another person must carry it out."
    )
    number: str


@dataclass
class VoidIsOrdered(Refusal):
    """One order stands for a sale of a lot."""

    words: ClassVar[str] = (
        "No order was entered: order {number} to make the sale of lot {lot} void waits to be"
        " carried out."
    )
    lot: int
    number: str


@dataclass
class CashNotCounted(Refusal):
    """Cash moved after the last count, or was never counted."""

    words: ClassVar[str] = (
        "The sale was not closed: the cash is not counted. By the receipts {booked} must be in the"
        " box. Count it, enter the notes and coins, and close again."
    )
    booked: Money


@dataclass
class ReasonForDifference(Refusal):
    """Cash and receipts differ, and no reason was given."""

    words: ClassVar[str] = (
        "The count was not entered: {counted} is in the box and {booked} must be there by the"
        " receipts. Count again, or write the reason of the difference."
    )
    counted: Money
    booked: Money


@dataclass
class CountedAndCloses(Refusal):
    """The one who counted the cash does not close the sale."""

    words: ClassVar[str] = (
        "The sale was not closed: you counted its cash yourself. Another person must sign the"
        " close."
    )


@dataclass
class BooksDoNotTally(Refusal):
    """Slips, receipts and ledger of a sale do not agree."""

    words: ClassVar[str] = (
        "Books do not tally: receipts {receipts}, slips {slips}. See lot {lot}. The sale was not"
        " closed."
    )
    receipts: Money
    slips: Money
    lot: int


@dataclass
class HammerFellBefore(AlreadySold):
    """The owner came to pay, and the hammer had fallen."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Nothing was taken: the hammer fell {before} before. The owner can claim the surplus, about"
        " {surplus}, until {last_day}."
    )
    nothing_left: ClassVar[str] = (
        "Nothing was taken: the hammer fell {before} before. The price did not pass the dues, so"
        " there is no surplus to claim."
    )
    too_late: ClassVar[str] = (
        "Nothing was taken: the hammer fell {before} before, and the last day to claim the surplus"
        " was {last_day}. The owner may still see the officer."
    )
    before: str
    surplus: Money
    last_day: date
    over: bool = False

    def words_now(self) -> str:
        """Give the words that fit: a surplus, none, or the days to claim it past."""
        if not self.surplus:
            return self.nothing_left
        return self.too_late if self.over else self.words


@dataclass
class NotInRingNow(Refusal):
    """A hold is for a lot in the ring."""

    words: ClassVar[str] = (
        "Nothing was held: the animal of case {case} is not in the ring. Take the payment: until"
        " the hammer falls it takes the lot out of the sale."
    )
    case: str
