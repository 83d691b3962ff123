"""Cards given to bidders, and the staff list they are held against under sub-section (3)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint, select
from sqlalchemy.orm import Mapped, mapped_column, relationship

from portal.law.purchasers import BarredOffice, Match, Purchaser
from portal.registers.base import Instant, Key, NotOnRegister, Record, db


class StaffMember(Record):
    """A police officer or pound-keeper, who may not buy while, and on any day that, he is one."""

    __tablename__ = "staff_member"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    name: Mapped[str]
    office: Mapped[str]
    since: Mapped[date]
    recorded_at: Mapped[datetime] = mapped_column(Instant)


class StaffKey(Record):
    """One thing by which a member of staff is known, kept so that it can be matched, not read."""

    __tablename__ = "staff_key"
    __table_args__ = (Index("ix_staff_key_kind_digest", "kind", "digest"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    staff_member_id: Mapped[int] = mapped_column(ForeignKey("staff_member.id"))
    kind: Mapped[str]
    digest: Mapped[str]
    tail: Mapped[str]


class StaffMemberEnd(Record):
    """The day from which somebody is no longer on the staff list, by an order."""

    __tablename__ = "staff_member_end"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    staff_member_id: Mapped[int] = mapped_column(ForeignKey("staff_member.id"), unique=True)
    order_number: Mapped[str]
    from_day: Mapped[date]
    at: Mapped[datetime] = mapped_column(Instant)


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

    def purchaser(self, today: date) -> Purchaser:
        """Give the law what it looks at: the matches with the staff list as it stands today."""
        return Purchaser(self.number, matches=staff_matches(self.digests(), today))

    def digests(self) -> list[tuple[str, str]]:
        """Give the kinds and digests of what the holder is known by."""
        return [(key.kind, key.digest) for key in self.keys]


def staff_matches(digests: Iterable[tuple[str, str]], today: date) -> tuple[Match, ...]:
    """Find who on the staff list, as it stands today, is known by one of the same things."""
    found = []
    for kind, digest in digests:
        on_list = (
            select(StaffMember.office)
            .join(StaffKey, StaffKey.staff_member_id == StaffMember.id)
            .outerjoin(StaffMemberEnd, StaffMemberEnd.staff_member_id == StaffMember.id)
            .where(
                StaffKey.kind == kind,
                StaffKey.digest == digest,
                StaffMember.since <= today,
                (StaffMemberEnd.id.is_(None)) | (StaffMemberEnd.from_day > today),
            )
        )
        found += [Match(kind, BarredOffice(office)) for office in db.session.scalars(on_list)]
    return tuple(found)


def find_card(sale_id: int, number: int) -> Card:
    """Find a card of a sale by the number printed on it; raise NotOnRegister."""
    found: Card | None = db.session.scalar(
        select(Card).where(Card.sale_id == sale_id, Card.number == number)
    )
    if found is None:
        raise NotOnRegister(f"card {number}")
    return found


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


def staff_list() -> list[tuple[StaffMember, StaffMemberEnd | None]]:
    """List who is, was or will be on the staff list, by name."""
    found = db.session.execute(
        select(StaffMember, StaffMemberEnd)
        .outerjoin(StaffMemberEnd, StaffMemberEnd.staff_member_id == StaffMember.id)
        .order_by(StaffMember.name, StaffMember.id)
    )
    return [(member, end) for member, end in found]


def find_staff_member(number: int) -> StaffMember:
    """Find a member of staff; raise NotOnRegister."""
    found: StaffMember | None = db.session.get(StaffMember, number)
    if found is None:
        raise NotOnRegister(f"staff member {number}")
    return found


def keys_of_staff() -> dict[int, list[StaffKey]]:
    """Give what each member of staff is known by; only the last characters can be read."""
    found: dict[int, list[StaffKey]] = {}
    for key in db.session.scalars(select(StaffKey).order_by(StaffKey.id)):
        found.setdefault(key.staff_member_id, []).append(key)
    return found


def cards_by_phone(phone: str) -> list[Card]:
    """List the cards given to the holder of a phone, latest first; none for no phone."""
    if not phone:
        return []
    given = select(Card).where(Card.phone == phone).order_by(Card.id.desc())
    return list(db.session.scalars(given))
