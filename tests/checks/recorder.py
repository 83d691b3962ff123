"""Write down, beside the phones, what was asked at a lot and what was answered, with both times."""

import asyncio
import time

from linear import Lot, Op, order_of
from ring_harness import NOT_SENT, Attempt, Cut

STARTING_PRICE, STEP = 1_000, 100


class History:
    """One lot from its coming into the ring: every operation, and what the boards showed."""

    def __init__(self, first):
        self.lot = Lot(first.version, first.seen, first.amount, STEP)
        self.ops, self.glimpses, self.attempts = [], [], []

    async def bid(self, phone, amount, seen, *, drop=False, attempt=None):
        """Bid, or send the same again, and write down what came of it."""
        again = attempt is not None
        if attempt is None:
            attempt = Attempt(phone.keys.fresh(), phone.card, amount, seen)
            self.attempts.append(attempt)
        began = time.monotonic()
        try:
            answer = await phone.send(attempt, drop=drop)
        except Cut as cut:
            if again:
                attempt.resent.append(None)
            elif not cut.sent:
                attempt.status = NOT_SENT
            if not cut.sent:
                return attempt
            self._write("bid", _as_sent(attempt), None, began)
            return attempt
        if again:
            attempt.resent.append(answer.status)
        else:
            attempt.status = answer.status
        board = phone.learn(answer)
        self._write("bid", _as_sent(attempt), answer.status, began)
        if answer.status == 200:
            self._write("read", (), _shown(board), began)
        return attempt

    async def ask(self, phone, attempt):
        """Ask what became of a bid."""
        began = time.monotonic()
        self._write("ask", (attempt.key,), await phone.ask_about(attempt), began)

    async def read(self, phone):
        """Read the whole page, which must show the lot as it is."""
        began = time.monotonic()
        board = await phone.look(whole=True)
        self._write("read", (), _shown(board), began)
        return board

    async def glance(self, phone):
        """Look at the board alone. It may lag a little, but not behind what this phone knew."""
        knew = phone.known.version if phone.known else 0
        board = await phone.look()
        self.glimpses.append((knew, board))
        return board

    async def hammer(self, clerk, card, amount):
        """Let the hammer fall, or not."""
        began = time.monotonic()
        status = await clerk.hammer(card, amount)
        answer = 200 if status == 303 else status
        self._write("hammer", (card, amount), answer, began)
        return status

    def faults(self):
        """Say what no order of the history explains; nothing if it is linearizable."""
        states = order_of(self.ops, self.lot)
        if states is None:
            return ["there is no lawful order"]
        by_version = {state.version: state for state in states}
        return [
            f"a board showed {board} to one who knew {knew}"
            for knew, board in self.glimpses
            if board.version < knew
            or board.version not in by_version
            or by_version[board.version].shown != _shown(board)
        ]

    def as_told(self):
        """Tell the history line by line, first asked first, to find out what was wrong."""
        ops = sorted(self.ops, key=lambda op: op.began)
        return [str(op) for op in ops] + [f"{one}" for one in self.glimpses]

    def _write(self, what, asked, answer, began):
        ended = time.monotonic() if answer is not None else float("inf")
        self.ops.append(Op(what, asked, answer, began, ended))


def _as_sent(attempt):
    return (attempt.card, attempt.amount, attempt.seen, attempt.key)


def _shown(board):
    return (board.version, board.seen, board.amount, board.leads, board.sold)


async def all_of(*coroutines):
    """Do things at the same time; all must come to their end."""
    await asyncio.gather(*coroutines)
