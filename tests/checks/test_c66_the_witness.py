"""C32, C66: whoever holds yesterday's checkpoint finds every later change, without our code.

Each alteration is made by one who owns the database, and looked for three times: by `verify
--against`, by the verifier of one file on what `portal chain` writes, and on the SQLite file.
"""

import json
import re

import pytest
import sqlalchemy as sa
from ring_harness import chance_of, in_full_or, tell
from witness import (
    altered_file,
    behind_the_back,
    books_of,
    checkpoint_of,
    hold_all_anew,
    seen_by_the_portal,
    seen_by_the_witness,
)

from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.books import differences
from portal.registers.checkpoints import NotACheckpoint, checkpoints_in, read_checkpoint
from portal.registers.journal import JournalLine
from portal.registers.row_digests import as_written, columns_of, every_table, rows_of
from portal.registers.settlement import Receipt

ROWS = in_full_or(20, 300)
CUT = (
    "DELETE FROM ledger_line WHERE journal_line_id > (SELECT max(id) - 1 FROM journal_line)",
    "DELETE FROM remittance WHERE journal_line_id > (SELECT max(id) - 1 FROM journal_line)",
    "DELETE FROM month_closing WHERE journal_line_id > (SELECT max(id) - 1 FROM journal_line)",
    "DELETE FROM journal_concern WHERE journal_line_id > (SELECT max(id) - 1 FROM journal_line)",
    "DELETE FROM journal_line WHERE id > (SELECT max(id) - 1 FROM journal_line)",
)


@pytest.fixture
def walked(inside, rows_of_every_kind):
    db.session.remove()
    return inside


def found_by_all(app, checkpoint, file, folder):
    """Give what each of the lookers found, and hold them to the same answer."""
    found = [seen_by_the_portal(checkpoint)]
    for books in books_of(app, folder):
        status, said, whole = seen_by_the_witness(file, books)
        assert status == (1 if found[0] else 0), whole
        found.append(said if status else [])
    return found


@pytest.mark.check("C66")
def test_books_that_went_on_are_those_of_the_checkpoint(walked, hands, clock, tmp_path):
    checkpoint, file = checkpoint_of(walked, clock)
    assert checkpoint.agrees
    hands.sell(hands.take_in(890, on=clock.at.date().replace(day=1)), 7_000, card=70)
    db.session.remove()
    assert not any(found_by_all(walked, checkpoint, file, tmp_path))


@pytest.mark.check("C32")
@pytest.mark.check("C66")
def test_a_tail_that_was_cut_without_a_trace_is_found(walked, clock, tmp_path):
    checkpoint, file = checkpoint_of(walked, clock)
    behind_the_back(*CUT)
    assert list(differences()) == []  # alone, the books cannot know what was once there
    for said in found_by_all(walked, checkpoint, file, tmp_path):
        assert any(
            re.match(r"Journal: line \d+, the last of the checkpoint, is gone", one) for one in said
        )


@pytest.mark.check("C32")
@pytest.mark.check("C66")
def test_a_journal_written_anew_from_its_first_line_is_found(walked, clock, tmp_path):
    checkpoint, file = checkpoint_of(walked, clock)
    behind_the_back("UPDATE journal_line SET by_id = 1 WHERE id = 40")
    hold_all_anew()
    assert list(differences()) == []
    for said in found_by_all(walked, checkpoint, file, tmp_path):
        assert any("the journal was written anew" in one for one in said), said


@pytest.mark.check("C66")
@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("UPDATE person SET phone = '9848099999' WHERE id = 5", "Table person: a row is not as it was"),
        ("UPDATE claim SET bank_account = '999' WHERE id = 1", "Table claim: a row"),
        ("UPDATE impounding SET recorded_at = '2026-11-01 00:00:00' WHERE id = 1", "Table impounding"),
        ("UPDATE bid SET amount = amount + 100 WHERE id = 1", "Table bid: amount summed to"),
        ("DELETE FROM bid_struck WHERE id = 1", "Table bid_struck: "),
        ("UPDATE ledger_line SET credit = 'FINES' WHERE credit = 'EXPENSES'", "Ledger: FINES stood at"),
        ("UPDATE ledger_line SET amount = amount + 1 WHERE id = 3", "Table ledger_line: amount summed"),
    ],
)  # fmt: skip
def test_an_altered_row_a_count_and_a_sum_are_found(walked, clock, tmp_path, sql, says):
    checkpoint, file = checkpoint_of(walked, clock)
    behind_the_back(sql)
    for said in found_by_all(walked, checkpoint, file, tmp_path):
        assert any(says in one for one in said), said


@pytest.mark.check("C32")
def test_one_letter_of_any_row_of_any_table_is_found(walked, clock, tmp_path):
    """Of rows drawn from all tables one letter of one column is changed, and put back again."""
    checkpoint, _file = checkpoint_of(walked, clock)
    chance, missed, tried = chance_of(32), [], 0
    texts = [
        (one.name, column)
        for one in every_table()
        for column in columns_of(one)
        if isinstance(one.c[column].type, sa.String)
    ]
    for table, column in [chance.choice(texts) for _ in range(ROWS)]:
        rows = sa.text(f'SELECT id, "{column}" FROM {table} WHERE "{column}" <> \'\' ORDER BY id')
        kept = db.session.execute(rows).all()
        db.session.remove()
        if not kept:
            continue
        number, was = chance.choice(kept)
        place = chance.randrange(len(was))
        changed = was[:place] + chr(ord(was[place]) ^ 1) + was[place + 1 :]
        put = sa.text(f'UPDATE {table} SET "{column}" = :to WHERE id = :id')
        try:
            behind_the_back(put.bindparams(to=changed, id=number))
        except sa.exc.IntegrityError:  # a word that the database itself does not take there
            continue
        tried += 1
        if not seen_by_the_portal(checkpoint):
            missed.append((table, column, number))
        behind_the_back(put.bindparams(to=was, id=number))
    tell("C32", db.engine.dialect.name, rows_altered=tried, missed=len(missed))
    assert missed == []
    assert seen_by_the_portal(checkpoint) == []
    assert tried >= ROWS // 3


@pytest.mark.check("C66")
def test_a_receipt_in_somebodys_hand_is_found_with_its_sum(walked, clock, tmp_path):
    _checkpoint, file = checkpoint_of(walked, clock)
    receipt = db.session.scalars(sa.select(Receipt).order_by(Receipt.id.desc())).first()
    number, rupees = receipt.written, receipt.amount.decimal
    for books in books_of(walked, tmp_path):
        assert seen_by_the_witness(file, books, (number, rupees))[0] == 0
        status, said, _ = seen_by_the_witness(file, books, (number, "1.00"), ("R-1999-1", "5.00"))
        assert status == 1
        assert said == [
            f"Receipt {number}: the journal tells of it, and not of 1.00.",
            "Receipt R-1999-1: no line of the journal tells of it.",
        ]


@pytest.mark.check("C66")
def test_a_checkpoint_is_never_written_over_and_holds_the_one_before(walked, hands, clock):
    first, file = checkpoint_of(walked, clock)
    was = file.read_bytes()
    with pytest.raises(FileExistsError):
        checkpoint_of(walked, clock)
    assert file.read_bytes() == was
    hands.take_in(91)
    second, _ = checkpoint_of(walked, clock)
    assert second.before == first.digest
    assert [one.digest for one in checkpoints_in(file.parent)] == [second.digest, first.digest]


@pytest.mark.check("C66")
def test_a_checkpoint_that_was_altered_says_so_to_everybody(walked, clock, tmp_path):
    checkpoint, file = checkpoint_of(walked, clock)
    spoilt = altered_file(file, tmp_path / "x.json", lambda told: told["journal"].update(line=3))
    with pytest.raises(NotACheckpoint, match="not as it was written"):
        read_checkpoint(spoilt)
    chain = books_of(walked, tmp_path)[0]
    status, _, said = seen_by_the_witness(spoilt, chain)
    assert (status, "its digest does not fit" in said) == (2, True)
    assert seen_by_the_witness(chain, chain)[0] == 2
    assert seen_by_the_witness(file, file)[0] == 2
    # one whose digest was made to fit as well is known by its letters alone
    assert checkpoint.spoken in seen_by_the_witness(file, chain)[2]


def test_a_checkpoint_and_its_chain_name_nobody_who_is_not_in_the_journal(walked, clock, tmp_path):
    _checkpoint, file = checkpoint_of(walked, clock)
    chain = books_of(walked, tmp_path)[0].read_text(encoding="utf-8")
    for secret in ("000111222333", "$argon2id", "d" * 64):
        assert secret not in file.read_text(encoding="utf-8")
        assert secret not in chain
    assert "Ramesh" not in file.read_text(encoding="utf-8")


def test_books_that_differ_are_written_down_as_such(walked, clock):
    behind_the_back("UPDATE ledger_line SET amount = amount + 1 WHERE id = 1")
    checkpoint, _ = checkpoint_of(walked, clock)
    assert not checkpoint.agrees
    assert checkpoint.books.startswith("Ledger:")


@pytest.mark.check("C32")
def test_both_engines_write_a_row_alike(walked):
    """A digest is of what a row says: of two engines with the same rows, both give it."""
    rows = (row for one in every_table() for row in rows_of(one.name, columns_of(one)))
    assert {type(value) for row in rows for value in row} <= {int, str, type(None)}
    line = db.session.scalar(sa.select(JournalLine).where(JournalLine.id == 1))
    ((_act, at, told),) = list(rows_of("journal_line", ("act", "at", "particulars"), 1))
    assert at == line.at.replace(tzinfo=None).isoformat(sep=" ", timespec="microseconds")
    assert json.loads(told) == line.particulars
    assert as_written(True) == 1  # noqa: FBT003 - a value, as an engine gives it


def test_the_auditor_sees_the_letters_and_takes_the_file(app, act, hands, clock, sign_in):
    auditor = sign_in(Office.AUDITOR)
    assert "No checkpoint was written yet" in auditor.see("/checkpoints")
    with app.app_context():
        checkpoint, file = checkpoint_of(app, clock)
    page = auditor.see("/checkpoints")
    assert checkpoint.spoken in page
    assert "No checkpoint for a night" not in page
    with auditor.get(f"/checkpoints/{file.name}") as taken:
        assert taken.data == file.read_bytes()
        assert "attachment" in taken.headers["Content-Disposition"]
    for name in ("..%2fportal.db", "portal.db", "2026-12-02-line-1.json", "x.json"):
        assert auditor.get(f"/checkpoints/{name}").status_code == 404
    file.chmod(0o644)
    file.write_text("{}", encoding="utf-8")
    assert "A checkpoint was altered" in auditor.see("/checkpoints")


def test_a_night_without_a_checkpoint_is_remarked_on(app, clock, sign_in):
    with app.app_context():
        checkpoint_of(app, clock)
    clock.days_later(2)
    assert "No checkpoint for a night" in sign_in(Office.AUDITOR).see("/checkpoints")
