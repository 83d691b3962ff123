"""Refusals of the live ring, in words for somebody who has a few seconds to read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from portal.law.money import Money
from portal.law.refusals import Refusal


@dataclass
class BiddingHeld(Refusal):
    """The auctioneer stopped bidding, or the ring was not heard from."""

    words: ClassVar[str] = (
        "The auctioneer has stopped bidding on lot {lot} for a moment. The bid was NOT placed."
        " Wait: it goes on from the same price."
    )
    lot: int


@dataclass
class OverOwnLimit(Refusal):
    """A phone bid passes the ceiling the bidder set himself."""

    words: ClassVar[str] = (
        "{offered} passes your own limit of {limit}. The bid was NOT placed. You may change your"
        " limit first."
    )
    offered: Money
    limit: Money


@dataclass
class NotSure(Refusal):
    """A bid of three times the price or more is asked for once more."""

    words: ClassVar[str] = (
        "{offered} is three times the price of {price}, or more. The bid was NOT placed. If it is"
        " meant, confirm it on the check page."
    )
    offered: Money
    price: Money


@dataclass
class NoCardForSale(Refusal):
    """Somebody without a card of the sale bids."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "You have no card for sale {sale}: you can watch, not bid. The bid was NOT placed. A card"
        " is given at the desk."
    )
    sale: int


@dataclass
class TooFast(Refusal):
    """More bids came from one card than a hand can send."""

    words: ClassVar[str] = (
        "Too many bids came from your card in a few seconds. The last one was NOT placed. Wait"
        " five seconds."
    )


@dataclass
class CardNotNamed(Refusal):
    """The hammer falls for somebody; the bid in the ring has no card yet."""

    words: ClassVar[str] = (
        "Not sold: the bid in the ring has no card yet. Which card made it? Name it first."
    )
    lot: int


@dataclass
class CardAlreadyNamed(Refusal):
    """A bid has one card."""

    words: ClassVar[str] = "Nothing was changed: that bid has its card, or was struck out."


@dataclass
class NotHeld(Refusal):
    """There is no hold to lift."""

    words: ClassVar[str] = "Nothing was changed: bidding on lot {lot} is not stopped."
    lot: int


@dataclass
class NotToReopen(Refusal):
    """Only a sold lot is opened again."""

    words: ClassVar[str] = "Not re-opened: lot {lot} is not sold."
    lot: int


@dataclass
class ReceiptStands(Refusal):
    """The buyer has paid; from here on the sale is undone by an order only."""

    words: ClassVar[str] = (
        "Not re-opened: the buyer of lot {lot} has paid and has receipt {receipt}. It needs an"
        " officer's order, and the receipt must be reversed first."
    )
    lot: int
    receipt: str


@dataclass
class LeftBidsNotTaken(Refusal):
    """Left bids are off unless the sale takes them."""

    words: ClassVar[str] = "Nothing was left: sale {sale} does not take left bids. Bid in the ring."
    sale: int


@dataclass
class LeftBidTooLow(Refusal):
    """A left bid could never be made."""

    words: ClassVar[str] = "Nothing was left: the next bid on lot {lot} is {next_bid} already."
    lot: int
    next_bid: Money


@dataclass
class NoLeftBid(Refusal):
    """There is no left bid to take back."""

    words: ClassVar[str] = "Nothing was taken back: no left bid of yours stands on lot {lot}."
    lot: int


@dataclass
class MadeAtImpossible(Refusal):
    """A late entry names a time that cannot be."""

    words: ClassVar[str] = (
        "Not entered: a bid is made after its lot came into the ring and before it is written down."
        " Look at the time on the paper again."
    )


@dataclass
class RunOrderWrong(Refusal):
    """A run order leaves a lot out, or names one twice."""

    words: ClassVar[str] = "The order was not changed: it must name each lot once."


@dataclass
class SaleIsOpen(Refusal):
    """The dummy lot is for the time before the sale."""

    words: ClassVar[str] = "Not done: sale {sale} is open. The test lot is for before."
    sale: int
