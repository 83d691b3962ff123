"""Sub-sections (1) and (4): what is due on the animals of one seizure, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from itertools import groupby
from operator import itemgetter

from portal.law.act import under
from portal.law.cattle import Animals, CattleClass
from portal.law.days import ONE_DAY, days_charged
from portal.law.fines import Notification, doubling, fine_per_head
from portal.law.heads import Span, last_day_of
from portal.law.money import Money, total
from portal.law.readings import Reading, Readings
from portal.law.refusals import NoRate


@dataclass(frozen=True)
class Stay:
    """The animals of one seizure, the day they were impounded, the area they were seized in.

    `spans` are the heads by their days in the pound, where some were born or died there.
    """

    animals: tuple[Animals, ...]
    impounded_on: date
    area: str
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True)
class DailyRate:
    """A rate per head and day "fixed by the Commissioner"; both days are inside."""

    since: date
    pound_fee: Money
    expenses: Money
    cattle_class: CattleClass | None = None
    until: date | None = None
    order: str = ""


class Charge(Enum):
    """A head under which something is due."""

    POUND_FEE = "pound fee"
    EXPENSES = "expenses"
    FINE = "fine"


@dataclass(frozen=True)
class DuesLine:
    """One line of the statement: what, how it was worked out, under which words, how much."""

    charge: Charge
    cites: str
    readings: tuple[Reading, ...]
    cattle_class: CattleClass | None
    head: int
    amount: Money
    days: int | None = None
    per_day: Money | None = None
    first: date | None = None
    last: date | None = None
    order: str = ""
    per_head: Money | None = None
    doubled_by: Notification | None = None

    @property
    def working(self) -> str:
        """Say in English how the amount was worked out."""
        heads = f"{self.head} head" if self.head == 1 else f"{self.head} heads"
        if self.per_day is not None and self.days is not None:
            days = f"{self.days} day" if self.days == 1 else f"{self.days} days"
            times = f"{heads} × " if self.head > 1 else ""
            return f"{times}{days} × {self.per_day.decimal}"
        if self.per_head is None:
            return "no fine is fixed for this animal"
        doubled = " × 2" if self.doubled_by else ""
        return f"{heads} × {self.per_head.decimal}{doubled}"


@dataclass(frozen=True)
class DuesStatement:
    """All that is due from the first day to the last, both included."""

    lines: tuple[DuesLine, ...]
    first_day: date
    last_day: date

    @property
    def chargeable_days(self) -> int:
        """Count the days of the stay (R7)."""
        return days_charged(self.first_day, self.last_day)

    @property
    def pound_fee(self) -> Money:
        """Sum the pound fees."""
        return self._sum(Charge.POUND_FEE)

    @property
    def expenses(self) -> Money:
        """Sum the expenses."""
        return self._sum(Charge.EXPENSES)

    @property
    def fine(self) -> Money:
        """Sum the fines."""
        return self._sum(Charge.FINE)

    @property
    def total(self) -> Money:
        """Sum everything."""
        return total(line.amount for line in self.lines)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Name the readings the statement rests on."""
        used = {reading for line in self.lines for reading in line.readings}
        return tuple(reading for reading in Reading if reading in used)

    def _sum(self, charge: Charge) -> Money:
        return total(line.amount for line in self.lines if line.charge is charge)


@under("4(b)")
def rate_on(day: date, cattle_class: CattleClass | None, rates: Iterable[DailyRate]) -> DailyRate:
    """Find the rate in force on a day (R8); raise NoRate.

    The latest effective date wins; of the same date the class's own beats the general.
    """
    return _first_in_force(day, cattle_class, _by_precedence(cattle_class, rates))


def _first_in_force(
    day: date, cattle_class: CattleClass | None, ranked: Iterable[DailyRate]
) -> DailyRate:
    for rate in ranked:
        if rate.since <= day and (rate.until is None or day <= rate.until):
            return rate
    raise NoRate(day, cattle_class)


def _by_precedence(cattle_class: CattleClass | None, rates: Iterable[DailyRate]) -> list[DailyRate]:
    fitting = [rate for rate in rates if rate.cattle_class in {None, cattle_class}]
    return sorted(fitting, key=_precedence, reverse=True)


def _precedence(rate: DailyRate) -> tuple[date, bool, list[tuple[int, str]], str]:
    # Of two orders alike in all else the higher number goes, and 10 is higher than 9.
    parts = [one.lstrip("0") for one in re.split("([0-9]+)", rate.order)]
    return rate.since, rate.cattle_class is not None, [(len(p), p) for p in parts], rate.order


@under("1")
@under("4(a)")
@under("4(b)")
def dues(
    stay: Stay,
    until: date,
    rates: Sequence[DailyRate],
    notifications: Sequence[Notification],
    readings: Readings,  # noqa: ARG001 - R7 to R11 have one choice each; they are named in the lines
) -> DuesStatement:
    """Work out the dues up to a day, that day included; raise NoRate for a day with no rate.

    A head that died is charged up to that day, and where none is left the dues end with the last.
    """
    days_charged(stay.impounded_on, until)
    heads: dict[CattleClass | None, int] = {}
    for animals in stay.animals:
        heads[animals.cattle_class] = heads.get(animals.cattle_class, 0) + animals.head
    each_class = [Animals(cattle_class, head) for cattle_class, head in heads.items()]
    lines: list[DuesLine] = []
    for span in stay.spans or [Span(animals, stay.impounded_on) for animals in each_class]:
        if span.first <= until:
            lines += _daily_lines(span, until, rates)
    for animals in each_class:
        lines.append(_fine_line(stay, animals, notifications))
    return DuesStatement(tuple(lines), stay.impounded_on, last_day_of(stay.spans, until))


@dataclass(frozen=True)
class _Run:
    """Days on end at one rate, both included."""

    rate: DailyRate
    first: date
    last: date


def _runs(
    first: date, last: date, cattle_class: CattleClass | None, rates: Iterable[DailyRate]
) -> Iterator[_Run]:
    ranked = _by_precedence(cattle_class, rates)
    # The rate in force can change only where some order begins, or on the day after one ends.
    changes = {rate.since for rate in ranked if first < rate.since <= last}
    changes |= {one.until + ONE_DAY for one in ranked if one.until and first <= one.until < last}
    begins = [first, *sorted(changes)]
    ends = [day - ONE_DAY for day in begins[1:]] + [last]
    spans = zip(begins, ends, strict=True)
    days = [(_first_in_force(begin, cattle_class, ranked), begin, end) for begin, end in spans]
    for rate, run in groupby(days, key=itemgetter(0)):
        spanned = list(run)
        yield _Run(rate, spanned[0][1], spanned[-1][2])


def _daily_lines(span: Span, until: date, rates: Sequence[DailyRate]) -> Iterator[DuesLine]:
    animals = span.animals
    last = until if span.last is None else min(until, span.last)
    runs = list(_runs(span.first, last, animals.cattle_class, rates))
    for charge in (Charge.POUND_FEE, Charge.EXPENSES):
        for run in runs:
            days = days_charged(run.first, run.last)
            per_day = run.rate.pound_fee if charge is Charge.POUND_FEE else run.rate.expenses
            yield DuesLine(
                charge=charge,
                cites="4(b)",
                readings=(Reading.R7, Reading.R8),
                cattle_class=animals.cattle_class,
                head=animals.head,
                amount=per_day * days * animals.head,
                days=days,
                per_day=per_day,
                first=run.first,
                last=run.last,
                order=run.rate.order,
            )


def _fine_line(stay: Stay, animals: Animals, notifications: Sequence[Notification]) -> DuesLine:
    named = animals.cattle_class is not None
    doubled = doubling(stay.area, stay.impounded_on, notifications) if named else None
    per_head = fine_per_head(animals.cattle_class)
    return DuesLine(
        charge=Charge.FINE,
        cites="4(a)",
        readings=(Reading.R9, Reading.R10) if named else (Reading.R11,),
        cattle_class=animals.cattle_class,
        head=animals.head,
        amount=per_head * animals.head * (2 if doubled else 1),
        per_head=per_head if named else None,
        doubled_by=doubled,
    )
