"""What ties an officer to a matter he would decide: his other accounts, pounds, keys, his part."""

from __future__ import annotations

from datetime import date

from sqlalchemy import exists, func, or_, select

from portal.law.checks import Decider
from portal.registers.base import db
from portal.registers.bids import Bid, BidStruck
from portal.registers.cards import Card, CardKey, CardPhone
from portal.registers.impound import Impounding
from portal.registers.matching import international
from portal.registers.people import (
    appointments_between,
    find_person,
    keys_of_person,
    same_people,
)
from portal.registers.ring import LotHappening
from portal.registers.sales import Lot, SaleHappening
from portal.registers.screening import (
    AFTER_CHECK,
    GIVEN_ON,
    LOOKING_BACK,
    REFUSED,
    Screening,
    facts_of,
)
from portal.registers.staff_list import StaffKey

TAKEN_BACK = "the bidder may not buy: (3)"  # why a bid or a hammer falls after a check
NO_PAPER = "no paper was shown in time: (3)"  # why an under-bidder is passed over
OF_CHECKS = (AFTER_CHECK, GIVEN_ON, LOOKING_BACK, REFUSED)
FOLLOWS_FROM_CHECKS = (TAKEN_BACK, NO_PAPER)  # what is done for these is no part in the sale
NOTHING_KNOWN = "nothing by which links could be seen"


def decider(person: int, screening: Screening, card: Card, today: date) -> Decider:
    """Gather what ties an officer to a screening, by person and not by account.

    Of the pound is whoever held any office there on a day since the first animal of the sale came
    in: one whose appointment ended yesterday knows those who sell and those who buy.
    One of whom neither phone nor identity number is known cannot be told from the two sides, so
    he counts as linked.
    """
    same = same_people(person)
    pounds = {
        held.pound_id
        for one in same
        for held in appointments_between(one, _came_in(card, today), today)
        if held.pound_id is not None
    }
    own = _keys_of(same)
    shares = _shared(own, same, screening, card) if own else {NOTHING_KNOWN}
    return Decider(
        same_people=same,
        pounds=frozenset(pounds),
        shares=frozenset(shares),
        had_a_part=_had_a_part(same, card),
    )


def _came_in(card: Card, today: date) -> date:
    """Give the day on which the first animal of the card's sale came to the pound."""
    first = (
        select(func.min(Impounding.on))
        .join(Lot, Lot.impounding_id == Impounding.id)
        .where(Lot.sale_id == card.sale_id)
    )
    return min(db.session.scalar(first) or today, today)


def _shared(
    own: set[tuple[str, str]], same: frozenset[int], screening: Screening, card: Card
) -> set[str]:
    shares = {kind for kind, digest in own if (kind, digest) in set(facts_of(card).digests)}
    if _has_phone_of_sale(same, card.sale_id) or _has_key_of_sale(own, card.sale_id):
        shares.add("a card of this sale")
    members = [reason["member"] for reason in screening.reasons]
    listed = select(StaffKey.kind, StaffKey.digest).where(StaffKey.staff_member_id.in_(members))
    theirs = {(kind, digest) for kind, digest in db.session.execute(listed)}
    return shares | {kind for kind, digest in own & theirs}


def shares_a_card_of(person: int, sale_id: int) -> bool:
    """Tell whether a person, under any account, shares a key or phone with a card of a sale."""
    same = same_people(person)
    own = _keys_of(same)
    return not own or _has_phone_of_sale(same, sale_id) or _has_key_of_sale(own, sale_id)


def _keys_of(same: frozenset[int]) -> set[tuple[str, str]]:
    return {key for one in same for key in keys_of_person(one)}


def _has_phone_of_sale(same: frozenset[int], sale_id: int) -> bool:
    """Compare phones in their international form, those a card was moved to as well."""
    phones = (find_person(one).phone for one in same)
    own = {international(phone) for phone in phones if phone}
    cards = select(Card.id).where(Card.sale_id == sale_id)
    given = db.session.scalars(select(Card.phone).where(Card.sale_id == sale_id, Card.phone != ""))
    moved = db.session.scalars(select(CardPhone.phone).where(CardPhone.card_id.in_(cards)))
    return bool(own) and any(international(phone) in own for phone in [*given, *moved])


def _has_key_of_sale(own: set[tuple[str, str]], sale_id: int) -> bool:
    cards = select(Card.id).where(Card.sale_id == sale_id)
    shared = exists().where(
        CardKey.card_id.in_(cards), CardKey.digest.in_([digest for _, digest in own])
    )
    return bool(db.session.scalar(select(shared)))


def _had_a_part(same: frozenset[int], card: Card) -> bool:
    """Tell whether he gave a card, screened, bid, or did anything else at that sale."""
    lots = select(Lot.id).where(Lot.sale_id == card.sale_id)
    cards = select(Card.id).where(Card.sale_id == card.sale_id)
    bids = select(Bid.id).where(Bid.lot_id.in_(lots))
    did = or_(
        exists().where(Card.sale_id == card.sale_id, Card.given_by_id.in_(same)),
        exists().where(Bid.lot_id.in_(lots), Bid.by_id.in_(same)),
        exists().where(
            LotHappening.lot_id.in_(lots),
            LotHappening.by_id.in_(same),
            LotHappening.reason.not_in(FOLLOWS_FROM_CHECKS),
        ),
        exists().where(SaleHappening.sale_id == card.sale_id, SaleHappening.by_id.in_(same)),
        exists().where(
            BidStruck.bid_id.in_(bids),
            BidStruck.by_id.in_(same),
            BidStruck.reason.not_in(FOLLOWS_FROM_CHECKS),
        ),
        exists().where(
            Screening.card_id.in_(cards),
            Screening.by_id.in_(same),
            Screening.gate.not_in(OF_CHECKS),
        ),
    )
    return bool(db.session.scalar(select(did)))
