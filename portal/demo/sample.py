"""Write the sample people, orders and animals into an empty database, by the same official acts.

All people, rates and keys here are invented.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from portal.actions import orders, past_days, pound, staff, staff_list
from portal.actions.reading_in import read_in_register
from portal.clock import Clock
from portal.config import Settings
from portal.law.cattle import CattleClass
from portal.law.days import HYDERABAD
from portal.law.money import Money
from portal.law.offices import Office
from portal.law.screening import BarredOffice
from portal.registers.base import NotOnRegister
from portal.registers.matching import hide_all
from portal.registers.past_days import waiting_sheets
from portal.registers.people import (
    AT_THE_COMMAND_LINE,
    Officer,
    everybody,
    find_person_by_sign_in_name,
)

NOVEMBER = Path(__file__).parent / "pound_register_november.csv"
POUND = "Hyderabad City Pound"
LIST_LASTS = 45 * 24  # hours: the demo goes through six weeks; a real list comes every day
BEFORE_ALL = datetime(2026, 1, 1, 9, 0, tzinfo=HYDERABAD)
FIRST_MORNING = datetime(2026, 12, 2, 10, 0, tzinfo=HYDERABAD)


@dataclass(frozen=True)
class Someone:
    """A person behind one of the demo's doors."""

    sign_in_name: str
    name: str
    office: Office
    does: str
    phone: str = ""


PEOPLE = (
    Someone("anwar", "H.G. Anwar", Office.POUND_KEEPER, "keeps the register and the gate"),
    Someone("lakshmi", "Lakshmi Devi", Office.CLERK, "runs the desk, cards and the ring"),
    Someone("rahmat", "Rahmat Ali", Office.AUCTIONEER, "conducts the sale"),
    Someone("srinivas", "A. Srinivas Rao", Office.CLAIMS_OFFICER, "decides who is the owner"),
    Someone("meera", "Meera Joshi", Office.ACCOUNTS, "keeps the ledger, draws vouchers"),
    Someone("suresh", "Suresh Kumar", Office.ACCOUNTS, "approves what others drew"),
    Someone("yusuf", "Md. Yusuf", Office.ACCOUNTS, "pays and remits"),
    Someone(
        "commissioner", "The Commissioner's office", Office.COMMISSIONER, "signs orders, appoints"
    ),
    Someone("padma", "K. Padma", Office.COMMISSIONER, "prepares the Commissioner's orders"),
    Someone("thomas", "P. Thomas", Office.AUDITOR, "reads everything, trusts nobody"),
    Someone("farida", "Farida Begum", Office.ADMINISTRATOR, "keeps people and the staff list"),
    Someone("ramesh", "Ramesh Yadav", Office.BIDDER, "buys at the sale", "9848000041"),
)


@dataclass(frozen=True)
class StandingClock:
    """A clock that shows one instant, to date what was done before the demo begins."""

    at: datetime

    def now(self) -> datetime:
        """Give that instant."""
        return self.at


def is_empty() -> bool:
    """Tell whether nobody is on the register yet."""
    return not everybody()


def write_sample(settings: Settings, clock: Clock) -> None:
    """Write the whole sample. `clock` must stand at the demo's first morning or later."""
    before = StandingClock(BEFORE_ALL)
    by = AT_THE_COMMAND_LINE
    pound.open_pound(by, before, name=POUND, code="", address="Puranapul Road, Hyderabad")
    for someone in PEOPLE:
        person = staff.enter_person(
            by,
            before,
            name=someone.name,
            sign_in_name=someone.sign_in_name,
            phone=someone.phone,
            known_by=hide_all(
                settings.matching_key,
                identity=f"SAMPLE PERSON {someone.sign_in_name}",
                phone=someone.phone,
            ),
        )
        staff.appoint(
            by,
            before,
            person=person.id,
            office=someone.office,
            order_number="Order 1 of 2026",
            since=date(2026, 1, 1),
        )
    _write_orders(before)
    _write_staff_list(settings, before)
    staff_list.set_staff_list_life(by, before, hours=LIST_LASTS, order_number="Order 9 of 2026")
    staff_list.confirm_staff_list(by, clock, order_number="Memo 112 of 2026")
    read_in_register(by, clock, pound=POUND, path=NOVEMBER, name=NOVEMBER.name)
    _confirm_days(clock)


def _write_orders(before: Clock) -> None:
    by = AT_THE_COMMAND_LINE
    for cattle_class, pound_fee, expenses in (
        (None, 40, 115),
        (CattleClass(1), 250, 1500),
        (CattleClass(2), 80, 260),
        (CattleClass(8), 15, 35),
    ):
        order = orders.make_rate_order(
            officer_named("padma"),
            before,
            number="Order 8 of 2026" if cattle_class else "Order 7 of 2026",
            since=date(2026, 1, 1),
            cattle_class=cattle_class,
            pound_fee=Money.of(rupees=pound_fee),
            expenses=Money.of(rupees=expenses),
        )
        orders.sign_rate_order(officer_named("commissioner"), before, order=order.id)
    orders.publish_notification(
        by, before, number="G.O. 14 of 2026", area="Begum Bazar", since=date(2026, 11, 1)
    )
    orders.close_day(by, before, day=date(2026, 11, 29), why="Sunday")
    orders.close_day(by, before, day=date(2026, 12, 6), why="Sunday")
    orders.close_day(by, before, day=date(2026, 12, 13), why="Sunday")
    orders.close_day(by, before, day=date(2026, 12, 20), why="Sunday")
    orders.close_day(by, before, day=date(2026, 12, 25), why="Christmas Day")
    orders.close_day(by, before, day=date(2026, 12, 27), why="Sunday")


def _confirm_days(clock: Clock) -> None:
    """Let a second person say that the days of the register are those of the paper."""
    for waiting in waiting_sheets():
        past_days.answer_days_of_register(
            officer_named("lakshmi", Office.CLERK),
            clock,
            sheet=waiting.sheet,
            up_to=waiting.up_to,
            confirmed=True,
            reason="compared with the paper register of November",
        )


def officer_named(sign_in_name: str, office: Office = Office.COMMISSIONER) -> Officer:
    """Give one of the sample people in an office; raise NotOnRegister for a name nobody has."""
    person = find_person_by_sign_in_name(sign_in_name)
    if person is None:
        raise NotOnRegister(sign_in_name)
    return Officer(person.id, office)


def _write_staff_list(settings: Settings, before: Clock) -> None:
    key = settings.matching_key
    for name, office, identity, phone, bank in (
        (
            "J. Swamy",
            BarredOffice.POUND_KEEPER,
            "SAMPLE 0001 7731",
            "90000 10001",
            "SMPL0000001 11110001",
        ),
        (
            "H.G. Anwar",
            BarredOffice.POUND_KEEPER,
            "SAMPLE 0002 4410",
            "90000 10002",
            "SMPL0000001 11110002",
        ),
        (
            "PC 2281",
            BarredOffice.POLICE_OFFICER,
            "SAMPLE 0003 2281",
            "90000 10003",
            "SMPL0000001 11110003",
        ),
    ):
        staff_list.list_staff_member(
            AT_THE_COMMAND_LINE,
            before,
            name=name,
            office=office,
            since=date(2026, 1, 1),
            known_by=hide_all(key, identity=identity, phone=phone, bank=bank),
        )
