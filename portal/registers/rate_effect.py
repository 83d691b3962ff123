"""What a rate order would do to the animals in the pound, told by the law that will charge it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from portal.law.dues import DailyRate, dues
from portal.law.fines import Notification
from portal.law.money import NOTHING, Money, total
from portal.law.readings import Readings, readings_on
from portal.law.refusals import NoRate
from portal.registers.impound import Impounding
from portal.registers.orders import notifications, rates, reading_records
from portal.registers.stages import impoundings_of
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

    Nothing is written. The day each was brought in and the fine stay as they are.
    """
    known, areas = rates(), notifications()
    entries = [record.entry() for record in reading_records()]
    rows = []
    for entry in impoundings_of(in_the_pound()):
        readings = readings_on(entries, entry.on)
        before = _due(entry, until, known, areas, readings)
        after = _due(entry, until, (*known, rate), areas, readings)
        rows.append(Effect(entry, before, after))
    return Effects(until, tuple(rows))


def _due(
    entry: Impounding,
    until: date,
    orders: Sequence[DailyRate],
    areas: Sequence[Notification],
    readings: Readings,
) -> Money | None:
    try:
        return dues(entry.stay(), max(until, entry.on), orders, areas, readings).total
    except NoRate:
        return None
