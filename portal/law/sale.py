"""Sub-section (2), first half: when an animal must, and when it may not, be sold."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from portal.law.act import under
from portal.law.days import ONE_DAY, last_day
from portal.law.readings import Readings
from portal.law.refusals import (
    AlreadySold,
    InAnotherLot,
    OwnerHasPaid,
    Refusal,
    SaleStopped,
    TooEarlyToSell,
    written_day,
)
from portal.law.refusals_of_yard import AnimalDied

DAYS_TO_PAY = 10


@dataclass(frozen=True)
class Impounded:
    """The facts of one impounding that the law looks at."""

    on: date
    released: bool = False
    sold: bool = False
    in_open_lot: str | None = None
    impediments: tuple[str, ...] = ()
    direction_wanted: bool = False
    died: date | None = None


@dataclass(frozen=True)
class Answer:
    """One part of the answer to "may it be sold?"."""

    asks: str
    yes: bool
    cites: str | None
    sentence: str


@under("2")
def last_day_to_pay(on: date, closed: Collection[date], readings: Readings) -> date:
    """Give the end of "within ten days from the date of impounding" (R1, R2)."""
    return last_day(DAYS_TO_PAY, on, closed, readings)


@under("2")
def first_sale_day(on: date, closed: Collection[date], readings: Readings) -> date:
    """Give the first day on which the animal may be sold: the day after the owner's last."""
    return last_day_to_pay(on, closed, readings) + ONE_DAY


@under("2")
def days_past_due(on: date, today: date, closed: Collection[date], readings: Readings) -> int:
    """Count the days past the owner's last day; nothing or less: not due yet."""
    return (today - last_day_to_pay(on, closed, readings)).days


@under("2")
def may_be_sold(
    impounded: Impounded, today: date, closed: Collection[date], readings: Readings
) -> tuple[Answer, ...]:
    """Answer "may it be sold on this day?", part by part, each with its words."""
    last = last_day_to_pay(impounded.on, closed, readings)
    over = today > last
    days = "are over: the last was" if over else "run until"
    answers = [
        Answer("days over", over, "2", f"The owner's ten days {days} {written_day(last)}."),
        _answer("not paid", OwnerHasPaid() if impounded.released else None, "No owner has paid."),
        _answer("not sold", AlreadySold() if impounded.sold else None, "It has not been sold."),
        _answer(
            "in no other lot",
            InAnotherLot(impounded.in_open_lot) if impounded.in_open_lot else None,
            "It is in no other lot.",
        ),
    ]
    if impounded.died is not None:
        answers.append(_answer("alive", AnimalDied(impounded.died), ""))
    stopped = [_answer("not stopped", SaleStopped(why), "") for why in impounded.impediments]
    answers += stopped or [_answer("not stopped", None, "Nothing stops the sale.")]
    return tuple(answers)


@under("2")
def require_may_be_sold(
    impounded: Impounded, today: date, closed: Collection[date], readings: Readings
) -> None:
    """Refuse a sale while the owner's ten days run, or once he paid, or while it is stopped."""
    last = last_day_to_pay(impounded.on, closed, readings)
    if impounded.released:
        raise OwnerHasPaid
    if impounded.sold:
        raise AlreadySold
    if impounded.died is not None:
        raise AnimalDied(impounded.died)
    if today <= last:
        raise TooEarlyToSell(last)
    if impounded.in_open_lot:
        raise InAnotherLot(impounded.in_open_lot)
    for reason in impounded.impediments:
        raise SaleStopped(reason)


def _answer(asks: str, refusal: Refusal | None, otherwise: str) -> Answer:
    if refusal is None:
        return Answer(asks, yes=True, cites=None, sentence=otherwise)
    return Answer(asks, yes=False, cites=refusal.cites, sentence=refusal.sentence)
