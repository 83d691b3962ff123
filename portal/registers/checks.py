"""What ties an officer to a matter he would decide: his other accounts, pounds, keys, his part."""

from __future__ import annotations

from datetime import date

from sqlalchemy import exists, or_, select

from portal.law.checks import Decider
from portal.registers.base import db
from portal.registers.bids import Bid, BidStruck
from portal.registers.cards import Card
from portal.registers.people import (
    Person,
    appointments_in_force,
    find_person,
    keys_of_person,
    same_people,
)
from portal.registers.ring import LotHappening
from portal.registers.sales import Lot, SaleHappening
from portal.registers.screening import Screening, facts_of
from portal.registers.staff_list import StaffKey

NOTHING_KNOWN = "nothing by which links could be seen"


def decider(person: int, screening: Screening, card: Card, today: date) -> Decider:
    """Gather what ties an officer to a screening, by person and not by account.

    One of whom neither phone nor identity number is known cannot be told from the two sides, so
    he counts as linked.
    """
    same = same_people(person)
    pounds = {
        held.pound_id
        for one in same
        for held in appointments_in_force(one, today)
        if held.pound_id is not None
    }
    own = {key for one in same for key in keys_of_person(one)}
    shares = _shared(own, same, screening, card) if own else {NOTHING_KNOWN}
    return Decider(
        same_people=same,
        pounds=frozenset(pounds),
        shares=frozenset(shares),
        had_a_part=_had_a_part(same, card),
    )


def _shared(
    own: set[tuple[str, str]], same: frozenset[int], screening: Screening, card: Card
) -> set[str]:
    shares = {kind for kind, digest in own if (kind, digest) in set(facts_of(card).digests)}
    phones = {find_person(one).phone for one in same} - {""}
    if card.phone in phones:
        shares.add("phone")
    members = [reason["member"] for reason in screening.reasons]
    listed = select(StaffKey.kind, StaffKey.digest).where(StaffKey.staff_member_id.in_(members))
    theirs = {(kind, digest) for kind, digest in db.session.execute(listed)}
    return shares | {kind for kind, digest in own & theirs}


def _had_a_part(same: frozenset[int], card: Card) -> bool:
    """Tell whether he gave the card, or did anything in the ring or at the desk of that sale."""
    if card.given_by_id in same:
        return True
    lots = select(Lot.id).where(Lot.sale_id == card.sale_id)
    bids = select(Bid.id).where(Bid.lot_id.in_(lots))
    did = or_(
        exists().where(Bid.lot_id.in_(lots), Bid.by_id.in_(same)),
        exists().where(LotHappening.lot_id.in_(lots), LotHappening.by_id.in_(same)),
        exists().where(SaleHappening.sale_id == card.sale_id, SaleHappening.by_id.in_(same)),
        exists().where(BidStruck.bid_id.in_(bids), BidStruck.by_id.in_(same)),
    )
    return bool(db.session.scalar(select(did).select_from(Person).limit(1)))
