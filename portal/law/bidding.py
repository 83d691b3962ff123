"""The terms of sale, where the Act says only "by auction": starting price, steps, the hammer."""

from __future__ import annotations

from dataclasses import dataclass
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

STEPS = tuple(Money.of(rupees=rupees) for rupees in (100, 200, 500, 1000, 2000))


class LotStage(Enum):
    """Where a lot stands."""

    WAITING = "waiting"
    IN_RING = "in the ring"
    SOLD = "sold"
    PASSED = "passed"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True)
class Ring:
    """A lot as the next bidder finds it; `version` counts what changed on its board."""

    lot: int
    stage: LotStage
    starting_price: Money
    step: Money
    standing_bid: Money | None
    standing_card: int | None
    version: int

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
def require_bid_stands(ring: Ring, offered: Money, card: int) -> None:
    """Take exactly what is offered or refuse it; a bid is never changed for the bidder.

    The bid is the next bid, or above it by whole steps.
    """
    require_in_ring(ring)
    if ring.standing_card == card:
        raise CardAlreadyLeads(card)
    if offered < ring.next_bid:
        if ring.standing_bid is not None and offered > ring.standing_bid:
            raise NotAStep(ring.step, ring.next_bid)
        raise PriceMoved(ring.standing_bid or ring.starting_price, ring.next_bid)
    if (offered - ring.next_bid).paise % ring.step.paise:
        raise NotAStep(ring.step, ring.next_bid)


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
