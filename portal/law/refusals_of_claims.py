"""Refusals of claims, hearings and payees, sub-section (2), in words that can be acted on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from portal.law.refusals import Refusal


@dataclass
class LinkedWithClaimant(Refusal):
    """The officer shares a phone, a bank account or a paper with one of the claimants."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Not done: on the register you and the claimant of {claim} have a phone, an account or a"
        " paper in common. Another officer must decide."
    )
    claim: str


@dataclass
class HearingDayOver(Refusal):
    """A hearing was fixed for a day that has passed."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "No hearing was fixed: {on} is over. Choose a day from today on."
    on: date


@dataclass
class HearingNotYet(Refusal):
    """Attendance was noted before the day of the hearing."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "Nothing was noted: the hearing is on {on}. Note then who came."
    on: date


@dataclass
class HearingCalledOff(Refusal):
    """The hearing does not take place."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "Not done: this hearing was called off. Fix another one."


@dataclass
class OfAnotherCase(Refusal):
    """A claim was named where only those of another surplus belong."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = "Not done: claim {claim} is for another animal. Open the case again."
    claim: str


@dataclass
class NoPayee(Refusal):
    """There is nobody whose account could be changed."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Nothing was changed: claim {claim} is not the one that the order in force allows."
    )
    claim: str


@dataclass
class ChangeWaits(Refusal):
    """Somebody asked for another account, and nobody has decided on it."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Not done: a change of the account for claim {claim} waits for the approval of another"
        " officer. Decide on it first."
    )
    claim: str


@dataclass
class ChangeTooFresh(Refusal):
    """The account was changed less than 48 hours ago."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Nothing was paid: the account for claim {claim} was changed. Payment into it opens"
        " {opens_on} at {hour}, so that the claimant can object."
    )
    claim: str
    opens_on: date
    hour: str


@dataclass
class ApprovesOwnChange(Refusal):
    """Who asked for the change, under this or another name, may not approve it."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Not approved: you asked for this change yourself. Another officer must decide on it."
    )


@dataclass
class PayeeMoved(Refusal):
    """The voucher names an account or an order that no longer stands."""

    cites: ClassVar[str | None] = "2"
    words: ClassVar[str] = (
        "Nothing was paid: voucher {voucher} is not for the payee who is approved now. Reverse it"
        " and draw a new one."
    )
    voucher: str
