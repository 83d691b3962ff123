"""The registers as lists for people and for files: one row an entry, in the order of writing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import aliased

from portal.law.days import legal_date
from portal.law.ledger import Account
from portal.law.money import Money
from portal.registers.base import db
from portal.registers.bids import Bid
from portal.registers.cards import Card
from portal.registers.claims import Claim
from portal.registers.deaths import births, deaths
from portal.registers.dues import DuesCharged
from portal.registers.impound import Impounding, Release
from portal.registers.ledger import LedgerLine, not_reversed
from portal.registers.people import Person
from portal.registers.ring import LotHappening, hammer_stands
from portal.registers.sales import Lot
from portal.registers.settlement import Receipt
from portal.registers.treasury import (
    Appropriation,
    Challan,
    ChallanItem,
    Remittance,
    Voucher,
    VoucherPaid,
)
from portal.registers.yard import CareTick
from portal.registers.yard_undone import YardBook, stands

Row = tuple["str | int | Money | date | None", ...]


@dataclass(frozen=True)
class Listed:
    """One register: its title, its headings, and how its rows between two days are found."""

    title: str
    headings: tuple[str, ...]
    rows: Callable[[date, date], Iterator[Row]]


def _intake(first: date, last: date) -> Iterator[Row]:
    asked = (
        select(Impounding, Release)
        .outerjoin(Release, Release.impounding_id == Impounding.id)
        .where(Impounding.on.between(first, last))
        .order_by(Impounding.on, Impounding.id)
    )
    for one, release in db.session.execute(asked):
        yield (
            one.number, one.on, one.kind, one.head, one.colour, one.ear_tag or "", one.area,
            one.brought_by, release.on if release else None, release.owner if release else "",
        )  # fmt: skip


def _dues(first: date, last: date) -> Iterator[Row]:
    asked = (
        select(DuesCharged, Impounding.number)
        .join(Impounding, Impounding.id == DuesCharged.impounding_id)
        .where(DuesCharged.last_day.between(first, last), not_reversed(DuesCharged.journal_line_id))
        .order_by(DuesCharged.id)
    )
    for one, number in db.session.execute(asked):
        yield (
            number, one.last_day, one.charge.replace("_", " ").lower(), one.cattle_class, one.head,
            one.days, one.amount, one.order_number, one.doubled_by or "",
        )  # fmt: skip


def _sales(first: date, last: date) -> Iterator[Row]:
    asked = (
        select(Lot, Impounding.number, LotHappening.on, Bid.amount, Card.number)
        .join(Impounding, Impounding.id == Lot.impounding_id)
        .join(LotHappening, LotHappening.lot_id == Lot.id)
        .join(Bid, Bid.id == LotHappening.bid_id)
        .outerjoin(Card, Card.id == Bid.card_id)
        .where(hammer_stands(), LotHappening.on.between(first, last))
        .order_by(LotHappening.id)
    )
    for lot, number, on, amount, card in db.session.execute(asked):
        yield lot.sale_id, lot.number, number, on, card, amount


def _bids(first: date, last: date) -> Iterator[Row]:
    asked = (
        select(Lot.sale_id, Lot.number, Bid.place, Bid.channel, Card.number, Bid.amount)
        .join(Lot, Lot.id == Bid.lot_id)
        .outerjoin(Card, Card.id == Bid.card_id)
        .join(LotHappening, LotHappening.bid_id == Bid.id)
        .where(hammer_stands(), LotHappening.on.between(first, last))
        .order_by(Bid.id)
    )
    for sale, lot, place, channel, card, amount in db.session.execute(asked):
        yield sale, lot, place, channel.replace("_", " "), card, amount


def _claims(first: date, last: date) -> Iterator[Row]:
    asked = (
        select(Claim, Impounding.number)
        .join(Lot, Lot.id == Claim.lot_id)
        .join(Impounding, Impounding.id == Lot.impounding_id)
        .where(Claim.appeared_on.between(first, last))
        .order_by(Claim.id)
    )
    for one, number in db.session.execute(asked):
        yield one.written, number, one.appeared_on, one.claimant, one.channel


def _surplus(first: date, last: date) -> Iterator[Row]:
    paid_by, drawn_by = aliased(Person), aliased(Person)
    asked = (
        select(Voucher, VoucherPaid, Impounding.number, drawn_by.name, paid_by.name)
        .join(Lot, Lot.id == Voucher.lot_id)
        .join(Impounding, Impounding.id == Lot.impounding_id)
        .join(drawn_by, drawn_by.id == Voucher.by_id)
        .outerjoin(VoucherPaid, VoucherPaid.voucher_id == Voucher.id)
        .outerjoin(paid_by, paid_by.id == VoucherPaid.by_id)
        .where(Voucher.on.between(first, last), not_reversed(Voucher.journal_line_id))
        .order_by(Voucher.id)
    )
    for one, paid, number, drawer, payer in db.session.execute(asked):
        yield (
            one.written, number, one.on, one.payee, one.amount, drawer,
            paid.on if paid else None, paid.reference if paid else "", payer or "",
        )  # fmt: skip


def _appropriations(first: date, last: date) -> Iterator[Row]:
    asked = (
        select(Appropriation, Impounding.number, Challan, Remittance)
        .join(Lot, Lot.id == Appropriation.lot_id)
        .join(Impounding, Impounding.id == Lot.impounding_id)
        .outerjoin(ChallanItem, ChallanItem.appropriation_id == Appropriation.id)
        .outerjoin(Challan, Challan.id == ChallanItem.challan_id)
        .outerjoin(Remittance, Remittance.challan_id == Challan.id)
        .where(Appropriation.on.between(first, last), not_reversed(Appropriation.journal_line_id))
        .order_by(Appropriation.id)
    )
    for one, number, challan, came in db.session.execute(asked):
        yield (
            one.id, number, one.on, one.amount, challan.written if challan else "",
            challan.head_of_account if challan else "", came.treasury_number if came else "",
            came.on if came else None,
        )  # fmt: skip


def _receipts(first: date, last: date) -> Iterator[Row]:
    asked = (
        select(Receipt, Impounding.number, not_reversed(Receipt.journal_line_id))
        .join(Impounding, Impounding.id == Receipt.impounding_id)
        .where(Receipt.on.between(first, last))
        .order_by(Receipt.id)
    )
    for one, number, counts in db.session.execute(asked):
        yield (
            one.written, number, one.on, one.purpose, one.payer, one.mode, one.reference,
            one.amount, "" if counts else "reversed",
        )  # fmt: skip


def _ledger(first: date, last: date) -> Iterator[Row]:
    asked = (
        select(LedgerLine, Impounding.number)
        .outerjoin(Impounding, Impounding.id == LedgerLine.impounding_id)
        .where(LedgerLine.on.between(first, last))
        .order_by(LedgerLine.id)
    )
    for one, number in db.session.execute(asked):
        yield (
            one.id, one.on, one.journal_line_id, number or "", Account[one.debit].value,
            Account[one.credit].value, one.amount,
        )  # fmt: skip


def _deaths(first: date, last: date) -> Iterator[Row]:
    for one, case in deaths(first, last):
        yield case.number, one.on, case.kind, one.cattle_class, one.head, one.left, one.cause


def _births(first: date, last: date) -> Iterator[Row]:
    for one, case in births(first, last):
        yield case.number, one.on, one.kind, one.cattle_class, one.head, one.remark


def _care(first: date, last: date) -> Iterator[Row]:
    asked = (
        select(CareTick, Impounding.number, Person.name)
        .join(Impounding, Impounding.id == CareTick.impounding_id)
        .join(Person, Person.id == CareTick.by_id)
        .where(CareTick.on.between(first, last), stands(YardBook.CARE, CareTick.id))
        .order_by(CareTick.on, CareTick.id)
    )
    for one, number, name in db.session.execute(asked):
        yield number, one.on, name, legal_date(one.at), one.remark


REGISTERS = {
    "intake": Listed(
        "Impound register",
        (
            "Case", "Brought on", "Kind", "Heads", "Colour", "Ear tag", "Area", "Brought by",
            "Released on", "Owner",
        ),
        _intake,
    ),
    "deaths": Listed(
        "Deaths in the pound",
        ("Case", "Died on", "Kind", "Class", "Heads", "Left alive", "Cause"),
        _deaths,
    ),
    "births": Listed(
        "Births in the pound", ("Case", "Born on", "Kind", "Class", "Heads", "Remark"), _births
    ),
    "care": Listed(
        "Feeding and care", ("Case", "Day", "Ticked by", "Written on", "Remark"), _care
    ),
    "dues": Listed(
        "Dues charged",
        ("Case", "Up to", "Charge", "Class", "Heads", "Days", "Amount", "Order", "Doubled by"),
        _dues,
    ),
    "sales": Listed(
        "Sales", ("Sale", "Lot", "Case", "Sold on", "Card", "Hammer price"), _sales
    ),
    "bids": Listed(
        "Winning bids", ("Sale", "Lot", "Place", "Channel", "Card", "Amount"), _bids
    ),
    "claims": Listed("Claims", ("Claim", "Case", "Appeared on", "Claimant", "Channel"), _claims),
    "surplus": Listed(
        "Surplus vouchers",
        (
            "Voucher", "Case", "Drawn on", "Payee", "Amount", "Drawn by", "Paid on", "Reference",
            "Paid by",
        ),
        _surplus,
    ),
    "appropriations": Listed(
        "Appropriations",
        (
            "Number", "Case", "Appropriated on", "Amount", "Challan", "Head of account",
            "Treasury number", "Treasury date",
        ),
        _appropriations,
    ),
    "receipts": Listed(
        "Receipts",
        ("Receipt", "Case", "Day", "For", "Payer", "Mode", "Reference", "Amount", "Stands"),
        _receipts,
    ),
    "ledger": Listed(
        "Ledger",
        ("Line", "Day", "Journal line", "Case", "Debit", "Credit", "Amount"),
        _ledger,
    ),
}  # fmt: skip
