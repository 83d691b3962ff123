"""What a row says, in one way of writing for both engines, and the digest of many rows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from sqlalchemy import Table, column, select, table

from portal.registers.base import MoneyColumn, db

AT_A_TIME = 1_000


@dataclass(frozen=True)
class TableFigures:
    """One table up to a row: how many rows, what its sums of money are, what holds it fast."""

    last: int
    rows: int
    columns: tuple[str, ...]
    sums: dict[str, int]
    digest: str


@dataclass
class _Counted:
    last: int = 0
    rows: int = 0
    sums: dict[str, int] = field(default_factory=dict)
    digest: hashlib._Hash = field(default_factory=hashlib.sha256)


def every_table() -> list[Table]:
    """Give every table of the portal, by name."""
    return [one for _name, one in sorted(db.metadata.tables.items())]


def columns_of(one: Table) -> tuple[str, ...]:
    """Give the columns of a table in the order in which a row is written for its digest."""
    return tuple(sorted(each.name for each in one.columns))


def money_of(one: Table) -> tuple[str, ...]:
    """Give the columns of a table that hold money, in paise."""
    return tuple(sorted(each.name for each in one.columns if isinstance(each.type, MoneyColumn)))


def rows_of(name: str, columns: Sequence[str], until: int | None = None) -> Iterator[list[object]]:
    """Read the rows of a table as they are stored, in order of their number, up to one of them.

    No value is converted: what is stored is what is held fast.
    """
    as_stored = table(name, column("id"), *(column(one) for one in columns if one != "id"))
    asked = select(*(as_stored.c[one] for one in columns)).order_by(as_stored.c.id)
    if until is not None:
        asked = asked.where(as_stored.c.id <= until)
    connection = db.session.connection()
    found = connection.execute(asked, execution_options={"yield_per": AT_A_TIME})
    for row in found:
        yield [as_written(value) for value in row]


def as_written(value: object) -> object:
    """Write a value as SQLite stores it, so that both engines have one digest."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="microseconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict | list):
        return json.dumps(value)
    return value


def row_digest(row: list[object]) -> str:
    """Give the SHA-256 of a row, its values written as one line of JSON."""
    written = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


def figures_of(
    name: str, columns: tuple[str, ...], money: Sequence[str], until: int | None = None
) -> TableFigures:
    """Count a table, sum its money in paise, and hold its rows fast, up to a row or to its end."""
    counted = _Counted(sums=dict.fromkeys(money, 0))
    number, sums = columns.index("id"), [(one, columns.index(one)) for one in money]
    for row in rows_of(name, columns, until):
        counted.last = int(str(row[number]))
        counted.rows += 1
        for one, place in sums:
            if row[place] is not None:
                counted.sums[one] += int(str(row[place]))
        counted.digest.update(row_digest(row).encode())
    return TableFigures(
        counted.last, counted.rows, columns, counted.sums, counted.digest.hexdigest()
    )
