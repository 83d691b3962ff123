"""C09, C13: after every step of long random walks the books sum to nothing, and to what another
reckoning says; and from the events alone every balance and every hammer comes out the same.
"""

from collections import Counter

import pytest
import sqlalchemy as sa
from money_walk import MoneyWalk, WrongBooks, by_heads
from ring_harness import in_full_or, tell
from sqlalchemy.exc import DBAPIError

from portal.actions import reversal, ring, settlement, surplus, undone
from portal.law import ledger as ledger_law
from portal.law.money import Money
from portal.registers.base import db
from portal.registers.books import differences
from portal.registers.ledger import balances

STEPS, SEEDS = in_full_or((350, 1), (10_000, 20))
ON_A_SERVER = in_full_or(350, 500)  # each step is a commit that the server has to keep
LONG = 2_000  # steps after which every way must have been gone
EARLY_WAYS = {"appropriate surplus", "pay voucher", "enter treasury number"}
LATE_WAYS = {"put_in_default", "make_void", "give_back", "reverse_refund", "undo_challan"}
HAMMERS = sa.text(
    "SELECT h.lot_id, h.bid_id, (SELECT b.id FROM bid b WHERE b.lot_id = h.lot_id AND b.at <= h.at"
    " AND NOT EXISTS (SELECT 1 FROM bid_struck s WHERE s.bid_id = b.id AND s.at <= h.at)"
    " ORDER BY b.amount DESC LIMIT 1)"
    " FROM lot_happening h WHERE h.what = 'knocked down'"
)


@pytest.mark.check("C09")
@pytest.mark.check("C13")
@pytest.mark.parametrize("seed", range(SEEDS))
def test_every_step_of_a_long_walk_keeps_the_books(inside, hands, seed):
    walk = MoneyWalk(hands, seed)
    walk.walk(STEPS if db.engine.dialect.name == "sqlite" else ON_A_SERVER)
    hammers = db.session.execute(HAMMERS).all()
    off = [one for one in hammers if one[1] != one[2]]
    found = Counter()
    for account, money in balances().items():
        found[by_heads(account)] += money.paise
    differing = list(differences())
    refused = sum(n for what, n in walk.done.items() if what.startswith("refused"))
    told = {"steps": walk.steps, "refused": refused, "ledger_lines": walk.last_line}
    told |= {"journal_lines": walk.journal, "hammers": len(hammers), "differences": len(differing)}
    tell("C09", db.engine.dialect.name, seed=seed, **told)
    assert differing == []
    assert off == []
    assert found == walk.expected
    # A short walk need not go every way; the one that every run of the suite takes does.
    assert seed > 0 or set(walk.done) >= EARLY_WAYS
    assert walk.steps < LONG or set(walk.done) >= EARLY_WAYS | LATE_WAYS


def test_no_column_of_any_table_is_a_float(inside):
    from portal import registers  # noqa: F401 - which knows every table

    engine = sa.create_engine(db.engine.url)
    kinds = {
        (name, column["name"]): str(column["type"]).upper()
        for name in db.metadata.tables
        for column in sa.inspect(engine).get_columns(name)
    }
    engine.dispose()
    bad = ("FLOAT", "REAL", "DOUBLE", "NUMERIC", "DECIMAL", "MONEY")
    assert [where for where, kind in kinds.items() if kind.startswith(bad)] == []


def no_refusal(*_args, **_kwargs):
    return None


PLANTED = {
    "a receipt moves another sum": (
        settlement, "on_buyer_paid", lambda a: ledger_law.on_buyer_paid(a - Money(1)),
    ),
    "the surplus is not held": (ring, "on_hammer", lambda d: ledger_law.on_hammer(d)[:-1]),
    "an appropriation moves another sum": (
        surplus, "on_appropriation", lambda a: ledger_law.on_appropriation(a - Money(1)),
    ),
    "a remittance goes out twice": (
        surplus, "on_remittance", lambda a: ledger_law.on_remittance(a) * 2,
    ),
    "a reversal leaves its money": (settlement, "undo", no_refusal),
    "a reversal moves nothing back": (reversal, "reverse", lambda entry: entry),
    "a sale that is undone keeps its money": (undone, "undo", no_refusal),
    "another sum is owed back": (
        undone, "on_sale_undone", lambda a: ledger_law.on_sale_undone(a - Money(1)),
    ),
    "money leaves before its day": (surplus, "require_may_pay_owner", no_refusal),
    "the Government takes it too early": (surplus, "require_may_appropriate", no_refusal),
}  # fmt: skip


@pytest.mark.check("C09")
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("bug", PLANTED)
def test_a_planted_bug_of_the_books_is_found(inside, hands, monkeypatch, bug):
    where, name, wrong = PLANTED[bug]
    monkeypatch.setattr(where, name, wrong)
    with pytest.raises((WrongBooks, DBAPIError)):  # some are stopped by the database itself
        MoneyWalk(hands, 0).walk(STEPS)
