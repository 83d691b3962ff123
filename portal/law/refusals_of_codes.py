"""Refusals about one-time codes, in words for somebody who looks from one message to another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from portal.law.days import HYDERABAD
from portal.law.refusals import Refusal, WriteDay, written_day


@dataclass
class _NotBefore:
    """What is refused until an hour that is told."""

    again: datetime

    def places(self, day: WriteDay = written_day) -> dict[str, str]:
        """Give the hour and the day in Hyderabad; a minute that has begun is waited out."""
        here = (self.again + timedelta(seconds=59)).astimezone(HYDERABAD)
        return {"hour": f"{here:%H:%M}", "day": day(here.date())}


@dataclass
class TooManyCodes(_NotBefore, Refusal):
    """A mobile got as many codes as one may get."""

    words: ClassVar[str] = (
        "No code was sent: this mobile got as many codes as one may get. Ask again after {hour} on"
        " {day}, or come to the desk: a card is given there without a code."
    )


@dataclass
class TooManyFromHere(_NotBefore, Refusal):
    """From one browser, or one address of the net, codes were asked for too many mobiles."""

    words: ClassVar[str] = (
        "No code was sent: too many codes were asked for from here. Ask again after {hour} on"
        " {day}, or come to the desk: a card is given there without a code."
    )


@dataclass
class TooManyGuesses(_NotBefore, Refusal):
    """From one place too many codes were tried that were wrong."""

    words: ClassVar[str] = (
        "The code was not looked at: too many wrong codes were tried from here. You are not signed"
        " in. Try again after {hour} on {day}, or come to the desk: a card is given there without a"
        " code."
    )


@dataclass
class CodesStopped(_NotBefore, Refusal):
    """From everywhere together more codes were asked for, or guessed at, than honest bidders do."""

    words: ClassVar[str] = (
        "Codes have stopped for a while: too many were asked for or tried. You are not signed in."
        " Ask again after {hour} on {day}, or come to the desk: a card is given there without a"
        " code."
    )


@dataclass
class NoCodeSent(Refusal):
    """There is no code to try."""

    words: ClassVar[str] = (
        "No code was sent to this mobile. You are not signed in. Ask for a new code below."
    )


@dataclass
class CodeUsed(Refusal):
    """A code opens once."""

    words: ClassVar[str] = (
        "This code was used already. You are not signed in. Ask for a new code below."
    )


@dataclass
class CodeDead(Refusal):
    """Three tries were wrong; even the right code opens nothing any more."""

    words: ClassVar[str] = (
        "This code was tried three times and opens nothing more. You are not signed in. Ask for a"
        " new code below."
    )


@dataclass
class CodeRunOut(Refusal):
    """Its ten minutes are over."""

    words: ClassVar[str] = (
        "The code has run out: it is good for ten minutes. You are not signed in. Ask for a new"
        " code below."
    )


@dataclass
class CodeWrong(Refusal):
    """Another code was sent."""

    words: ClassVar[str] = "The code is wrong. {left} more tries."
    one_left: ClassVar[str] = "The code is wrong. 1 more try."
    left: int

    def words_now(self) -> str:
        """Choose by how many tries are left."""
        return self.one_left if self.left == 1 else self.words


@dataclass
class LastTryWrong(Refusal):
    """The third try was wrong too."""

    words: ClassVar[str] = (
        "The code is wrong, and was tried three times. You are not signed in. Ask for a new code"
        " below."
    )


@dataclass
class NotByCode(Refusal):
    """The mobile is on the register for something else than bidding."""

    words: ClassVar[str] = (
        "The code is right, but this mobile is on the register otherwise than as a bidder's. You"
        " are not signed in. Come to the desk with a paper that shows who you are."
    )
