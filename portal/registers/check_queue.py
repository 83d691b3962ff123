"""What officers see who check held bidders (3): who waits, on what it rests, what hangs on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import exists, func, select

from portal.law.bidding import LotStage
from portal.law.checks import StillPossible, clears_needed, clears_standing, still_possible
from portal.law.money import Money
from portal.law.screening import LIKE_NAME, Common, Outcome
from portal.registers.base import db
from portal.registers.bids import Bid, BidStruck, bid_by
from portal.registers.cards import Card, card_by_id
from portal.registers.matching import KnownBy
from portal.registers.ring import RE_OPENED, STAGE_AFTER, LotHappening
from portal.registers.sale_day import run_order
from portal.registers.sales import Lot
from portal.registers.screening import (
    HOLDER,
    CheckFinding,
    Screening,
    barred_before,
    facts_of,
    found_on,
    held_now,
)
from portal.registers.settlement import find_delivery, receipt_for_lot
from portal.registers.staff_list import KIN, OWN, StaffKey, StaffMember, keys_of_staff


@dataclass(frozen=True)
class LotAtStake:
    """A lot that a held card leads or bought, and at what price."""

    lot: Lot
    price: Money
    bought: bool


@dataclass(frozen=True)
class Waiting:
    """A card that waits for a check."""

    screening: Screening
    card: Card
    since: datetime
    rests_on: tuple[str, ...]
    lots: tuple[LotAtStake, ...]
    before: str
    agreed: int
    needed: int


@dataclass(frozen=True)
class ListedSide:
    """Somebody on the staff list, and what a bidder has in common with him."""

    member: StaffMember
    common: Common
    shared: tuple[str, ...]
    of_kin: tuple[str, ...]


@dataclass(frozen=True)
class TakenBack:
    """A lot that was taken back from a card, and to whom it went since, if to anybody."""

    lot: Lot
    waits: bool
    sold_to: int | None
    price: Money | None


def waiting_for_check(today: date) -> list[Waiting]:
    """List the cards that need a check, longest waiting first."""
    held = [one for one in held_now() if one.whom == HOLDER]
    members = members_by_number(
        common.member for one in held for common in one.as_verdict().reasons
    )
    return sorted((_waiting(one, members, today) for one in held), key=lambda one: one.since)


def latest_findings(how_many: int) -> list[tuple[CheckFinding, Card]]:
    """List the latest findings with their cards, so that one found before can be looked at anew."""
    found = db.session.execute(
        select(CheckFinding, Card)
        .join(Screening, Screening.id == CheckFinding.screening_id)
        .join(Card, Card.id == Screening.card_id)
        .order_by(CheckFinding.id.desc())
        .limit(how_many)
    )
    return [(finding, card) for finding, card in found]


def _waiting(held: Screening, members: Mapping[int, StaffMember], today: date) -> Waiting:
    card, verdict = card_by_id(held.card_id), held.as_verdict()
    lots = lots_at_stake(card)
    return Waiting(
        screening=held,
        card=card,
        since=_held_since(held),
        rests_on=tuple(_in_words(one, members[one.member]) for one in verdict.reasons),
        lots=lots,
        before=_before(lots),
        agreed=clears_standing(found_on(held.facts, barred_before(facts_of(card))), today),
        needed=clears_needed(verdict),
    )


def _held_since(held: Screening) -> datetime:
    """Say since when a card is held without a break; being screened anew does not send it back."""
    same = (Screening.card_id == held.card_id, Screening.whom == held.whom)
    free = select(func.max(Screening.id)).where(*same, Screening.outcome != Outcome.HOLD)
    first = select(func.min(Screening.at)).where(
        *same, Screening.id > func.coalesce(free.scalar_subquery(), 0)
    )
    return db.session.scalar(first) or held.at


def _in_words(common: Common, member: StaffMember) -> str:
    whose = f"{member.name}, {member.office}"
    said = []
    if common.shared:
        said.append(f"{', '.join(sorted(common.shared))} shared with {whose}")
    if common.of_kin:
        said.append(f"{', '.join(sorted(common.of_kin))} shared with kin of {whose}")
    if common.name >= LIKE_NAME:
        said.append(f"name like that of {whose} ({common.name} percent)")
    return "; ".join(said)


def _before(lots: tuple[LotAtStake, ...]) -> str:
    led = next((one for one in lots if not one.bought), None)
    if led is not None:
        return f"before lot {led.lot.number}"
    return f"before lot {lots[0].lot.number} is paid" if lots else "before his first bid"


def lots_at_stake(card: Card) -> tuple[LotAtStake, ...]:
    """Give the lots a card leads or bought and did not pay, in the order they run."""
    found = []
    bid_on = select(Bid.lot_id).where(bid_by(card.id))
    for lot in db.session.scalars(select(Lot).where(Lot.id.in_(bid_on)).order_by(Lot.number)):
        stage = lot.stage()
        bought = stage is LotStage.SOLD
        if stage not in {LotStage.WAITING, LotStage.IN_RING, LotStage.SOLD}:
            continue
        bid = lot.winning_bid() if bought else lot.standing_bid()
        his = bid is not None and bid.card_if_named is not None and bid.card.id == card.id
        if bid is not None and his and not (bought and receipt_for_lot(lot.id)):
            found.append(LotAtStake(lot, bid.amount, bought))
    places = {number: place for place, number in enumerate(run_order(card.sale_id))}
    return tuple(sorted(found, key=lambda one: places.get(one.lot.number, len(places))))


@dataclass(frozen=True)
class BoughtByBarred:
    """A lot that stands sold to one who may not buy, and what can still be done about it."""

    lot: Lot
    card: Card
    still: StillPossible


def bought_by_barred() -> list[BoughtByBarred]:
    """List the lots that stand sold to cards whose latest screening says they may not buy."""
    newest = select(func.max(Screening.id)).where(Screening.whom == HOLDER)
    barred = select(Screening.card_id).where(
        Screening.id.in_(newest.group_by(Screening.card_id)), Screening.outcome == Outcome.BAR
    )
    cards = db.session.scalars(select(Card).where(Card.id.in_(barred)).order_by(Card.id))
    return [one for card in cards for one in bought_with(card)]


def bought_with(card: Card) -> list[BoughtByBarred]:
    """List the lots that stand sold to a card, with what can be done if it may not buy."""
    bid_on = select(Bid.lot_id).where(bid_by(card.id))
    found = []
    for lot in db.session.scalars(select(Lot).where(Lot.id.in_(bid_on)).order_by(Lot.number)):
        won = lot.winning_bid()
        if won is not None and won.card.id == card.id:
            paid = receipt_for_lot(lot.id) is not None
            delivered = find_delivery(lot.id) is not None
            found.append(BoughtByBarred(lot, card, still_possible(paid=paid, delivered=delivered)))
    return found


def members_by_number(numbers: Iterable[int]) -> dict[int, StaffMember]:
    """Give those on the staff list by the numbers of their rows."""
    wanted = select(StaffMember).where(StaffMember.id.in_(set(numbers)))
    return {one.id: one for one in db.session.scalars(wanted)}


def listed_sides(screening: Screening, card: Card) -> list[ListedSide]:
    """Give each listed person a screening rests on, with what is shared by its last characters."""
    reasons = screening.as_verdict().reasons
    numbers = [one.member for one in reasons]
    members, keys = members_by_number(numbers), keys_of_staff(numbers)
    digests = {digest for _, digest in card.digests()}
    return [
        ListedSide(
            member=members[one.member],
            common=one,
            shared=_shared(one.shared, keys.get(one.member, []), OWN, digests),
            of_kin=_shared(one.of_kin, keys.get(one.member, []), KIN, digests),
        )
        for one in reasons
    ]


def _shared(
    kinds: frozenset[str], keys: list[StaffKey], whose: str, digests: set[str]
) -> tuple[str, ...]:
    said = []
    for kind in sorted(kinds):
        met = [
            key for key in keys if (key.kind, key.whose) == (kind, whose) and key.digest in digests
        ]
        said += [known_by(key.kind, key.tail) for key in met] or [kind]
    return tuple(dict.fromkeys(said))


def known_by(kind: str, tail: str) -> str:
    """Say by what somebody is known, with the last characters alone: phone …2345."""
    return str(KnownBy(kind, "", tail))


def holder_known_by(card: Card) -> list[str]:
    """List what the holder of a card is known by, with the last characters alone."""
    return list(dict.fromkeys(known_by(key.kind, key.tail) for key in card.keys))


def taken_back_from(card: Card, reason: str) -> list[TakenBack]:
    """List the lots in which bids of a card were struck out for a reason, and what became of them.

    A lot still in the ring is not among them: there the bidding simply goes on.
    """
    struck = (
        select(Bid.lot_id)
        .join(BidStruck, BidStruck.bid_id == Bid.id)
        .where(BidStruck.reason == reason, bid_by(card.id))
    )
    reopened = exists().where(
        LotHappening.lot_id == Lot.id,
        LotHappening.what == RE_OPENED,
        LotHappening.reason == reason,
    )
    lots = select(Lot).where(Lot.id.in_(struck), reopened).order_by(Lot.number)
    waiting = {lot.id for lot in lots_taken_back(reason)}
    return [_taken_back(lot, lot.id in waiting) for lot in db.session.scalars(lots)]


def _taken_back(lot: Lot, waits: bool) -> TakenBack:  # noqa: FBT001 - one fact of two
    won = lot.winning_bid()
    return TakenBack(lot, waits, won.card.number if won else None, won.amount if won else None)


def lots_taken_back(reason: str) -> list[Lot]:
    """List the lots that were opened again for a reason and went to nobody since."""
    last = (
        select(func.max(LotHappening.id))
        .where(LotHappening.what.in_(STAGE_AFTER))
        .group_by(LotHappening.lot_id)
    )
    reopened = select(LotHappening.lot_id).where(
        LotHappening.id.in_(last), LotHappening.what == RE_OPENED, LotHappening.reason == reason
    )
    return list(
        db.session.scalars(
            select(Lot).where(Lot.id.in_(reopened)).order_by(Lot.sale_id, Lot.number)
        )
    )
