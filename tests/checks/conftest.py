"""A sale that is served by real processes: cases, lots, cards and sign-ins by official acts."""

import json
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

import pytest
from builders import KEY
from flask import session
from flask_wtf.csrf import generate_csrf
from ring_audit import NaiveRegister, Register
from ring_harness import Browser, Clerk, Keys, Phone, Served

from portal.actions import staff
from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.people import NOBODY
from portal.web.sign_in import digest, fresh_token

LOTS_IN_A_SALE = 25
FIRST_CARD = 21


@dataclass
class Yard:
    """A sale day ready to be served: its lots, and who is signed in."""

    url: str
    instance: object
    secret_key: str
    at: datetime
    lots: list = field(default_factory=list)
    bidders: list = field(default_factory=list)
    clerk: Browser | None = None
    began: datetime | None = None

    @property
    def sale(self):
        return self.lots[0][0]

    def move_clock(self, by=timedelta(0), instance=None):
        """Let the clock of the served portal show the hour of the sale, moved by so much."""
        if self.began is None:
            self.began = datetime.now(UTC)  # noqa: TID251
        shift = (self.at + by - self.began).total_seconds()
        moved = (instance or self.instance) / "demo_clock.json"
        fresh = moved.with_suffix(".fresh")
        fresh.write_text(json.dumps({"shift_seconds": shift}), encoding="utf-8")
        fresh.replace(moved)

    def environ(self, instance=None):
        return {
            "PORTAL_ENV": "demo",
            "PORTAL_INSTANCE": str(instance or self.instance),
            "DATABASE_URL": self.url,
            "SECRET_KEY": self.secret_key,
            "MATCHING_KEY": KEY,
        }

    def served(self, instance=None):
        """Give the server; the clock begins with it, if it did not before."""
        where = instance or self.instance
        where.mkdir(exist_ok=True)
        if not (where / "demo_clock.json").exists():
            self.move_clock(instance=where)
        return Served(self.environ(where), where)

    def register(self):
        return Register(self.url)

    def phones(self, served, lot=None, *, seed=0, how_many=None):
        keys = Keys(seed)
        sale, number = lot or self.lots[0]
        return [
            Phone(served.port, browser, sale, number, keys) for browser in self.bidders[:how_many]
        ]

    def clerks(self, served, lot=None, *, seed=1):
        return Clerk(served.port, self.clerk, *(lot or self.lots[0]), Keys(f"clerk {seed}"))


@dataclass
class NaiveYard(Yard):
    """The same yard before the naive build of the same doors, with its planted bugs."""

    bugs: str = ""

    def environ(self, instance=None):  # noqa: ARG002 - it has one instance
        return {"PORTAL_INSTANCE": str(self.instance), "NAIVE_RING": self.bugs}

    def served(self, instance=None):  # noqa: ARG002 - it has one instance
        self.instance.mkdir(exist_ok=True)
        return Served(self.environ(), self.instance, "naive_ring:create_app")

    def register(self):
        return NaiveRegister(self.instance / "naive.db")


@pytest.fixture
def naive_yard(tmp_path):
    """Make a yard before the naive build."""

    def make(bugs, *, bidders, lots=1):
        return NaiveYard(
            url="",
            instance=tmp_path / "naive",
            secret_key="",
            at=datetime.now(UTC),  # noqa: TID251
            lots=[(1, number) for number in range(1, lots + 1)],
            bidders=[Browser(card, f"card={card}", "none") for card in _cards(bidders)],
            clerk=Browser(0, "card=0", "none"),
            bugs=bugs,
        )

    return make


@pytest.fixture
def yard(app, settings, hands, people, clock, tmp_path):
    """Make a yard: so many lots, in as many sales as they need, and so many bidders at each."""

    def make(*, bidders, lots=1, starting_price=1_000, step=100):
        made = Yard(settings.database_url, tmp_path / "served", settings.secret_key, clock.at)
        with app.app_context():
            cases = [hands.take_in(number, on=date(2026, 11, 18)) for number in range(1, lots + 1)]
            clock.go(2026, 11, 30)
            who = [_enter_bidder(people, clock, card) for card in _cards(bidders)]
            for first in range(0, lots, LOTS_IN_A_SALE):
                some = cases[first : first + LOTS_IN_A_SALE]
                sale = hands.arrange(*some, starting_price=starting_price, step=step)
                hands.open(sale)
                for card in _cards(bidders):
                    hands.give_card(sale, card, f"Bidder {card}")
                made.lots += [(sale, number) for number in range(1, len(some) + 1)]
            tokens = [_sign_in(person, Office.BIDDER, clock) for person in who]
            clerks = _sign_in(people[Office.CLERK].person_id, Office.CLERK, clock)
            db.session.remove()
            db.engine.dispose()
        made.bidders = [
            _browser(app, card, token) for card, token in zip(_cards(bidders), tokens, strict=True)
        ]
        made.clerk = _browser(app, 0, clerks)
        made.at = clock.at + timedelta(minutes=10)
        return made

    return make


def _cards(how_many):
    return range(FIRST_CARD, FIRST_CARD + how_many)


def _enter_bidder(people, clock, card):
    by = people[Office.ADMINISTRATOR]
    person = staff.enter_person(
        by, clock, name=f"Bidder {card}", sign_in_name=f"b{card}", phone=f"98480{card:05}"
    )
    staff.appoint(
        by,
        clock,
        person=person.id,
        office=Office.BIDDER,
        order_number="T-1",
        since=date(2026, 1, 1),
    )
    return person.id


def _sign_in(person, office, clock):
    token = fresh_token()
    staff.sign_in(
        NOBODY,
        clock,
        person=person,
        office=office,
        token_digest=digest(token),
        ends_at=clock.at + timedelta(days=365),
    )
    return token


def _browser(app, card, token):
    with app.test_request_context():
        csrf = generate_csrf()
        session["token"], session["seen"] = token, 0.0
        kept = app.session_interface.get_signing_serializer(app).dumps(dict(session))
    return Browser(card, f"portal={kept}", csrf)
