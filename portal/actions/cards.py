"""Cards are given at the desk or on the phone, against the declaration and the staff list (3)."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import func, select

from portal.actions.official import Act, official_act
from portal.actions.sales import sale_not_closed
from portal.actions.screening import Looked, keep, look, screened
from portal.law.offices import Duty
from portal.law.refusals_of_books import (
    CardNumberTaken,
    HasCardAlready,
    IdentityNotShown,
    NothingChanged,
)
from portal.law.refusals_of_cards import AskBeforeCard, PhoneOnOtherCard
from portal.law.refusals_of_checks import DeclarationNotMade, NoCardGiven, SaleIsOver
from portal.law.screening import IDENTITY, Outcome, Verdict
from portal.registers.base import db
from portal.registers.cards import (
    Card,
    CardKey,
    CardPhone,
    card_known_by,
    card_of_phone,
    find_card,
    phone_of,
)
from portal.registers.matching import KnownBy
from portal.registers.people import find_person
from portal.registers.sales import CLOSED, find_sale, sale_happenings
from portal.registers.screening import AT_CARD, Facts
from portal.registers.staff_list import find_staff_member

DECLARED = "not a police officer or pound-keeper, and not buying for one"


@official_act(Duty.GIVE_CARDS, cites="3")
def give_card(
    act: Act,
    *,
    sale: int,
    name: str,
    phone: str,
    buys_for: str,
    buys_for_barred: bool | None,
    known_by: tuple[KnownBy, ...],
    relation: str = "",
    number: int | None = None,
    asked_about: str = "",
    phone_shared: bool = False,
) -> Card:
    """Give a bidder a number for one sale, at the desk: one card for one person.

    `buys_for_barred` is his answer to "are you a police officer or the pound-keeper, or buying
    for one?". Without an answer no card is given. `asked_about` is the word that AskBeforeCard
    gave for what he shares with the staff list: the clerk has asked about that very thing, and he
    signs that he buys for himself; the card is then held. A request that says so before the
    portal put the question cannot know the word. `phone_shared`: another of the family bids
    from this phone, so this card is for the floor alone. Raises DeclarationNotMade,
    NoCardGiven, AskBeforeCard, HasCardAlready, PhoneOnOtherCard, CardNumberTaken,
    IdentityNotShown, SaleClosed.
    """
    if buys_for_barred is None:
        raise DeclarationNotMade
    if not any(key.kind == IDENTITY for key in known_by):
        raise IdentityNotShown
    to = sale_not_closed(sale)
    other = card_of_phone(to.id, phone)
    if other is not None and not phone_shared:
        raise _same_person(other, known_by) or PhoneOnOtherCard(other.number)
    number = number or _next_number(sale)
    facts = Facts.of(name, relation, known_by)
    looked = look(act, facts, to.pound_id, buys_for_barred=buys_for_barred)
    if looked.outcome is Outcome.BAR:
        raise NoCardGiven(number)
    if looked.verdict.outcome is Outcome.HOLD and asked_about != looked.facts:
        raise AskBeforeCard(common_in_words(looked.verdict), looked.facts)
    return _give(
        act,
        looked,
        sale=sale,
        number=number,
        name=name,
        relation=relation,
        phone="" if other is not None else phone,
        buys_for=buys_for,
        known_by=known_by,
    )


@official_act(Duty.BID, cites="3")
def take_card(
    act: Act,
    *,
    sale: int,
    name: str,
    relation: str,
    buys_for: str,
    buys_for_barred: bool | None,
    known_by: tuple[KnownBy, ...],
) -> Card:
    """Take a card on the phone whose code was shown; one that needs a check is held from the start.

    The identity may be shown later, with the deposit at the counter. Raises
    DeclarationNotMade, NoCardGiven, HasCardAlready, SaleIsOver.
    """
    if buys_for_barred is None:
        raise DeclarationNotMade
    phone = find_person(act.by.person_id).phone
    to = find_sale(sale)
    if CLOSED in sale_happenings(to.id):
        raise SaleIsOver(to.number)
    other = card_of_phone(to.id, phone)
    if other is not None:
        raise HasCardAlready(other.number)
    number = _next_number(sale)
    facts = Facts.of(name, relation, known_by)
    looked = look(act, facts, to.pound_id, buys_for_barred=buys_for_barred)
    if looked.outcome is Outcome.BAR:
        raise NoCardGiven(number)
    return _give(
        act,
        looked,
        sale=sale,
        number=number,
        name=name,
        relation=relation,
        phone=phone,
        buys_for=buys_for,
        known_by=known_by,
    )


@official_act(Duty.GIVE_CARDS, cites="3")
def enter_identity(act: Act, *, sale: int, card: int, known_by: tuple[KnownBy, ...]) -> Outcome:
    """Enter the paper that the holder of a phone's card shows at the counter; screen him with it.

    Raises HasCardAlready if another card of the sale was given on that paper, NothingChanged.
    """
    found = find_card(find_sale(sale).id, card)
    new = [key for key in known_by if (key.kind, key.digest) not in found.digests()]
    if not new:
        raise NothingChanged
    other = card_known_by(found.sale_id, _papers(new))
    if other is not None and other.id != found.id:
        raise HasCardAlready(other.number)
    return _learn(act, found, new)


@official_act(Duty.GIVE_CARDS, cites="3")
def move_phone(
    act: Act, *, sale: int, card: int, phone: str, known_by: tuple[KnownBy, ...], reason: str
) -> Outcome:
    """Move the number of a lost phone to another, at the desk; the lost one bids no more.

    `known_by` is the new number, hidden. Raises PhoneOnOtherCard, NothingChanged.
    """
    found = find_card(find_sale(sale).id, card)
    if phone_of(found) == phone:
        raise NothingChanged
    other = card_of_phone(found.sale_id, phone)
    if other is not None:
        raise PhoneOnOtherCard(other.number)
    db.session.add(
        CardPhone(card_id=found.id, phone=phone, reason=reason, at=act.at, by_id=act.by.person_id)
    )
    return _learn(act, found, known_by)


def common_in_words(verdict: Verdict) -> str:
    """Say to the clerk what a bidder has in common with whom, for him to ask about."""
    said = []
    for one in verdict.reasons[:3]:
        member = find_staff_member(one.member)
        shared = ", ".join(sorted(one.shared)) or "like name"
        if one.of_kin:
            shared = f"{', '.join(sorted(one.of_kin))} of kin"
        said.append(f"same {shared} as {member.name}, {one.office.value}")
    return "; ".join(said)


def _give(
    act: Act,
    looked: Looked,
    *,
    sale: int,
    number: int,
    name: str,
    relation: str,
    phone: str,
    buys_for: str,
    known_by: tuple[KnownBy, ...],
) -> Card:
    if (held := card_known_by(sale, _papers(known_by))) is not None:
        raise HasCardAlready(held.number)
    if db.session.scalar(select(Card.id).where(Card.sale_id == sale, Card.number == number)):
        raise CardNumberTaken(number)
    card = Card(
        sale_id=sale,
        number=number,
        name=name,
        relation=relation,
        phone=phone,
        buys_for=buys_for,
        declared=DECLARED,
        given_by_id=act.by.person_id,
        at=act.at,
        keys=_as_kept(known_by),
    )
    db.session.add(card)
    db.session.flush()
    keep(act, card, AT_CARD, looked)
    act.note(card=number, screening=looked.outcome.words)
    return card


def _as_kept(known_by: Iterable[KnownBy]) -> list[CardKey]:
    return [CardKey(kind=key.kind, digest=key.digest, tail=key.tail) for key in known_by]


def _learn(act: Act, card: Card, known_by: Iterable[KnownBy]) -> Outcome:
    card.keys.extend(_as_kept(known_by))
    db.session.flush()
    kept = screened(act, card, AT_CARD)
    act.note(screening=kept.came_to.words)
    return kept.came_to


def _same_person(other: Card, known_by: tuple[KnownBy, ...]) -> HasCardAlready | None:
    same = _papers(known_by) & set(other.digests())
    return HasCardAlready(other.number) if same else None


def _papers(known_by: Iterable[KnownBy]) -> set[tuple[str, str]]:
    """Give the papers among what somebody is known by: a paper is one person's alone."""
    return {(key.kind, key.digest) for key in known_by if key.kind == IDENTITY}


def _next_number(sale_id: int) -> int:
    return 1 + (
        db.session.scalar(select(func.max(Card.number)).where(Card.sale_id == sale_id)) or 0
    )
