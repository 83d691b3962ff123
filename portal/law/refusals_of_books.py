"""Refusals that keep the books in order where the Act itself is silent."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from portal.law.refusals import Refusal, WriteDay, written_day


@dataclass
class NothingChanged(Refusal):
    """What was asked for is so already, or is no longer open."""

    words: ClassVar[str] = (
        "Nothing was changed: this was done already, or somebody else was faster. Look at the page"
        " again to see how it stands."
    )


@dataclass
class PoundAlreadyOpen(Refusal):
    """A pound of this name or code is on the register."""

    words: ClassVar[str] = (
        "The pound was not entered: {name} is on the register already. Choose another name and"
        " code."
    )
    name: str


@dataclass
class AlreadyOnRegister(Refusal):
    """An entry stands under this number."""

    words: ClassVar[str] = (
        "The animal was not entered: case {number} is on the register already. Look at the number"
        " in the paper register again."
    )
    number: str


@dataclass
class TagWornByAnother(Refusal):
    """The ear tag is on another animal that is in the pound."""

    words: ClassVar[str] = (
        "The animal was not entered: case {case} wears ear tag {ear_tag}. Read the tag on both"
        " animals again."
    )
    ear_tag: str
    case: str


@dataclass
class DayNotCome(Refusal):
    """A day was given that has not come, or that lies before what it follows."""

    words: ClassVar[str] = (
        "Nothing was entered: {day} cannot be right, today is {today}. Write the day on which it"
        " was done."
    )
    day: date
    today: date


@dataclass
class EndsBeforeItBegins(Refusal):
    """A last day lies before the first, or takes effect too soon."""

    words: ClassVar[str] = (
        "Nothing was entered: the days {since} and {until} do not fit. The end must come after the"
        " beginning, and after today where it ends what is in force."
    )
    since: date
    until: date | None

    def places(self, day: WriteDay = written_day) -> dict[str, str]:
        """Give both days in words."""
        return {
            "since": day(self.since),
            "until": day(self.until) if self.until else "(none)",
        }


@dataclass
class RateReachesBack(Refusal):
    """A rate order would change what was charged or told already."""

    cites: ClassVar[str | None] = "4(b)"
    words: ClassVar[str] = (
        "The order was not entered: from {since} a rate is in force already, and what was charged"
        " by it stays. Give a day from today on."
    )
    since: date


@dataclass
class CancelsThePast(Refusal):
    """A cancellation would reach back before today."""

    cites: ClassVar[str | None] = "4(a)"
    words: ClassVar[str] = (
        "Nothing was entered: {last_day} has passed, and what was done under it stays. Give today"
        " or a later day."
    )
    last_day: date


@dataclass
class ReadingReachesBack(Refusal):
    """A reading would reach back before today."""

    words: ClassVar[str] = (
        "The reading was not entered: {since} has passed, and a reading never reaches back. Give"
        " today or a later day."
    )
    since: date


@dataclass
class ChoiceNotOffered(Refusal):
    """A place in the Act was to be read in a way that is not offered."""

    words: ClassVar[str] = (
        "The reading was not entered: {reading} cannot be read so. Choose one of the ways shown."
    )
    reading: str


@dataclass
class DayAlreadyClosed(Refusal):
    """The day is on the list of closed days."""

    words: ClassVar[str] = "Nothing was entered: {day} is a closed day already."
    day: date


@dataclass
class NumberAlreadyUsed(Refusal):
    """A paper with this number is in the books."""

    words: ClassVar[str] = (
        "Nothing was entered: number {number} is in the books already. Look at the paper again."
    )
    number: str


@dataclass
class SignInNameTaken(Refusal):
    """Somebody signs in by this name."""

    words: ClassVar[str] = (
        "The person was not entered: somebody signs in as {name} already. Choose another name to"
        " sign in by."
    )
    name: str


@dataclass
class SaleDayPassed(Refusal):
    """A sale was to be fixed for a day that has passed."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "The sale was not fixed: {on} has passed. Give today or a later day."
    on: date


@dataclass
class SaleNotToday(Refusal):
    """A sale is opened on the day in its notice and on no other."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "The sale was not opened: its notice says {on}. It can be opened on that day only."
    )
    on: date


@dataclass
class NoticeNotUp(Refusal):
    """A sale without a notice is not opened."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Sale {sale} was not opened: its notice has not been put up. Put it up first and enter"
        " where it hangs."
    )
    sale: int


@dataclass
class SaleNotOpen(Refusal):
    """A lot comes into the ring only while the sale is open."""

    words: ClassVar[str] = "Not done: sale {sale} is not open. Open it on the sale desk first."
    sale: int


@dataclass
class SaleClosed(Refusal):
    """The sale is closed; nothing more is put into it."""

    words: ClassVar[str] = "Not done: sale {sale} is closed. Arrange another sale."
    sale: int


@dataclass
class LotsUnsettled(Refusal):
    """A sale is not closed while a lot is in the ring."""

    words: ClassVar[str] = (
        "The sale was not closed: lot {lot} is in the ring. Knock it down, pass it or withdraw it"
        " first."
    )
    lot: int


@dataclass
class AnotherLotInRing(Refusal):
    """One lot at a time."""

    words: ClassVar[str] = "Not done: lot {lot} is in the ring. Finish it first."
    lot: int


@dataclass
class LotNotWaiting(Refusal):
    """The lot is sold or withdrawn."""

    words: ClassVar[str] = "Not done: lot {lot} is sold or withdrawn and cannot be put up again."
    lot: int


@dataclass
class StartingPriceTooLow(Refusal):
    """A lot needs a starting price."""

    words: ClassVar[str] = "The lot was not listed: give a starting price above nothing."


@dataclass
class CardNumberTaken(Refusal):
    """The card was given to somebody else."""

    words: ClassVar[str] = (
        "No card was given: card {number} is with somebody else. Take another number."
    )
    number: int


@dataclass
class HasCardAlready(Refusal):
    """One card for one person at a sale."""

    words: ClassVar[str] = (
        "No card was given: this person has card {number} at this sale. Use that one."
    )
    number: int


@dataclass
class IdentityNotShown(Refusal):
    """A card is given only to somebody who shows who he is."""

    cites: ClassVar[str | None] = "3"
    words: ClassVar[str] = (
        "No card was given: an identity number is needed, so that it can be held against the staff"
        " list. Ask for a paper with a number."
    )


@dataclass
class BidMoved(Refusal):
    """The board is no longer what was looked at."""

    words: ClassVar[str] = (
        "Not done: the board has moved since you looked. See the price now and press again."
    )


@dataclass
class NotSold(Refusal):
    """There is no hammer price to pay, claim or hand over for."""

    words: ClassVar[str] = "Not done: this animal has not been sold."
    lot: int


@dataclass
class AlreadyPaid(Refusal):
    """The money was taken, or paid out, before."""

    words: ClassVar[str] = "Nothing was taken or paid: lot {lot} is paid already."
    lot: int


@dataclass
class BuyerHasNotPaid(Refusal):
    """Until the buyer has paid, neither animal nor money leaves."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Not done: the buyer of lot {lot} has not paid. Take the hammer money first."
    )
    lot: int


@dataclass
class AlreadyDelivered(Refusal):
    """The animals of the lot have left the yard."""

    words: ClassVar[str] = "Not done: lot {lot} was handed over already."
    lot: int


@dataclass
class MoneyHasLeft(Refusal):
    """The surplus is on a voucher or was appropriated."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Not done: the surplus of lot {lot} is on a voucher, or went to the Government, or came"
        " back from there. Look at the case; ask accounts if it was a mistake."
    )
    lot: int


@dataclass
class AlreadyReversed(Refusal):
    """An act is reversed once."""

    words: ClassVar[str] = "Nothing was reversed: this was reversed before."


@dataclass
class NoClaim(Refusal):
    """There is nothing to decide."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "No order was made: nobody has claimed the surplus of case {case}."
    case: str


@dataclass
class OnChallan(Refusal):
    """The appropriation went to the Treasury."""

    words: ClassVar[str] = (
        "Nothing was reversed: the surplus of lot {lot} is on a challan to the Treasury."
    )
    lot: int


@dataclass
class NothingToRemit(Refusal):
    """A challan carries appropriations that wait for one."""

    words: ClassVar[str] = (
        "No challan was made: choose appropriations that are on no challan yet. Look at the list"
        " again."
    )


@dataclass
class AlreadyRemitted(Refusal):
    """The Treasury's number was entered before."""

    words: ClassVar[str] = "Nothing was entered: challan {challan} has its Treasury number already."
    challan: str
