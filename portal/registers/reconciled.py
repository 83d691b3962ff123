"""A bank's file held against our books: what does not match first, with what was answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import select

from portal.law.deposits import DepositEnding
from portal.law.money import Money, total
from portal.law.receipts import Mode
from portal.law.reconciling import Finding, Kind, Line, reconcile
from portal.registers.base import db
from portal.registers.carried import CarriedStatement, last_carried
from portal.registers.corrections import Correction
from portal.registers.deposits import Deposit, DepositEnd
from portal.registers.ledger import not_reversed
from portal.registers.owing import RefundOwed, RefundPaid
from portal.registers.settlement import Receipt
from portal.registers.statements import (
    Statement,
    StatementAnswer,
    StatementLine,
    answers_to,
    statements,
)
from portal.registers.treasury import Challan, Remittance, Voucher, VoucherPaid

OUT = -1
Ours = dict[str, tuple[Line, int]]


@dataclass(frozen=True)
class Shown:
    """A finding with the row of the file, our journal line, and how it was answered."""

    finding: Finding
    key: str
    bank_line: int | None
    journal_line: int | None
    answer: StatementAnswer | None
    corrected_by: Correction | None

    @property
    def is_open(self) -> bool:
        """Tell whether somebody has still to look at it."""
        agrees = self.finding.kind is Kind.AGREES
        return not agrees and self.answer is None and self.corrected_by is None


def our_lines() -> Ours:
    """Give what we say went through a bank, each with its line of the journal."""
    return {line.key: (line, journal_line) for line, journal_line in _our_lines()}


def _our_lines() -> Iterator[tuple[Line, int]]:
    cash = Mode.CASH.value
    receipts = db.session.scalars(
        select(Receipt).where(Receipt.mode != cash, not_reversed(Receipt.journal_line_id))
    )
    deposits = db.session.scalars(
        select(Deposit).where(Deposit.mode != cash, not_reversed(Deposit.journal_line_id))
    )
    for one in (*receipts, *deposits):
        yield Line(one.written, one.on, one.reference, one.amount), one.journal_line_id
    given_back = (
        select(DepositEnd, Deposit)
        .join(Deposit, Deposit.id == DepositEnd.deposit_id)
        .where(
            DepositEnd.what == DepositEnding.REFUNDED.value,
            DepositEnd.mode != cash,
            not_reversed(DepositEnd.journal_line_id),
        )
    )
    for end, deposit in db.session.execute(given_back.order_by(DepositEnd.id)):
        name = f"{deposit.written} given back"
        yield Line(name, end.on, end.reference, deposit.amount * OUT), end.journal_line_id
    paid = (
        select(VoucherPaid, Voucher)
        .join(Voucher, Voucher.id == VoucherPaid.voucher_id)
        .where(VoucherPaid.mode != cash, not_reversed(VoucherPaid.journal_line_id))
    )
    for payment, voucher in db.session.execute(paid.order_by(VoucherPaid.id)):
        line = Line(voucher.written, payment.on, payment.reference, voucher.amount * OUT)
        yield line, payment.journal_line_id
    refunded = (
        select(RefundPaid, RefundOwed)
        .join(RefundOwed, RefundOwed.id == RefundPaid.refund_owed_id)
        .where(RefundPaid.mode != cash, not_reversed(RefundPaid.journal_line_id))
    )
    for given, owed in db.session.execute(refunded.order_by(RefundPaid.id)):
        name = f"refund {owed.id}"
        yield Line(name, given.on, given.reference, owed.amount * OUT), given.journal_line_id
    remitted = (
        select(Remittance, Challan)
        .join(Challan, Challan.id == Remittance.challan_id)
        .where(not_reversed(Remittance.journal_line_id))
    )
    for came, challan in db.session.execute(remitted.order_by(Remittance.id)):
        yield (
            Line(
                challan.written, came.on, came.treasury_number, challan.amount * OUT, expected=False
            ),
            came.journal_line_id,
        )


def shown(statement: Statement, ours: Ours | None = None) -> list[Shown]:
    """Hold a file against our books, with every other file of its sender: what differs first.

    A line that came in two files is double in the later one. `ours` are our lines, for whoever
    looks at several files.
    """
    ours = our_lines() if ours is None else ours
    lines = list(
        db.session.scalars(
            select(StatementLine)
            .join(Statement, Statement.id == StatementLine.statement_id)
            .where(Statement.sender == statement.sender, Statement.id <= statement.id)
            .order_by(StatementLine.statement_id, StatementLine.line)
        )
    )
    own = {one.id for one in lines if one.statement_id == statement.id}
    bank = [Line(str(one.id), one.on, one.reference, one.amount) for one in lines]
    days = [one.on for one in lines if one.id in own]
    answers = answers_to(statement.id)
    numbers = {one.id: one.line for one in lines}
    found = []
    for finding in reconcile(bank, [line for line, _journal in ours.values()]):
        number = int(finding.bank.key) if finding.bank else None
        if number not in own and number is not None:
            continue
        if finding.bank is None and not _within(finding, days):
            continue
        found.append(_shown(finding, number, numbers, ours, answers))
    return found


def _within(finding: Finding, days: list[date]) -> bool:
    return bool(days) and finding.ours is not None and min(days) <= finding.ours.on <= max(days)


def _shown(
    finding: Finding,
    number: int | None,
    numbers: dict[int, int],
    ours: Ours,
    answers: dict[str, StatementAnswer],
) -> Shown:
    journal_line = ours[finding.ours.key][1] if finding.ours else None
    key = f"row {numbers[number]}" if number is not None else f"{finding.ours and finding.ours.key}"
    return Shown(
        finding, key, number, journal_line, answers.get(key), _correction(number, journal_line)
    )


def _correction(bank_line: int | None, journal_line: int | None) -> Correction | None:
    asked = select(Correction).order_by(Correction.id.desc()).limit(1)
    if bank_line is not None:
        asked = asked.where(Correction.statement_line_id == bank_line)
    else:
        asked = asked.where(Correction.corrects_id == journal_line)
    found: Correction | None = db.session.scalar(asked)
    return found


def open_differences() -> int:
    """Count the differences that nobody has answered yet.

    A file in which all was answered when the books were carried forward is looked at again when
    they are carried forward next, and not at every page.
    """
    return sum(count for _statement, count in differences_by_file(statements_to_look_at()))


def differences_by_file(files: Sequence[Statement]) -> list[tuple[Statement, int]]:
    """Give the files in which something is still to be answered, and how much in each."""
    if not files:
        return []
    ours = our_lines()
    counted = [(one, sum(each.is_open for each in shown(one, ours))) for one in files]
    return [(one, count) for one, count in counted if count]


def statements_to_look_at() -> list[Statement]:
    """List the files with an open difference when the books were carried, and later ones."""
    last = last_carried()
    if last is None:
        return statements()
    left = select(CarriedStatement.statement_id).where(
        CarriedStatement.carried_forward_id == last.id
    )
    asked = select(Statement).where(
        Statement.id.in_(left) | (Statement.id > last.through_statement)
    )
    return list(db.session.scalars(asked.order_by(Statement.id.desc())))


def sum_of(statement: Statement) -> Money:
    """Add up the lines of a file."""
    asked = select(StatementLine.amount).where(StatementLine.statement_id == statement.id)
    return total(db.session.scalars(asked))
