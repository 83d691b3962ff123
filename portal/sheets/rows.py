"""One row of a register: its facts where they are certain, its doubts where they are not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from portal.sheets.columns import BEYOND, FIELDS
from portal.sheets.days_written import DayRead, read_day
from portal.sheets.kinds import KindRead, read_kind
from portal.sheets.tags import TagRead, read_tag

FEMALE, MALE, CASTRATED = "F", "M", "M (castrated)"
SEXES = {
    "f": FEMALE, "female": FEMALE, "cow": FEMALE,
    "m": MALE, "male": MALE,
    "m (castrated)": CASTRATED, "castrated": CASTRATED, "m(castrated)": CASTRATED,
}  # fmt: skip
SEX_OF_KIND = {
    "she-buffalo": FEMALE, "cow": FEMALE, "heifer": FEMALE,
    "he-buffalo": MALE, "ram": MALE, "bull": MALE, "bullock": MALE, "gelding": MALE,
}  # fmt: skip
_TOTALS = re.compile(r"\b(total|carried|brought forward|c/f|b/f|page)\b", re.IGNORECASE)
_NUMBER = re.compile(r"(\d{1,6})\s*(?:[/-]\s*(\d{4}))?$")
LONGEST = 400


@dataclass(frozen=True)
class Reason:
    """Why a row is in doubt: the field, the doubt by its code, and a sentence that says what to do."""

    field: str
    code: str
    sentence: str
    can_be_confirmed: bool
    suggestion: str = ""


@dataclass(frozen=True)
class RowRead:
    """What was read from one row; `facts` are the particulars of an entry if nothing is in doubt."""

    reasons: tuple[Reason, ...]
    facts: dict[str, Any] | None
    number: tuple[int, int] | None  # year and number
    on: date | None
    ear_tag: str | None
    written_number: str


DAY_DOUBTS = {
    "no_day": "Day brought: none is written. Write the day as on paper, like 30-11-2026.",
    "unreadable_day": "Day brought: it cannot be read. Write it like 30-11-2026 16:05.",
    "no_such_day": "Day brought: there is no such day. Write the day as on paper, like 30-11-2026.",
    "day_not_come": "Day brought: this day has not come. Write the day as on paper.",
    "day_long_past": "Day brought: more than ten years ago. Write the day as on paper.",
}


def read_row(cells: Mapping[str, str], not_after: date) -> RowRead:
    """Read one row, given by field; `not_after` is the last day that can have been meant."""
    written = cells.get("number", "")
    if _is_total(cells):
        return _no_animal(written)
    day, kind = read_day(cells.get("on", ""), not_after), read_kind(cells.get("kind", ""))
    tag, sex = read_tag(cells.get("ear_tag", "")), SEXES.get(cells.get("sex", "").lower().strip())
    number = _number(written, day)
    reasons = (
        *_number_doubts(written, number),
        *_day_doubts(day),
        *_kind_doubts(kind, sex),
        *_tag_doubts(tag),
        *_other_doubts(cells),
    )
    facts = None
    # A doubt that was confirmed leaves the facts complete; any other leaves a gap in them.
    if number is not None and day.on is not None and kind.animals and cells.get("area"):
        facts = _facts(cells, number, day, kind, tag, sex)
    certain_day = day.on if day.doubt in {"", "serial_day"} else None
    return RowRead(reasons, facts, number, certain_day, tag.ear_tag, written)


def _is_total(cells: Mapping[str, str]) -> bool:
    told = " ".join(cells.get(name, "") for name in ("number", "on", "kind"))
    return bool(_TOTALS.search(told)) and not (cells.get("on") and cells.get("kind"))


def _no_animal(written: str) -> RowRead:
    reason = Reason(
        "number",
        "not_an_animal",
        "This looks like a total and not like an animal. Set it aside if it is none.",
        can_be_confirmed=False,
    )
    return RowRead((reason,), None, None, None, None, written)


def _number(written: str, day: DayRead) -> tuple[int, int] | None:
    found = _NUMBER.fullmatch(written.strip())
    if not found or int(found[1]) == 0:
        return None
    year = int(found[2]) if found[2] else (day.on.year if day.on else None)
    return None if year is None else (year, int(found[1]))


def _number_doubts(written: str, number: tuple[int, int] | None) -> Iterator[Reason]:
    if not written.strip():
        sentence = "Entry number: none is written. Write it like 412/2026."
        yield Reason("number", "no_number", sentence, can_be_confirmed=False)
    elif number is None:
        sentence = "Entry number: it cannot be read. Write it like 412/2026."
        yield Reason("number", "unreadable_number", sentence, can_be_confirmed=False)


def _day_doubts(day: DayRead) -> Iterator[Reason]:
    if day.doubt == "serial_day" and day.on is not None:
        yield Reason(
            "on",
            "serial_day",
            f"Day brought: the spreadsheet's own number reads as {day.on:%d-%m-%Y}. Look at the"
            " paper.",
            can_be_confirmed=True,
            suggestion=f"{day.on:%d-%m-%Y}" + (f" {day.at:%H:%M}" if day.at else ""),
        )
    elif day.doubt:
        yield Reason(
            "on",
            day.doubt,
            DAY_DOUBTS[day.doubt],
            can_be_confirmed=day.doubt == "day_long_past",
        )


def _kind_doubts(kind: KindRead, sex: str | None) -> Iterator[Reason]:
    if kind.doubt == "no_kind":
        sentence = "Kind of animal: none is written. Write it like cow, goats (3), she-buffalo."
        yield Reason("kind", "no_kind", sentence, can_be_confirmed=False)
    elif kind.doubt == "unknown_kind":
        meant = f" Was {kind.suggestion} meant?" if kind.suggestion else ""
        yield Reason(
            "kind",
            "unknown_kind",
            f"Kind of animal: this word is not known.{meant} Write it as it is called.",
            can_be_confirmed=False,
            suggestion=kind.suggestion,
        )
    elif kind.doubt == "foal_of_pony":
        yield Reason(
            "kind",
            "foal_of_pony",
            "Kind of animal: class 6 names no young. The foal goes into class 3, or the officer"
            " decides (R10).",
            can_be_confirmed=True,
        )
    if "bull" in kind.names and sex == CASTRATED:
        yield Reason(
            "kind",
            "castrated_bull",
            "Kind of animal: a castrated bull is a bullock, class 5. Write bullock, or mend the"
            " sex.",
            can_be_confirmed=False,
            suggestion="bullock",
        )


def _tag_doubts(tag: TagRead) -> Iterator[Reason]:
    if tag.doubt == "ruined_tag":
        yield Reason(
            "ear_tag",
            "ruined_tag",
            "Ear tag: the spreadsheet has ruined the number. Read the twelve digits on the animal,"
            " or leave it empty.",
            can_be_confirmed=False,
        )
    elif tag.doubt == "short_tag":
        yield Reason(
            "ear_tag",
            "short_tag",
            "Ear tag: a tag has twelve digits. Read it on the animal, or leave it empty.",
            can_be_confirmed=False,
        )


def _other_doubts(cells: Mapping[str, str]) -> Iterator[Reason]:
    if not cells.get("area"):
        sentence = "Where seized: none is written, and the fine may depend on it. Write the area."
        yield Reason("area", "no_area", sentence, can_be_confirmed=False)
    if cells.get(BEYOND):
        yield Reason(
            BEYOND,
            "beyond_headings",
            "There is text under no heading. Move it to where it belongs.",
            can_be_confirmed=True,
        )
    for name, text in cells.items():
        if len(text) > LONGEST:
            sentence = f"This cell is longer than {LONGEST} letters. Shorten it."
            yield Reason(name, "too_long", sentence, can_be_confirmed=False)


def _facts(
    cells: Mapping[str, str],
    number: tuple[int, int],
    day: DayRead,
    kind: KindRead,
    tag: TagRead,
    sex: str | None,
) -> dict[str, Any]:
    marks = [_one_line(cells.get("marks", "")), tag.mark]
    return {
        "number": number[1],
        "year": number[0],
        "on": day.on,
        "at": day.at,
        "animals": kind.animals,
        "kind": kind.kind,
        "kind_written": cells.get("kind", ""),
        "breed": cells.get("breed", ""),
        "colour": cells.get("colour", ""),
        "sex": sex or cells.get("sex", ""),
        "age": cells.get("age", ""),
        "ear_tag": tag.ear_tag,
        "marks": "; ".join(mark for mark in marks if mark),
        "area": _area(cells.get("area", "")),
        "brought_by": _brought_by(cells.get("brought_by", "")),
        "owner_told": _one_line(cells.get("owner_told", "")),
        "pen": cells.get("pen", ""),
        "remarks": tuple(_remarks(cells, kind, sex)),
        "direction_wanted": kind.outside,
    }


def _remarks(cells: Mapping[str, str], kind: KindRead, sex: str | None) -> Iterator[str]:
    wanted = {SEX_OF_KIND[name] for name in kind.names if name in SEX_OF_KIND}
    if sex is not None and len(kind.names) == 1 and wanted and sex[0] not in wanted:
        yield f"The register says {kind.kind}, and sex {sex}."
    if cells.get("sex") and sex is None:
        yield f"Sex as written: {cells['sex']}"
    for name, text in cells.items():
        if name not in FIELDS:
            yield f"{name}: {_one_line(text)}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _area(text: str) -> str:
    return " ".join(word[:1].upper() + word[1:].lower() for word in text.split())


def _brought_by(text: str) -> str:
    constable = re.fullmatch(r"pc\s*(\d+)", text.strip(), re.IGNORECASE)
    return f"PC {constable[1]}" if constable else _one_line(text)
