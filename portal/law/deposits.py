"""Deposits of bidders: a term of the sale, which the Act does not name.

A deposit is taken whole, stands once for a card, and ends once: it is given back to the one who
paid it, or forfeited after a default, or reversed because it was entered wrongly.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum

from portal.law.money import Money
from portal.law.refusals_of_deposits import (
    CardsAreGiven,
    DepositNotPaid,
    DepositNotWhole,
    DepositStands,
    LotsNotPaid,
    NoDefault,
    NoDepositAsked,
    NoDepositStands,
    StillBids,
)
from portal.law.refusals_of_settlement import TimeToPayRuns

# The reason under which a lot whose buyer does not pay is opened again and his bid struck out.
NOT_PAID = "not paid"
# A term of sale, as on the notice: the price is paid on the day of the sale.
DAYS_TO_PAY_PRICE = 0


class DepositState(Enum):
    """Where the deposit of a card stands."""

    NOT_ASKED = "no deposit asked"
    TO_PAY = "deposit to pay"
    PAID = "deposit paid"
    REFUNDED = "deposit given back"
    FORFEITED = "deposit forfeited"


class DepositEnding(Enum):
    """How a deposit ended."""

    REFUNDED = "refunded"
    FORFEITED = "forfeited"
    REVERSED = "reversed"


@dataclass(frozen=True)
class Won:
    """A lot on which the hammer once fell for a card, as the rules of the deposit look at it."""

    lot: int
    on: date
    paid: bool
    stands: bool
    struck_unpaid: bool
    forfeited_for: bool = False
    put_in_default: bool = False

    def in_default(self, today: date) -> bool:
        """Tell whether its buyer failed: put in default, or his time to pay ran out."""
        if self.paid or self.forfeited_for:
            return False
        failed = self.put_in_default or self.struck_unpaid
        return failed or (self.stands and today > last_day_for_price(self.on))


def last_day_for_price(hammer_on: date) -> date:
    """Give the last day on which a buyer may pay without default."""
    return hammer_on + timedelta(days=DAYS_TO_PAY_PRICE)


def require_time_to_pay_over(lot: int, hammer_on: date, today: date) -> None:
    """Refuse to put a buyer in default while he may still pay."""
    last = last_day_for_price(hammer_on)
    if today <= last:
        raise TimeToPayRuns(lot, last)


def deposit_state(
    asked: Money | None, *, stands: bool, ended: DepositEnding | None
) -> DepositState:
    """Say where a card's deposit stands; a reversed one counts as never paid."""
    if stands:
        return DepositState.PAID
    if ended is DepositEnding.FORFEITED:
        return DepositState.FORFEITED
    if ended is DepositEnding.REFUNDED:
        return DepositState.REFUNDED
    return DepositState.TO_PAY if asked else DepositState.NOT_ASKED


def require_may_ask(sale: int, cards_given: int) -> None:
    """Fix the deposit before the first card: everybody is told the same terms."""
    if cards_given:
        raise CardsAreGiven(sale)


def require_deposit(card: int, to_pay: Money | None) -> None:
    """Refuse a bid of a card whose deposit is still to be paid; `to_pay` is nothing if none is."""
    if to_pay:
        raise DepositNotPaid(card, to_pay)


def require_may_take(
    sale: int, card: int, asked: Money | None, offered: Money, standing: str | None
) -> None:
    """Take a deposit that is asked for, whole, and one at a time; `standing` is its receipt."""
    if not asked:
        raise NoDepositAsked(sale)
    if standing is not None:
        raise DepositStands(card, standing)
    if offered != asked:
        raise DepositNotWhole(offered, asked)


def require_stands(card: int, standing: str | None) -> None:
    """Refuse to end what does not stand: a deposit ends once."""
    if standing is None:
        raise NoDepositStands(card)


def require_may_refund(
    card: int, standing: str | None, unpaid: Iterable[int], still_bids_on: int | None
) -> None:
    """Give back only what no unpaid lot, and no bid that may still win, rests on."""
    require_stands(card, standing)
    if lots := sorted(unpaid):
        numbers = ", ".join(str(one) for one in lots)
        raise LotsNotPaid(card, f"lot{'s' if len(lots) > 1 else ''} {numbers}")
    if still_bids_on is not None:
        raise StillBids(card, still_bids_on)


def require_may_forfeit(
    card: int, standing: str | None, wins: Iterable[Won], lot: int, today: date
) -> None:
    """Forfeit only for a lot on which the buyer failed, and once for each."""
    require_stands(card, standing)
    if lot not in {won.lot for won in wins if won.in_default(today)}:
        raise NoDefault(card, lot)


def lots_in_default(wins: Iterable[Won], today: date) -> tuple[int, ...]:
    """List the lots for which a card's deposit may be forfeited."""
    return tuple(sorted({won.lot for won in wins if won.in_default(today)}))
