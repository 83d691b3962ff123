"""Sales of a year as they might have been: honest ones, and twelve ways of not being honest.

It knows nothing of how anybody looks back on them. A bidder has a purse, a taste, a pound near by
and days on which he comes; what happens at a lot follows from that. A dishonest case is told as a
story: who does what, for how long, and how well he keeps to it.
"""

import math
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from random import Random

from portal.law.money import Money
from portal.law.past_lots import PastLot, Pattern

FIRST_DAY = date(2026, 1, 3)
WEEKS = 52
POUNDS = (1, 2, 3, 4)
KINDS = {  # how many of a hundred lots, and what one usually fetches
    "elephant": (1, 150_000),
    "camel": (2, 40_000),
    "horse": (4, 45_000),
    "buffalo": (26, 48_000),
    "cow": (38, 26_000),
    "pony": (5, 15_000),
    "ass": (4, 7_000),
    "goat": (20, 9_000),
}
EVERYDAY = ("buffalo", "cow", "goat")


@dataclass
class Bidder:
    name: str
    home: int | None  # a dealer has none
    comes: float
    purse: float
    taste: dict
    brother: str | None = None
    driver: str | None = None
    pays_late: float = 0.01
    neighbours: int = 0
    shares: frozenset = frozenset()


@dataclass
class Case:
    """One planted instance: its lots, and the people somebody should look at."""

    pattern: Pattern
    culprits: tuple
    lots: list = field(default_factory=list)
    telling: int = 0  # how many of the lots show the pattern

    def found_in(self, remarks):
        """Tell whether a remark of its pattern names a culprit and lists a good part of it."""
        own = {one.lot for one in self.lots}
        return any(
            set(self.culprits) & set(remark.people)
            and 2 * len(own & set(remark.lots)) >= self.telling
            for remark in remarks
            if remark.pattern is self.pattern
        )


class World:
    def __init__(self, seed, *, weeks=WEEKS, pounds=POUNDS, bidders=400):
        self.rng = Random(seed)  # noqa: S311
        self.weeks, self.pounds = weeks, pounds
        self.named = 0
        self.bidders = self.people(bidders)
        self.of_name = {one.name: one for one in self.bidders}
        self.sales = {}
        self.counted = {}
        self.keepers = {pound: self.postings() for pound in pounds}
        self.slow_keeper = self.rng.choice(self.keepers[pounds[-1]])[1]
        self.clean = []
        self.taken = set()

    def name(self, letter="card"):
        self.named += 1
        return f"{letter} {self.named}"

    # People

    def people(self, how_many):
        rng, dealers = self.rng, max(4, how_many // 16)
        drivers = [self.name("driver") for _ in range(4)]
        made = []
        for number in range(how_many):
            dealer = number < dealers
            liked = [*rng.sample(list(KINDS), k=3 if dealer else 1), rng.choice(EVERYDAY)]
            taste = dict.fromkeys(KINDS, 0.05) | dict.fromkeys(liked, 1.0)
            made.append(
                Bidder(
                    name=self.name(),
                    home=None if dealer else rng.choice(self.pounds),
                    comes=rng.uniform(0.3, 0.7)
                    if dealer
                    else min(0.5, rng.lognormvariate(-2.0, 0.8)),
                    purse=rng.gauss(0.03 if dealer else 0.0, 0.06),
                    taste=taste,
                    driver=rng.choice(drivers) if dealer and rng.random() < 0.5 else None,
                    pays_late=0.08 if rng.random() < 0.04 else 0.01,
                    neighbours=rng.randrange(how_many // 5) if not dealer else 0,
                )
            )
        local = [one for one in made if one.home]
        for one, other in zip(local[:24:2], local[1:24:2], strict=True):
            other.home, other.neighbours = one.home, one.neighbours
            one.brother, other.brother = other.name, one.name
        for one in rng.sample(local, k=2):
            one.comes, one.shares = 0.1, frozenset({"address"})  # the same block of flats
        return made

    def postings(self):
        posted, week = [], 0
        while week < self.weeks:
            posted.append((week, self.name("keeper")))
            week += self.rng.randrange(12, 26)
        # nobody is posted for the last few weeks alone
        return posted[:-1] if len(posted) > 1 and self.weeks - posted[-1][0] < 8 else posted

    def keeper(self, pound, week):
        return next(who for since, who in reversed(self.keepers[pound]) if since <= week)

    # An honest sale

    def hold(self, pound, week):
        """Let people come; tell who is there and what kind of day it is."""
        rng = self.rng
        wet = rng.random() < 0.08
        groups = {}
        there = []
        for one in self.bidders:
            comes = one.comes
            if one.home not in {None, pound}:
                comes *= 0.05
            key = (one.home, one.neighbours)
            lot = (
                groups.setdefault(key, rng.random())
                if one.home and rng.random() < 0.7
                else rng.random()
            )
            if lot < comes * (0.2 if wet else 1):
                there.append(one)
        day = FIRST_DAY + timedelta(days=7 * week + pound % 3)
        self.sales[pound, week] = (day, there, rng.random() < 0.03, rng.random() < 0.02)

    def make_clean(self, how_many):
        rng = self.rng
        for week in range(self.weeks):
            for pound in self.pounds:
                self.hold(pound, week)
        while len(self.clean) < how_many:
            lot = self.ordinary(rng.choice(self.pounds), rng.randrange(self.weeks))
            if lot is not None:
                self.clean.append(lot)
        return self.clean

    def ordinary(self, pound, week, *, kind=None, without=()):
        """Sell a lot honestly; None if nobody wanted it."""
        rng = self.rng
        there = self.sales[pound, week][1]
        kind = kind or rng.choices(list(KINDS), [share for share, _ in KINDS.values()])[0]
        worth = KINDS[kind][1] * rng.lognormvariate(0, 0.22)
        if rng.random() < 0.02:
            worth *= rng.uniform(0.25, 0.5)  # lame, or very old
        start, step = self.starting(worth)
        keen = [
            (worth * math.exp(one.purse + self.hopes()), one)
            for one in there
            if one.name not in without and rng.random() < 0.3 * one.taste[kind]
        ]
        able = sorted(((most, one.name) for most, one in keen if most >= start), reverse=True)[:9]
        if not able:
            return None
        steps = 0
        if len(able) > 1:
            steps = math.floor((able[1][0] - start) / step) + 1
            steps = min(steps, math.floor((able[0][0] - start) / step)) or 1
        bids = [
            (
                who,
                1
                + round(rng.random() * min(8, max(0, (min(most, able[0][0]) - start) / step) / 2)),
            )
            for most, who in able
        ]
        return self.written(pound, week, kind, start, step, start + steps * step, bids)

    def hopes(self):
        """How far from its worth somebody will go: most know cattle, some only want a bargain."""
        return self.rng.gauss(0, 0.13) if self.rng.random() < 0.65 else self.rng.uniform(-0.7, -0.1)

    def starting(self, worth):
        step = next(
            s
            for s, top in ((100, 12_000), (200, 24_000), (500, 60_000), (1000, 10**9))
            if worth < top
        )
        return max(step, round(worth * self.rng.uniform(0.5, 0.75) / step) * step), step

    def written(self, pound, week, kind, start, step, price, bids):
        """Write the lot down: `bids` has the buyer first, then the under-bidder."""
        rng = self.rng
        day, _, no_line, poor_notice = self.sales[pound, week]
        buyer = self.of_name.get(bids[0][0])
        keeper = self.keeper(pound, week)
        self.counted[day, pound] = self.counted.get((day, pound), 0) + 1
        paid = rng.random() >= (buyer.pays_late if buyer else 0.01)
        payer = collector = bids[0][0]
        if buyer and buyer.brother:
            payer = buyer.brother if rng.random() < 0.06 else payer
            collector = buyer.brother if rng.random() < 0.08 else collector
        elif rng.random() < 0.002:
            payer = self.name("stranger")
        if buyer and buyer.driver and rng.random() < 0.1:
            collector = buyer.driver
        elif rng.random() < 0.01:
            collector = self.name("helper")
        late = 0.6 if no_line else 0.05 if keeper == self.slow_keeper else 0.01
        names = {who for who, _ in bids}
        brothers = {
            tuple(sorted((who, self.of_name[who].brother)))
            for who in names
            if who in self.of_name and self.of_name[who].brother in names
        }
        return PastLot(
            lot=f"{week * 10 + pound}/{self.counted[day, pound]}",
            sale_day=day,
            pound=pound,
            keeper=keeper,
            cattle=kind,
            hammer_price=Money.of(rupees=price),
            starting_price=Money.of(rupees=start),
            step=Money.of(rupees=step),
            buyer=bids[0][0],
            under_bidder=bids[1][0] if len(bids) > 1 else None,
            bidders=tuple(rng.sample(bids, k=len(bids))),
            payer=payer if paid else None,
            collector=collector if paid else None,
            notice_days=rng.randrange(1, 3) if poor_notice else rng.randrange(5, 15),
            paid=paid,
            closed_early=rng.random() < 0.003,
            buyer_shares=buyer.shares if buyer else frozenset(),
            shared_between=frozenset(brothers),
            impounded_recorded_late_hours=rng.randrange(26, 90)
            if rng.random() < late
            else rng.randrange(10),
        )

    # What dishonest people have to work with

    def culprit(self, pound):
        """Somebody with a fresh card, or a man of the place who also bids honestly; in one story."""
        if self.rng.random() < 0.5:
            return self.name()
        quiet = [
            one.name
            for one in self.bidders
            if one.home == pound
            and not one.brother
            and not one.shares
            and one.name not in self.taken
        ]
        who = self.rng.choice(quiet)
        self.taken.add(who)
        return who

    def weeks_from(self, spell):
        """Take some weeks of the year that follow each other."""
        spell = min(spell, self.weeks)
        first = self.rng.randrange(self.weeks - spell + 1)
        return range(first, first + spell)

    def real(self, pound, weeks, *, without=(), rivals=2):
        """Sell an everyday lot honestly within some weeks, with so many bidders at least."""
        for _ in range(10_000):
            kind = self.rng.choice(EVERYDAY)
            lot = self.ordinary(pound, self.rng.choice(list(weeks)), kind=kind, without=without)
            if lot is not None and len(lot.bidders) >= rivals:
                return lot
        raise LookupError("nobody came in all these weeks")


def given_to(lot, buyer, **otherwise):
    """Let the hammer fall to another, who bid on the others' last bid."""
    others = [(who, many) for who, many in lot.bidders if who != buyer]
    known = dict(
        buyer=buyer,
        under_bidder=lot.buyer if lot.buyer != buyer else lot.under_bidder,
        bidders=((buyer, 1 + max((many for _, many in others), default=0)), *others),
        payer=buyer,
        collector=buyer,
        paid=True,
        buyer_shares=frozenset(),
    )
    return replace(lot, **(known | otherwise))


def priced(lot, share):
    """Put the price at a share of what it was, on the steps and not below one rupee."""
    paise = max(
        lot.step.paise, round(lot.hammer_price.paise * share / lot.step.paise) * lot.step.paise
    )
    return {
        "hammer_price": Money(paise),
        "starting_price": Money(min(lot.starting_price.paise, paise)),
    }


# The stories. Each gives a Case.


def one_keeper(world):
    """A keeper's man: told which animals are good, and the others are told they are lame."""
    rng, pound = world.rng, world.rng.choice(world.pounds)
    posting, who = rng.choice(world.keepers[pound])[1], world.culprit(pound)
    weeks = [week for week in range(world.weeks) if world.keeper(pound, week) == posting]
    weeks = weeks[-rng.randrange(8, 20) :]
    case = Case(Pattern.ONE_KEEPER, (who,))
    for _ in range(rng.randrange(14, 26)):
        lot = world.real(pound, weeks, rivals=3)
        if rng.random() < 0.93:
            case.lots.append(given_to(lot, who, **priced(lot, rng.uniform(0.7, 1.0))))
        elif lot.buyer != who:
            case.lots.append(
                replace(lot, bidders=(*[b for b in lot.bidders if b[0] != who], (who, 1)))
            )
    case.telling = sum(one.buyer == who for one in case.lots)
    return case


def far_below(world):
    """Sound animals knocked down for next to nothing, among a few bought at their price."""
    rng, pound = world.rng, world.rng.choice(world.pounds)
    weeks, who = world.weeks_from(rng.randrange(4, 30)), world.culprit(pound)
    case = Case(Pattern.FAR_BELOW, (who,))
    case.telling = rng.randrange(4, 9)
    for _ in range(case.telling):
        lot = world.real(pound, weeks)
        worth = KINDS[lot.cattle][1] / (lot.hammer_price.paise / 100)
        case.lots.append(given_to(lot, who, **priced(lot, worth * rng.uniform(0.15, 0.4))))
    for _ in range(rng.randrange(3)):
        case.lots.append(given_to(world.real(pound, weeks), who))
    return case


def same_under_bidder(world):
    """Two who agree: one buys, the other makes it look like a contest; some take turns."""
    rng, pound = world.rng, world.rng.choice(world.pounds)
    weeks = world.weeks_from(rng.randrange(4, 26))
    one, other = world.culprit(pound), world.name()
    turns = rng.random() < 0.4
    case = Case(Pattern.SAME_UNDER_BIDDER, (one, other))
    for number in range(rng.randrange(6, 13)):
        lot = world.real(pound, weeks, without=(one, other))
        if rng.random() < 0.1:
            case.lots.append(given_to(lot, one))  # a stranger held against them to the end
            continue
        buys, covers = (other, one) if turns and number % 2 else (one, other)
        bids = (
            (buys, rng.randrange(2, 5)),
            (covers, rng.randrange(1, 4)),
            *lot.bidders[: rng.randrange(3)],
        )
        low = priced(lot, rng.uniform(0.65, 0.95))
        case.lots.append(given_to(lot, buys, under_bidder=covers, bidders=bids, **low))
        case.telling += 1
    return case


def _other(world, pattern, does):
    rng, pound = world.rng, world.rng.choice(world.pounds)
    weeks, behind = world.weeks_from(rng.randrange(4, 26)), world.name("behind")
    if rng.random() < 0.7:
        fronts, each = [world.culprit(pound)], rng.randrange(5, 11)
    else:
        fronts, each = [world.culprit(pound) for _ in range(3)], rng.randrange(2, 5)
    case = Case(pattern, (*fronts, behind))
    for who in fronts:
        for _ in range(each):
            forgot = rng.random() < 0.08
            lot = given_to(world.real(pound, weeks), who, **({} if forgot else {does: behind}))
            case.lots.append(lot)
            case.telling += not forgot
    return case


def other_pays(world):
    """The money is another's, for one man of straw or for three."""
    return _other(world, Pattern.OTHER_PAYS, "payer")


def other_collects(world):
    """The animals go to another, who is never seen at the sale."""
    return _other(world, Pattern.OTHER_COLLECTS, "collector")


def only_bidder(world):
    """The others have been told to stay out of it."""
    rng, pound = world.rng, world.rng.choice(world.pounds)
    weeks, who = world.weeks_from(rng.randrange(4, 26)), world.culprit(pound)
    case = Case(Pattern.ONLY_BIDDER, (who,))
    for _ in range(rng.randrange(6, 12)):
        lot = world.real(pound, weeks)
        if rng.random() < 0.12:
            case.lots.append(given_to(lot, who))
            continue
        alone = dict(under_bidder=None, bidders=((who, 1),), hammer_price=lot.starting_price)
        case.lots.append(given_to(lot, who, **alone))
        case.telling += 1
    return case


def shares_with_staff(world):
    """A constable's phone, or the house of a keeper who was moved last month."""
    rng, pound = world.rng, world.rng.choice(world.pounds)
    weeks, who = world.weeks_from(rng.randrange(2, 20)), world.name()
    case = Case(Pattern.SHARES_WITH_STAFF, (who,))
    keys = frozenset(rng.sample(["phone", "bank account", "address"], k=rng.randrange(1, 3)))
    case.telling = rng.randrange(1, 4)
    for _ in range(case.telling):
        case.lots.append(given_to(world.real(pound, weeks), who, buyer_shares=keys))
    return case


def bidders_share(world):
    """One hand with two cards."""
    rng, pound = world.rng, world.rng.choice(world.pounds)
    weeks, one, other = world.weeks_from(rng.randrange(2, 20)), world.culprit(pound), world.name()
    case = Case(Pattern.BIDDERS_SHARE, (one, other))
    case.telling = rng.randrange(1, 5)
    for _ in range(case.telling):
        lot = world.real(pound, weeks)
        buys, bids = (one, other) if rng.random() < 0.5 else (other, one)
        both = ((buys, 3), (bids, 2), *[b for b in lot.bidders if b[0] not in {one, other}])
        pair = frozenset({tuple(sorted((one, other)))})
        case.lots.append(given_to(lot, buys, bidders=both, shared_between=pair))
    return case


def never_wins(world):
    """A man paid to drive the price, against one rich buyer whose wishes he knows."""
    rng, pound = world.rng, world.rng.choice(world.pounds)
    weeks, shill = world.weeks_from(rng.randrange(4, 20)), world.name()
    buyer = world.culprit(pound)
    case = Case(Pattern.NEVER_WINS, (shill,))
    for _ in range(rng.randrange(8, 17)):
        lot = world.real(pound, weeks)
        drives = (shill, rng.randrange(3, 9))
        dear = priced(lot, rng.uniform(1.0, 1.3))
        if rng.random() < 0.88:
            lot = given_to(lot, buyer, **dear)
            case.telling += 1
        second = shill if rng.random() < 0.7 else lot.under_bidder
        case.lots.append(replace(lot, bidders=(*lot.bidders, drives), under_bidder=second))
    if rng.random() < 0.3:
        case.lots.append(given_to(world.real(pound, weeks), shill))  # he was left with it
    return case


def smallest_step(world):
    """A ring whose members wave one card each, so that it does not look like one bidder."""
    rng, pound = world.rng, world.rng.choice(world.pounds)
    weeks, who = world.weeks_from(rng.randrange(4, 26)), world.culprit(pound)
    helpers = [world.name() for _ in range(4)]
    case = Case(Pattern.SMALLEST_STEP, (who,))
    for _ in range(rng.randrange(6, 12)):
        lot = world.real(pound, weeks)
        if rng.random() < 0.15:
            case.lots.append(given_to(lot, who))
            continue
        helper = rng.choice(helpers)
        price = Money(lot.starting_price.paise + lot.step.paise)
        bids = ((who, 1), (helper, 1))
        case.lots.append(given_to(lot, who, under_bidder=helper, bidders=bids, hammer_price=price))
        case.telling += 1
    return case


def not_paid(world):
    """He buys to spoil the sale; the lots are offered again and are cheap by then."""
    rng, pound = world.rng, world.rng.choice(world.pounds)
    weeks, who = world.weeks_from(rng.randrange(3, 26)), world.culprit(pound)
    case = Case(Pattern.NOT_PAID, (who,))
    for _ in range(rng.randrange(5, 10)):
        lot = given_to(world.real(pound, weeks), who)
        if rng.random() < 0.85:
            lot = replace(lot, paid=False, payer=None, collector=None)
            case.telling += 1
        case.lots.append(lot)
    return case


def quiet_lots(world):
    """A sale few heard of, or stopped at the right moment; or an animal written in late."""
    rng, pound = world.rng, world.rng.choice(world.pounds)
    weeks, who = world.weeks_from(rng.randrange(4, 20)), world.culprit(pound)
    case = Case(Pattern.QUIET_LOTS, (who,))
    if rng.random() < 0.5:
        case.telling = rng.randrange(2, 5)
        for _ in range(case.telling):
            lot = world.real(pound, weeks)
            quiet = (
                {"closed_early": True} if rng.random() < 0.5 else {"notice_days": rng.randrange(3)}
            )
            case.lots.append(given_to(lot, who, **priced(lot, rng.uniform(0.35, 0.65)), **quiet))
    else:
        case.telling = rng.randrange(4, 9)
        for _ in range(case.telling):
            hours = rng.randrange(30, 200)
            case.lots.append(
                given_to(world.real(pound, weeks), who, impounded_recorded_late_hours=hours)
            )
    return case


STORIES = (
    one_keeper,
    far_below,
    same_under_bidder,
    other_pays,
    other_collects,
    only_bidder,
    shares_with_staff,
    bidders_share,
    never_wins,
    smallest_step,
    not_paid,
    quiet_lots,
)


def plant(world, times):
    """Tell each story so many times; give the cases."""
    return [story(world) for story in STORIES for _ in range(times)]
