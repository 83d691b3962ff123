"""Who bids: the card, what it shares with the staff list today, its limit; asked at every bid."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import bindparam, exists, select

from portal.law.money import Money
from portal.law.purchasers import BarredOffice, Match
from portal.registers.base import NotOnRegister
from portal.registers.bids import Bid, CardLimit
from portal.registers.cards import Card, CardKey, StaffKey, StaffMember, StaffMemberEnd
from portal.registers.people import Person
from portal.registers.prepared import Prepared


@dataclass(frozen=True)
class BidderCard:
    """A card as the ring looks at it."""

    id: int
    number: int
    name: str
    limit: Money | None
    matches: tuple[Match, ...]


@dataclass(frozen=True)
class SameBid:
    """A bid recorded under the same key."""

    place: int
    card_id: int | None
    amount: Money
    at: datetime


_LIMIT = (
    select(CardLimit.most)
    .where(CardLimit.card_id == Card.id)
    .order_by(CardLimit.id.desc())
    .limit(1)
    .correlate(Card)
    .scalar_subquery()
    .label("most")
)
_SHARES = (
    exists()
    .where(
        CardKey.card_id == Card.id,
        StaffKey.kind == CardKey.kind,
        StaffKey.digest == CardKey.digest,
    )
    .correlate(Card)
    .label("shares")
)
_BY_NUMBER = Prepared(
    select(Card.id, Card.number, Card.name, _LIMIT, _SHARES).where(
        Card.sale_id == bindparam("sale"), Card.number == bindparam("number")
    )
)
OF_PERSON = Prepared(
    select(Card.id, Card.number, Card.name, _LIMIT, _SHARES)
    .join(Person, Person.phone == Card.phone)
    .where(Card.sale_id == bindparam("sale"), Person.id == bindparam("person"), Person.phone != "")
    .order_by(Card.id.desc())
    .limit(1)
)
_MATCHES = Prepared(
    select(CardKey.kind, StaffMember.office)
    .join(StaffKey, (StaffKey.kind == CardKey.kind) & (StaffKey.digest == CardKey.digest))
    .join(StaffMember, StaffMember.id == StaffKey.staff_member_id)
    .outerjoin(StaffMemberEnd, StaffMemberEnd.staff_member_id == StaffMember.id)
    .where(
        CardKey.card_id == bindparam("card"),
        StaffMember.since <= bindparam("today"),
        (StaffMemberEnd.id.is_(None)) | (StaffMemberEnd.from_day > bindparam("today")),
    )
)
SAME = Prepared(
    select(Bid.place, Bid.card_id, Bid.amount, Bid.at).where(
        Bid.lot_id == bindparam("lot"), Bid.key == bindparam("key")
    )
)


def _card(row: Any, today: date) -> BidderCard:
    if not row.shares:  # with nobody who is, was or will be on the staff list
        return BidderCard(row.id, row.number, row.name, row.most, ())
    shared = _MATCHES.all(card=row.id, today=today)
    matches = tuple(Match(one.kind, BarredOffice(one.office)) for one in shared)
    return BidderCard(row.id, row.number, row.name, row.most, matches)


def bidder_card(sale: int, number: int, today: date) -> BidderCard:
    """Find a card of a sale by its number; raise NotOnRegister."""
    row = _BY_NUMBER.first(sale=sale, number=number)
    if row is None:
        raise NotOnRegister(f"card {number}")
    return _card(row, today)


def card_of_person(sale: int, person: int, today: date) -> BidderCard | None:
    """Find the card that was given, at a sale, to the phone of a person."""
    row = OF_PERSON.first(sale=sale, person=person)
    return _card(row, today) if row else None


def same_bid(lot_id: int, key: str) -> SameBid | None:
    """Find what was recorded under a key."""
    row = SAME.first(lot=lot_id, key=key)
    return SameBid(row.place, row.card_id, row.amount, row.at) if row else None
