"""What is done every night: the books are verified, and a checkpoint of them is kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from portal.clock import Clock
from portal.registers.books import differences
from portal.registers.checkpoints import (
    AGREE,
    Checkpoint,
    checkpoints_in,
    keep_checkpoint,
    latest_checkpoint,
    take_checkpoint,
)
from portal.registers.journal import end_of_journal


def write_checkpoint(folder: Path, clock: Clock) -> Checkpoint:
    """Keep a checkpoint of all books in a folder, tied to the one before it.

    It is written even where the books differ from their events, and says the first difference:
    the night of a fault is the last one without a witness. Raises FileExistsError if nothing was
    done since today's.
    """
    earlier = (one for one in checkpoints_in(folder) if isinstance(one, Checkpoint))
    before = next(earlier, None)
    books = next(differences(), AGREE)
    taken = take_checkpoint(clock.now(), books, before.digest if before else "")
    return replace(taken, name=keep_checkpoint(taken, folder).name)


SMALL = 2_000  # lines of the journal that are rebuilt while somebody waits for the page


@dataclass(frozen=True)
class BooksSay:
    """Whether the books agree, and since when that is known; None: it was looked up just now."""

    difference: str
    as_of: datetime | None
    known: bool = True


def books_say(folder: Path) -> BooksSay:
    """Tell whether the books agree: rebuilt now while they are small, else as of the last night."""
    if end_of_journal().id <= SMALL:
        return BooksSay(next(differences(), ""), None)
    latest = latest_checkpoint(folder)
    if latest is None:
        return BooksSay("", None, known=False)
    return BooksSay("" if latest.agrees else latest.books, latest.at)
