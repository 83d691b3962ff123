"""The demonstration: a door for each of its people, and a day that goes forward only."""

import os
import re
import shutil
from datetime import timedelta
from html import unescape

import pytest
from sqlalchemy import select
from visitor import Visitor, words

from portal.app import create_app
from portal.cli import make_demo
from portal.clock import ClockGoesForwardOnly, MovableClock
from portal.config import read_settings
from portal.demo.again import NotTheDemo, put_away
from portal.demo.sample import FIRST_MORNING, PEOPLE
from portal.law.money import Money
from portal.registers.base import db
from portal.registers.bids import Bid
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
    assert public.get("/demo/again").status_code == 404
    assert public.send("/demo/again", sure="yes").status_code == 404
    assert public.send("/demo/ready").status_code == 404
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


class Newcomer:
    """Somebody who only follows what a page shows, and counts the pages he had to open."""

    def __init__(self, client):
        self.client, self.pages, self.steps = client, 0, 0
        self.at, self.page = "", ""

    def open(self, address):
        reply = self.client.get(address)
        self.pages += 1
        while reply.status_code in {301, 302, 303}:
            address = reply.headers["Location"]
            reply = self.client.get(address)
            self.pages += 1
        assert reply.status_code == 200, (address, reply.status_code)
        self.at, self.page = address, reply.text

    def follow(self, words_of_link):
        """Press a link that the page shows under these words."""
        self.steps += 1
        links = re.findall(r'<a [^>]*href="([^"]+)"[^>]*>(.*?)</a>', self.page, re.DOTALL)
        [address, *_] = [href for href, said in links if words_of_link in words(said)]
        self.open(unescape(address))

    def press(self, words_of_button):
        """Press a button that the page shows, sending its form as it stands."""
        self.steps += 1
        for form in re.findall(r"<form.*?</form>", self.page, re.DOTALL):
            buttons = re.findall(r"<button.*?</button>", form, re.DOTALL)
            if any(words_of_button in words(one) for one in buttons):
                break
        else:
            raise AssertionError((words_of_button, words(self.page)[:800]))
        action = unescape(re.search(r'action="([^"]+)"', form)[1])
        fields = [
            re.findall(r'(name|value)="([^"]*)"', one) for one in re.findall("<input[^>]*>", form)
        ]
        reply = self.client.post(
            action, data={dict(one)["name"]: dict(one).get("value", "") for one in fields}
        )
        self.pages += 1
        if reply.status_code == 303:
            self.open(reply.headers["Location"])
        else:
            assert reply.status_code == 200, (action, reply.status_code, words(reply.text)[:600])
            self.page = reply.text


MOST_PAGES = 15


def test_a_newcomer_bids_by_following_the_pages_alone(browser, demo):
    """From the front page, whose address `make run` prints beside the demo's, to a recorded bid."""
    newcomer = Newcomer(browser())
    newcomer.open("/")
    newcomer.follow("New here? Make your first bid")
    newcomer.press("Make a sale ready")
    assert "Go in as the bidder, and bid" in words(newcomer.page)
    newcomer.press("Ramesh Yadav")
    newcomer.press("Bid ₹5,000")
    assert "You are ahead" in words(newcomer.page)
    with demo.app_context():
        [bid] = db.session.scalars(select(Bid)).all()
        assert bid.amount == Money.of(rupees=5_000)
    assert newcomer.steps == 4
    assert newcomer.pages <= MOST_PAGES


def test_a_sale_is_made_ready_once(browser):
    visitor = browser()
    visitor.do("/demo/ready")
    again = visitor.send("/demo/ready")
    assert again.status_code == 422
    assert "Nothing was made ready: a sale is on today already" in words(again.text)


def test_the_six_doors_of_the_act_come_first_each_with_what_to_try(browser):
    page = browser().see("/demo")
    doors = re.findall(r'<button class="room" id="door-(\w+)">(.*?)</button>', page, re.DOTALL)
    assert [name for name, _said in doors[:6]] == [
        "lakshmi", "ramesh", "public", "srinivas", "meera", "commissioner",
    ]  # fmt: skip
    assert ["Try:" in said for _name, said in doors] == [True] * 6 + [False] * (len(doors) - 6)


def test_start_again_asks_first_and_then_nothing_that_was_done_is_left(browser, demo):
    visitor = browser()
    visitor.do("/demo/ready")
    visitor.do("/demo/doors/lakshmi")
    visitor.do("/demo/day", day="16-12-2026", hour="10:00")
    assert "All that was done in this demo goes" in words(visitor.see("/demo/again"))
    visitor.do("/demo/again")  # without the answer: it is asked again
    assert passed(demo) > timedelta(days=13)
    page = words(visitor.do("/demo/again", sure="yes"))
    assert "The demo begins anew" in page
    assert "Today is Wed 2 Dec 2026" in page
    assert passed(demo) < timedelta(minutes=5)
    assert "Lakshmi Devi: runs the desk" in page
    assert visitor.get("/sale-desk").status_code in {302, 303, 401, 403}
    assert visitor.get("/sales/1").status_code == 404
    visitor.do("/demo/ready")  # the fresh books take what the old ones took
    visitor.see("/sales/1/lots/1")


def test_nothing_but_a_demo_is_put_away(settings):
    with pytest.raises(NotTheDemo):
        put_away(settings)
