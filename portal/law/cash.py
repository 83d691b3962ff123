"""The cash of a sale: notes and coins counted, held against slips and receipts before the close."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from portal.law.money import NOTHING, Money, total
from portal.law.refusals_of_settlement import (
    BooksDoNotTally,
    CashNotCounted,
    CountedAndCloses,
    ReasonForDifference,
)

NOTES = (500, 200, 100, 50, 20, 10)
COINS = "coins"


def counted(pieces: Mapping[int, int], coins: Money) -> Money:
    """Add up what is in the box: pieces by the rupees on the note, and the coins together."""
    notes = total(Money.of(rupees=rupees) * many for rupees, many in pieces.items())
    return notes + coins


def require_reason_for_difference(found: Money, booked: Money, reason: str) -> None:
    """Take a count that differs with its reason, never without: a difference is not hidden."""
    if found != booked and not reason.strip():
        raise ReasonForDifference(found, booked)


@dataclass(frozen=True)
class LotAtClose:
    """One sold lot as slip, receipts and ledger have it."""

    lot: int
    slip: Money
    receipts: Money
    owed_by_ledger: Money

    @property
    def unpaid(self) -> bool:
        """Tell whether nothing was paid yet: such a lot is named at the close and waits."""
        return self.receipts == NOTHING

    @property
    def agrees(self) -> bool:
        """Tell whether it is paid whole or not at all, and the ledger says the same."""
        whole_or_nothing = self.receipts in {self.slip, NOTHING}
        return whole_or_nothing and self.slip - self.receipts == self.owed_by_ledger


def require_tally(lots: Iterable[LotAtClose]) -> None:
    """Sign a close only when slips, receipts and ledger agree, lot by lot."""
    sold = list(lots)
    wrong = next((one for one in sold if not one.agrees), None)
    if wrong is None:
        return
    on_slips = total(one.slip for one in sold if not (one.unpaid and one.agrees))
    came = total(one.receipts for one in sold)
    if came == on_slips:  # then it is the ledger that differs
        came = on_slips - total(one.owed_by_ledger for one in sold)
    raise BooksDoNotTally(came, on_slips, wrong.lot)


def require_cash_counted(booked: Money, last_booked: Money | None) -> None:
    """Refuse to close on cash that nobody counted, or that moved since it was counted."""
    if booked != (last_booked if last_booked is not None else NOTHING):
        raise CashNotCounted(booked)


def require_another_closes(counted_by: int | None, closes: int) -> None:
    """Let two persons answer for the box: one counts, another signs."""
    if counted_by == closes:
        raise CountedAndCloses
