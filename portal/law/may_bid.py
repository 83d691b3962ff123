"""What stands between a card and its next bid, told before somebody presses in vain."""

from __future__ import annotations

from portal.law.deposits import require_deposit
from portal.law.money import Money
from portal.law.purchasers import require_may_purchase
from portal.law.refusals import Refusal
from portal.law.screening import Outcome


def why_no_bid(card: int, outcome: Outcome, deposit_to_pay: Money | None) -> Refusal | None:
    """Give what every bid of a card would be refused for; nothing where it may bid.

    A card that is held may: its bids are conditional (3). It only says what a bid would be told;
    the act asks again, on facts of its own moment.
    """
    try:
        require_may_purchase(card, outcome)
        require_deposit(card, deposit_to_pay)
    except Refusal as refusal:
        return refusal
    return None
