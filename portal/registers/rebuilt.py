"""What each act must have moved in the ledger, rebuilt from the registers alone."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select

from portal.law.ledger import (
    Entry,
    on_appropriation,
    on_buyer_paid,
    on_challan,
    on_hammer,
    on_release,
    on_remittance,
    on_voucher,
    on_voucher_paid,
    reverse,
)
from portal.law.surplus import divide
from portal.registers.base import db
from portal.registers.bids import Bid
from portal.registers.corrections import corrections_must_have_moved
from portal.registers.deposit_books import deposits_must_have_moved
from portal.registers.dues import dues_charged
from portal.registers.impound import Impounding, Release
from portal.registers.ledger import Reversal, lines_of_act
from portal.registers.orders import readings_in_force
from portal.registers.ring import LotHappening
from portal.registers.sales import Lot
from portal.registers.settlement import DUES, Receipt
from portal.registers.settlement_books import refunds_must_have_moved
from portal.registers.treasury import (
    Appropriation,
    Challan,
    ChallanItem,
    Remittance,
    Voucher,
    VoucherPaid,
)


def must_have_moved() -> Iterator[tuple[int, str, Entry]]:
    """Give what each act must have written in the ledger, rebuilt from the registers."""
    for release in db.session.scalars(select(Release)):
        impounding = db.session.get_one(Impounding, release.impounding_id)
        statement = dues_charged(release.journal_line_id, impounding.area)
        if statement is not None:
            yield (
                release.journal_line_id,
                f"release of case {impounding.number}",
                on_release(statement),
            )
    yield from _expected_of_sales()
    yield from _expected_of_treasury()
    yield from refunds_must_have_moved()
    yield from deposits_must_have_moved()
    yield from corrections_must_have_moved()
    for reversal in db.session.scalars(select(Reversal)):
        undone = tuple(one.transfer() for one in lines_of_act(reversal.reversed_journal_line_id))
        yield reversal.journal_line_id, "reversal", reverse(undone)


def _expected_of_sales() -> Iterator[tuple[int, str, Entry]]:
    for happening in db.session.scalars(
        select(LotHappening).where(LotHappening.what == "knocked down")
    ):
        lot = db.session.get_one(Lot, happening.lot_id)
        winning = db.session.get(Bid, happening.bid_id)
        statement = dues_charged(happening.journal_line_id, lot.impounding.area)
        if winning is not None and statement is not None:
            readings = readings_in_force(happening.on, happening.at)
            yield (
                happening.journal_line_id,
                f"hammer on lot {lot.number} of sale {lot.sale_id}",
                on_hammer(divide(winning.amount, statement, readings)),
            )
    for receipt in db.session.scalars(select(Receipt).where(Receipt.purpose != DUES)):
        yield receipt.journal_line_id, f"receipt {receipt.written}", on_buyer_paid(receipt.amount)


def _expected_of_treasury() -> Iterator[tuple[int, str, Entry]]:
    for voucher in db.session.scalars(select(Voucher)):
        yield voucher.journal_line_id, f"voucher {voucher.written}", on_voucher(voucher.amount)
    for paid in db.session.scalars(select(VoucherPaid)):
        amount = db.session.get_one(Voucher, paid.voucher_id).amount
        yield (
            paid.journal_line_id,
            f"payment of voucher V-{paid.voucher_id}",
            on_voucher_paid(amount),
        )
    for taken in db.session.scalars(select(Appropriation)):
        yield taken.journal_line_id, f"appropriation {taken.id}", on_appropriation(taken.amount)
    remitted = {one.challan_id: one for one in db.session.scalars(select(Remittance))}
    for challan in db.session.scalars(select(Challan)):
        carried = [
            db.session.get_one(Appropriation, item.appropriation_id).amount
            for item in db.session.scalars(
                select(ChallanItem).where(ChallanItem.challan_id == challan.id)
            )
        ]
        for amount in carried:
            yield challan.journal_line_id, f"challan {challan.written}", on_challan(amount)
            if challan.id in remitted:
                yield (
                    remitted[challan.id].journal_line_id,
                    f"remittance of {challan.written}",
                    on_remittance(amount),
                )
