"""The engine alone: the floor's transaction with no HTTP and no Flask around it.

The processes and their connections stay as long as those of a server do: a SQLite file whose last
connection closes begins its log anew, and a fresh connection to PostgreSQL has planned nothing yet.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.pool
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from ringside_floor import RECORDED, Floor
from ringside_yard import Place, Yard

MOST_PROCESSES = 4
_own: list[Floor] = []  # in each process, its one connection


class Raw:
    """Processes that wait to do transactions."""

    def __init__(self, yard: Yard, pool: multiprocessing.pool.Pool) -> None:
        """Keep the yard they work in."""
        self._yard, self._pool = yard, pool

    def rate(self, processes: int, seconds: float) -> float:
        """Give the transactions a second of so many processes, each with a lot of its own."""
        asked = [(place, seconds) for place in self._yard.many[:processes]]
        return sum(self._pool.starmap(_transact, asked, chunksize=1))


@contextmanager
def raw_engine(yard: Yard) -> Iterator[Raw]:
    """Give the engine of a yard with its processes, which are gone afterwards."""
    context = multiprocessing.get_context("fork")
    with context.Pool(MOST_PROCESSES, _connect, (yard.url, yard.instance)) as pool:
        yield Raw(yard, pool)


def _connect(url: str, instance: Path) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the pool ends its processes by it
    _own.append(Floor(url, instance))


def _transact(place: Place, seconds: float) -> float:
    """Do one after another for so long; give how many a second."""
    floor = _own[0]
    following = floor.look(place.sale, place.lot)
    done, turn, began = 0, 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        card = place.bidders[turn % len(place.bidders)].card
        amount, seen, turn = following.amount, following.seen, turn + 1
        following = floor.bid(
            place.sale, place.lot, card=card, amount=amount, seen=seen, key=str(uuid4())
        )
        done += following.status == RECORDED
    return done / (time.perf_counter() - began)
