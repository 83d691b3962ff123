"""The impound register of a pound, row by row: taken, held with reasons, or blank."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, time

from portal.law.cattle import Animals
from portal.sheets.columns import Columns, find_columns, looks_like_headings
from portal.sheets.files import Sheet
from portal.sheets.order_of_days import days_out_of_order
from portal.sheets.rows import Reason, RowRead, read_row
from portal.sheets.tags import read_tag

__all__ = [
    "Blank",
    "Entry",
    "Held",
    "Reason",
    "RegisterReading",
    "Row",
    "Taken",
    "read_register",
    "reread",
]


@dataclass(frozen=True)
class Entry:
    """One entry of the register, certain in all that the law looks at."""

    number: int
    year: int
    on: date
    at: time | None
    animals: tuple[Animals, ...]
    kind: str
    kind_written: str
    breed: str
    colour: str
    sex: str
    age: str
    ear_tag: str | None
    marks: str
    area: str
    brought_by: str
    owner_told: str
    pen: str
    remarks: tuple[str, ...]
    direction_wanted: bool

    def __str__(self) -> str:
        """Say it as it may stand in the journal."""
        return f"{self.number}/{self.year}, {self.on.isoformat()}, {self.kind}"


@dataclass(frozen=True)
class Taken:
    """A row that is certain."""

    line: int
    cells: dict[str, str]
    fingerprint: str
    entry: Entry


@dataclass(frozen=True)
class Held:
    """A row in doubt, as written, with its reasons."""

    line: int
    cells: dict[str, str]
    fingerprint: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Blank:
    """A row with nothing in it."""

    line: int


Row = Taken | Held | Blank


@dataclass
class _Seen:
    """What the first reading found: numbers and tags written twice, and days out of order."""

    numbers: Counter[tuple[int, int]] = field(default_factory=Counter)
    tags: dict[str, list[str]] = field(default_factory=dict)
    out_of_order: frozenset[int] = frozenset()


@dataclass(frozen=True)
class RegisterReading:
    """A register, to be read from its beginning as often as is asked."""

    sheet: Sheet
    not_after: date

    def rows(self) -> Iterator[Row]:
        """Give each row below the headings, in its order; the file is read twice."""
        seen = self._first_reading()
        written: Counter[str] = Counter()
        for line, cells in self._cells():
            if not cells:
                yield Blank(line)
                continue
            digest = _digest(cells)
            written[digest] += 1
            fingerprint = hashlib.sha256(f"{digest}:{written[digest]}".encode()).hexdigest()
            read = read_row(cells, self.not_after)
            reasons = (*read.reasons, *_shared(read, seen, line))
            if written[digest] > 1:
                reasons = (_same_row_twice(), *reasons)
            if reasons or read.facts is None:
                yield Held(line, cells, fingerprint, reasons)
            else:
                yield Taken(line, cells, fingerprint, Entry(**read.facts))

    def _first_reading(self) -> _Seen:
        seen = _Seen()
        days: list[tuple[int, int]] = []
        for line, cells in self._cells():
            if not cells:
                continue
            read = read_row(cells, self.not_after)
            if read.number is not None:
                seen.numbers[read.number] += 1
            tag = read_tag(cells.get("ear_tag", "")).ear_tag
            if tag:
                seen.tags.setdefault(tag, []).append(cells.get("number", f"row {line}"))
            if read.on is not None:
                days.append((line, read.on.toordinal()))
        seen.out_of_order = days_out_of_order(days)
        seen.tags = {tag: entries for tag, entries in seen.tags.items() if len(entries) > 1}
        return seen

    def _cells(self) -> Iterator[tuple[int, dict[str, str]]]:
        columns: Columns | None = None
        for line, row in self.sheet.rows():
            if columns is not None:
                yield line, columns.cells(row)
            elif looks_like_headings(row):
                columns = find_columns(row)


def read_register(sheet: Sheet, not_after: date) -> RegisterReading:
    """Read a register; `not_after` is today, since no animal was brought in tomorrow."""
    return RegisterReading(sheet, not_after)


def reread(
    fields: Mapping[str, str],
    confirmed: Collection[str],
    not_after: date,
    number_taken: Callable[[int, int], bool] = lambda _year, _number: False,
    tag_worn_by: Callable[[str], str | None] = lambda _tag: None,
) -> Entry | tuple[Reason, ...]:
    """Read one row again as a person has mended it; give the entry, or what is still in doubt.

    `confirmed` names the codes of the doubts that he says he has looked into.
    """
    cells = {name: text.strip() for name, text in fields.items() if text.strip()}
    read = read_row(cells, not_after)
    reasons = [
        one for one in read.reasons if not (one.can_be_confirmed and one.code in confirmed)
    ]
    if read.number is not None and number_taken(*read.number):
        reasons.append(
            Reason(
                "number",
                "number_on_register",
                "Entry number: it is on the register already. Write the right number.",
                can_be_confirmed=False,
            )
        )
    tag = read_tag(cells.get("ear_tag", "")).ear_tag
    if tag and (wearer := tag_worn_by(tag)):
        reasons.append(
            Reason(
                "ear_tag",
                "tag_on_register",
                f"Ear tag: case {wearer} wears it. Read the tag on the animal again.",
                can_be_confirmed=False,
            )
        )
    if reasons or read.facts is None:
        return tuple(reasons)
    return Entry(**read.facts)


def _digest(cells: Mapping[str, str]) -> str:
    written = "\x1f".join(f"{name}\x1e{text}" for name, text in sorted(cells.items()))
    return hashlib.sha256(written.encode()).hexdigest()


def _shared(read: RowRead, seen: _Seen, line: int) -> Iterator[Reason]:
    if read.number is not None and seen.numbers[read.number] > 1:
        number, year = read.number[1], read.number[0]
        yield Reason(
            "number",
            "number_twice",
            f"Entry number: {number}/{year} is written on {seen.numbers[read.number]} rows. Write"
            " the right number for each.",
            can_be_confirmed=False,
        )
    if read.ear_tag in seen.tags:
        others = [one for one in seen.tags[read.ear_tag] if one != read.written_number]
        yield Reason(
            "ear_tag",
            "tag_twice",
            f"Ear tag: the same tag is on entry {', '.join(others[:4]) or 'twice'}. Read it on the"
            " animal again, or leave it empty.",
            can_be_confirmed=False,
        )
    if line in seen.out_of_order:
        yield Reason(
            "on",
            "out_of_order",
            "Day brought: it does not fit between the days of the rows above and below. Look at the"
            " paper.",
            can_be_confirmed=True,
        )


def _same_row_twice() -> Reason:
    return Reason(
        "number",
        "row_twice",
        "The same row stands above in this file. Set it aside, or write what differs.",
        can_be_confirmed=False,
    )
