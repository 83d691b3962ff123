"""Whose turn it is to write: a fair queue in front of SQLite's own lock.

SQLite lets whoever happens to look next have the lock, so of many that wait some wait a thousand
times longer than others. Here the threads of a process stand in one line, and the processes in
another, at a file beside the database. PostgreSQL keeps such a queue itself.
"""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from portal.registers.base import BUSY_MILLISECONDS

LONGEST_WAIT = BUSY_MILLISECONDS / 1_000

_threads: dict[str, threading.Lock] = {}


class _TooLong(Exception):  # noqa: N818 - the driver's error inside SQLAlchemy's
    """The turn did not come in time."""


@contextmanager
def turn_to_write(engine: Engine) -> Iterator[None]:
    """Wait for the turn to write; raise OperationalError if it does not come in time."""
    database = engine.url.database
    if engine.dialect.name != "sqlite" or not database:
        yield
        return
    line = _threads.setdefault(database, threading.Lock())
    if not line.acquire(timeout=LONGEST_WAIT):
        raise OperationalError("waiting for the turn to write", None, _TooLong())
    try:
        place = os.open(f"{database}-turn", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(place, fcntl.LOCK_EX)
            yield
        finally:
            os.close(place)  # which gives the turn back, as does the death of the process
    finally:
        line.release()
