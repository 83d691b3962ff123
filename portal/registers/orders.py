"""Orders that bind the sums and the days: rates, notifications, closed days, readings, terms."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, UniqueConstraint, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.cattle import CattleClass
from portal.law.dues import DailyRate
from portal.law.fines import Notification
from portal.law.money import Money
from portal.law.readings import Reading, ReadingEntry, Readings, readings_on
from portal.registers.base import (
    Instant,
    Key,
    MoneyColumn,
    NotOnRegister,
    Record,
    db,
    on_register,
    paise,
)


class RateOrder(Record):
    """Pound fee and expenses per head and day, fixed by the Commissioner from a day (4)(b)."""

    __tablename__ = "rate_order"
    __table_args__ = (
        paise("pound_fee"),
        paise("expenses"),
        CheckConstraint("cattle_class BETWEEN 1 AND 8", name="named_class"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    number: Mapped[str]
    since: Mapped[date]
    until: Mapped[date | None]
    cattle_class: Mapped[int | None]
    pound_fee: Mapped[Money] = mapped_column(MoneyColumn)
    expenses: Mapped[Money] = mapped_column(MoneyColumn)
    at: Mapped[datetime] = mapped_column(Instant)
    # None: entered before two persons were asked for, and in force without a signature.
    made_by_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"), default=None)

    def rate(self) -> DailyRate:
        """Give the law what it charges by."""
        return DailyRate(
            since=self.since,
            pound_fee=self.pound_fee,
            expenses=self.expenses,
            cattle_class=None if self.cattle_class is None else CattleClass(self.cattle_class),
            until=self.until,
            order=self.number,
        )


class RateOrderSigned(Record):
    """The signature of a second person; from then on the order is known."""

    __tablename__ = "rate_order_signed"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    rate_order_id: Mapped[int] = mapped_column(ForeignKey("rate_order.id"), unique=True)
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class AreaNotification(Record):
    """A Gazette notification that doubles the fine in an area, (4)(a)."""

    __tablename__ = "area_notification"
    __table_args__ = (CheckConstraint("until IS NULL OR until >= since", name="ends_after"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    number: Mapped[str] = mapped_column(unique=True)
    area: Mapped[str]
    since: Mapped[date]
    until: Mapped[date | None]
    at: Mapped[datetime] = mapped_column(Instant)


class AreaNotificationEnd(Record):
    """A later notification that cancels an earlier one; the day given is its last day in force."""

    __tablename__ = "area_notification_end"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    area_notification_id: Mapped[int] = mapped_column(
        ForeignKey("area_notification.id"), unique=True
    )
    number: Mapped[str]
    last_day: Mapped[date]
    at: Mapped[datetime] = mapped_column(Instant)


class ClosedDay(Record):
    """A day on which the office is shut (R2)."""

    __tablename__ = "closed_day"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    day: Mapped[date] = mapped_column(index=True)
    why: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)


class ClosedDayEnd(Record):
    """A closed day that was declared open after all."""

    __tablename__ = "closed_day_end"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    closed_day_id: Mapped[int] = mapped_column(ForeignKey("closed_day.id"), unique=True)
    why: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)


class ReadingRecord(Record):
    """How the Commissioner reads a place where the Act leaves a choice, from a day."""

    __tablename__ = "reading_record"
    __table_args__ = (UniqueConstraint("reading", "since", "choice", "authority"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    reading: Mapped[str]
    choice: Mapped[str]
    authority: Mapped[str]
    since: Mapped[date]
    at: Mapped[datetime] = mapped_column(Instant)

    def entry(self) -> ReadingEntry:
        """Give the law what it goes by."""
        return ReadingEntry(Reading(self.reading), self.choice, self.since, self.authority)


def rate_orders() -> list[RateOrder]:
    """List every rate order, latest first."""
    return list(
        db.session.scalars(select(RateOrder).order_by(RateOrder.since.desc(), RateOrder.id.desc()))
    )


def find_rate_order(number: int) -> RateOrder:
    """Find a rate order by its place in the register; raise NotOnRegister."""
    return on_register(RateOrder, number, f"rate order {number}")


def signatures() -> dict[int, RateOrderSigned]:
    """Give the signatures by the number of the order."""
    return {one.rate_order_id: one for one in db.session.scalars(select(RateOrderSigned))}


def unsigned_rate_orders() -> list[RateOrder]:
    """List the rate orders that wait for a signature, first made first."""
    signed = signatures()
    return [one for one in reversed(rate_orders()) if one.made_by_id and one.id not in signed]


def _known(record: AreaNotification | ReadingRecord, known_at: datetime | None) -> bool:
    return known_at is None or record.at <= known_at


def rates(known_at: datetime | None = None) -> tuple[DailyRate, ...]:
    """Give every rate the law may have to go by, as far as it was known at an instant.

    An order is known from its signature on: what nobody signed charges nobody.
    """
    signed = signatures()
    found = []
    for order in rate_orders():
        signature = order if order.made_by_id is None else signed.get(order.id)
        since = signature.at if signature else None
        if since is not None and (known_at is None or since <= known_at):
            found.append(order.rate())
    return tuple(found)


def area_notifications() -> list[tuple[AreaNotification, AreaNotificationEnd | None]]:
    """List every notification with the one that cancelled it, latest first."""
    found = db.session.execute(
        select(AreaNotification, AreaNotificationEnd)
        .outerjoin(
            AreaNotificationEnd,
            AreaNotificationEnd.area_notification_id == AreaNotification.id,
        )
        .order_by(AreaNotification.since.desc(), AreaNotification.id.desc())
    )
    return [(notification, end) for notification, end in found]


def notifications(known_at: datetime | None = None) -> tuple[Notification, ...]:
    """Give every notification as the law understands it (R9), as far as known at an instant."""
    found = []
    for one, end in area_notifications():
        until = end.last_day if end and (known_at is None or end.at <= known_at) else one.until
        if _known(one, known_at) and (until is None or until >= one.since):
            found.append(Notification(one.area, one.since, until, one.number))
    return tuple(found)


def find_notification(number: str) -> AreaNotification:
    """Find a notification by its Gazette number; raise NotOnRegister."""
    found: AreaNotification | None = db.session.scalar(
        select(AreaNotification).where(AreaNotification.number == number)
    )
    if found is None:
        raise NotOnRegister(f"notification {number}")
    return found


def closed_day_records() -> list[ClosedDay]:
    """List the closed days that stand, latest first."""
    standing = (
        select(ClosedDay)
        .outerjoin(ClosedDayEnd, ClosedDayEnd.closed_day_id == ClosedDay.id)
        .where(ClosedDayEnd.id.is_(None))
        .order_by(ClosedDay.day.desc())
    )
    return list(db.session.scalars(standing))


def closed_days() -> frozenset[date]:
    """Give the days on which the office is shut."""
    return frozenset(one.day for one in closed_day_records())


def reading_records() -> list[ReadingRecord]:
    """List every reading that was entered, first entered first."""
    return list(db.session.scalars(select(ReadingRecord).order_by(ReadingRecord.id)))


def readings_in_force(day: date, known_at: datetime | None = None) -> Readings:
    """Give the readings in force on a day; a reading never reaches back."""
    known = (record for record in reading_records() if _known(record, known_at))
    return readings_on([record.entry() for record in known], day)


def find_notification_by_id(number: int) -> AreaNotification:
    """Find a notification by its place in the register; raise NotOnRegister."""
    return on_register(AreaNotification, number, f"notification {number}")


def closed_days_opened_again() -> list[tuple[ClosedDay, ClosedDayEnd]]:
    """List the closed days that were declared open after all, latest first."""
    found = db.session.execute(
        select(ClosedDay, ClosedDayEnd)
        .join(ClosedDayEnd, ClosedDayEnd.closed_day_id == ClosedDay.id)
        .order_by(ClosedDay.day.desc(), ClosedDay.id.desc())
    )
    return [(closed, end) for closed, end in found]
