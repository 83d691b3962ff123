"""Entries are numbered as they come, so days must not go back from one row to the next."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence


def days_out_of_order(days: Sequence[tuple[int, int]]) -> frozenset[int]:
    """Give the rows whose day does not fit among the others.

    `days` holds, in the order of the rows, the row's number and its day as an ordinal. The longest
    run of days that never goes back is right; whoever stands outside it is out of order, so that
    one wrong row does not make its neighbours wrong.
    """
    tails: list[int] = []
    tail_places: list[int] = []
    before: list[int] = []
    for place, (_row, day) in enumerate(days):
        length = bisect_right(tails, day)
        before.append(tail_places[length - 1] if length else -1)
        if length == len(tails):
            tails.append(day)
            tail_places.append(place)
        else:
            tails[length] = day
            tail_places[length] = place
    fitting = set()
    place = tail_places[-1] if tail_places else -1
    while place >= 0:
        fitting.add(place)
        place = before[place]
    return frozenset(row for place, (row, _day) in enumerate(days) if place not in fitting)
