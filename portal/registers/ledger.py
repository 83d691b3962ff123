"""The ledger, as kept. Lines are added, never changed; a mistake is reversed by more lines."""

from __future__ import annotations

from datetime import date

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ColumnElement,
    ForeignKey,
    Index,
    cast,
    exists,
    func,
    select,
    type_coerce,
)
from sqlalchemy.orm import InstrumentedAttribute, Mapped, mapped_column

from portal.law.ledger import Account, Transfer
from portal.law.money import NOTHING, Money
from portal.registers.base import Key, MoneyColumn, Record, db, paise


class LedgerLine(Record):
    """One transfer on one day, answerable to one line of the journal."""

    __tablename__ = "ledger_line"
    __table_args__ = (
        paise("amount", above=0),
        CheckConstraint("debit <> credit", name="two_sides"),
        Index("ix_ledger_line_on", "on"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), index=True
    )
    on: Mapped[date]
    impounding_id: Mapped[int | None] = mapped_column(ForeignKey("impounding.id"), index=True)
    lot_id: Mapped[int | None] = mapped_column(ForeignKey("lot.id"), index=True)
    debit: Mapped[str]
    credit: Mapped[str]
    amount: Mapped[Money] = mapped_column(MoneyColumn)

    def transfer(self) -> Transfer:
        """Give the line as the law understands it."""
        return Transfer(Account[self.debit], Account[self.credit], self.amount)


class Reversal(Record):
    """The undoing of one act's ledger lines, with its reason. An act is reversed once at most."""

    __tablename__ = "reversal"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    reversed_journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id"), unique=True
    )
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED")
    )
    reason: Mapped[str]


def lines_before(number: int | None, how_many: int) -> list[LedgerLine]:
    """Read a page of the ledger, newest first, of lines before a number."""
    page = select(LedgerLine).order_by(LedgerLine.id.desc()).limit(how_many)
    if number is not None:
        page = page.where(LedgerLine.id < number)
    return list(db.session.scalars(page))


def lines_of_act(journal_line_id: int) -> list[LedgerLine]:
    """Give what one act wrote in the ledger."""
    return list(
        db.session.scalars(
            select(LedgerLine)
            .where(LedgerLine.journal_line_id == journal_line_id)
            .order_by(LedgerLine.id)
        )
    )


def lines_of_lot(lot_id: int) -> list[LedgerLine]:
    """Give all that was ever written about one lot's money."""
    return list(
        db.session.scalars(
            select(LedgerLine).where(LedgerLine.lot_id == lot_id).order_by(LedgerLine.id)
        )
    )


def not_reversed(journal_line: InstrumentedAttribute[int]) -> ColumnElement[bool]:
    """Hold, in a question about a book, for a row whose ledger lines were not undone later."""
    return ~exists().where(Reversal.reversed_journal_line_id == journal_line)


def is_reversed(journal_line_id: int) -> bool:
    """Tell whether an act's ledger lines were undone by a later act."""
    undone = select(Reversal.id).where(Reversal.reversed_journal_line_id == journal_line_id)
    return db.session.scalar(undone) is not None


def balances(*, after: int = 0, until: int | None = None) -> dict[Account, Money]:
    """Work out every balance, credits less debits, from the lines: all, or those of two numbers."""
    found = dict.fromkeys(Account, NOTHING)
    for side, sign in ((LedgerLine.credit, 1), (LedgerLine.debit, -1)):
        moved = cast(func.sum(type_coerce(LedgerLine.amount, BigInteger)), BigInteger)
        asked = select(side, moved).where(LedgerLine.id > after).group_by(side)
        if until is not None:
            asked = asked.where(LedgerLine.id <= until)
        for account, paise_moved in db.session.execute(asked):
            found[Account[account]] += Money(paise_moved) * sign
    return found


def held_for(lot_id: int) -> Money:
    """Work out how much surplus of a lot is held at this moment, in the ledger's own words."""
    held = NOTHING
    for line in lines_of_lot(lot_id):
        if line.credit == Account.SURPLUS_HELD.name:
            held += line.amount
        if line.debit == Account.SURPLUS_HELD.name:
            held -= line.amount
    return held


def find_reversal(journal_line_id: int) -> Reversal | None:
    """Find how an act's ledger lines were undone, if they were."""
    found: Reversal | None = db.session.scalar(
        select(Reversal).where(Reversal.reversed_journal_line_id == journal_line_id)
    )
    return found
