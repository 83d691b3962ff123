"""Bring a database up to date: run, in order and once each, the numbered revisions."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, pool, text

MIGRATIONS = Path(__file__).parent.parent.parent / "migrations"


def _config(database_url: str) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.set_main_option("sqlalchemy.url", database_url.replace("%", "%%"))
    return config


def upgrade(database_url: str) -> None:
    """Apply what is missing; all of it or nothing. Safe to run again."""
    command.upgrade(_config(database_url), "head")


def latest_revision() -> str:
    """Give the number of the last revision there is."""
    head = ScriptDirectory.from_config(_config("")).get_current_head()
    if head is None:
        raise LookupError("there are no revisions")
    return head


def revision_of(database_url: str) -> str | None:
    """Tell how far a database is; None for one in which nothing stands yet."""
    engine = create_engine(database_url, poolclass=pool.NullPool)
    try:
        with engine.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return None
            found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
            return found
    finally:
        engine.dispose()


def is_up_to_date(database_url: str) -> bool:
    """Tell whether every revision was applied."""
    return revision_of(database_url) == latest_revision()
