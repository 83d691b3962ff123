"""Checks of held bidders under (3), and what follows if one of them may not buy."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from portal.actions.lots import happen
from portal.actions.official import TRACES, Act, official_act
from portal.actions.reversal import undo
from portal.actions.ring import sell
from portal.actions.screening import look, pound_of, screened, shows_paper
from portal.law.bidding import LotStage
from portal.law.checks import (
    Finding,
    Reason,
    require_may_check,
    require_no_card_of_his,
    require_paper_overdue,
    require_reason,
    require_words,
)
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.law.refusals_of_books import LotNotWaiting
from portal.law.refusals_of_cards import FactsMoved, NotBarred, NoUnderBidder
from portal.law.refusals_of_checks import NobodyToPassOver
from portal.law.screening import Outcome
from portal.law.surplus import Division
from portal.registers.base import db
from portal.registers.bids import Bid, BidStruck, bid_by, bids_on, is_struck
from portal.registers.cards import Card, card_by_id
from portal.registers.checks import NO_PAPER, TAKEN_BACK, decider, shares_a_card_of
from portal.registers.ring import RE_OPENED, last_staging
from portal.registers.ring import STRUCK_OUT as BID_STRUCK_OUT
from portal.registers.sales import Lot, find_lot
from portal.registers.screening import (
    AFTER_CHECK,
    GIVEN_ON,
    REFUSED,
    CheckFinding,
    facts_of,
    find_screening,
)
from portal.registers.settlement import has_part_of_price


@official_act(Duty.DECIDE_CHECKS, cites="3")
def decide_check(
    act: Act, *, screening: int, finding: Finding, reason: Reason, words: str
) -> Outcome:
    """Find, on exactly the facts of a screening, that a held bidder may buy or may not.

    The officer is of another pound, with no part in the sale and no link to either side; where a
    number or an address is shared two such officers must agree before he may buy. A clear holds
    for these facts alone and for 90 days. One who may not buy loses the lots he leads or bought
    and has not paid. Raises NotToBeWaived, NothingToCheck, CheckedByOneWithAPart,
    CheckNeedsReason, and FactsMoved where card or staff list changed since he looked.
    """
    looked_at = find_screening(screening)
    card = card_by_id(looked_at.card_id)
    now = look(act, facts_of(card), pound_of(card))
    if now.facts != looked_at.facts:
        raise FactsMoved
    who = decider(act.by.person_id, looked_at, card, act.on)
    require_may_check(who, now.verdict, pound_of(card), now.found)
    require_reason(finding, reason, words)
    db.session.add(
        CheckFinding(
            screening_id=looked_at.id,
            facts=now.facts,
            finding=finding.value,
            reason=reason.value,
            words=words,
            on=act.on,
            at=act.at,
            by_id=act.by.person_id,
        )
    )
    db.session.flush()
    came_to = screened(act, card, AFTER_CHECK).came_to
    if came_to is Outcome.BAR:
        for lot in _lots_held_by(card):
            _take_back(act, lot, card)
    act.note(card=card.number, sale=card.sale_id, came_to=came_to.words)
    return came_to


@official_act(Duty.DECIDE_CHECKS, cites="3")
def give_to_under_bidder(act: Act, *, sale: int, lot: int) -> Division:
    """Sell a lot that was taken back under (3) to the next highest bid on record that may buy.

    Bids of others who may not buy are struck out on the way. Raises NoUnderBidder if none is
    left, LotNotWaiting if the lot was not taken back, and the refusals of a hammer.
    """
    entry = find_lot(sale, lot)
    _taken_back_at(entry)
    require_no_card_of_his(shares_a_card_of(act.by.person_id, entry.sale_id))
    winning = _next_who_may_buy(act, entry)
    if winning is None:
        raise NoUnderBidder(entry.number)
    happen(act, entry, "in the ring", reason=TAKEN_BACK)
    return sell(act, entry, winning, gate=GIVEN_ON, reason=TAKEN_BACK)


@official_act(Duty.DECIDE_CHECKS, cites="3")
def pass_over_without_paper(act: Act, *, sale: int, lot: int, words: str) -> None:
    """Strike out the bids of an under-bidder who brought no paper in time, with a reason in words.

    The lot can then be given to the next, who has the same time from now, or be put up again.
    Raises LotNotWaiting if the lot was not taken back, NobodyToPassOver, PaperStillInTime,
    CheckNeedsReason under 30 letters.
    """
    require_words(words)
    entry = find_lot(sale, lot)
    offered_at = _taken_back_at(entry)
    require_no_card_of_his(shares_a_card_of(act.by.person_id, entry.sale_id))
    winning = _next_who_may_buy(act, entry)
    if winning is None or shows_paper(winning.card):
        raise NobodyToPassOver(entry.number)
    passed_over = [out.at for _, out in bids_on(entry.id) if out and out.reason == NO_PAPER]
    require_paper_overdue(winning.card.number, max([offered_at, *passed_over]), act.at)
    for bid in _bids_of(winning.card, entry):
        _strike(act, bid, NO_PAPER)
    act.note(card=winning.card.number)


@official_act(Duty.DECIDE_CHECKS, cites="3")
def take_back_from_barred(act: Act, *, sale: int, lot: int) -> None:
    """Take a lot that is sold and not paid back from a buyer who came to be barred since.

    Raises NotBarred for every other buyer, LotNotWaiting for a lot not sold or paid already.
    """
    entry = find_lot(sale, lot)
    won, hammer = entry.winning_bid(), entry.hammer()
    if won is None or hammer is None or has_part_of_price(entry.id):
        raise LotNotWaiting(entry.number)
    require_no_card_of_his(shares_a_card_of(act.by.person_id, entry.sale_id))
    if screened(act, won.card, AFTER_CHECK, also_on=hammer.on).came_to is not Outcome.BAR:
        raise NotBarred(won.card.number)
    _take_back(act, entry, won.card)


def _taken_back_at(lot: Lot) -> datetime:
    last = last_staging(lot.id)
    if last is None or (last.what, last.reason) != (RE_OPENED, TAKEN_BACK):
        raise LotNotWaiting(lot.number)
    return last.at


def _next_who_may_buy(act: Act, lot: Lot) -> Bid | None:
    """Give the highest bid of one who may buy; those above it are struck out on the way."""
    winning = lot.standing_bid()
    while winning is not None and _may_not_buy(act, winning):
        _strike(act, winning, TAKEN_BACK)
        winning = lot.standing_bid()
    return winning


def _bids_of(card: Card, lot: Lot) -> list[Bid]:
    return [
        bid
        for bid, _ in bids_on(lot.id)
        if bid.card_if_named is not None and bid.card_if_named.id == card.id
    ]


def _may_not_buy(act: Act, bid: Bid) -> bool:
    card = bid.card_if_named
    return card is None or screened(act, card, GIVEN_ON).came_to is Outcome.BAR


def _lots_held_by(card: Card) -> list[Lot]:
    """List the lots in which a bid of the card stands on record, sold or not, but no money paid."""
    bid_on = select(Bid.lot_id).where(bid_by(card.id))
    lots = db.session.scalars(select(Lot).where(Lot.id.in_(bid_on)).order_by(Lot.number))
    return [lot for lot in lots if not has_part_of_price(lot.id)]


def _take_back(act: Act, lot: Lot, card: Card) -> None:
    stage, hammer = lot.stage(), lot.hammer()
    if stage not in {LotStage.IN_RING, LotStage.SOLD, LotStage.WAITING}:
        return
    won = lot.winning_bid()
    his = _bids_of(card, lot)
    if stage is LotStage.SOLD and (won is None or won not in his):
        return
    for bid in his:
        _strike(act, bid, TAKEN_BACK)
    if stage is LotStage.IN_RING:
        happen(act, lot, BID_STRUCK_OUT, reason=TAKEN_BACK)
    elif hammer is not None:
        happen(act, lot, RE_OPENED, reason=TAKEN_BACK)
        undo(act, hammer.journal_line_id, TAKEN_BACK)


def _strike(act: Act, bid: Bid, reason: str) -> None:
    if not is_struck(bid.id):
        db.session.add(BidStruck(bid_id=bid.id, reason=reason, at=act.at, by_id=act.by.person_id))
        db.session.flush()


def _screen_as_it_stands(act: Act, _refusal: Refusal, particulars: dict[str, object]) -> None:
    """Keep the facts of this moment, so that an officer told to look again finds them."""
    number = particulars.get("screening")
    if isinstance(number, int):
        screened(act, card_by_id(find_screening(number).card_id), REFUSED)


TRACES[FactsMoved] = _screen_as_it_stands
