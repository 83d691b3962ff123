"""How fast the live ring is, against a floor that is measured in the same run.

    make bench-ring               both engines, in words
    make bench-ring JSON=1        the same as JSON; keys of ratios end in _ratio_to_floor
    make bench-ring SECONDS=1     short runs
    make bench-ring PROFILE=1     where the time of a bid goes

Portal and floor are served side by side and measured in turns, so that what else the machine does
falls on both. Ends with 1 if a bid that was accepted is not in the register, or the books differ.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ringside_load import Tally, bid_for
from ringside_profile import profile
from ringside_raw import MOST_PROCESSES, Raw, raw_engine
from ringside_served import FLOOR, PORTAL, Served, bell_of, served, verified
from ringside_watch import OneBidder, Told, poll, watch
from ringside_yard import MANY_LOTS, Ground, Place, Yard, ground

ENGINES = ("sqlite", "postgresql")
ROUNDS = 2  # turns of portal and floor in each comparison
WARM_SECONDS = 4.0  # a worker is three seconds old before its bids cost the same
WATCHERS, BIDS_WATCHED, POLLERS, POLL_SECONDS = (500, 2_000), 20, 2_000, 8.0
RAW_PROCESSES = (1, MOST_PROCESSES)
AGREE = "The books agree."
Say = Callable[[str], None]


@dataclass(frozen=True)
class Shape:
    """One way of bidding: on how many lots, over how many connections, before how many workers."""

    name: str
    words: str
    lots: int
    lines: int
    share: float = 1.0  # of the seconds asked for

    def places(self, yard: Yard) -> Sequence[Place]:
        """Give the lots that are bid on."""
        return (yard.hot,) if self.lots == 1 else yard.many


ONE_LOT = Shape("one_lot_16_connections", "one lot, 200 bidders, 16 connections", 1, 16)
CROWD = Shape("one_lot_200_connections", "one lot, 200 bidders, 200 connections", 1, 200)
IN_TURN = Shape("one_lot_in_turn", "one lot, 200 bidders, each after the other", 1, 1, 0.5)
MANY = Shape("16_lots_16_connections", f"{MANY_LOTS} lots, a connection each", MANY_LOTS, 16)
SHAPES = {2: (ONE_LOT, CROWD, IN_TURN, MANY), 4: (ONE_LOT, CROWD, MANY)}


@dataclass
class Run:
    """All that was measured of one engine."""

    engine: str
    say: Say
    figures: dict[str, Any] = field(default_factory=dict)
    accepted: int = 0
    cut: int = 0

    def note(self, name: str, figure: object) -> None:
        """Keep a figure under the name of the engine."""
        self.figures[f"{self.engine}_{name}"] = figure

    def count(self, tally: Tally) -> None:
        """Remember what the portal said it recorded."""
        self.accepted += tally.accepted
        self.cut += tally.statuses[0]


def main() -> int:
    """Measure what was asked for and print it; give 1 if a bid was lost or the books differ."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    asked.add_argument("--json", action="store_true", help="print one JSON object")
    asked.add_argument("--seconds", type=float, default=6.0, help="of each way of bidding")
    asked.add_argument("--engine", choices=ENGINES, action="append", help="only this one")
    asked.add_argument("--profile", action="store_true", help="where the time of a bid goes")
    told = asked.parse_args()
    signal.signal(signal.SIGTERM, _end)  # so that servers and folders are cleared away
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    figures: dict[str, Any] = {"processors": os.cpu_count(), "seconds_each": told.seconds}
    for engine in told.engine or ENGINES:
        run = Run(engine, _quiet if told.json else _say)
        with ground(engine) as prepared:
            if told.profile:
                print(f"\n{prepared.told()['engine']}")
                profile(prepared.copy("profiled"))
                continue
            measure(run, prepared, told.seconds)
        figures |= run.figures
    if told.json:
        print(json.dumps(figures, indent=1))
    faults = [name for name, figure in figures.items() if name.endswith("_lost") and figure]
    faults += [name for name in figures if name.endswith("_verify") and figures[name] != AGREE]
    for name in faults:
        print(f"WRONG: {name} = {figures[name]}", file=sys.stderr)
    return 1 if faults else 0


def _end(_signal: int, _frame: object) -> None:
    sys.exit("stopped before the end")


def _say(line: str) -> None:
    print(line, flush=True)


def _quiet(_line: str) -> None:
    pass


@dataclass
class Rig:
    """Portal and floor, served side by side from the same rows; and the engine alone."""

    workers: int
    portal: Served
    floor: Served
    ours: Yard
    bare: Yard
    raw: Raw


def measure(run: Run, prepared: Ground, seconds: float) -> None:
    """Measure one engine, and hold what was answered against what is in the register."""
    ours, bare = prepared.copy("ours"), prepared.copy("bare")
    told = prepared.told()
    run.say(f"\n{told['engine']} ({told['commit']}); {_load()} before")
    for name, figure in told.items():
        run.note(name, figure)
    run.note("load_before", round(os.getloadavg()[0], 1))
    with raw_engine(prepared.copy("raw")) as raw:
        for workers, shapes in SHAPES.items():
            with served(ours, PORTAL, workers) as portal, served(bare, FLOOR, workers) as floor:
                rig = Rig(workers, portal, floor, ours, bare, raw)
                _warm(run, rig)
                for shape in shapes:
                    _compare(run, shape, rig, seconds)
    with served(ours, PORTAL, 2) as portal:
        _watch(run, portal, ours)
    _audit(run, ours, bare)
    run.note("load_after", round(os.getloadavg()[0], 1))
    run.say(f"  {_load()} after")


def _load() -> str:
    return f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"


def _warm(run: Run, rig: Rig) -> None:
    """Let every process compile its statements and templates, and open its connections."""
    run.count(bid_for(WARM_SECONDS, rig.portal.port, rig.ours.many, 16))
    bid_for(WARM_SECONDS, rig.floor.port, rig.bare.many, 16)
    rig.raw.rate(MOST_PROCESSES, WARM_SECONDS)


def _compare(run: Run, shape: Shape, rig: Rig, seconds: float) -> None:
    """Bid in one shape before the portal and before the floor, in turns."""
    full, plain = Tally(), Tally()
    raw: dict[int, list[float]] = {count: [] for count in RAW_PROCESSES}
    each = seconds * shape.share / ROUNDS
    for _turn in range(ROUNDS):
        full.add(_bid(rig.portal, shape, rig.ours, each))
        plain.add(_bid(rig.floor, shape, rig.bare, each))
        if shape is MANY:  # only here is nothing refused, so only this may be held against raw
            for count, rates in raw.items():
                rates.append(rig.raw.rate(count, each / len(raw)))
    run.count(full)
    name = f"{shape.name}_{rig.workers}_workers"
    run.say(f"  {shape.words}, {rig.workers} workers")
    for who, tally in (("full_stack", full), ("floor", plain)):
        _tell_tally(run, f"{who}_{name}", who.replace("_", " "), tally)
    run.note(f"full_stack_{name}_of_accepted_p99_ms", _part(full.of_accepted, 99))
    ratios = {f"full_stack_{name}": full.rate / max(plain.rate, 0.001)}
    ratios[f"full_stack_{name}_processor_time"] = plain.cpu_each / max(full.cpu_each, 0.001)
    if shape is ONE_LOT and rig.workers == min(SHAPES):
        ratios["full_stack"] = ratios[f"full_stack_{name}"]
    if shape is MANY:
        best = _raw(run, rig.workers, raw)
        ratios[f"bare_flask_to_raw_engine_{rig.workers}_workers"] = plain.rate / best
        ratios[f"full_stack_to_raw_engine_{rig.workers}_workers"] = full.rate / best
    for key, ratio in ratios.items():
        run.note(f"{key}_ratio_to_floor", round(ratio, 3))
        run.say(f"    {run.engine}_{key}_ratio_to_floor = {ratio:.3f}")


def _bid(server: Served, shape: Shape, yard: Yard, seconds: float) -> Tally:
    """Bid before one server, and count the processor time it took."""
    before = server.cpu_seconds()
    tally = bid_for(seconds, server.port, shape.places(yard), shape.lines)
    tally.server_cpu = server.cpu_seconds() - before
    return tally


def _raw(run: Run, workers: int, measured: dict[int, list[float]]) -> float:
    """Tell how fast the engine alone was; give the better of one process and of several."""
    means = {count: sum(rates) / len(rates) for count, rates in measured.items()}
    for count, mean in means.items():
        run.note(f"raw_{count}_processes_{workers}_workers_transactions_per_second", round(mean))
    told = ", ".join(f"{mean:.0f} from {count}" for count, mean in means.items())
    run.say(f"    raw engine {told} processes, transactions/s")
    return max(*means.values(), 0.001)


def _tell_tally(run: Run, name: str, who: str, tally: Tally) -> None:
    """Print and keep what came of the bids in one shape before one server."""
    answers = tally.answered / tally.seconds
    waits = {f"p{share}": _part(tally.milliseconds, share) for share in (50, 95, 99)}
    run.note(f"{name}_accepted_per_second", round(tally.rate, 1))
    run.note(f"{name}_answers_per_second", round(answers, 1))
    run.note(f"{name}_statuses", _named(tally.statuses))
    run.note(f"{name}_processor_ms_each_answer", round(tally.cpu_each, 2))
    for part, wait in waits.items():
        run.note(f"{name}_{part}_ms", wait)
    run.say(
        f"    {who:10} {tally.rate:7.1f} accepted/s {answers:7.1f} answers/s"
        f"  p50 {waits['p50']} p95 {waits['p95']} p99 {waits['p99']} ms"
        f"  {tally.cpu_each:.2f} ms of processor each  {_named(tally.statuses)}"
        f"  (load: {tally.own_cpu / tally.seconds:.0%} of a processor)"
    )


def _watch(run: Run, portal: Served, yard: Yard) -> None:
    """Let thousands watch by the bell, then by asking, while one bids at a time."""
    bidder = OneBidder(portal.port, yard.hot)
    with bell_of(yard) as bell:
        for watchers in WATCHERS:
            _tell(run, watch(bell, bidder, yard.hot, watchers, BIDS_WATCHED))
    polled = poll(portal.port, bidder, yard.hot, POLLERS, POLL_SECONDS)
    per_second = sum(polled.statuses.values()) / polled.seconds
    run.note(f"{POLLERS}_pollers_answers_per_second", round(per_second))
    run.note(f"{POLLERS}_pollers_statuses", _named(polled.statuses))
    run.note(f"{POLLERS}_pollers_share_of_204", round(polled.share_unchanged, 3))
    run.note(f"{POLLERS}_pollers_p50_ms", _part(polled.milliseconds, 50))
    run.note(f"{POLLERS}_pollers_p99_ms", _part(polled.milliseconds, 99))
    run.note(f"{POLLERS}_pollers_too_late_to_ask_again", polled.late)
    run.say(
        f"  {POLLERS} ask every 2 s, a bid every 4 s: {per_second:.0f} answers/s,"
        f" {polled.share_unchanged:.0%} unchanged, p99 {_part(polled.milliseconds, 99)} ms,"
        f" {polled.late} not yet answered when due again"
    )
    run.accepted += bidder.accepted
    bidder.close()


def _tell(run: Run, told: Told) -> None:
    name = f"{told.watchers}_watchers"
    run.note(f"{name}_last_told_p50_ms", _part(told.last, 50))
    run.note(f"{name}_last_told_p99_ms", _part(told.last, 99))
    run.note(f"{name}_told_p50_ms", _part(told.everyone, 50))
    run.note(f"{name}_told_p99_ms", _part(told.everyone, 99))
    run.note(f"{name}_never_told", told.never)
    names = ("before", "start", "end")
    for when, size in zip(names, told.megabytes, strict=True):
        run.note(f"{name}_bell_megabytes_{when}", round(size, 1))
    before, start, end = told.megabytes
    run.say(
        f"  {told.watchers} watchers, {len(told.last)} bids: the last is told after p50"
        f" {_part(told.last, 50)} p99 {_part(told.last, 99)} ms, all p99"
        f" {_part(told.everyone, 99)} ms, never {told.never}; the bell holds {before:.0f} MB"
        f" without them, {start:.0f} at the first bid, {end:.0f} at the last"
    )


def _audit(run: Run, ours: Yard, bare: Yard) -> None:
    """Hold the answers against the rows, and the rows against the books."""
    rows = ours.bids()
    lost = max(0, run.accepted - rows)
    unasked = max(0, rows - run.accepted - run.cut)  # a cut answer may have been a recorded bid
    run.note("accepted", run.accepted)
    run.note("rows", rows)
    run.note("answers_cut", run.cut)
    run.note("bids_lost", lost + unasked)
    run.note("verify", verified(ours))
    run.note("floor_verify", verified(bare))
    run.say(
        f"  {run.accepted} accepted, {rows} rows, {run.cut} answers cut: lost {lost}, too many"
        f" {unasked}. portal verify: {run.figures[f'{run.engine}_verify']} Of the floor's rows:"
        f" {run.figures[f'{run.engine}_floor_verify']}"
    )


def _named(statuses: Counter[int]) -> dict[str, int]:
    return {str(status) if status else "cut": many for status, many in sorted(statuses.items())}


def _part(waits: list[float], share: int) -> float | None:
    """Give the wait that so many in a hundred did not exceed."""
    if not waits:
        return None
    ordered = sorted(waits)
    return round(ordered[min(len(ordered) - 1, len(ordered) * share // 100)], 1)


if __name__ == "__main__":
    sys.exit(main())
