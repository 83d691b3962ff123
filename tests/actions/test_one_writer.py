"""One writer at a time: an act waits for its turn, and asks only once it holds the lock."""

import sqlite3
import threading

import psycopg
import pytest
from sqlalchemy.exc import OperationalError

from portal.actions.official import official_act
from portal.law.offices import Duty, Office
from portal.registers import turn
from portal.registers.base import WRITE_LOCK, db
from portal.registers.journal import end_of_journal


@pytest.fixture
def sale(inside, hands, clock):
    case = hands.take_in(1)
    clock.go(2026, 11, 30)
    sale = hands.arrange(case)
    hands.open(sale)
    hands.give_card(sale, 23)
    hands.bring_in(sale)
    return sale


def test_acts_at_the_same_moment_all_have_their_line(app, sale, hands):
    before, faults, together = end_of_journal().id, [], threading.Barrier(8)

    def one(number):
        with app.app_context():
            together.wait()
            try:
                hands.give_card(sale, 60 + number)
            except Exception as fault:  # noqa: BLE001 - any fault of any thread is one too many
                faults.append(fault)
            finally:
                db.session.remove()

    db.session.remove()
    threads = [threading.Thread(target=one, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (faults, end_of_journal().id) == ([], before + 8)


def test_an_act_holds_the_lock_before_it_asks(app, sale, people, clock, settings):
    @official_act(Duty.RECORD_BIDS)
    def probe(act):
        if settings.database_url.startswith("sqlite"):
            other = sqlite3.connect(settings.database_url.removeprefix("sqlite:///"), timeout=0)
            try:
                other.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return "locked"
            finally:
                other.close()
            return "free"
        with psycopg.connect(settings.database_url.replace("+psycopg", "")) as other:
            free = other.execute("SELECT pg_try_advisory_lock(%s)", (WRITE_LOCK,)).fetchone()[0]
        return "free" if free else "locked"

    assert probe(people[Office.CLERK], clock) == "locked"


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_an_act_waits_for_its_turn(sale, hands, monkeypatch):
    monkeypatch.setattr(turn, "LONGEST_WAIT", 0.05)
    with turn.turn_to_write(db.engine), pytest.raises(OperationalError):
        hands.bid(sale, 5_000)
