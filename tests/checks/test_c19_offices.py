"""C19: nobody gives himself an office, and an office taken away opens nothing at the next request."""

import re
from datetime import date

import pytest
import sqlalchemy as sa
from builders import KEY
from visitor import words

from portal.actions import staff
from portal.law.offices import DUTIES, Office
from portal.law.refusals_of_books import NothingChanged
from portal.law.refusals_of_offices import AppointsHimself
from portal.registers.base import db
from portal.registers.matching import hide_all
from portal.registers.people import Appointment, appointments_in_force
from portal.web.desk import doors

BY_APPOINTMENT = [one for one in Office if one not in {Office.PUBLIC, Office.COMMAND_LINE}]
KEEPERS = [Office.ADMINISTRATOR, Office.COMMISSIONER]


def each(name, offices, sample):
    """Every office on SQLite, and one on PostgreSQL: doors are kept above the engine."""
    runs = [(one, "sqlite") for one in offices] + [(sample, "postgresql")]
    return pytest.mark.parametrize((name, "database_url"), runs, indirect=["database_url"])


def filled(rule):
    return re.sub(r"<string:[^>]+>", "2026-999", re.sub(r"<int:[^>]+>", "999", rule))


def rows():
    counts = {
        name: db.session.scalar(sa.select(sa.func.count()).select_from(table))
        for name, table in db.metadata.tables.items()
    }
    db.session.rollback()
    return counts


@pytest.mark.check("C19")
@each("keeper", KEEPERS, Office.ADMINISTRATOR)
def test_who_keeps_the_appointments_gives_himself_no_office(app, act, sign_in, people, keeper):
    browser, own = sign_in(keeper), people[keeper].person_id
    before = act(lambda: db.session.query(Appointment).count())
    for office in BY_APPOINTMENT:
        reply = browser.send(
            f"/staff/people/{own}/appointments",
            office=office.name, order_number=f"Order {office.name}", since="18-11-2026",
            pound="1",
        )  # fmt: skip
        assert reply.status_code == 422
        assert "Nobody was appointed: this is you" in words(reply.text)
    assert act(lambda: db.session.query(Appointment).count()) == before
    for method, rule, duty in doors(app):
        if duty not in DUTIES[keeper] and method == "GET":
            assert browser.get(filled(rule)).status_code == 403, rule


@pytest.mark.check("C19")
@each("keeper", KEEPERS, Office.ADMINISTRATOR)
def test_nor_does_he_give_one_to_another_account_of_his_or_come_in_by_one(
    inside, people, clock, keeper
):
    by = people[keeper]
    known_by = hide_all(KEY, identity=f"officer-{keeper.name}")
    other = staff.enter_person(by, clock, name="Other", sign_in_name="other", known_by=known_by)
    for office in BY_APPOINTMENT:
        for person in (by.person_id, other.id):
            with pytest.raises(AppointsHimself):
                staff.appoint(
                    by, clock, person=person, office=office, order_number="T-70",
                    since=date(2026, 1, 1),
                )  # fmt: skip
        if office is keeper:
            continue
        with pytest.raises(NothingChanged):
            staff.sign_in(
                by, clock, person=by.person_id, office=office, token_digest="t" * 64,
                ends_at=clock.at,
            )  # fmt: skip


@pytest.mark.check("C19")
@each("office", BY_APPOINTMENT, Office.CLERK)
def test_an_office_taken_away_opens_no_door_at_the_next_request(
    app, sign_in, people, clock, office
):
    browser = sign_in(office)
    token = browser.token()
    remover = Office.COMMISSIONER if office is Office.ADMINISTRATOR else Office.ADMINISTRATOR
    closed = [one for one in doors(app) if one[2] not in DUTIES[Office.PUBLIC]]
    his = [one for one in closed if one[2] in DUTIES[office]]
    method, rule, _ = next(one for one in his if one[0] == "GET")
    assert browser.open(filled(rule), method=method).status_code != 403
    with app.app_context():
        for held in appointments_in_force(people[office].person_id, clock.at.date()):
            staff.end_appointment(
                people[remover], clock, appointment=held.id, order_number="T-71",
                from_day=clock.at.date(),
            )  # fmt: skip
        before = rows()
    for method, rule, _ in his:
        form = {"csrf_token": token} if method == "POST" else None
        reply = browser.open(filled(rule), method=method, data=form)
        assert reply.status_code in {400, 403}, (method, rule, reply.status_code)
    with app.app_context():
        assert rows() == before
