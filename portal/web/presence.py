"""Who is here: when each card's phone, and the screen of the ring, last reported itself.

This is no record and proves nothing: it is kept in a small file beside the record, one number for
each card of a sale, which all processes of the machine share. Place 0 is the ring's own screen.
"""

from __future__ import annotations

import mmap
import os
import struct
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from flask import current_app

PLACES = 10_000  # cards are numbered to 9,999
THE_RING = 0
HERE_SECONDS = 6
FORGOTTEN_SECONDS = 600
_SECONDS = struct.Struct("<d")


@dataclass(frozen=True)
class Phones:
    """The phones of a sale: cards that are here, and cards lost with the seconds since."""

    here: tuple[int, ...]
    lost: tuple[tuple[int, int], ...]

    def lost_for(self, card: int | None) -> int | None:
        """Tell for how long a card's phone is lost, if it is."""
        return next((seconds for number, seconds in self.lost if number == card), None)


class Presence:
    """The reports of one machine."""

    def __init__(self, folder: Path) -> None:
        """Keep a file for each sale in `folder`."""
        self._folder = folder
        self._open: dict[int, mmap.mmap] = {}
        self._opening = threading.Lock()

    def report(self, sale: int, place: int, now: datetime) -> None:
        """Write down that a card's phone, or the ring (place 0), was heard now."""
        if 0 <= place < PLACES:
            _SECONDS.pack_into(self._file(sale), place * _SECONDS.size, now.timestamp())

    def ring_heard_at(self, sale: int) -> datetime | None:
        """Tell when the screen of the ring was last heard, if it ever was."""
        seconds: float = _SECONDS.unpack_from(self._file(sale), 0)[0]
        return datetime.fromtimestamp(seconds, UTC) if seconds else None

    def phones(self, sale: int, now: datetime) -> Phones:
        """Tell which cards are here and which were lost a short while ago."""
        here, lost = [], []
        for place, (seconds,) in enumerate(_SECONDS.iter_unpack(self._file(sale))):
            if not seconds or place == THE_RING:
                continue
            age = now.timestamp() - seconds
            if age < HERE_SECONDS:
                here.append(place)
            elif age < FORGOTTEN_SECONDS:
                lost.append((place, int(age)))
        return Phones(tuple(here), tuple(lost))

    def _file(self, sale: int) -> mmap.mmap:
        found = self._open.get(sale)
        if found is None:
            with self._opening:
                self._folder.mkdir(parents=True, exist_ok=True)
                path = self._folder / f"sale-{sale}"
                place = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
                try:
                    os.ftruncate(place, PLACES * _SECONDS.size)
                    found = self._open[sale] = mmap.mmap(place, PLACES * _SECONDS.size)
                finally:
                    os.close(place)
        return found


def presence() -> Presence:
    """Give the reports of this machine."""
    kept: Presence = current_app.extensions["presence"]
    return kept
