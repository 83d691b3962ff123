"""Boards kept in memory for a moment, so that two thousand phones do not each ask the database.

A board is looked at afresh once it is older than `FRESH_SECONDS`, and at once for somebody who
has seen a newer one: nobody is ever shown less than he knew.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from flask import current_app

from portal.actions.bids import Taken
from portal.registers.base import db
from portal.registers.board import Board, look
from portal.web.desk import now

FRESH_SECONDS = 0.25
LONGEST = 2.0
MOST_KEPT = 500


@dataclass
class _Kept:
    board: Board
    looked_at: float


class Boards:
    """The boards of one process."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: dict[tuple[int, int], _Kept] = {}
        self._looking = threading.Lock()

    def at(self, sale: int, lot: int, *, seen: int | None = None, fresh: bool = False) -> Board:
        """Give the board of a lot, at least as new as what was `seen`; raise NotOnRegister."""
        kept = self._kept.get((sale, lot))
        if kept and not fresh and self._will_do(kept, seen):
            return kept.board
        if not fresh:
            with self._looking:  # one asks the database, the others wait for its answer
                kept = self._kept.get((sale, lot))
                if kept and self._will_do(kept, seen):
                    return kept.board
                return self._look(sale, lot, kept)
        return self._look(sale, lot, kept)

    def knows_newer(self, sale: int, lot: int, seen: int) -> bool:
        """Tell whether a price later than the one `seen` was shown here already."""
        kept = self._kept.get((sale, lot))
        return kept is not None and kept.board.ring.seen > seen

    def after_bid(self, sale: int, lot: int, taken: Taken) -> Board:
        """Give the board as a bid left it, which nobody need ask the database for."""
        kept = self._kept.get((sale, lot))
        if kept is None or taken.stands is None or time.monotonic() - kept.looked_at > LONGEST:
            return self._look(sale, lot, kept)
        board = kept.board.after(taken.stands, taken.card)
        if board.version > kept.board.version:
            self._kept[sale, lot] = _Kept(board, kept.looked_at)
        return board

    def _will_do(self, kept: _Kept, seen: int | None) -> bool:
        age = time.monotonic() - kept.looked_at
        return age < FRESH_SECONDS and (seen is None or seen <= kept.board.version)

    def _look(self, sale: int, lot: int, kept: _Kept | None) -> Board:
        begun = time.monotonic()
        db.session.rollback()  # a snapshot taken before now may be too old
        board = look(sale, lot, now(), kept.board if kept else None)
        db.session.rollback()
        if len(self._kept) > MOST_KEPT:
            self._kept.clear()
        self._kept[sale, lot] = _Kept(board, begun)
        return board


def boards() -> Boards:
    """Give the boards of this process."""
    kept: Boards = current_app.extensions["boards"]
    return kept
