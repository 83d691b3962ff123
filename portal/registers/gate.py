"""What a paper shown at the gate stands for: the animal that may go out on it, or why none may."""

from __future__ import annotations

import re
from dataclasses import dataclass

from portal.law.days import legal_date
from portal.law.receipts import require_paid_whole
from portal.law.refusals import Refusal
from portal.law.refusals_of_books import BuyerHasNotPaid, NotSold
from portal.law.refusals_of_yard import GoneAlready, NoSuchPaper, PaperIsVoid
from portal.registers.base import NotOnRegister
from portal.registers.impound import Impounding, Release, find_impounding_by_id, find_release
from portal.registers.ledger import is_reversed
from portal.registers.sales import Lot, find_lot, find_lot_by_id
from portal.registers.settlement import (
    Receipt,
    find_delivery,
    find_receipt,
    hammer_money,
    sale_undone_after,
)

# A paper is known by the address in its code, or by the number that a person reads out. Whoever
# prints a new kind of paper writes one of these addresses into its code.
RECEIPT = re.compile(r"(?:.*/receipts/|R-?)([0-9]{4})[-/]([0-9]{1,9})(?:[/?#].*)?", re.IGNORECASE)
LOT = re.compile(r"(?:.*/sales/)?([0-9]{1,9})(?:/lots/|/|-)([0-9]{1,9})(?:[/?#].*)?", re.IGNORECASE)
LONGEST_SHOWN = 60


@dataclass(frozen=True)
class AtGate:
    """What the gate is told: the animal, the papers, and why it may not go out, if so."""

    refusal: Refusal | None = None
    impounding: Impounding | None = None
    lot: Lot | None = None
    receipt: Receipt | None = None
    release: Release | None = None

    @property
    def lets_out(self) -> bool:
        """Tell whether the animal may go out."""
        return self.refusal is None


def look_up(paper: str) -> AtGate:
    """Say what a paper stands for, by the code that was read from it or the number on it."""
    written = " ".join(paper.split())
    receipt, lot = RECEIPT.fullmatch(written), LOT.fullmatch(written)
    try:
        if receipt is not None:
            return _of_receipt(find_receipt(int(receipt[1]), int(receipt[2])))
        if lot is not None:
            return _of_lot(find_lot(int(lot[1]), int(lot[2])))
    except NotOnRegister:
        pass
    return AtGate(NoSuchPaper(written[:LONGEST_SHOWN]))


def _of_receipt(receipt: Receipt) -> AtGate:
    if receipt.lot_id is not None:
        found = _of_lot(find_lot_by_id(receipt.lot_id))
        void = is_reversed(receipt.journal_line_id) or sale_undone_after(receipt) is not None
        if void:
            return AtGate(PaperIsVoid(receipt.written), found.impounding, found.lot)
        return found
    release = find_release(receipt.impounding_id)
    entry = find_impounding_by_id(receipt.impounding_id)
    if release is None or release.receipt_id != receipt.id:
        return AtGate(PaperIsVoid(receipt.written), entry)
    return AtGate(impounding=entry, receipt=receipt, release=release)


def _of_lot(lot: Lot) -> AtGate:
    refusal, receipt = _why_not(lot)
    return AtGate(refusal, lot.impounding, lot, receipt)


def _why_not(lot: Lot) -> tuple[Refusal | None, Receipt | None]:
    money = hammer_money(lot.id)
    if money is None:
        return NotSold(lot.number), None
    if not money.receipts:
        return BuyerHasNotPaid(lot.number), None
    delivery = find_delivery(lot.id)
    if delivery is not None:
        on = legal_date(delivery.at)
        return GoneAlready(lot.number, delivery.taken_away_by, on), money.receipts[-1]
    try:
        require_paid_whole(money.price())
    except Refusal as refusal:
        return refusal, money.receipts[-1]
    return None, money.receipts[-1]
