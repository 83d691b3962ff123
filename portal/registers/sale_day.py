"""What belongs to the day of a sale beside its lots: announcements, run order, test bids."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, Index, UniqueConstraint, func, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.money import Money
from portal.registers.base import Instant, Key, MoneyColumn, Record, db, paise


class Announcement(Record):
    """Something the auctioneer tells everybody: one of the ready messages, or words of his own."""

    __tablename__ = "announcement"
    __table_args__ = (Index("ix_announcement_sale_id", "sale_id", "id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    sale_id: Mapped[int] = mapped_column(ForeignKey("sale.id"))
    message: Mapped[str]
    words: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class RunOrder(Record):
    """The order in which the lots of a sale come into the ring, as last set."""

    __tablename__ = "run_order"
    __table_args__ = (Index("ix_run_order_sale_id", "sale_id", "id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    sale_id: Mapped[int] = mapped_column(ForeignKey("sale.id"))
    lots: Mapped[list[int]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class BidOfTest(Record):
    """A bid on the dummy lot, to see before the sale that bids arrive. It sells nothing."""

    __tablename__ = "test_bid"
    __table_args__ = (
        UniqueConstraint("sale_id", "key"),
        UniqueConstraint("sale_id", "place"),
        paise("amount", above=0),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    sale_id: Mapped[int] = mapped_column(ForeignKey("sale.id"))
    place: Mapped[int]
    channel: Mapped[str]
    card_id: Mapped[int | None] = mapped_column(ForeignKey("card.id"))
    amount: Mapped[Money] = mapped_column(MoneyColumn)
    key: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


def last_announcement(sale_id: int) -> Announcement | None:
    """Give what was told last at a sale, if anything was."""
    found: Announcement | None = db.session.scalar(
        select(Announcement)
        .where(Announcement.sale_id == sale_id)
        .order_by(Announcement.id.desc())
        .limit(1)
    )
    return found


def announcements(sale_id: int) -> list[Announcement]:
    """List what was told at a sale, latest first."""
    return list(
        db.session.scalars(
            select(Announcement)
            .where(Announcement.sale_id == sale_id)
            .order_by(Announcement.id.desc())
        )
    )


def run_order(sale_id: int) -> list[int]:
    """Give the numbers of lots in the order last set; empty if none was set."""
    found = db.session.scalar(
        select(RunOrder.lots)
        .where(RunOrder.sale_id == sale_id)
        .order_by(RunOrder.id.desc())
        .limit(1)
    )
    return list(found or ())


def bids_of_test(sale_id: int) -> list[BidOfTest]:
    """List the bids on the dummy lot of a sale, latest first."""
    return list(
        db.session.scalars(
            select(BidOfTest).where(BidOfTest.sale_id == sale_id).order_by(BidOfTest.place.desc())
        )
    )


def last_place_of_test(sale_id: int) -> int:
    """Give the place of the last bid on the dummy lot; 0 if there is none."""
    return (
        db.session.scalar(select(func.max(BidOfTest.place)).where(BidOfTest.sale_id == sale_id))
        or 0
    )
