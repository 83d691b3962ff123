"""The impound register of a pound, row by row: taken, held with reasons, or blank."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from portal.sheets.columns import Columns, find_columns, looks_like_headings
from portal.sheets.entries import Blank, Entry, Held, Reason, Row, Taken
from portal.sheets.files import Sheet
from portal.sheets.order_of_days import Between, days_out_of_order
from portal.sheets.rows import RowRead, read_row
from portal.sheets.writing import bare

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
OTHERS_NAMED = 4


@dataclass
class _Seen:
    """What the first reading found, row beside row; of equal rows only the first is counted."""

    numbers: Counter[tuple[int, int]] = field(default_factory=Counter)
    tags: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    out_of_order: Mapping[int, Between] = field(default_factory=dict)


@dataclass(frozen=True)
class RegisterReading:
    """A register, to be read from its beginning as often as is asked."""

    sheet: Sheet
    not_after: date

    def rows(self) -> Iterator[Row]:
        """Give each row below the headings, in its order; rows = taken + held + blank.

        The file is read twice, so NotARegister is raised before the first row is given. Read
        again, a row has the fingerprint it had before.
        """
        seen = self._first_reading()
        written: Counter[bytes] = Counter()
        for line, cells in self._cells():
            if not cells:
                yield Blank(line)
                continue
            digest = _digest(cells)
            written[digest] += 1
            fingerprint = hashlib.sha256(digest + b":%d" % written[digest]).hexdigest()
            read = read_row(cells, self.not_after)
            if written[digest] > 1:
                reasons = (_row_twice(), *read.reasons)
            else:
                reasons = (*read.reasons, *_among_the_others(read, seen, line))
            if reasons or read.entry is None:
                yield Held(line, cells, fingerprint, reasons)
            else:
                yield Taken(line, cells, fingerprint, read.entry, read.entry.remarks)

    def _first_reading(self) -> _Seen:
        seen = _Seen()
        known: set[bytes] = set()
        days: list[tuple[tuple[int, int], int, int]] = []
        for line, cells in self._cells():
            digest = _digest(cells)
            if not cells or digest in known:
                continue
            known.add(digest)
            read = read_row(cells, self.not_after)
            if read.number is not None:
                seen.numbers[read.number] += 1
                if read.on is not None:
                    days.append((read.number, line, read.on.toordinal()))
            if read.ear_tag:
                entry = cells.get("number", "")
                seen.tags.setdefault(read.ear_tag, []).append((line, entry or f"in row {line}"))
        # A number on two rows tells nothing about where either belongs.
        in_order = sorted(one for one in days if seen.numbers[one[0]] == 1)
        seen.out_of_order = days_out_of_order([(line, day) for _number, line, day in in_order])
        seen.tags = {tag: wearers for tag, wearers in seen.tags.items() if len(wearers) > 1}
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

    `confirmed` names the codes of the doubts that he says he has looked into; a number or a tag
    that the books know already must be changed. `number_taken` is asked with year and number,
    `tag_worn_by` gives the case that wears a tag.
    """
    cells = {name: text.strip() for name, text in fields.items() if text.strip()}
    read = read_row(cells, not_after)
    reasons = [*read.still_in_doubt(confirmed)]
    if read.number is not None and number_taken(*read.number):
        sentence = "Entry number: it is on the register already. Write the right number."
        reasons.append(Reason("number", "number_on_register", sentence, can_be_confirmed=False))
    if read.ear_tag and (wearer := tag_worn_by(read.ear_tag)):
        sentence = f"Ear tag: case {wearer} wears it. Read the tag on the animal again."
        reasons.append(Reason("ear_tag", "tag_on_register", sentence, can_be_confirmed=False))
    if reasons or read.entry is None:
        return tuple(reasons)
    return read.entry


def _digest(cells: Mapping[str, str]) -> bytes:
    written = json.dumps(sorted((name, bare(text)) for name, text in cells.items()))
    return hashlib.sha256(written.encode()).digest()


def _among_the_others(read: RowRead, seen: _Seen, line: int) -> Iterator[Reason]:
    if read.number is not None and seen.numbers[read.number] > 1:
        year, number = read.number
        yield Reason(
            "number",
            "number_twice",
            f"Entry number: {number}/{year} is written on {seen.numbers[read.number]} rows. Write"
            " the right number for each.",
            can_be_confirmed=False,
        )
    if read.ear_tag in seen.tags:
        others = [entry for place, entry in seen.tags[read.ear_tag] if place != line]
        named = ", ".join(others[:OTHERS_NAMED])
        more = f" and {len(others) - OTHERS_NAMED} more" if len(others) > OTHERS_NAMED else ""
        yield Reason(
            "ear_tag",
            "tag_twice",
            f"Ear tag: this tag is also on entry {named}{more}. Read it on the animal again, or"
            " leave it empty.",
            can_be_confirmed=False,
        )
    if read.on is not None and line in seen.out_of_order:
        yield _out_of_order(read.on, seen.out_of_order[line])


def _out_of_order(on: date, between: Between) -> Reason:
    before, after = (f"{date.fromordinal(one):%d-%m-%Y}" if one else "" for one in between)
    if before and after:
        fits = f"the entry before is of {before} and the one after of {after}"
    elif before or after:
        fits = f"the entry before is of {before}" if before else f"the entry after is of {after}"
    else:
        fits = "the days of the other entries go another way"
    return Reason(
        "on",
        "out_of_order",
        f"Day brought: {on:%d-%m-%Y} does not fit: {fits}. Is it so on paper?",
        can_be_confirmed=True,
    )


def _row_twice() -> Reason:
    return Reason(
        "number",
        "row_twice",
        "Row: the same row is written twice. Set this one aside, or write what differs.",
        can_be_confirmed=False,
    )
