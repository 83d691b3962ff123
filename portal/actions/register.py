"""Registers are read in: certain rows taken, doubtful ones held, mended or set aside."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from portal.actions.entries import brought_at, case_number, enter, entry_as_row, write_entry
from portal.actions.official import Act, official_act
from portal.law.offices import Duty
from portal.registers.base import db
from portal.registers.impound import (
    HeldRow,
    HeldRowEnd,
    Impounding,
    case_with_tag,
    find_held_row,
    fingerprints_known,
    number_is_taken,
)
from portal.registers.people import Pound, find_pound
from portal.sheets.impound_register import Blank, Entry, Held, Reason, Row, Taken


@dataclass(frozen=True)
class RowsRead:
    """What became of the rows of a register. rows = taken + held + blank."""

    rows: int = 0
    taken: int = 0
    held: int = 0
    blank: int = 0
    already: int = 0

    @property
    def new(self) -> int:
        """Count the rows that were not on the register, or held, before."""
        return self.taken + self.held - self.already

    def __add__(self, other: RowsRead) -> RowsRead:
        return RowsRead(
            self.rows + other.rows,
            self.taken + other.taken,
            self.held + other.held,
            self.blank + other.blank,
            self.already + other.already,
        )


@official_act(Duty.KEEP_REGISTER, unwritten=("rows",))
def read_in_rows(act: Act, *, pound: str, sheet: str, rows: list[Row]) -> RowsRead:
    """Take the certain rows of a register into the books and hold the doubtful ones.

    A row read in before, taken or held, is counted and not written again. Days more than 24 hours
    past count once another person has confirmed those of the whole register, or of one case.
    """
    kept = find_pound(pound)
    known = fingerprints_known(
        [_fingerprint(kept, row) for row in rows if not isinstance(row, Blank)]
    )
    read = RowsRead()
    for row in rows:
        if isinstance(row, Blank):
            read += RowsRead(rows=1, blank=1)
        elif _fingerprint(kept, row) in known:
            read += _known_before(row)
        else:
            read += _read_in(act, kept, sheet, row)
    act.note(rows=read.rows, taken=read.taken, held=read.held, blank=read.blank, new=read.new)
    return read


@official_act(Duty.KEEP_REGISTER)
def mend_held_row(act: Act, *, row: int, entry: Entry) -> Impounding:
    """Enter a held row as a person has mended it; the row as written is kept beside it."""
    held = find_held_row(row)
    pound = db.session.get_one(Pound, held.pound_id)
    impounding = enter(act, pound, entry, sheet=held.sheet)
    _end_held_row(act, held, impounding=impounding)
    return impounding


@official_act(Duty.KEEP_REGISTER)
def set_aside_held_row(act: Act, *, row: int, reason: str) -> None:
    """Set a held row aside as no animal, with the reason; the row stays in the books."""
    _end_held_row(act, find_held_row(row), reason=reason)


def _fingerprint(pound: Pound, row: Taken | Held) -> str:
    """Know a row again by its pound and its cells: two pounds may write the same row."""
    return f"{pound.id}:{row.fingerprint}"


def _known_before(row: Taken | Held) -> RowsRead:
    if isinstance(row, Taken):
        return RowsRead(rows=1, taken=1, already=1)
    return RowsRead(rows=1, held=1, already=1)


def _read_in(act: Act, pound: Pound, sheet: str, row: Taken | Held) -> RowsRead:
    if isinstance(row, Held):
        _hold(act, pound, sheet, row, row.reasons)
        return RowsRead(rows=1, held=1)
    doubts = tuple(_doubts_of_the_books(act, pound, row.entry))
    if doubts:
        _hold(act, pound, sheet, row, doubts)
        return RowsRead(rows=1, held=1)
    number = case_number(pound, row.entry)
    impounding = entry_as_row(act, pound, row.entry, number, _fingerprint(pound, row))
    write_entry(act, impounding, sheet=sheet)
    return RowsRead(rows=1, taken=1)


def _doubts_of_the_books(act: Act, pound: Pound, entry: Entry) -> Iterable[Reason]:
    number, at = case_number(pound, entry), brought_at(entry)
    if at is not None and at > act.at:
        yield Reason(
            "on",
            "hour_not_come",
            f"Day brought: {at:%d-%m-%Y %H:%M} has not come yet. Write the hour from the paper.",
            can_be_confirmed=False,
        )
    if number_is_taken(number):
        yield Reason(
            "number",
            "number_on_register",
            f"Entry number: case {number} is on the register already. Write the right number.",
            can_be_confirmed=False,
        )
    if entry.ear_tag and (wearer := case_with_tag(entry.ear_tag)):
        yield Reason(
            "ear_tag",
            "tag_on_register",
            f"Ear tag: case {wearer} wears this tag. Read the tag on the animal again.",
            can_be_confirmed=False,
        )


def _hold(
    act: Act, pound: Pound, sheet: str, row: Taken | Held, reasons: tuple[Reason, ...]
) -> None:
    db.session.add(
        HeldRow(
            fingerprint=_fingerprint(pound, row),
            pound_id=pound.id,
            sheet=sheet,
            line=row.line,
            cells=dict(row.cells),
            reasons=[
                {
                    "field": one.field,
                    "code": one.code,
                    "sentence": one.sentence,
                    "can_be_confirmed": "yes" if one.can_be_confirmed else "",
                    "suggestion": one.suggestion,
                }
                for one in reasons
            ],
            at=act.at,
        )
    )


def _end_held_row(
    act: Act, held: HeldRow, *, impounding: Impounding | None = None, reason: str = ""
) -> None:
    db.session.add(
        HeldRowEnd(
            held_row_id=held.id,
            impounding_id=impounding.id if impounding else None,
            reason=reason,
            by_id=act.by.person_id,
            at=act.at,
        )
    )
    act.note(sheet=held.sheet, line=held.line)
