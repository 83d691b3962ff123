"""How fast one hand can bid: more than that from one card is a script, and is told to wait."""

from __future__ import annotations

import time
from collections import deque

from portal.registers.people import Officer

MOST_IN_A_WHILE = 80
A_WHILE_SECONDS = 10.0
MOST_KEPT = 5_000

_sent: dict[tuple[int, int], deque[float]] = {}


def too_fast(officer: Officer, sale: int) -> bool:
    """Count one bid of this person, and tell whether there were too many of late.

    Counted in each process by itself: it guards the ring's pace, it is no rule of the sale.
    """
    if len(_sent) > MOST_KEPT:
        _sent.clear()
    times = _sent.setdefault((officer.person_id, sale), deque(maxlen=MOST_IN_A_WHILE))
    at = time.monotonic()
    full = len(times) == MOST_IN_A_WHILE and at - times[0] < A_WHILE_SECONDS
    if not full:
        times.append(at)
    return full
