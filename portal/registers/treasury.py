"""Money that leaves: vouchers to owners, appropriations, and challans to the Treasury."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import ColumnElement, ForeignKey, Select, UniqueConstraint, exists, func, select
from sqlalchemy.orm import InstrumentedAttribute, Mapped, mapped_column, relationship

from portal.law.money import Money
from portal.registers.base import (
    Instant,
    Key,
    MoneyColumn,
    Record,
    db,
    on_register,
    paise,
)
from portal.registers.carried import cases_to_look_at
from portal.registers.ledger import not_reversed
from portal.registers.sales import Lot


class Voucher(Record):
    """An order to pay a surplus to the one who proved to be the owner."""

    __tablename__ = "voucher"
    __table_args__ = (UniqueConstraint("lot_id", "attempt"), paise("amount", above=0))

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    lot_id: Mapped[int] = mapped_column(ForeignKey("lot.id"))
    attempt: Mapped[int]
    claim_id: Mapped[int] = mapped_column(ForeignKey("claim.id"))
    claim_order_id: Mapped[int] = mapped_column(ForeignKey("claim_order.id"))
    payee: Mapped[str]
    bank_account: Mapped[str]
    ifsc: Mapped[str]
    amount: Mapped[Money] = mapped_column(MoneyColumn)
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), unique=True
    )

    @property
    def written(self) -> str:
        """Give the number people say."""
        return f"V-{self.id}"


class VoucherPaid(Record):
    """A voucher that was paid, with the bank's reference."""

    __tablename__ = "voucher_paid"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    voucher_id: Mapped[int] = mapped_column(ForeignKey("voucher.id"), unique=True)
    mode: Mapped[str]
    reference: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), unique=True
    )


class Appropriation(Record):
    """A surplus nobody proved to be his, taken by the Government (R13)."""

    __tablename__ = "appropriation"
    __table_args__ = (UniqueConstraint("lot_id", "attempt"), paise("amount", above=0))

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    lot_id: Mapped[int] = mapped_column(ForeignKey("lot.id"))
    attempt: Mapped[int]
    amount: Mapped[Money] = mapped_column(MoneyColumn)
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), unique=True
    )


class HeadOfAccount(Record):
    """The head under which challans go to the Treasury, as it was set; the latest counts."""

    __tablename__ = "head_of_account"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    head: Mapped[str]
    order_number: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class ChallanItem(Record):
    """One appropriation carried to the Treasury by a challan.

    A challan that was undone leaves its items standing: the appropriation may go on another.
    """

    __tablename__ = "challan_item"
    __table_args__ = (UniqueConstraint("challan_id", "appropriation_id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    challan_id: Mapped[int] = mapped_column(ForeignKey("challan.id"), init=False, index=True)
    appropriation_id: Mapped[int] = mapped_column(ForeignKey("appropriation.id"), index=True)


class Challan(Record):
    """A challan by which appropriations go to the Treasury under one head of account."""

    __tablename__ = "challan"
    __table_args__ = (paise("amount", above=0),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    head_of_account: Mapped[str]
    amount: Mapped[Money] = mapped_column(MoneyColumn)
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), unique=True
    )
    carries: Mapped[list[ChallanItem]] = relationship(order_by=ChallanItem.id, lazy="selectin")

    @property
    def written(self) -> str:
        """Give the number people say."""
        return f"C-{self.id}"


class Remittance(Record):
    """The Treasury's own number and day for a challan it received."""

    __tablename__ = "remittance"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    challan_id: Mapped[int] = mapped_column(ForeignKey("challan.id"), unique=True)
    treasury_number: Mapped[str] = mapped_column(unique=True)
    on: Mapped[date]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), unique=True
    )


def voucher_for_lot(lot_id: int) -> Voucher | None:
    """Find the voucher for a lot's surplus that stands, if there is one."""
    found: Voucher | None = db.session.scalar(
        select(Voucher).where(
            Voucher.lot_id == lot_id,
            not_reversed(Voucher.journal_line_id),
        )
    )
    return found


def vouchers() -> list[Voucher]:
    """List every voucher, latest first."""
    return list(db.session.scalars(select(Voucher).order_by(Voucher.id.desc())))


def find_voucher(number: int) -> Voucher:
    """Find a voucher by its number; raise NotOnRegister."""
    return on_register(Voucher, number, f"voucher V-{number}")


def voucher_paid(voucher_id: int) -> VoucherPaid | None:
    """Find how a voucher was paid, if it was."""
    found: VoucherPaid | None = db.session.scalar(
        select(VoucherPaid).where(VoucherPaid.voucher_id == voucher_id)
    )
    return found


def attempts_at(record: type[Voucher | Appropriation], lot_id: int) -> int:
    """Count the vouchers, or appropriations, ever made for a lot, reversed ones too."""
    return len(db.session.scalars(select(record.id).where(record.lot_id == lot_id)).all())


def appropriation_for_lot(lot_id: int) -> Appropriation | None:
    """Find the appropriation of a lot's surplus that stands, if there is one."""
    found: Appropriation | None = db.session.scalar(
        select(Appropriation).where(
            Appropriation.lot_id == lot_id,
            not_reversed(Appropriation.journal_line_id),
        )
    )
    return found


def find_appropriation(number: int) -> Appropriation:
    """Find an appropriation; raise NotOnRegister."""
    return on_register(Appropriation, number, f"appropriation {number}")


def appropriations_to_remit() -> list[Appropriation]:
    """List the appropriations that stand and are on no challan yet, first first."""
    waiting = select(Appropriation).where(
        ~_carried(Appropriation.id), not_reversed(Appropriation.journal_line_id)
    )
    return sorted(db.session.scalars(_of_open_cases(waiting)), key=lambda one: one.id)


def _of_open_cases(asked: Select[Appropriation]) -> Select[Appropriation]:
    """Ask of the appropriations of cases that may not be finished, and of no others."""
    looked_at = cases_to_look_at()
    if looked_at is None:
        return asked
    few = looked_at.subquery()
    of_lots = select(Lot.id).join(few, few.c.impounding_id == Lot.impounding_id)
    return asked.where(Appropriation.lot_id.in_(of_lots))


def is_on_challan(appropriation_id: int) -> bool:
    """Tell whether an appropriation is on a challan that stands."""
    return challan_of(appropriation_id) is not None


def _carried(appropriation: InstrumentedAttribute[int]) -> ColumnElement[bool]:
    """Hold, in a question about appropriations, for one on a challan that was not undone."""
    return exists().where(ChallanItem.appropriation_id == appropriation, of_standing_challan())


def of_standing_challan() -> ColumnElement[bool]:
    """Hold, in a question about items, for one of a challan that was not undone."""
    stands = select(Challan.id).where(not_reversed(Challan.journal_line_id))
    return ChallanItem.challan_id.in_(stands)


def heads_of_account() -> list[HeadOfAccount]:
    """List the heads of account that were ever set, latest first."""
    return list(db.session.scalars(select(HeadOfAccount).order_by(HeadOfAccount.id.desc())))


def head_of_account() -> str:
    """Give the head under which challans go, or nothing if none was set."""
    found: str | None = db.session.scalar(
        select(HeadOfAccount.head).order_by(HeadOfAccount.id.desc()).limit(1)
    )
    return found or ""


def challans() -> list[Challan]:
    """List the challans, latest first."""
    return list(db.session.scalars(select(Challan).order_by(Challan.id.desc())))


def find_challan(number: int) -> Challan:
    """Find a challan by its number; raise NotOnRegister."""
    return on_register(Challan, number, f"challan C-{number}")


def find_remittance(challan_id: int) -> Remittance | None:
    """Find the Treasury's number for a challan, if it has come."""
    found: Remittance | None = db.session.scalar(
        select(Remittance).where(Remittance.challan_id == challan_id)
    )
    return found


def challan_of(appropriation_id: int) -> Challan | None:
    """Find the challan that stands and carries an appropriation, if one does."""
    found: Challan | None = db.session.scalar(
        select(Challan)
        .join(ChallanItem, ChallanItem.challan_id == Challan.id)
        .where(
            ChallanItem.appropriation_id == appropriation_id,
            not_reversed(Challan.journal_line_id),
        )
    )
    return found


def challans_of(appropriation_id: int) -> list[Challan]:
    """List every challan that ever carried an appropriation, those undone too, first first."""
    carried = (
        select(Challan)
        .join(ChallanItem, ChallanItem.challan_id == Challan.id)
        .where(ChallanItem.appropriation_id == appropriation_id)
        .order_by(Challan.id)
    )
    return list(db.session.scalars(carried))


def count_in_transit() -> int:
    """Count the challans that stand and of which the Treasury has not given its number yet."""
    on_their_way = select(func.count(Challan.id)).where(
        ~exists().where(Remittance.challan_id == Challan.id),
        not_reversed(Challan.journal_line_id),
    )
    return db.session.scalar(on_their_way) or 0


def appropriations_carried_twice() -> list[int]:
    """List the appropriations that stand on two challans at once: no act writes that."""
    twice = (
        select(ChallanItem.appropriation_id)
        .join(Challan, Challan.id == ChallanItem.challan_id)
        .where(not_reversed(Challan.journal_line_id))
        .group_by(ChallanItem.appropriation_id)
        .having(func.count() > 1)
    )
    return list(db.session.scalars(twice))
