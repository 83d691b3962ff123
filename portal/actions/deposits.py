"""A sale asks for a deposit; it is taken at the desk, and given back, forfeited or reversed."""

from __future__ import annotations

from sqlalchemy import func, select

from portal.actions.official import Act, official_act
from portal.actions.reversal import undo
from portal.actions.sales import sale_not_closed
from portal.actions.screening import require_holder_may_purchase
from portal.actions.settlement import require_new_reference
from portal.law.deposits import (
    DepositEnding,
    require_may_ask,
    require_may_forfeit,
    require_may_refund,
    require_may_take,
    require_stands,
)
from portal.law.ledger import on_deposit_forfeited, on_deposit_refunded, on_deposit_taken
from portal.law.money import NOTHING, Money
from portal.law.offices import Duty
from portal.law.refusals_of_books import NothingChanged
from portal.law.refusals_of_deposits import DepositStands, NothingToTakeBack
from portal.registers.base import db
from portal.registers.cards import Card, find_card
from portal.registers.deposits import (
    Deposit,
    DepositEnd,
    SaleDeposit,
    deposit_asked,
    ends_of,
    find_deposit,
    next_deposit_number,
    standing_deposit,
    standing_end,
    still_bids_on,
    unpaid_lots,
    wins_of,
)
from portal.registers.sales import find_lot, find_sale
from portal.registers.screening import AT_CARD


@official_act(Duty.ARRANGE_SALE)
def ask_for_deposit(act: Act, *, sale: int, amount: Money) -> None:
    """Fix what deposit a sale asks for, before its first card; a sum of nothing asks for none.

    Raises CardsAreGiven, SaleClosed, NothingChanged.
    """
    found = sale_not_closed(sale)
    given = select(func.count()).select_from(Card).where(Card.sale_id == found.id)
    require_may_ask(found.number, db.session.scalar(given) or 0)
    if amount == (deposit_asked(found.id) or NOTHING):
        raise NothingChanged
    db.session.add(SaleDeposit(sale_id=found.id, amount=amount, at=act.at, by_id=act.by.person_id))


@official_act(Duty.TAKE_PAYMENT)
def take_deposit(
    act: Act, *, sale: int, card: int, offered: Money, mode: str, reference: str
) -> Deposit:
    """Take the whole deposit from the holder of a card, if he may buy at all (3).

    Raises NoDepositAsked, DepositStands, DepositNotWhole, PurchaserBarred, SaleClosed,
    ReferenceUnreadable, ReferenceUsed.
    """
    found = sale_not_closed(sale)
    holder = find_card(found.id, card)
    asked, standing = deposit_asked(found.id), standing_deposit(holder.id)
    require_holder_may_purchase(act, holder, AT_CARD)
    require_may_take(found.number, card, asked, offered, standing.written if standing else None)
    deposit = Deposit(
        year=act.on.year,
        number=next_deposit_number(act.on.year),
        card_id=holder.id,
        payer=holder.name,
        amount=offered,
        mode=mode,
        reference=require_new_reference(mode, reference),
        at=act.at,
        on=act.on,
        taken_by_id=act.by.person_id,
        journal_line_id=act.journal_line_id,
    )
    db.session.add(deposit)
    act.post(on_deposit_taken(offered))
    act.note(receipt=deposit.written)
    return deposit


@official_act(Duty.TAKE_PAYMENT)
def refund_deposit(act: Act, *, sale: int, card: int, mode: str, reference: str) -> Deposit:
    """Give a deposit back, whole, to the one who paid it; after the close of the sale too.

    Raises NoDepositStands, LotsNotPaid, StillBids.
    """
    holder = find_card(find_sale(sale).id, card)
    deposit = standing_deposit(holder.id)
    require_may_refund(
        card,
        deposit.written if deposit else None,
        unpaid_lots(holder.id),
        still_bids_on(holder),
    )
    ended = _found(deposit)
    _end(act, ended, DepositEnding.REFUNDED, mode=mode, reference=reference)
    act.post(on_deposit_refunded(ended.amount))
    act.note(receipt=ended.written, to=ended.payer, amount=ended.amount)
    return ended


@official_act(Duty.TAKE_PAYMENT)
def forfeit_deposit(act: Act, *, sale: int, card: int, lot: int, reason: str) -> Deposit:
    """Keep a deposit because its bidder won a lot and did not pay for it.

    Raises NoDepositStands, NoDefault.
    """
    holder = find_card(find_sale(sale).id, card)
    unpaid = find_lot(sale, lot)
    act.concern(unpaid.impounding)
    deposit = standing_deposit(holder.id)
    standing = deposit.written if deposit else None
    require_may_forfeit(card, standing, wins_of(holder.id), lot, act.on)
    ended = _found(deposit)
    _end(act, ended, DepositEnding.FORFEITED, reason=reason, lot_id=unpaid.id)
    act.post(on_deposit_forfeited(ended.amount))
    act.note(receipt=ended.written, amount=ended.amount)
    return ended


@official_act(Duty.TAKE_PAYMENT)
def reverse_deposit(act: Act, *, year: int, number: int, reason: str) -> None:
    """Undo a deposit that was entered wrongly: it counts as never paid. Raises NoDepositStands."""
    deposit = find_deposit(year, number)
    card = db.session.get_one(Card, deposit.card_id)
    ended = standing_end(deposit.id) is not None
    require_stands(card.number, None if ended else deposit.written)
    undo(act, deposit.journal_line_id, reason)
    _end(act, deposit, DepositEnding.REVERSED, reason=reason)


@official_act(Duty.TAKE_PAYMENT)
def reverse_deposit_end(act: Act, *, year: int, number: int, reason: str) -> None:
    """Undo a giving back or a forfeiture that was entered wrongly: the deposit stands again.

    Raises NothingToTakeBack, and DepositStands if the card has paid another deposit meanwhile.
    """
    deposit = find_deposit(year, number)
    end = standing_end(deposit.id)
    if end is None or end.what == DepositEnding.REVERSED.value:
        raise NothingToTakeBack(deposit.written)
    another = standing_deposit(deposit.card_id)
    if another is not None:
        card = db.session.get_one(Card, deposit.card_id)
        raise DepositStands(card.number, another.written)
    undo(act, end.journal_line_id, reason)


def _end(
    act: Act,
    deposit: Deposit,
    how: DepositEnding,
    *,
    reason: str = "",
    mode: str = "",
    reference: str = "",
    lot_id: int | None = None,
) -> None:
    db.session.add(
        DepositEnd(
            deposit_id=deposit.id,
            attempt=1 + len(ends_of(deposit.id)),
            what=how.value,
            lot_id=lot_id,
            reason=reason,
            mode=mode,
            reference=reference,
            at=act.at,
            on=act.on,
            by_id=act.by.person_id,
            journal_line_id=act.journal_line_id,
        )
    )


def _found(deposit: Deposit | None) -> Deposit:
    if deposit is None:
        raise LookupError("a deposit that stands was asked for, and the law let none through")
    return deposit
