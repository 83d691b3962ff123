"""Entries are numbered as they come, so days must not go back from one entry to the next."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence

# The day before and the day after, of the nearest entries that fit; ordinals of the calendar.
Between = tuple[int | None, int | None]


def days_out_of_order(days: Sequence[tuple[int, int]]) -> Mapping[int, Between]:
    """Give the rows whose day does not fit, each with the days it must lie between.

    `days` holds a row and its day (an ordinal), in the order of the entry numbers. What stands in
    every longest run of days that never goes back is certain; the rest is out of order. So one
    wrong row makes no neighbour wrong, except where only one other day contradicts it: then none
    can say which of the two is wrong, and both are given.
    """
    up_to = _longest_runs([day for _row, day in days])
    onward = _longest_runs([-day for _row, day in reversed(days)])[::-1]
    longest = max(up_to, default=0)
    in_some = [a + b - 1 == longest for a, b in zip(up_to, onward, strict=True)]
    rivals = Counter(place for place, some in zip(up_to, in_some, strict=True) if some)
    certain = [some and rivals[place] == 1 for place, some in zip(up_to, in_some, strict=True)]
    before: list[int | None] = []
    last: int | None = None
    for (_row, day), fits in zip(days, certain, strict=True):
        before.append(last)
        last = day if fits else last
    found: dict[int, Between] = {}
    following: int | None = None
    for place in range(len(days) - 1, -1, -1):
        row, day = days[place]
        if certain[place]:
            following = day
        else:
            found[row] = (before[place], following)
    return found


def _longest_runs(days: Sequence[int]) -> list[int]:
    """Give for each day the length of the longest run, never going back, that ends in it."""
    tails: list[int] = []
    lengths: list[int] = []
    for day in days:
        length = bisect_right(tails, day)
        tails[length : length + 1] = [day]
        lengths.append(length + 1)
    return lengths
