"""What a rate order would do to the animals in the pound, told by the law that will charge it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from portal.law.dues import DailyRate, Stay, dues
from portal.law.fines import Notification
from portal.law.money import NOTHING, Money, total
from portal.law.readings import Readings, readings_on
from portal.law.refusals import NoRate
from portal.registers.deaths import stay_of, whose_heads_changed
from portal.registers.impound import Impounding
from portal.registers.orders import notifications, rates, reading_records
from portal.registers.stages import AT_A_TIME, impoundings_of
from portal.registers.staying import in_the_pound


@dataclass(frozen=True)
class Effect:
    """The dues of one case up to a day, as the orders stand and with one order more.

    None is where no rate is in force for a day of the stay.
    """

    entry: Impounding
    before: Money | None
    after: Money | None

    @property
    def differs(self) -> Money | None:
        """Give what the order adds; negative where it takes away."""
        if self.before is None or self.after is None:
            return None
        return self.after - self.before


@dataclass(frozen=True)
class Effects:
    """What an order does to all animals in the pound, if they stay until a day."""

    until: date
    rows: tuple[Effect, ...]

    @property
    def before(self) -> Money:
        """Sum what is due without the order, where it can be worked out both ways."""
        return total(one.before or NOTHING for one in self.rows if one.differs is not None)

    @property
    def after(self) -> Money:
        """Sum what is due with it."""
        return total(one.after or NOTHING for one in self.rows if one.differs is not None)

    @property
    def touched(self) -> int:
        """Count the cases whose dues differ."""
        return sum(1 for one in self.rows if one.before != one.after)


def effects_of(rate: DailyRate, until: date) -> Effects:
    """Work out the dues of every case in the pound up to a day, without and with an order.

    Nothing is written. The day from which each counts and the fine stay as they are.
    """
    known, areas = rates(), notifications()
    entries = [record.entry() for record in reading_records()]
    rows = []
    for entry, stay in _stays():
        readings = readings_on(entries, stay.impounded_on)
        before = _due(stay, until, known, areas, readings)
        after = _due(stay, until, (*known, rate), areas, readings)
        rows.append(Effect(entry, before, after))
    return Effects(until, tuple(rows))


def _stays() -> Iterator[tuple[Impounding, Stay]]:
    """Give what the law charges for; births and deaths are asked of the cases that have some."""
    here = in_the_pound()
    for start in range(0, len(here), AT_A_TIME):
        part = here[start : start + AT_A_TIME]
        changed = whose_heads_changed([one.id for one in part])
        for one, entry in zip(part, impoundings_of(part), strict=True):
            since = one.counts_from
            yield entry, stay_of(entry, since) if one.id in changed else entry.stay(since)


def _due(
    stay: Stay,
    until: date,
    orders: Sequence[DailyRate],
    areas: Sequence[Notification],
    readings: Readings,
) -> Money | None:
    try:
        return dues(stay, max(until, stay.impounded_on), orders, areas, readings).total
    except NoRate:
        return None
