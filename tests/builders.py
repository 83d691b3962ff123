"""What tests build with: the same official acts as the portal, in few words."""

from datetime import date, datetime

from portal.actions import cards, orders, pound, ring, sales, settlement, staff
from portal.law.cattle import Animals, CattleClass
from portal.law.days import HYDERABAD
from portal.law.delivery import Payer
from portal.law.money import Money
from portal.law.offices import Office
from portal.law.purchasers import BarredOffice
from portal.registers.dues import dues_on
from portal.registers.impound import find_impounding
from portal.registers.matching import hide_all
from portal.registers.people import AT_THE_COMMAND_LINE
from portal.sheets.impound_register import Entry

KEY = "a key that hides the staff list in tests"
POUND = "Test Pound"
BEFORE_ALL = datetime(2026, 1, 1, 9, 0, tzinfo=HYDERABAD)
NOT_BY_APPOINTMENT = {Office.PUBLIC, Office.COMMAND_LINE}


def rupees(amount):
    return Money.of(rupees=amount)


def write_offices(clock):
    """One pound, one person in each office, one rate for all classes."""
    by = AT_THE_COMMAND_LINE
    pound.open_pound(by, clock, name=POUND, code="", address="Test Road")
    for office in Office:
        if office in NOT_BY_APPOINTMENT:
            continue
        person = staff.enter_person(
            by, clock, name=f"The {office.value}", sign_in_name=office.name.lower()
        )
        staff.appoint(
            by, clock, person=person.id, office=office, order_number="T-1", since=date(2026, 1, 1)
        )
    orders.make_rate_order(
        by,
        clock,
        number="T-7",
        since=date(2026, 1, 1),
        pound_fee=rupees(40),
        expenses=rupees(115),
    )


def entry(number=412, on=date(2026, 11, 18), animals=None, **particulars):
    """An entry of the register, a she-buffalo unless told otherwise."""
    facts = {
        "number": number,
        "year": on.year,
        "on": on,
        "at": None,
        "animals": animals or (Animals(CattleClass(4), 1),),
        "kind": "she-buffalo",
        "kind_written": "she buffalo",
        "breed": "Murrah",
        "colour": "black",
        "sex": "F",
        "age": "~6 yrs",
        "ear_tag": None,
        "marks": "white star forehead",
        "area": "Begum Bazar",
        "brought_by": "PC 2281",
        "owner_told": "",
        "pen": "B-7",
        "remarks": (),
        "direction_wanted": False,
    } | particulars
    return Entry(**facts)


class Hands:
    """Does the acts of a case one after another, each by the officer whose duty it is."""

    def __init__(self, people, clock):
        self.people, self.clock = people, clock

    def take_in(self, number=412, on=None, **particulars):
        on = on or self.clock.at.astimezone(HYDERABAD).date()
        taken = pound.take_in(
            self.people[Office.POUND_KEEPER],
            self.clock,
            pound=POUND,
            entry=entry(number, on, **particulars),
        )
        return taken.number

    def release(self, case, owner="K. Yellaiah", *, agent=None, authority="", short=0):
        today = self.clock.at.astimezone(HYDERABAD).date()
        due = dues_on(find_impounding(case), today).total
        payer = Payer(agent or owner, owner if agent else None, authority)
        return pound.deliver_to_owner(
            self.people[Office.POUND_KEEPER],
            self.clock,
            case=case,
            payer=payer,
            offered=due - Money(short),
            mode="cash",
            reference="",
            proof_seen="ear-tag card",
        )

    def arrange(self, *cases, on=None, starting_price=5_000, step=500):
        by = self.people[Office.CLERK]
        on = on or self.clock.at.astimezone(HYDERABAD).date()
        sale = sales.arrange_sale(
            by, self.clock, pound=POUND, on=on, hour="11:00", place="Yard", terms="Cash or UPI."
        )
        for case in cases:
            sales.add_lot(
                by,
                self.clock,
                sale=sale.number,
                case=case,
                starting_price=rupees(starting_price),
                step=rupees(step),
            )
        sales.put_up_notice(by, self.clock, sale=sale.number, where="pound gate")
        return sale.number

    def open(self, sale):
        sales.open_sale(self.people[Office.AUCTIONEER], self.clock, sale=sale)

    def give_card(self, sale, number=23, name="Ramesh Y.", identity=None, **keys):
        identity = identity or f"ID-{number}"
        phone = keys.pop("phone", f"98480{number:05}")
        known_by = hide_all(KEY, identity=identity, phone=phone, **keys)
        return cards.give_card(
            self.people[Office.CLERK],
            self.clock,
            sale=sale,
            name=name,
            phone=phone,
            buys_for="himself",
            buys_for_barred=False,
            known_by=known_by,
            number=number,
        )

    def bring_in(self, sale, lot=1):
        ring.bring_in(self.people[Office.CLERK], self.clock, sale=sale, lot=lot)

    def bid(self, sale, amount, *, card=23, lot=1, key=None):
        return ring.place_floor_bid(
            self.people[Office.CLERK],
            self.clock,
            sale=sale,
            lot=lot,
            card=card,
            amount=rupees(amount),
            seen=0,
            key=key or f"{lot}-{card}-{amount}",
        )

    def knock_down(self, sale, amount, *, card=23, lot=1):
        return ring.knock_down(
            self.people[Office.AUCTIONEER],
            self.clock,
            sale=sale,
            lot=lot,
            card=card,
            amount=rupees(amount),
        )

    def pay(self, sale, amount, *, lot=1, payer="Ramesh Y.", known_by=()):
        return settlement.take_hammer_money(
            self.people[Office.CLERK],
            self.clock,
            sale=sale,
            lot=lot,
            offered=rupees(amount),
            payer=payer,
            payer_known_by=known_by,
            mode="cash",
            reference="",
        )

    def sell(self, case, amount=42_500, *, card=23):
        """Walk one case from the due list to the buyer's receipt, today."""
        sale = self.arrange(case, starting_price=amount)
        self.open(sale)
        self.give_card(sale, card)
        self.bring_in(sale)
        self.bid(sale, amount, card=card)
        self.knock_down(sale, amount, card=card)
        self.pay(sale, amount)
        return sale

    def list_staff(self, name="J. Swamy", office=BarredOffice.POUND_KEEPER, since=None, **keys):
        return staff.list_staff_member(
            self.people[Office.ADMINISTRATOR],
            self.clock,
            name=name,
            office=office,
            since=since or date(2026, 1, 1),
            known_by=hide_all(KEY, **keys),
        )
