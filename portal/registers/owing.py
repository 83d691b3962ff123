"""Money owed back to buyers whose purchase does not stand, and orders that made it void.

A sale of a lot ends unpaid by default, or is made void by an order. The hammer is reversed, what
the buyer had paid is owed back to him, and is given back by an act of its own.
"""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, UniqueConstraint, and_, exists, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.money import Money
from portal.registers.base import Instant, Key, MoneyColumn, NotOnRegister, Record, db, paise
from portal.registers.deposits import Deposit
from portal.registers.ledger import not_reversed
from portal.registers.sales import Lot
from portal.registers.settlement import Receipt


class RefundOwed(Record):
    """What a buyer had paid towards a sale that was undone, and is owed back."""

    __tablename__ = "refund_owed"
    __table_args__ = (paise("amount", above=0),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    lot_id: Mapped[int] = mapped_column(ForeignKey("lot.id"), index=True)
    hammer_id: Mapped[int] = mapped_column(ForeignKey("lot_happening.id"), unique=True)
    card_id: Mapped[int] = mapped_column(ForeignKey("card.id"))
    payers: Mapped[str]
    amount: Mapped[Money] = mapped_column(MoneyColumn)
    why: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), unique=True
    )


class RefundPaid(Record):
    """Money that was owed back to a buyer and was given back, whole.

    A payment that came back, or was entered wrongly, is reversed in the ledger and does not count.
    """

    __tablename__ = "refund_paid"
    __table_args__ = (
        UniqueConstraint("refund_owed_id", "attempt"),
        CheckConstraint("mode IN ('cash', 'UPI', 'bank transfer')", name="known_mode"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    refund_owed_id: Mapped[int] = mapped_column(ForeignKey("refund_owed.id"))
    attempt: Mapped[int]
    to: Mapped[str]
    mode: Mapped[str]
    reference: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), unique=True
    )


class VoidOrder(Record):
    """An officer's order to make the sale of a lot void; another person carries it out."""

    __tablename__ = "void_order"
    __table_args__ = (CheckConstraint("number <> '' AND reason <> ''", name="says_why"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    hammer_id: Mapped[int] = mapped_column(ForeignKey("lot_happening.id"), unique=True)
    lot_id: Mapped[int] = mapped_column(ForeignKey("lot.id"), index=True)
    number: Mapped[str] = mapped_column(unique=True)
    reason: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


def refunds_of_lots(sale_id: int) -> list[tuple[RefundOwed, Lot, RefundPaid | None]]:
    """List what is and was owed back to the buyers of a sale, first first."""
    found = db.session.execute(
        select(RefundOwed, Lot, RefundPaid)
        .join(Lot, Lot.id == RefundOwed.lot_id)
        .outerjoin(
            RefundPaid,
            and_(
                RefundPaid.refund_owed_id == RefundOwed.id,
                not_reversed(RefundPaid.journal_line_id),
            ),
        )
        .where(Lot.sale_id == sale_id)
        .order_by(RefundOwed.id)
    )
    return [(owed, lot, paid) for owed, lot, paid in found]


def find_refund(refund_id: int) -> tuple[RefundOwed, Lot, RefundPaid | None]:
    """Find what is owed back, its lot, and the payment that stands, if one does.

    Raises NotOnRegister.
    """
    owed: RefundOwed | None = db.session.get(RefundOwed, refund_id)
    if owed is None:
        raise NotOnRegister(f"refund {refund_id}")
    paid = db.session.scalar(
        select(RefundPaid).where(
            RefundPaid.refund_owed_id == owed.id, not_reversed(RefundPaid.journal_line_id)
        )
    )
    return owed, db.session.get_one(Lot, owed.lot_id), paid


def payments_of_refund(refund_id: int) -> list[RefundPaid]:
    """List every payment of what was owed back, those that were reversed too, first first."""
    return list(
        db.session.scalars(
            select(RefundPaid).where(RefundPaid.refund_owed_id == refund_id).order_by(RefundPaid.id)
        )
    )


def void_order_on(hammer_id: int) -> VoidOrder | None:
    """Find the order to make one fall of the hammer void."""
    found: VoidOrder | None = db.session.scalar(
        select(VoidOrder).where(VoidOrder.hammer_id == hammer_id)
    )
    return found


def void_number_used(number: str) -> bool:
    """Tell whether an order of this number is on the register."""
    return bool(db.session.scalar(select(exists().where(VoidOrder.number == number))))


def receipt_with_reference(reference: str) -> str | None:
    """Give the number of the paper that shows a payment's reference already, if one counts."""
    receipt: Receipt | None = db.session.scalar(
        select(Receipt).where(Receipt.reference == reference, not_reversed(Receipt.journal_line_id))
    )
    if receipt is not None:
        return receipt.written
    deposit: Deposit | None = db.session.scalar(
        select(Deposit).where(Deposit.reference == reference, not_reversed(Deposit.journal_line_id))
    )
    if deposit is not None:
        return deposit.written
    given: RefundPaid | None = db.session.scalar(
        select(RefundPaid).where(
            RefundPaid.reference == reference, not_reversed(RefundPaid.journal_line_id)
        )
    )
    return f"refund {given.refund_owed_id}" if given is not None else None
