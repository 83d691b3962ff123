"""C16: whatever changes between card and gate, in whatever order, no sale rests on an older list."""

import itertools
from collections import Counter

import pytest
from builders import KEY

from portal.actions import cards, ring
from portal.law.offices import Office
from portal.law.refusals import PurchaserBarred
from portal.law.refusals_of_cards import CardNeedsCheck
from portal.registers.base import db
from portal.registers.matching import hide_all
from portal.registers.settlement import Delivery, Receipt

CHANGES = ("he is listed", "another is listed", "the list is confirmed", "his phone is moved")
ORDERS = tuple(itertools.permutations(CHANGES))
STEPS = ("bid", "hammer", "payment", "gate")
PRICE, FIRST_CARD = 5_000, 101


class Purchase:
    """One lot and one card of a sale; before each step one thing changes."""

    def __init__(self, hands, sale, lot, kind):
        self.hands, self.sale, self.lot = hands, sale, lot
        self.card, self.kind = FIRST_CARD + lot, kind
        self.name = f"Zoya Q. {lot}"
        self.hands.give_card(sale, self.card, self.name, **self.key())
        self.hands.bring_in(sale, lot)

    def key(self):
        return {self.kind: f"98761{self.lot:05}"}

    def change(self, what):
        if what == "he is listed":
            self.hands.list_staff(name=f"J. Swamy {self.lot}", **self.key())
        elif what == "another is listed":
            self.hands.list_staff(name=f"Other {self.lot}", identity=f"OTHER {self.lot}")
        elif what == "the list is confirmed":
            self.hands.confirm_staff_list()
        else:
            phone = f"91111{self.lot:05}"
            cards.move_phone(
                self.hands.people[Office.CLERK], self.hands.clock, sale=self.sale, card=self.card,
                phone=phone, known_by=hide_all(KEY, phone=phone), reason="lost",
            )  # fmt: skip

    def step(self, what):
        at = {"lot": self.lot}
        if what == "bid":
            self.hands.bid(self.sale, PRICE, card=self.card, **at)
        elif what == "hammer":
            self.hands.knock_down(self.sale, PRICE, card=self.card, **at)
        elif what == "payment":
            self.hands.pay(self.sale, PRICE, payer=self.name, **at)
        else:
            self.hands.hand_over(self.sale, **at)

    def leave_ring(self, stopped):
        by = self.hands.people[Office.CLERK], self.hands.clock
        at = {"sale": self.sale, "lot": self.lot}
        if stopped == "hammer":
            ring.strike_out_bid(*by, **at, place=1, reason="the bidder may not buy")
        if stopped in {"bid", "hammer"}:
            ring.pass_lot(*by, **at, reason="nobody else bids")

    def stopped_at(self, order):
        for change, step in zip(order, STEPS, strict=True):
            self.change(change)
            try:
                self.step(step)
            except (PurchaserBarred, CardNeedsCheck):
                return step
        return None


@pytest.mark.check("C16")
@pytest.mark.parametrize("kind", ["identity", "phone"])
def test_in_none_of_twenty_four_orders_does_one_who_is_listed_complete_a_purchase(
    inside, hands, clock, kind
):
    cases = [hands.take_in(number) for number in range(1, len(ORDERS) + 1)]
    clock.go(2026, 11, 30)
    sale = hands.arrange(*cases)
    hands.open(sale)
    came = Counter()
    for lot, order in enumerate(ORDERS, 1):
        purchase = Purchase(hands, sale, lot, kind)
        stopped = purchase.stopped_at(order)
        purchase.leave_ring(stopped)
        learnt = STEPS[order.index("he is listed")]
        # Who is he is stopped at the very next step; who may be bids on condition and never pays.
        first = learnt if kind == "identity" else max(learnt, "payment", key=STEPS.index)
        assert stopped == first, (order, stopped)
        came[stopped] += 1
    assert sum(came.values()) == len(ORDERS) == 24
    assert db.session.query(Delivery).count() == 0
    paid = db.session.query(Receipt).filter(Receipt.lot_id.is_not(None)).count()
    assert paid == came["gate"], "paid before the list knew of him, and never handed over"
