"""The only place that reads the time."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol


class Clock(Protocol):
    """Something that can be asked what time it is."""

    def now(self) -> datetime:
        """Give the present instant, in UTC."""


class SystemClock:
    """The clock on the wall."""

    def now(self) -> datetime:
        """Give the present instant, in UTC."""
        return datetime.now(UTC)


class ClockGoesForwardOnly(ValueError):  # noqa: N818 - reads as what happened
    """The demo's clock was asked to go back."""


class MovableClock:
    """The clock of the demo: the clock on the wall, moved by as much as a file says.

    Every process of the demo reads the same file, so all rooms have the same day.
    """

    def __init__(self, moved: Path, wall: Clock | None = None) -> None:
        """Keep the shift, in seconds, in the file `moved`."""
        self._moved, self._wall = moved, wall or SystemClock()

    def now(self) -> datetime:
        """Give the present instant of the demo, in UTC."""
        return self._wall.now() + timedelta(seconds=self._shift())

    def move_to(self, instant: datetime) -> None:
        """Go forward to an instant; raise ClockGoesForwardOnly for one that has passed."""
        if self._moved.exists() and instant < self.now():
            raise ClockGoesForwardOnly(instant.isoformat())
        shift = (instant - self._wall.now()).total_seconds()
        fresh = self._moved.with_suffix(".new")
        fresh.write_text(json.dumps({"shift_seconds": shift}), encoding="utf-8")
        fresh.replace(self._moved)

    def _shift(self) -> float:
        if not self._moved.exists():
            return 0.0
        return float(json.loads(self._moved.read_text(encoding="utf-8"))["shift_seconds"])


def clock_of(moved: Path | None) -> Clock:
    """Give the clock of an installation; the demo names the file by which its clock is moved."""
    return SystemClock() if moved is None else MovableClock(moved)
