"""C43: what a form does not declare is not written, and what it leaves out is not cleared."""

import re
from dataclasses import replace

import pytest
import sqlalchemy as sa
from forms import Forms
from test_walk_without_script import WalkerWithoutScript
from visitor import Visitor
from walk import walk

from portal.app import create_app
from portal.clock import MovableClock
from portal.config import Mode
from portal.demo.sample import FIRST_MORNING, write_sample
from portal.law.offices import DUTIES, Office
from portal.registers.base import db
from portal.registers.upgrade import upgrade
from portal.web.claim_form import ClaimForm
from portal.web.desk import doors

# A claim from home is one form on seven pages: what a later one asks is declared already, and `at`
# and `to` say only which page comes next.
ON_OTHER_PAGES = {"at", "to"} | {
    name for name in dir(ClaimForm) if hasattr(getattr(ClaimForm, name), "field_class")
}
CANARY = "430043"  # figures, so that it would fit a number, a sum, a reference and a text
ATTACKED = {"is_admin", "owner_id", "status", "amount", "approved_by", "created_at", "role"}


def columns():
    """The name of every column of every table, and what an attacker would try besides."""
    return ATTACKED | {one.name for table in db.metadata.sorted_tables for one in table.columns}


def every_row():
    """Each table with its rows, by what they are called by."""
    found = {}
    for name, table in db.metadata.tables.items():
        key = [one.name for one in table.primary_key]
        for row in db.session.execute(sa.select(table)).mappings():
            found[name, *(row[one] for one in key)] = dict(row)
    db.session.rollback()
    return found


def cells_with(canary, rows):
    return [
        (name, column)
        for name, row in rows.items()
        for column, cell in row.items()
        if canary in str(cell).replace(",", "")
    ]


class Attacker(Visitor):
    """A browser that sends with each form every column its page did not ask for."""

    declared, sent = {}, 0

    def open(self, *args, **kwargs):
        reply = super().open(*args, **kwargs)
        if "html" in reply.content_type:
            for form in Forms(reply.text).forms:
                asked = self.declared.setdefault(form.action, set())
                asked |= set(form.answers) | set(form.offered)
                if form.action.startswith("/claims/new/"):
                    asked |= ON_OTHER_PAGES
        return reply

    def post(self, action, *, data, **more):
        extra = columns() - self.declared.get(action, set()) - set(data)
        Attacker.sent += len(extra)
        return super().post(action, data=data | dict.fromkeys(extra, CANARY), **more)


class AttackingWalker(WalkerWithoutScript):
    def __init__(self, app, name):
        self.client = app.test_client()
        self.client.__class__ = Attacker
        self.html = self.address = ""
        if name:
            self.send("/demo", f"/demo/doors/{name}")


@pytest.mark.check("C43")
def test_on_the_whole_road_no_column_is_written_that_its_form_does_not_declare(
    tmp_path, make_settings
):
    settings = replace(make_settings(f"sqlite:///{tmp_path / 'walk.db'}", tmp_path), mode=Mode.DEMO)
    upgrade(settings.database_url)
    app = create_app(settings)
    clock = MovableClock(settings.moved_clock)
    clock.move_to(FIRST_MORNING)
    with app.app_context():
        write_sample(settings, clock)
        db.session.remove()

    def move_to(day, hour):
        AttackingWalker(app, None).send("/demo", "/demo/day", day=day, hour=hour)

    walk(lambda name: AttackingWalker(app, name), lambda: None, move_to)
    with app.app_context():
        found = cells_with(CANARY, every_row())
        db.session.remove()
        db.engine.dispose()
    assert Attacker.sent > 5_000
    assert found == []


def real(rule):
    """A door at things that are there."""
    return re.sub(r"<string:[^>]+>", "2026-412", re.sub(r"<int:[^>]+>", "1", rule))


@pytest.mark.check("C43")
@pytest.mark.parametrize("ticks", ["left out", "sent as no"])
def test_a_form_sent_with_every_column_or_with_nothing_changes_no_row_that_stands(
    app, rows_of_every_kind, sign_in, ticks
):
    flags = {
        one.name
        for table in db.metadata.sorted_tables
        for one in table.columns
        if isinstance(one.type, sa.Boolean)
    }
    assert flags
    before = every_row()
    db.session.remove()
    extra = dict.fromkeys(columns() - flags, CANARY) if ticks != "left out" else {}
    extra |= dict.fromkeys(flags, "") if ticks != "left out" else {}
    browsers = {}
    for method, rule, duty in doors(app):
        if method != "POST" or rule == "/sign-out":
            continue
        office = next(one for one in Office if duty in DUTIES[one] and one.name != "COMMAND_LINE")
        browser = browsers.get(office) or browsers.setdefault(office, sign_in(office))
        reply = browser.send(real(rule), **extra)
        assert reply.status_code < 500, rule
    after = every_row()
    assert {name: row for name, row in after.items() if name in before} == before
