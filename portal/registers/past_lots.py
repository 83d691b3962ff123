"""Sold lots as the look back reads them: who bought, who bid, who paid, who took away (3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date
from itertools import combinations

from sqlalchemy import func, select

from portal.law.past_lots import PastLot
from portal.law.screening import ADDRESS, BANK, IDENTITY, PHONE
from portal.law.staff_list import LOOK_BACK
from portal.registers.base import db
from portal.registers.bids import Bid, BidNamed, bids_on
from portal.registers.cards import Card, CardKey
from portal.registers.ring import LotHappening
from portal.registers.sales import NOTICE, Lot, SaleHappening
from portal.registers.settlement import Delivery, receipt_for_lot
from portal.registers.staff_list import StaffKey, StaffMember, StaffMemberEnd

TELLING = frozenset({PHONE, BANK, ADDRESS})


def cards_that_bought(since: date) -> list[Card]:
    """List the cards on which a hammer fell since a day."""
    won = (
        select(func.coalesce(Bid.card_id, BidNamed.card_id))
        .join(LotHappening, LotHappening.bid_id == Bid.id)
        .outerjoin(BidNamed, BidNamed.bid_id == Bid.id)
        .where(LotHappening.on >= since)
    )
    return list(db.session.scalars(select(Card).where(Card.id.in_(won)).order_by(Card.id)))


def past_lots(since: date, until: date) -> list[PastLot]:
    """Give the lots whose hammer fell between two days and stands, first sold first."""
    fell = (
        select(LotHappening)
        .where(
            LotHappening.what == "knocked down",
            LotHappening.on >= since,
            LotHappening.on <= until,
        )
        .order_by(LotHappening.id)
    )
    found = []
    for happening in db.session.scalars(fell):
        lot = db.session.get_one(Lot, happening.lot_id)
        standing = lot.hammer()
        if standing is not None and standing.id == happening.id:
            found.append(_past_lot(lot, standing))
    return found


def _past_lot(lot: Lot, hammer: LotHappening) -> PastLot:
    bids = [(bid, bid.card_if_named) for bid, struck in bids_on(lot.id) if struck is None]
    named = [card for _, card in bids if card is not None]
    people = {card.id: _who(card) for card in named}
    buyer = named[0]
    others = [people[card.id] for card in named if people[card.id] != people[buyer.id]]
    receipt = receipt_for_lot(lot.id)
    delivery = db.session.scalar(select(Delivery).where(Delivery.lot_id == lot.id))
    impounding = lot.impounding
    notice = db.session.scalar(
        select(SaleHappening).where(
            SaleHappening.sale_id == lot.sale_id, SaleHappening.what == NOTICE
        )
    )
    return PastLot(
        lot=f"{lot.sale_id}/{lot.number}",
        sale_day=hammer.on,
        pound=lot.sale.pound_id,
        keeper=f"keeper of pound {lot.sale.pound_id}",
        cattle=impounding.kind,
        hammer_price=bids[0][0].amount,
        starting_price=lot.starting_price,
        step=lot.step,
        buyer=people[buyer.id],
        under_bidder=others[0] if others else None,
        bidders=tuple(sorted(Counter(people[card.id] for card in named).items())),
        payer=_other(receipt.payer if receipt else None, buyer, people),
        collector=_other(delivery.taken_away_by if delivery else None, buyer, people),
        notice_days=(lot.sale.on - notice.at.date()).days if notice else 0,
        paid=receipt is not None,
        closed_early=False,
        buyer_shares=frozenset(_shared_with_staff(buyer, hammer.on)),
        shared_between=frozenset(_shared_between(set(named), people)),
        head=impounding.head,
    )


def _who(card: Card) -> str:
    """Give one word for one person over all his cards: his paper, or the card for want of it."""
    papers = [digest for kind, digest in card.digests() if kind == IDENTITY]
    return papers[0][:16] if papers else f"card {card.id}"


def _other(name: str | None, buyer: Card, people: dict[int, str]) -> str | None:
    """Give the buyer where he came himself, and the name of who came for him where he did not."""
    if name is None:
        return None
    return people[buyer.id] if name.strip().casefold() == buyer.name.strip().casefold() else name


def _shared_with_staff(buyer: Card, on: date) -> Iterable[str]:
    digests = [digest for kind, digest in buyer.digests() if kind in TELLING]
    gone = select(StaffMemberEnd.staff_member_id).where(StaffMemberEnd.from_day <= on - LOOK_BACK)
    return db.session.scalars(
        select(StaffKey.kind)
        .join(StaffMember, StaffMember.id == StaffKey.staff_member_id)
        .where(
            StaffKey.digest.in_(digests),
            StaffMember.since <= on + LOOK_BACK,
            StaffMember.id.not_in(gone),
        )
    )


def _shared_between(named: set[Card], people: dict[int, str]) -> Iterable[tuple[str, str]]:
    keys = db.session.execute(
        select(CardKey.card_id, CardKey.digest).where(
            CardKey.card_id.in_([card.id for card in named]), CardKey.kind.in_(TELLING)
        )
    )
    known: dict[int, set[str]] = {}
    for card, digest in keys:
        known.setdefault(card, set()).add(digest)
    for one, other in combinations(sorted(known), 2):
        if known[one] & known[other] and people[one] != people[other]:
            first, second = sorted((people[one], people[other]))
            yield first, second
