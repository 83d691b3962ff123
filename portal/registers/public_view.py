"""What everybody may see of animals and sales, gathered with few questions for a whole page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import select

from portal.law.bidding import LotStage
from portal.law.days import day_number
from portal.law.dues import DuesStatement, dues
from portal.law.money import Money
from portal.law.readings import readings_on
from portal.law.refusals import NoRate
from portal.law.sale import last_day_to_pay
from portal.registers.base import db
from portal.registers.case import Sold, find_open_lot, find_sold
from portal.registers.deaths import stay_of
from portal.registers.impound import Impounding
from portal.registers.orders import (
    closed_day_records,
    closed_days,
    notifications,
    rates,
    reading_records,
    readings_in_force,
)
from portal.registers.past_days import counted_from, counted_from_each
from portal.registers.sales import (
    CLOSED,
    NOTICE,
    OPENED,
    Lot,
    Sale,
    SaleHappening,
    in_run_order,
    lot_in_ring,
    lots_of,
    sale_happenings,
)

MOST_DAYS = 45  # of a table of dues; nobody plans further


@dataclass(frozen=True)
class Staying:
    """An animal in the pound as the list shows it: the owner's days, and the lot it waits in."""

    entry: Impounding
    day: int
    of: int
    last_day: date
    lot: Lot | None

    @property
    def over(self) -> bool:
        """Tell whether the owner's days are over; he may still pay until the hammer falls (R3)."""
        return self.day > self.of


def shown_in_list(entries: list[Impounding], today: date) -> list[Staying]:
    """Say of each animal of a page how many of the owner's days have gone (R1, R2)."""
    closed = closed_days()
    records = [one.entry() for one in reading_records()]
    numbers = [one.id for one in entries]
    put_up = set(
        db.session.scalars(select(Lot.impounding_id).where(Lot.impounding_id.in_(numbers)))
    )
    counted = counted_from_each(entries)
    shown = []
    for entry in entries:
        since = counted[entry.id]
        last = last_day_to_pay(since, closed, readings_on(records, since))
        lot = find_open_lot(entry.id) if entry.id in put_up else None
        of = day_number(since, last)
        shown.append(Staying(entry, day_number(since, today), of, last, lot))
    return shown


@dataclass(frozen=True)
class DuesOfADay:
    """What an owner pays on one day; None where no rate is in force on it."""

    on: date
    day: int
    statement: DuesStatement | None


def dues_by_day(entry: Impounding, first: date, last: date) -> list[DuesOfADay]:
    """Work out what is due on each of some days, sub-section (1); the orders are read once."""
    last = min(last, first + timedelta(days=MOST_DAYS - 1))
    orders, doubled = rates(), notifications()
    since = counted_from(entry)
    stay, readings = stay_of(entry, since), readings_in_force(since)
    days = []
    for number in range((last - first).days + 1):
        on = first + timedelta(days=number)
        try:
            statement = dues(stay, on, orders, doubled, readings)
        except NoRate:
            statement = None
        days.append(DuesOfADay(on, day_number(since, on), statement))
    return days


def closed_soon(today: date, days: int) -> list[tuple[date, str]]:
    """List the closed days from today on for some days, with why the office is shut."""
    until = today + timedelta(days=days)
    records = reversed(closed_day_records())
    return [(one.day, one.why) for one in records if today <= one.day <= until]


def next_sale(today: date) -> Sale | None:
    """Give the next sale that is not closed, from today on."""
    coming = select(Sale).where(Sale.on >= today).order_by(Sale.on, Sale.id).limit(20)
    for sale in db.session.scalars(coming):
        if CLOSED not in sale_happenings(sale.id):
            return sale
    return None


@dataclass(frozen=True)
class Live:
    """A sale that is going on, and the lot in its ring, if one is."""

    sale: Sale
    lot: Lot | None


def live_now(today: date) -> list[Live]:
    """List the sales of today that are open."""
    of_today = db.session.scalars(select(Sale).where(Sale.on == today).order_by(Sale.id)).all()
    happened = {sale.id: sale_happenings(sale.id) for sale in of_today}
    return [
        Live(sale, lot_in_ring(sale.id))
        for sale in of_today
        if OPENED in happened[sale.id] and CLOSED not in happened[sale.id]
    ]


def notices(size: int) -> list[tuple[Sale, SaleHappening]]:
    """List the notices that were put up, the latest first."""
    put_up = (
        select(Sale, SaleHappening)
        .join(SaleHappening, SaleHappening.sale_id == Sale.id)
        .where(SaleHappening.what == NOTICE)
        .order_by(SaleHappening.at.desc(), SaleHappening.id.desc())
        .limit(size)
    )
    return [(sale, happening) for sale, happening in db.session.execute(put_up)]


@dataclass(frozen=True)
class Result:
    """What became of a lot: the hammer price and its surplus, if it was sold."""

    lot: Lot
    stage: LotStage
    price: Money | None
    card: int | None
    sold: Sold | None


def results_of(sale_id: int) -> list[Result]:
    """Say of each lot of a sale what became of it; buyers by their card alone."""
    found = []
    for lot in lots_of(sale_id):
        ring = lot.ring()
        sold = find_sold(lot.impounding) if ring.stage is LotStage.SOLD else None
        if sold is not None and sold.lot.id != lot.id:
            sold = None
        price = ring.standing_bid if ring.stage is LotStage.SOLD else None
        found.append(Result(lot, ring.stage, price, ring.standing_card if price else None, sold))
    return found


def catalogue(sale_id: int) -> list[tuple[Lot, LotStage]]:
    """List the lots of a sale as they run, each with where it stands."""
    return [(lot, lot.stage()) for lot in in_run_order(sale_id)]
