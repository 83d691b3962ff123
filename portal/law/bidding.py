"""The terms of sale, where the Act says only "by auction": starting price, steps, the hammer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum

from portal.law.act import under
from portal.law.money import NOTHING, Money
from portal.law.refusals import (
    CardAlreadyLeads,
    HammerFallen,
    LotNotInRing,
    NoBid,
    NotAStep,
    PriceMoved,
    StepUnknown,
)
from portal.law.refusals_of_ring import BiddingHeld, CardNotNamed, NotSure, OverOwnLimit

STEPS = tuple(Money.of(rupees=rupees) for rupees in (100, 200, 500, 1000, 2000))
MOST_CALLS = 2
ASK_AGAIN_FROM = 3  # times the price: an extra nought is the commonest wrong bid
RING_SILENT_AFTER = timedelta(seconds=5)


class LotStage(Enum):
    """Where a lot stands."""

    WAITING = "waiting"
    IN_RING = "in the ring"
    SOLD = "sold"
    PASSED = "passed"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True)
class Ring:
    """A lot as the next bidder finds it.

    `version` counts all that changed on its board; `seen` only what moved the next bid, so that a
    call, or an announcement, does not make an offered bid stale. `held` says why bidding is
    stopped, if it is. `card_wanted`: the standing bid was made in the ring and has no card yet.
    """

    lot: int
    stage: LotStage
    starting_price: Money
    step: Money
    standing_bid: Money | None
    standing_card: int | None
    version: int
    seen: int
    calls: int = 0
    held: str | None = None
    card_wanted: bool = False

    @property
    def price(self) -> Money:
        """Give the price now: the standing bid, or what it starts from."""
        return self.standing_bid or self.starting_price

    @property
    def next_bid(self) -> Money:
        """Give the least the next bid can be."""
        if self.standing_bid is None:
            return self.starting_price
        return self.standing_bid + self.step


def require_in_ring(ring: Ring) -> None:
    """Refuse what can only be done to the lot that is being sold."""
    if ring.stage is LotStage.SOLD:
        raise HammerFallen(ring.lot)
    if ring.stage is not LotStage.IN_RING:
        raise LotNotInRing(ring.lot)


@under("2")
def require_bid_stands(
    ring: Ring, offered: Money, card: int | None, *, seen: int, sure: bool = False
) -> None:
    """Take exactly what is offered or refuse it; a bid is never changed for the bidder.

    The bid is the next bid, or above it by whole steps; it is made on the price that was `seen`.
    A jump to three times the
    price or more is taken only from somebody who is `sure`. `card` is None for
    a bid of the ring, whose card is named before the hammer. Raises HammerFallen, LotNotInRing,
    BiddingHeld, CardAlreadyLeads, PriceMoved, NotAStep, NotSure.
    """
    require_in_ring(ring)
    require_not_held(ring)
    require_price_seen(ring, seen)
    if card is not None and ring.standing_card == card:
        raise CardAlreadyLeads(card)
    if offered < ring.next_bid:
        if ring.standing_bid is not None and offered > ring.standing_bid:
            raise NotAStep(ring.step, ring.next_bid)
        raise PriceMoved(ring.price, ring.next_bid)
    if (offered - ring.next_bid).paise % ring.step.paise:
        raise NotAStep(ring.step, ring.next_bid)
    if offered > ring.next_bid and offered >= ring.price * ASK_AGAIN_FROM and not sure:
        raise NotSure(offered, ring.price)


def require_price_seen(ring: Ring, seen: int) -> None:
    """Refuse a bid that was made on another price than the present one."""
    if seen != ring.seen:
        raise PriceMoved(ring.price, ring.next_bid)


def require_not_held(ring: Ring) -> None:
    """Refuse what must wait while the auctioneer has stopped bidding."""
    if ring.held is not None:
        raise BiddingHeld(ring.lot)


def require_ring_heard(ring: Ring, heard_at: datetime | None, now: datetime) -> None:
    """Hold bids from phones when the ring's own screen was not heard for five seconds.

    The link to the yard may be cut while the sale goes on there: a price that only phones know
    must not arise. `heard_at` is None where no screen of the ring ever reported itself.
    """
    if heard_at is not None and now - heard_at > RING_SILENT_AFTER:
        raise BiddingHeld(ring.lot)


def require_within_limit(limit: Money | None, offered: Money) -> None:
    """Refuse a bid above the ceiling that the bidder set himself."""
    if limit is not None and offered > limit:
        raise OverOwnLimit(offered, limit)


@dataclass(frozen=True)
class Left:
    """A bid left beforehand, as the law looks at it."""

    card: int
    most: Money


@dataclass(frozen=True)
class Answer:
    """What a left bid says to a bid: the next step, from its card."""

    card: int
    amount: Money


def answers_of_left_bids(ring: Ring, left: Iterable[Left]) -> list[Answer]:
    """Let left bids answer the standing bid, one step at a time, until none can go on.

    `left` comes highest first, and of equals the earlier first: that one has the last word. A left
    bid never bids against its own card and never passes its most.
    """
    waiting = list(left)
    answers: list[Answer] = []
    while True:
        able = [
            one
            for rank, one in enumerate(waiting)
            if one.card != ring.standing_card
            and ring.next_bid <= one.most
            and all(earlier.most > ring.next_bid for earlier in waiting[:rank])
        ]
        if not able:
            return answers
        # The others answer before the strongest, so that it never pays more than it must.
        speaks = able[0] if len(able) == 1 or ring.standing_bid is None else able[-1]
        answers.append(Answer(speaks.card, ring.next_bid))
        ring = replace(ring, standing_bid=ring.next_bid, standing_card=speaks.card)


@under("2")
def require_may_fall(ring: Ring) -> None:
    """Refuse the hammer, and the calls before it, where there is no bid to fall on."""
    require_in_ring(ring)
    if ring.standing_bid is None:
        raise NoBid(ring.lot)


def require_step(step: Money) -> None:
    """Refuse a step that is none of the steps of the house."""
    if step not in STEPS or step <= NOTHING:
        raise StepUnknown(step)


def require_card_named(ring: Ring) -> None:
    """Refuse the hammer while nobody knows whose the standing bid is."""
    if ring.card_wanted:
        raise CardNotNamed(ring.lot)
