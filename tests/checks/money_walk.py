"""A long random walk of acts that move money, with books of its own beside the portal's.

Each step asks for one official act, lawful or not. After it the new lines of the ledger are read and
added up, and every account is held against what this file worked out by itself, in whole paise.
"""

from collections import Counter
from dataclasses import dataclass, field

import sqlalchemy as sa
from builders import officer_named, rupees
from ring_harness import chance_of

from portal.actions import approvals, sales, settlement, surplus
from portal.law.days import HYDERABAD
from portal.law.ledger import Account
from portal.law.offices import Office
from portal.law.refusals import Refusal
from portal.registers.base import db
from portal.registers.journal import JournalLine
from portal.registers.ledger import LedgerLine

A_DAY, THE_FINE = (
    (40 + 115) * 100,
    250,
)  # paise: the rate of the tests, and (4)(a) for a she-buffalo
PRICES = (300, 1_500, 2_500, 9_000, 42_500)
LOTS = 6


@dataclass
class Beast:
    """What this file knows of one case."""

    case: str
    on: object
    state: str = "in the pound"
    sale: int = 0
    lot: int = 0
    price: int = 0
    surplus: int = 0
    met: int = 0  # what the hammer carried to the heads, and what of the dues it did not meet
    short: int = 0
    sold_on: object = None
    receipts: list = field(default_factory=list)  # year, number and paise of each part
    claims: dict = field(default_factory=dict)
    voucher: object = None
    voucher_paid: bool = False
    taken: object = None
    on_challan: bool = False
    handed_over: bool = False
    gone: bool = False

    @property
    def paid(self):
        return sum(paise for _year, _number, paise in self.receipts)

    @property
    def whole(self):
        return self.paid == self.price

    def owes(self, today):
        return A_DAY * ((today - self.on).days + 1) + THE_FINE


class WrongBooks(AssertionError):  # noqa: N818 - reads as what happened
    """The portal's ledger says something else than the walk."""


class MoneyWalk:
    """The walk: `step()` asks for one act, and `check()` looks at the books after it."""

    def __init__(self, hands, seed):
        self.hands, self.chance = hands, chance_of(f"money {seed}")
        self.beasts, self.steps, self.done, self.number = [], 0, Counter(), 0
        self.expected, self.found = Counter(), Counter()
        self.held, self.challans, self.remitted = Counter(), {}, {}
        self.refunds, self.given_back = {}, {}
        self.last_line = self.journal = 0
        self.open_sale = None
        hands.head()
        self.check()  # the offices were written before the walk began

    @property
    def today(self):
        return self.hands.clock.at.astimezone(HYDERABAD).date()

    def walk(self, steps):
        """Begin with animals bought, paid, and past their fifteenth day: the road's end is far."""
        for _ in range(LOTS):
            self.take_in()
        self.hands.clock.days_later(12)
        self.hold_a_sale(price=42_500)
        for _ in range(3 * LOTS):
            self.pay()
        for early in (self.claim, self.decide, self.draw_voucher, self.appropriate):
            for _ in range(LOTS):
                early()
        self.hands.clock.days_later(16)
        self.open_sale = None
        while self.steps < steps:
            self.chance.choices(self.WAYS, self.WEIGHTS)[0](self)

    def ask(self, act, *args, **particulars):
        """Ask for one act; give what came of it, or None. The books are looked at by `settle`."""
        self.steps += 1
        try:
            done = act(*args, **particulars)
        except Refusal as refused:
            db.session.rollback()
            self.done[f"refused: {type(refused).__name__}"] += 1
            self.check(refused=True)
            return None
        self.done[getattr(act, "name", getattr(act, "__name__", "act"))] += 1
        return True if done is None else done

    def as_(self, office, act, **particulars):
        return self.ask(act, self.hands.people[office], self.hands.clock, **particulars)

    def as_third(self, act, **particulars):
        """Ask as the third person of the accounts, who pays and remits."""
        return self.ask(
            act, officer_named("accounts_3", Office.ACCOUNTS), self.hands.clock, **particulars
        )

    def approve(self, act, **which):
        """Have the second person approve what was drawn; no money moves by it."""
        self.check()
        self.hands.approve(act, **which)
        self.check()

    def move(self, debit, credit, paise):
        self.expected[debit] -= paise
        self.expected[credit] += paise

    def check(self, *, refused=False):
        """Read what was written since, and hold every account against the walk's own books."""
        end = db.session.scalar(sa.select(sa.func.max(JournalLine.id)))
        lines = db.session.execute(
            sa.select(
                LedgerLine.id,
                LedgerLine.journal_line_id,
                LedgerLine.lot_id,
                LedgerLine.debit,
                LedgerLine.credit,
                sa.type_coerce(LedgerLine.amount, sa.BigInteger).label("paise"),
            )
            .where(LedgerLine.id > self.last_line)
            .order_by(LedgerLine.id)
        ).all()
        db.session.rollback()
        if refused and (lines or end != self.journal):
            raise WrongBooks("a refusal left a trace")
        for line in lines:
            if type(line.paise) is not int or line.paise <= 0 or not self.journal < line[1] <= end:
                raise WrongBooks(line)
            for side, paise in ((line.debit, -line.paise), (line.credit, line.paise)):
                account = Account[side]
                self.found[by_heads(account)] += paise
                if account is Account.SURPLUS_HELD:
                    self.held[line.lot_id] += paise
            if self.held[line.lot_id] < 0:
                raise WrongBooks(f"lot {line.lot_id}: more left than was held")
            self.last_line = line.id
        self.journal = end
        if sum(self.found.values()) != 0 or self.found != self.expected:
            wrong = {n: (self.found[n], self.expected[n]) for n in self.found | self.expected}
            raise WrongBooks({n: pair for n, pair in wrong.items() if pair[0] != pair[1]})
        for account in (Account.PROCEEDS, Account.SURPLUS_HELD, Account.OWED_TO_OWNER):
            if self.found[account.name] < 0:
                raise WrongBooks(f"{account.value} is below nothing")

    def one(self, *states):
        fitting = [one for one in self.beasts if one.state in states and not one.gone]
        return self.chance.choice(fitting) if fitting else None

    def take_in(self):
        self.number += 1
        case = self.ask(self.hands.take_in, self.number)
        self.beasts.append(Beast(case, self.today))
        self.check()

    def a_day_passes(self):
        """Let time go by, and what is over be forgotten, so that the walk is not crowded by it."""
        for one in self.beasts:
            one.gone = one.gone or one.state in {"released", "over"}
        self.beasts = [one for one in self.beasts if not one.gone]
        self.hands.clock.days_later(self.chance.choice([1, 1, 2, 4]))
        self.open_sale = None

    def release(self):
        one = self.one("in the pound", "in the pound", "put up", "sold")
        if one is not None:
            short = self.chance.choice([0, 0, 0, 1])
            owed = one.owes(self.today)
            if self.ask(self.hands.release, one.case, short=short):
                if short or one.state == "sold":
                    raise WrongBooks(f"{one.case} was released for too little, or after its sale")
                self.move("CASH", "HEADS", owed)
                one.state = "released"
                self.check()

    def hold_a_sale(self, price=None):
        """Arrange a sale of what is due, and of something that may not be."""
        if self.open_sale is not None:
            return
        due = [one for one in self.beasts if one.state == "in the pound"]
        some = self.chance.sample(due, min(LOTS, len(due)))
        price = price or self.chance.choice(PRICES)
        self.steps += 2  # the sale and its notice
        sale = self.hands.arrange(starting_price=price)
        self.check()
        for one in some:
            added = self.ask(self._add, sale, one.case, price)
            if added:
                if (self.today - one.on).days <= 10:
                    raise WrongBooks(f"{one.case} was put up within the ten days")
                one.state, one.sale, one.lot, one.price = "put up", sale, added.number, price * 100
                self.check()
        for act in (self.hands.open, self.hands.give_card):
            self.ask(act, sale)
            self.check()
        self.open_sale = sale
        for one in self.beasts:
            if one.state == "put up" and one.sale == sale and self.chance.random() < 0.8:
                self.sell(one)

    def _add(self, sale, case, price):
        return sales.add_lot(
            self.hands.people[Office.CLERK],
            self.hands.clock,
            sale=sale,
            case=case,
            starting_price=rupees(price),
            step=rupees(500),
        )

    def sell(self, one):
        if not self.ask(self.hands.bring_in, one.sale, one.lot):
            return
        self.check()
        price = one.price // 100
        self.ask(self.hands.bid, one.sale, price, lot=one.lot)
        self.check()
        owed = one.owes(self.today)
        if self.ask(self.hands.knock_down, one.sale, price, lot=one.lot):
            met = min(one.price, owed)
            one.state, one.sold_on, one.surplus = "sold", self.today, one.price - met
            one.met, one.short = met, owed - met
            self.move("OWED_BY_BUYERS", "HEADS", met)
            self.move("OWED_BY_BUYERS", "SURPLUS_HELD", one.surplus)
            self.move("SHORTFALL", "DUES_NOT_MET", owed - met)
            self.check()

    def default(self):
        """Put a buyer in default, who may have paid all, or a part, or have a day left."""
        one = self.one("sold")
        if one is not None and (self._undone(one, self.hands.put_in_default)):
            if one.whole or self.today <= one.sold_on:
                raise WrongBooks(f"{one.case} was put in default before its time, or paid")
            self._sale_ends(one)

    def void(self):
        """Order that a sale is void, and let another person carry it out."""
        one = self.one("sold")
        if one is not None:
            self.number += 1
            self.ask(self.hands.order_void, one.sale, one.lot, f"VOID {self.number}")
            self.check()
            if self._undone(one, self.hands.make_void):
                if one.handed_over or one.voucher or one.taken:
                    raise WrongBooks(f"the sale of {one.case} is void, and its money has left")
                self._sale_ends(one)

    def _undone(self, one, act):
        """Undo a sale; what its buyer had paid is owed back to him."""
        try:
            self.steps += 1
            owed = act(one.sale, one.lot)
        except (Refusal, LookupError) as refused:
            db.session.rollback()
            self.done[f"refused: {type(refused).__name__}"] += 1
            self.check(refused=True)
            return False
        self.done[act.__name__] += 1
        if (owed is not None) != bool(one.paid):
            raise WrongBooks(f"{one.case}: {one.paid} was paid, and owed back is {owed}")
        if owed is not None:
            self.refunds[owed.id] = one.paid
            self.move("OWED_BY_BUYERS", "OWED_BACK", one.paid)
        return True

    def _sale_ends(self, one):
        self.move("HEADS", "OWED_BY_BUYERS", one.met)
        self.move("SURPLUS_HELD", "OWED_BY_BUYERS", one.surplus)
        self.move("DUES_NOT_MET", "SHORTFALL", one.short)
        one.state, one.receipts, one.claims, one.surplus = "in the pound", [], {}, 0
        self.check()

    def give_back(self):
        """Give back what is owed, or was given back already."""
        owed = self.refunds | self.given_back
        if owed:
            number = self.chance.choice(list(owed))
            if self.ask(self.hands.give_back, number):
                if number in self.given_back:
                    raise WrongBooks(f"refund {number} was given back twice")
                self.given_back[number] = self.refunds.pop(number)
                self.move("OWED_BACK", "CASH", owed[number])
                self.check()

    def take_the_refund_back(self):
        """A refund that was given back came back."""
        if self.given_back:
            number = self.chance.choice(list(self.given_back))
            if self.ask(self.hands.reverse_refund, number):
                self.refunds[number] = self.given_back.pop(number)
                self.move("CASH", "OWED_BACK", self.refunds[number])
                self.check()

    def pay(self):
        """Pay what is due, a part of it, or more."""
        one = self.one("sold")
        if one is not None:
            due = one.price - one.paid
            offered = self.chance.choice([due, due, due, due // 200 * 100, due + 100])
            paid = self.ask(self.hands.pay, one.sale, offered // 100, lot=one.lot)
            if paid:
                if offered > due or offered <= 0:
                    raise WrongBooks(f"{one.case} was paid for twice, or with too much")
                one.receipts.append((paid.year, paid.number, offered))
                self.move("CASH", "OWED_BY_BUYERS", offered)
                self.check()

    def take_the_receipt_back(self):
        one = self.one("sold")
        if one is not None and one.receipts:
            year, number, paise = one.receipts[-1]
            act = settlement.reverse_receipt
            if self.as_(Office.CLERK, act, year=year, number=number, reason="wrong lot"):
                if one.voucher or one.taken:
                    raise WrongBooks(f"{one.case}: unpaid again, and its surplus has left")
                one.receipts.pop()
                self.move("OWED_BY_BUYERS", "CASH", paise)
                self.check()

    def claim(self):
        one = self.one("sold")
        if one is not None:
            name = self.chance.choice(["K. Yellaiah", "Md. Saleem", "B. Laxmi"])
            made = self.ask(self.hands.claim, one.case, name)
            if made:
                if made.id not in one.claims and (self.today - one.sold_on).days > 15:
                    raise WrongBooks(f"{one.case}: a claim after the fifteenth day")
                one.claims.setdefault(made.id, None)
                self.check()

    def decide(self):
        one = self.one("sold")
        if one is not None and one.claims:
            allowed = self.chance.choice([*one.claims, *one.claims, None])
            rows = [type("Row", (), {"id": n}) for n in one.claims]
            yes = next((row for row in rows if row.id == allowed), None)
            if self.ask(self.hands.decide, one.case, yes, *(r for r in rows if r is not yes)):
                one.claims = {n: n == allowed for n in one.claims}
                self.check()

    def _may_leave(self, one, *, to_owner):
        right = (
            (self.today - one.sold_on).days > 15
            and one.whole
            and one.surplus > 0
            and None not in one.claims.values()
            and (True in one.claims.values()) == to_owner
            and not one.voucher
            and not one.taken
        )
        if not right:
            raise WrongBooks(f"the surplus of {one.case} left against the Act")

    def draw_voucher(self):
        one = self.one("sold")
        if one is not None:
            drawn = self.as_(Office.ACCOUNTS, surplus.draw_voucher, case=one.case)
            if drawn:
                self._may_leave(one, to_owner=True)
                one.voucher, one.voucher_paid = drawn.id, False
                self.move("SURPLUS_HELD", "OWED_TO_OWNER", one.surplus)
                self.approve(approvals.approve_voucher, voucher=one.voucher)

    def pay_voucher(self):
        one = self.one("sold")
        if one is not None and one.voucher:
            told = {"voucher": one.voucher, "mode": "bank", "reference": "UTR 1"}
            if self.as_third(surplus.pay_voucher, **told):
                if one.voucher_paid:
                    raise WrongBooks(f"the voucher of {one.case} was paid twice")
                one.voucher_paid = True
                self.move("OWED_TO_OWNER", "CASH", one.surplus)
                self.check()

    def take_the_voucher_back(self):
        one = self.one("sold")
        if one is not None and one.voucher:
            told = {"voucher": one.voucher, "reason": "the bank sent it back"}
            if self.as_(Office.ACCOUNTS, surplus.reverse_voucher, **told):
                if one.voucher_paid:
                    self.move("CASH", "OWED_TO_OWNER", one.surplus)
                self.move("OWED_TO_OWNER", "SURPLUS_HELD", one.surplus)
                one.voucher = None
                self.check()

    def appropriate(self):
        one = self.one("sold")
        if one is not None:
            taken = self.as_(Office.ACCOUNTS, surplus.appropriate_surplus, case=one.case)
            if taken:
                self._may_leave(one, to_owner=False)
                one.taken = taken.id
                self.move("SURPLUS_HELD", "APPROPRIATED", one.surplus)
                self.approve(approvals.approve_appropriation, appropriation=one.taken)

    def take_the_appropriation_back(self):
        one = self.one("sold")
        if one is not None and one.taken:
            told = {"appropriation": one.taken, "reason": "a claim was found"}
            if self.as_(Office.ACCOUNTS, surplus.reverse_appropriation, **told):
                if one.on_challan:
                    raise WrongBooks(f"{one.case}: taken back from a challan")
                one.taken = None
                self.move("APPROPRIATED", "SURPLUS_HELD", one.surplus)
                self.check()

    def make_challan(self):
        ready = [one for one in self.beasts if one.taken and not one.on_challan]
        numbers = tuple(one.taken for one in ready)
        made = self.as_(Office.ACCOUNTS, surplus.make_challan, appropriations=numbers)
        if made:
            for one in ready:
                one.on_challan, one.state = True, "over"
            self.challans[made.id] = ready
            self.move("APPROPRIATED", "CHALLANS_IN_TRANSIT", self._on(ready))
            self.approve(approvals.approve_challan, challan=made.id)

    @staticmethod
    def _on(carried):
        return sum(one.surplus for one in carried)

    def remit(self):
        if self.challans:
            number = self.chance.choice(list(self.challans))
            told = {"challan": number, "treasury_number": f"T-{number}", "on": self.today}
            if self.as_third(surplus.enter_treasury_number, **told):
                self.remitted[number] = self.challans.pop(number)
                self.move("CHALLANS_IN_TRANSIT", "CASH", self._on(self.remitted[number]))
                self.check()

    def undo_a_challan(self):
        """Three persons undo a challan, on its way or come back from the Treasury."""
        known = self.challans | self.remitted
        if known:
            number = self.chance.choice(list(known))
            if self.ask(self.hands.undo_challan, number):
                carried = known[number]
                if self.remitted.pop(number, None):
                    self.move("CASH", "CHALLANS_IN_TRANSIT", self._on(carried))
                self.challans.pop(number, None)
                self.move("CHALLANS_IN_TRANSIT", "APPROPRIATED", self._on(carried))
                for one in carried:
                    one.on_challan, one.state, one.gone = False, "sold", False
                self.beasts += [one for one in carried if one not in self.beasts]
                self.check()

    def hand_over(self):
        one = self.one("sold")
        if one is not None and self.ask(self.hands.hand_over, one.sale, one.lot):
            if not one.whole:
                raise WrongBooks(f"{one.case} was handed over unpaid")
            one.handed_over = True
            self.check()
            if one.voucher_paid or not one.surplus:
                one.state = "over"

    WAYS = (
        take_in, a_day_passes, release, hold_a_sale, pay, take_the_receipt_back, claim, decide,
        draw_voucher, pay_voucher, take_the_voucher_back, appropriate,
        take_the_appropriation_back, make_challan, remit, hand_over,
        default, void, give_back, take_the_refund_back, undo_a_challan,
    )  # fmt: skip
    WEIGHTS = (10, 12, 3, 8, 12, 3, 5, 8, 8, 8, 2, 12, 1, 8, 8, 3, 3, 1, 3, 1, 1)


def by_heads(account):
    """Name an account; the three heads of the Act are reckoned here as one."""
    return "HEADS" if account.government_head else account.name
