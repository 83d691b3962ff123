"""Who may open which door. Add a route and docs/doors.txt must grow, or the test fails."""

from dataclasses import replace
from pathlib import Path

import pytest

from portal.app import create_app
from portal.config import Mode
from portal.law.offices import DUTIES, Duty, Office
from portal.web.desk import DoorWithoutDuty, doors, doors_as_written, require_duties

WRITTEN = Path("docs/doors.txt")


@pytest.mark.check("C20")
def test_every_door_opens_to_exactly_those_written_down(settings, clock):
    """After a change of doors: `portal doors > docs/doors.txt`, and read what changed."""
    demo = create_app(replace(settings, mode=Mode.DEMO), clock=clock)
    assert doors_as_written(demo) == WRITTEN.read_text(encoding="utf-8")


def test_every_parameter_is_typed(app):
    for _method, rule, _duty in doors(app):
        for part in rule.split("<")[1:]:
            assert ":" in part.split(">")[0], rule


def test_a_door_with_no_duty_is_found_before_the_portal_opens(app):
    app.add_url_rule("/forgotten", "forgotten", lambda: "secret")
    with pytest.raises(DoorWithoutDuty, match="/forgotten"):
        require_duties(app)


def test_a_door_with_no_duty_opens_to_nobody(app, sign_in):
    app.add_url_rule("/forgotten", "forgotten", lambda: "secret")
    assert sign_in(Office.COMMISSIONER).get("/forgotten").status_code == 403


def filled(rule):
    """An address of a door, with a number or a case that is not there."""
    import re

    rule = re.sub(r"<int:[^>]+>", "999", rule)
    return re.sub(r"<string:[^>]+>", "2026-999", rule)


OFFICES = [office for office in Office if office is not Office.COMMAND_LINE]


@pytest.mark.check("C20")
@pytest.mark.parametrize("office", OFFICES)
def test_the_gate_agrees_with_the_table(app, sign_in, office):
    """Every door, tried by every office: 403 to those without the duty and to nobody else."""
    client = sign_in(office)
    token = client.token()
    for method, rule, duty in doors(app):
        if rule == "/sign-out":
            continue
        form = {"csrf_token": token} if method == "POST" else None
        reply = client.open(filled(rule), method=method, data=form)
        closed = reply.status_code == 403
        assert closed == (duty not in DUTIES[office]), (method, rule, reply.status_code)
        assert reply.status_code < 500, (method, rule)


@pytest.mark.check("C22")
def test_every_form_needs_the_token_of_the_browser_that_sends_it(app, sign_in):
    client, other = sign_in(Office.CLERK), sign_in(Office.CLERK)
    foreign = other.token()
    for method, rule, _duty in doors(app):
        if method != "POST":
            continue
        for form in ({}, {"csrf_token": "x"}, {"csrf_token": foreign}):
            reply = client.post(filled(rule), data=form, headers={"HX-Request": "true"})
            assert reply.status_code == 400, (rule, reply.status_code)


@pytest.mark.check("C22")
def test_no_page_writes(app, sign_in, hands, clock):
    """Every page, opened by every office that may, leaves every table as it was."""
    import sqlalchemy as sa

    from portal.registers.base import db

    def rows():
        counts = {
            name: db.session.scalar(sa.select(sa.func.count()).select_from(table))
            for name, table in db.metadata.tables.items()
        }
        db.session.rollback()
        return counts

    for office in (Office.CLERK, Office.ACCOUNTS, Office.COMMISSIONER, Office.CLAIMS_OFFICER):
        client = sign_in(office)
        with app.app_context():
            before = rows()
        for method, rule, duty in doors(app):
            if method == "GET" and duty in DUTIES[office]:
                client.get(filled(rule))
        with app.app_context():
            assert rows() == before


def test_the_pound_keeper_has_no_part_in_cards_bids_or_the_ring():
    barred = {
        Duty.GIVE_CARDS,
        Duty.SEE_RING,
        Duty.RECORD_BIDS,
        Duty.KNOCK_DOWN,
        Duty.ARRANGE_SALE,
        Duty.TAKE_PAYMENT,
    }
    assert not barred & DUTIES[Office.POUND_KEEPER]


def test_the_demo_doors_are_in_the_demo_only(settings, clock):
    app = create_app(settings, clock=clock)
    assert app.test_client().get("/demo").status_code == 404
