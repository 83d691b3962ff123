"""The engine alone: the floor's transaction with no HTTP and no Flask around it."""

from __future__ import annotations

import multiprocessing
import time
from uuid import uuid4

from ringside_floor import RECORDED, Floor
from ringside_yard import Place, Yard


def raw_rate(yard: Yard, processes: int, seconds: float) -> float:
    """Give the transactions a second of so many processes, each with a lot of its own."""
    some = yard.many[:processes]
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        counted = pool.starmap(_transact, [(yard, place, seconds) for place in some], chunksize=1)
    return sum(counted)


def _transact(yard: Yard, place: Place, seconds: float) -> float:
    """Do one after another for so long; give how many a second."""
    floor = Floor(yard.url, yard.instance)
    following = floor.look(place.sale, place.lot)
    done, turn, began = 0, 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        card = place.bidders[turn % len(place.bidders)].card
        turn += 1
        amount, seen = following.amount, following.seen
        following = floor.bid(
            place.sale, place.lot, card=card, amount=amount, seen=seen, key=str(uuid4())
        )
        done += following.status == RECORDED
    took = time.perf_counter() - began
    floor.close()
    return done / took
