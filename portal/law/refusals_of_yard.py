"""Refusals of the pound yard: what was not entered, why, and what to do instead."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from portal.law.refusals import Refusal


@dataclass
class AnimalDied(Refusal):
    """The animal died in the pound: there is nothing to sell or to give back."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Not done: the animal died in the pound on {on}. It is neither sold nor given back, and its"
        " dues ended on that day."
    )
    on: date


@dataclass
class NotInPound(Refusal):
    """The animal has left the pound."""

    words: ClassVar[str] = "Nothing was entered: the animal of case {case} has left the pound."
    case: str


@dataclass
class BuyersAnimal(Refusal):
    """The hammer fell: what happens to the animal now is not of the owner's stay."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Nothing was entered: case {case} is sold. Tell the auctioneer: the sale is made void"
        " first, or the animal is the buyer's."
    )
    case: str


@dataclass
class MoreThanThereAre(Refusal):
    """A death of more heads than there are."""

    words: ClassVar[str] = (
        "The death was not entered: of these animals {left} are in the pound. Count them, and"
        " choose the kind and the number again."
    )
    left: int


@dataclass
class YardDayWrong(Refusal):
    """A day before the animal was there, or a day to come."""

    words: ClassVar[str] = (
        "Nothing was entered: the day must lie between {first} and today. Look at the day again."
    )
    first: date


@dataclass
class CareDayNotCome(Refusal):
    """A tick for a day to come."""

    words: ClassVar[str] = "Nothing was ticked: {on} has not come."
    on: date


@dataclass
class CareDayPast(Refusal):
    """A tick for a day long past."""

    words: ClassVar[str] = (
        "Nothing was ticked: {on} can be written on that day and on the next, not later. It stays"
        " as not written, and is charged all the same."
    )
    on: date


@dataclass
class CareTicked(Refusal):
    """The day has its tick."""

    words: ClassVar[str] = "Nothing was ticked: {on} has its tick already."
    on: date


@dataclass
class SamePlace(Refusal):
    """A move to where the animal stands."""

    words: ClassVar[str] = "Nothing was moved: it stands in pen {pen} already."
    pen: str


@dataclass
class UndoneAlready(Refusal):
    """What was entered was taken back before."""

    words: ClassVar[str] = "Nothing was taken back: this was taken back before."


@dataclass
class LaterOnesStand(Refusal):
    """Something later rests on it."""

    words: ClassVar[str] = (
        "Nothing was taken back: something later rests on it. Take the later entry back first."
    )


@dataclass
class SlipEndedStop(Refusal):
    """A slip that let the animal be sold again is followed by a new slip, not taken back."""

    words: ClassVar[str] = (
        "Nothing was taken back: this slip let the animal be sold again. Enter a new slip: not fit."
    )


@dataclass
class TooFewHeldBack(Refusal):
    """All marks would be public, and none would prove anything."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "The marks were not kept: hold back two of them from the public, or all if there are no"
        " more. Now {held} are held back."
    )
    held: int


@dataclass
class NeverPublic(Refusal):
    """A photo of an ear tag or a mark."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Not shown to the public: a photo of an ear tag or of a mark is held back, so that the"
        " owner can prove by it."
    )


@dataclass
class PhotoWanted(Refusal):
    """A PDF where a photo is asked for."""

    words: ClassVar[str] = "Nothing was kept: a photo is wanted here, not a PDF. Take a photo."


@dataclass
class TooManyPhotos(Refusal):
    """An animal has as many photos as it may."""

    words: ClassVar[str] = (
        "The photo was not kept: an animal has {most} photos at the most. Strike one out first."
    )
    most: int


@dataclass
class IntakeEnded(Refusal):
    """The unfinished entry was entered or set aside meanwhile."""

    words: ClassVar[str] = (
        "Nothing was kept: this entry was finished or set aside already. Look in the yard for it."
    )


@dataclass
class NoSuchPaper(Refusal):
    """What was scanned or typed is on no register."""

    words: ClassVar[str] = (
        "No such paper: {paper}. Read the number again; if it is right, the paper may be false."
        " Keep the animal here and tell the clerk."
    )
    paper: str


@dataclass
class PaperIsVoid(Refusal):
    """The receipt was reversed, or the sale was undone, after the paper was given."""

    words: ClassVar[str] = (
        "This paper is void: {paper} does not count any more. Keep the animal here and tell the"
        " clerk."
    )
    paper: str


@dataclass
class GoneAlready(Refusal):
    """The lot was handed over before."""

    words: ClassVar[str] = (
        "Taken away already: lot {lot} was handed over to {to} on {on}. A paper lets an animal out"
        " once."
    )
    lot: int
    to: str
    on: date
