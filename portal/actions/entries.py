"""The one way in which an entry comes into the register, for all acts that enter one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from portal.actions.official import Act
from portal.law.days import HYDERABAD, legal_date
from portal.law.past_days import is_long_past
from portal.law.refusals_of_books import AlreadyOnRegister, DayNotCome, TagWornByAnother
from portal.law.refusals_of_past_days import HourNotCome
from portal.registers.base import db
from portal.registers.finding import keys_of
from portal.registers.impound import (
    Animal,
    FoundBy,
    Impounding,
    case_with_tag,
    number_is_taken,
)
from portal.registers.past_days import PastDay
from portal.registers.people import Pound
from portal.sheets.impound_register import Entry


def enter(
    act: Act,
    pound: Pound,
    entry: Entry,
    *,
    sheet: str = "",
    marks_told: Sequence[str] = (),
) -> Impounding:
    """Enter what is certain; `sheet` names the register from which it was mended, if it was.

    `marks_told` are the marks that may be shown to everybody, and found by. Raises
    AlreadyOnRegister, TagWornByAnother, DayNotCome, HourNotCome.
    """
    number = case_number(pound, entry)
    if number_is_taken(number):
        raise AlreadyOnRegister(number)
    if entry.ear_tag and (wearer := case_with_tag(entry.ear_tag)):
        raise TagWornByAnother(entry.ear_tag, wearer)
    if entry.on > act.on:
        raise DayNotCome(entry.on, act.on)
    at = brought_at(entry)
    if at is not None and at > act.at:
        raise HourNotCome(f"{at:%d-%m-%Y %H:%M}")
    impounding = entry_as_row(act, pound, entry, number, None, marks_told=marks_told)
    write_entry(act, impounding, sheet=sheet)
    act.note(case=number)
    return impounding


def brought_at(entry: Entry) -> datetime | None:
    """Give the instant at which an animal was brought in, if its hour is written."""
    return None if entry.at is None else datetime.combine(entry.on, entry.at, HYDERABAD)


def write_entry(act: Act, impounding: Impounding, *, sheet: str) -> None:
    """Write an entry; a day more than 24 hours past waits for a second person beside it.

    Both times are kept: that of the bringing in, and that of the entry.
    """
    db.session.add(impounding)
    db.session.flush()
    act.concern(impounding)
    if is_long_past(impounding.on, impounding.at, act.at):
        db.session.add(
            PastDay(
                impounding_id=impounding.id,
                counts_from=act.on,
                sheet=sheet,
                at=act.at,
                by_id=act.by.person_id,
            )
        )


def entry_as_row(
    act: Act,
    pound: Pound,
    entry: Entry,
    number: str,
    fingerprint: str | None,
    *,
    marks_told: Sequence[str] = (),
) -> Impounding:
    """Make the row of an entry, taken in by the one who acts, at the instant of the act."""
    at = brought_at(entry)
    on = legal_date(at) if at else entry.on
    row = Impounding(
        number=number,
        pound_id=pound.id,
        on=on,
        at=at,
        area=entry.area,
        kind=entry.kind,
        kind_written=entry.kind_written,
        breed=entry.breed,
        colour=entry.colour,
        sex=entry.sex,
        age=entry.age,
        ear_tag=entry.ear_tag,
        marks=entry.marks,
        brought_by=entry.brought_by,
        owner_told=entry.owner_told,
        pen=entry.pen,
        remarks="\n".join(entry.remarks),
        direction_wanted=entry.direction_wanted,
        taken_by_id=act.by.person_id,
        recorded_at=act.at,
        fingerprint=fingerprint,
        animals=[
            Animal(cattle_class=one.cattle_class.value if one.cattle_class else None, head=one.head)
            for one in entry.animals
        ],
    )
    row.found_by = [FoundBy(word=word, on=on) for word in sorted(keys_of(row, marks_told))]
    return row


def case_number(pound: Pound, entry: Entry) -> str:
    """Give the number people say for an entry of a pound: year and number, the code before it."""
    return number_of_case(pound, entry.year, entry.number)


def number_of_case(pound: Pound, year: int, number: int) -> str:
    """Give the number people say, from its parts."""
    return f"{pound.code + '-' if pound.code else ''}{year}-{number}"
