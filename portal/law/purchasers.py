"""Sub-section (3): who may not purchase. Asked at the card, at every bid, hammer, payment and gate.

Four gates, each on facts of that moment. A bidder who is held bids on condition: his bids stand,
the hammer may fall on them, but no purchase is completed until an officer has looked.
"""

from __future__ import annotations

from portal.law.act import under
from portal.law.refusals import PurchaserBarred
from portal.law.refusals_of_cards import CardNeedsCheck
from portal.law.screening import Outcome


@under("3")
def require_may_purchase(card: int, outcome: Outcome) -> None:
    """Refuse a police officer or pound-keeper, whether he buys "directly or indirectly"."""
    if outcome is Outcome.BAR:
        raise PurchaserBarred(card)


@under("3")
def require_may_complete(card: int, outcome: Outcome) -> None:
    """Refuse to complete the purchase of one who is barred, or is held and was not cleared."""
    require_may_purchase(card, outcome)
    if outcome is Outcome.HOLD:
        raise CardNeedsCheck(card)
