"""The monthly return's money is the ledger's, month by month: nothing is left out or told twice."""

from collections import Counter

import pytest
import sqlalchemy as sa
from builders import rupees
from money_walk import MoneyWalk

from portal.actions import corrections
from portal.law.ledger import Account
from portal.law.months import Month
from portal.registers import returns
from portal.registers.base import db
from portal.registers.ledger import LedgerLine
from portal.registers.returns import (
    HELD_AT_THE_END,
    THERE_AT_THE_END,
    money_moved,
    monthly_return,
    moves_between,
)

STEPS = 160


def months():
    """Every month in which a line of the ledger stands, from the first to the last."""
    first, last = db.session.execute(
        sa.select(sa.func.min(LedgerLine.on), sa.func.max(LedgerLine.on))
    ).one()
    month = Month(first.year, first.month)
    while month.first_day <= last:
        yield month
        month = month.after


def changes(month):
    """What each account gained or lost in a month, line by line, in paise."""
    found = Counter()
    lines = sa.select(LedgerLine).where(LedgerLine.on.between(month.first_day, month.last_day))
    for line in db.session.scalars(lines):
        found[line.credit] += line.amount.paise
        found[line.debit] -= line.amount.paise
    return found


def told(month):
    """The same, from the table of the return: each sum under its name, and between which two."""
    table, found = monthly_return(month).money, Counter()
    named = money_moved(moves_between(month.first_day, month.last_day))
    for name, ((debit, credit), _amount) in named.items():
        if name in table:
            found[credit.name] += table[name].paise
            found[debit.name] -= table[name].paise
    return found


def require_return_is_the_ledger():
    ended = Counter()
    seen = 0
    for month in months():
        seen += 1
        moved = changes(month)
        assert {a: n for a, n in told(month).items() if n} == {a: n for a, n in moved.items() if n}
        ended.update(moved)
        table = monthly_return(month).money
        for name, account in HELD_AT_THE_END.items():
            assert table[name].paise == ended[account.name], (month, name)
        for name, account in THERE_AT_THE_END.items():
            assert table[name].paise == -ended[account.name], (month, name)
    return seen


def correct(hands):
    """Differences with the bank, each way, and between two heads."""
    for debit, credit in (
        (Account.DIFFERENCES, Account.CASH),
        (Account.CASH, Account.DIFFERENCES),
        (Account.DIFFERENCES, Account.FINES),
        (Account.EXPENSES, Account.POUND_FEES),
    ):
        prepared = hands.accounts(
            corrections.prepare_correction,
            debit=debit,
            credit=credit,
            amount=rupees(40),
            reason="found at the month's end",
            corrects=1,
        )
        hands.approve(corrections.post_correction, correction=prepared.id)


@pytest.mark.parametrize("seed", range(2))
def test_the_money_of_each_return_is_the_change_of_the_ledger(inside, hands, seed):
    walk = MoneyWalk(hands, f"return {seed}")
    walk.walk(STEPS)
    correct(hands)
    assert require_return_is_the_ledger() >= 2
    assert sum(walk.found.values()) == 0


def test_every_way_leaves_a_return_that_is_the_ledger(rows_of_every_kind):
    assert require_return_is_the_ledger() >= 2
    november, december = (monthly_return(Month(2026, month)).money for month in (11, 12))
    assert november["Given back to buyers"] == rupees(5_000)
    assert december["Owed back to buyers at the end"] == rupees(1_500)
    assert december["Less at the bank than in the books"] == rupees(40)


@pytest.mark.parametrize("left_out", ["Given back to buyers", "Deposits taken", "Put on challans"])
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_line_left_out_of_the_return_is_found(rows_of_every_kind, monkeypatch, left_out):
    whole = returns.money_moved

    def without(moves):
        return {name: one for name, one in whole(moves).items() if name != left_out}

    monkeypatch.setattr(returns, "money_moved", without)
    with pytest.raises(AssertionError):
        require_return_is_the_ledger()
