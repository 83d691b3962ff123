"""Do the books agree? Everything is rebuilt from the events and held against what is written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from sqlalchemy import exists, func, select
from sqlalchemy.exc import NoResultFound

from portal.law.ledger import Account
from portal.law.money import NOTHING, Money
from portal.registers.approvals import hand_breaks
from portal.registers.base import db
from portal.registers.bids import Bid, BidStruck
from portal.registers.carrying import carried_breaks
from portal.registers.challan_undoing import undoing_breaks
from portal.registers.deposit_books import deposit_breaks
from portal.registers.dues import DuesCharged, dues_charged, dues_on
from portal.registers.impound import Impounding
from portal.registers.journal import (
    BEFORE_THE_FIRST,
    JournalLine,
    hold,
    last_line,
    lines_in_order,
)
from portal.registers.ledger import LedgerLine, balances, held_for
from portal.registers.months import day_breaks, month_breaks
from portal.registers.past_days import past_day_breaks
from portal.registers.rebuilt import must_have_moved
from portal.registers.ring import LotHappening
from portal.registers.sales import Lot
from portal.registers.settlement_books import settlement_breaks


def differences() -> Iterator[str]:
    """Give every difference between the events and the books, as a sentence; none if they agree."""
    yield from _read("The journal", _journal_breaks)
    yield from _read("The ledger", _ledger_breaks)
    yield from _read("The hammers", _hammer_breaks)
    yield from _read("The dues", _charge_breaks)
    yield from _read("What must have moved", _money_breaks)
    yield from _read("The balances", _balance_breaks)
    yield from _read("The deposits", deposit_breaks)
    yield from _read("The settlement", settlement_breaks)
    yield from _read("The months", month_breaks)
    yield from _read("The days", day_breaks)
    yield from _read("The hands", hand_breaks)
    yield from _read("The challans", undoing_breaks)
    yield from _read("The days long past", past_day_breaks)
    yield from _read("What was carried forward", carried_breaks)


def _read(books: str, breaks: Callable[[], Iterator[str]]) -> Iterator[str]:
    """Look for breaks; books in which a word stands that the portal never writes are one too."""
    try:
        yield from breaks()
    except (LookupError, ValueError, TypeError, NoResultFound) as error:
        yield f"{books} cannot be read: something stands there that no act writes: {error!r}."


def _journal_breaks() -> Iterator[str]:
    held = BEFORE_THE_FIRST
    for number, line in enumerate(lines_in_order(), start=1):
        if line.id != number:
            yield f"Journal: line {number} is missing; line {line.id} follows line {number - 1}."
            return
        if hold(line, held) != line.held:
            yield f"Journal: line {line.id} ({line.act}) is not as it was written."
            return
        held = line.held


def _ledger_breaks() -> Iterator[str]:
    last = last_line()
    newest = last.id if last else 0
    loose = db.session.scalars(
        select(LedgerLine.id).where(
            (LedgerLine.journal_line_id > newest) | (LedgerLine.journal_line_id < 1)
        )
    )
    for number in loose:
        yield f"Ledger: line {number} answers to no line of the journal."
    yield from _loose_rows(newest)
    if sum((one.paise for one in balances().values()), 0) != 0:
        yield "Ledger: its balances do not sum to nothing."


def _loose_rows(newest: int) -> Iterator[str]:
    """Give the rows of other books that were written with a line after the end of the journal."""
    for table in db.metadata.sorted_tables:
        line = table.columns.get("journal_line_id")
        if line is None or table is LedgerLine.__table__:
            continue
        for number in db.session.scalars(select(line).where(line > newest).distinct()):
            yield (
                f"Table {table.name}: what was written with journal line {number} answers to no"
                " line of the journal."
            )


def _hammer_breaks() -> Iterator[str]:
    for happening in db.session.scalars(
        select(LotHappening).where(LotHappening.what == "knocked down").order_by(LotHappening.id)
    ):
        lot = db.session.get_one(Lot, happening.lot_id)
        where = f"Lot {lot.number} of sale {lot.sale_id}"
        winning = db.session.get(Bid, happening.bid_id)
        if winning is None or winning.lot_id != lot.id:
            yield f"{where}: the hammer fell on no bid of this lot."
            continue
        struck_before = exists().where(BidStruck.bid_id == Bid.id, BidStruck.at <= happening.at)
        top = db.session.scalar(
            select(func.max(Bid.amount)).where(
                Bid.lot_id == lot.id, Bid.at <= happening.at, ~struck_before
            )
        )
        if top != winning.amount:
            yield f"{where}: the hammer fell at {winning.amount.decimal}, not on the highest bid."


def _charge_breaks() -> Iterator[str]:
    for impounding_id, journal_line_id in db.session.execute(
        select(DuesCharged.impounding_id, DuesCharged.journal_line_id)
        .distinct()
        .order_by(DuesCharged.journal_line_id)
    ):
        impounding = db.session.get_one(Impounding, impounding_id)
        charged = dues_charged(journal_line_id, impounding.area)
        line = db.session.get(JournalLine, journal_line_id)
        if charged is None or line is None:
            continue
        again = dues_on(impounding, charged.last_day, known_at=line.at)
        if again.total != charged.total:
            yield (
                f"Case {impounding.number}: {charged.total.decimal} was charged, the orders give"
                f" {again.total.decimal}."
            )


def _money_breaks() -> Iterator[str]:
    expected: dict[int, dict[tuple[str, str], int]] = defaultdict(lambda: defaultdict(int))
    called: dict[int, str] = {}
    for journal_line_id, name, entry in must_have_moved():
        called[journal_line_id] = name
        for move in entry:
            expected[journal_line_id][move.debit.name, move.credit.name] += move.amount.paise
    written: dict[int, dict[tuple[str, str], int]] = defaultdict(lambda: defaultdict(int))
    for line in db.session.scalars(select(LedgerLine)):
        written[line.journal_line_id][line.debit, line.credit] += line.amount.paise
    for journal_line_id in sorted(expected.keys() | written.keys()):
        if dict(expected[journal_line_id]) != dict(written[journal_line_id]):
            name = called.get(journal_line_id, f"journal line {journal_line_id}")
            yield (
                f"Ledger: {name} must have moved {_said(expected[journal_line_id])}, and the ledger"
                f" says {_said(written[journal_line_id])}."
            )


def _said(moves: dict[tuple[str, str], int]) -> str:
    if not moves:
        return "nothing"
    return ", ".join(
        f"{Money(paise).decimal} from {Account[debit].value} to {Account[credit].value}"
        for (debit, credit), paise in sorted(moves.items())
    )


def _balance_breaks() -> Iterator[str]:
    found = balances()
    if found[Account.PROCEEDS] != NOTHING:
        yield f"Ledger: {found[Account.PROCEEDS].decimal} of proceeds are not divided."
    for lot_id in db.session.scalars(select(Lot.id)):
        if held_for(lot_id) < NOTHING:
            lot = db.session.get_one(Lot, lot_id)
            yield f"Lot {lot.number} of sale {lot.sale_id}: more surplus went out than came in."
