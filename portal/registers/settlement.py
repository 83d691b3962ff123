"""Receipts for money taken, and deliveries of what was bought."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ColumnElement,
    ForeignKey,
    Index,
    ScalarSelect,
    UniqueConstraint,
    and_,
    exists,
    func,
    literal,
    select,
    type_coerce,
)
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.money import Money
from portal.law.receipts import Price
from portal.registers.base import (
    Instant,
    Key,
    MoneyColumn,
    NotOnRegister,
    Record,
    db,
    on_register,
    paise,
)
from portal.registers.bids import Bid
from portal.registers.ledger import not_reversed
from portal.registers.ring import IN_DEFAULT, MADE_VOID, LotHappening, hammer_stands
from portal.registers.sales import Lot

DUES, HAMMER_MONEY = "dues", "hammer money"


class Receipt(Record):
    """Money taken: the dues of a case in full, or the hammer price of a lot, whole or in parts."""

    __tablename__ = "receipt"
    __table_args__ = (
        UniqueConstraint("year", "number"),
        UniqueConstraint("lot_id", "attempt"),
        CheckConstraint("(purpose = 'hammer money') = (lot_id IS NOT NULL)", name="for_one_thing"),
        Index("ix_receipt_reference", "reference"),
        paise("amount", above=0),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    year: Mapped[int]
    number: Mapped[int]
    purpose: Mapped[str]
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"), index=True)
    lot_id: Mapped[int | None] = mapped_column(ForeignKey("lot.id"))
    attempt: Mapped[int]
    payer: Mapped[str]
    mode: Mapped[str]
    reference: Mapped[str]
    amount: Mapped[Money] = mapped_column(MoneyColumn)
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    taken_by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), unique=True
    )
    screening_id: Mapped[int | None] = mapped_column(ForeignKey("screening.id"), default=None)

    @property
    def written(self) -> str:
        """Give the number as printed on the paper."""
        return f"R-{self.year}-{self.number}"


class Delivery(Record):
    """A lot handed over at the gate to the one who bought and paid."""

    __tablename__ = "delivery"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    lot_id: Mapped[int] = mapped_column(ForeignKey("lot.id"), unique=True)
    receipt_id: Mapped[int] = mapped_column(ForeignKey("receipt.id"), unique=True)
    taken_away_by: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    screening_id: Mapped[int | None] = mapped_column(ForeignKey("screening.id"), default=None)


def next_receipt_number(year: int) -> int:
    """Give the next number of the year's receipts."""
    last = db.session.scalar(select(func.max(Receipt.number)).where(Receipt.year == year))
    return (last or 0) + 1


@dataclass(frozen=True)
class HammerMoney:
    """The hammer price of a lot whose sale stands, and the receipts that count towards it."""

    lot: int
    hammer_price: Money
    receipts: tuple[Receipt, ...]

    def price(self) -> Price:
        """Give the law what it looks at."""
        return Price(self.lot, self.hammer_price, tuple(one.amount for one in self.receipts))


def _counts_towards(hammer_line: ColumnElement[int]) -> ColumnElement[bool]:
    """Hold for a receipt that was not reversed and was given for this fall of the hammer."""
    return and_(not_reversed(Receipt.journal_line_id), Receipt.journal_line_id > hammer_line)


def hammer_money(lot_id: int) -> HammerMoney | None:
    """Gather what is paid towards the hammer price of a lot; none while it is not sold."""
    fell = db.session.execute(
        select(Lot.number, Bid.amount, LotHappening.journal_line_id)
        .join(LotHappening, LotHappening.lot_id == Lot.id)
        .join(Bid, Bid.id == LotHappening.bid_id)
        .where(Lot.id == lot_id, hammer_stands())
    ).one_or_none()
    if fell is None:
        return None
    number, price, line = fell
    receipts = db.session.scalars(
        select(Receipt)
        .where(Receipt.lot_id == lot_id, _counts_towards(literal(line)))
        .order_by(Receipt.id)
    )
    return HammerMoney(number, price, tuple(receipts))


def receipt_for_lot(lot_id: int) -> Receipt | None:
    """Find the receipt by which the price of a lot became whole; none while a part is due."""
    money = hammer_money(lot_id)
    return money.receipts[-1] if money and money.price().whole else None


def has_part_of_price(lot_id: int) -> bool:
    """Tell whether any money came for the sale of a lot that stands."""
    money = hammer_money(lot_id)
    return money is not None and bool(money.receipts)


def is_paid_whole(lot_id: ScalarSelect[int]) -> ColumnElement[bool]:
    """Hold, in a question about lots that are sold, for one whose whole price came."""
    stands = (LotHappening.lot_id == lot_id, hammer_stands())
    line = select(LotHappening.journal_line_id).where(*stands).scalar_subquery()
    price = (
        select(type_coerce(Bid.amount, BigInteger))
        .join_from(LotHappening, Bid, Bid.id == LotHappening.bid_id)
        .where(*stands)
        .scalar_subquery()
    )
    paid = (
        select(func.coalesce(func.sum(type_coerce(Receipt.amount, BigInteger)), 0))
        .where(Receipt.lot_id == lot_id, _counts_towards(line))
        .scalar_subquery()
    )
    return paid >= price


def receipts_for_lot(lot_id: int) -> list[Receipt]:
    """List every receipt ever given for a lot, reversed ones too."""
    return list(
        db.session.scalars(select(Receipt).where(Receipt.lot_id == lot_id).order_by(Receipt.id))
    )


def find_receipt(year: int, number: int) -> Receipt:
    """Find a receipt by the number on the paper; raise NotOnRegister."""
    found: Receipt | None = db.session.scalar(
        select(Receipt).where(Receipt.year == year, Receipt.number == number)
    )
    if found is None:
        raise NotOnRegister(f"receipt R-{year}-{number}")
    return found


def receipt_by_id(receipt_id: int) -> Receipt:
    """Find a receipt; raise NotOnRegister."""
    return on_register(Receipt, receipt_id, f"receipt {receipt_id}")


def price_when_taken(receipt: Receipt) -> Money | None:
    """Give the hammer price towards which a receipt was given; none for dues."""
    fell = db.session.scalar(
        select(LotHappening)
        .where(
            LotHappening.lot_id == receipt.lot_id,
            LotHappening.bid_id.is_not(None),
            LotHappening.journal_line_id < receipt.journal_line_id,
        )
        .order_by(LotHappening.id.desc())
        .limit(1)
    )
    return db.session.get_one(Bid, fell.bid_id).amount if fell else None


def sale_undone_after(receipt: Receipt) -> LotHappening | None:
    """Find how the sale that a receipt was given for was undone, if it was."""
    found: LotHappening | None = db.session.scalar(
        select(LotHappening)
        .where(
            LotHappening.lot_id == receipt.lot_id,
            LotHappening.what.in_((IN_DEFAULT, MADE_VOID)),
            LotHappening.journal_line_id > receipt.journal_line_id,
        )
        .order_by(LotHappening.id)
        .limit(1)
    )
    return found


def find_delivery(lot_id: int) -> Delivery | None:
    """Find how a lot was handed over, if it was."""
    found: Delivery | None = db.session.scalar(select(Delivery).where(Delivery.lot_id == lot_id))
    return found


def lots_to_hand_over() -> list[tuple[Lot, Receipt]]:
    """List the lots that are paid whole and were not taken away yet, first paid first."""
    waiting = (
        select(Lot)
        .join(Receipt, Receipt.lot_id == Lot.id)
        .where(not_reversed(Receipt.journal_line_id), ~exists().where(Delivery.lot_id == Lot.id))
    )
    paid = [(lot, receipt_for_lot(lot.id)) for lot in dict.fromkeys(db.session.scalars(waiting))]
    whole = [(lot, receipt) for lot, receipt in paid if receipt is not None]
    return sorted(whole, key=lambda one: one[1].id)
