"""Sales that do not stand: the buyer is in default, or an order makes the sale of a lot void.

Either way the hammer's lines are reversed, what was paid is owed back, and the animal is due for
sale again. It is offered anew: never does it go to the second bidder by itself.
"""

from __future__ import annotations

from portal.actions.lots import happen
from portal.actions.official import Act, official_act
from portal.actions.reversal import undo
from portal.actions.settlement import require_all_is_here, require_new_reference
from portal.law.deposits import require_time_to_pay_over
from portal.law.ledger import on_buyer_refunded, on_sale_undone
from portal.law.money import NOTHING
from portal.law.offices import Duty
from portal.law.refusals_of_books import (
    AlreadyPaid,
    NotSold,
    NumberAlreadyUsed,
)
from portal.law.refusals_of_settlement import NothingOwedBack, VoidIsOrdered, VoidNeedsAnother
from portal.law.refusals_of_undoing import NotGivenBack
from portal.registers.base import NotOnRegister, db
from portal.registers.bids import Bid
from portal.registers.owing import (
    RefundOwed,
    RefundPaid,
    VoidOrder,
    find_refund,
    payments_of_refund,
    void_number_used,
    void_order_on,
)
from portal.registers.ring import IN_DEFAULT, MADE_VOID, LotHappening
from portal.registers.sales import Lot, find_lot
from portal.registers.settlement import hammer_money


@official_act(Duty.TAKE_PAYMENT, cites="2")
def put_in_default(act: Act, *, sale: int, lot: int, reason: str) -> RefundOwed | None:
    """Undo the sale of a lot whose buyer let his time to pay pass; give what is owed back to him.

    The Act is silent on default: what he had paid in part is not kept but owed back; his deposit
    is forfeited by the act for deposits. Raises NotSold, AlreadyPaid, TimeToPayRuns.
    """
    entry, hammer = _sold(sale, lot)
    money = hammer_money(entry.id)
    if money is None or money.price().whole:
        raise AlreadyPaid(entry.number)
    require_time_to_pay_over(entry.number, hammer.on, act.on)
    return end_sale_of_lot(act, entry, hammer, IN_DEFAULT, reason)


@official_act(Duty.MAKE_ORDERS, cites="2")
def order_void(act: Act, *, sale: int, lot: int, number: str, reason: str) -> VoidOrder:
    """Order that a sale settled in error is void; nothing moves until another carries it out.

    Raises NotSold, VoidIsOrdered, NumberAlreadyUsed, AlreadyDelivered, MoneyHasLeft.
    """
    entry, hammer = _sold(sale, lot)
    standing = void_order_on(hammer.id)
    if standing is not None:
        raise VoidIsOrdered(entry.number, standing.number)
    if void_number_used(number):
        raise NumberAlreadyUsed(number)
    require_all_is_here(entry)
    order = VoidOrder(
        hammer_id=hammer.id,
        lot_id=entry.id,
        number=number,
        reason=reason,
        at=act.at,
        on=act.on,
        by_id=act.by.person_id,
    )
    db.session.add(order)
    act.concern(entry.impounding)
    return order


@official_act(Duty.TAKE_PAYMENT, cites="2")
def make_void(act: Act, *, sale: int, lot: int) -> RefundOwed | None:
    """Carry out an order that the sale of a lot is void; give what is owed back to the buyer.

    Slips and receipts stay, marked void. Raises NotSold, VoidNeedsAnother for the one who made the
    order, AlreadyDelivered, MoneyHasLeft, and NotOnRegister where nobody ordered it.
    """
    entry, hammer = _sold(sale, lot)
    order = void_order_on(hammer.id)
    if order is None:
        raise NotOnRegister(f"an order about lot {lot} of sale {sale}")
    if order.by_id == act.by.person_id:
        raise VoidNeedsAnother(order.number)
    require_all_is_here(entry)
    act.note(order=order.number)
    return end_sale_of_lot(act, entry, hammer, MADE_VOID, f"order {order.number}: {order.reason}")


@official_act(Duty.TAKE_PAYMENT)
def give_back(act: Act, *, refund: int, to: str, mode: str, reference: str) -> RefundPaid:
    """Give a buyer back, whole, what is owed to him.

    Raises NothingOwedBack, ReferenceUnreadable, ReferenceUsed.
    """
    owed, lot, paid = find_refund(refund)
    if paid is not None:
        raise NothingOwedBack
    given = RefundPaid(
        refund_owed_id=owed.id,
        attempt=1 + len(payments_of_refund(owed.id)),
        to=to,
        mode=mode,
        reference=require_new_reference(mode, reference),
        at=act.at,
        on=act.on,
        by_id=act.by.person_id,
        journal_line_id=act.journal_line_id,
    )
    db.session.add(given)
    act.concern(lot.impounding)
    act.post(on_buyer_refunded(owed.amount), lot=lot)
    act.note(amount=owed.amount)
    return given


@official_act(Duty.TAKE_PAYMENT)
def reverse_refund(act: Act, *, refund: int, reason: str) -> None:
    """Undo a giving back that was entered wrongly or came back: it is owed to the buyer again.

    Raises NotGivenBack.
    """
    owed, lot, paid = find_refund(refund)
    act.concern(lot.impounding)
    if paid is None:
        raise NotGivenBack
    undo(act, paid.journal_line_id, reason)
    act.note(amount=owed.amount, to=paid.to)


def end_sale_of_lot(
    act: Act, entry: Lot, hammer: LotHappening, what: str, reason: str
) -> RefundOwed | None:
    """Take a fall of the hammer back in the books; `what` is what happens to the lot by it."""
    owed = owe_back(act, entry, hammer, what)
    happen(act, entry, what, reason=reason)
    undo(act, hammer.journal_line_id, reason)
    return owed


def owe_back(act: Act, entry: Lot, hammer: LotHappening, why: str) -> RefundOwed | None:
    """Owe a buyer what he has paid for a sale that ends with this act; none if nothing came."""
    money = hammer_money(entry.id)
    paid = money.price().paid if money is not None else NOTHING
    if money is None or paid <= NOTHING:
        return None
    bid = db.session.get_one(Bid, hammer.bid_id)
    owed = RefundOwed(
        lot_id=entry.id,
        hammer_id=hammer.id,
        card_id=bid.card.id,
        payers=", ".join(dict.fromkeys(one.payer for one in money.receipts)),
        amount=paid,
        why=why,
        at=act.at,
        on=act.on,
        journal_line_id=act.journal_line_id,
    )
    db.session.add(owed)
    act.post(on_sale_undone(paid), lot=entry)
    act.note(owed_back=paid)
    return owed


def _sold(sale: int, lot: int) -> tuple[Lot, LotHappening]:
    entry = find_lot(sale, lot)
    hammer = entry.hammer()
    if hammer is None:
        raise NotSold(entry.number)
    return entry, hammer
