"""What buyers do after the hammer and how they come by their lots: seven patterns.

Where a figure is compared with chance, `chance.telling_run` says how, and `chance.false_alarms`
how many innocent stretches chance alone may get named under one pattern.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

from portal.law.act import under
from portal.law.chance import FEWEST, telling_run
from portal.law.past_lots import (
    Past,
    PastLot,
    Pattern,
    Remark,
    Sign,
    Usual,
    between,
    counted,
    numbers,
)
from portal.law.refusals import written_day, written_money

FAR_BELOW_PERCENT = 40
SHORT_NOTICE_DAYS = 3
LATE_HOURS = 24
ORDINARY_SHARE = 1 / 8
MOSTLY = 3, 4
_HUNDRED = 100


def again_and_again(
    past: Past, pattern: Pattern, sign: Sign, usual: Usual, says: str
) -> Iterator[Remark]:
    """Remark on each buyer whose lots bear a sign more often than chance explains.

    The odds are binomial, with the share that is usual when others buy; the guard counts every
    buyer of three lots or more, and every stretch of his lots.
    """
    regular = [lots for lots in past.of_buyer.values() if len(lots) >= FEWEST]
    for lots in regular:
        chances = [usual.chance(one) for one in lots]
        run = telling_run([sign(one) for one in lots], chances, past.allowed(len(regular)))
        if run is None:
            continue
        stretch = lots[run.start : run.stop]
        share = sum(chances[run.start : run.stop]) / run.length
        yield Remark(
            pattern,
            numbers(one for one in stretch if sign(one)),
            (lots[0].buyer,),
            f"Card-holder {lots[0].buyer} bought {counted(run.length)} {between(stretch)};"
            f" {says} for {run.times} of them. Usual is {share:.0%}: chance alone would do"
            f" this {run.written_odds}.",
        )


@under("3")
def one_keeper(past: Past) -> Iterator[Remark]:
    """Remark on a buyer who buys at one pound-keeper's pound, and buys there too often.

    Most people go to the nearest pound, so that three lots in four there are nothing by
    themselves. Either the buyer wins nearly all he bids for there (an able bidder, with two chances
    where each of the others has one, is taken as innocent), or he takes a share of all that is sold
    there (one lot in eight, or twice what he takes elsewhere, is taken as innocent). Each of the
    two ways has half the false alarms.
    """
    pairs = [
        (who, keeper)
        for keeper, lots in past.of_keeper.items()
        for who, times in Counter(one.buyer for one in lots).items()
        if times >= FEWEST and _mostly_there(past.of_buyer[who], lots, times)
    ]
    for who, keeper in pairs:
        at_keeper = past.of_keeper[keeper]
        bid_for = [one for one in at_keeper if who in one.who_bid]
        able = [2 / (len(one.who_bid) + 1) for one in bid_for]
        taken = sum(one.keeper != keeper for one in past.of_buyer[who])
        elsewhere = len(past.lots) - len(at_keeper)
        large = [max(ORDINARY_SHARE, 2 * taken / max(elsewhere, 1))] * len(at_keeper)
        ways = ((bid_for, able, "lots bid for"), (at_keeper, large, "lots sold"))
        for lots, chances, among in ways:
            run = telling_run(
                [one.buyer == who for one in lots], chances, past.allowed(2 * len(pairs))
            )
            if run is None:
                continue
            stretch = lots[run.start : run.stop]
            yield Remark(
                Pattern.ONE_KEEPER,
                numbers(one for one in stretch if one.buyer == who),
                (who, keeper),
                f"Card-holder {who} bought {run.times} of the {run.length} {among} at pound"
                f" {stretch[0].pound}, kept by {keeper}, {between(stretch)}, and {taken} of the"
                f" {counted(elsewhere)} sold elsewhere. Chance alone would do this"
                f" {run.written_odds}.",
            )
            break


def _mostly_there(his: Sequence[PastLot], at_keeper: Sequence[PastLot], times: int) -> bool:
    """Tell whether a buyer bought mostly from one keeper in the time that one kept the pound."""
    mostly, out_of = MOSTLY
    first, last = at_keeper[0].sale_day, at_keeper[-1].sale_day
    meanwhile = sum(first <= one.sale_day <= last for one in his)
    return times * out_of >= meanwhile * mostly


def far_below(past: Past) -> Iterator[Remark]:
    """Remark on a buyer whose lots are far below the median of their kind, again and again.

    One lame animal is bought at 40 % of the median or less by anybody now and then; how often is
    taken from what others buy of that kind.
    """

    def sign(lot: PastLot) -> bool:
        usual_price = past.median_of.get(lot.cattle)
        if usual_price is None:
            return False
        return lot.price_per_head * _HUNDRED <= usual_price * FAR_BELOW_PERCENT

    usual = Usual(past.lots, sign, lambda one: one.cattle, least=1 / 50)
    says = f"the price was {FAR_BELOW_PERCENT} % of the median of its kind or less"
    yield from again_and_again(past, Pattern.FAR_BELOW, sign, usual, says)


def other_pays(past: Past) -> Iterator[Remark]:
    """Remark where another pays for one buyer again and again, or for several.

    A brother pays now and then: one lot in twenty is taken as innocent.
    """
    yield from _another(past, Pattern.OTHER_PAYS, lambda one: one.payer, "paid", least=1 / 20)


def other_collects(past: Past) -> Iterator[Remark]:
    """Remark where another collects for one buyer again and again, or for several.

    Dealers send a driver: one lot in ten is taken as innocent.
    """
    yield from _another(
        past, Pattern.OTHER_COLLECTS, lambda one: one.collector, "collected", least=1 / 10
    )


def _another(
    past: Past, pattern: Pattern, who_of: Callable[[PastLot], str | None], did: str, *, least: float
) -> Iterator[Remark]:
    """Look at all lots of the buyers for whom one other person acts, together and in order.

    Who acts for less than half of them is a driver or a clerk, however often it is.
    """
    known = [one for one in past.lots if who_of(one) is not None]
    bought: defaultdict[str, list[PastLot]] = defaultdict(list)
    for one in known:
        bought[one.buyer].append(one)
    served: defaultdict[str, set[str]] = defaultdict(set)
    for one in known:
        who = who_of(one)
        if who is not None and who != one.buyer:
            served[who].add(one.buyer)
    usual = Usual(known, lambda one: who_of(one) != one.buyer, least=least)
    for other, buyers in served.items():
        lots = sorted(
            (one for buyer in buyers for one in bought[buyer]),
            key=lambda one: (one.sale_day, one.pound, one.lot),
        )
        chances = [usual.chance(one) for one in lots]
        run = telling_run(
            [who_of(one) == other for one in lots], chances, past.allowed(len(bought))
        )
        if run is None or 2 * run.times < run.length:
            continue
        stretch = lots[run.start : run.stop]
        acted = [one for one in stretch if who_of(one) == other]
        fronts = sorted({one.buyer for one in acted})
        holders = f"card-holder{'' if len(fronts) == 1 else 's'} {' and '.join(fronts)}"
        yield Remark(
            pattern,
            numbers(acted),
            (*fronts, other),
            f"{other} {did} {run.times} of the {run.length} lots that {holders} bought"
            f" {between(stretch)}. Chance alone would do this {run.written_odds}.",
        )


@under("3")
def shares_with_staff(past: Past) -> Iterator[Remark]:
    """Remark on every lot whose buyer shares a key with staff, past or present. No odds: the Act.

    The staff list is asked for the day of the sale and ninety days either way by whoever gathers
    the lots; a shared address may be a block of flats, and a person must look.
    """
    for buyer, lots in past.of_buyer.items():
        sharing = [one for one in lots if one.buyer_shares]
        if sharing:
            keys = sorted(frozenset().union(*(one.buyer_shares for one in sharing)))
            yield Remark(
                Pattern.SHARES_WITH_STAFF,
                numbers(sharing),
                (buyer,),
                f"Card-holder {buyer}, who bought {counted(len(sharing))} {between(sharing)},"
                f" shares {' and '.join(keys)} with somebody on the staff list within 90 days.",
            )


def not_paid(past: Past) -> Iterator[Remark]:
    """Remark on a buyer who does not pay, again and again; at least one lot in fifty is usual."""

    def sign(lot: PastLot) -> bool:
        return not lot.paid

    usual = Usual(past.lots, sign, least=1 / 50)
    says = "the hammer money was not paid"
    yield from again_and_again(past, Pattern.NOT_PAID, sign, usual, says)


def quiet_lots(past: Past) -> Iterator[Remark]:
    """Remark on lots few could know of: sold cheap, or written in late for one and the same buyer.

    Short notice or an early close counts for each lot by itself where the price is also in the
    lowest quarter of its kind: if the two have nothing to do with each other, a quarter of such
    lots are false alarms, which is few because such lots are. Late recording is compared with
    chance, that is with the share of late lots of that keeper and at that sale: a line may be down.
    """
    for buyer, lots in past.of_buyer.items():
        quiet = [one for one in lots if _hushed(one) and _cheap(past, one)]
        if quiet:
            yield Remark(
                Pattern.QUIET_LOTS,
                numbers(quiet),
                (buyer,),
                f"Card-holder {buyer} bought at a price in the lowest quarter of its kind:"
                f" {'; '.join(_quiet_words(one) for one in quiet)}.",
            )

    def late(lot: PastLot) -> bool:
        return lot.impounded_recorded_late_hours > LATE_HOURS

    usual = Usual(past.lots, late, lambda one: one.keeper, lambda one: one.sale, least=1 / 50)
    says = f"the impounding was recorded more than {LATE_HOURS} hours late"
    yield from again_and_again(past, Pattern.QUIET_LOTS, late, usual, says)


def _hushed(lot: PastLot) -> bool:
    return lot.closed_early or lot.notice_days < SHORT_NOTICE_DAYS


def _cheap(past: Past, lot: PastLot) -> bool:
    lowest = past.lowest_quarter_of.get(lot.cattle)
    return lowest is not None and lot.price_per_head <= lowest


def _quiet_words(lot: PastLot) -> str:
    days = "1 day" if lot.notice_days == 1 else f"{lot.notice_days} days"
    notice = f"notice of {days}"
    why = f"closed early, {notice}" if lot.closed_early else notice
    price = written_money(lot.hammer_price)
    return f"lot {lot.lot} on {written_day(lot.sale_day)} for {price}, {why}"
