"""Random lives: animals are taken in, released, sold, paid, claimed, paid out, appropriated …

Each step asks for something, lawful or not. What the law refuses must leave no trace; what it
allows must keep the books. The oracle here counts days and money in its own way.
"""

from datetime import date, timedelta

import sqlalchemy as sa
from builders import Hands, officer_named, rupees
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from portal.actions import approvals, claims, deposits, pound, sales, settlement, surplus
from portal.actions.claims import Claimant
from portal.law.days import HYDERABAD
from portal.law.ledger import Account
from portal.law.offices import Office
from portal.law.refusals import Refusal
from portal.law.surplus import Finding
from portal.registers.base import db
from portal.registers.books import differences
from portal.registers.cards import find_card
from portal.registers.case import find_sold, gather
from portal.registers.claims import claims_on
from portal.registers.deposits import standing_deposit
from portal.registers.impound import find_impounding, find_release
from portal.registers.journal import JournalLine
from portal.registers.ledger import LedgerLine, balances
from portal.registers.ring import LotHappening
from portal.registers.sales import lots_of_case
from portal.registers.treasury import appropriations_to_remit, challans, find_remittance

MOST_ANIMALS = 4
indices = st.integers(0, MOST_ANIMALS - 1)
DEPOSIT = 2_000
cards = st.sampled_from([23, 23, 41])
WAYS_TO_END = ["given back", "forfeited", "forfeited", "reversed", "stands again"]
ROADS = {
    "taken in": (),
    "sold": ("sold",),
    "paid": ("sold", "paid"),
    "claimed": ("sold", "paid", "claimed"),
    "decided": ("sold", "paid", "claimed", "decided"),
    "nobody came": ("sold", "paid", "the days past"),
    "to be paid out": ("sold", "paid", "claimed", "decided", "the days past"),
    "in default": ("sold", "a day later"),
    "forfeited": ("sold", "a day later", "forfeited"),
    "deposit reversed": ("sold", "a day later", "deposit reversed"),
}
prices = st.sampled_from([500, 2_000, 5_000, 42_500])


def row_counts():
    """Count the rows of every table but the journal's own."""
    own = {"journal_line", "journal_concern"}
    counts = [
        sa.select(sa.func.count()).select_from(table).scalar_subquery()
        for name, table in db.metadata.tables.items()
        if name not in own
    ]
    counted = tuple(db.session.execute(sa.select(*counts)).one())
    db.session.rollback()
    return counted


def journal_length():
    length = db.session.scalar(sa.select(sa.func.count()).select_from(JournalLine))
    db.session.rollback()
    return length


class Lives(RuleBasedStateMachine):
    """One portal, a few animals, any order of asking. `begin` is given by the test."""

    begin = None
    beginnings = tuple(ROADS)

    def __init__(self):
        super().__init__()
        self.people, self.clock, self.leave = type(self).begin()
        self.hands = Hands(self.people, self.clock)
        self.first = self.people[Office.ACCOUNTS]
        self.second, self.third = (officer_named(f"accounts_{n}", Office.ACCOUNTS) for n in (2, 3))
        self.hands.head()
        self.cases = []
        self.sales = {}
        self.held = {}  # the receipt of each deposit that stands, by sale and card
        self.ended = {}  # how each receipt ended, and whose it was
        self.forfeited = set()  # sales for whose lot a deposit was forfeited
        self.checked = 0

    def teardown(self):
        self.leave()

    @property
    def today(self):
        return self.clock.at.astimezone(HYDERABAD).date()

    def case(self, index):
        return self.cases[index % len(self.cases)]

    def attempt(self, act, *args, **kwargs):
        """Ask for an act; a refusal must change nothing, a deed must be in the journal."""
        rows, lines = row_counts(), journal_length()
        try:
            done = act(*args, **kwargs)
        except Refusal:
            db.session.rollback()
            assert (row_counts(), journal_length()) == (rows, lines), "a refusal left a trace"
            return None
        assert journal_length() > lines, "a deed is not in the journal"
        return done if done is not None else True

    @initialize(data=st.data())
    def first_animal(self, data):
        self.begin_at(data.draw(st.sampled_from(self.beginnings)))

    def begin_at(self, beginning):
        """Begin anywhere on the road, so that its end is reached as often as its beginning."""
        self.cases.append(self.hands.take_in(1))
        for step in ROADS[beginning]:
            {
                "sold": lambda: (self.days_pass(11), self.sell(0, 42_500)),
                "paid": lambda: self.buyer_pays(0),
                "claimed": lambda: self.claim(0, online=False),
                "decided": lambda: self.decide(0, 0, leave_out=False),
                "a day later": lambda: self.days_pass(1),
                "the days past": lambda: self.days_pass(16),
                "forfeited": lambda: self.forfeit_deposit(0, 23),
                "deposit reversed": lambda: self.reverse_deposit(23),
            }[step]()

    @precondition(lambda self: len(self.cases) < MOST_ANIMALS)
    @rule()
    def take_in(self):
        self.cases.append(self.hands.take_in(1 + len(self.cases)))

    @rule(days=st.sampled_from([1, 2, 5, 10, 11, 15, 16]))
    def days_pass(self, days):
        self.clock.days_later(days)

    @rule(index=indices, short=st.sampled_from([0, 0, 0, 100]))
    def release(self, index, short):
        case = self.case(index)
        sold = find_sold(find_impounding(case)) is not None
        released = find_release(find_impounding(case).id) is not None
        done = self.attempt(self.hands.release, case, short=short)
        assert bool(done) == (not sold and not released and not short)

    @rule(index=indices)
    def stop_sale(self, index):
        keeper = self.people[Office.POUND_KEEPER]
        self.attempt(pound.stop_sale, keeper, self.clock, case=self.case(index), reason="court")

    @rule(index=indices, price=prices)
    def sell(self, index, price):
        case = self.case(index)
        impounding = find_impounding(case)
        standing = gather(impounding, self.today)
        open_to_sale = (
            standing.release is None
            and standing.sold is None
            and standing.open_lot is None
            and not standing.stopped_by
            and self.today > impounding.on + timedelta(days=10)
        )
        db.session.rollback()
        sale = self.attempt(self._sell, case, price)
        assert bool(sale) == open_to_sale
        if sale:
            self.sales[case] = (sale, price)
            deposit = standing_deposit(find_card(sale, 23).id)
            self.held[sale, 23] = (deposit.year, deposit.number)
            db.session.rollback()

    def _sell(self, case, price):
        hands = self.hands
        sale = hands.arrange(starting_price=price)
        hands.ask_for_deposit(sale, DEPOSIT)
        try:
            sales.add_lot(
                self.people[Office.CLERK],
                self.clock,
                sale=sale,
                case=case,
                starting_price=rupees(price),
                step=rupees(500),
            )
        except Refusal:
            return False
        hands.open(sale)
        hands.give_card(sale)
        hands.give_card(sale, 41, "Sayeed")
        hands.take_deposit(sale, 23, DEPOSIT)
        hands.bring_in(sale)
        hands.bid(sale, price)
        hands.knock_down(sale, price)
        return sale

    def about_deposits(self, index):
        """Give the sale of a case, its hammer, and whether its buyer has paid; None if unsold."""
        case = self.case(index)
        if case not in self.sales:
            return None
        sold = find_sold(find_impounding(case))
        paid, on = sold.receipt is not None, sold.hammer.on
        db.session.rollback()
        return self.sales[case][0], on, paid

    @precondition(lambda self: self.sales)
    @rule(index=indices, card=cards, amount=st.sampled_from([DEPOSIT, DEPOSIT, DEPOSIT - 1]))
    def take_deposit(self, index, card, amount):
        """The buyer, card 23, and one who bought nothing, card 41, pay their deposits."""
        if (known := self.about_deposits(index)) is not None:
            sale = known[0]
            done = self.attempt(self.hands.take_deposit, sale, card, amount)
            assert bool(done) == ((sale, card) not in self.held and amount == DEPOSIT)
            if done:
                self.held[sale, card] = (done.year, done.number)

    @precondition(lambda self: self.held or self.ended)
    @rule(how=st.sampled_from(WAYS_TO_END), index=indices, card=cards)
    def end_a_deposit(self, how, index, card):
        """One rule for all ways, so that the rest of a life is not crowded out by deposits."""
        {
            "given back": lambda: self.refund_deposit(index, card),
            "forfeited": lambda: self.forfeit_deposit(index, card),
            "reversed": lambda: self.reverse_deposit(card),
            "stands again": self.reverse_the_end_of_a_deposit,
        }[how]()

    def refund_deposit(self, index, card):
        if (known := self.about_deposits(index)) is not None:
            sale, _on, paid = known
            done = self.attempt(self.hands.refund_deposit, sale, card)
            assert bool(done) == ((sale, card) in self.held and (card == 41 or paid))
            if done:
                self._ends(sale, card, ("refund", (sale, card)))

    def forfeit_deposit(self, index, card):
        if (known := self.about_deposits(index)) is not None:
            sale, on, paid = known
            failed = card == 23 and not paid and self.today > on and sale not in self.forfeited
            done = self.attempt(self.hands.forfeit_deposit, sale, card)
            assert bool(done) == ((sale, card) in self.held and failed)
            if done:
                self._ends(sale, card, ("forfeit", (sale, card)))
                self.forfeited.add(sale)

    def _ends(self, sale, card, how):
        self.ended[self.held.pop((sale, card))] = how

    def reverse_deposit(self, card):
        for (sale, holder), (year, number) in list(self.held.items()):
            if holder == card:
                self.attempt(
                    deposits.reverse_deposit,
                    self.people[Office.CLERK],
                    self.clock,
                    year=year,
                    number=number,
                    reason="entered by mistake",
                )
                del self.held[sale, holder]
                return

    def reverse_the_end_of_a_deposit(self):
        if not self.ended:
            return
        receipt = list(self.ended)[-1]
        what, holder = self.ended[receipt]
        done = self.attempt(
            deposits.reverse_deposit_end,
            self.people[Office.CLERK],
            self.clock,
            year=receipt[0],
            number=receipt[1],
            reason="entered by mistake",
        )
        assert bool(done) == (holder not in self.held)
        if done:
            del self.ended[receipt]
            self.held[holder] = receipt
            if what == "forfeit":
                self.forfeited.discard(holder[0])

    @precondition(lambda self: self.sales)
    @rule(index=indices)
    def buyer_pays(self, index):
        case = self.case(index)
        if case in self.sales:
            sale, price = self.sales[case]
            paid = find_sold(find_impounding(case)).receipt is not None
            done = self.attempt(self.hands.pay, sale, price)
            assert bool(done) == (not paid)

    @precondition(lambda self: self.sales)
    @rule(index=indices)
    def hand_over(self, index):
        case = self.case(index)
        if case in self.sales:
            sale, _price = self.sales[case]
            paid = find_sold(find_impounding(case)).receipt is not None
            gone = find_sold(find_impounding(case)).delivery is not None
            done = self.attempt(
                settlement.hand_over,
                self.people[Office.POUND_KEEPER],
                self.clock,
                sale=sale,
                lot=1,
                taken_away_by="Ramesh Y.",
            )
            assert bool(done) == (paid and not gone)

    @rule(index=indices, online=st.booleans())
    def claim(self, index, online):
        claimant = Claimant("K. Yellaiah", "9848012345", "I bought her as a calf.")
        by = self.people[Office.PUBLIC if online else Office.CLERK]
        act = claims.send_claim if online else claims.take_claim
        more = {"code": "12345678"} if online else {}
        case = self.case(index)
        done = self.attempt(act, by, self.clock, case=case, claimant=claimant, **more)
        if done:
            sold = find_sold(find_impounding(case))
            # a claim sent again is the one that came before: it appeared when it first came
            assert done.appeared_on <= sold.hammer.on + timedelta(days=15)

    @precondition(lambda self: self.sales)
    @rule(index=indices, allowed=st.integers(-1, 3), leave_out=st.booleans())
    def decide(self, index, allowed, leave_out):
        case = self.case(index)
        sold = find_sold(find_impounding(case))
        if sold is None:
            return
        numbers = [one.id for one in claims_on(sold.lot.id)]
        findings = {
            number: Finding.ALLOWED if place == allowed else Finding.REFUSED
            for place, number in enumerate(numbers)
        }
        if leave_out and numbers:
            findings.pop(numbers[-1])
        done = self.attempt(
            claims.decide_claims,
            self.people[Office.CLAIMS_OFFICER],
            self.clock,
            case=case,
            findings=findings,
            reasons="The marks and the ear tag agree with what he says.",
        )
        assert not (done and leave_out), "an order left a claim out"

    @precondition(lambda self: self.sales)
    @rule(index=indices)
    def draw_voucher(self, index):
        case = self.case(index)
        if self.attempt(surplus.draw_voucher, self.first, self.clock, case=case):
            self._money_leaves_lawfully(case, to_owner=True)

    @precondition(lambda self: self.sales)
    @rule(index=indices)
    def pay_voucher(self, index):
        sold = find_sold(find_impounding(self.case(index)))
        if sold is not None and sold.voucher is not None:
            already, number = sold.voucher_paid is not None, sold.voucher.id
            self.attempt(approvals.approve_voucher, self.second, self.clock, voucher=number)
            payment = {"voucher": number, "mode": "bank", "reference": "UTR 1"}
            for by in (self.first, self.second):
                assert not self.attempt(surplus.pay_voucher, by, self.clock, **payment)
            done = self.attempt(surplus.pay_voucher, self.third, self.clock, **payment)
            assert bool(done) == (not already)

    @precondition(lambda self: self.sales)
    @rule(index=indices)
    def appropriate(self, index):
        case = self.case(index)
        if self.attempt(surplus.appropriate_surplus, self.first, self.clock, case=case):
            self._money_leaves_lawfully(case, to_owner=False)

    def _money_leaves_lawfully(self, case, *, to_owner):
        from portal.registers.claims import claims_with_findings

        sold = find_sold(find_impounding(case))
        assert self.today > sold.hammer.on + timedelta(days=15), "money left before its day"
        findings = [finding for _claim, finding in claims_with_findings(sold.lot.id)]
        assert Finding.UNDECIDED not in findings, "money left while a claim waits"
        assert (Finding.ALLOWED in findings) == to_owner
        assert sold.receipt is not None, "money left that had not come in"
        assert sold.division.surplus.paise > 0

    @precondition(lambda self: self.sales)
    @rule(index=indices, what=st.sampled_from(["receipt", "voucher", "appropriation"]))
    def reverse(self, index, what):
        sold = find_sold(find_impounding(self.case(index)))
        if sold is None or getattr(sold, what) is None:
            return
        row = getattr(sold, what)
        if what == "receipt":
            by, act, which = (
                Office.CLERK,
                settlement.reverse_receipt,
                {
                    "year": row.year,
                    "number": row.number,
                },
            )
        elif what == "voucher":
            by, act, which = Office.ACCOUNTS, surplus.reverse_voucher, {"voucher": row.id}
        else:
            by, act = Office.ACCOUNTS, surplus.reverse_appropriation
            which = {"appropriation": row.id}
        self.attempt(act, self.people[by], self.clock, reason="entered by mistake", **which)

    @precondition(lambda self: self.sales)
    @rule()
    def make_challan(self):
        waiting = tuple(one.id for one in appropriations_to_remit())
        for one in waiting:
            self.attempt(
                approvals.approve_appropriation, self.second, self.clock, appropriation=one
            )
        self.attempt(
            surplus.make_challan,
            self.first,
            self.clock,
            appropriations=waiting,
        )

    @precondition(lambda self: self.sales)
    @rule()
    def remit(self):
        for challan in challans():
            if find_remittance(challan.id) is None:
                which = {"challan": challan.id}
                self.attempt(approvals.approve_challan, self.second, self.clock, **which)
                which |= {"treasury_number": f"T-{challan.id}", "on": self.today}
                done = [
                    bool(self.attempt(surplus.enter_treasury_number, by, self.clock, **which))
                    for by in (self.second, self.third)
                ]
                assert done == [False, True]
                break

    @invariant()
    def everything_holds(self):
        """Look at all the books after each deed; a refusal left no trace, which was asserted."""
        length = journal_length()
        if length != self.checked:
            self.the_books_agree()
            self.the_ledger_sums_to_nothing()
            self.no_animal_is_in_two_states()
            self.surplus_is_never_negative_and_in_one_place()
            self.no_sale_fell_within_the_ten_days()
            self.deposits_are_held_for_those_who_paid_them()
            db.session.rollback()
            self.checked = length

    def the_books_agree(self):
        assert list(differences()) == []

    def the_ledger_sums_to_nothing(self):
        lines = db.session.scalars(sa.select(LedgerLine)).all()
        assert sum(one.paise for one in balances().values()) == 0
        assert all(line.amount.paise > 0 for line in lines)

    def deposits_are_held_for_those_who_paid_them(self):
        found = balances()
        assert found[Account.DEPOSITS] == rupees(DEPOSIT * len(self.held))
        assert found[Account.FORFEITS] == rupees(DEPOSIT * len(self.forfeited))

    def no_animal_is_in_two_states(self):
        for case in self.cases:
            impounding = find_impounding(case)
            hammers = db.session.scalars(
                sa.select(LotHappening.id).where(
                    LotHappening.what == "knocked down",
                    LotHappening.lot_id.in_([lot.id for lot in lots_of_case(impounding.id)]),
                )
            ).all()
            released = find_release(impounding.id) is not None
            assert len(hammers) + released <= 1

    def surplus_is_never_negative_and_in_one_place(self):
        for case in self.cases:
            sold = find_sold(find_impounding(case))
            if sold is None:
                continue
            assert sold.held.paise >= 0
            left = sold.voucher is not None, sold.appropriation is not None
            assert sum(left) <= 1
            assert sold.held == (sold.division.surplus if not any(left) else rupees(0))

    def no_sale_fell_within_the_ten_days(self):
        for case in self.cases:
            sold = find_sold(find_impounding(case))
            if sold is not None:
                assert sold.hammer.on > sold.lot.impounding.on + timedelta(days=10)
                assert isinstance(sold.hammer.on, date)
