"""Refusals: what the portal will not do, in words the person refused can act on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import date
from typing import ClassVar, TypeAlias

from portal.law.cattle import CattleClass
from portal.law.money import Money

WriteDay: TypeAlias = Callable[[date], str]

_THOUSAND_DIGITS = 3
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = (
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip


def written_money(amount: Money) -> str:
    """Write a sum with Indian grouping; paise only if there are any."""
    rupees, _, paise = amount.decimal.lstrip("-").partition(".")
    head, tail = rupees[:-_THOUSAND_DIGITS], rupees[-_THOUSAND_DIGITS:]
    groups: list[str] = []
    while head:
        head, group = head[:-2], head[-2:]
        groups.insert(0, group)
    grouped = ",".join([*groups, tail])
    return f"{'− ' if amount.paise < 0 else ''}₹{grouped}{'.' + paise if paise != '00' else ''}"


def written_day(day: date) -> str:
    """Write a day as on the screens: Sat 28 Nov 2026."""
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]} {day.year}"


class Refusal(Exception):  # noqa: N818 - a refusal is not an error
    """An act was asked for that the law or the order of the books does not allow.

    `words` is the sentence with named places, so that it can be said in another language.
    """

    cites: ClassVar[str | None] = None
    words: ClassVar[str]

    def words_now(self) -> str:
        """Give the words that fit, where there are several."""
        return self.words

    def places(self, day: WriteDay = written_day) -> dict[str, str]:
        """Give what stands in the named places of the words; another language writes its days."""
        said = {}
        for one in fields(self):  # type: ignore[arg-type]
            value = getattr(self, one.name)
            if isinstance(value, Money):
                value = written_money(value)
            elif isinstance(value, date):
                value = day(value)
            said[one.name] = str(value)
        return said

    @property
    def sentence(self) -> str:
        """Say what was refused and why, with nothing the reader cannot check."""
        return self.words_now().format(**self.places())

    def __str__(self) -> str:
        return self.sentence


@dataclass
class NoRate(Refusal):
    """No rate was in force on a day of the stay."""

    cites: ClassVar[str | None] = "4(b)"
    words: ClassVar[str] = (
        "The dues cannot be worked out: no rate is in force on {day} for {cattle_class}. The"
        " Commissioner must fix one."
    )
    day: date
    cattle_class: CattleClass | None

    def places(self, day: WriteDay = written_day) -> dict[str, str]:
        """Name the class by its number."""
        named = f"class {self.cattle_class.value}" if self.cattle_class else "animals in no class"
        return {"day": day(self.day), "cattle_class": named}


@dataclass
class NotWhole(Refusal):
    """Less, or more, than what is due was offered."""

    cites: ClassVar[str | None] = "1"
    words: ClassVar[str] = (
        "Nothing was taken: {due} is due and {offered} was entered. It must be paid whole."
    )
    offered: Money
    due: Money


@dataclass
class NoAuthority(Refusal):
    """An agent came without the owner's authority."""

    cites: ClassVar[str | None] = "1"
    words: ClassVar[str] = (
        "Nothing was taken: {name} comes for the owner. Write by what authority: a letter, or the"
        " owner's number called."
    )
    name: str


@dataclass
class AlreadyReleased(Refusal):
    """The animal went back to its owner."""

    cites: ClassVar[str | None] = "1"
    words: ClassVar[str] = "Not done: the animal was given back to its owner already."


@dataclass
class PaidTooLate(Refusal):
    """The owner's ten days are over, and the reading in force ends his right with them (R3)."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Nothing was taken: the owner could pay until {last_day}. He may claim the surplus after"
        " the sale."
    )
    last_day: date


@dataclass
class TooEarlyToSell(Refusal):
    """The owner's ten days are not over."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "Not sold: the owner may still pay until {last_day}."
    last_day: date


@dataclass
class OwnerHasPaid(Refusal):
    """The owner paid; the animal is his."""

    cites: ClassVar[str | None] = "1"
    words: ClassVar[str] = "Not sold: the owner has paid and the animal is his."


@dataclass
class AlreadySold(Refusal):
    """The hammer fell on the animal."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Not done: the hammer has fallen on this animal. The owner may claim the surplus."
    )


@dataclass
class InAnotherLot(Refusal):
    """The animal is up for sale elsewhere."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "Not done: the animal is in {lot} already."
    lot: str


@dataclass
class SaleStopped(Refusal):
    """A court's order, or the animal's state, stops the sale."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "Not sold: the sale of this animal is stopped ({reason})."
    reason: str


@dataclass
class PurchaserBarred(Refusal):
    """The bidder holds an office that may not purchase, or buys for one who does."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "Card {card} may not bid or buy at this sale. Please speak to the officer at the desk."
    )
    card: int


@dataclass
class LotNotInRing(Refusal):
    """The lot is not being sold at this moment."""

    words: ClassVar[str] = "Lot {lot} is not in the ring. Nothing was done."
    lot: int


@dataclass
class HammerFallen(Refusal):
    """The lot is sold."""

    words: ClassVar[str] = "The hammer has fallen on lot {lot}. What you sent was NOT done."
    lot: int


@dataclass
class CardAlreadyLeads(Refusal):
    """The card that leads cannot bid against itself; a lot with a bid is not passed."""

    words: ClassVar[str] = "Not done: card {card} leads already."
    card: int


@dataclass
class PriceMoved(Refusal):
    """Somebody bid first, or the bid is too low."""

    words: ClassVar[str] = (
        "The price is now {standing}. The bid was NOT placed. The next bid is {next_bid}."
    )
    standing: Money
    next_bid: Money


@dataclass
class NotAStep(Refusal):
    """The bid does not go up by whole steps."""

    words: ClassVar[str] = (
        "The bid was not placed: bids go up by {step}. The next bid is {next_bid}."
    )
    step: Money
    next_bid: Money


@dataclass
class StepUnknown(Refusal):
    """The step is none of the steps of the house."""

    words: ClassVar[str] = "The step was not changed: {step} is none of the steps of this house."
    step: Money


@dataclass
class NoBid(Refusal):
    """The hammer falls on a bid only."""

    words: ClassVar[str] = "Not done: there is no bid on lot {lot}. Pass it, or wait."
    lot: int


@dataclass
class ClaimTooLate(Refusal):
    """The fifteen days are over."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "The claim was not taken: the last day was {last_day}. You may still see the officer; the"
        " portal cannot take it as in time."
    )
    last_day: date


@dataclass
class PaymentNotOpen(Refusal):
    """A rival may still come; money waits for the last claim day."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "Nothing was paid: payment opens on {opens_on}."
    opens_on: date


@dataclass
class ClaimUndecided(Refusal):
    """A claim made in time waits for the officer."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "Nothing was moved: claim {claim} was made in time and is not decided."
    claim: str


@dataclass
class NothingToPay(Refusal):
    """There is no surplus."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "Not done: the price met the dues and left no surplus."


@dataclass
class NotProved(Refusal):
    """Nobody proved to be the owner."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "Nothing was paid: no claim was allowed by an order."


@dataclass
class StillClaimable(Refusal):
    """The owner may still come."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "Nothing was appropriated: an owner may still claim until {last_day}."
    last_day: date


@dataclass
class BelongsToOwner(Refusal):
    """An owner proved it; the Government does not take it."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "Nothing was appropriated: claim {claim} was allowed."
    claim: str


@dataclass
class TwoOwners(Refusal):
    """A surplus has one owner."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "No order was made: it allows more than one claim. Allow one at the most."
    )


@dataclass
class OrderMustNameAll(Refusal):
    """An order leaves a claim unanswered, or names one that is not there."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "No order was made: it must name each of these claims: {claims}."
    claims: str


@dataclass
class NotAppointed(Refusal):
    """Only the officer appointed decides."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "No order was made: only the officer appointed for it may decide."


@dataclass
class DecidesOwnMatter(Refusal):
    """The officer took the animal or a claim in himself."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "No order was made: you took in the animal or one of the claims. Another officer must"
        " decide."
    )
