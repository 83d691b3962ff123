"""Hold the books of a Pound Sale Portal against a checkpoint. Python 3.11 alone, nothing else.

    python3 verify_checkpoint.py CHECKPOINT.json BOOKS [--receipt R-2026-14 42500.00]

BOOKS is the portal's SQLite file, which is opened for reading only, or the file that
`portal chain` wrote. Nothing of the portal's own code is used, and no network. The answer is said
in sentences; the exit status is 0 if all is as it was, 1 if something differs, and 2 if a file
cannot be read. What was added after the checkpoint is no difference.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

BEFORE_THE_FIRST = "0" * 64
SQLITE = b"SQLite format 3\0"
KIND, CHAIN = "Pound Sale Portal checkpoint", "Pound Sale Portal chain"
HELD_FAST = ("id", "at", "by_id", "office", "act", "cites", "particulars", "held")


class Unreadable(Exception):
    """A file is not what it should be; the message says which, and why."""


@dataclass
class Found:
    """What the books say of one table up to the row at which the checkpoint was taken."""

    rows: int = 0
    sums: dict[str, int] = field(default_factory=dict)
    digest: str = ""


def compact(told: object) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Database:
    """The portal's SQLite file."""

    def __init__(self, file: Path) -> None:
        self.file = sqlite3.connect(f"file:{quote(str(file.absolute()))}?mode=ro", uri=True)
        self.file.execute("BEGIN")  # one snapshot, even while the portal writes

    def close(self) -> None:
        self.file.close()

    def rows(self, table: str, columns: list[str], until: int | None) -> Iterator[list[object]]:
        listed = ", ".join(_quoted(one) for one in columns)
        limit = "" if until is None else f" WHERE id <= {int(until)}"
        asked = f"SELECT {listed} FROM {_quoted(table)}{limit} ORDER BY id"
        yield from (list(row) for row in self.file.execute(asked))

    def found(self, table: str, then: dict) -> Found | str:
        columns = then["columns"]
        have = {row[1] for row in self.file.execute(f"PRAGMA table_info({_quoted(table)})")}
        if not have.issuperset(columns):
            return "it, or a column of it, is gone"
        rows = self.rows(table, columns, then["last"])
        money = {one: columns.index(one) for one in then["sums"]}
        return counted((sha256(compact(row)), row) for row in rows).to(money)


class Chain:
    """The file that `portal chain` wrote: journal and ledger in full, digests of all else."""

    def __init__(self, file: Path) -> None:
        self.tables: dict[str, dict] = {}
        with file.open(encoding="utf-8") as lines:
            head = json.loads(next(lines, "null"))
            if not isinstance(head, dict) or head.get("kind") != CHAIN:
                raise Unreadable(f"{file} is no SQLite file and no chain of the portal.")
            table: dict = {}
            for line in lines:
                told = json.loads(line)
                if isinstance(told, dict):
                    table = self.tables.setdefault(told["table"], told | {"rows": []})
                else:
                    table["rows"].append(told)

    def close(self) -> None:
        """Nothing is open."""

    def rows(self, table: str, columns: list[str], until: int | None) -> Iterator[list[object]]:
        kept = self.tables[table]
        places = [kept["columns"].index(one) for one in columns]
        number = kept["columns"].index("id")
        for row in kept["rows"]:
            if until is None or row[number] <= until:
                yield [row[place] for place in places]

    def found(self, table: str, then: dict) -> Found | str:
        kept = self.tables.get(table)
        if kept is None:
            return "it is not in the chain"
        if kept["full"]:
            rows = self.rows(table, then["columns"], then["last"])
            money = {one: then["columns"].index(one) for one in then["sums"]}
            return counted((sha256(compact(row)), row) for row in rows).to(money)
        if kept["columns"] != then["columns"]:
            return "its columns changed since; hold the database itself against the checkpoint"
        money = {one: 2 + place for place, one in enumerate(kept["sums"])}
        within = (row for row in kept["rows"] if row[0] <= then["last"])
        return counted((row[1], row) for row in within).to(money)


@dataclass
class counted:  # noqa: N801 - reads as what is done
    """Rows with their digests, about to be counted."""

    rows: Iterable[tuple[str, list]]

    def to(self, money: dict[str, int]) -> Found:
        found, all_of_them = Found(sums=dict.fromkeys(money, 0)), hashlib.sha256()
        for digest, row in self.rows:
            found.rows += 1
            all_of_them.update(digest.encode())
            for name, place in money.items():
                found.sums[name] += row[place] or 0
        found.digest = all_of_them.hexdigest()
        return found


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def read_checkpoint(file: Path) -> dict:
    """Read a checkpoint and work its digest out again."""
    try:
        checkpoint = json.loads(file.read_text(encoding="utf-8"))
        if checkpoint["kind"] != KIND:
            raise Unreadable(f"{file} is no checkpoint.")
        rest = {name: told for name, told in checkpoint.items() if name != "digest"}
    except (ValueError, KeyError, TypeError):
        raise Unreadable(f"{file} is no checkpoint.") from None
    written = json.dumps(rest, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    if sha256(written) != checkpoint["digest"]:
        raise Unreadable(f"{file} is not as it was written: its digest does not fit.")
    return checkpoint


def spoken(digest: str) -> str:
    letters = base64.b32encode(bytes.fromhex(digest)[:15]).decode()
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def hold(row: list, before: str) -> str:
    """Work out what holds a line of the journal fast."""
    number, at, by, office, act, cites, particulars, _held = row
    words = {
        "number": number,
        "at": f"{at.replace(' ', 'T')}+00:00",
        "by": by,
        "office": office,
        "act": act,
        "cites": cites,
        "particulars": json.loads(particulars),
        "before": before,
    }
    return sha256(json.dumps(words, sort_keys=True, ensure_ascii=False, separators=(",", ":")))


def journal_breaks(books: Database | Chain, checkpoint: dict) -> Iterator[str]:
    """Walk the whole journal, first line first, and stop at the line of the checkpoint."""
    end, held, number = checkpoint["journal"], BEFORE_THE_FIRST, 0
    for number, row in enumerate(books.rows("journal_line", list(HELD_FAST), None), start=1):
        if row[0] != number:
            yield f"Journal: line {number} is missing; line {row[0]} follows line {number - 1}."
            return
        if hold(row, held) != row[-1]:
            yield f"Journal: line {number} ({row[4]}) is not as it was written."
            return
        held = row[-1]
        if number == end["line"] and held != end["held"]:
            yield (
                f"Journal: line {number} is held fast by another digest than at the checkpoint:"
                " the journal was written anew."
            )
    if number < end["line"]:
        yield (
            f"Journal: line {end['line']}, the last of the checkpoint, is gone; the journal now"
            f" ends at line {number}."
        )


def table_breaks(books: Database | Chain, checkpoint: dict) -> Iterator[str]:
    """Count, sum and digest every table up to the row of the checkpoint."""
    for table, then in checkpoint["tables"].items():
        now = books.found(table, then)
        if isinstance(now, str):
            yield f"Table {table}: {now}."
            continue
        if now.rows != then["rows"]:
            yield f"Table {table}: {then['rows']} rows were there, and {now.rows} of them are now."
        for column, paise in then["sums"].items():
            if now.sums[column] != paise:
                yield (
                    f"Table {table}: {column} summed to {paise} paise, and sums to"
                    f" {now.sums[column]} now."
                )
        if now.rows == then["rows"] and now.digest != then["digest"]:
            yield f"Table {table}: a row is not as it was at the checkpoint."


def balance_breaks(books: Database | Chain, checkpoint: dict) -> Iterator[str]:
    """Work every balance out again from the lines of the ledger."""
    found = dict.fromkeys(checkpoint["balances"], 0)
    last = checkpoint["tables"]["ledger_line"]["last"]
    for debit, credit, amount in books.rows("ledger_line", ["debit", "credit", "amount"], last):
        found[debit] = found.get(debit, 0) - amount
        found[credit] = found.get(credit, 0) + amount
    for account, paise in found.items():
        then = checkpoint["balances"].get(account, 0)
        if paise != then:
            yield f"Ledger: {account} stood at {then} paise, and its lines come to {paise} now."
    if sum(checkpoint["balances"].values()) != 0:
        yield "Ledger: the balances of the checkpoint do not sum to nothing."


def receipt_breaks(books: Database | Chain, receipts: list[list[str]]) -> Iterator[str]:
    """Find each receipt somebody holds in the journal, with its sum."""
    told = {}
    for _number, written in books.rows("journal_line", ["id", "particulars"], None):
        particulars = json.loads(written)
        if "receipt" in particulars:
            told.setdefault(particulars["receipt"], set()).update(particulars.values())
    for number, amount in receipts:
        if number not in told:
            yield f"Receipt {number}: no line of the journal tells of it."
        elif amount not in told[number]:
            yield f"Receipt {number}: the journal tells of it, and not of {amount}."


def _opened(file: Path) -> Database | Chain:
    with file.open("rb") as opened:
        return Database(file) if opened.read(len(SQLITE)) == SQLITE else Chain(file)


def main() -> int:
    """Say what differs; give the exit status."""
    asked = argparse.ArgumentParser(description="Hold the books against a checkpoint.")
    asked.add_argument("checkpoint", type=Path)
    asked.add_argument("books", type=Path, help="the SQLite file, or what `portal chain` wrote")
    asked.add_argument(
        "--receipt", nargs=2, action="append", default=[], metavar=("NUMBER", "RUPEES")
    )
    given = asked.parse_args()
    try:
        checkpoint = read_checkpoint(given.checkpoint)
        with closing(_opened(given.books)) as books:
            found = [
                *journal_breaks(books, checkpoint),
                *table_breaks(books, checkpoint),
                *balance_breaks(books, checkpoint),
                *receipt_breaks(books, given.receipt),
            ]
    except Unreadable as unreadable:
        print(unreadable, file=sys.stderr)
        return 2
    except (OSError, ValueError, KeyError, IndexError, TypeError, sqlite3.Error) as error:
        print(f"{given.books} cannot be read as books of the portal: {error!r}", file=sys.stderr)
        return 2
    if checkpoint["books"] != "agree":
        print(f"The checkpoint itself says that the books did not agree: {checkpoint['books']}")
    print("\n".join(found) or "Nothing differs from the checkpoint.")
    print(
        f"Checkpoint of {checkpoint['day']}, journal line {checkpoint['journal']['line']}:"
        f" {spoken(checkpoint['digest'])}. Is that what you wrote down that night?"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
