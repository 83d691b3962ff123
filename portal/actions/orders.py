"""Orders of the Commissioner: rates, notifications, closed days, readings. Never edited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from portal.actions.official import Act, official_act
from portal.law.cattle import CattleClass
from portal.law.days import ONE_DAY, legal_date
from portal.law.dues import DailyRate
from portal.law.money import Money
from portal.law.offices import Duty
from portal.law.orders import (
    require_cancels_nothing_past,
    require_days_to_come,
    require_modifies_from_tomorrow,
    require_offered,
    require_rate_reaches_no_bill,
    require_reading_reaches_not_back,
)
from portal.law.readings import Reading, ReadingEntry
from portal.law.refusals_of_accounts import ApprovedAlready
from portal.law.refusals_of_books import (
    DayAlreadyClosed,
    EndsBeforeItBegins,
    NothingChanged,
    NumberAlreadyUsed,
)
from portal.law.refusals_of_orders import ModifiesNothing
from portal.law.three_persons import require_another_person
from portal.registers.approvals import hand
from portal.registers.base import db
from portal.registers.impound import anything_on_register
from portal.registers.orders import (
    AreaNotification,
    AreaNotificationEnd,
    ClosedDay,
    ClosedDayEnd,
    RateOrder,
    RateOrderSigned,
    ReadingRecord,
    area_notifications,
    closed_day_records,
    closed_days,
    find_notification,
    find_rate_order,
    rates,
    reading_records,
    signatures,
    unsigned_rate_orders,
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
    """Prepare pound fee and expenses, per head and day, from a day on; another person signs it.

    A day that has passed is taken only where no rate was in force on it yet, so that no running
    or old bill changes. Raises RateReachesBack, EndsBeforeItBegins, and NumberAlreadyUsed for the
    same order entered twice.
    """
    waiting = [one.rate() for one in unsigned_rate_orders()]
    _require_rate_may_stand(act, number, since, until, cattle_class, waiting)
    order = RateOrder(
        number=number,
        since=since,
        until=until,
        cattle_class=cattle_class.value if cattle_class else None,
        pound_fee=pound_fee,
        expenses=expenses,
        at=act.at,
        made_by_id=act.by.person_id,
    )
    db.session.add(order)
    db.session.flush()
    act.note(order=order.id)
    return order


@official_act(Duty.SIGN_ORDERS, cites="4(b)")
def sign_rate_order(act: Act, *, order: int) -> RateOrderSigned:
    """Sign a rate order that another person prepared: from now on it is known and charged.

    Its day is held against today once more. Raises ApprovedAlready, SamePerson, RateReachesBack,
    NumberAlreadyUsed.
    """
    made = find_rate_order(order)
    if made.made_by_id is None or made.id in signatures():
        raise ApprovedAlready(f"order {made.number}")
    require_another_person(
        act.by.person_id, "sign it", [hand("prepared the order", made.made_by_id)]
    )
    rate = made.rate()
    _require_rate_may_stand(act, made.number, rate.since, rate.until, rate.cattle_class, ())
    signed = RateOrderSigned(rate_order_id=made.id, at=act.at, by_id=act.by.person_id)
    db.session.add(signed)
    act.note(number=made.number)
    return signed


def _require_rate_may_stand(  # noqa: PLR0917 - the facts of one order
    act: Act,
    number: str,
    since: date,
    until: date | None,
    cattle_class: CattleClass | None,
    waiting: Iterable[DailyRate],
) -> None:
    known = rates()
    same = (number, since, cattle_class)
    if any((one.order, one.since, one.cattle_class) == same for one in (*known, *waiting)):
        raise NumberAlreadyUsed(number)
    require_rate_reaches_no_bill(
        since, until, cattle_class, act.on, known, animals_on_register=anything_on_register()
    )


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


@official_act(Duty.MAKE_ORDERS, cites="4(a)")
def modify_notification(
    act: Act, *, modifies: str, number: str, area: str, since: date, until: date | None = None
) -> AreaNotification:
    """Enter a notification that modifies another: the old one ends the day before the new begins.

    Both stand in the register. Raises ModifiesFromTomorrow, EndsBeforeItBegins, NumberAlreadyUsed,
    ModifiesNothing, and NothingChanged for one that was cancelled or modified before.
    """
    old = find_notification(modifies)
    known = area_notifications()
    if any(end for one, end in known if one.id == old.id):
        raise NothingChanged
    require_modifies_from_tomorrow(since, act.on)
    if until is not None and until < since:
        raise EndsBeforeItBegins(since, until)
    if old.until is not None and old.until < since:
        raise NothingChanged
    if any(number in {one.number, end.number if end else None} for one, end in known):
        raise NumberAlreadyUsed(number)
    if (area, until) == (old.area, old.until):
        raise ModifiesNothing(number)
    last_day = since - ONE_DAY
    new = AreaNotification(number=number, area=area, since=since, until=until, at=act.at)
    db.session.add_all(
        (
            new,
            AreaNotificationEnd(
                area_notification_id=old.id, number=number, last_day=last_day, at=act.at
            ),
        )
    )
    db.session.flush()
    act.note(notification=new.id, last_day=last_day)
    return new


@official_act(Duty.MAKE_ORDERS)
def close_days(act: Act, *, days: Mapping[date, str]) -> int:
    """Enter many closed days, as they were confirmed one by one; those closed already are left.

    Raises NoDayChosen, ClosedDayHasPassed. Gives how many were entered.
    """
    require_days_to_come(days, act.on)
    fresh = sorted(set(days) - closed_days())
    db.session.add_all(ClosedDay(day=day, why=days[day], at=act.at) for day in fresh)
    act.note(entered=len(fresh))
    return len(fresh)


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
