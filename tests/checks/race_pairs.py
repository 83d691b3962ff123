"""Two acts at the same moment on one thing, as often as wanted: what each pair needs and leaves.

A pair is made ready by official acts, then two threads with connections of their own let go at once.
Which comes first is left to chance. What came of it is counted in the books, not in the answers.
"""

import threading
import time
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from builders import rupees
from ring_harness import chance_of

from portal.actions import claims, surplus
from portal.law.days import HYDERABAD
from portal.law.offices import Office
from portal.law.refusals import Refusal
from portal.law.surplus import Finding
from portal.registers.base import db
from portal.registers.case import find_sold
from portal.registers.claims import claims_on
from portal.registers.impound import find_impounding, find_release
from portal.registers.ledger import lines_of_lot
from portal.registers.sales import find_lot

PRICE = 5_000
MOST_APART = 0.004  # seconds
AFTER = None  # when the other is done
LOTS_IN_A_SALE = 20


@dataclass
class Reads:
    """A clock that reads one instant and no other."""

    at: datetime

    def now(self):
        return self.at


class Pairs:
    """One kind of pair. `ready` gives the subjects, `acts` the two acts, `effects` what came of it."""

    def __init__(self, hands):
        self.hands, self.clock, self.people = hands, hands.clock, hands.people

    def taken_in(self, how_many):
        return [self.hands.take_in(number) for number in range(1, how_many + 1)]

    def in_sales(self, how_many):
        """Put so many cases up, some in each sale; give each with its sale and lot."""
        cases = self.taken_in(how_many)
        self.clock.days_later(12)
        found = []
        for first in range(0, how_many, LOTS_IN_A_SALE):
            some = cases[first : first + LOTS_IN_A_SALE]
            sale = self.hands.arrange(*some, starting_price=PRICE)
            self.hands.open(sale)
            self.hands.give_card(sale)
            found += [(case, sale, number) for number, case in enumerate(some, start=1)]
        return found

    def bid_on(self, sale, lot):
        self.hands.bring_in(sale, lot)
        self.hands.bid(sale, PRICE, lot=lot)

    def sold(self, how_many):
        found = self.in_sales(how_many)
        for _case, sale, lot in found:
            self.bid_on(sale, lot)
            self.hands.knock_down(sale, PRICE, lot=lot)
        return found

    def prepare(self, _subject):
        """Do what must be done just before the two let go."""


class PayPay(Pairs):
    """The clerk takes the hammer money at two desks."""

    def ready(self, how_many):
        return self.sold(how_many)

    def acts(self, subject):
        _case, sale, lot = subject
        pay = lambda: self.hands.pay(sale, PRICE, lot=lot)  # noqa: E731
        return pay, pay

    def effects(self, subject):
        _case, sale, lot = subject
        paid = [
            line
            for line in lines_of_lot(find_lot(sale, lot).id)
            if line.debit == "CASH" and line.credit == "OWED_BY_BUYERS"
        ]
        return ["paid"] * (sum(one.amount.paise for one in paid) // rupees(PRICE).paise)


class ReleaseSale(Pairs):
    """The owner pays his dues while the hammer falls."""

    def ready(self, how_many):
        return self.in_sales(how_many)

    def prepare(self, subject):
        _case, sale, lot = subject
        self.bid_on(sale, lot)

    def acts(self, subject):
        case, sale, lot = subject
        return (
            lambda: self.hands.release(case),
            lambda: self.hands.knock_down(sale, PRICE, lot=lot),
        )

    def effects(self, subject):
        impounding = find_impounding(subject[0])
        released, sold = find_release(impounding.id), find_sold(impounding)
        return ["released"] * bool(released) + ["sold"] * bool(sold)


class PayAppropriate(Pairs):
    """The owner's voucher is drawn while a new order refuses him and the Government takes it."""

    def ready(self, how_many):
        found = self.sold(how_many)
        for case, sale, lot in found:
            self.hands.pay(sale, PRICE, lot=lot)
            self.hands.claim(case)
            self.decides(case)
        self.clock.days_later(16)
        return found

    def decides(self, case):
        self.order(case, Finding.ALLOWED)

    def order(self, case, finding):
        claim = claims_on(find_sold(find_impounding(case)).lot.id)[0].id
        claims.decide_claims(
            self.people[Office.CLAIMS_OFFICER],
            self.clock,
            case=case,
            findings={claim: finding},
            reasons="The marks and the ear tag were looked at again.",
        )

    def acts(self, subject):
        case = subject[0]

        def take():
            self.order(case, Finding.REFUSED)
            self.hands.accounts(surplus.appropriate_surplus, case=case)

        return lambda: self.hands.accounts(surplus.draw_voucher, case=case), take

    def effects(self, subject):
        lot = find_sold(find_impounding(subject[0])).lot.id
        left = [line for line in lines_of_lot(lot) if line.debit == "SURPLUS_HELD"]
        return [line.credit for line in left]


class ApproveReject(PayAppropriate):
    """One order finds for the claimant and pays him, one against him; each follows up its own."""

    def decides(self, _case):
        """Leave the claim undecided: both orders are made in the race."""

    def acts(self, subject):
        case = subject[0]

        def give():
            self.order(case, Finding.ALLOWED)
            self.hands.accounts(surplus.draw_voucher, case=case)

        def take():
            self.order(case, Finding.REFUSED)
            self.hands.accounts(surplus.appropriate_surplus, case=case)

        return give, take


class ClaimDeadline(Pairs):
    """The last instant of the fifteenth day: a claim is made while the night's work appropriates."""

    def ready(self, how_many):
        return list(range(1, how_many + 1))

    def prepare(self, subject):
        """Take an animal in, sell it, and wait for the evening on which the time runs out."""
        self.case = self.hands.take_in(subject)
        self.clock.days_later(12)
        self.hands.sell(self.case, PRICE)
        last = self.clock.at.astimezone(HYDERABAD).date() + timedelta(days=15)
        self.night = datetime(last.year, last.month, last.day, tzinfo=HYDERABAD) + timedelta(days=1)

    def acts(self, _subject):
        case, night = self.case, self.night
        claimant = claims.Claimant("K. Yellaiah", "9848012345", "I bought her as a calf.")
        eve = Reads(night - timedelta(microseconds=1))
        return (
            lambda: claims.take_claim(self.people[Office.CLERK], eve, case=case, claimant=claimant),
            lambda: surplus.appropriate_surplus(
                self.people[Office.ACCOUNTS], Reads(night), case=case
            ),
        )

    def effects(self, _subject):
        sold = find_sold(find_impounding(self.case))
        self.clock.at = max(self.clock.at, self.night)
        return ["claimed"] * len(claims_on(sold.lot.id)) + ["taken"] * bool(sold.appropriation)


KINDS = {
    "pay‖pay": PayPay,
    "pay‖appropriate": PayAppropriate,
    "approve‖reject": ApproveReject,
    "claim‖deadline job": ClaimDeadline,
    "release‖sale": ReleaseSale,
}


def let_go(app, acts, waits):
    """Let two acts go at once, so many seconds apart; give whatever else but a refusal came."""
    together, done, broken = threading.Barrier(2), threading.Event(), []

    def one(act, wait):
        with app.app_context():
            together.wait()
            done.wait() if wait is AFTER else time.sleep(wait)
            try:
                act()
            except Refusal:
                pass
            except Exception as other:  # noqa: BLE001 - any is told to the test
                broken.append(repr(other))
            finally:
                db.session.remove()
                done.set()

    threads = [threading.Thread(target=one, args=pair) for pair in zip(acts, waits, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return broken


def race(app, hands, kind, how_many, *, waits=None):
    """Race so many pairs; give how often each effect came, and the pairs with not just one.

    Without `waits` the two let go up to some thousandths of a second apart, by chance.
    """
    pairs, chance = KINDS[kind](hands), chance_of(kind)
    came, wrong = Counter(), {}
    for subject in pairs.ready(how_many):
        pairs.prepare(subject)
        acts = pairs.acts(subject)
        db.session.remove()
        apart = waits or [chance.choice([0, MOST_APART]) * chance.random() for _ in acts]
        broken = let_go(app, acts, apart)
        effects = pairs.effects(subject)
        db.session.remove()
        came[" and ".join(effects)] += 1
        if len(effects) != 1 or broken:
            wrong[str(subject)] = (effects, broken)
    return dict(came), wrong
