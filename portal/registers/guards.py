"""Guards in the database itself: what is written in any book stays written, on both engines.

UPDATE and DELETE are refused. On SQLite a row could also be replaced by INSERT OR REPLACE, which
removes the old row without a DELETE trigger where recursive triggers are off; so an INSERT that
meets a row with the same key is refused before it can. On PostgreSQL TRUNCATE is refused as well.
"""

from collections.abc import Iterable

import sqlalchemy as sa
from alembic import op

REFUSE = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what is written in % stays written', TG_TABLE_NAME USING ERRCODE = '23001';
END $$
"""


def keep(table: str, *keys: Iterable[str]) -> None:
    """Guard one table; `keys` are the columns of each of its unique keys, the primary key first."""
    if op.get_bind().dialect.name == "sqlite":
        _keep_in_sqlite(table, [tuple(key) for key in keys])
    else:
        _keep_in_postgresql(table)


def _keep_in_sqlite(table: str, keys: list[tuple[str, ...]]) -> None:
    stays = f"SELECT RAISE(ABORT, 'what is written in {table} stays written')"
    for what in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER {table}_no_{what.lower()} BEFORE {what} ON {table} BEGIN {stays}; END"
        )
    for number, key in enumerate(keys):
        same = " AND ".join(f'"{column}" = NEW."{column}"' for column in key)
        met = f"EXISTS (SELECT 1 FROM {table} WHERE {same})"  # noqa: S608 - names of our own
        op.execute(
            f"CREATE TRIGGER {table}_no_replace_{number} BEFORE INSERT ON {table}"
            f" WHEN {met} BEGIN {stays}; END"
        )


def _keep_in_postgresql(table: str) -> None:
    op.execute(sa.text(REFUSE))
    op.execute(
        f"CREATE TRIGGER {table}_stays BEFORE UPDATE OR DELETE ON {table}"
        " FOR EACH ROW EXECUTE FUNCTION refuse_change()"
    )
    op.execute(
        f"CREATE TRIGGER {table}_is_kept BEFORE TRUNCATE ON {table}"
        " FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
