"""Receipts for money taken, and deliveries of what was bought."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    UniqueConstraint,
    exists,
    func,
    select,
)
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.money import Money
from portal.registers.base import Instant, Key, MoneyColumn, NotOnRegister, Record, db, paise
from portal.registers.ledger import not_reversed
from portal.registers.sales import Lot

DUES, HAMMER_MONEY = "dues", "hammer money"


class Receipt(Record):
    """Money taken in full, for the dues of a case or for the hammer price of a lot."""

    __tablename__ = "receipt"
    __table_args__ = (
        UniqueConstraint("year", "number"),
        UniqueConstraint("lot_id", "attempt"),
        CheckConstraint("(purpose = 'hammer money') = (lot_id IS NOT NULL)", name="for_one_thing"),
        paise("amount", above=0),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    year: Mapped[int]
    number: Mapped[int]
    purpose: Mapped[str]
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"), index=True)
    lot_id: Mapped[int | None] = mapped_column(ForeignKey("lot.id"))
    attempt: Mapped[int]
    payer: Mapped[str]
    mode: Mapped[str]
    reference: Mapped[str]
    amount: Mapped[Money] = mapped_column(MoneyColumn)
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    taken_by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), unique=True
    )
    screening_id: Mapped[int | None] = mapped_column(ForeignKey("screening.id"), default=None)

    @property
    def written(self) -> str:
        """Give the number as printed on the paper."""
        return f"R-{self.year}-{self.number}"


class Delivery(Record):
    """A lot handed over at the gate to the one who bought and paid."""

    __tablename__ = "delivery"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    lot_id: Mapped[int] = mapped_column(ForeignKey("lot.id"), unique=True)
    receipt_id: Mapped[int] = mapped_column(ForeignKey("receipt.id"), unique=True)
    taken_away_by: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    screening_id: Mapped[int | None] = mapped_column(ForeignKey("screening.id"), default=None)


def next_receipt_number(year: int) -> int:
    """Give the next number of the year's receipts."""
    last = db.session.scalar(select(func.max(Receipt.number)).where(Receipt.year == year))
    return (last or 0) + 1


def receipt_for_lot(lot_id: int) -> Receipt | None:
    """Find the receipt for the hammer money of a lot that stands, if it is paid."""
    found: Receipt | None = db.session.scalar(
        select(Receipt).where(Receipt.lot_id == lot_id, not_reversed(Receipt.journal_line_id))
    )
    return found


def receipts_for_lot(lot_id: int) -> list[Receipt]:
    """List every receipt ever given for a lot, reversed ones too."""
    return list(
        db.session.scalars(select(Receipt).where(Receipt.lot_id == lot_id).order_by(Receipt.id))
    )


def find_receipt(year: int, number: int) -> Receipt:
    """Find a receipt by the number on the paper; raise NotOnRegister."""
    found: Receipt | None = db.session.scalar(
        select(Receipt).where(Receipt.year == year, Receipt.number == number)
    )
    if found is None:
        raise NotOnRegister(f"receipt R-{year}-{number}")
    return found


def receipt_by_id(receipt_id: int) -> Receipt:
    """Find a receipt; raise NotOnRegister."""
    found: Receipt | None = db.session.get(Receipt, receipt_id)
    if found is None:
        raise NotOnRegister(f"receipt {receipt_id}")
    return found


def find_delivery(lot_id: int) -> Delivery | None:
    """Find how a lot was handed over, if it was."""
    found: Delivery | None = db.session.scalar(select(Delivery).where(Delivery.lot_id == lot_id))
    return found


def lots_to_hand_over() -> list[tuple[Lot, Receipt]]:
    """List the lots that are paid and were not taken away yet, first paid first."""
    waiting = (
        select(Lot, Receipt)
        .join(Receipt, Receipt.lot_id == Lot.id)
        .where(not_reversed(Receipt.journal_line_id), ~exists().where(Delivery.lot_id == Lot.id))
        .order_by(Receipt.id)
    )
    return [(lot, receipt) for lot, receipt in db.session.execute(waiting)]
