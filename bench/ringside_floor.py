"""The floor: the transaction of a bid in plain SQL through the driver, behind a bare Flask view.

It keeps every promise of the record: one writer at a time, the price that was seen, the bid, the
journal line held fast to the one before, the case it concerns, and an answer only after a durable
commit. `portal verify` agrees with what it writes. It leaves out what the portal adds: sign-in,
token, form, ORM, law, template, headers, log.

Inside its transaction it sends the driver the portal's own statements, word for word: the end of
the journal, the office held today, the card with its limit and what it shares with the staff list,
the key, the lot as it stands; then the bid, the line and the case. Outside it asks nothing.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
from flask import Flask, Response, request
from sqlalchemy import Dialect, make_url

from portal.clock import SystemClock
from portal.law.days import legal_date
from portal.law.offices import Office
from portal.registers import bidders, journal, people, ring
from portal.registers.base import BUSY_MILLISECONDS, WRITE_LOCK
from portal.registers.journal import Words, hold
from portal.registers.prepared import Prepared

# The statements, each with ? where the driver puts a value in.
LOT = "SELECT id, impounding_id, starting_price, step FROM lot WHERE sale_id = ? AND number = ?"
PERSON = """
SELECT person.id FROM card JOIN person ON person.phone = card.phone
WHERE card.sale_id = ? AND card.number = ?
"""
BID = """
INSERT INTO bid (lot_id, place, card_id, amount, channel, key, at, by_id)
VALUES (?, ?, ?, ?, 'phone', ?, ?, ?)
"""
LINE = """
INSERT INTO journal_line (id, at, by_id, office, act, cites, particulars, held)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
CONCERN = "INSERT INTO journal_concern (journal_line_id, impounding_id) VALUES (?, ?)"
STATEMENTS = (LOT, PERSON, BID, LINE, CONCERN)
ACT, SUB_SECTION = "place phone bid", "3"
RECORDED, MOVED, AHEAD = 200, 409, 422
PRAGMAS = (
    f"busy_timeout = {BUSY_MILLISECONDS}",
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "recursive_triggers = ON",
    "trusted_schema = OFF",
)


@dataclass(frozen=True)
class Answer:
    """What became of a bid, and what the next one must send."""

    status: int
    amount: int
    seen: int
    leader: int = 0


@dataclass(frozen=True)
class Lot:
    """What never changes of a lot, in paise."""

    id: int
    impounding_id: int
    starting_price: int
    step: int


class Floor:
    """One database through its driver, with a connection for each thread."""

    def __init__(self, url: str, instance: Path) -> None:
        """Name the database as SQLAlchemy does; the clock is moved as the demo's is."""
        self._lite = url.startswith("sqlite:///")
        self._address = url.removeprefix("sqlite:///").replace("+psycopg", "")
        self._own = threading.local()
        self._line = threading.Lock()
        moved = json.loads((instance / "demo_clock.json").read_text(encoding="utf-8"))
        self._shift = timedelta(seconds=moved["shift_seconds"])
        mark = "?" if self._lite else "%s"
        self._sql = {one: one.replace("?", mark) for one in STATEMENTS}
        self._lots: dict[tuple[int, int], Lot] = {}
        self._people: dict[tuple[int, int], int] = {}
        self._dialect: Dialect = make_url(url).get_dialect()()

    def bid(self, sale: int, lot: int, *, card: int, amount: int, seen: int, key: str) -> Answer:
        """Record one bid of so many rupees, or refuse it; return after the commit."""
        with self._writing() as connection:
            last_id, last_at, held = self._ask(connection, journal.END)
            at = max(SystemClock().now() + self._shift, _instant(last_at))
            facts = self._facts(connection, sale, lot)
            person = self._person(connection, sale, card)
            today, office = legal_date(at), Office.BIDDER.value
            self._ask(connection, people.HOLDS, person=person, office=office, today=today)
            card_id = self._ask(connection, bidders.OF_PERSON, sale=sale, person=person)[0]
            self._ask(connection, bidders.SAME, lot=facts.id, key=key)
            stands = self._ask(connection, ring.STANDS, lot=facts.id)
            place, following = stands.last_place or 0, self._following(facts, stands)
            if stands.card == card:
                return Answer(AHEAD, following // 100, place + stands.moved)
            if seen != place + stands.moved or amount * 100 != following:
                return Answer(MOVED, following // 100, place + stands.moved)
            written = f"{at:%Y-%m-%d %H:%M:%S.%f}" if self._lite else at.replace(tzinfo=None)
            bid = (facts.id, place + 1, card_id, following, key, written, person)
            connection.execute(self._sql[BID], bid)
            told = {"sale": str(sale), "lot": str(lot), "amount": f"{amount}.00"}
            told |= {"seen": str(seen), "key": key}
            words = Words(last_id + 1, at, person, office, ACT, SUB_SECTION, told)
            line = (words.id, written, person, office, ACT, SUB_SECTION, json.dumps(told))
            connection.execute(self._sql[LINE], (*line, hold(words, held)))
            connection.execute(self._sql[CONCERN], (words.id, facts.impounding_id))
        return Answer(RECORDED, (following + facts.step) // 100, place + 1 + stands.moved)

    def look(self, sale: int, lot: int) -> Answer:
        """Tell what the next bid must send."""
        connection = self._connection()
        facts = self._facts(connection, sale, lot)
        stands = self._ask(connection, ring.STANDS, lot=facts.id)
        seen = (stands.last_place or 0) + stands.moved
        return Answer(RECORDED, self._following(facts, stands) // 100, seen, stands.card or 0)

    def _following(self, lot: Lot, stands: Any) -> int:
        """Give the next bid in paise."""
        return lot.starting_price if stands.amount is None else stands.amount + lot.step

    def _person(self, connection: Any, sale: int, card: int) -> int:
        """Tell whose card it is; kept, as the portal asks it at the door and not at the lock."""
        found = self._people.get((sale, card))
        if found is None:
            found = self._people[sale, card] = self._one(connection, PERSON, sale, card)[0]
        return found

    def _ask(self, connection: Any, question: Prepared, **places: object) -> Any:
        """Send one of the portal's questions, and give the row as the driver gives it."""
        written = question.written_for(self._dialect)
        kept = connection.execute(written.words, written.values(places)).fetchone()
        return kept and written.row(*kept)

    def _facts(self, connection: Any, sale: int, lot: int) -> Lot:
        found = self._lots.get((sale, lot))
        if found is None:
            found = self._lots[sale, lot] = Lot(*self._one(connection, LOT, sale, lot))
        return found

    def _one(self, connection: Any, question: str, *places: object) -> Any:
        return connection.execute(self._sql[question], places).fetchone()

    @contextmanager
    def _writing(self) -> Iterator[Any]:
        """Hold the write lock as an official act does: a fair turn before SQLite's own."""
        connection = self._connection()
        with self._turn():
            connection.execute("BEGIN IMMEDIATE" if self._lite else "BEGIN")
            try:
                if not self._lite:
                    connection.execute(f"SET LOCAL lock_timeout = {BUSY_MILLISECONDS}")
                    connection.execute("SELECT pg_advisory_xact_lock(%s)", (WRITE_LOCK,))
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._lite:
            yield
            return
        with self._line:
            place = os.open(f"{self._address}-turn", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(place, fcntl.LOCK_EX)
                yield
            finally:
                os.close(place)

    def _connection(self) -> Any:
        found = getattr(self._own, "connection", None)
        if found is None:
            found = self._own.connection = self._connect()
        return found

    def _connect(self) -> Any:
        if not self._lite:
            return psycopg.connect(self._address, autocommit=True)
        lite = sqlite3.connect(self._address, isolation_level=None)
        for pragma in PRAGMAS:
            lite.execute(f"PRAGMA {pragma}")
        return lite


def _instant(kept: str | datetime) -> datetime:
    at = datetime.fromisoformat(kept) if isinstance(kept, str) else kept
    return at.replace(tzinfo=UTC)


def create_floor() -> Flask:
    """Put the bare application together: the two doors that the load asks, and nothing else."""
    floor = Floor(os.environ["DATABASE_URL"], Path(os.environ["PORTAL_INSTANCE"]))
    app = Flask("floor")

    def said(answer: Answer) -> Response:
        body = f'<data id="next" data-amount="{answer.amount}" data-seen="{answer.seen}"></data>'
        if answer.leader:
            body += f'<dd class="who">Card<b class="n">{answer.leader}</b></dd>'
        return Response(body, answer.status)

    @app.post("/sales/<int:sale>/lots/<int:lot>/bids")
    def bid(sale: int, lot: int) -> Response:
        form = request.form
        amount, seen, card = int(form["amount"]), int(form["seen"]), int(form["card"])
        return said(floor.bid(sale, lot, card=card, amount=amount, seen=seen, key=form["key"]))

    @app.get("/sales/<int:sale>/lots/<int:lot>/board")
    def board(sale: int, lot: int) -> Response:
        return said(floor.look(sale, lot))

    return app
