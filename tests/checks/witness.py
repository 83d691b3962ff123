"""What the checks of the witness build with: a copy of the books, and hands that alter it.

Whoever alters here owns the database: guards and rights are nothing to him.
"""

import json
import subprocess
import sys
from pathlib import Path

import sqlalchemy as sa

from portal.registers.base import db
from portal.registers.checkpoints import differences_from, read_checkpoint, write_chain
from portal.registers.journal import BEFORE_THE_FIRST, JournalLine, hold
from portal.registers.nightly import write_checkpoint

VERIFIER = Path("docs/witness/verify_checkpoint.py").absolute()


def checkpoint_of(app, clock):
    """Write a checkpoint as the night does, and read it back from its file."""
    folder = app.extensions["settings"].checkpoints
    kept = write_checkpoint(folder, clock)
    db.session.remove()
    return read_checkpoint(folder / kept.name), folder / kept.name


def seen_by_the_portal(checkpoint):
    found = list(differences_from(checkpoint))
    db.session.remove()
    return found


def seen_by_the_witness(file, books, *receipts):
    """Run the verifier as a witness does: alone, with no path to the portal's code."""
    asked = [word for one in receipts for word in ("--receipt", *one)]
    ran = subprocess.run(
        [sys.executable, "-I", VERIFIER, file, books, *asked],
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
    )
    said = ran.stdout.splitlines()
    if ran.returncode == 0:
        assert said[-2].startswith("Nothing differs")
    return ran.returncode, said[:-1], ran.stdout + ran.stderr


def books_of(app, folder):
    """Give the books as a witness gets them: every way in which this engine can."""
    chain = folder / "chain.jsonl"
    with chain.open("w", encoding="utf-8") as opened:
        write_chain(opened)
    db.session.remove()
    url = db.engine.url
    return [chain, *([Path(url.database)] if url.get_backend_name() == "sqlite" else [])]


def behind_the_back(*statements):
    """Do what the owner of a database can: take the guards away, then alter what he likes."""
    engine = sa.create_engine(db.engine.url)
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "sqlite":
                guards = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
                for (name,) in connection.exec_driver_sql(guards).fetchall():
                    connection.exec_driver_sql(f"DROP TRIGGER {name}")
            else:
                connection.exec_driver_sql("SET session_replication_role = replica")
            for one in statements:
                connection.execute(one if not isinstance(one, str) else sa.text(one))
    finally:
        engine.dispose()


def hold_all_anew():
    """Work every hold of the journal out afresh, as who rewrites it whole would."""
    held, anew = BEFORE_THE_FIRST, []
    for line in db.session.scalars(sa.select(JournalLine).order_by(JournalLine.id)):
        held = hold(line, held)
        anew.append((line.id, held))
    db.session.remove()
    behind_the_back(
        *(sa.update(JournalLine).where(JournalLine.id == n).values(held=held) for n, held in anew)
    )


def altered_file(file, to, change):
    """Give a copy of a checkpoint in which something was changed."""
    told = json.loads(file.read_text(encoding="utf-8"))
    change(told)
    to.write_text(json.dumps(told), encoding="utf-8")
    return to
