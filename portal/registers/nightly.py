"""What is done every night: the books are verified, and a checkpoint of them is kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from portal.clock import Clock
from portal.registers.books import differences
from portal.registers.checkpoints import (
    AGREE,
    Checkpoint,
    checkpoints_in,
    keep_checkpoint,
    take_checkpoint,
)


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
