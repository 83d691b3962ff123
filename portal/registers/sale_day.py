"""What belongs to the day of a sale beside its lots: announcements, run order, test bids."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, Index, UniqueConstraint, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.bidding import LotStage, Ring
from portal.law.money import Money
from portal.registers.base import Instant, Key, MoneyColumn, Record, db, paise

# The six messages that are ready, in the languages of the yard.
READY: dict[str, dict[str, str]] = {
    "order": {
        "en": "The order of the lots has changed. Look at the list.",
        "te": "లాట్ల వరుస మారింది. జాబితా చూడండి.",
        "ur": "لاٹوں کی ترتیب بدل گئی ہے۔ فہرست دیکھیں۔",
        "hi": "लॉटों का क्रम बदल गया है। सूची देखें।",
    },
    "defect": {
        "en": "A defect of this animal is declared. Listen to the auctioneer.",
        "te": "ఈ పశువు లోపం ప్రకటించబడింది. వేలం వేసేవారి మాట వినండి.",
        "ur": "اس جانور کا عیب بتایا گیا ہے۔ نیلام کرنے والے کی بات سنیں۔",
        "hi": "इस पशु का दोष बताया गया है। नीलामकर्ता की बात सुनें।",
    },
    "break": {
        "en": "There is a break. The sale goes on in a few minutes.",
        "te": "విరామం. వేలం కొద్ది నిమిషాల్లో కొనసాగుతుంది.",
        "ur": "وقفہ ہے۔ نیلام چند منٹ میں جاری ہوگا۔",
        "hi": "विराम है। नीलामी कुछ मिनट में आगे चलेगी।",
    },
    "last call": {
        "en": "Last call for this lot.",
        "te": "ఈ లాట్‌కు చివరి పిలుపు.",
        "ur": "اس لاٹ کی آخری پکار۔",
        "hi": "इस लॉट की आख़िरी पुकार।",
    },
    "network": {
        "en": "There is trouble with the network. Bidding waits; no bid is lost.",
        "te": "నెట్‌వర్క్ సమస్య ఉంది. వేలం ఆగింది; ఏ పాటా పోదు.",
        "ur": "نیٹ ورک میں خرابی ہے۔ بولی رکی ہے؛ کوئی بولی ضائع نہیں ہوگی۔",
        "hi": "नेटवर्क में दिक्कत है। बोली रुकी है; कोई बोली खोएगी नहीं।",
    },
    "over": {
        "en": "The sale is over. Buyers pay at the desk.",
        "te": "వేలం ముగిసింది. కొన్నవారు డెస్క్ వద్ద చెల్లించాలి.",
        "ur": "نیلام ختم ہوا۔ خریدار ڈیسک پر ادائیگی کریں۔",
        "hi": "नीलामी समाप्त हुई। ख़रीदार डेस्क पर भुगतान करें।",
    },
}
# The dummy lot: it begins and rises like a lot, and sells nothing.
TEST_LOT = 0
STARTS_AT, RISES_BY = Money.of(rupees=1_000), Money.of(rupees=100)


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


def ring_of_test(sale_id: int) -> Ring:
    """Give the dummy lot of a sale as the law looks at it."""
    last = next(iter(bids_of_test(sale_id)), None)
    place = last.place if last else 0
    return Ring(
        lot=TEST_LOT,
        stage=LotStage.IN_RING,
        starting_price=STARTS_AT,
        step=RISES_BY,
        standing_bid=last.amount if last else None,
        standing_card=None,
        version=place,
        seen=place,
    )
