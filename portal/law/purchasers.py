"""Sub-section (3): who may not purchase."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from portal.law.act import under
from portal.law.refusals import PurchaserBarred


class BarredOffice(Enum):
    """An office whose holder may not purchase."""

    POLICE_OFFICER = "police officer"
    POUND_KEEPER = "pound-keeper"


@dataclass(frozen=True)
class Match:
    """A key the purchaser shares with somebody who holds a barred office."""

    kind: str
    office: BarredOffice


@dataclass(frozen=True)
class Purchaser:
    """One who would buy: what he shares with barred offices, and what he declares."""

    card: int
    matches: tuple[Match, ...] = ()
    buys_for_barred: bool = False


@under("3")
def require_may_purchase(purchaser: Purchaser) -> None:
    """Refuse a police officer or pound-keeper, whether he buys "directly or indirectly"."""
    if purchaser.matches or purchaser.buys_for_barred:
        raise PurchaserBarred(purchaser.card)
