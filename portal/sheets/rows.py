"""One row of a register: an entry where it is certain, its doubts where it is not."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from portal.sheets.columns import BEYOND, FIELDS, looks_like_headings
from portal.sheets.days_written import DayRead, read_day
from portal.sheets.doubts import (
    day_doubts,
    kind_doubts,
    number_doubts,
    other_doubts,
    tag_doubts,
)
from portal.sheets.entries import Entry, Reason
from portal.sheets.kinds import KindRead, read_kind
from portal.sheets.sexes import contradicts, read_sex
from portal.sheets.tags import TagRead, read_tag
from portal.sheets.writing import bare, on_one_line

_TOTALS = re.compile(r"\b(?:total|carried|brought forward|c/f|b/f|page)\b", re.IGNORECASE)
_NUMBER = re.compile(r"(?P<number>[0-9]{1,6})(?: ?[/-] ?(?P<year>[0-9]{4}))?")
_CONSTABLE = re.compile(r"p\.?c\.? ?(?:no\.? ?)?([0-9]{1,6})", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


@dataclass(frozen=True)
class RowRead:
    """What was read from one row; the entry is what it makes if its doubts are answered, or None.

    `number` is year and number; `on` a day that can be compared with those of other rows.
    """

    reasons: tuple[Reason, ...]
    entry: Entry | None = None
    number: tuple[int, int] | None = None
    on: date | None = None
    ear_tag: str | None = None

    def still_in_doubt(self, confirmed: Collection[str]) -> tuple[Reason, ...]:
        """Give the doubts that a person has not confirmed, or cannot."""
        return tuple(
            one for one in self.reasons if not (one.can_be_confirmed and one.code in confirmed)
        )


def read_row(cells: Mapping[str, str], not_after: date) -> RowRead:
    """Read one row, given by field; `not_after` is the last day that can have been meant."""
    if _is_no_animal(cells):
        sentence = "Row: this looks like a total or a heading. Set it aside if it is no animal."
        return RowRead((Reason("number", "not_an_animal", sentence, can_be_confirmed=False),))
    day, kind = read_day(cells.get("on", ""), not_after), read_kind(cells.get("kind", ""))
    tag, sex = read_tag(cells.get("ear_tag", "")), read_sex(cells.get("sex", ""))
    written = cells.get("number", "")
    number = _number(written, day)
    reasons = (
        *number_doubts(written, number, day),
        *day_doubts(day),
        *kind_doubts(kind, sex),
        *tag_doubts(tag),
        *other_doubts(cells),
    )
    # Whatever has a gap here has a reason above that nobody can confirm away.
    entry = None
    if number and day.on and kind.animals:
        entry = _entry(cells, number=number, day=day, on=day.on, kind=kind, tag=tag, sex=sex)
    # A day of another year than its number says nothing about the days of the others.
    in_its_year = number is not None and day.on is not None and day.on.year == number[0]
    comparable = day.on if in_its_year and day.doubt in {"", "serial_day"} else None
    return RowRead(reasons, entry, number, comparable, tag.ear_tag)


def _is_no_animal(cells: Mapping[str, str]) -> bool:
    told = " ".join(cells.get(name, "") for name in ("number", "on", "kind"))
    if _TOTALS.search(told):
        return not (cells.get("on") and cells.get("kind"))
    # Headings are written again at the head of each page; no number of an entry is all letters.
    if any(sign.isdigit() for sign in cells.get("number", "")):
        return False
    return looks_like_headings(tuple(cells.values()))


def _number(written: str, day: DayRead) -> tuple[int, int] | None:
    found = _NUMBER.fullmatch(bare(written))
    if not found or int(found["number"]) == 0:
        return None
    if found["year"]:
        return int(found["year"]), int(found["number"])
    # Without its year a number stands in the year of its day, if the day itself is certain.
    return (day.on.year, int(found["number"])) if day.on and not day.doubt else None


def _entry(
    cells: Mapping[str, str],
    *,
    number: tuple[int, int],
    day: DayRead,
    on: date,
    kind: KindRead,
    tag: TagRead,
    sex: str | None,
) -> Entry:
    marks = (on_one_line(cells.get("marks", "")), tag.mark)
    return Entry(
        number=number[1],
        year=number[0],
        on=on,
        at=day.at,
        animals=kind.animals,
        kind=kind.kind,
        kind_written=cells.get("kind", ""),
        breed=on_one_line(cells.get("breed", "")),
        colour=on_one_line(cells.get("colour", "")),
        sex=sex or on_one_line(cells.get("sex", "")),
        age=on_one_line(cells.get("age", "")),
        ear_tag=tag.ear_tag,
        marks="; ".join(mark for mark in marks if mark),
        area=area_written(cells.get("area", "")),
        brought_by=_brought_by(cells.get("brought_by", "")),
        owner_told=on_one_line(cells.get("owner_told", "")),
        pen=on_one_line(cells.get("pen", "")),
        remarks=tuple(_remarks(cells, kind, sex)),
        direction_wanted=kind.outside,
    )


def _remarks(cells: Mapping[str, str], kind: KindRead, sex: str | None) -> Iterator[str]:
    if contradicts(kind.names[0], sex):
        yield f"The register says {kind.kind}, and sex {sex}."
    if cells.get("sex") and sex is None:
        yield f"Sex as written: {on_one_line(cells['sex'])}"
    for name, text in cells.items():
        if name == BEYOND:
            yield f"Under no heading: {on_one_line(text)}"
        elif name not in FIELDS:
            yield f"{name}: {on_one_line(text)}"


def area_written(text: str) -> str:
    """Write an area as its kin are written: "begum bazar " and "BEGUM BAZAR" are Begum Bazar."""
    return _WORD.sub(lambda word: word[0][:1].upper() + word[0][1:].lower(), on_one_line(text))


def _brought_by(text: str) -> str:
    constable = _CONSTABLE.fullmatch(bare(text))
    return f"PC {constable[1]}" if constable else on_one_line(text)
