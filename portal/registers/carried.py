"""The books carried forward: what was not finished at a line of the journal, and the balances then.

A ledger of paper carries its totals to the next page, so that nobody adds up the years again. So
does this: what is open now is what was open when the books were last carried forward, and what
any act has touched since. Rows are added like all others, and `verify` works them out again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import (
    BigInteger,
    CompoundSelect,
    ForeignKey,
    UniqueConstraint,
    func,
    select,
    union,
)
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.ledger import Account
from portal.law.money import Money
from portal.registers.base import Instant, Key, Record, db
from portal.registers.impound import Impounding
from portal.registers.journal import JournalConcern
from portal.registers.ledger import balances


class CarriedForward(Record):
    """One carrying forward: up to which row of each book it goes. The latest counts."""

    __tablename__ = "carried_forward"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    through_concern: Mapped[int] = mapped_column(Key)
    through_impounding: Mapped[int] = mapped_column(Key)
    through_ledger: Mapped[int] = mapped_column(Key)
    through_statement: Mapped[int] = mapped_column(Key)
    at: Mapped[datetime] = mapped_column(Instant)
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), unique=True
    )


class CarriedCase(Record):
    """A case that was not finished when the books were carried forward."""

    __tablename__ = "carried_case"
    __table_args__ = (UniqueConstraint("carried_forward_id", "impounding_id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    carried_forward_id: Mapped[int] = mapped_column(ForeignKey("carried_forward.id"))
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"))


class CarriedBalance(Record):
    """The balance of one account, in paise, when the books were carried forward."""

    __tablename__ = "carried_balance"
    __table_args__ = (UniqueConstraint("carried_forward_id", "account"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    carried_forward_id: Mapped[int] = mapped_column(ForeignKey("carried_forward.id"))
    account: Mapped[str]
    paise: Mapped[int] = mapped_column(BigInteger)


class CarriedStatement(Record):
    """A bank's file in which something was still to be answered then."""

    __tablename__ = "carried_statement"
    __table_args__ = (UniqueConstraint("carried_forward_id", "statement_id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    carried_forward_id: Mapped[int] = mapped_column(ForeignKey("carried_forward.id"))
    statement_id: Mapped[int] = mapped_column(ForeignKey("statement.id"))


@dataclass(frozen=True)
class ToCarry:
    """What is carried forward, as it was read in one snapshot before the act."""

    through_concern: int
    through_impounding: int
    through_ledger: int
    through_statement: int
    cases: tuple[int, ...]
    balances: dict[Account, Money]
    statements: tuple[int, ...]


def last_carried() -> CarriedForward | None:
    """Give the last carrying forward, if there was one."""
    found: CarriedForward | None = db.session.scalar(
        select(CarriedForward).order_by(CarriedForward.id.desc()).limit(1)
    )
    return found


def cases_to_look_at() -> CompoundSelect[int] | None:
    """Ask for every case that may not be finished; None while nothing was carried forward yet."""
    last = last_carried()
    if last is None:
        return None
    return union(
        select(CarriedCase.impounding_id).where(CarriedCase.carried_forward_id == last.id),
        select(JournalConcern.impounding_id).where(JournalConcern.id > last.through_concern),
        select(Impounding.id).where(Impounding.id > last.through_impounding),
    )


def acts_since() -> tuple[int, int]:
    """Count what touched cases since the last carrying forward, and the cases carried then."""
    last = last_carried()
    through, number = (last.through_concern, last.id) if last else (0, 0)
    touched = select(func.count()).where(JournalConcern.id > through)
    carried = select(func.count()).where(CarriedCase.carried_forward_id == number)
    return db.session.scalar(touched) or 0, db.session.scalar(carried) or 0


def balances_now() -> dict[Account, Money]:
    """Work out every balance from the last that was carried forward and the lines since."""
    last = last_carried()
    if last is None:
        return balances()
    found = balances(after=last.through_ledger)
    for account, paise in _carried_balances(last).items():
        found[account] += Money(paise)
    return found


def _carried_balances(carried: CarriedForward) -> dict[Account, int]:
    kept = select(CarriedBalance.account, CarriedBalance.paise).where(
        CarriedBalance.carried_forward_id == carried.id
    )
    return {Account[account]: paise for account, paise in db.session.execute(kept)}


def balance_breaks() -> Iterator[str]:
    """Give the balances that were carried forward otherwise than the ledger has them."""
    last = last_carried()
    if last is None:
        return
    kept = _carried_balances(last)
    for account, money in balances(until=last.through_ledger).items():
        if kept.get(account, 0) != money.paise:
            stands = Money(kept.get(account, 0)).decimal
            yield (
                f"Carried forward: {account.value} stands with {stands}, the ledger up to line"
                f" {last.through_ledger} gives {money.decimal}."
            )
