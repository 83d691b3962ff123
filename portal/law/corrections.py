"""Corrections of the books: which accounts one may move money between."""

from __future__ import annotations

from portal.law.ledger import Account, Entry, Transfer
from portal.law.money import Money
from portal.law.refusals_of_accounts import CannotBeCorrected

# What is an owner's, a buyer's or a bidder's is put right by reversing the paper it stands on.
CORRECTABLE = (
    Account.CASH,
    Account.DIFFERENCES,
    Account.POUND_FEES,
    Account.EXPENSES,
    Account.FINES,
    Account.FORFEITS,
)


def on_correction(debit: Account, credit: Account, amount: Money) -> Entry:
    """Move a sum between two accounts that may be corrected; raise CannotBeCorrected."""
    if debit is credit or not {debit, credit} <= set(CORRECTABLE):
        raise CannotBeCorrected(debit.value, credit.value)
    return (Transfer(debit, credit, amount),)
