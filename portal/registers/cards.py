"""Cards given to bidders, what their holders are known by, and the phones they bid from."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import (
    CheckConstraint,
    ColumnElement,
    ForeignKey,
    Index,
    UniqueConstraint,
    func,
    select,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from portal.registers.base import Instant, Key, NotOnRegister, Record, db, on_register


class CardKey(Record):
    """One thing by which a card's holder is known, kept so that it can be matched, not read."""

    __tablename__ = "card_key"
    __table_args__ = (Index("ix_card_key_kind_digest", "kind", "digest"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    card_id: Mapped[int] = mapped_column(ForeignKey("card.id"), init=False, index=True)
    kind: Mapped[str]
    digest: Mapped[str]
    tail: Mapped[str]


class Card(Record):
    """A bidder's number at one sale, with his declaration under (3)."""

    __tablename__ = "card"
    __table_args__ = (
        UniqueConstraint("sale_id", "number"),
        Index("ix_card_sale_id_phone", "sale_id", "phone"),
        CheckConstraint("number BETWEEN 1 AND 9999", name="number_on_card"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    sale_id: Mapped[int] = mapped_column(ForeignKey("sale.id"))
    number: Mapped[int]
    name: Mapped[str]
    phone: Mapped[str]
    buys_for: Mapped[str]
    declared: Mapped[str]
    given_by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)
    keys: Mapped[list[CardKey]] = relationship(order_by=CardKey.id, lazy="selectin")
    relation: Mapped[str] = mapped_column(server_default="", default="")

    def digests(self) -> list[tuple[str, str]]:
        """Give the kinds and digests of what the holder is known by."""
        return [(key.kind, key.digest) for key in self.keys]


class CardPhone(Record):
    """The phone a card is bid from since its number was moved; the latest counts."""

    __tablename__ = "card_phone"
    __table_args__ = (Index("ix_card_phone_card_id", "card_id", "id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    card_id: Mapped[int] = mapped_column(ForeignKey("card.id"))
    phone: Mapped[str] = mapped_column(index=True)
    reason: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


def phone_now() -> ColumnElement[str]:
    """Say from which phone a card is bid: the one it was moved to last, or that it was given to."""
    moved = (
        select(CardPhone.phone)
        .where(CardPhone.card_id == Card.id)
        .order_by(CardPhone.id.desc())
        .limit(1)
        .correlate(Card)
        .scalar_subquery()
    )
    return func.coalesce(moved, Card.phone)


def phone_of(card: Card) -> str:
    """Give the phone a card is bid from today; none in words for a card of the floor alone."""
    return db.session.scalar(select(phone_now()).where(Card.id == card.id)) or ""


def find_card(sale_id: int, number: int) -> Card:
    """Find a card of a sale by the number printed on it; raise NotOnRegister."""
    found = card_of_number(sale_id, number)
    if found is None:
        raise NotOnRegister(f"card {number}")
    return found


def card_of_number(sale_id: int, number: int) -> Card | None:
    """Find a card of a sale by its number, if it was given."""
    found: Card | None = db.session.scalar(
        select(Card).where(Card.sale_id == sale_id, Card.number == number)
    )
    return found


def card_by_id(card_id: int) -> Card:
    """Find a card by its row; raise NotOnRegister."""
    return on_register(Card, card_id, f"card row {card_id}")


def cards_of(sale_id: int) -> list[Card]:
    """List the cards of a sale by number."""
    return list(
        db.session.scalars(select(Card).where(Card.sale_id == sale_id).order_by(Card.number))
    )


def card_known_by(sale_id: int, digests: Iterable[tuple[str, str]]) -> Card | None:
    """Find the card of this sale whose holder is known by one of these things, if any."""
    for kind, digest in digests:
        found: Card | None = db.session.scalar(
            select(Card)
            .join(CardKey, CardKey.card_id == Card.id)
            .where(Card.sale_id == sale_id, CardKey.kind == kind, CardKey.digest == digest)
            .limit(1)
        )
        if found is not None:
            return found
    return None


def _bid_from(phone: str) -> ColumnElement[bool]:
    """Hold for a card that is bid from a phone; looked for by indexes, then asked exactly."""
    moved = select(CardPhone.card_id).where(CardPhone.phone == phone)
    return ((Card.phone == phone) | Card.id.in_(moved)) & (phone_now() == phone)


def card_of_phone(sale_id: int, phone: str) -> Card | None:
    """Find the card of a sale that is bid from a phone."""
    if not phone:
        return None
    here = select(Card).where(Card.sale_id == sale_id, _bid_from(phone))
    found: Card | None = db.session.scalar(here.order_by(Card.id.desc()).limit(1))
    return found


def cards_by_phone(phone: str) -> list[Card]:
    """List the cards that are bid from a phone, latest first; none for no phone."""
    if not phone:
        return []
    given = select(Card).where(_bid_from(phone)).order_by(Card.id.desc())
    return list(db.session.scalars(given))
