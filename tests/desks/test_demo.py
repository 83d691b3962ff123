"""The demonstration: a door for each of its people, and a day that goes forward only."""

import os
import re
import shutil
from datetime import timedelta

import pytest
from visitor import Visitor, words

from portal.app import create_app
from portal.cli import make_demo
from portal.clock import ClockGoesForwardOnly, MovableClock
from portal.config import read_settings
from portal.demo.sample import FIRST_MORNING, PEOPLE
from portal.registers.base import db
from portal.registers.journal import last_line


def settings_in(instance):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PORTAL_ENV", "demo")
        patch.setenv("PORTAL_INSTANCE", str(instance))
        patch.delenv("DATABASE_URL", raising=False)
        return read_settings(os.environ)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    instance = tmp_path_factory.mktemp("demo")
    make_demo(settings_in(instance))
    return instance


@pytest.fixture
def demo(made, tmp_path):
    """A demo as a newcomer finds it, to be spoilt by one test."""
    instance = tmp_path / "instance"
    shutil.copytree(made, instance)
    app = create_app(settings_in(instance))
    yield app
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@pytest.fixture
def browser(demo):
    def fresh():
        client = demo.test_client()
        client.__class__ = Visitor
        return client

    return fresh


def passed(demo):
    """How far the demo is from its first morning."""
    return demo.extensions["clock"].now() - FIRST_MORNING


def test_outside_the_demo_there_is_no_such_door(app, sign_in):
    from portal.law.offices import Office

    public = sign_in(Office.PUBLIC)
    assert public.get("/demo").status_code == 404
    assert public.send("/demo/doors/lakshmi").status_code == 404
    assert public.send("/demo/day", day="16-12-2026", hour="10:00").status_code == 404
    assert "Change the day" not in public.see("/sign-in")


def test_every_person_has_a_door_to_the_room_where_the_work_waits(browser):
    newcomer = browser()
    page = words(newcomer.see("/demo"))
    assert re.search(r"Today is Wed 2 Dec 2026 ?, 10:0", page)
    for someone in PEOPLE:
        assert f"{someone.name}: {someone.does}" in page.replace("&#39;", "'")
        room = newcomer.do(f"/demo/doors/{someone.sign_in_name}")
        assert someone.name in room.replace("&#39;", "'")
    assert newcomer.send("/demo/doors/nobody").status_code == 404
    assert "Sign in" in newcomer.do("/sign-out")


def test_two_browsers_are_two_people_at_once(browser):
    clerk, auditor = browser(), browser()
    clerk.do("/demo/doors/lakshmi")
    auditor.do("/demo/doors/thomas")
    for _turn in range(2):
        clerk.see("/sale-desk")
        auditor.see("/journal")
        assert clerk.get("/journal").status_code == 403
        assert auditor.send("/rates", number="x").status_code == 403


def test_the_next_day_comes_for_everybody_and_stands_in_the_journal(browser, demo):
    clerk, auditor = browser(), browser()
    clerk.do("/demo/doors/lakshmi")
    auditor.do("/demo/doors/thomas")
    page = words(clerk.do("/demo/ahead", days="1", counted_from="2026-12-02"))
    assert "It is now Thu 3 Dec 2026, 10:00" in page
    assert "Thu 3 Dec 2026" in auditor.see("/demo")
    assert timedelta(days=1) <= passed(demo) < timedelta(days=1, minutes=5)
    journal = words(auditor.see("/journal"))
    assert "Move clock" in journal
    assert "Lakshmi Devi" in journal
    page = words(auditor.do("/demo/ahead", days="2", counted_from="2026-12-03"))
    assert "It is now Sat 5 Dec 2026, 10:00" in page


def test_a_button_pressed_twice_moves_the_day_once(browser, demo):
    public = browser()
    public.do("/demo/ahead", days="3", counted_from="2026-12-02")
    again = public.send("/demo/ahead", days="3", counted_from="2026-12-02")
    assert again.status_code == 422
    assert "The day was not moved: time goes forward only" in words(again.text)
    assert timedelta(days=3) <= passed(demo) < timedelta(days=3, minutes=5)


def test_a_day_and_an_hour_are_gone_to_exactly(browser, demo):
    page = words(browser().do("/demo/day", day="16-12-2026", hour="16:05"))
    assert re.search(r"Today is Wed 16 Dec 2026 ?, 16:0", page)


@pytest.mark.parametrize(
    ("url", "form", "says"),
    [
        ("/demo/day", {"day": "1-12-2026", "hour": "10:00"}, "time goes forward only"),
        ("/demo/day", {"day": "1-1-2030", "hour": "10:00"}, "400 days at a time are the most"),
        ("/demo/day", {"day": "soon", "hour": "25:00"}, "Day must be a day, like 30-11-2026"),
        ("/demo/day", {"day": "16-12-2026", "hour": ""}, "Enter the hour, like 10:00"),
        ("/demo/ahead", {"days": "61", "counted_from": "2026-12-02"}, "a number from 0 to 60"),
        ("/demo/ahead", {"days": "-1", "counted_from": "2026-12-02"}, "a number from 0 to 60"),
        ("/demo/ahead", {"days": "5"}, "Open the page again and choose there"),
        ("/demo/ahead", {"days": "0", "counted_from": "2026-12-02"}, "time goes forward only"),
    ],
)
def test_the_day_stays_where_it_is_and_the_page_says_why(browser, demo, url, form, says):
    reply = browser().send(url, **form)
    assert reply.status_code == 422
    assert says in words(reply.text)
    if "day" in form:
        assert f'value="{form["day"]}"' in reply.text
    assert passed(demo) < timedelta(minutes=5)
    with demo.app_context():
        assert last_line().act != "move clock"


def test_a_day_that_somebody_else_moved_meanwhile_is_told(browser, monkeypatch):
    def overtaken(_clock, _instant):
        raise ClockGoesForwardOnly

    monkeypatch.setattr(MovableClock, "move_to", overtaken)
    reply = browser().send("/demo/day", day="16-12-2026", hour="10:00")
    assert reply.status_code == 422
    assert "time goes forward only" in words(reply.text)
