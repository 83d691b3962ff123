"""To whom the surplus of an allowed claim is paid, and every change of it that was asked for."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.payees import BankAccount, PayeeFacts
from portal.registers.base import Instant, Key, NotOnRegister, Record, db
from portal.registers.claims import Claim


class Payee(Record):
    """An account for the money of a claim: that of the order, or one that somebody asked for."""

    __tablename__ = "payee"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    claim_id: Mapped[int] = mapped_column(ForeignKey("claim.id"), index=True)
    claim_order_id: Mapped[int] = mapped_column(ForeignKey("claim_order.id"))
    bank_account: Mapped[str]
    ifsc: Mapped[str]
    reason: Mapped[str]
    asked_by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)

    def account(self) -> BankAccount:
        """Give the law what it looks at."""
        return BankAccount(self.bank_account, self.ifsc)


class PayeeDecided(Record):
    """What a second officer decided on an account; approved, it may be paid from `opens_at` on."""

    __tablename__ = "payee_decided"
    __table_args__ = (
        CheckConstraint("approved = (opens_at IS NOT NULL)", name="opens_if_approved"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    payee_id: Mapped[int] = mapped_column(ForeignKey("payee.id"), unique=True)
    approved: Mapped[bool]
    reason: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)
    opens_at: Mapped[datetime | None] = mapped_column(Instant)


def payees_of(claim_id: int) -> list[tuple[Payee, PayeeDecided | None]]:
    """List the accounts of a claim with what was decided on each, first first."""
    found = db.session.execute(
        select(Payee, PayeeDecided)
        .outerjoin(PayeeDecided, PayeeDecided.payee_id == Payee.id)
        .where(Payee.claim_id == claim_id)
        .order_by(Payee.id)
    )
    return [(payee, decided) for payee, decided in found]


def find_payee(number: int) -> tuple[Payee, PayeeDecided | None]:
    """Find an account that was asked for, and what was decided on it; raise NotOnRegister."""
    found = db.session.execute(
        select(Payee, PayeeDecided)
        .outerjoin(PayeeDecided, PayeeDecided.payee_id == Payee.id)
        .where(Payee.id == number)
    ).first()
    if found is None:
        raise NotOnRegister(f"payee {number}")
    return found[0], found[1]


def payee_facts(claim: Claim) -> PayeeFacts:
    """Give the law what it looks at; of an order from before accounts were kept, the claim's own.

    A claim is never changed either, so its own account is as firm as a row of this register.
    """
    listed = payees_of(claim.id)
    approved = [(one, decided) for one, decided in listed if decided and decided.approved]
    account, opens_at = BankAccount(claim.bank_account, claim.ifsc), claim.appeared_at
    if approved:
        payee, decided = approved[-1]
        account, opens_at = payee.account(), decided.opens_at or decided.at
    return PayeeFacts(
        claim.written,
        account,
        opens_at,
        change_waits=any(decided is None for _payee, decided in listed),
    )
