"""Sub-section (4)(a): the fine per head by class, and the areas in which it is doubled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from portal.law.act import under
from portal.law.cattle import CattleClass
from portal.law.money import NOTHING, Money

FINES: Mapping[CattleClass, Money] = MappingProxyType(
    {
        CattleClass.ELEPHANT: Money.of(rupees=15),
        CattleClass.CAMEL: Money.of(rupees=7, annas=8),
        CattleClass.HORSE: Money.of(rupees=3),
        CattleClass.BUFFALO: Money.of(rupees=2, annas=8),
        CattleClass.COW: Money.of(rupees=2),
        CattleClass.PONY: Money.of(rupees=2),
        CattleClass.ASS: Money.of(rupees=1, annas=8),
        CattleClass.GOAT: Money.of(rupees=1),
    }
)


@dataclass(frozen=True)
class Notification:
    """A Gazette notification that doubles the fine in an area; both days are inside."""

    area: str
    since: date
    until: date | None
    number: str = ""


@under("4(a)")
def fine_per_head(cattle_class: CattleClass | None) -> Money:
    """Give the fine for one head; none is fixed for an animal in no class (R11)."""
    return NOTHING if cattle_class is None else FINES[cattle_class]


@under("4(a)")
def doubling(
    area: str, impounded_on: date, notifications: Iterable[Notification]
) -> Notification | None:
    """Find the notification that doubles the fine for the area on the day of impounding (R9)."""
    wanted = _plain(area)
    in_force = [
        one
        for one in notifications
        if _plain(one.area) == wanted
        and one.since <= impounded_on
        and (one.until is None or impounded_on <= one.until)
    ]
    return max(in_force, key=lambda one: (one.since, one.number), default=None)


@under("4(a)")
def fine(
    cattle_class: CattleClass | None,
    head: int,
    area: str,
    impounded_on: date,
    notifications: Iterable[Notification],
) -> Money:
    """Give the fine for some heads of one class."""
    times = 2 if doubling(area, impounded_on, notifications) else 1
    return fine_per_head(cattle_class) * head * times


def _plain(area: str) -> str:
    return " ".join(area.casefold().split())
