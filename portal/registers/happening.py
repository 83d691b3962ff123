"""One thing that happened to a case, as it is told, and the one way of telling it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum

from portal.law.days import legal_date
from portal.law.money import Money
from portal.registers.people import find_person


class Paper(Enum):
    """A paper or page on which a happening can be looked up."""

    RECEIPT = "Receipt"
    SALE = "Notice"
    LOT = "All bids"
    CLAIM = "Claim"
    ORDER = "Order"
    VOUCHER = "Voucher"
    CHALLAN = "Challan"


@dataclass(frozen=True)
class Where:
    """Where to look a happening up: the paper and its number, in two parts where it has two."""

    paper: Paper
    number: int
    part: int | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """Give the parts of the number that there are, in their order."""
        return (self.number,) if self.part is None else (self.number, self.part)


@dataclass(frozen=True)
class Happening:
    """One thing that happened to a case.

    `amount` is the sum that moved; `says` are sentences everybody who may see the case may read;
    `personal` is for offices that may see the claims. `by` is the person who did it, `numbers`
    are the numbers people say. `undone` tells that a later act reversed it.
    """

    on: date
    at: datetime | None
    picture: str
    words: str
    cites: str | None = None
    amount: Money | None = None
    says: str = ""
    personal: str = ""
    by: str = ""
    numbers: tuple[str, ...] = ()
    where: Where | None = None
    undone: bool = False


def told(
    at: datetime,
    picture: str,
    words: str,
    *,
    cites: str | None = None,
    amount: Money | None = None,
    says: str = "",
    personal: str = "",
    by: str = "",
    numbers: tuple[str, ...] = (),
    where: Where | None = None,
    undone: bool = False,
) -> Happening:
    """Tell what one act did; its instant gives its day (IST)."""
    return Happening(
        on=legal_date(at),
        at=at,
        picture=picture,
        words=words,
        cites=cites,
        amount=amount,
        says=says,
        personal=personal,
        by=by,
        numbers=numbers,
        where=where,
        undone=undone,
    )


def name_of(person_id: int) -> str:
    """Name who did it; raise NotOnRegister."""
    return find_person(person_id).name


def sentence(text: str) -> str:
    """Make a sentence of what somebody typed: one line, a capital, one full stop."""
    said = ended(text)
    return said[:1].upper() + said[1:]


def ended(text: str) -> str:
    """End a clause that follows a sum with one full stop, whatever name stands last."""
    said = " ".join(text.split()).rstrip(".")
    return f"{said}." if said else ""
