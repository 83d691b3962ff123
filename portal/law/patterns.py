"""Looking back over sold lots for what deserves a person's look. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from portal.law import patterns_of_bidding as bidding
from portal.law import patterns_of_buyers as buyers
from portal.law.past_lots import Past, PastLot, Pattern, Remark

__all__ = ["LOOKS", "PastLot", "Pattern", "Remark", "look_back"]

LOOKS: Mapping[Pattern, Callable[[Past], Iterator[Remark]]] = MappingProxyType(
    {
        Pattern.ONE_KEEPER: buyers.one_keeper,
        Pattern.FAR_BELOW: buyers.far_below,
        Pattern.SAME_UNDER_BIDDER: bidding.same_under_bidder,
        Pattern.OTHER_PAYS: buyers.other_pays,
        Pattern.OTHER_COLLECTS: buyers.other_collects,
        Pattern.ONLY_BIDDER: bidding.only_bidder,
        Pattern.SHARES_WITH_STAFF: buyers.shares_with_staff,
        Pattern.BIDDERS_SHARE: bidding.bidders_share,
        Pattern.NEVER_WINS: bidding.never_wins,
        Pattern.SMALLEST_STEP: bidding.smallest_step,
        Pattern.NOT_PAID: buyers.not_paid,
        Pattern.QUIET_LOTS: buyers.quiet_lots,
    }
)


def look_back(lots: Iterable[PastLot]) -> tuple[Remark, ...]:
    """Give all remarks on some lots, in the order of the patterns; the order of lots is no matter.

    Twelve months are a good stretch: with fewer lots less can be told from chance, and less is.
    """
    past = Past(lots)
    return tuple(remark for look in LOOKS.values() for remark in look(past))
