"""A question or a row of every bid: written for the database once, then handed to its driver.

SQLAlchemy builds each statement, converts its values and opens its transaction; only the way from
there to the driver, which is dear in Python and the same every time, is gone once and kept. A bid
asks eight things while everybody else waits for his turn, so here it counts.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.expression import ClauseElement, Insert

from portal.registers.base import connection

Change = Callable[[Any], Any]


@dataclass(frozen=True)
class Written:
    """A statement in the words of one kind of database."""

    words: str
    fixed: dict[str, Any]
    changed: tuple[tuple[str, Change], ...]  # values that are stored otherwise than Python has them
    order: tuple[str, ...] | None  # of the values, where the driver counts them
    found: tuple[Change | None, ...]
    row: Callable[..., Any]

    def values(self, said: dict[str, object]) -> Any:
        """Give the driver the values as it wants them."""
        values = {**self.fixed, **said}
        for name, change in self.changed:
            if name in said:
                values[name] = change(values[name])
        return values if self.order is None else [values[name] for name in self.order]

    def read(self, kept: tuple[Any, ...]) -> Any:
        """Read a row back as Python has it."""
        pairs = zip(self.found, kept, strict=True)
        return self.row(*(value if change is None else change(value) for change, value in pairs))


class Prepared:
    """One statement. Its places are given by name; a list of unknown length has no place in it."""

    def __init__(self, statement: ClauseElement, columns: tuple[str, ...] = ()) -> None:
        """Take the statement, and for a row to be written the columns that will be given."""
        self._statement = statement.inline() if isinstance(statement, Insert) else statement
        self._columns = list(columns) or None
        self._written: dict[str, Written] = {}

    def all(self, **places: object) -> list[Any]:
        """Ask in the transaction of this act or page, and give the rows."""
        written, found = self._run(places, lambda cursor: cursor.fetchall())
        return [written.read(kept) for kept in found]

    def first(self, **places: object) -> Any:
        """Ask in the transaction of this act or page, and give the first row or None."""
        written, kept = self._run(places, lambda cursor: cursor.fetchone())
        return None if kept is None else written.read(kept)

    def write(self, **places: object) -> None:
        """Write the row in the transaction of this act."""
        self._run(places, lambda _cursor: None)

    def _run(self, places: dict[str, object], take: Change) -> tuple[Written, Any]:
        """Have the driver run the statement, and `take` from it; it may fail at either.

        Raises the driver's own error under the name SQLAlchemy has for it.
        """
        asking = connection()
        written = self.written_for(asking.dialect)
        values, driver = written.values(places), cast("Any", asking.dialect.loaded_dbapi)
        try:
            with closing(asking.connection.cursor()) as cursor:
                cursor.execute(written.words, values)
                return written, take(cursor)
        except driver.Error as fault:
            raise _as_sqlalchemy(asking, fault, written.words) from fault

    def written_for(self, dialect: Dialect) -> Written:
        """Give the statement in the words of a kind of database."""
        written = self._written.get(dialect.name)
        if written is None:
            written = self._written[dialect.name] = self._write_for(dialect)
        return written

    def _write_for(self, dialect: Dialect) -> Written:
        compiled: Any = self._statement.compile(dialect=dialect, column_keys=self._columns)
        changes = {
            name: bound.type.dialect_impl(dialect).bind_processor(dialect)
            for bound, name in compiled.bind_names.items()
        }
        changes = {name: change for name, change in changes.items() if change is not None}
        fixed = {
            name: changes[name](bound.value) if name in changes else bound.value
            for bound, name in compiled.bind_names.items()
            if not bound.required
        }
        results = compiled._result_columns  # noqa: SLF001 - the only place that says their types
        names = [column.keyname for column in results]
        return Written(
            words=str(compiled),
            fixed=fixed,
            changed=tuple(changes.items()),
            order=tuple(compiled.positiontup) if compiled.positional else None,
            found=tuple(
                column.type.dialect_impl(dialect).result_processor(dialect, None)
                for column in results
            ),
            row=namedtuple("Found", names) if names else tuple,  # noqa: PYI024 - named as asked
        )


def _as_sqlalchemy(asking: Connection, fault: Exception, words: str) -> BaseException:
    """Give a driver's error the name SQLAlchemy has for it; let go of a connection that is lost."""
    lost = asking.dialect.is_disconnect(cast("Any", fault), asking.connection, None)
    if lost:
        asking.invalidate(fault)
    driver: Any = asking.dialect.loaded_dbapi
    return DBAPIError.instance(
        words, None, fault, driver.Error, connection_invalidated=lost, dialect=asking.dialect
    )
