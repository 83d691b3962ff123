"""Who bids: the card, what its holder came to when last screened, its limit; asked at every bid."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import aliased

from portal.law.money import Money
from portal.law.screening import RULES, Outcome
from portal.registers.base import NotOnRegister
from portal.registers.bids import Bid, CardLimit
from portal.registers.cards import Card, CardPhone, phone_now
from portal.registers.deposits import deposit_to_pay
from portal.registers.people import Person
from portal.registers.prepared import Prepared
from portal.registers.screening import HOLDER, Screening
from portal.registers.staff_list import StaffListVersion


@dataclass(frozen=True)
class BidderCard:
    """A card as the ring looks at it.

    `outcome` is what its holder came to when he was screened today against the list as it stands;
    none if that has to be done again, because day, list or rules have moved since.
    `deposit_to_pay` is what the sale asks for and he has not paid.
    """

    id: int
    number: int
    name: str
    limit: Money | None
    outcome: Outcome | None
    deposit_to_pay: Money | None = None


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
_screened = aliased(Screening)
_LAST = (
    select(func.max(_screened.id))
    .where(_screened.card_id == Card.id, _screened.whom == HOLDER)
    .correlate(Card)
    .scalar_subquery()
)
_LIST = func.coalesce(select(func.max(StaffListVersion.id)).scalar_subquery(), 0).label("list_now")
_ASKED: tuple[Any, ...] = (
    Card.id,
    Card.number,
    Card.name,
    _LIMIT,
    Screening.outcome,
    func.coalesce(Screening.staff_list_version_id, 0).label("list_then"),
    Screening.on,
    Screening.rules,
    _LIST,
    deposit_to_pay().label("deposit_to_pay"),
)
_BY_NUMBER = Prepared(
    select(*_ASKED)
    .outerjoin(Screening, Screening.id == _LAST)
    .where(Card.sale_id == bindparam("sale"), Card.number == bindparam("number"))
)
_NEVER_MOVED = ~select(CardPhone.id).where(CardPhone.card_id == Card.id).correlate(Card).exists()
OF_PERSON = Prepared(
    select(*_ASKED)
    .join(Person, Person.phone == Card.phone)
    .outerjoin(Screening, Screening.id == _LAST)
    .where(
        Card.sale_id == bindparam("sale"),
        Person.id == bindparam("person"),
        Person.phone != "",
        _NEVER_MOVED,
    )
    .order_by(Card.id.desc())
    .limit(1)
)
_MOVED_TO_PERSON = Prepared(
    select(*_ASKED)
    .join(CardPhone, CardPhone.card_id == Card.id)
    .join(Person, Person.phone == CardPhone.phone)
    .outerjoin(Screening, Screening.id == _LAST)
    .where(
        Card.sale_id == bindparam("sale"),
        Person.id == bindparam("person"),
        Person.phone != "",
        phone_now() == Person.phone,
    )
    .order_by(Card.id.desc())
    .limit(1)
)
SAME = Prepared(
    select(Bid.place, Bid.card_id, Bid.amount, Bid.at).where(
        Bid.lot_id == bindparam("lot"), Bid.key == bindparam("key")
    )
)


def _card(row: Any, today: date) -> BidderCard:
    fresh = (row.on, row.rules, row.list_then) == (today, RULES, row.list_now)
    outcome = Outcome(row.outcome) if fresh else None
    return BidderCard(row.id, row.number, row.name, row.most, outcome, row.deposit_to_pay)


def bidder_card(sale: int, number: int, today: date) -> BidderCard:
    """Find a card of a sale by its number; raise NotOnRegister."""
    row = _BY_NUMBER.first(sale=sale, number=number)
    if row is None:
        raise NotOnRegister(f"card {number}")
    return _card(row, today)


def card_of_person(sale: int, person: int, today: date) -> BidderCard | None:
    """Find the card of a sale that is bid from the phone of a person."""
    row = OF_PERSON.first(sale=sale, person=person)
    if row is None:
        row = _MOVED_TO_PERSON.first(sale=sale, person=person)
    return _card(row, today) if row else None


def same_bid(lot_id: int, key: str) -> SameBid | None:
    """Find what was recorded under a key."""
    row = SAME.first(lot=lot_id, key=key)
    return SameBid(row.place, row.card_id, row.amount, row.at) if row else None
