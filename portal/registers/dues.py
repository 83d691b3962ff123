"""What is due on a case: worked out while the animal stays, frozen once it was charged."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import ForeignKey, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.cattle import CattleClass
from portal.law.dues import Charge, DuesLine, DuesStatement, dues
from portal.law.fines import Notification
from portal.law.money import Money
from portal.law.readings import Reading
from portal.registers.base import Key, MoneyColumn, Record, db, paise
from portal.registers.deaths import stay_of
from portal.registers.impound import Impounding
from portal.registers.orders import notifications, rates, readings_in_force


class DuesCharged(Record):
    """One line of the dues as it was charged; no later order changes it."""

    __tablename__ = "dues_charged"
    __table_args__ = (paise("amount"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), index=True
    )
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"), index=True)
    first_day: Mapped[date]
    last_day: Mapped[date]
    charge: Mapped[str]
    cites: Mapped[str]
    readings: Mapped[str]
    cattle_class: Mapped[int | None]
    head: Mapped[int]
    amount: Mapped[Money] = mapped_column(MoneyColumn)
    days: Mapped[int | None]
    per_day: Mapped[Money | None] = mapped_column(MoneyColumn)
    first: Mapped[date | None]
    last: Mapped[date | None]
    order_number: Mapped[str]
    per_head: Mapped[Money | None] = mapped_column(MoneyColumn)
    doubled_by: Mapped[str | None]
    doubled_since: Mapped[date | None]
    doubled_until: Mapped[date | None]

    def line(self, area: str) -> DuesLine:
        """Give the line as the law wrote it."""
        doubled = None
        if self.doubled_by is not None and self.doubled_since is not None:
            doubled = Notification(area, self.doubled_since, self.doubled_until, self.doubled_by)
        return DuesLine(
            charge=Charge[self.charge],
            cites=self.cites,
            readings=tuple(Reading(one) for one in self.readings.split()),
            cattle_class=None if self.cattle_class is None else CattleClass(self.cattle_class),
            head=self.head,
            amount=self.amount,
            days=self.days,
            per_day=self.per_day,
            first=self.first,
            last=self.last,
            order=self.order_number,
            per_head=self.per_head,
            doubled_by=doubled,
        )


def dues_on(
    impounding: Impounding, until: date, *, known_at: datetime | None = None
) -> DuesStatement:
    """Work out the dues of a case up to a day, by the orders known at an instant (now, if None)."""
    return dues(
        stay_of(impounding, known_at),
        until,
        rates(known_at),
        notifications(known_at),
        readings_in_force(impounding.on, known_at),
    )


def freeze(statement: DuesStatement, impounding: Impounding, journal_line_id: int) -> None:
    """Keep a statement as it was charged by one act; only an official act may call this."""
    for line in statement.lines:
        doubled = line.doubled_by
        db.session.add(
            DuesCharged(
                journal_line_id=journal_line_id,
                impounding_id=impounding.id,
                first_day=statement.first_day,
                last_day=statement.last_day,
                charge=line.charge.name,
                cites=line.cites,
                readings=" ".join(one.value for one in line.readings),
                cattle_class=line.cattle_class.value if line.cattle_class else None,
                head=line.head,
                amount=line.amount,
                days=line.days,
                per_day=line.per_day,
                first=line.first,
                last=line.last,
                order_number=line.order,
                per_head=line.per_head,
                doubled_by=doubled.number if doubled else None,
                doubled_since=doubled.since if doubled else None,
                doubled_until=doubled.until if doubled else None,
            )
        )


def dues_charged(journal_line_id: int, area: str) -> DuesStatement | None:
    """Give the statement that one act charged, if it charged any."""
    kept = db.session.scalars(
        select(DuesCharged)
        .where(DuesCharged.journal_line_id == journal_line_id)
        .order_by(DuesCharged.id)
    ).all()
    if not kept:
        return None
    return DuesStatement(tuple(one.line(area) for one in kept), kept[0].first_day, kept[0].last_day)
