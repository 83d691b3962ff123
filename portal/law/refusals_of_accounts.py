"""Refusals of the accounts desk: three persons, closed months, corrections, files of a bank."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from portal.law.refusals import Refusal


@dataclass
class SamePerson(Refusal):
    """Whoever took one step of a payment takes no other."""

    words: ClassVar[str] = (
        "Not done: whoever {did} may not {doing}, under this name or another. Ask another person"
        " of the accounts to {doing}."
    )
    doing: str
    did: str


@dataclass
class NotApproved(Refusal):
    """A paper waits for its second person."""

    words: ClassVar[str] = (
        "Not done: {paper} is not approved yet. Another person must look at it and approve it"
        " first."
    )
    paper: str


@dataclass
class ApprovedAlready(Refusal):
    """A paper is approved once, and not after it was undone."""

    words: ClassVar[str] = (
        "Nothing was approved: {paper} is approved or undone already. Look at it again to see how"
        " it stands."
    )
    paper: str


@dataclass
class HeadNotSet(Refusal):
    """No head of account was set."""

    words: ClassVar[str] = (
        "No challan was made: the head of account is not set. Ask the administrator to set it."
    )


@dataclass
class MonthIsClosed(Refusal):
    """A closed month takes nothing more."""

    words: ClassVar[str] = (
        "Nothing was entered: {month} is closed. A correction goes into {open_month}, and names"
        " what it corrects."
    )
    month: str
    open_month: str


@dataclass
class MonthNotOver(Refusal):
    """A month is closed when it is over."""

    words: ClassVar[str] = "{month} was not closed: it is not over. Close it from {day} on."
    month: str
    day: date


@dataclass
class EarlierMonthOpen(Refusal):
    """Months are closed one after another."""

    words: ClassVar[str] = "{month} was not closed: {earlier} is still open. Close that one first."
    month: str
    earlier: str


@dataclass
class NothingToClose(Refusal):
    """Nothing was written yet by the end of that month."""

    words: ClassVar[str] = (
        "{month} was not closed: nothing was written in the books by then, so there is nothing to"
        " close."
    )
    month: str


@dataclass
class MonthNotProposed(Refusal):
    """One person prepares the closing of a month, another closes it."""

    words: ClassVar[str] = (
        "{month} was not closed: nobody has prepared it yet. One person prepares the month,"
        " another closes it."
    )
    month: str


@dataclass
class BooksDiffer(Refusal):
    """Books that do not agree are not closed."""

    words: ClassVar[str] = "The month was not closed, for the books do not agree. {difference}"
    difference: str


@dataclass
class CannotBeCorrected(Refusal):
    """A correction moves money between cash, the heads and the differences; nothing else."""

    words: ClassVar[str] = (
        "The correction was not entered: {debit} to {credit} is not corrected so. Money of an"
        " owner, a buyer or a bidder is put right by reversing the paper it stands on."
    )
    debit: str
    credit: str


@dataclass
class CorrectsNothing(Refusal):
    """A correction names what it corrects."""

    words: ClassVar[str] = (
        "The correction was not entered: name the line of the journal, or of the bank, that it"
        " corrects."
    )


@dataclass
class FileKnown(Refusal):
    """The same file came before."""

    words: ClassVar[str] = (
        "Nothing was read in: this very file came before, as {name} on {day}. Look at it there, or"
        " choose another file."
    )
    name: str
    day: date


@dataclass
class NotADifference(Refusal):
    """The line agrees with the books, or was answered."""

    words: ClassVar[str] = (
        "Nothing was set aside: this line agrees with the books, or was answered before. Look at"
        " the list again."
    )
