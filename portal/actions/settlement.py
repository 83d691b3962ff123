"""After the hammer: the buyer pays and takes away what he bought."""

from __future__ import annotations

from datetime import date

from portal.actions.official import Act, official_act
from portal.actions.reversal import undo
from portal.actions.screening import require_may_complete_for
from portal.law.delivery import require_whole
from portal.law.ledger import on_buyer_paid
from portal.law.money import Money
from portal.law.offices import Duty
from portal.law.refusals_of_books import (
    AlreadyDelivered,
    AlreadyPaid,
    BuyerHasNotPaid,
    MoneyHasLeft,
    NotSold,
)
from portal.law.staff_list import require_fit_for_sale
from portal.registers.base import db
from portal.registers.bids import Bid
from portal.registers.matching import KnownBy
from portal.registers.sales import Lot, find_lot
from portal.registers.screening import AT_GATE, AT_PAYMENT, COLLECTOR, PAYER
from portal.registers.settlement import (
    HAMMER_MONEY,
    Delivery,
    Receipt,
    find_delivery,
    find_receipt,
    next_receipt_number,
    receipt_for_lot,
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
    """Take the whole hammer price, which is the ledger's and never the form's, from the buyer.

    Buyer and payer are screened again (3), and money is taken for nobody who is held. Raises
    NotWhole, AlreadyPaid, NotSold, PurchaserBarred, CardNeedsCheck, StaffListTooOld.
    """
    entry = find_lot(sale, lot)
    act.concern(entry.impounding)
    winning = _winning(entry)
    if receipt_for_lot(entry.id) is not None:
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
    require_whole(offered, winning.amount)
    receipt = Receipt(
        year=act.on.year,
        number=next_receipt_number(act.on.year),
        purpose=HAMMER_MONEY,
        impounding_id=entry.impounding_id,
        lot_id=entry.id,
        attempt=1 + len(receipts_for_lot(entry.id)),
        payer=payer,
        mode=mode,
        reference=reference,
        amount=winning.amount,
        at=act.at,
        on=act.on,
        taken_by_id=act.by.person_id,
        journal_line_id=act.journal_line_id,
        screening_id=screening.id,
    )
    db.session.add(receipt)
    act.post(on_buyer_paid(winning.amount), lot=entry)
    act.note(receipt=receipt.written)
    return receipt


@official_act(Duty.TAKE_PAYMENT)
def reverse_receipt(act: Act, *, year: int, number: int, reason: str) -> None:
    """Undo a receipt for hammer money by lines that reverse it: the lot is unpaid again.

    Raises AlreadyDelivered, MoneyHasLeft once animal or money is gone, NotSold for other receipts.
    """
    receipt = find_receipt(year, number)
    if receipt.lot_id is None:
        raise NotSold(0)
    entry = db.session.get_one(Lot, receipt.lot_id)
    act.concern(entry.impounding)
    if find_delivery(entry.id) is not None:
        raise AlreadyDelivered(entry.number)
    if voucher_for_lot(entry.id) is not None or appropriation_for_lot(entry.id) is not None:
        raise MoneyHasLeft(entry.number)
    undo(act, receipt.journal_line_id, reason, lot=entry)


@official_act(Duty.DELIVER_TO_BUYER, cites="2")
def hand_over(
    act: Act,
    *,
    sale: int,
    lot: int,
    taken_away_by: str,
    collector_known_by: tuple[KnownBy, ...] = (),
) -> Delivery:
    """Hand the animals of a paid lot over at the gate.

    The buyer, and whoever takes the animals away, are screened a last time (3). Raises
    BuyerHasNotPaid, AlreadyDelivered, PurchaserBarred, CardNeedsCheck, StaffListTooOld.
    """
    entry = find_lot(sale, lot)
    act.concern(entry.impounding)
    winning = _winning(entry)
    receipt = receipt_for_lot(entry.id)
    if receipt is None:
        raise BuyerHasNotPaid(entry.number)
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
        receipt_id=receipt.id,
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
