"""`verify` finds what was altered behind the portal's back, and says the first difference."""

import re

import pytest
import sqlalchemy as sa
from witness import behind_the_back

from portal.registers.base import db
from portal.registers.books import differences
from portal.registers.journal import JournalLine


@pytest.fixture
def walked(inside, rows_of_every_kind):
    assert list(differences()) == []
    db.session.remove()


ALTERED = {
    "a hammer price": ("UPDATE bid SET amount = 700000 WHERE place = 1 AND lot_id = 1", "Ledger:"),
    "a bid that lost": ("UPDATE bid_struck SET bid_id = 1 WHERE id = 1", "highest bid"),
    "the winner": (
        "UPDATE lot_happening SET bid_id = 2 WHERE what = 'knocked down' AND lot_id = 1",
        "Lot 1",
    ),
    "a sum in the ledger": ("UPDATE ledger_line SET amount = amount + 1 WHERE id = 1", "Ledger:"),
    "an account nobody knows": (
        "UPDATE ledger_line SET credit = 'FINEZ' WHERE id = 2",
        "The ledger cannot be read: something stands there that no act writes: KeyError('FINEZ')",
    ),
    "a head nobody knows": (
        "UPDATE dues_charged SET charge = 'FINEZ' WHERE id = 2",
        "The dues cannot be read",
    ),
    "a ledger line cut": ("DELETE FROM ledger_line WHERE id = 2", "Ledger:"),
    "a ledger line put in": (
        'INSERT INTO ledger_line (id, journal_line_id, "on", debit, credit, amount)'
        " VALUES (9999, 1, '2026-11-30', 'CASH', 'FINES', 100)",
        "Ledger: journal line 1",
    ),
    "a journal line": ("UPDATE journal_line SET by_id = 1 WHERE id = 9", "Journal: line 9"),
    "the particulars": (
        'UPDATE journal_line SET particulars = \'{"case": "2026-9"}\' WHERE id = 30',
        "Journal: line 30",
    ),
    "the hour": (
        "UPDATE journal_line SET at = '2026-11-01 00:00:00.000000' WHERE id = 12",
        "Journal: line 12",
    ),
    "a journal line cut": ("DELETE FROM journal_line WHERE id = 20", "line 20 is missing"),
    "the first line cut": ("DELETE FROM journal_line WHERE id = 1", "line 1 is missing"),
    "the last lines cut": (
        "DELETE FROM journal_line WHERE id > (SELECT max(id) - 1 FROM journal_line)",
        "answers to no line",
    ),
    "two lines changed over": (
        "UPDATE journal_line SET act = 'sign in', cites = NULL WHERE id = 15",
        "Journal: line 15",
    ),
    "what was charged": (
        "UPDATE dues_charged SET amount = amount + 100 WHERE charge = 'FINE' AND id < 5",
        "Case 2026-",
    ),
    "a rate after the bill": ("UPDATE rate_order SET pound_fee = 1", "Case 2026-"),
    "an appropriation": ("UPDATE appropriation SET amount = amount - 100", "appropriation"),
    "a voucher": ("UPDATE voucher SET amount = amount + 100", "voucher"),
    "a deposit": ("UPDATE deposit SET amount = amount + 100 WHERE id = 1", "Ledger: deposit D-"),
    "a deposit given to another card": (
        "UPDATE deposit SET card_id = 1 WHERE id = 3",
        "Deposit D-2026-3: the journal tells of another card",
    ),
    "what a sale asked for": ("UPDATE sale_deposit SET amount = 100", "the sale asked for 1.00"),
    "a forfeiture made a refund": (
        "UPDATE deposit_end SET what = 'refunded', lot_id = NULL WHERE what = 'forfeited'",
        "refunded, must have moved",
    ),
    "a refund cut": ("DELETE FROM deposit_end WHERE what = 'refunded'", "Ledger: journal line"),
    "a reversed deposit raised again": (
        "DELETE FROM deposit_end WHERE what = 'reversed'",
        "its money was reversed and the deposit was not",
    ),
    "for which lot it was forfeited": (
        "UPDATE deposit_end SET lot_id = 1 WHERE what = 'forfeited'",
        "a lot that its card never won",
    ),
    "a forfeit in the ledger": (
        "UPDATE ledger_line SET credit = 'FINES' WHERE credit = 'FORFEITS'",
        "Ledger: deposit",
    ),
    "a deposit put in": (
        'INSERT INTO deposit (id, year, number, card_id, payer, amount, mode, reference, at, "on",'
        " taken_by_id, journal_line_id) SELECT 99, year, 99, card_id, payer, amount, mode,"
        ' reference, at, "on", taken_by_id, 1 FROM deposit WHERE id = 3',
        "Deposits: D-2026-3 and D-2026-99 stand for one card",
    ),
}


@pytest.mark.check("C13")
@pytest.mark.check("C32")
@pytest.mark.parametrize("what", ALTERED)
def test_an_alteration_is_found_and_said(walked, what):
    sql, says = ALTERED[what]
    behind_the_back(sql)
    found = list(differences())
    db.session.rollback()
    assert found, f"{what} was altered and not found"
    assert any(re.search(re.escape(says), one) for one in found), found


def test_every_journal_line_holds_the_one_before(walked):
    lines = db.session.scalars(sa.select(JournalLine).order_by(JournalLine.id)).all()
    assert [line.id for line in lines] == list(range(1, len(lines) + 1))
    assert len({line.held for line in lines}) == len(lines)


def test_a_secret_is_not_written_in_the_journal(walked):
    told = " ".join(str(line.particulars) for line in db.session.scalars(sa.select(JournalLine)))
    for secret in ("$argon2id", "d" * 64, "12345678", "000111222333", "SAMPLE"):
        assert secret not in told
