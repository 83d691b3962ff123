"""Cards are given at the desk, against the declaration and the staff list of sub-section (3)."""

from __future__ import annotations

from sqlalchemy import func, select

from portal.actions.official import Act, official_act
from portal.law.offices import Duty
from portal.law.purchasers import Purchaser, require_may_purchase
from portal.law.refusals_of_books import (
    CardNumberTaken,
    HasCardAlready,
    IdentityNotShown,
    SaleClosed,
)
from portal.registers.base import db
from portal.registers.cards import Card, CardKey, card_known_by, staff_matches
from portal.registers.matching import IDENTITY, PHONE, KnownBy
from portal.registers.people import find_person
from portal.registers.sales import CLOSED, find_sale, sale_happenings

DECLARED = "not a police officer or pound-keeper, and not buying for one"


@official_act(Duty.GIVE_CARDS, cites="3")
def give_card(
    act: Act,
    *,
    sale: int,
    name: str,
    phone: str,
    buys_for: str,
    buys_for_barred: bool,
    known_by: tuple[KnownBy, ...],
    number: int | None = None,
) -> Card:
    """Give a bidder a number for one sale: one card for one person.

    `buys_for_barred` is his answer to "are you a police officer or the pound-keeper, or buying
    for one?". Raises PurchaserBarred, HasCardAlready, CardNumberTaken, IdentityNotShown,
    SaleClosed.
    """
    return _give(act, sale, name, phone, buys_for, known_by, number, barred=buys_for_barred)


@official_act(Duty.BID, cites="3")
def take_card(
    act: Act,
    *,
    sale: int,
    name: str,
    relation: str,  # noqa: ARG001 - stands in the journal
    buys_for: str,
    buys_for_barred: bool,
    known_by: tuple[KnownBy, ...],
) -> Card:
    """Take a card of a sale on one's own phone.

    Raises PurchaserBarred, HasCardAlready, IdentityNotShown, SaleClosed.
    """
    phone = find_person(act.by.person_id).phone
    return _give(act, sale, name, phone, buys_for, known_by, None, barred=buys_for_barred)


def _give(  # noqa: PLR0917
    act: Act,
    sale: int,
    name: str,
    phone: str,
    buys_for: str,
    known_by: tuple[KnownBy, ...],
    number: int | None,
    *,
    barred: bool,
) -> Card:
    found = find_sale(sale)
    if CLOSED in sale_happenings(found.id):
        raise SaleClosed(found.number)
    if not any(key.kind == IDENTITY for key in known_by):
        raise IdentityNotShown
    digests = [(key.kind, key.digest) for key in known_by]
    number = number or _next_number(found.id)
    require_may_purchase(Purchaser(number, staff_matches(digests, act.on), buys_for_barred=barred))
    own = [(kind, digest) for kind, digest in digests if kind in {IDENTITY, PHONE}]
    if (other := card_known_by(found.id, own)) is not None:
        raise HasCardAlready(other.number)
    if db.session.scalar(select(Card.id).where(Card.sale_id == found.id, Card.number == number)):
        raise CardNumberTaken(number)
    card = Card(
        sale_id=found.id,
        number=number,
        name=name,
        phone=phone,
        buys_for=buys_for,
        declared=DECLARED,
        given_by_id=act.by.person_id,
        at=act.at,
        keys=[CardKey(kind=key.kind, digest=key.digest, tail=key.tail) for key in known_by],
    )
    db.session.add(card)
    act.note(card=number)
    return card


def _next_number(sale_id: int) -> int:
    return 1 + (
        db.session.scalar(select(func.max(Card.number)).where(Card.sale_id == sale_id)) or 0
    )
