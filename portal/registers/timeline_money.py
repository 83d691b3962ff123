"""The money side of a case's story: paid, taken away, claimed, ordered, paid out or remitted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlalchemy import select

from portal.law.surplus import Finding
from portal.registers.base import db
from portal.registers.claims import Claim, ClaimOrder, claims_on, orders_on
from portal.registers.happening import Happening, Paper, Where, ended, name_of, sentence, told
from portal.registers.journal import JournalLine
from portal.registers.ledger import Reversal
from portal.registers.sales import Lot
from portal.registers.settlement import find_delivery, price_when_taken, receipts_for_lot
from portal.registers.treasury import (
    Appropriation,
    Challan,
    Voucher,
    challans_of,
    find_remittance,
    voucher_paid,
)


def after_the_hammer(lot: Lot) -> Iterator[Happening]:
    """Tell, subject by subject, all that followed the sale of a lot."""
    claims = claims_on(lot.id)
    yield from _paid_and_taken_away(lot)
    yield from _claims(claims)
    yield from _orders(orders_on(lot.id), claims)
    yield from _vouchers(lot)
    yield from _appropriations(lot)


def _paid_and_taken_away(lot: Lot) -> Iterator[Happening]:
    for receipt in receipts_for_lot(lot.id):
        undoing = _undoing(receipt.journal_line_id)
        whole = receipt.amount == price_when_taken(receipt)
        yield told(
            receipt.at,
            "rupee",
            "Buyer paid in full" if whole else "Buyer paid a part",
            amount=receipt.amount,
            says=ended(f"by {receipt.mode}, from {receipt.payer}"),
            by=name_of(receipt.taken_by_id),
            numbers=(receipt.written,),
            where=Where(Paper.RECEIPT, receipt.year, receipt.number),
            undone=bool(undoing),
        )
        yield from _reversed(undoing, f"Receipt {receipt.written} reversed")
    delivery = find_delivery(lot.id)
    if delivery is not None:
        yield told(
            delivery.at,
            "truck",
            "Taken away from the yard",
            says=ended(f"Handed over at the gate to {delivery.taken_away_by}"),
            by=name_of(delivery.by_id),
        )


def _claims(claims: Iterable[Claim]) -> Iterator[Happening]:
    for place, claim in enumerate(claims, start=1):
        papers = ", ".join(paper.called for paper in claim.papers)
        words = "A claim came in" if place == 1 else f"Another claim came in, number {place}"
        yield told(
            claim.appeared_at,
            "flag",
            words,
            cites="2",
            says=f"Papers: {papers}." if papers else "No papers yet.",
            personal=f"{claim.claimant}: {sentence(claim.says)}",
            by=name_of(claim.taken_by_id) if claim.taken_by_id else "",
            numbers=("At the counter" if claim.taken_by_id else "Sent from home", claim.written),
            where=Where(Paper.CLAIM, claim.id),
        )


def _orders(orders: Iterable[ClaimOrder], claims: Iterable[Claim]) -> Iterator[Happening]:
    written = {claim.id: claim for claim in claims}
    for order in orders:
        allowed = [
            written[one.claim_id]
            for one in order.findings
            if Finding[one.finding] is Finding.ALLOWED
        ]
        says = f"Claim {allowed[0].written} is allowed." if allowed else "No claim is allowed."
        yield told(
            order.at,
            "scale",
            f"Order {order.written} made",
            cites="2",
            says=says,
            personal=ended(f"The owner is {allowed[0].claimant}") if allowed else "",
            by=name_of(order.by_id),
            where=Where(Paper.ORDER, order.id),
        )


def _vouchers(lot: Lot) -> Iterator[Happening]:
    drawn = select(Voucher).where(Voucher.lot_id == lot.id).order_by(Voucher.id)
    for voucher in db.session.scalars(drawn):
        undoing = _undoing(voucher.journal_line_id)
        here = Where(Paper.VOUCHER, voucher.id)
        yield told(
            voucher.at,
            "paper",
            f"Voucher {voucher.written} drawn",
            cites="2",
            amount=voucher.amount,
            says="of the surplus is to be paid to the owner.",
            personal=ended(f"Payee: {voucher.payee}"),
            by=name_of(voucher.by_id),
            where=here,
            undone=bool(undoing),
        )
        paid = voucher_paid(voucher.id)
        if paid is not None:
            yield told(
                paid.at,
                "rupee",
                "Surplus paid to the owner",
                cites="2",
                amount=voucher.amount,
                says=ended(f"by {paid.mode}, {paid.reference or 'no reference'}"),
                by=name_of(paid.by_id),
                where=here,
                undone=bool(undoing),
            )
        yield from _reversed(undoing, f"Voucher {voucher.written} reversed")


def _appropriations(lot: Lot) -> Iterator[Happening]:
    made = select(Appropriation).where(Appropriation.lot_id == lot.id).order_by(Appropriation.id)
    for taken in db.session.scalars(made):
        undoing = _undoing(taken.journal_line_id)
        yield told(
            taken.at,
            "book",
            "Surplus carried to the Government",
            cites="2",
            amount=taken.amount,
            says="that nobody proved to be his.",
            by=name_of(taken.by_id),
            undone=bool(undoing),
        )
        yield from _reversed(undoing, "Appropriation reversed")
        yield from _remitted(taken)


def _remitted(taken: Appropriation) -> Iterator[Happening]:
    for challan in challans_of(taken.id):
        yield from _on_challan(challan)


def _on_challan(challan: Challan) -> Iterator[Happening]:
    here, undoing = Where(Paper.CHALLAN, challan.id), _undoing(challan.journal_line_id)
    yield told(
        challan.at,
        "paper",
        f"Put on challan {challan.written}",
        says=f"Head of account {challan.head_of_account}.",
        by=name_of(challan.by_id),
        where=here,
        undone=bool(undoing),
    )
    came = find_remittance(challan.id)
    if came is not None:
        yield told(
            came.at,
            "tick",
            "The Treasury received it",
            says=f"Treasury number {came.treasury_number} of {came.on:%d-%m-%Y}.",
            by=name_of(came.by_id),
            where=here,
            undone=bool(undoing),
        )
    yield from _reversed(undoing, f"Challan {challan.written} undone")


def _reversed(undoing: tuple[Reversal, JournalLine] | None, words: str) -> Iterator[Happening]:
    if undoing is not None:
        reversal, line = undoing
        yield told(line.at, "undo", words, says=sentence(reversal.reason), by=name_of(line.by_id))


def _undoing(journal_line_id: int) -> tuple[Reversal, JournalLine] | None:
    found = db.session.execute(
        select(Reversal, JournalLine)
        .join(JournalLine, JournalLine.id == Reversal.journal_line_id)
        .where(Reversal.reversed_journal_line_id == journal_line_id)
    ).one_or_none()
    return None if found is None else (found[0], found[1])
