"""The exported year, read by hledger and by Beancount themselves: no complaint, our balances."""

import csv
import io
import shutil
import subprocess
from datetime import date

import pytest
from beancount import loader
from beancount.core import realization
from builders import rupees, walk_every_way

from portal.actions import corrections
from portal.law.ledger import Account
from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.ledger import balances
from portal.registers.plain_ledger import account_name, as_beancount, as_hledger


@pytest.fixture
def years(inside, hands, people, clock):
    """Two years of books: every way there is, and a correction in the second."""
    walk_every_way(hands)
    clock.go(2027, 2, 3)
    one = corrections.prepare_correction(
        people[Office.ACCOUNTS],
        clock,
        debit=Account.CASH,
        credit=Account.DIFFERENCES,
        amount=rupees(7),
        reason='the bank; "says" so',
        corrects=1,
    )
    hands.approve(corrections.post_correction, correction=one.id)
    db.session.rollback()
    return 2026, 2027


def ours():
    return {account_name(one): -amount.paise for one, amount in balances().items() if amount}


def test_hledger_reads_every_year_and_has_our_balances(years, tmp_path):
    hledger = shutil.which("hledger")
    assert hledger, "hledger is missing: .ci/test installs Debian's package"
    for year in years:
        journal = tmp_path / f"{year}.journal"
        journal.write_text(as_hledger(year), encoding="utf-8")
        run = [hledger, "-f", journal]
        told = subprocess.run(
            [*run, "check", "--strict"], capture_output=True, text=True, check=False
        )
        assert (told.returncode, told.stderr) == (0, "")
        told = subprocess.run(
            [*run, "balance", "-N", "-O", "csv", "--flat"],
            capture_output=True,
            text=True,
            check=True,
        )
    rows = list(csv.reader(io.StringIO(told.stdout)))[1:]
    found = {name: round(float(sum_.split()[0]) * 100) for name, sum_ in rows}
    assert {name: sum_ for name, sum_ in found.items() if sum_} == ours()


def test_beancount_reads_every_year_and_has_our_balances(years):
    for year in years:
        entries, errors, _options = loader.load_string(as_beancount(year))
        assert errors == []
    found = {}
    for node in realization.iter_children(realization.realize(entries)):
        for position in node.balance:
            found[node.account] = int(position.units.number * 100)
    assert found == ours()


def test_a_wrong_balance_is_met_by_both(years, tmp_path):
    """The files hold our balances against their lines; one paisa more in a line and both say so."""
    line = f"{account_name(Account.CASH)}  500.00 INR"
    wrong = as_beancount(2026).replace(line, line.replace("500.00", "500.01"), 1)
    assert loader.load_string(wrong)[1]
    journal = tmp_path / "wrong.journal"
    journal.write_text(as_hledger(2026).replace(line, line.replace("500.00", "500.01"), 1))
    told = subprocess.run(
        [shutil.which("hledger"), "-f", journal, "check"], capture_output=True, check=False
    )
    assert told.returncode != 0


def test_nothing_is_brought_forward_into_the_first_year(years):
    assert "brought forward" not in as_hledger(2026).lower()
    assert "brought forward" in as_hledger(2027)
    assert str(date(2027, 2, 3)) in as_hledger(2027)
