"""C18: what two persons have to do is never done by one, whatever accounts and offices he has."""

import itertools
from datetime import date

import pytest
from builders import KEY, listed_member

from portal.actions import checks, claims, staff, staff_list
from portal.actions.claims import Claimant
from portal.law.checks import Finding as CheckFinding
from portal.law.checks import Reason
from portal.law.offices import DUTIES, Duty, Office
from portal.law.refusals import DecidesOwnMatter
from portal.law.refusals_of_cards import CheckedByOneWithAPart, SecondOfficerNeeded
from portal.law.screening import Outcome
from portal.law.surplus import Finding
from portal.registers.base import db
from portal.registers.cards import find_card
from portal.registers.claims import ClaimOrder
from portal.registers.matching import hide_all
from portal.registers.people import Officer, appointments_in_force
from portal.registers.screening import last_screening
from portal.registers.staff_list import version_in_doubt

MOBILE = "9333300001"
WORDS = "His voter slip and his passbook show another man."
NUMBERS = itertools.count(1)


def holders(duty):
    """Offices to which somebody can be appointed and that carry a duty."""
    return [office for office in Office if duty in DUTIES[office] and office.name != "COMMAND_LINE"]


def each_pair(makers, checkers):
    """Every pair of offices on SQLite, and one on PostgreSQL: who may is asked above the engine."""
    pairs = list(itertools.product(holders(makers), holders(checkers)))
    runs = [(*pair, "sqlite") for pair in pairs] + [(*pairs[-1], "postgresql")]
    return pytest.mark.parametrize(
        ("maker", "checker", "database_url"), runs, indirect=["database_url"]
    )


class Persons:
    """Enters persons and accounts of persons, and changes what office they hold."""

    def __init__(self, people, clock):
        self.by, self.clock = people[Office.ADMINISTRATOR], clock

    def account(self, *offices, phone="", **keys):
        name = f"account {next(NUMBERS)}"
        person = staff.enter_person(
            self.by, self.clock, name=name, sign_in_name=name, phone=phone,
            known_by=hide_all(KEY, **keys),
        )  # fmt: skip
        for office in offices:
            self.appoint(person.id, office)
        return person.id

    def appoint(self, person, office):
        staff.appoint(
            self.by, self.clock, person=person, office=office, since=date(2026, 1, 1),
            order_number=f"T-{next(NUMBERS)}",
        )  # fmt: skip

    def move(self, person, office):
        """End all that he holds, today, and appoint him to another office."""
        for held in appointments_in_force(person, self.clock.at.date()):
            staff.end_appointment(
                self.by, self.clock, appointment=held.id, order_number="T-out",
                from_day=self.clock.at.date(),
            )  # fmt: skip
        self.appoint(person, office)

    def maker(self, office):
        return Officer(self.account(office, phone=MOBILE, identity="ONE MAN"), office)

    def himself_as(self, maker, office):
        """Every way in which the maker may come again: moved meanwhile, and by other accounts."""
        accounts = [
            maker.person_id,
            self.account(office, identity="one-man"),
            self.account(office, phone=f"+91{MOBILE}", identity=f"ELSE {next(NUMBERS)}"),
        ]
        self.move(maker.person_id, office)
        return [Officer(one, office) for one in accounts]

    def stranger(self, office):
        return Officer(self.account(office, identity=f"STRANGER {next(NUMBERS)}"), office)


@pytest.fixture
def persons(inside, people, clock):
    return Persons(people, clock)


@pytest.mark.check("C18")
@each_pair(Duty.KEEP_STAFF_LIST, Duty.KEEP_STAFF_LIST)
def test_who_sent_a_list_in_doubt_never_accepts_it(persons, clock, maker, checker):
    sender = persons.maker(maker)
    whole = [listed_member(number) for number in range(40)]
    for listed in (whole, whole[:20]):
        staff_list.upload_staff_list(sender, clock, order_number="T-60", listed=listed)
    doubt = version_in_doubt().id
    for himself in persons.himself_as(sender, checker):
        with pytest.raises(SecondOfficerNeeded):
            staff_list.accept_staff_list(himself, clock, version=doubt, order_number="T-61")
    assert version_in_doubt().id == doubt
    staff_list.accept_staff_list(
        persons.stranger(checker), clock, version=doubt, order_number="T-62"
    )
    assert version_in_doubt() is None


@pytest.mark.check("C18")
@each_pair(Duty.TAKE_CLAIMS, Duty.DECIDE_CLAIMS)
def test_who_took_a_claim_in_never_decides_it(persons, hands, clock, maker, checker):
    case = hands.take_in(1)
    clock.go(2026, 11, 30)
    hands.sell(case)
    clock.go(2026, 12, 10)
    taker = persons.maker(maker)
    claimant = Claimant("K. Yellaiah", "9848012345", "mine", "000111222333", "SBIN0000001")
    claim = claims.take_claim(taker, clock, case=case, claimant=claimant)
    decision = {
        "case": case, "findings": {claim.id: Finding.ALLOWED},
        "reasons": "The ear-tag card names him; four marks of four agree.",
    }  # fmt: skip
    for himself in persons.himself_as(taker, checker):
        with pytest.raises(DecidesOwnMatter):
            claims.decide_claims(himself, clock, **decision)
    assert db.session.query(ClaimOrder).count() == 0
    claims.decide_claims(persons.stranger(checker), clock, **decision)


@pytest.mark.check("C18")
@each_pair(Duty.DECIDE_CHECKS, Duty.DECIDE_CHECKS)
def test_who_cleared_a_card_is_never_the_second_who_does(persons, hands, clock, maker, checker):
    case = hands.take_in(1)
    clock.go(2026, 11, 30)
    sale = hands.arrange(case)
    hands.open(sale)
    hands.list_staff(phone="9000000077")
    hands.give_card(sale, 30, phone="9000000077")

    def clear(officer):
        return checks.decide_check(
            officer, clock, screening=last_screening(find_card(sale, 30).id).id, words=WORDS,
            finding=CheckFinding.CLEARED, reason=Reason.SHARED_BY_MANY,
        )  # fmt: skip

    first = persons.maker(maker)
    assert clear(first) is Outcome.HOLD
    for himself in persons.himself_as(first, checker):
        with pytest.raises(CheckedByOneWithAPart):
            clear(himself)
    assert last_screening(find_card(sale, 30).id).came_to is Outcome.HOLD
    assert clear(persons.stranger(checker)) is Outcome.NOTE
