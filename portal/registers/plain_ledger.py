"""The ledger of a year as plain text that hledger and Beancount read: two dialects, one content."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import groupby

from sqlalchemy import select

from portal.law.ledger import Account
from portal.law.money import NOTHING, Money
from portal.registers.base import db
from portal.registers.journal import JournalLine
from portal.registers.ledger import LedgerLine
from portal.registers.returns import balances_on

# Where each account stands in the five kinds that such programs know.
KINDS = {
    Account.CASH: "Assets",
    Account.OWED_BY_BUYERS: "Assets",
    Account.OWED_BACK: "Liabilities",
    Account.PROCEEDS: "Liabilities",
    Account.POUND_FEES: "Income",
    Account.EXPENSES: "Income",
    Account.FINES: "Income",
    Account.SURPLUS_HELD: "Liabilities",
    Account.OWED_TO_OWNER: "Liabilities",
    Account.APPROPRIATED: "Liabilities",
    Account.CHALLANS_IN_TRANSIT: "Liabilities",
    Account.DEPOSITS: "Liabilities",
    Account.FORFEITS: "Income",
    Account.SHORTFALL: "Equity",
    Account.DUES_NOT_MET: "Equity",
    Account.DIFFERENCES: "Equity",
}
BROUGHT_FORWARD = "Equity:Brought-Forward"
RUPEES = "INR"


def account_name(account: Account) -> str:
    """Write an account as both programs take it: Liabilities:Surplus-Held."""
    words = account.name.replace("_", "-").title()
    return f"{KINDS[account]}:{words}"


def as_hledger(year: int) -> str:
    """Write a year for hledger, beginning with what was brought forward, each balance asserted."""
    lines = [f"; Pound Sale Portal, ledger of {year}", f"commodity 1000.00 {RUPEES}", ""]
    lines += [f"account {account_name(one)}" for one in Account]
    lines += [f"account {BROUGHT_FORWARD}", ""]
    for day, words, postings in _entries(year):
        lines.append(f"{day.isoformat()} {_one_line(words)}")
        lines += [f"    {name}  {amount.decimal} {RUPEES}" for name, amount in postings]
        lines.append("")
    lines.append(f"{year}-12-31 balances as the portal has them")
    for account, amount in _closing(year):
        lines.append(f"    {account_name(account)}  0.00 {RUPEES} = {amount.decimal} {RUPEES}")
    return "\n".join(lines) + "\n"


def as_beancount(year: int) -> str:
    """Write a year for Beancount, beginning with what was brought forward, each balance held."""
    lines = [f"; Pound Sale Portal, ledger of {year}", f'option "operating_currency" "{RUPEES}"']
    names = [account_name(one) for one in Account] + [BROUGHT_FORWARD]
    lines += [f"{year}-01-01 open {name} {RUPEES}" for name in names] + [""]
    for day, words, postings in _entries(year):
        lines.append(f'{day.isoformat()} * "{_one_line(words)}"')
        lines += [f"  {name}  {amount.decimal} {RUPEES}" for name, amount in postings]
        lines.append("")
    for account, amount in _closing(year):
        # Beancount holds a balance against the beginning of its day.
        told = f"{account_name(account)}  {amount.decimal} {RUPEES}"
        lines.append(f"{year + 1}-01-01 balance {told}")
    return "\n".join(lines) + "\n"


def _entries(year: int) -> Iterator[tuple[date, str, list[tuple[str, Money]]]]:
    first, last = date(year, 1, 1), date(year, 12, 31)
    forward = [(one, sum_) for one, sum_ in _as_debits(balances_on(date(year - 1, 12, 31)))]
    if forward:
        brought = [(account_name(one), sum_) for one, sum_ in forward]
        left = sum((sum_.paise for _one, sum_ in forward), 0)
        if left:
            brought.append((BROUGHT_FORWARD, Money(-left)))
        yield first, "brought forward", brought
    asked = (
        select(LedgerLine, JournalLine.act)
        .join(JournalLine, JournalLine.id == LedgerLine.journal_line_id)
        .where(LedgerLine.on.between(first, last))
        .order_by(LedgerLine.journal_line_id, LedgerLine.id)
    )
    rows = db.session.execute(asked).all()
    for number, lines in groupby(rows, key=lambda row: row[0].journal_line_id):
        postings: list[tuple[str, Money]] = []
        for line, act in lines:
            on, words = line.on, f"{act}, journal line {number}"
            postings.append((account_name(Account[line.debit]), line.amount))
            postings.append((account_name(Account[line.credit]), line.amount * -1))
        yield on, words, postings


def _closing(year: int) -> list[tuple[Account, Money]]:
    return _as_debits(balances_on(date(year, 12, 31)), all_of_them=True)


def _as_debits(
    balances: dict[Account, Money], *, all_of_them: bool = False
) -> list[tuple[Account, Money]]:
    """Turn credits less debits round: those programs count debits above nothing."""
    return [
        (account, amount * -1)
        for account, amount in balances.items()
        if all_of_them or amount != NOTHING
    ]


def _one_line(words: str) -> str:
    return " ".join(words.replace('"', "'").replace(";", ",").split())
