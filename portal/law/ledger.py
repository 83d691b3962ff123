"""The ledger. A line moves one sum from one account to another, so it cannot fail to balance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from portal.law.act import under
from portal.law.dues import DuesStatement
from portal.law.money import NOTHING, Money
from portal.law.surplus import Division


class Account(Enum):
    """Where money can be."""

    CASH = "cash and bank"
    OWED_BY_BUYERS = "owed by buyers"
    OWED_BACK = "owed back to buyers"
    PROCEEDS = "proceeds of sale"
    POUND_FEES = "pound fees"
    EXPENSES = "expenses"
    FINES = "fines"
    SURPLUS_HELD = "surplus held"
    OWED_TO_OWNER = "owed to owners"
    APPROPRIATED = "appropriated by the Government"
    CHALLANS_IN_TRANSIT = "challans in transit"
    DEPOSITS = "deposits held"
    FORFEITS = "forfeited deposits"
    SHORTFALL = "shortfall"
    DUES_NOT_MET = "dues not met"
    DIFFERENCES = "differences with the bank"

    @property
    def government_head(self) -> bool:
        """Tell whether the account is a head of the Government's own money."""
        return self in {Account.POUND_FEES, Account.EXPENSES, Account.FINES}

    @property
    def whose(self) -> str:
        """Say whose money it is, where the name of the account does not say so itself.

        A forfeited deposit is no fee, expense or fine of the Act: it comes by the terms of the
        sale, stays apart from the heads, and is no part of the proceeds that are divided.
        """
        if self.government_head:
            return "Government head"
        return {
            Account.DEPOSITS: "bidders, until given back",
            Account.FORFEITS: "by the terms of sale",
            Account.DIFFERENCES: "nobody's, until it is explained",
            Account.OWED_BACK: "buyers, until given back",
        }.get(self, "")


@dataclass(frozen=True)
class Transfer:
    """One line of the ledger."""

    debit: Account
    credit: Account
    amount: Money

    def __post_init__(self) -> None:
        if self.amount <= NOTHING or self.debit is self.credit:
            raise ValueError("a transfer moves a sum above nothing between two accounts")


Entry = tuple[Transfer, ...]


@under("1")
def on_release(statement: DuesStatement) -> Entry:
    """Take the dues from the owner, each to its head."""
    return _entry(
        (Account.CASH, Account.EXPENSES, statement.expenses),
        (Account.CASH, Account.POUND_FEES, statement.pound_fee),
        (Account.CASH, Account.FINES, statement.fine),
    )


@under("2")
def on_hammer(division: Division) -> Entry:
    """Divide the proceeds; hold what remains. A shortfall is remembered and nobody is billed."""
    return _entry(
        (Account.OWED_BY_BUYERS, Account.PROCEEDS, division.hammer_price),
        (Account.PROCEEDS, Account.EXPENSES, division.expenses),
        (Account.PROCEEDS, Account.POUND_FEES, division.pound_fee),
        (Account.PROCEEDS, Account.FINES, division.fine),
        (Account.PROCEEDS, Account.SURPLUS_HELD, division.surplus),
        (Account.SHORTFALL, Account.DUES_NOT_MET, division.shortfall),
    )


@under("2")
def on_buyer_paid(amount: Money) -> Entry:
    """Take the hammer money, or a part of it."""
    return _entry((Account.CASH, Account.OWED_BY_BUYERS, amount))


@under("2")
def on_sale_undone(paid: Money) -> Entry:
    """Owe back what a buyer paid towards a sale that does not stand any more.

    The lines of the hammer are reversed beside this; so nothing of it stays with the buyers.
    """
    return _entry((Account.OWED_BY_BUYERS, Account.OWED_BACK, paid))


@under("2")
def on_buyer_refunded(amount: Money) -> Entry:
    """Give a buyer back what is owed to him."""
    return _entry((Account.OWED_BACK, Account.CASH, amount))


@under("2")
def on_voucher(amount: Money) -> Entry:
    """Owe the surplus to the one who proved to be the owner."""
    return _entry((Account.SURPLUS_HELD, Account.OWED_TO_OWNER, amount))


@under("2")
def on_voucher_paid(amount: Money) -> Entry:
    """Pay the owner."""
    return _entry((Account.OWED_TO_OWNER, Account.CASH, amount))


@under("2")
def on_appropriation(amount: Money) -> Entry:
    """Carry to the Government, "in other cases", what nobody proved to be his (R13)."""
    return _entry((Account.SURPLUS_HELD, Account.APPROPRIATED, amount))


@under("2")
def on_challan(amount: Money) -> Entry:
    """Put what was appropriated on a challan."""
    return _entry((Account.APPROPRIATED, Account.CHALLANS_IN_TRANSIT, amount))


@under("2")
def on_remittance(amount: Money) -> Entry:
    """Let the money go: the Treasury has it."""
    return _entry((Account.CHALLANS_IN_TRANSIT, Account.CASH, amount))


def on_deposit_taken(amount: Money) -> Entry:
    """Hold a bidder's deposit: it is his until he fails to pay for what he wins."""
    return _entry((Account.CASH, Account.DEPOSITS, amount))


def on_deposit_refunded(amount: Money) -> Entry:
    """Give a deposit back."""
    return _entry((Account.DEPOSITS, Account.CASH, amount))


def on_deposit_forfeited(amount: Money) -> Entry:
    """Keep a deposit under the terms of the sale; the cash stays, what is owed for it goes."""
    return _entry((Account.DEPOSITS, Account.FORFEITS, amount))


def reverse(entry: Entry) -> Entry:
    """Undo an entry by lines that go the other way."""
    return tuple(Transfer(move.credit, move.debit, move.amount) for move in reversed(entry))


def balance(account: Account, lines: Iterable[Transfer]) -> Money:
    """Credits less debits."""
    amount = NOTHING
    for line in lines:
        if line.credit is account:
            amount += line.amount
        if line.debit is account:
            amount -= line.amount
    return amount


def _entry(*moves: tuple[Account, Account, Money]) -> Entry:
    return tuple(Transfer(debit, credit, amount) for debit, credit, amount in moves if amount)
