"""How often chance alone would bring about what was seen. Odds may be floats; money never is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp, lgamma, log, log1p

LOTS_TO_A_FALSE_ALARM = 1_000
LOOKS_TO_A_FALSE_ALARM = 20  # where there are few lots
FEWEST = 3  # less often than this is not "again and again"
A_MILLION = 1_000_000
_NEGLIGIBLE = 1e-4  # of the sum so far


def at_least(times: int, of: int, chance: float) -> float:
    """Give the odds that a thing of this chance is seen so many times or more (binomial).

    Where the chance differs from lot to lot its mean is taken: above the expected number no mixture
    has more weight than the binomial of the mean (Hoeffding 1956), so the odds are never
    understated.
    """
    if times > of or chance <= 0:
        return 0.0
    if times <= of * chance + 1:
        return 1.0
    ways = lgamma(of + 1) - lgamma(times + 1) - lgamma(of - times + 1)
    term = exp(ways + times * log(chance) + (of - times) * log1p(-chance))
    odds = term
    for more in range(times, of):
        term *= (of - more) / (more + 1) * chance / (1 - chance)
        odds += term
        if term < odds * _NEGLIGIBLE:
            break
    return min(odds, 1.0)


def false_alarms(lots: int) -> float:
    """Give how many innocent stretches a pattern may name in a look-back over so many lots.

    One for every thousand: ten weeks of four busy pounds. It is a limit that chance cannot pass on
    average; since the stretches overlap, far fewer come. With few lots, one look-back in twenty.
    """
    return max(1 / LOOKS_TO_A_FALSE_ALARM, lots / LOTS_TO_A_FALSE_ALARM)


@dataclass(frozen=True)
class Run:
    """The stretch of lots in which a sign is hardest to put down to chance."""

    start: int
    stop: int
    times: int
    odds: float

    @property
    def length(self) -> int:
        """Count the lots of the stretch."""
        return self.stop - self.start

    @property
    def written_odds(self) -> str:
        """Write the odds in words: once in about 40,000 times."""
        times = round(1 / self.odds) if self.odds > 1 / A_MILLION else A_MILLION
        if times >= A_MILLION:
            return "less than once in a million times"
        nought = 10 ** (len(str(times)) - 1)
        return f"once in about {round(times / nought) * nought:,} times"


def telling_run(signs: Sequence[bool], chances: Sequence[float], allowed: float) -> Run | None:
    """Find the stretch of three signs or more that says most, if chance does not explain it.

    `signs` are in the order of the sales, `chances` what is usual for each. `allowed` is how many
    false alarms this comparison may give: those of the look-back divided by all its comparisons.
    Half of them are for the whole, half for the stretches: since any of these may be chosen, that
    half is divided by their number (Bonferroni).
    """
    seen = [place for place, sign in enumerate(signs) if sign]
    if len(seen) < FEWEST:
        return None
    stretches = len(signs) * (len(signs) + 1) // 2
    sums = [0.0, *accumulate(chances)]

    def run(start: int, stop: int, times: int) -> Run:
        mean = (sums[stop] - sums[start]) / (stop - start)
        return Run(start, stop, times, at_least(times, stop - start, mean))

    best = min(
        (
            run(start, seen[last] + 1, last - first + 1)
            for first, start in enumerate(seen)
            for last in range(first + FEWEST - 1, len(seen))
        ),
        key=lambda one: one.odds,
    )
    if best.odds * stretches <= allowed / 2:
        return best
    whole = run(0, len(signs), len(seen))
    return whole if whole.odds <= allowed / 2 else None
