"""C12: a new rate, a doubling by Gazette and its end change no bill that was made before; and every
fine is doubled just where, and just when, an oracle of two comparisons says so.
"""

from datetime import date, timedelta

import pytest
import sqlalchemy as sa
from builders import rupees
from ring_harness import chance_of, in_full_or, tell

from portal.actions import orders
from portal.law.days import HYDERABAD
from portal.law.offices import Office
from portal.law.refusals import Refusal
from portal.registers import dues as dues_book
from portal.registers.base import db
from portal.registers.books import differences
from portal.registers.dues import DuesCharged, dues_charged, dues_on
from portal.registers.impound import find_impounding
from portal.registers.journal import JournalLine

AREAS = ("Begum Bazar", "Narsingi", "Old City")
DAYS = in_full_or(10, 60)


class Bills:
    """Animals come and go while orders change; each bill is kept as it was when it was made."""

    def __init__(self, hands):
        self.hands, self.chance = hands, chance_of(12)
        self.staying, self.bills, self.number, self.orders = [], {}, 0, 0
        self.gazette = []  # area, since, until, known from the line of the journal

    @property
    def today(self):
        return self.hands.clock.at.astimezone(HYDERABAD).date()

    def end(self):
        return db.session.scalar(sa.select(sa.func.max(JournalLine.id)))

    def a_day(self):
        for _ in range(2):
            self.number += 1
            area = self.chance.choice(AREAS)
            case = self.hands.take_in(self.number, area=area)
            self.staying.append((case, area, self.today))
        self.change_orders()
        self.chance.shuffle(self.staying)
        if len(self.staying) > 2:
            self.release(*self.staying.pop())
        self.hands.clock.days_later(1)

    def change_orders(self):
        """Fix a new rate, publish a doubling that reaches back, or cancel one."""
        by, clock = self.hands.people[Office.COMMISSIONER], self.hands.clock
        self.orders += 1
        number, back = f"X-{self.orders}", self.chance.choice([0, 0, 3, 9])
        since = self.today - timedelta(days=back)
        try:
            match self.chance.choice(["rate", "double", "double", "cancel"]):
                case "rate":
                    more = rupees(self.chance.randrange(20, 90))
                    orders.make_rate_order(
                        by, clock, number=number, since=since, pound_fee=more, expenses=more
                    )
                case "double":
                    until = self.chance.choice([None, self.today + timedelta(days=2)])
                    area = self.chance.choice(AREAS)
                    orders.publish_notification(
                        by, clock, number=number, area=area, since=since, until=until
                    )
                    self.gazette.append([number, area, since, until])
                case "cancel":
                    known = self.chance.choice(self.gazette) if self.gazette else ["none"]
                    if len(known) == 4:
                        orders.cancel_notification(
                            by, clock, cancels=known[0], number=number, last_day=self.today
                        )
                        known[3] = self.today
        except Refusal:
            db.session.rollback()

    def release(self, case, area, on):
        doubled = any(
            where == area and since <= on and (until is None or on <= until)
            for _number, where, since, until in self.gazette
        )
        self.hands.release(case)
        line = self.end()
        statement = dues_charged(line, area)
        self.bills[case] = (line, area, statement, bool(doubled))
        db.session.rollback()

    def changed(self):
        """Give each old bill that is not, word for word, what it was, or is not doubled rightly."""
        wrong = []
        for case, (line, area, then, doubled) in self.bills.items():
            at = db.session.get_one(JournalLine, line).at
            again = dues_on(find_impounding(case), then.last_day, known_at=at)
            if dues_charged(line, area) != then or again != then:
                wrong.append(case)
            if (then.fine.paise == 500) != doubled:
                wrong.append(f"{case}: doubled")
        db.session.rollback()
        return wrong


@pytest.mark.check("C12")
def test_no_later_order_changes_a_bill(inside, hands):
    bills = Bills(hands)
    for _ in range(DAYS):
        bills.a_day()
        assert bills.changed() == []
    twice = sum(doubled for *_rest, doubled in bills.bills.values())
    told = {"bills": len(bills.bills), "doubled": twice, "orders": bills.orders, "changed": 0}
    tell("C12", db.engine.dialect.name, **told)
    assert list(differences()) == []
    assert 0 < twice < len(bills.bills)
    with pytest.raises(sa.exc.DBAPIError):
        db.session.execute(sa.update(DuesCharged).values(amount=rupees(1)))


@pytest.mark.check("C12")
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("book", ["rates", "notifications"])
def test_bills_by_what_is_known_today_are_found_out(inside, hands, monkeypatch, book):
    """The planted bug: old bills are worked out by all orders there are now."""
    right = getattr(dues_book, book)
    monkeypatch.setattr(dues_book, book, lambda _known_at=None: right())
    hands.take_in(1)
    bills = Bills(hands)
    bills.number, bills.staying = 1, []
    case, on = "2026-1", bills.today
    hands.clock.days_later(2)
    bills.release(case, AREAS[0], on)
    by = hands.people[Office.COMMISSIONER]
    if book == "notifications":
        orders.publish_notification(by, hands.clock, number="G.O. 9", area=AREAS[0], since=on)
    else:  # an order that reaches back is refused by the law; here it came by another way
        monkeypatch.setattr(orders, "require_rate_reaches_no_bill", lambda *_a, **_k: None)
        hands.order_rate(
            number="T-9", since=date(2026, 11, 1), pound_fee=rupees(1), expenses=rupees(1)
        )
    assert bills.changed() == [case]
