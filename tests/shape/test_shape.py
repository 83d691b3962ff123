"""The shape of the code, held as strictly as its behaviour."""

import sqlite3
import subprocess
import sys

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import DBAPIError

from portal.actions.official import ClockWentBack, NotYourDuty, official_act
from portal.law.act import ACT, CARRIED_BY
from portal.law.offices import DUTIES, Duty, Office
from portal.registers.base import WriteOutsideAct, db
from portal.registers.impound import find_impounding
from portal.registers.journal import JournalLine
from portal.registers.people import Pound
from portal.registers.upgrade import is_up_to_date, upgrade


def test_the_law_can_be_imported_without_the_web():
    check = (
        "import sys, portal.law.case, portal.law.ledger;"
        " assert not {'flask', 'sqlalchemy', 'openpyxl'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", check], check=True)


def test_every_sub_section_is_carried_by_some_function():
    import portal.actions.surplus  # noqa: F401

    assert {s for s, functions in CARRIED_BY.items() if not functions} == set()


def test_every_sub_section_is_held_to_by_some_test(request):
    items = [item for item in request.session.items if "law" in item.path.parts]
    if items:
        assert set(ACT) == {mark.args[0] for item in items for mark in item.iter_markers("law")}


def test_a_page_cannot_write_even_if_it_tries(inside):
    with pytest.raises(DBAPIError, match=r"readonly|read-only"):
        db.session.execute(sa.text("INSERT INTO pound (name, code, address) VALUES ('x','x','')"))


def test_a_row_added_outside_an_act_is_refused_by_name(inside):
    db.session.add(Pound(name="x", code="x", address=""))
    with pytest.raises(WriteOutsideAct):
        db.session.commit()


@official_act(Duty.KEEP_REGISTER)
def look_at_the_lock(_act, *, rival):
    with pytest.raises((DBAPIError, sqlite3.OperationalError), match=r"locked|lock timeout"):
        rival()


def test_an_act_holds_the_lock_before_it_asks_its_first_question(inside, people, clock):
    engine = sa.create_engine(db.engine.url)

    def rival():
        with engine.connect() as other:
            if engine.dialect.name == "sqlite":
                other.exec_driver_sql("PRAGMA busy_timeout = 50")
                other.connection.driver_connection.execute("BEGIN IMMEDIATE")
            else:
                other.exec_driver_sql("SET LOCAL lock_timeout = 50")
                other.exec_driver_sql("SELECT pg_advisory_xact_lock(1348)")

    look_at_the_lock(people[Office.POUND_KEEPER], clock, rival=rival)
    engine.dispose()


def tables():
    from portal import registers  # noqa: F401

    return sorted(db.metadata.tables)


@pytest.fixture
def every_table_filled(inside, hands, people, clock, rows_of_every_kind):
    return inside


def attempt(sql):
    with db.engine.connect().execution_options(writing=True) as connection:
        with pytest.raises(DBAPIError, match="stays written"):
            connection.exec_driver_sql(sql)
        connection.rollback()


@pytest.mark.check("C08")
def test_what_is_written_in_any_book_stays_written(every_table_filled):
    """UPDATE, DELETE, INSERT OR REPLACE and TRUNCATE, tried on each table that has a row."""
    empty = []
    for name in tables():
        table = db.metadata.tables[name]
        first = db.session.execute(sa.select(table).limit(1)).mappings().first()
        db.session.rollback()
        if first is None:
            empty.append(name)
            continue
        column = next(c.name for c in table.columns if not c.primary_key)
        attempt(f'UPDATE {name} SET "{column}" = "{column}"')
        attempt(f"DELETE FROM {name}")
        if db.engine.dialect.name == "sqlite":
            listed = ", ".join(f'"{c.name}"' for c in table.columns)
            attempt(f"INSERT OR REPLACE INTO {name} ({listed}) SELECT {listed} FROM {name} LIMIT 1")
        else:
            attempt(f"TRUNCATE {name} CASCADE")
    assert empty == []


def test_every_table_is_guarded(inside):
    if db.engine.dialect.name == "sqlite":
        found = "SELECT DISTINCT tbl_name FROM sqlite_master WHERE type = 'trigger'"
    else:
        found = "SELECT DISTINCT event_object_table FROM information_schema.triggers"
    guarded = set(db.session.scalars(sa.text(found)))
    assert guarded == set(tables())


@official_act(Duty.KEEP_REGISTER)
def enter_and_fail(_act):
    db.session.add(Pound(name="half", code="half", address=""))
    db.session.flush()
    raise LookupError


def test_a_failed_act_leaves_no_trace(inside, people, clock):
    lines = db.session.query(JournalLine).count()
    with pytest.raises(LookupError):
        enter_and_fail(people[Office.POUND_KEEPER], clock)
    assert db.session.query(JournalLine).count() == lines
    assert db.session.query(Pound).filter_by(name="half").count() == 0


@official_act(Duty.KEEP_REGISTER)
def act_within(_act, *, inner, keeper, same_clock):
    inner(keeper, same_clock)


def test_acts_do_not_nest(inside, people, clock):
    keeper = people[Office.POUND_KEEPER]
    with pytest.raises(RuntimeError, match="one act at a time"):
        act_within(keeper, clock, inner=enter_and_fail, keeper=keeper, same_clock=clock)


def test_an_office_ended_since_signing_in_is_lost_at_once(inside, people, clock, hands):
    from portal.actions import staff
    from portal.registers.people import appointments_in_force

    keeper = people[Office.POUND_KEEPER]
    clock.go(2026, 11, 18, 9)
    held = appointments_in_force(keeper.person_id, clock.at.date())[0]
    staff.end_appointment(
        people[Office.ADMINISTRATOR],
        clock,
        appointment=held.id,
        order_number="T-9",
        from_day=clock.at.date(),
    )
    with pytest.raises(NotYourDuty):
        hands.take_in(1)


@pytest.mark.parametrize("office", Office)
def test_an_act_asks_for_its_duty_wherever_it_is_called_from(inside, people, clock, hands, office):
    hands.people = dict.fromkeys(Office, people[office])
    if Duty.KEEP_REGISTER in DUTIES[office]:
        assert find_impounding(hands.take_in(7)).number == "2026-7"
    else:
        with pytest.raises(NotYourDuty):
            hands.take_in(7)


def test_a_clock_put_back_stops_all_acts(inside, hands, clock):
    from datetime import timedelta

    hands.take_in(1)
    clock.at -= timedelta(minutes=10)
    with pytest.raises(ClockWentBack):
        hands.take_in(2)


def of_a_model(name, _kind, _parents):
    """Leave out the indexes of words: each engine's own kind, which no model can describe."""
    return not (name or "").startswith(("impounding_words", "ix_impounding_words"))


def test_the_models_and_the_migrations_describe_one_database(inside):
    engine = sa.create_engine(db.engine.url)
    with engine.connect() as connection:
        opts = {"compare_type": True, "include_name": of_a_model}
        context = MigrationContext.configure(connection, opts=opts)
        found = compare_metadata(context, db.metadata)
    engine.dispose()
    assert found == []


def test_upgrading_twice_changes_nothing(settings):
    upgrade(settings.database_url)
    assert is_up_to_date(settings.database_url)


def test_there_is_one_commit_in_the_program():
    found = subprocess.run(
        ["grep", "-rn", r"\.commit()", "portal", "--include=*.py"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert len(found) == 1, found
