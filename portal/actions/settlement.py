"""After the hammer: the buyer pays and takes away what he bought."""

from __future__ import annotations

from datetime import date

from portal.actions.official import Act, official_act
from portal.actions.reversal import undo
from portal.actions.screening import require_may_complete_for
from portal.law.ledger import on_buyer_paid
from portal.law.money import Money
from portal.law.offices import Duty
from portal.law.receipts import require_paid_whole, require_part, written_reference
from portal.law.refusals_of_books import (
    AlreadyDelivered,
    AlreadyPaid,
    BuyerHasNotPaid,
    MoneyHasLeft,
    NotSold,
)
from portal.law.refusals_of_settlement import ReferenceUsed, SaleOfLotUndone
from portal.law.staff_list import require_fit_for_sale
from portal.registers.base import db
from portal.registers.bids import Bid
from portal.registers.matching import KnownBy
from portal.registers.owing import receipt_with_reference
from portal.registers.sales import Lot, find_lot
from portal.registers.screening import AT_GATE, AT_PAYMENT, COLLECTOR, PAYER
from portal.registers.settlement import (
    HAMMER_MONEY,
    Delivery,
    HammerMoney,
    Receipt,
    find_delivery,
    find_receipt,
    hammer_money,
    next_receipt_number,
    receipts_for_lot,
)
from portal.registers.staff_list import staff_list_state
from portal.registers.treasury import appropriation_for_lot, voucher_for_lot


@official_act(Duty.TAKE_PAYMENT, cites="2")
def take_hammer_money(
    act: Act,
    *,
    sale: int,
    lot: int,
    offered: Money,
    payer: str,
    payer_known_by: tuple[KnownBy, ...] = (),
    mode: str,
    reference: str,
) -> Receipt:
    """Take the hammer price, whole or in parts; it is the ledger's and never the form's.

    What is still due is worked out here. Buyer and payer are screened again at each part (3), and
    money is taken for nobody who is held. Raises MoreThanDue, AlreadyPaid, NotSold,
    ReferenceUnreadable, ReferenceUsed, PurchaserBarred, CardNeedsCheck, StaffListTooOld.
    """
    entry = find_lot(sale, lot)
    act.concern(entry.impounding)
    winning = _winning(entry)
    money = _money(entry)
    if money.price().whole:
        raise AlreadyPaid(entry.number)
    require_fit_for_sale(staff_list_state(), act.at)
    screening = require_may_complete_for(
        act,
        winning.card,
        AT_PAYMENT,
        whom=PAYER,
        name=payer,
        known_by=payer_known_by,
        hammer_on=_hammer_on(entry),
    )
    require_part(money.price(), offered)
    receipt = Receipt(
        year=act.on.year,
        number=next_receipt_number(act.on.year),
        purpose=HAMMER_MONEY,
        impounding_id=entry.impounding_id,
        lot_id=entry.id,
        attempt=1 + len(receipts_for_lot(entry.id)),
        payer=payer,
        mode=mode,
        reference=require_new_reference(mode, reference),
        amount=offered,
        at=act.at,
        on=act.on,
        taken_by_id=act.by.person_id,
        journal_line_id=act.journal_line_id,
        screening_id=screening.id,
    )
    db.session.add(receipt)
    act.post(on_buyer_paid(offered), lot=entry)
    act.note(receipt=receipt.written, still_due=money.price().due - offered)
    return receipt


@official_act(Duty.TAKE_PAYMENT)
def reverse_receipt(act: Act, *, year: int, number: int, reason: str) -> None:
    """Undo a receipt for hammer money by lines that reverse it: the lot is unpaid again.

    Raises AlreadyDelivered, MoneyHasLeft once animal or money is gone, NotSold for other receipts,
    SaleOfLotUndone where the sale was put in default or made void and the money is owed back.
    """
    receipt = find_receipt(year, number)
    if receipt.lot_id is None:
        raise NotSold(0)
    entry = db.session.get_one(Lot, receipt.lot_id)
    act.concern(entry.impounding)
    require_all_is_here(entry)
    hammer = entry.hammer()
    if hammer is None or hammer.journal_line_id > receipt.journal_line_id:
        raise SaleOfLotUndone(entry.number, receipt.written)
    undo(act, receipt.journal_line_id, reason)


@official_act(Duty.DELIVER_TO_BUYER, cites="2")
def hand_over(
    act: Act,
    *,
    sale: int,
    lot: int,
    taken_away_by: str,
    collector_known_by: tuple[KnownBy, ...] = (),
) -> Delivery:
    """Hand the animals of a lot that is paid whole over at the gate.

    The buyer, and whoever takes the animals away, are screened a last time (3). Raises
    BuyerHasNotPaid, PartPaid, AlreadyDelivered, PurchaserBarred, CardNeedsCheck, StaffListTooOld.
    """
    entry = find_lot(sale, lot)
    act.concern(entry.impounding)
    winning = _winning(entry)
    money = _money(entry)
    if not money.receipts:
        raise BuyerHasNotPaid(entry.number)
    require_paid_whole(money.price())
    if find_delivery(entry.id) is not None:
        raise AlreadyDelivered(entry.number)
    require_fit_for_sale(staff_list_state(), act.at)
    screening = require_may_complete_for(
        act,
        winning.card,
        AT_GATE,
        whom=COLLECTOR,
        name=taken_away_by,
        known_by=collector_known_by,
        hammer_on=_hammer_on(entry),
    )
    delivery = Delivery(
        lot_id=entry.id,
        receipt_id=money.receipts[-1].id,
        taken_away_by=taken_away_by,
        screening_id=screening.id,
        at=act.at,
        by_id=act.by.person_id,
    )
    db.session.add(delivery)
    return delivery


def _hammer_on(entry: Lot) -> date | None:
    hammer = entry.hammer()
    return hammer.on if hammer else None


def _winning(entry: Lot) -> Bid:
    winning = entry.winning_bid()
    if winning is None:
        raise NotSold(entry.number)
    return winning


def _money(entry: Lot) -> HammerMoney:
    money = hammer_money(entry.id)
    if money is None:
        raise NotSold(entry.number)
    return money


def require_all_is_here(entry: Lot) -> None:
    """Refuse to undo once animal or surplus has left: then it is for the courts, not for a desk.

    Raises AlreadyDelivered, MoneyHasLeft.
    """
    if find_delivery(entry.id) is not None:
        raise AlreadyDelivered(entry.number)
    if voucher_for_lot(entry.id) is not None or appropriation_for_lot(entry.id) is not None:
        raise MoneyHasLeft(entry.number)


def require_new_reference(mode: str, reference: str) -> str:
    """Give a payment's reference as the bank writes it; one payment has one receipt.

    Raises ReferenceUnreadable, ReferenceUsed.
    """
    written = written_reference(mode, reference)
    shown = receipt_with_reference(written) if written else None
    if shown is not None:
        raise ReferenceUsed(written, shown)
    return written
