"""Is a recorded history of one lot linearizable? A small checker for this object alone.

A history is linearizable if its operations can be put in one order, each somewhere between when it
was asked and when it was answered, such that a lot which does one thing at a time would have given
the same answers. Because every accepted bid moves the price up, there is hardly ever a choice
which of them came first, and the search is short. An operation whose answer was cut may have
happened at any time after it was asked, or never.
"""

import math
from dataclasses import dataclass, replace

RECORDED, MOVED, FALLEN, REFUSED, NOT_FOUND = 200, 409, 410, 422, 404
HELD, TOO_FAST, BUSY = 423, 429, 503
UNKNOWN = None
NO_EFFECT = {HELD, TOO_FAST, BUSY}  # for reasons that lie outside the lot


@dataclass(frozen=True)
class Lot:
    """A lot that does one thing at a time: the model."""

    version: int
    seen: int
    following: int
    step: int
    leads: int | None = None
    top: int | None = None
    sold: bool = False
    keys: frozenset = frozenset()

    @property
    def shown(self):
        """Give what a board must show."""
        return (self.version, self.seen, self.following, self.leads, self.sold)

    def bid(self, card, amount, seen, key):
        """Give what a bid is answered, and the lot after it."""
        if key in self.keys:
            return {RECORDED}, self
        if self.sold:
            return {FALLEN}, self
        refused = set()
        if card == self.leads:
            refused.add(REFUSED)
        if seen != self.seen or amount < self.following:
            refused.add(MOVED)
        if (amount - self.following) % self.step:
            refused.add(REFUSED)
        if refused:
            return refused, self
        return {RECORDED}, replace(
            self,
            version=self.version + 1,
            seen=self.seen + 1,
            following=amount + self.step,
            leads=card,
            top=amount,
            keys=self.keys | {key},
        )

    def hammer(self, card, amount):
        """Give what the hammer is answered, and the lot after it."""
        if self.sold:
            return {FALLEN}, self
        if (card, amount) != (self.leads, self.top):
            return {MOVED, REFUSED}, self
        return {RECORDED}, replace(self, version=self.version + 1, seen=self.seen + 1, sold=True)

    def read(self):
        """Give what the board shows."""
        return {self.shown}, self

    def ask(self, key):
        """Give what is answered to: what became of the bid with this key?"""
        return {RECORDED if key in self.keys else NOT_FOUND}, self


@dataclass(frozen=True)
class Op:
    """One operation of a history: what was asked, what was answered, and when."""

    what: str
    asked: tuple
    answer: object
    began: float
    ended: float = math.inf

    def on(self, lot):
        """Do it to the model: tell whether this answer could be given, and the lot after it."""
        answers, after = getattr(lot, self.what)(*self.asked)
        if self.answer is UNKNOWN:
            return after is not lot, after
        if self.answer in NO_EFFECT:
            return True, lot
        return self.answer in answers, after


def order_of(history, lot):
    """Give the states of the lot in one lawful order of the history; None if there is none."""
    ops = sorted(history, key=lambda op: op.began)
    bound = {number for number, op in enumerate(ops) if op.answer is not UNKNOWN}
    tried = set()
    road = [(frozenset(), lot, (lot,))]
    while road:
        done, state, states = road.pop()
        done = _with_all_that_change_nothing(ops, done, state)
        if bound <= done:
            return states
        if (done, state) in tried:
            continue
        tried.add((done, state))
        for number in _next(ops, done):
            lawful, after = ops[number].on(state)
            if lawful and after is not state:
                road.append((done | {number}, after, (*states, after)))
    return None


def _next(ops, done):
    """Give the operations that may come next: those asked before any open one was answered."""
    open_ones = [number for number in range(len(ops)) if number not in done]
    first_answer = min(ops[number].ended for number in open_ones)
    return [number for number in open_ones if ops[number].began <= first_answer]


def _with_all_that_change_nothing(ops, done, state):
    """Put in every operation that fits here and changes nothing: later is never better for it."""
    while len(done) < len(ops):
        fits = set()
        for number in _next(ops, done):
            lawful, after = ops[number].on(state)
            if lawful and after is state:
                fits.add(number)
        if not fits:
            break
        done |= fits
    return done
