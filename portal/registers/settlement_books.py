"""What buyers owe and are owed, rebuilt from slips, receipts and refunds, and what cannot be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from sqlalchemy import select

from portal.law.ledger import Account, Entry, on_buyer_refunded, on_sale_undone
from portal.law.money import NOTHING, Money, total
from portal.registers.base import db
from portal.registers.bids import Bid
from portal.registers.deposits import Deposit
from portal.registers.journal import JournalLine
from portal.registers.ledger import LedgerLine, balances, not_reversed
from portal.registers.owing import RefundOwed, RefundPaid, VoidOrder
from portal.registers.ring import MADE_VOID, LotHappening, what_came_of
from portal.registers.sales import Lot
from portal.registers.settlement import HAMMER_MONEY, Receipt


def refunds_must_have_moved() -> Iterator[tuple[int, str, Entry]]:
    """Give what each act that owes or gives back must have written in the ledger."""
    for owed in db.session.scalars(select(RefundOwed)):
        yield owed.journal_line_id, f"refund {owed.id} owed", on_sale_undone(owed.amount)
    for paid in db.session.scalars(select(RefundPaid)):
        owed = db.session.get_one(RefundOwed, paid.refund_owed_id)
        yield paid.journal_line_id, f"refund {owed.id} paid", on_buyer_refunded(owed.amount)


def settlement_breaks() -> Iterator[str]:
    """Give, as sentences, where slips, receipts, refunds and ledger of a lot do not agree."""
    owed = {one.hammer_id: one for one in db.session.scalars(select(RefundOwed))}
    ledger = _owed_by_buyers()
    yield from _receipt_breaks()
    yield from _refund_breaks(list(owed.values()))
    for lot_id, falls in _falls().items():
        lot = db.session.get_one(Lot, lot_id)
        where = f"Lot {lot.number} of sale {lot.sale_id}"
        owes = NOTHING
        for place, fell in enumerate(falls):
            ends_at = falls[place + 1].journal_line_id if place + 1 < len(falls) else None
            paid = _paid_between(lot_id, fell.journal_line_id, ends_at)
            price = db.session.get_one(Bid, fell.bid_id).amount
            if paid > price:
                yield f"{where}: {paid.decimal} was taken, the hammer fell at {price.decimal}."
            ending = what_came_of(fell)
            yield from _undone_breaks(where, fell, ending, paid, owed.get(fell.id))
            if ending is None:
                owes += price - paid
        if ledger[lot_id] != owes:
            yield (
                f"Ledger: for lot {lot.number} of sale {lot.sale_id} the buyer owes"
                f" {ledger[lot_id].decimal}, slips and receipts give {owes.decimal}."
            )


def _falls() -> dict[int, list[LotHappening]]:
    found: dict[int, list[LotHappening]] = defaultdict(list)
    for fell in db.session.scalars(
        select(LotHappening).where(LotHappening.what == "knocked down").order_by(LotHappening.id)
    ):
        found[fell.lot_id].append(fell)
    return found


def _owed_by_buyers() -> dict[int, Money]:
    """Give by lot what the ledger says that buyers owe."""
    found: dict[int, Money] = defaultdict(lambda: NOTHING)
    for line in db.session.scalars(select(LedgerLine).where(LedgerLine.lot_id.is_not(None))):
        for side, sign in ((line.debit, 1), (line.credit, -1)):
            if side == Account.OWED_BY_BUYERS.name and line.lot_id is not None:
                found[line.lot_id] += line.amount * sign
    return found


def _paid_between(lot_id: int, begins: int, ends: int | None) -> Money:
    receipts = select(Receipt.amount).where(
        Receipt.lot_id == lot_id,
        not_reversed(Receipt.journal_line_id),
        Receipt.journal_line_id > begins,
    )
    if ends is not None:
        receipts = receipts.where(Receipt.journal_line_id < ends)
    return total(db.session.scalars(receipts))


def _undone_breaks(
    where: str,
    fell: LotHappening,
    ending: LotHappening | None,
    paid: Money,
    owed: RefundOwed | None,
) -> Iterator[str]:
    """Say where a sale that does not stand keeps money, or one that stands owes it back."""
    if owed is not None and ending is None:
        yield f"{where}: its sale stands, and {owed.amount.decimal} is owed back."
    if ending is None:
        return
    back = owed.amount if owed is not None else NOTHING
    if back != paid:
        yield (
            f"{where}: its sale was undone, {paid.decimal} had been paid and {back.decimal} is"
            " owed back."
        )
    if ending.what == MADE_VOID:
        order = db.session.scalar(select(VoidOrder).where(VoidOrder.hammer_id == fell.id))
        if order is None or order.by_id == ending.by_id:
            yield f"{where}: its sale was made void without an order of another person."


def _receipt_breaks() -> Iterator[str]:
    """Hold each receipt for hammer money against the journal: another sum, another reference."""
    shown: dict[str, str] = {}
    for receipt in db.session.scalars(select(Receipt).order_by(Receipt.id)):
        line = db.session.get(JournalLine, receipt.journal_line_id)
        said = line.particulars if line is not None else {}
        sum_said = said.get("offered")
        if receipt.purpose == HAMMER_MONEY and sum_said != receipt.amount.decimal:
            yield f"Receipt {receipt.written}: the journal tells of another sum, {sum_said}."
    receipts = select(Receipt).where(Receipt.reference != "", not_reversed(Receipt.journal_line_id))
    deposits = select(Deposit).where(Deposit.reference != "", not_reversed(Deposit.journal_line_id))
    papers = (
        *db.session.scalars(receipts.order_by(Receipt.id)),
        *db.session.scalars(deposits.order_by(Deposit.id)),
    )
    for paper in papers:
        earlier = shown.setdefault(paper.reference, paper.written)
        if earlier != paper.written:
            yield f"Receipts {earlier} and {paper.written} show one payment."


def _refund_breaks(owed: list[RefundOwed]) -> Iterator[str]:
    """Give what was given back twice, and where the account of what is owed back differs."""
    stand = Counter(
        db.session.scalars(
            select(RefundPaid.refund_owed_id).where(not_reversed(RefundPaid.journal_line_id))
        )
    )
    for number, times in stand.items():
        if times > 1:
            yield f"Refund {number} was given back {times} times."
    still = total(one.amount for one in owed if not stand[one.id])
    ledger = balances()[Account.OWED_BACK]
    if ledger != still:
        yield f"Ledger: {ledger.decimal} is owed back to buyers, the refunds give {still.decimal}."
