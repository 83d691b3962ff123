"""Orders of the Commissioner: rates, notifications, closed days, readings. Never edited."""

from __future__ import annotations

from datetime import date

from portal.actions.official import Act, official_act
from portal.law.cattle import CattleClass
from portal.law.days import legal_date
from portal.law.money import Money
from portal.law.offices import Duty
from portal.law.orders import (
    require_cancels_nothing_past,
    require_offered,
    require_rate_reaches_no_bill,
    require_reading_reaches_not_back,
)
from portal.law.readings import Reading, ReadingEntry
from portal.law.refusals_of_books import (
    DayAlreadyClosed,
    EndsBeforeItBegins,
    NothingChanged,
    NumberAlreadyUsed,
)
from portal.registers.base import db
from portal.registers.impound import anything_on_register
from portal.registers.orders import (
    AreaNotification,
    AreaNotificationEnd,
    ClosedDay,
    ClosedDayEnd,
    RateOrder,
    ReadingRecord,
    area_notifications,
    closed_day_records,
    closed_days,
    find_notification,
    rates,
    reading_records,
)


@official_act(Duty.MAKE_ORDERS, cites="4(b)")
def make_rate_order(
    act: Act,
    *,
    number: str,
    since: date,
    pound_fee: Money,
    expenses: Money,
    cattle_class: CattleClass | None = None,
    until: date | None = None,
) -> RateOrder:
    """Fix pound fee and expenses, per head and day, from a day on.

    A day that has passed is taken only where no rate was in force on it yet, so that no running
    or old bill changes. Raises RateReachesBack, EndsBeforeItBegins, and NumberAlreadyUsed for the
    same order entered twice.
    """
    if any(
        (one.order, one.since, one.cattle_class) == (number, since, cattle_class) for one in rates()
    ):
        raise NumberAlreadyUsed(number)
    require_rate_reaches_no_bill(
        since, until, cattle_class, act.on, rates(), animals_on_register=anything_on_register()
    )
    order = RateOrder(
        number=number,
        since=since,
        until=until,
        cattle_class=cattle_class.value if cattle_class else None,
        pound_fee=pound_fee,
        expenses=expenses,
        at=act.at,
    )
    db.session.add(order)
    return order


@official_act(Duty.MAKE_ORDERS, cites="4(a)")
def publish_notification(
    act: Act, *, number: str, area: str, since: date, until: date | None = None
) -> AreaNotification:
    """Enter a Gazette notification that doubles the fine in an area; both days are inside (R9).

    What was charged before the entry stays as it was charged. Raises EndsBeforeItBegins,
    NumberAlreadyUsed.
    """
    if until is not None and until < since:
        raise EndsBeforeItBegins(since, until)
    if any(number == one.number for one, _end in area_notifications()):
        raise NumberAlreadyUsed(number)
    notification = AreaNotification(number=number, area=area, since=since, until=until, at=act.at)
    db.session.add(notification)
    return notification


@official_act(Duty.MAKE_ORDERS, cites="4(a)")
def cancel_notification(act: Act, *, cancels: str, number: str, last_day: date) -> None:
    """Enter a notification that cancels another; the day given is its last day in force (R9).

    Raises CancelsThePast for a last day before today: a fine once levied stays.
    """
    notification = find_notification(cancels)
    if any(end for one, end in area_notifications() if one.id == notification.id):
        raise NothingChanged
    require_cancels_nothing_past(last_day, act.on)
    db.session.add(
        AreaNotificationEnd(
            area_notification_id=notification.id, number=number, last_day=last_day, at=act.at
        )
    )


@official_act(Duty.MAKE_ORDERS)
def close_day(act: Act, *, day: date, why: str) -> None:
    """Enter a day on which the office is shut (R2). Raises DayAlreadyClosed."""
    if day in closed_days():
        raise DayAlreadyClosed(day)
    db.session.add(ClosedDay(day=day, why=why, at=act.at))


@official_act(Duty.MAKE_ORDERS)
def open_day_again(act: Act, *, day: date, why: str) -> None:
    """Enter that a closed day is open after all, before it has come."""
    require_cancels_nothing_past(day, act.on)
    closed = next((one for one in closed_day_records() if one.day == day), None)
    if closed is None:
        raise NothingChanged
    db.session.add(ClosedDayEnd(closed_day_id=closed.id, why=why, at=act.at))


@official_act(Duty.MAKE_ORDERS)
def enter_reading(
    act: Act, *, reading: Reading, choice: str, authority: str, since: date
) -> ReadingRecord:
    """Enter how the Commissioner reads a place where the Act leaves a choice, from a day on.

    Raises ReadingReachesBack for a day before today, ChoiceNotOffered, and NothingChanged for an
    entry made already.
    """
    require_reading_reaches_not_back(since, act.on)
    require_offered(reading, choice)
    if ReadingEntry(reading, choice, since, authority) in [
        one.entry() for one in reading_records()
    ]:
        raise NothingChanged
    record = ReadingRecord(
        reading=reading.value, choice=choice, authority=authority, since=since, at=act.at
    )
    db.session.add(record)
    act.note(entered_on=legal_date(act.at))
    return record
