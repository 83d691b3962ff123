"""What is seen in the bidding itself: five patterns of rings, helpers and shills.

Where a figure is compared with chance, `chance.telling_run` says how, and `chance.false_alarms`
how many innocent stretches chance alone may get named under one pattern.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date

from portal.law.chance import FEWEST, telling_run
from portal.law.past_lots import Past, PastLot, Pattern, Remark, Usual, between, counted, numbers
from portal.law.patterns_of_buyers import again_and_again

LEANS_ON = 5  # so many lots' weight has the share in all kinds beside the share in one kind
LEAST_SECOND = 1 / 25
LEAST_BESIDE = 1 / 10
SHILL_BIDS_FOR = 5
SHILL_WINS_AT_MOST = 1, 6

Pair = tuple[str, str]


def same_under_bidder(past: Past) -> Iterator[Remark]:
    """Remark on two of whom one buys and the other is second, again and again, or by turns.

    Neighbours come on the same days and want the same kinds. So only sales are looked at to which
    both came, and the chance that one is second when the other buys is how often he is second at
    those sales, for that kind, when a third person buys. The guard counts all pairs who could have
    met so three times.
    """
    met = _chances_to_meet(past)
    among = sum(times >= FEWEST for times in met.values())
    together: Counter[Pair] = Counter(
        _pair(one.buyer, one.under_bidder) for one in past.lots if one.under_bidder is not None
    )
    for pair, times in together.items():
        if times < FEWEST:
            continue
        common = past.sales_of_bidder[pair[0]] & past.sales_of_bidder[pair[1]]
        at_them = [one for sale in sorted(common) for one in past.of_sale[sale]]
        at_them.sort(key=lambda one: (one.sale_day, one.pound, one.lot))
        thirds = [one for one in at_them if one.buyer not in pair]
        lots = [one for one in at_them if one.buyer in pair]
        chance_of = {
            who: share_by_kind(thirds, [one.under_bidder == who for one in thirds]) for who in pair
        }
        chances = [
            max(LEAST_SECOND, chance_of[_partner(pair, one.buyer)](one.cattle)) for one in lots
        ]
        signs = [one.under_bidder == _partner(pair, one.buyer) for one in lots]
        run = telling_run(signs, chances, past.allowed(among))
        if run is None:
            continue
        stretch = lots[run.start : run.stop]
        share = sum(chances[run.start : run.stop]) / run.length
        won = Counter(one.buyer for one in stretch)
        yield Remark(
            Pattern.SAME_UNDER_BIDDER,
            numbers(one for one in stretch if one.under_bidder == _partner(pair, one.buyer)),
            pair,
            f"Card-holders {pair[0]} and {pair[1]} bought {won[pair[0]]} and {won[pair[1]]} lots"
            f" {between(stretch)} at sales to which both came; in {run.times} of these"
            f" {run.length} lots the other was the under-bidder. Usual is {share:.0%}: chance alone"
            f" would do this {run.written_odds}.",
        )


def only_bidder(past: Past) -> Iterator[Remark]:
    """Remark on a buyer against whom nobody bids, again and again.

    How often a lot has one bidder is taken from what others buy: of that kind at that pound, or at
    that sale, whichever is more. On a wet day nobody comes.
    """

    def sign(lot: PastLot) -> bool:
        return len(lot.who_bid) == 1

    usual = Usual(past.lots, sign, _kind_at_pound, lambda one: one.sale, least=1 / 50)
    says = "nobody else bid"
    yield from again_and_again(past, Pattern.ONLY_BIDDER, sign, usual, says)


def smallest_step(past: Past) -> Iterator[Remark]:
    """Remark on a buyer who pays one step above the starting price though others bid, repeatedly.

    How often that happens is taken from what others buy, as for the only bidder.
    """

    def sign(lot: PastLot) -> bool:
        risen = lot.hammer_price.paise - lot.starting_price.paise
        return len(lot.who_bid) > 1 and risen <= lot.step.paise

    usual = Usual(past.lots, sign, _kind_at_pound, lambda one: one.sale, least=1 / 50)
    says = "others bid and the price was no more than a step above the start"
    yield from again_and_again(past, Pattern.SMALLEST_STEP, sign, usual, says)


def bidders_share(past: Past) -> Iterator[Remark]:
    """Remark on every lot for which two bid who share a phone, a bank account or an address.

    No odds: one hand with two cards is a matter for a person to look at, and so is a family.
    """
    shared: defaultdict[Pair, list[PastLot]] = defaultdict(list)
    for one in past.lots:
        for first, second in one.shared_between:
            if {first, second} <= one.who_bid:
                shared[_pair(first, second)].append(one)
    for pair, lots in shared.items():
        bought = sum(one.buyer in pair for one in lots)
        yield Remark(
            Pattern.BIDDERS_SHARE,
            numbers(lots),
            pair,
            f"Card-holders {pair[0]} and {pair[1]} share a phone, bank account or address; both bid"
            f" for {counted(len(lots))} {between(lots)}, and one of them bought {bought}.",
        )


def never_wins(past: Past) -> Iterator[Remark]:
    """Remark on somebody who bids much, hardly ever buys, and is always beside one buyer.

    Bids much: five lots or more, and per lot at least the mean number of bids. Hardly ever: one lot
    in six or less. Beside: the lots he bid for and lost went to one buyer more often than that
    buyer takes lots of the kind at the same sales when he does not bid. A poor man with a cow to
    find is not always beside the same buyer. The guard counts every such bidder with every buyer
    who bought three lots where he was.
    """
    wins, out_of = SHILL_WINS_AT_MOST
    all_bids = sum(many for one in past.lots for _, many in one.bidders)
    all_bidders = sum(len(one.bidders) for one in past.lots)
    beaten: list[tuple[str, int, Sequence[PastLot], list[PastLot]]] = []
    for who, lots in past.of_bidder.items():
        bids = sum(many for one in lots for name, many in one.bidders if name == who)
        lost = [one for one in lots if one.buyer != who]
        much = len(lots) >= SHILL_BIDS_FOR and bids * all_bidders >= all_bids * len(lots)
        if much and (len(lots) - len(lost)) * out_of <= len(lots) * wins:
            beaten.append((who, bids, lots, lost))
    rivals = {who: _buyers_where(past, who) for who, _, _, _ in beaten}
    among = sum(len(buyers) for buyers in rivals.values())
    for who, bids, lots, lost in beaten:
        beside = Counter(one.buyer for one in lost)
        at_them = [one for sale in past.sales_of_bidder[who] for one in past.of_sale[sale]]
        without = [one for one in at_them if who not in one.who_bid]
        for buyer in rivals[who]:
            if beside[buyer] < FEWEST:
                continue
            share = share_by_kind(without, [one.buyer == buyer for one in without])
            chances = [max(LEAST_BESIDE, share(one.cattle)) for one in lost]
            run = telling_run([one.buyer == buyer for one in lost], chances, past.allowed(among))
            if run is None:
                continue
            stretch = lost[run.start : run.stop]
            yield Remark(
                Pattern.NEVER_WINS,
                numbers(one for one in stretch if one.buyer == buyer),
                (who, buyer),
                f"Card-holder {who} bid {bids} times for {counted(len(lots))} and bought"
                f" {len(lots) - len(lost)}; of {run.length} lost {between(stretch)},"
                f" {run.times} went to card-holder {buyer}. Chance alone would do this"
                f" {run.written_odds}.",
            )


def share_by_kind(lots: Sequence[PastLot], signs: Sequence[bool]) -> Callable[[str], float]:
    """Give a function from a kind of cattle to the share of its lots that bear their sign.

    A kind with few lots leans on the share among all kinds.
    """
    of_kind = Counter(one.cattle for one in lots)
    seen = Counter(one.cattle for one, sign in zip(lots, signs, strict=True) if sign)
    overall = (seen.total() + 1) / (len(lots) + 2 * LEANS_ON)
    return lambda kind: (seen[kind] + LEANS_ON * overall) / (of_kind[kind] + LEANS_ON)


def _chances_to_meet(past: Past) -> Mapping[Pair, int]:
    """Count, for every two, the lots that one of them bought at a sale to which both came."""
    came: defaultdict[tuple[int, date], set[str]] = defaultdict(set)
    for who, sales in past.sales_of_bidder.items():
        for sale in sales:
            came[sale].add(who)
    met: Counter[Pair] = Counter()
    for sale, people in came.items():
        for buyer, times in Counter(one.buyer for one in past.of_sale[sale]).items():
            for other in people - {buyer}:
                met[_pair(buyer, other)] += times
    return met


def _buyers_where(past: Past, who: str) -> Sequence[str]:
    """Name those who bought three lots or more at the sales to which somebody came."""
    sales = past.sales_of_bidder[who]
    bought = Counter(one.buyer for sale in sales for one in past.of_sale[sale])
    return sorted(buyer for buyer, times in bought.items() if times >= FEWEST and buyer != who)


def _kind_at_pound(lot: PastLot) -> tuple[str, int]:
    return lot.cattle, lot.pound


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def _partner(pair: Pair, who: str) -> str:
    return pair[1] if who == pair[0] else pair[0]
