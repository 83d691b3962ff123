"""Refusals about deposits: a deposit is a term of the sale, so none of them cites the Act."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from portal.law.money import Money
from portal.law.refusals import Refusal


@dataclass
class DepositNotPaid(Refusal):
    """The sale asks for a deposit, and the card has none standing."""

    words: ClassVar[str] = "Deposit not paid yet: you can watch, not bid. Pay {amount} at the desk."
    card: int
    amount: Money


@dataclass
class CardsAreGiven(Refusal):
    """A term of the sale stays as it was told to the first bidder."""

    words: ClassVar[str] = (
        "The deposit was not changed: sale {sale} has given its first card, and its terms stay as"
        " they were told. Ask for it at the next sale."
    )
    sale: int


@dataclass
class NoDepositAsked(Refusal):
    """The sale asks for no deposit."""

    words: ClassVar[str] = (
        "Nothing was taken: sale {sale} asks for no deposit. The card may bid without one."
    )
    sale: int


@dataclass
class DepositNotWhole(Refusal):
    """Less, or more, than the deposit was offered."""

    words: ClassVar[str] = (
        "Nothing was taken: the deposit is {due} and {offered} was entered. It is taken whole or"
        " not at all."
    )
    offered: Money
    due: Money


@dataclass
class DepositStands(Refusal):
    """One standing deposit a card."""

    words: ClassVar[str] = (
        "Nothing was changed: card {card} has a deposit that stands, receipt {receipt}. Look at"
        " that one."
    )
    card: int
    receipt: str


@dataclass
class NoDepositStands(Refusal):
    """There is no deposit to give back, forfeit or reverse."""

    words: ClassVar[str] = (
        "Nothing was changed: no deposit of card {card} stands. It was given back, forfeited or"
        " reversed, or never paid. Look at the card again."
    )
    card: int


@dataclass
class LotsNotPaid(Refusal):
    """The card bought what is not paid for."""

    words: ClassVar[str] = (
        "Nothing was given back: card {card} has not paid for {lots}. Take the hammer money first."
    )
    card: int
    lots: str


@dataclass
class StillBids(Refusal):
    """A bid of the card may still win."""

    words: ClassVar[str] = (
        "Nothing was given back: card {card} still bids on lot {lot}. Wait for the hammer, or let"
        " the left bid be taken back first."
    )
    card: int
    lot: int


@dataclass
class NoDefault(Refusal):
    """The buyer did not fail to pay, or his time to pay still runs."""

    words: ClassVar[str] = (
        "The deposit was not forfeited: card {card} is in no default on lot {lot}. It is forfeited"
        " only for a lot that was won, not paid, and struck out as not paid or left unpaid when"
        " its day was over, and once for one lot."
    )
    card: int
    lot: int


@dataclass
class NothingToTakeBack(Refusal):
    """Only giving back and forfeiting can be entered wrongly and undone."""

    words: ClassVar[str] = (
        "Nothing was reversed: deposit {receipt} was not given back or forfeited, or that was"
        " reversed already. Look at the receipt again."
    )
    receipt: str
