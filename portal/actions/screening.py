"""Screening inside an act: on the facts of this moment, under the act's own lock, kept as a row."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from portal.actions.official import TRACES, Act
from portal.law.checks import Found, after_checks
from portal.law.purchasers import require_may_complete, require_may_purchase
from portal.law.refusals import PurchaserBarred, Refusal
from portal.law.refusals_of_cards import CardNeedsCheck, OtherNotClear, PaperNotShown
from portal.law.refusals_of_checks import NoCardGiven
from portal.law.screening import IDENTITY, RULES, Outcome, Verdict, screen
from portal.registers.base import db
from portal.registers.bidders import BidderCard
from portal.registers.cards import Card, card_by_id, card_of_number
from portal.registers.matching import KnownBy
from portal.registers.sales import find_sale
from portal.registers.screening import (
    AT_BID,
    AT_HAMMER,
    GIVEN_ON,
    HOLDER,
    REFUSED,
    Facts,
    Screening,
    barred_before,
    facts_digest,
    facts_of,
    found_on,
    in_common,
    reasons_of,
)
from portal.registers.staff_list import latest_version


@dataclass(frozen=True)
class Looked:
    """What somebody comes to at this moment, with all it rests on; nothing of it is kept yet."""

    facts: str
    version: int
    verdict: Verdict
    found: tuple[Found, ...]
    outcome: Outcome


def look(
    act: Act,
    facts: Facts,
    pound: int,
    *,
    buys_for_barred: bool = False,
    also_on: date | None = None,
) -> Looked:
    """Screen facts against the list as it stands, with what officers found on them at a pound.

    `also_on`: the list counts as well as it stood on that day, when the hammer fell. The list's
    version is read in this very transaction, so no act rests on an older one.
    """
    version = latest_version()
    days = dict.fromkeys((act.on, also_on or act.on))
    common = dict.fromkeys(one for day in days for one in in_common(facts, version, day))
    barred = barred_before(facts)
    verdict = screen(common, buys_for_barred=buys_for_barred, barred_before=bool(barred))
    digest = facts_digest(facts, verdict, pound)
    found = found_on(digest, barred)
    return Looked(digest, version, verdict, found, after_checks(verdict, found, act.on))


def keep(act: Act, card: Card, gate: str, looked: Looked, *, whom: str = HOLDER) -> Screening:
    """Keep what the holder of a card, or who pays or collects for him, came to at a gate."""
    kept = Screening(
        card_id=card.id,
        whom=whom,
        gate=gate,
        staff_list_version_id=looked.version or None,
        rules=RULES,
        facts=looked.facts,
        verdict=looked.verdict.outcome,
        outcome=looked.outcome,
        by_key=looked.verdict.by_key,
        reasons=reasons_of(looked.verdict),
        on=act.on,
        at=act.at,
        by_id=act.by.person_id,
    )
    db.session.add(kept)
    db.session.flush()
    return kept


def screened(act: Act, card: Card, gate: str, *, also_on: date | None = None) -> Screening:
    """Screen the holder of a card on the facts of this moment, and keep what he came to."""
    return keep(act, card, gate, look(act, facts_of(card), pound_of(card), also_on=also_on))


def pound_of(card: Card) -> int:
    """Give the pound at whose sale a card bids: a clear given at another does not serve there."""
    return find_sale(card.sale_id).pound_id


def outcome_at_bid(act: Act, bidder: BidderCard) -> Outcome:
    """Give what the bidder comes to now; screened anew only where day, list or rules have moved."""
    if bidder.outcome is not None:
        return bidder.outcome
    return screened(act, card_by_id(bidder.id), AT_BID).came_to


def require_holder_may_purchase(act: Act, card: Card, gate: str) -> Screening:
    """Screen the holder afresh and refuse one who is barred; one who is held goes on, on condition.

    Raises PurchaserBarred; at the hammer PaperNotShown for a phone's card whose holder has not
    shown a paper yet: without one nobody can say who he is.
    """
    kept = screened(act, card, gate)
    require_may_purchase(card.number, kept.came_to)
    if gate in {AT_HAMMER, GIVEN_ON}:
        _require_paper(card)
    return kept


def shows_paper(card: Card) -> bool:
    """Tell whether the holder of a card has shown a paper that says who he is."""
    return any(kind == IDENTITY for kind, _ in card.digests())


def _require_paper(card: Card) -> None:
    if not shows_paper(card):
        raise PaperNotShown(card.number)


def require_may_complete_for(
    act: Act,
    card: Card,
    gate: str,
    *,
    whom: str,
    name: str,
    known_by: tuple[KnownBy, ...],
    hammer_on: date | None,
) -> Screening:
    """Screen the holder, and whoever pays or collects for him, and refuse who is not clear.

    The list counts as it stands now and as it stood when the hammer fell: who is held does not
    become clear by waiting until somebody leaves the service. Gives the screening on which money
    or animal rest: the holder's. Raises PurchaserBarred, CardNeedsCheck, OtherNotClear,
    PaperNotShown.
    """
    _require_paper(card)
    own = screened(act, card, gate, also_on=hammer_on)
    looked = look(act, Facts.of(name, "", known_by), pound_of(card), also_on=hammer_on)
    other = keep(act, card, gate, looked, whom=whom)
    require_may_complete(card.number, own.came_to)
    require_may_purchase(card.number, other.came_to)
    if other.came_to is Outcome.HOLD:
        raise OtherNotClear(name, card.number)
    return own


def _screen_again(act: Act, refusal: Refusal, particulars: dict[str, object]) -> None:
    """Keep, after a refusal undid the act, what the card came to: the check waits in the queue."""
    sale, number = particulars.get("sale"), getattr(refusal, "card", None)
    if isinstance(sale, int) and isinstance(number, int):
        card = card_of_number(sale, number)
        if card is not None:
            screened(act, card, REFUSED)


for _refusal in (PurchaserBarred, NoCardGiven, CardNeedsCheck, OtherNotClear):
    TRACES[_refusal] = _screen_again
