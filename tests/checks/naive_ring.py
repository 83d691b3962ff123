"""The same doors, built the naive way: planted bugs that every check of the ring must find.

`NAIVE_RING` names the bugs, with spaces between; without any it does right, so that a check which
finds fault with it is itself at fault. The price is read and a bid is added under one lock and in
one transaction, unless:

    no_lock            the price is read before, and the bid is added after, without a lock
    no_key             a bid sent again is taken for another one
    answers_first      the answer goes out first, and bids are written down some at a time
    stale              a board is shown as this process last knew it
    open_after_hammer  a bid looks at the price, and not whether the hammer has fallen
    two_hammers        the hammer does not look whether it has fallen
"""

import fcntl
import os
import sqlite3
import threading
import time
from contextlib import contextmanager
from pathlib import Path

from flask import Flask, Response, request

STEP, START = 100, 1_000
WRITE_SOME = 12
TABLES = """
CREATE TABLE IF NOT EXISTS bid
    (id INTEGER PRIMARY KEY, lot INT, place INT, card INT, amount INT, key TEXT, at REAL);
CREATE TABLE IF NOT EXISTS hammer (id INTEGER PRIMARY KEY, lot INT, place INT, amount INT, at REAL);
CREATE TABLE IF NOT EXISTS journal (id INTEGER PRIMARY KEY, lot INT, act TEXT);
"""


class Books:
    """One SQLite file; the tables hold nothing unique."""

    def __init__(self, folder, bugs):
        self.file, self.turn, self.bugs = folder / "naive.db", folder / "turn", bugs
        self.unwritten, self.line = [], threading.RLock()
        with self.open() as connection:
            connection.executescript(TABLES)

    @contextmanager
    def open(self):
        connection = sqlite3.connect(self.file, timeout=60, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            yield connection
        finally:
            connection.close()

    @contextmanager
    def turn_to_write(self):
        if "no_lock" in self.bugs:
            with self.open() as connection:
                yield connection
            return
        with self.line, self.turn.open("w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            with self.open() as connection:
                connection.execute("BEGIN IMMEDIATE")
                yield connection
                connection.execute("COMMIT")

    def state(self, connection, lot):
        last = connection.execute(
            "SELECT place, card, amount FROM bid WHERE lot = ? ORDER BY place DESC, id DESC", (lot,)
        ).fetchone()
        fallen = connection.execute("SELECT 1 FROM hammer WHERE lot = ?", (lot,)).fetchone()
        place, card, amount = last or (0, None, None)
        return place, card, amount, bool(fallen)


def create_app():
    bugs = set(os.environ["NAIVE_RING"].split())
    books = Books(Path(os.environ["PORTAL_INSTANCE"]), bugs)
    app = Flask("naive_ring")
    shown = {}

    def board(lot, state):
        place, card, amount, fallen = state
        following = amount + STEP if amount else START
        version = place + 1 + fallen
        who = (
            f'<div class="who"><dt>Card</dt><dd><b class="n">{card}</b></dd></div>' if card else ""
        )
        return Response(
            f'<section id="board" data-v="{version}" data-state="{"sold" if fallen else "idle"}">'
            f'{who}<data id="next" data-amount="{following}" data-seen="{version}"></data></section>'
        )

    @app.post("/sales/<int:_sale>/lots/<int:lot>/in-ring")
    @app.post("/sales/<int:_sale>/lots/<int:lot>/withdrawal")
    def bring_in(_sale, lot):
        return "", 303

    @app.get("/sales/<int:_sale>/ring/board")
    def ring(_sale):
        return "", 204

    @app.post("/sales/<int:_sale>/lots/<int:lot>/bids")
    def bid(_sale, lot):
        form, card = request.form, int(request.cookies["card"])
        amount, seen, key = int(form["amount"]), int(form["seen"]), form["key"]
        with books.turn_to_write() as connection:
            state = place, leads, top, fallen = books.state(connection, lot)
            used = connection.execute("SELECT card, amount FROM bid WHERE key = ?", (key,))
            if "no_key" not in bugs and (same := used.fetchone()):
                return board(lot, state) if same == (card, amount) else ("", 422)
            if fallen and "open_after_hammer" not in bugs:
                return "", 410
            if leads == card and "no_key" not in bugs:
                return "", 422
            if "no_key" not in bugs and (
                seen != place + 1 or amount < (top or START - STEP) + STEP
            ):
                return "", 409
            time.sleep(0.002)
            row = (lot, place + 1, card, amount, key, time.time())  # noqa: TID251
            if "answers_first" in bugs:
                write_later(row)
            else:
                write(connection, row)
            return board(lot, (place + 1, card, amount, fallen))

    def write(connection, row):
        connection.execute("INSERT INTO journal (lot, act) VALUES (?, 'place phone bid')", row[:1])
        connection.execute(
            "INSERT INTO bid (lot, place, card, amount, key, at) VALUES (?, ?, ?, ?, ?, ?)", row
        )

    def write_later(row):
        books.unwritten.append(row)
        if len(books.unwritten) >= WRITE_SOME:
            some, books.unwritten = books.unwritten, []
            threading.Thread(target=write_some, args=(some,)).start()

    def write_some(some):
        with books.open() as connection:
            for row in some:
                write(connection, row)

    @app.get("/sales/<int:_sale>/lots/<int:lot>/bids/<key>")
    def one_bid(_sale, lot, key):
        with books.open() as connection:
            kept = connection.execute("SELECT 1 FROM bid WHERE key = ?", (key,)).fetchone()
        return "", 200 if kept else 404

    @app.get("/sales/<int:_sale>/lots/<int:lot>/board")
    @app.get("/sales/<int:_sale>/lots/<int:lot>")
    def look(_sale, lot):
        at, state = shown.get(lot, (0.0, None))
        if "stale" not in bugs or time.monotonic() - at > 0.5:
            with books.open() as connection:
                state = books.state(connection, lot)
            shown[lot] = (time.monotonic(), state)
        return board(lot, state)

    @app.post("/sales/<int:_sale>/lots/<int:lot>/hammer")
    def hammer(_sale, lot):
        card, amount = int(request.form["card"]), int(request.form["amount"])
        with books.turn_to_write() as connection:
            place, leads, top, fallen = books.state(connection, lot)
            if fallen and "two_hammers" not in bugs:
                return "", 410
            if (leads, top) != (card, amount):
                return "", 422
            connection.execute("INSERT INTO journal (lot, act) VALUES (?, 'knock down')", (lot,))
            connection.execute(
                "INSERT INTO hammer (lot, place, amount, at) VALUES (?, ?, ?, ?)",
                (lot, place, top, time.time()),  # noqa: TID251
            )
            return "", 303

    return app
