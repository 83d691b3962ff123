"""The account of deposits, rebuilt from the deposits alone, and what in them cannot be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from sqlalchemy import select

from portal.law.deposits import DepositEnding
from portal.law.ledger import (
    Account,
    Entry,
    on_deposit_forfeited,
    on_deposit_refunded,
    on_deposit_taken,
)
from portal.law.money import NOTHING, Money, total
from portal.registers.base import db
from portal.registers.cards import Card
from portal.registers.deposits import Deposit, DepositEnd, SaleDeposit, wins_of
from portal.registers.journal import JournalLine
from portal.registers.ledger import Reversal, balances
from portal.registers.sales import Lot

ENTRY_OF = {
    DepositEnding.REFUNDED.value: on_deposit_refunded,
    DepositEnding.FORFEITED.value: on_deposit_forfeited,
}


def deposits_must_have_moved() -> Iterator[tuple[int, str, Entry]]:
    """Give what each act about a deposit must have written in the ledger.

    A deposit or an end that was reversed is answered for by its reversal, as all others are.
    """
    for deposit in db.session.scalars(select(Deposit)):
        name = f"deposit {deposit.written}"
        yield deposit.journal_line_id, name, on_deposit_taken(deposit.amount)
    for end, deposit in _ends():
        entry = ENTRY_OF.get(end.what)
        if entry is not None:
            name = f"deposit {deposit.written}, {end.what},"
            yield end.journal_line_id, name, entry(deposit.amount)


def deposit_breaks() -> Iterator[str]:
    """Give, as sentences, what cannot be: deposits that stand twice, or of another sum, or lost."""
    reversed_by = {
        one.reversed_journal_line_id: one.journal_line_id
        for one in db.session.scalars(select(Reversal))
    }
    ended: dict[int, list[DepositEnd]] = defaultdict(list)
    for end, deposit in _ends():
        yield from _end_breaks(end, deposit, reversed_by)
        if end.journal_line_id not in reversed_by:
            ended[deposit.id].append(end)
    stand: dict[int, list[Deposit]] = defaultdict(list)
    held: list[Money] = []
    for deposit in db.session.scalars(select(Deposit).order_by(Deposit.id)):
        ends = ended[deposit.id]
        yield from _deposit_breaks(deposit, ends, reversed_by)
        if not ends:
            stand[deposit.card_id].append(deposit)
            held.append(deposit.amount)
    for deposits in stand.values():
        if len(deposits) > 1:
            both = " and ".join(one.written for one in deposits)
            yield f"Deposits: {both} stand for one card."
    if balances()[Account.DEPOSITS] != total(held):
        yield (
            f"Ledger: {balances()[Account.DEPOSITS].decimal} of deposits are held, the deposits"
            f" that stand are {total(held).decimal}."
        )


def _ends() -> Iterator[tuple[DepositEnd, Deposit]]:
    for end in db.session.scalars(select(DepositEnd).order_by(DepositEnd.id)):
        yield end, db.session.get_one(Deposit, end.deposit_id)


def _deposit_breaks(
    deposit: Deposit, ends: list[DepositEnd], reversed_by: dict[int, int]
) -> Iterator[str]:
    if len(ends) > 1:
        yield f"Deposit {deposit.written}: it ended {len(ends)} times."
    asked = _asked_at(deposit)
    if deposit.amount != asked:
        yield (
            f"Deposit {deposit.written}: {deposit.amount.decimal} was taken, the sale asked for"
            f" {asked.decimal}."
        )
    if not _as_in_the_journal(deposit):
        yield f"Deposit {deposit.written}: the journal tells of another card or number."
    undone = deposit.journal_line_id in reversed_by
    if undone and not any(end.what == DepositEnding.REVERSED.value for end in ends):
        yield f"Deposit {deposit.written}: its money was reversed and the deposit was not."


def _as_in_the_journal(deposit: Deposit) -> bool:
    line = db.session.get(JournalLine, deposit.journal_line_id)
    card = db.session.get_one(Card, deposit.card_id)
    said = {"sale": str(card.sale_id), "card": str(card.number), "receipt": deposit.written}
    return line is not None and said.items() <= line.particulars.items()


def _asked_at(deposit: Deposit) -> Money:
    """Give what the sale asked for when the deposit was taken."""
    asked: Money | None = db.session.scalar(
        select(SaleDeposit.amount)
        .join(Card, Card.sale_id == SaleDeposit.sale_id)
        .where(Card.id == deposit.card_id, SaleDeposit.at <= deposit.at)
        .order_by(SaleDeposit.id.desc())
        .limit(1)
    )
    return asked or NOTHING


def _end_breaks(end: DepositEnd, deposit: Deposit, reversed_by: dict[int, int]) -> Iterator[str]:
    if end.at < deposit.at:
        yield f"Deposit {deposit.written}: it was {end.what} before it was taken."
    if end.what == DepositEnding.REVERSED.value:
        if reversed_by.get(deposit.journal_line_id) != end.journal_line_id:
            yield f"Deposit {deposit.written}: it was reversed and its money was not."
    elif end.what == DepositEnding.FORFEITED.value:
        lot = db.session.get(Lot, end.lot_id)
        card = db.session.get_one(Card, deposit.card_id)
        won = {(card.sale_id, win.lot) for win in wins_of(card.id)}
        if lot is None or (lot.sale_id, lot.number) not in won:
            yield f"Deposit {deposit.written}: it was forfeited for a lot that its card never won."
