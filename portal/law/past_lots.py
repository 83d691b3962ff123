"""Sold lots, as somebody sees them who looks back over them; and what he remarks on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cached_property
from statistics import median
from typing import TypeVar

from portal.law.chance import false_alarms
from portal.law.money import Money
from portal.law.refusals import written_day

_FEWEST_TO_COMPARE = 10  # lots of a kind before a price among them is called low


@dataclass(frozen=True)
class PastLot:
    """One lot on which the hammer fell. People are opaque: numbers of persons or of cards.

    `buyer_shares` are the kinds of key (phone, bank account, address) the buyer shares with
    somebody who is on the staff list, or was or came to be within ninety days of the sale.
    `shared_between` are pairs of bidders of this lot who share a key with each other.
    """

    lot: str
    sale_day: date
    pound: int
    keeper: str
    cattle: str
    hammer_price: Money
    starting_price: Money
    step: Money
    buyer: str
    under_bidder: str | None
    bidders: tuple[tuple[str, int], ...]
    payer: str | None
    collector: str | None
    notice_days: int
    paid: bool
    closed_early: bool
    buyer_shares: frozenset[str] = frozenset()
    shared_between: frozenset[tuple[str, str]] = frozenset()
    impounded_recorded_late_hours: int = 0
    head: int = 1

    @cached_property
    def price_per_head(self) -> Fraction:
        """Give the hammer price of one animal, exactly, in paise."""
        return Fraction(self.hammer_price.paise, self.head)

    @property
    def sale(self) -> tuple[int, date]:
        """Tell at which sale it was sold: a pound and a day."""
        return self.pound, self.sale_day

    @cached_property
    def who_bid(self) -> frozenset[str]:
        """Name the bidders."""
        return frozenset(who for who, _ in self.bidders)


class Pattern(Enum):
    """What a person should look at, in plain words."""

    ONE_KEEPER = "Buys nearly all he bids for at one pound-keeper's pound"
    FAR_BELOW = "Buys far below what such cattle fetch"
    SAME_UNDER_BIDDER = "The same two are buyer and under-bidder again and again"
    OTHER_PAYS = "Somebody other than the buyer pays"
    OTHER_COLLECTS = "Somebody other than the buyer collects the animal"
    ONLY_BIDDER = "Nobody else bids, again and again"
    SHARES_WITH_STAFF = "The buyer shares a phone, bank account or address with staff"
    BIDDERS_SHARE = "Two bidders of one lot share a phone, bank account or address"
    NEVER_WINS = "Bids much, hardly ever buys, and always beside the same buyer"
    SMALLEST_STEP = "Buys one step above the starting price, again and again"
    NOT_PAID = "Buys and does not pay, again and again"
    QUIET_LOTS = "Short notice, early close or late recording, to one buyer's good"


@dataclass(frozen=True)
class Remark:
    """A reason for a person to look at some lots. It decides nothing."""

    pattern: Pattern
    lots: tuple[str, ...]
    people: tuple[str, ...]
    reasons: str


Key = TypeVar("Key", bound=Hashable)
Sign = Callable[[PastLot], bool]


class Past:
    """All the lots looked back on, in the order of the sales, and grouped as they are asked for."""

    def __init__(self, lots: Iterable[PastLot]) -> None:
        self.lots = tuple(sorted(lots, key=lambda one: (one.sale_day, one.pound, one.lot)))

    def allowed(self, comparisons: int) -> float:
        """Give the false alarms that each of so many comparisons may give."""
        return false_alarms(len(self.lots)) / max(comparisons, 1)

    @cached_property
    def of_buyer(self) -> Mapping[str, Sequence[PastLot]]:
        """Group by buyer."""
        return self._grouped(lambda one: (one.buyer,))

    @cached_property
    def of_bidder(self) -> Mapping[str, Sequence[PastLot]]:
        """Group by all who bid."""
        return self._grouped(lambda one: one.who_bid)

    @cached_property
    def of_sale(self) -> Mapping[tuple[int, date], Sequence[PastLot]]:
        """Group by pound and day."""
        return self._grouped(lambda one: (one.sale,))

    @cached_property
    def of_keeper(self) -> Mapping[str, Sequence[PastLot]]:
        """Group by the keeper of the pound."""
        return self._grouped(lambda one: (one.keeper,))

    @cached_property
    def sales_of_bidder(self) -> Mapping[str, frozenset[tuple[int, date]]]:
        """Tell at which sales each bidder bid."""
        return {who: frozenset(one.sale for one in lots) for who, lots in self.of_bidder.items()}

    @cached_property
    def median_of(self) -> Mapping[str, Fraction]:
        """Give the median price of one head, for each kind with lots enough to have one."""
        return {kind: median(prices) for kind, prices in self._prices.items()}

    @cached_property
    def lowest_quarter_of(self) -> Mapping[str, Fraction]:
        """Give the highest price of the lowest quarter, for each kind with lots enough."""
        return {kind: prices[len(prices) // 4 - 1] for kind, prices in self._prices.items()}

    @cached_property
    def _prices(self) -> Mapping[str, Sequence[Fraction]]:
        kinds = self._grouped(lambda one: (one.cattle,))
        return {
            kind: sorted(one.price_per_head for one in lots)
            for kind, lots in kinds.items()
            if len(lots) >= _FEWEST_TO_COMPARE
        }

    def _grouped(self, keys: Callable[[PastLot], Iterable[Key]]) -> Mapping[Key, Sequence[PastLot]]:
        groups: defaultdict[Key, list[PastLot]] = defaultdict(list)
        for one in self.lots:
            for key in keys(one):
                groups[key].append(one)
        return groups


class Usual:
    """How often a sign is seen when others than the buyer of a lot buy.

    The share is taken among lots that are `alike` in one of several ways, whichever is greatest: a
    wet day on which hardly anybody came explains a sole bidder as well as a rare kind does. Few
    lots alike lean on the share among all; nothing is rarer than `least`.
    """

    def __init__(
        self,
        lots: Iterable[PastLot],
        sign: Sign,
        *alike: Callable[[PastLot], Hashable],
        least: float,
    ) -> None:
        self._alike = (lambda _: None, *alike)
        self._least = least
        self._all: Counter[Hashable] = Counter()
        self._seen: Counter[Hashable] = Counter()
        for one in lots:
            for place in self._places(one):
                self._all[place] += 1
                self._seen[place] += sign(one)

    def chance(self, lot: PastLot) -> float:
        """Give the chance of the sign for a lot like this one, its buyer's lots left out."""
        places = self._places(lot)
        pairs = list(zip(places[::2], places[1::2], strict=True))
        (everywhere, his), *nearer = pairs
        overall = (self._seen[everywhere] - self._seen[his] + 1) / (
            self._all[everywhere] - self._all[his] + 2
        )
        shares = [
            (self._seen[place] - self._seen[own] + 2 * overall)
            / (self._all[place] - self._all[own] + 2)
            for place, own in nearer
        ]
        return max(self._least, overall, *shares)

    def _places(self, lot: PastLot) -> list[Hashable]:
        """List the groups a lot is in, each followed by its buyer's part of the group."""
        groups = [(number, key(lot)) for number, key in enumerate(self._alike)]
        return [place for group in groups for place in (group, (*group, lot.buyer))]


def numbers(lots: Iterable[PastLot]) -> tuple[str, ...]:
    """List the numbers of lots."""
    return tuple(one.lot for one in lots)


def counted(lots: int) -> str:
    """Write a number of lots."""
    return f"{lots} lot{'' if lots == 1 else 's'}"


def between(lots: Sequence[PastLot]) -> str:
    """Say from which day to which some lots were sold."""
    first, last = lots[0].sale_day, lots[-1].sale_day
    if first == last:
        return f"on {written_day(first)}"
    return f"from {written_day(first)} to {written_day(last)}"
