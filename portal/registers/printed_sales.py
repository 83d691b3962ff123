"""What stands on papers of the hammer and the cash desk, gathered from the registers."""

from __future__ import annotations

from portal.prints import kinds
from portal.prints.written import in_words
from portal.registers.base import NotOnRegister, db
from portal.registers.bids import Bid
from portal.registers.cards import Card
from portal.registers.deposits import Deposit, find_deposit, standing_end
from portal.registers.dues import dues_charged
from portal.registers.happening import name_of
from portal.registers.impound import find_impounding, find_impounding_by_id, find_release
from portal.registers.ledger import find_reversal
from portal.registers.printed import Gathered, at_sale, beast, dues_printed
from portal.registers.redeeming import last_visit
from portal.registers.ring import LotHappening, happenings, what_came_of
from portal.registers.sales import Lot, find_lot, find_lot_by_id
from portal.registers.settlement import (
    Receipt,
    find_receipt,
    hammer_money,
    price_when_taken,
    receipt_by_id,
    sale_undone_after,
)

REVERSED = "reversed"


def hammer_slip(sale: str, number: str, attempt: str) -> Gathered:
    """Gather the slip of one fall of the hammer; void if it was undone. Raise NotOnRegister."""
    lot = find_lot(int(sale), int(number))
    fell = [one for one in happenings(lot.id) if one.what == "knocked down"]
    if not 1 <= int(attempt) <= len(fell):
        raise NotOnRegister(f"slip H-{sale}-{number}-{attempt}")
    hammer = fell[int(attempt) - 1]
    bid, card = _won(hammer)
    return Gathered(
        kinds.HammerSlip(
            slip=f"H-{sale}-{number}-{attempt}",
            sale=at_sale(lot.sale),
            lot=lot.number,
            beast=beast(lot.impounding),
            card=card.number,
            buyer=card.name,
            price=bid.amount,
            price_words=in_words(bid.amount),
            at=hammer.at,
            clerk=name_of(hammer.by_id),
        ),
        void=_undone(what_came_of(hammer)),
        entry=lot.impounding,
    )


def _won(hammer: LotHappening) -> tuple[Bid, Card]:
    bid = db.session.get_one(Bid, hammer.bid_id)
    return bid, bid.card  # the hammer asks for the name of a bid of the ring


def _undone(by: LotHappening | None) -> str:
    return f"{by.what}: {by.reason}" if by else ""


def receipt(year: str, number: str) -> Gathered:
    """Gather a receipt for hammer money; raise NotOnRegister, for one of dues too."""
    found = find_receipt(int(year), int(number))
    if found.lot_id is None:
        raise NotOnRegister(f"receipt {found.written} for hammer money")
    lot, price = find_lot_by_id(found.lot_id), price_when_taken(found)
    part = "a part of " if price is not None and found.amount != price else ""
    return Gathered(
        kinds.ReceiptPaper(
            receipt=found.written,
            payer=found.payer,
            amount=found.amount,
            amount_words=in_words(found.amount),
            mode=found.mode,
            reference=found.reference,
            what_for=f"{part}the hammer price of lot {lot.number}, sale {lot.sale_id}",
            rule="s.(2)",
            beast=beast(lot.impounding),
            at=found.at,
            taken_by=name_of(found.taken_by_id),
        ),
        void=_receipt_void(found),
        entry=lot.impounding,
    )


def _receipt_void(found: Receipt) -> str:
    reversal = find_reversal(found.journal_line_id)
    if reversal is not None:
        return f"{REVERSED}: {reversal.reason}"
    return _undone(sale_undone_after(found)) if found.lot_id else ""


def deposit_receipt(year: str, number: str) -> Gathered:
    """Gather a receipt for a deposit; raise NotOnRegister."""
    found = find_deposit(int(year), int(number))
    card = db.session.get_one(Card, found.card_id)
    return Gathered(
        kinds.ReceiptPaper(
            receipt=found.written,
            payer=found.payer,
            amount=found.amount,
            amount_words=in_words(found.amount),
            mode=found.mode,
            reference=found.reference,
            what_for=f"the deposit of card {card.number}, sale {card.sale_id}",
            rule="terms of the sale",
            beast=None,
            at=found.at,
            taken_by=name_of(found.taken_by_id),
        ),
        void=_deposit_void(found),
    )


def _deposit_void(found: Deposit) -> str:
    end = standing_end(found.id)
    return f"{end.what}{': ' if end.reason else ''}{end.reason}" if end else ""


def delivery_order(sale: str, number: str) -> Gathered:
    """Gather the bill of sale of a lot paid whole; raise NotOnRegister while it is not."""
    lot = find_lot(int(sale), int(number))
    hammer, money = lot.hammer(), hammer_money(lot.id)
    if hammer is None or money is None or not money.price().whole:
        raise NotOnRegister(f"a lot {number} of sale {sale} that is sold and paid whole")
    bid, card = _won(hammer)
    return Gathered(
        kinds.DeliveryOrder(
            sale=at_sale(lot.sale),
            lot=lot.number,
            beast=beast(lot.impounding),
            marks=lot.impounding.marks,
            buyer=card.name,
            card=card.number,
            price=bid.amount,
            price_words=in_words(bid.amount),
            sold_at=hammer.at,
            receipts=tuple(
                kinds.ReceiptRow(one.written, one.at, one.mode, one.reference, one.amount)
                for one in money.receipts
            ),
        ),
        entry=lot.impounding,
    )


def redemption(number: str) -> Gathered:
    """Gather the receipt of an owner who has his animal back; raise NotOnRegister."""
    entry = find_impounding(number)
    release = find_release(entry.id)
    if release is None:
        raise NotOnRegister(f"a release of case {number}")
    paid = receipt_by_id(release.receipt_id)
    statement = dues_charged(release.journal_line_id, entry.area)
    if statement is None:
        raise NotOnRegister(f"the dues that were charged for case {number}")
    visit = last_visit(entry.id)
    return Gathered(
        kinds.RedemptionReceipt(
            receipt=paid.written,
            beast=beast(entry),
            owner=release.owner,
            agent=release.agent or "",
            authority=release.authority,
            proof_seen=release.proof_seen,
            marks_asked=visit.asked if visit else 0,
            marks_agreed=visit.agree if visit else 0,
            amount=paid.amount,
            amount_words=in_words(paid.amount),
            mode=paid.mode,
            reference=paid.reference,
            dues=dues_printed(statement),
            at=paid.at,
            taken_by=name_of(paid.taken_by_id),
        ),
        void=_receipt_void(paid),
        entry=entry,
    )


def case_of_dues(paid: Receipt) -> str:
    """Give the number of the case whose dues a receipt is for."""
    return find_impounding_by_id(paid.impounding_id).number


def attempts(lot: Lot) -> int:
    """Count how often the hammer fell on a lot."""
    return sum(one.what == "knocked down" for one in happenings(lot.id))
