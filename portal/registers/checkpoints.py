"""Checkpoints: what all books say at one moment, written to a file for a witness outside.

The journal holds every line fast to the one before; but who owns the database can cut its end off,
or write all of it anew with fresh holds. Against yesterday's checkpoint, kept by somebody else, he
can do neither, nor change, add or take away one row written before it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import select

from portal.law.days import legal_date
from portal.registers.base import db
from portal.registers.journal import JournalLine, end_of_journal
from portal.registers.ledger import balances
from portal.registers.row_digests import (
    TableFigures,
    columns_of,
    every_table,
    figures_of,
    money_of,
    row_digest,
    rows_of,
)

KIND, CHAIN, FORM = "Pound Sale Portal checkpoint", "Pound Sale Portal chain", 1
IN_FULL = frozenset({"journal_line", "ledger_line"})
AGREE = "agree"
NAMED = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}-line-[0-9]{1,18}\.json")


class NotACheckpoint(ValueError):  # noqa: N818 - reads as what happened
    """A file is no checkpoint, or no longer the one that was written; the message says why."""


@dataclass(frozen=True)
class Checkpoint:
    """What all books said at one moment. Sums are paise; `digest` holds all the rest fast."""

    at: datetime
    line: int
    held: str
    books: str
    balances: dict[str, int]
    tables: dict[str, TableFigures]
    before: str
    digest: str = ""
    name: str = ""

    @property
    def day(self) -> date:
        """Give the day in Hyderabad."""
        return legal_date(self.at)

    @property
    def agrees(self) -> bool:
        """Tell whether the books agreed with their events when it was written."""
        return self.books == AGREE

    @property
    def rows(self) -> int:
        """Count the rows of all tables."""
        return sum(one.rows for one in self.tables.values())

    @property
    def spoken(self) -> str:
        """Give the digest shortened to 120 bits, in groups to be printed or read out."""
        letters = base64.b32encode(bytes.fromhex(self.digest)[:15]).decode()
        return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))

    def words(self) -> dict[str, Any]:
        """Give all that the digest holds fast."""
        return {
            "kind": KIND,
            "form": FORM,
            "day": self.day.isoformat(),
            "at": self.at.astimezone(UTC).isoformat(timespec="microseconds"),
            "journal": {"line": self.line, "held": self.held},
            "books": self.books,
            "balances": self.balances,
            "tables": {
                name: asdict(one) | {"columns": list(one.columns)}
                for name, one in self.tables.items()
            },
            "before": self.before,
        }


def take_checkpoint(at: datetime, books: str, before: str) -> Checkpoint:
    """Read what all books say, in one snapshot.

    `books` says how they agree with their events; `before` is the digest of the checkpoint before.
    """
    end = end_of_journal()
    tables = {
        one.name: figures_of(one.name, columns_of(one), money_of(one)) for one in every_table()
    }
    taken = Checkpoint(
        at=at,
        line=end.id,
        held=end.held,
        books=books,
        balances={account.name: money.paise for account, money in balances().items()},
        tables=tables,
        before=before,
    )
    return Checkpoint(**taken.__dict__ | {"digest": _digest(taken.words())})


def keep_checkpoint(checkpoint: Checkpoint, folder: Path) -> Path:
    """Write a checkpoint into its folder; FileExistsError if one of this day and line is there."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"{checkpoint.day.isoformat()}-line-{checkpoint.line}.json"
    fresh = folder / f".{os.getpid()}.fresh"
    written = checkpoint.words() | {"digest": checkpoint.digest}
    try:
        with fresh.open("w", encoding="utf-8") as file:
            json.dump(written, file, ensure_ascii=False, indent=1, sort_keys=True)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.chmod(0o444)
        os.link(fresh, kept)  # unlike a renaming, it never takes the place of a file
    finally:
        fresh.unlink(missing_ok=True)
    return kept


def read_checkpoint(file: Path) -> Checkpoint:
    """Read a checkpoint file; raise NotACheckpoint unless it is just as it was written."""
    try:
        written = json.loads(file.read_text(encoding="utf-8"))
        digest = written.pop("digest")
        found = Checkpoint(
            at=datetime.fromisoformat(written["at"]),
            line=written["journal"]["line"],
            held=written["journal"]["held"],
            books=written["books"],
            balances=written["balances"],
            tables={
                name: TableFigures(**one | {"columns": tuple(one["columns"])})
                for name, one in written["tables"].items()
            },
            before=written["before"],
            digest=digest,
            name=file.name,
        )
    except (ValueError, TypeError, KeyError, AttributeError):
        raise NotACheckpoint(f"{file.name} is no checkpoint of this portal.") from None
    if _digest(written) != digest or found.words() != written:
        raise NotACheckpoint(f"{file.name} is not as it was written: its digest does not fit.")
    return found


def checkpoints_in(folder: Path) -> list[Checkpoint | NotACheckpoint]:
    """Read every checkpoint of a folder, latest first; what is no longer one, as the complaint."""
    found: list[tuple[int, str, Checkpoint | NotACheckpoint]] = []
    for file in folder.glob("*.json"):
        if not NAMED.fullmatch(file.name):
            continue
        line = int(file.stem.rsplit("-", 1)[1])
        try:
            found.append((line, file.name, read_checkpoint(file)))
        except NotACheckpoint as complaint:
            found.append((line, file.name, complaint))
    return [one for _line, _name, one in sorted(found, key=lambda one: one[:2], reverse=True)]


def latest_checkpoint(folder: Path) -> Checkpoint | None:
    """Read the latest checkpoint of a folder that is one; the others are not opened."""
    named = [one for one in folder.glob("*.json") if NAMED.fullmatch(one.name)]
    for file in sorted(named, key=lambda one: int(one.stem.rsplit("-", 1)[1]), reverse=True):
        with suppress(NotACheckpoint):
            return read_checkpoint(file)
    return None


def differences_from(checkpoint: Checkpoint) -> Iterator[str]:
    """Give, as sentences, how the books of today differ from what a checkpoint says of them.

    What was added since is no difference.
    """
    yield from _journal_since(checkpoint)
    money = {one.name: money_of(one) for one in every_table()}
    for name, then in checkpoint.tables.items():
        if name not in money or not set(then.columns) <= set(columns_of(db.metadata.tables[name])):
            yield f"Table {name}: it, or a column of it, is gone since the checkpoint."
            continue
        now = figures_of(name, then.columns, tuple(then.sums), then.last)
        yield from _table_since(name, then, now)
    yield from _balances_since(checkpoint)


def write_chain(file: TextIO) -> int:
    """Write the books out for a witness without the database; give how many lines.

    Journal and ledger stand there in full. Of every other row stand its number, its digest and its
    sums of money alone, so that no phone, account or paper's number leaves the house.
    """
    _line(file, {"kind": CHAIN, "form": FORM})
    lines = 1
    for one in every_table():
        columns, money = columns_of(one), money_of(one)
        full = one.name in IN_FULL
        head = {"table": one.name, "columns": columns, "sums": money, "full": full}
        _line(file, head)
        places = [columns.index(each) for each in money]
        for row in rows_of(one.name, columns):
            number = row[columns.index("id")]
            _line(file, row if full else [number, row_digest(row), *(row[at] for at in places)])
            lines += 1
        lines += 1
    return lines


def _line(file: TextIO, told: object) -> None:
    file.write(json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n")


def _digest(words: dict[str, Any]) -> str:
    written = json.dumps(words, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


def _journal_since(checkpoint: Checkpoint) -> Iterator[str]:
    if not checkpoint.line:
        return
    held = db.session.scalar(select(JournalLine.held).where(JournalLine.id == checkpoint.line))
    if held is None:
        yield (
            f"Journal: line {checkpoint.line}, the last of the checkpoint, is gone; the journal"
            f" now ends at line {end_of_journal().id}."
        )
    elif held != checkpoint.held:
        yield (
            f"Journal: line {checkpoint.line} is held fast by another digest than at the"
            " checkpoint: the journal was written anew."
        )


def _balances_since(checkpoint: Checkpoint) -> Iterator[str]:
    """Work every balance out again from what is stored, whatever account is named there."""
    found: dict[str, int] = dict.fromkeys(checkpoint.balances, 0)
    last = checkpoint.tables["ledger_line"].last
    for debit, credit, amount in rows_of("ledger_line", ("debit", "credit", "amount"), last):
        for account, moved in ((str(debit), -int(str(amount))), (str(credit), int(str(amount)))):
            found[account] = found.get(account, 0) + moved
    for account, paise in found.items():
        if (then := checkpoint.balances.get(account, 0)) != paise:
            yield f"Ledger: {account} stood at {then} paise, and its lines come to {paise} now."


def _table_since(name: str, then: TableFigures, now: TableFigures) -> Iterator[str]:
    if now.rows != then.rows:
        yield f"Table {name}: {then.rows} rows were there, and {now.rows} of them are now."
    for column, paise in then.sums.items():
        if now.sums[column] != paise:
            yield (
                f"Table {name}: {column} summed to {paise} paise, and sums to {now.sums[column]}"
                " now."
            )
    if now.rows == then.rows and now.digest != then.digest:
        yield f"Table {name}: a row is not as it was at the checkpoint."
