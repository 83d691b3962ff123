"""Sub-sections (1) and (4): what is due on the animals of one seizure, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from itertools import groupby

from portal.law.act import under
from portal.law.cattle import Animals, CattleClass
from portal.law.days import ONE_DAY, days_charged
from portal.law.fines import Notification, doubling, fine_per_head
from portal.law.money import Money, total
from portal.law.readings import Reading, Readings
from portal.law.refusals import NoRate


@dataclass(frozen=True)
class Stay:
    """The animals of one seizure, the day they were impounded, the area they were seized in."""

    animals: tuple[Animals, ...]
    impounded_on: date
    area: str


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
    in_force = [
        rate
        for rate in rates
        if rate.since <= day
        and (rate.until is None or day <= rate.until)
        and rate.cattle_class in {None, cattle_class}
    ]
    if not in_force:
        raise NoRate(day, cattle_class)
    return max(in_force, key=lambda rate: (rate.since, rate.cattle_class is not None, rate.order))


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
    """Work out the dues up to a day, that day included; raise NoRate for a day with no rate."""
    days_charged(stay.impounded_on, until)
    lines: list[DuesLine] = []
    for animals in stay.animals:
        lines += _daily_lines(stay, until, animals, rates)
    for animals in stay.animals:
        lines.append(_fine_line(stay, animals, notifications))
    return DuesStatement(tuple(lines), stay.impounded_on, until)


def _daily_lines(
    stay: Stay, until: date, animals: Animals, rates: Sequence[DailyRate]
) -> Iterator[DuesLine]:
    count = days_charged(stay.impounded_on, until)
    days = [stay.impounded_on + n * ONE_DAY for n in range(count)]
    runs = [
        (rate, list(run))
        for rate, run in groupby(days, key=lambda day: rate_on(day, animals.cattle_class, rates))
    ]
    for charge in (Charge.POUND_FEE, Charge.EXPENSES):
        for rate, run in runs:
            per_day = rate.pound_fee if charge is Charge.POUND_FEE else rate.expenses
            yield DuesLine(
                charge=charge,
                cites="4(b)",
                readings=(Reading.R7, Reading.R8),
                cattle_class=animals.cattle_class,
                head=animals.head,
                amount=per_day * len(run) * animals.head,
                days=len(run),
                per_day=per_day,
                first=run[0],
                last=run[-1],
                order=rate.order,
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
