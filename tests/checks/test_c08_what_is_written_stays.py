"""C08: every way to alter, take away or replace a bid, a hammer, a line of ledger or journal, as the
portal's own connection, is refused by the database. Who may drop a trigger is found by `verify`.
"""

import pytest
import sqlalchemy as sa
from ring_harness import tell
from sqlalchemy.exc import DBAPIError

from portal.registers.base import db

KEPT = ("bid", "bid_struck", "lot_happening", "ledger_line", "journal_line", "reversal", "receipt")

REFUSED = ("stays written", "cannot truncate a table referenced in a foreign key")


def ways(table, engine):
    """Give each way of attack on one table, as statements sent one after the other."""
    names = [column.name for column in db.metadata.tables[table].columns]
    listed = ", ".join(f'"{one}"' for one in names)
    plain = next(one.name for one in db.metadata.tables[table].columns if not one.primary_key)
    row = f"SELECT {listed} FROM {table} LIMIT 1"
    yield "update", [f'UPDATE {table} SET "{plain}" = "{plain}"']
    yield "update of the key", [f"UPDATE {table} SET id = id + 100000"]
    yield "delete", [f"DELETE FROM {table}"]
    yield "delete of one", [f"DELETE FROM {table} WHERE id = (SELECT max(id) FROM {table})"]
    yield (
        "update by way of a query",
        [f'WITH one AS (SELECT max(id) AS id FROM {table}) UPDATE {table} SET "{plain}" = "{plain}"'
         " WHERE id IN (SELECT id FROM one)"],
    )  # fmt: skip
    put = f"INSERT INTO {table} ({listed}) SELECT {listed} FROM {table} WHERE true"
    yield "on conflict", [f'{put} ON CONFLICT (id) DO UPDATE SET "{plain}" = EXCLUDED."{plain}"']
    if engine == "sqlite":
        for clause in ("REPLACE", "INSERT OR REPLACE", "INSERT OR IGNORE", "INSERT OR FAIL"):
            yield clause, [f"{clause} INTO {table} ({listed}) {row}"]
        yield "update or replace", [f'UPDATE OR REPLACE {table} SET "{plain}" = "{plain}"']
        off = "PRAGMA recursive_triggers = OFF"
        yield "replace, triggers not recursive", [off, f"REPLACE INTO {table} ({listed}) {row}"]
    else:
        yield "truncate", [f"TRUNCATE {table}"]
        yield "truncate with all that leads to it", [f"TRUNCATE {table} CASCADE"]
        yield (
            "merge",
            [f"MERGE INTO {table} USING ({row}) AS one ON {table}.id = one.id"
             " WHEN MATCHED THEN DELETE"],
        )  # fmt: skip
        yield (
            "a cursor",
            [
                f"DECLARE hand CURSOR FOR SELECT * FROM {table} FOR UPDATE",
                "FETCH NEXT FROM hand",
                f"DELETE FROM {table} WHERE CURRENT OF hand",
            ],
        )
    if table == "bid":  # a parent gone must not take its children with it
        yield "a parent", ["DELETE FROM lot WHERE id IN (SELECT lot_id FROM bid)"]


def answer(statements):
    """Try as the portal's own connection does within an act; give what the database answered."""
    with db.engine.connect().execution_options(writing=True) as connection:
        try:
            for one in statements:
                connection.exec_driver_sql(one)
        except DBAPIError as refused:
            return str(refused.orig)
        finally:
            connection.rollback()
            if db.engine.dialect.name == "sqlite":
                connection.exec_driver_sql("PRAGMA recursive_triggers = ON")
    return "nothing"


@pytest.mark.check("C08")
def test_no_bid_hammer_or_line_is_altered_in_any_way(inside, rows_of_every_kind):
    engine = db.engine.dialect.name
    tried = {(t, way): answer(said) for t in KEPT for way, said in ways(t, engine)}
    passed = {what: said for what, said in tried.items() if not any(no in said for no in REFUSED)}
    tell("C08", engine, tried=len(tried), passed=len(passed))
    assert passed == {}
    assert len(tried) >= 12


@pytest.mark.check("C08")
def test_an_act_that_alters_a_row_by_the_session_is_refused(inside, hands, monkeypatch):
    from portal.actions import pound
    from portal.registers.journal import JournalLine
    from portal.registers.people import Pound

    def alter(*_args, **_kwargs):
        db.session.scalars(sa.select(JournalLine)).first().act = "nothing was done"
        return db.session.scalars(sa.select(Pound)).first()

    monkeypatch.setattr(pound, "find_pound", alter)
    with pytest.raises(DBAPIError, match="stays written"):
        hands.take_in(1)


@pytest.mark.check("C08")
def test_a_table_without_its_guard_is_found_out(inside, rows_of_every_kind):
    """The planted bug: without its triggers one table can be altered, and the check says so."""
    engine = sa.create_engine(db.engine.url)
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            found = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'bid'"
            for (name,) in connection.exec_driver_sql(found).fetchall():
                connection.exec_driver_sql(f"DROP TRIGGER {name}")
        else:
            connection.exec_driver_sql("ALTER TABLE bid DISABLE TRIGGER USER")
    engine.dispose()
    statements = dict(ways("bid", db.engine.dialect.name))
    assert answer(statements["update"]) == "nothing"
    assert "stays written" not in answer(statements["on conflict"])
