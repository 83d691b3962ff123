"""To whom a surplus is paid, sub-section (2): fixed with the order, and changed by two and slowly.

The account of the claim that was allowed stands from the order on. Another account needs the
approval of a second officer and then 48 hours, in which the claimant, told at his old phone, can
object.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from portal.law.act import under
from portal.law.days import HYDERABAD
from portal.law.refusals_of_claims import (
    ApprovesOwnChange,
    ChangeTooFresh,
    ChangeWaits,
    NoPayee,
    PayeeMoved,
)

WAIT_AFTER_CHANGE = timedelta(hours=48)


@dataclass(frozen=True)
class BankAccount:
    """Where the money goes: a bank account by its number and IFSC, or, both empty, the counter."""

    bank_account: str
    ifsc: str


@dataclass(frozen=True)
class PayeeFacts:
    """The account in force for a claim, since when it may be paid, and whether a change waits."""

    claim: str
    account: BankAccount
    opens_at: datetime
    change_waits: bool


@under("2")
def require_payee_open(payee: PayeeFacts, now: datetime) -> None:
    """Refuse payment while a change waits, or for 48 hours after one; ChangeWaits, ChangeTooFresh.

    To the minute: at the very instant at which it opens it is open.
    """
    if payee.change_waits:
        raise ChangeWaits(payee.claim)
    if now < payee.opens_at:
        here = payee.opens_at.astimezone(HYDERABAD)
        raise ChangeTooFresh(payee.claim, here.date(), f"{here:%H:%M}")


@under("2")
def require_same_payee(
    voucher: str, drawn: tuple[str, BankAccount], in_force: tuple[str, BankAccount]
) -> None:
    """Refuse a voucher whose order or account is no longer the one in force; PayeeMoved."""
    if drawn != in_force:
        raise PayeeMoved(voucher)


@under("2")
def require_may_ask_change(claim: str, *, allowed: bool, change_waits: bool) -> None:
    """Refuse a change for a claim that no order allows, or beside one that waits."""
    if not allowed:
        raise NoPayee(claim)
    if change_waits:
        raise ChangeWaits(claim)


@under("2")
def require_another_approves(officer: Collection[int], asked_by: int) -> None:
    """Refuse approval by the person who asked, under whichever account; ApprovesOwnChange."""
    if asked_by in officer:
        raise ApprovesOwnChange
