"""Years of a town: copies of the rows of one cohort, each with numbers and days of its own.

They are written in bulk with every guard of the database in place. Every name in the statements is
a name of our own tables.
"""

# ruff: noqa: S608

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from portal.registers.base import Instant, db
from portal.registers.case_words import LOOKED_IN

YEARS = 3_650  # days over which the copies are spread
AT_A_TIME = 500  # copies written in one transaction


@dataclass(frozen=True)
class Template:
    """The rows of the cohort in one table: those after `low`, `many` of them."""

    low: int
    many: int


def ends_of(connection: sa.Connection) -> dict[str, int]:
    """Give the last number in every table."""
    return {
        name: connection.scalar(sa.select(sa.func.max(table.c.id))) or 0
        for name, table in db.metadata.tables.items()
    }


class Copier:
    """Writes copies of the cohort's rows, each with numbers and days of its own, in bulk."""

    def __init__(self, engine: sa.Engine, before: dict[str, int], after: dict[str, int]) -> None:
        """Keep what was there before the cohort and after it."""
        self._engine, self._lite = engine, engine.dialect.name == "sqlite"
        self._of = {name: Template(before[name], after[name] - before[name]) for name in after}

    def write(self, copies: int) -> None:
        """Write so many copies, spread evenly over the years."""
        tables = [one for one in db.metadata.sorted_tables if self._of[one.name].many]
        raw = self._engine.raw_connection()
        cursor = raw.cursor()
        try:
            self._begin(cursor)
            for first in range(1, copies + 1, AT_A_TIME):
                last = min(first + AT_A_TIME - 1, copies)
                if self._lite:
                    cursor.execute("BEGIN")
                for table in tables:
                    cursor.execute(self._statement(table, first, last, copies))
                raw.commit()
            self._end(cursor)
            raw.commit()
        finally:
            cursor.close()
            raw.close()

    def _begin(self, cursor: Any) -> None:
        # The rows are copies of rows that stand: keys are met by the way they are numbered.
        if self._lite:
            cursor.execute("PRAGMA query_only = OFF")
            cursor.execute("PRAGMA foreign_keys = OFF")
            cursor.execute("PRAGMA synchronous = OFF")
            cursor.execute("PRAGMA cache_size = -400000")
        else:
            cursor.execute("SET session_replication_role = replica")

    def _end(self, cursor: Any) -> None:
        low = self._of["impounding"].low + self._of["impounding"].many
        if self._lite:
            words = " || ' ' || ".join(LOOKED_IN)
            cursor.execute("BEGIN")
            cursor.execute(
                f"INSERT INTO impounding_words (rowid, words) SELECT id, {words} FROM impounding"
                f" WHERE id > {low}"
            )
            return
        for name in db.metadata.tables:
            sequence = f"pg_get_serial_sequence('{name}', 'id')"
            cursor.execute(
                f"SELECT setval({sequence}, (SELECT coalesce(max(id), 1) FROM {name}))"
                f" WHERE {sequence} IS NOT NULL"
            )
        cursor.execute("SET session_replication_role = origin")

    def _statement(self, table: sa.Table, first: int, last: int, copies: int) -> str:
        of = self._of[table.name]
        columns = ", ".join(f'"{one.name}"' for one in table.columns)
        values = ", ".join(self._value(table, one, copies) for one in table.columns)
        where = f"t.id > {of.low} AND t.id <= {of.low + of.many}"
        if table.name == "journal_line":
            where += " AND t.act <> 'place floor bid'"
        if table.name == "journal_concern":
            where += (
                " AND t.journal_line_id NOT IN"
                " (SELECT id FROM journal_line WHERE act = 'place floor bid')"
            )
        if self._lite:
            counted = (
                f"WITH RECURSIVE k(n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM k"
                f" WHERE n < {last})"
            )
            source = f"k CROSS JOIN {table.name} t"
        else:
            counted = ""
            source = f"generate_series({first}, {last}) AS k(n) CROSS JOIN {table.name} t"
        order = "" if self._lite else " ORDER BY k.n, t.id"
        return (
            f"INSERT INTO {table.name} ({columns}) {counted} SELECT {values} FROM {source}"
            f" WHERE {where}{order}"
        )

    def _value(self, table: sa.Table, column: sa.Column[Any], copies: int) -> str:
        name, of = f't."{column.name}"', self._of[table.name]
        own = {
            ("impounding", "number"): (
                f"'2026-' || (CAST(substr({name}, 6) AS INTEGER) + k.n * {of.many})"
            ),
            ("impounding", "ear_tag"): f"CAST(CAST({name} AS BIGINT) + k.n * {of.many} AS TEXT)",
            ("found_by", "word"): _word_of_its_own(name, f"k.n * {self._of['impounding'].many}"),
            ("receipt", "number"): f"{name} + k.n * {of.many}",
            ("remittance", "treasury_number"): f"{name} || '-' || k.n",
        }.get((table.name, column.name))
        if own is not None:
            return own
        if column.name == "id":
            return f"{name} + k.n * {of.many}"
        for key in column.foreign_keys:
            to = self._of[key.column.table.name]
            return f"CASE WHEN {name} > {to.low} THEN {name} + k.n * {to.many} ELSE {name} END"
        return self._later(column, name, f"(k.n * {YEARS} / {copies})")

    def _later(self, column: sa.Column[Any], name: str, days: str) -> str:
        if isinstance(column.type, sa.Date):
            return f"date({name}, '+' || {days} || ' days')" if self._lite else f"{name} + {days}"
        if isinstance(column.type, Instant) and self._lite:
            return f"date(substr({name}, 1, 10), '+' || {days} || ' days') || substr({name}, 11)"
        if isinstance(column.type, Instant):
            return f"{name} + {days} * interval '1 day'"
        return name


def _word_of_its_own(word: str, more: str) -> str:
    """Give the words of a copy: its own number, the end of its own tag, all others as they are."""
    number = f"(CAST(substr({word}, {{}}) AS INTEGER) + {more})"
    return (
        f"CASE WHEN {word} LIKE 'no 2026-%' THEN 'no 2026-' || {number.format(9)}"
        f" WHEN {word} LIKE 'no %' THEN 'no ' || {number.format(4)}"
        f" WHEN {word} LIKE 'tag %' THEN 'tag ' || substr(CAST(10000 + {number.format(5)} % 10000"
        f" AS TEXT), 2) ELSE {word} END"
    )
