"""The database session, the column types, and the rule that only an official act may write."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TypeVar

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ColumnElement,
    Connection,
    DateTime,
    Dialect,
    Engine,
    Integer,
    MetaData,
    TypeDecorator,
    bindparam,
    event,
    text,
)
from sqlalchemy.orm import DeclarativeBase, MappedAsDataclass, QueryableAttribute, Session

from portal.law.money import Money

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
WRITE_LOCK = 1348  # the Fasli year of the Act: one number, known to nobody else in the database
BUSY_MILLISECONDS = 15_000


class Base(DeclarativeBase):
    """What every table shares."""

    metadata = MetaData(naming_convention=NAMES)


db = SQLAlchemy(model_class=Base)


class Record(MappedAsDataclass, Base, kw_only=True, eq=False):
    """One row of one register. Every column is given by name; rows are added, never changed."""

    __abstract__ = True


Row = TypeVar("Row", bound=Record)
Key = BigInteger().with_variant(Integer, "sqlite")


class MoneyColumn(TypeDecorator[Money]):
    """Money, kept as whole paise."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: Money | None, _dialect: Dialect) -> int | None:
        """Store paise."""
        return None if value is None else value.paise

    def process_result_value(self, value: int | None, _dialect: Dialect) -> Money | None:
        """Read paise back as money."""
        return None if value is None else Money(value)


def paise(column: str, *, above: int = -1) -> CheckConstraint:
    """Hold a column of money to whole paise above a limit, in the database itself."""
    whole = f"{column} = CAST({column} AS BIGINT)"
    return CheckConstraint(f"{whole} AND {column} > {above}", name=f"{column}_in_paise")


class Instant(TypeDecorator[datetime]):
    """A moment, kept in UTC; a naive time is refused."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """Store UTC."""
        if value is not None and value.tzinfo is None:
            raise ValueError("an instant needs a time zone")
        return value and value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """Read it back as UTC."""
        return value and value.replace(tzinfo=UTC)


def connection() -> Connection:
    """Give the connection of this act or page, for a question asked at every bid.

    An act keeps its connection at hand: finding it anew costs more than many a question.
    """
    session = db.session()
    kept: Connection | None = session.info.get("connection")
    return kept if kept is not None else session.connection()


def keep_reads_and_writes_apart(engine: Engine) -> None:
    """Make every transaction read-only in the database itself, save one opened by an official act.

    SQLite: `query_only`, and `BEGIN IMMEDIATE` for an act. PostgreSQL: a read-only transaction of
    one snapshot, and for an act one lock that lets a single writer through at a time.
    """
    if engine.dialect.name == "sqlite":
        _keep_apart_in_sqlite(engine)
    else:
        _keep_apart_in_postgresql(engine)


def _keep_apart_in_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def on_connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        for pragma in (
            f"busy_timeout = {BUSY_MILLISECONDS}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "recursive_triggers = ON",  # without it INSERT OR REPLACE removes rows unseen
            "trusted_schema = OFF",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing", False)
        connection.exec_driver_sql(f"PRAGMA query_only = {'OFF' if writing else 'ON'}")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _keep_apart_in_postgresql(engine: Engine) -> None:
    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        if connection.get_execution_options().get("writing", False):
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {BUSY_MILLISECONDS}")
            connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": WRITE_LOCK})
        else:
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


def among(column: QueryableAttribute[int], numbers: Sequence[int]) -> ColumnElement[bool]:
    """Ask for rows of many numbers at once, thousands perhaps.

    The numbers stand in the question itself: a place for each costs more in the driver than the
    answer does in the database, and there are no more places than some 30,000.
    """
    return column.in_(bindparam(None, numbers, expanding=True, literal_execute=True))


class NotOnRegister(LookupError):  # noqa: N818 - reads as what happened
    """No such entry in the register."""


def on_register(kind: type[Row], number: int, called: str) -> Row:
    """Give the row of a register with a number; raise NotOnRegister, `called` as people call it."""
    found: Row | None = db.session.get(kind, number)
    if found is None:
        raise NotOnRegister(called)
    return found


class WriteOutsideAct(RuntimeError):  # noqa: N818 - reads as what happened
    """A row was changed with no official act to answer for it."""


@event.listens_for(Session, "before_flush")
def _require_an_act(session: Session, _context: object, _instances: object) -> None:
    if (session.new or session.dirty or session.deleted) and "act" not in session.info:
        raise WriteOutsideAct
