"""What the pictures show: figures by age, by time, by class and by month."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from statistics import median_low

from sqlalchemy import Select, select

from portal.law.cattle import CattleClass
from portal.law.money import NOTHING, Money, total
from portal.law.months import Month
from portal.registers.aging import held_by_age
from portal.registers.base import db
from portal.registers.bids import Bid
from portal.registers.dues import DuesCharged
from portal.registers.impound import Animal, Impounding, Release
from portal.registers.ledger import not_reversed
from portal.registers.ring import LotHappening, hammer_stands
from portal.registers.sales import Lot
from portal.registers.treasury import Appropriation

AGES = ((0, 5), (6, 10), (11, 15), (16, 10_000))
STAYS = ((0, 3), (4, 10), (11, 15), (16, 30), (31, 100_000))
LAST_MONTHS = 12


def money_by_age(today: date) -> list[tuple[str, int, Money]]:
    """Give the surplus held by days since the sale: how many, how much."""
    held = held_by_age(today)
    some = {(low, high): [one for one in held if low <= one.day <= high] for low, high in AGES}
    return [
        (_days(*ages), len(those), total(one.amount for one in those))
        for ages, those in some.items()
    ]


def time_to_end() -> list[tuple[str, int, int]]:
    """Give how many cases went back, and were sold, by the days they were in the pound."""
    released = _stays(select(Impounding.on, Release.on).join(Release))
    sold = _stays(
        select(Impounding.on, LotHappening.on)
        .join(Lot, Lot.impounding_id == Impounding.id)
        .join(LotHappening, LotHappening.lot_id == Lot.id)
        .where(hammer_stands())
    )
    return [
        (
            _days(low, high),
            sum(low <= days <= high for days in released),
            sum(low <= days <= high for days in sold),
        )
        for low, high in STAYS
    ]


def _stays(asked: Select[date, date]) -> list[int]:
    return [(end - begin).days for begin, end in db.session.execute(asked)]


def _days(low: int, high: int) -> str:
    return f"{low} days or more" if high >= 10_000 else f"{low} to {high} days"  # noqa: PLR2004


def prices_by_class() -> list[tuple[str, int, Money, Money, Money, Money]]:
    """Give lots of one class: count, least, middle and highest price, and the dues of all."""
    found: dict[int | None, list[tuple[Money, Money]]] = defaultdict(list)
    for cattle_class, price, dues in _sold_lots():
        found[cattle_class].append((price, dues))
    rows = []
    for one in (*CattleClass, None):
        some = found.get(one.value if one else None)
        if some:
            prices = sorted(price for price, _dues in some)
            name = f"Class {one.value}: {one.face}" if one else "In no class"
            dues = total(dues for _price, dues in some)
            rows.append((name, len(some), prices[0], median_low(prices), prices[-1], dues))
    return rows


def dues_and_prices() -> list[tuple[str, Money, Money]]:
    """Give the dues and the price of the latest lots that were sold, newest first."""
    asked = (
        select(Lot, Impounding.number, Bid.amount, LotHappening.journal_line_id)
        .join(Impounding, Impounding.id == Lot.impounding_id)
        .join(LotHappening, LotHappening.lot_id == Lot.id)
        .join(Bid, Bid.id == LotHappening.bid_id)
        .where(hammer_stands())
        .order_by(LotHappening.id.desc())
        .limit(LAST_MONTHS)
    )
    return [
        (f"Case {number}", _dues_of(journal_line), amount)
        for _lot, number, amount, journal_line in db.session.execute(asked)
    ]


def appropriations_by_month(today: date) -> list[tuple[str, int, Money]]:
    """Give what was appropriated in each of the last twelve months: how many, how much."""
    months = [Month.of(today)]
    while len(months) < LAST_MONTHS:
        months.append(months[-1].before)
    found: dict[Month, list[Money]] = defaultdict(list)
    asked = select(Appropriation.on, Appropriation.amount).where(
        Appropriation.on >= months[-1].first_day, not_reversed(Appropriation.journal_line_id)
    )
    for on, amount in db.session.execute(asked):
        found[Month.of(on)].append(amount)
    return [(str(one), len(found[one]), total(found[one])) for one in reversed(months)]


def _sold_lots() -> Iterator[tuple[int | None, Money, Money]]:
    """Give each sold lot whose animals are of one class: the class, its price, its dues."""
    asked = (
        select(Lot.impounding_id, Bid.amount, LotHappening.journal_line_id)
        .join(LotHappening, LotHappening.lot_id == Lot.id)
        .join(Bid, Bid.id == LotHappening.bid_id)
        .where(hammer_stands())
    )
    for impounding_id, amount, journal_line in db.session.execute(asked):
        classes = set(
            db.session.scalars(
                select(Animal.cattle_class).where(Animal.impounding_id == impounding_id)
            )
        )
        if len(classes) == 1:
            yield classes.pop(), amount, _dues_of(journal_line)


def _dues_of(journal_line: int) -> Money:
    asked = select(DuesCharged.amount).where(DuesCharged.journal_line_id == journal_line)
    return total(db.session.scalars(asked)) or NOTHING
