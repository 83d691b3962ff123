"""The close of a sale: what its slips, receipts and ledger say of each lot, and its cash."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    ColumnElement,
    ForeignKey,
    Index,
    func,
    select,
)
from sqlalchemy import type_coerce as as_kept
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.cash import LotAtClose
from portal.law.deposits import DepositEnding
from portal.law.ledger import Account, balance
from portal.law.money import NOTHING, Money
from portal.law.receipts import Mode
from portal.registers.base import Instant, Key, MoneyColumn, Record, db, paise
from portal.registers.cards import Card
from portal.registers.deposits import Deposit, DepositEnd
from portal.registers.ledger import lines_of_lot, not_reversed
from portal.registers.owing import RefundOwed, RefundPaid
from portal.registers.sales import Lot, lots_of
from portal.registers.settlement import Receipt, hammer_money


class CashCount(Record):
    """A count of the cash box of a sale, with what the receipts say must be in it."""

    __tablename__ = "cash_count"
    __table_args__ = (
        Index("ix_cash_count_sale_id", "sale_id", "id"),
        paise("counted"),
        CheckConstraint("counted = booked OR reason <> ''", name="difference_has_a_reason"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    sale_id: Mapped[int] = mapped_column(ForeignKey("sale.id"))
    pieces: Mapped[dict[str, int]] = mapped_column(JSON)
    counted: Mapped[Money] = mapped_column(MoneyColumn)
    booked: Mapped[Money] = mapped_column(MoneyColumn)  # below nothing, if more was given back
    reason: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))

    @property
    def difference(self) -> Money:
        """Give by how much more is in the box than the receipts say."""
        return self.counted - self.booked


def counts_of(sale_id: int) -> list[CashCount]:
    """List the counts of the cash of a sale, latest first; none is ever taken back."""
    return list(
        db.session.scalars(
            select(CashCount).where(CashCount.sale_id == sale_id).order_by(CashCount.id.desc())
        )
    )


def lots_at_close(sale_id: int) -> list[LotAtClose]:
    """Give each lot whose sale stands, as slip, receipts and ledger have it."""
    found = []
    for lot in lots_of(sale_id):
        money = hammer_money(lot.id)
        if money is not None:
            ledger = [line.transfer() for line in lines_of_lot(lot.id)]
            owed = NOTHING - balance(Account.OWED_BY_BUYERS, ledger)
            price = money.price()
            found.append(LotAtClose(lot.number, money.hammer_price, price.paid, owed))
    return found


def cash_booked(sale_id: int) -> Money:
    """Work out what must be in the box: cash taken at a sale, less cash given back."""
    cash = Mode.CASH.value
    lots = select(Lot.id).where(Lot.sale_id == sale_id)
    cards = select(Card.id).where(Card.sale_id == sale_id)
    sums = (
        select(_sum(Receipt)).where(
            Receipt.lot_id.in_(lots),
            Receipt.mode == cash,
            not_reversed(Receipt.journal_line_id),
        ),
        select(_sum(Deposit)).where(
            Deposit.card_id.in_(cards),
            Deposit.mode == cash,
            not_reversed(Deposit.journal_line_id),
        ),
        select(-_sum(Deposit))
        .join(DepositEnd, DepositEnd.deposit_id == Deposit.id)
        .where(
            Deposit.card_id.in_(cards),
            DepositEnd.what == DepositEnding.REFUNDED.value,
            DepositEnd.mode == cash,
            not_reversed(DepositEnd.journal_line_id),
        ),
        select(-_sum(RefundOwed))
        .join(RefundPaid, RefundPaid.refund_owed_id == RefundOwed.id)
        .where(
            RefundOwed.lot_id.in_(lots),
            RefundPaid.mode == cash,
            not_reversed(RefundPaid.journal_line_id),
        ),
    )
    return Money(sum(int(db.session.scalar(one) or 0) for one in sums))


def _sum(paper: type[Receipt | Deposit | RefundOwed]) -> ColumnElement[int]:
    return func.coalesce(func.sum(as_kept(paper.amount, BigInteger)), 0)
