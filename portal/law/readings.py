"""Readings: how the Commissioner reads the Act where its text leaves a choice.

A reading is a dated entry with its authority. It is never edited and never reaches back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from types import MappingProxyType


class Reading(Enum):
    """A place where the Act leaves a choice."""

    R1 = "R1"
    R2 = "R2"
    R3 = "R3"
    R4 = "R4"
    R5 = "R5"
    R6 = "R6"
    R7 = "R7"
    R8 = "R8"
    R9 = "R9"
    R10 = "R10"
    R11 = "R11"
    R12 = "R12"
    R13 = "R13"
    R14 = "R14"
    R15 = "R15"
    R16 = "R16"


EXCLUDED, INCLUDED = "excluded", "included"
MOVES, STAYS = "moves", "stays"
UNTIL_HAMMER, TEN_DAYS_ONLY = "until-hammer", "ten-days-only"
DEDUCTED, NOT_DEDUCTED = "deducted", "not-deducted"
APPEAR, PROVE = "appear", "prove"
AFTER_LAST_DAY, AT_ONCE = "after-last-day", "at-once"


@dataclass(frozen=True)
class Choice:
    """One way of reading a place: its key, and its words."""

    key: str
    words: str


@dataclass(frozen=True)
class Question:
    """A place, what it asks, the ways of reading it (the first is the default), and why."""

    reading: Reading
    asks: str
    choices: tuple[Choice, ...]
    why: str


def _question(reading: Reading, asks: str, why: str, *choices: tuple[str, str]) -> Question:
    return Question(reading, asks, tuple(Choice(*choice) for choice in choices), why)


_ALL = (
    _question(
        Reading.R1,
        "How are the ten and the fifteen days counted?",
        '"From" leaves out the first day.',
        (EXCLUDED, "The first day is day 0; the last day is day 10 (15), whole"),
        (INCLUDED, "The first day is day 1; the last day is day 10 (15), whole"),
    ),
    _question(
        Reading.R2,
        "What if the last day is a closed day?",
        "Nobody can pay at a closed counter; it favours the owner.",
        (MOVES, "It moves to the next open day"),
        (STAYS, "It stays where it is"),
    ),
    _question(
        Reading.R3,
        "May the owner pay after day 10?",
        "(1) sets no limit, and the owner is the one the section protects.",
        (UNTIL_HAMMER, "Yes, until the hammer falls"),
        (TEN_DAYS_ONLY, "No, only within the ten days"),
    ),
    _question(
        Reading.R4,
        "Is the fine of (4)(a) deducted from the proceeds?",
        "(1) and (2) point at sub-section (4) as a whole.",
        (DEDUCTED, "Yes, as a line of its own"),
        (NOT_DEDUCTED, "No, fees and expenses only"),
    ),
    _question(
        Reading.R5,
        "Must a claimant appear, or also prove, within fifteen days?",
        "The officer's pace must not defeat a claimant.",
        (APPEAR, "Appearing in time is enough"),
        (PROVE, "The proof must be found good in time"),
    ),
    _question(
        Reading.R6,
        "May an order be paid before the last claim day?",
        "A rival may still come.",
        (AFTER_LAST_DAY, "No, payment opens after the last claim day"),
        (AT_ONCE, "Yes, when no timely claim is undecided"),
    ),
    _question(
        Reading.R7,
        "Which days are charged?",
        '(4)(b): "each day including any part of a day".',
        ("calendar-days", "Every calendar day touched, first and last included"),
    ),
    _question(
        Reading.R8,
        "Which rate goes for which day?",
        "(4)(b): rates are fixed for each day.",
        ("days-own", "The order in force on that day; the class's own before the general"),
    ),
    _question(
        Reading.R9,
        "Which day decides the double fine?",
        "The fine is levied in respect of the impounding.",
        ("impounding", "The day of impounding, for the area of seizure; both end days inside"),
    ),
    _question(
        Reading.R10,
        "How are the young counted?",
        "Text of (4)(a). Class 6 names no young.",
        ("own-head", "One head each, in the class that names them"),
    ),
    _question(
        Reading.R11,
        "What of an animal in none of the eight classes?",
        "The portal invents no fine.",
        ("no-fine", "No fine; fees and expenses run; the officer gives a direction"),
    ),
    _question(
        Reading.R12,
        "What if the price is below the dues?",
        "The text gives no claim over.",
        ("nobody-billed", "Expenses first, then pound fee, then fine; nobody is billed"),
    ),
    _question(
        Reading.R13,
        "What does the Government appropriate?",
        "The deducted heads are public money already.",
        ("surplus", "The surplus left unclaimed"),
    ),
    _question(
        Reading.R14,
        "May several animals be one lot?",
        "A surplus must have one owner.",
        ("one-seizure", "Only animals of one seizure; their dues add up"),
    ),
    _question(
        Reading.R15,
        'What is "indirectly" in (3)?',
        "Relatives are not named in the text.",
        ("links-held", "Declared or detected links hold the card for the officer's decision"),
    ),
    _question(
        Reading.R16,
        "What of a lot with no bid?",
        "Text of (2).",
        ("offered-again", "It is passed and offered again"),
    ),
)

QUESTIONS: Mapping[Reading, Question] = MappingProxyType({one.reading: one for one in _ALL})


@dataclass(frozen=True)
class Readings:
    """The readings in force: for each place the key chosen, or the default."""

    chosen: Mapping[Reading, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for reading, key in self.chosen.items():
            if key not in {choice.key for choice in QUESTIONS[reading].choices}:
                raise ValueError(f"{reading.value} cannot be read as {key!r}")

    def __getitem__(self, reading: Reading) -> str:
        return self.chosen.get(reading, QUESTIONS[reading].choices[0].key)


DEFAULT_READINGS = Readings()


@dataclass(frozen=True)
class ReadingEntry:
    """One entry of the register of readings; it holds from `since` on."""

    reading: Reading
    choice: str
    since: date
    authority: str


def readings_on(entries: Iterable[ReadingEntry], day: date) -> Readings:
    """Give the readings in force on a day: the latest since wins, of one day the last entered."""
    in_force: dict[Reading, ReadingEntry] = {}
    for entry in entries:
        standing = in_force.get(entry.reading)
        if entry.since <= day and (standing is None or entry.since >= standing.since):
            in_force[entry.reading] = entry
    return Readings({reading: entry.choice for reading, entry in in_force.items()})
