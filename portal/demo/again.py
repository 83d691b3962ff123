"""The demo begun anew: its books are put away whole, and fresh ones written.

No act of the portal takes a row out of books that go on; nothing but the demo calls this.
"""

from __future__ import annotations

import shutil

from sqlalchemy import MetaData, create_engine, pool, text

from portal.clock import MovableClock
from portal.config import Settings
from portal.demo.sample import FIRST_MORNING, write_sample
from portal.registers.upgrade import upgrade


class NotTheDemo(RuntimeError):  # noqa: N818 - reads as what happened
    """Real books were to be put away; nothing was done."""


def put_away(settings: Settings) -> None:
    """Empty the demo's database and the shelves beside it; raise NotTheDemo anywhere else."""
    if not settings.is_demo:
        raise NotTheDemo
    engine = create_engine(settings.database_url, poolclass=pool.NullPool)
    try:
        if engine.dialect.name == "sqlite":
            with engine.begin() as connection:
                connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
                connection.exec_driver_sql("PRAGMA busy_timeout = 10000")
                tables = MetaData()
                tables.reflect(connection)
                tables.drop_all(connection)
        else:
            with engine.begin() as connection:
                connection.execute(text("DROP SCHEMA public CASCADE"))
                connection.execute(text("CREATE SCHEMA public"))
    finally:
        engine.dispose()
    for shelf in (settings.papers, settings.prints, settings.checkpoints, settings.presence):
        for kept in shelf.glob("*") if shelf.is_dir() else ():
            shutil.rmtree(kept) if kept.is_dir() else kept.unlink()


def begin(settings: Settings) -> None:
    """Put up what tables are missing, and write the sample at the demo's first morning."""
    upgrade(settings.database_url)
    clock = MovableClock(settings.moved_clock)
    settings.moved_clock.unlink(missing_ok=True)
    clock.move_to(FIRST_MORNING)
    write_sample(settings, clock)
