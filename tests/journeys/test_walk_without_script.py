"""The whole road by a visitor without JavaScript, on both engines; the books agree at each step."""

import io
from dataclasses import replace
from datetime import datetime

import pytest
from forms import find_form
from visitor import Visitor, words
from walk import walk

from portal.app import create_app
from portal.clock import MovableClock
from portal.config import Mode
from portal.demo.sample import FIRST_MORNING, write_sample
from portal.registers.base import db
from portal.registers.books import differences
from portal.registers.upgrade import upgrade


class WalkerWithoutScript:
    def __init__(self, app, name):
        self.client = app.test_client()
        self.client.__class__ = Visitor
        self.html = self.address = ""
        if name:
            self.send("/demo", f"/demo/doors/{name}")

    def see(self, address):
        reply = self.client.get(address, follow_redirects=True)
        self._keep(reply)
        assert reply.status_code == 200, (address, reply.status_code)

    def send(self, page, action, *, which=0, **answers):
        if page:
            self.see(page)
        form = find_form(self.html, action, which)
        for name, answer in answers.items():
            some = answer if isinstance(answer, list) else [answer]
            if name in form.offered:
                assert set(some) <= set(form.offered[name]), (name, form.offered[name])
        sent = form.answers | answers
        if form.method == "get":
            sent.pop("csrf_token", None)
            reply = self.client.get(action, query_string=sent, follow_redirects=True)
        else:
            files = {n: (io.BytesIO(a[1]), a[0]) for n, a in sent.items() if isinstance(a, tuple)}
            assert not files or form.multipart
            reply = self.client.post(action, data=sent | files, follow_redirects=True)
        assert reply.status_code < 500, (action, reply.status_code)
        self._keep(reply)

    def _keep(self, reply):
        self.html, self.address = reply.text, reply.request.path

    def text(self):
        return words(self.html)

    def number_in_address(self):
        return int(self.address.split("/")[2])


@pytest.fixture
def empty_url(request, tmp_path):
    """A database with nothing in it."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'walk.db'}"
        return
    server = request.getfixturevalue("postgresql")
    server.psql("DROP DATABASE IF EXISTS walk")
    server.psql("CREATE DATABASE walk")
    yield server.get_uri("walk").replace("postgresql://", "postgresql+psycopg://")


@pytest.mark.parametrize("empty_url", ["sqlite", "postgresql"], indirect=True)
def test_the_november_register_is_walked_to_its_end(empty_url, tmp_path, make_settings):
    settings = replace(make_settings(empty_url, tmp_path), mode=Mode.DEMO)
    upgrade(settings.database_url)
    app = create_app(settings)
    clock = MovableClock(settings.moved_clock)
    clock.move_to(FIRST_MORNING)
    with app.app_context():
        write_sample(settings, clock)
        db.session.remove()

    def check():
        with app.app_context():
            assert list(differences()) == []
            db.session.remove()

    def move_to(day, hour):
        anybody = WalkerWithoutScript(app, None)
        anybody.send("/demo", "/demo/day", day=day, hour=hour)
        at = datetime.strptime(f"{day} {hour}", "%d-%m-%Y %H:%M")  # noqa: DTZ007
        assert f"{at:%d}" in anybody.text()

    walk(lambda name: WalkerWithoutScript(app, name), check, move_to)
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
