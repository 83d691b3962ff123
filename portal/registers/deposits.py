"""Deposits of bidders, what a sale asks for, and how each deposit ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import (
    CheckConstraint,
    ColumnElement,
    ForeignKey,
    Index,
    ScalarSelect,
    UniqueConstraint,
    case,
    exists,
    func,
    select,
)
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.bidding import LotStage
from portal.law.deposits import NOT_PAID, DepositEnding, DepositState, Won, deposit_state
from portal.law.money import Money
from portal.registers.base import Instant, Key, MoneyColumn, NotOnRegister, Record, db, paise
from portal.registers.bids import Bid, BidStruck, bid_by, left_bid_of
from portal.registers.cards import Card
from portal.registers.ledger import not_reversed
from portal.registers.ring import IN_DEFAULT, LotHappening, what_came_of
from portal.registers.sales import Lot, lots_of, lots_won
from portal.registers.settlement import receipt_for_lot


class SaleDeposit(Record):
    """What deposit a sale asks for; the last entry counts, and nothing is none."""

    __tablename__ = "sale_deposit"
    __table_args__ = (Index("ix_sale_deposit_sale_id", "sale_id", "id"), paise("amount"))

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    sale_id: Mapped[int] = mapped_column(ForeignKey("sale.id"))
    amount: Mapped[Money] = mapped_column(MoneyColumn)
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class Deposit(Record):
    """A deposit that was taken for a card, with its receipt.

    Its receipts are a series of their own: a receipt of the other series is for a case, and a
    deposit is for no animal.
    """

    __tablename__ = "deposit"
    __table_args__ = (UniqueConstraint("year", "number"), paise("amount", above=0))

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    year: Mapped[int]
    number: Mapped[int]
    card_id: Mapped[int] = mapped_column(ForeignKey("card.id"), index=True)
    payer: Mapped[str]
    amount: Mapped[Money] = mapped_column(MoneyColumn)
    mode: Mapped[str]
    reference: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    taken_by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), unique=True
    )

    @property
    def written(self) -> str:
        """Give the number as printed on the receipt."""
        return f"D-{self.year}-{self.number}"


class DepositEnd(Record):
    """A deposit given back, forfeited for a lot, or reversed as entered wrongly.

    An end that was itself entered wrongly is reversed in the ledger, and then does not count.
    """

    __tablename__ = "deposit_end"
    __table_args__ = (
        UniqueConstraint("deposit_id", "attempt"),
        CheckConstraint("what IN ('refunded', 'forfeited', 'reversed')", name="known_end"),
        CheckConstraint("(what = 'forfeited') = (lot_id IS NOT NULL)", name="forfeited_for_a_lot"),
        CheckConstraint("what = 'refunded' OR reason <> ''", name="has_a_reason"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    deposit_id: Mapped[int] = mapped_column(ForeignKey("deposit.id"))
    attempt: Mapped[int]
    what: Mapped[str]
    lot_id: Mapped[int | None] = mapped_column(ForeignKey("lot.id"))
    reason: Mapped[str]
    mode: Mapped[str]
    reference: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    journal_line_id: Mapped[int] = mapped_column(
        ForeignKey("journal_line.id", deferrable=True, initially="DEFERRED"), unique=True
    )


@dataclass(frozen=True)
class CardDeposit:
    """The deposit of one card as a page shows it: what is asked, the last deposit, its end."""

    asked: Money | None
    last: Deposit | None
    end: DepositEnd | None

    @property
    def standing(self) -> Deposit | None:
        """Give the deposit that stands, if one does."""
        return self.last if self.end is None else None

    @property
    def to_pay(self) -> Money | None:
        """Give what is asked and not standing; none where nothing is to be paid."""
        return None if self.standing is not None or not self.asked else self.asked

    @property
    def state(self) -> DepositState:
        """Say where it stands."""
        ended = DepositEnding(self.end.what) if self.end else None
        return deposit_state(self.asked, stands=self.standing is not None, ended=ended)


def _counts() -> ColumnElement[bool]:
    """Hold for an end that was not itself reversed."""
    return not_reversed(DepositEnd.journal_line_id)


def _stands() -> ColumnElement[bool]:
    """Hold for a deposit that has not ended."""
    return ~exists().where(DepositEnd.deposit_id == Deposit.id, _counts())


def _asked_of_card() -> ScalarSelect[Money]:
    return (
        select(SaleDeposit.amount)
        .where(SaleDeposit.sale_id == Card.sale_id)
        .order_by(SaleDeposit.id.desc())
        .limit(1)
        .correlate(Card)
        .scalar_subquery()
    )


def _has_standing() -> ColumnElement[bool]:
    return exists().where(Deposit.card_id == Card.id, _stands()).correlate(Card)


def deposit_to_pay() -> ColumnElement[Money | None]:
    """Give, in a question about cards, what deposit is still to be paid; nothing if none is.

    Put it among the columns with a label, and hand its value to law.deposits.require_deposit.
    """
    return case((~_has_standing(), _asked_of_card()), else_=None)


def deposit_asked(sale_id: int) -> Money | None:
    """Give what deposit a sale asks for; none unless it was fixed."""
    found: Money | None = db.session.scalar(
        select(SaleDeposit.amount)
        .where(SaleDeposit.sale_id == sale_id)
        .order_by(SaleDeposit.id.desc())
        .limit(1)
    )
    return found or None


def standing_deposit(card_id: int) -> Deposit | None:
    """Find the deposit of a card that stands, if one does."""
    found: Deposit | None = db.session.scalar(
        select(Deposit).where(Deposit.card_id == card_id, _stands())
    )
    return found


def standing_end(deposit_id: int) -> DepositEnd | None:
    """Find how a deposit ended, if it did and that was not reversed."""
    found: DepositEnd | None = db.session.scalar(
        select(DepositEnd).where(DepositEnd.deposit_id == deposit_id, _counts())
    )
    return found


def ends_of(deposit_id: int) -> list[DepositEnd]:
    """List every end of a deposit, those that were reversed too, first first."""
    return list(
        db.session.scalars(
            select(DepositEnd).where(DepositEnd.deposit_id == deposit_id).order_by(DepositEnd.id)
        )
    )


def deposits_of(card_id: int) -> list[Deposit]:
    """List every deposit ever taken for a card, first first."""
    return list(
        db.session.scalars(select(Deposit).where(Deposit.card_id == card_id).order_by(Deposit.id))
    )


def find_deposit(year: int, number: int) -> Deposit:
    """Find a deposit by the number on its receipt; raise NotOnRegister."""
    found: Deposit | None = db.session.scalar(
        select(Deposit).where(Deposit.year == year, Deposit.number == number)
    )
    if found is None:
        raise NotOnRegister(f"receipt D-{year}-{number}")
    return found


def next_deposit_number(year: int) -> int:
    """Give the next number of the year's receipts for deposits."""
    last = db.session.scalar(select(func.max(Deposit.number)).where(Deposit.year == year))
    return (last or 0) + 1


def deposit_of_card(card: Card) -> CardDeposit:
    """Give the deposit of one card as a page shows it."""
    last = next(iter(reversed(deposits_of(card.id))), None)
    return CardDeposit(
        deposit_asked(card.sale_id), last, standing_end(last.id) if last is not None else None
    )


def deposits_at(sale_id: int) -> dict[int, CardDeposit]:
    """Give the deposit of every card of a sale, by the card's own key, in two questions."""
    asked = deposit_asked(sale_id)
    found = {
        card_id: CardDeposit(asked, None, None)
        for card_id in db.session.scalars(select(Card.id).where(Card.sale_id == sale_id))
    }
    taken = db.session.execute(
        select(Deposit, DepositEnd)
        .join(Card, Card.id == Deposit.card_id)
        .outerjoin(DepositEnd, (DepositEnd.deposit_id == Deposit.id) & _counts())
        .where(Card.sale_id == sale_id)
        .order_by(Deposit.id)
    )
    for deposit, end in taken:  # the last of a card counts
        found[deposit.card_id] = CardDeposit(asked, deposit, end)
    return found


def unpaid_lots(card_id: int) -> list[int]:
    """List the numbers of the lots that a card bought and has not paid for.

    A lot put in default is among them until a deposit was forfeited for it.
    """
    failed = [won.lot for won in wins_of(card_id) if won.put_in_default and not won.forfeited_for]
    return failed + [lot.number for lot in lots_won(card_id) if receipt_for_lot(lot.id) is None]


def still_bids_on(card: Card) -> int | None:
    """Give the number of a lot that a bid of this card, made or left, may still win, if any."""
    for lot in lots_of(card.sale_id):
        if lot.stage() not in {LotStage.WAITING, LotStage.IN_RING}:
            continue
        standing = lot.standing_bid()
        leads = standing.card_if_named if standing else None
        if (leads is not None and leads.id == card.id) or left_bid_of(lot.id, card.id):
            return lot.number
    return None


def wins_of(card_id: int) -> tuple[Won, ...]:
    """Give every fall of the hammer for a card, as the rules of the deposit look at it."""
    struck = exists().where(BidStruck.bid_id == Bid.id, BidStruck.reason == NOT_PAID)
    falls = db.session.execute(
        select(LotHappening, Lot, struck)
        .join(Bid, Bid.id == LotHappening.bid_id)
        .join(Lot, Lot.id == LotHappening.lot_id)
        .where(bid_by(card_id))
        .order_by(LotHappening.id)
    )
    spent = set(
        db.session.scalars(
            select(DepositEnd.lot_id)
            .join(Deposit, Deposit.id == DepositEnd.deposit_id)
            .where(Deposit.card_id == card_id, DepositEnd.lot_id.is_not(None), _counts())
        )
    )
    return tuple(
        Won(
            lot=lot.number,
            on=fell.on,
            paid=_is_paid_by(card_id, lot),
            stands=(followed_by := what_came_of(fell)) is None,
            struck_unpaid=bool(struck_out),
            forfeited_for=lot.id in spent,
            put_in_default=followed_by is not None and followed_by.what == IN_DEFAULT,
        )
        for fell, lot, struck_out in falls
    )


def _is_paid_by(card_id: int, lot: Lot) -> bool:
    winning = lot.winning_bid()
    if winning is None or winning.card.id != card_id:
        return False
    return receipt_for_lot(lot.id) is not None
