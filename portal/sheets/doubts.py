"""The doubts about one row: each a reason that says what to type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

from portal.sheets.columns import BEYOND, LABELS
from portal.sheets.days_written import DayRead, read_day
from portal.sheets.entries import Reason
from portal.sheets.kinds import KindRead
from portal.sheets.sexes import sex_as_class
from portal.sheets.tags import TagRead
from portal.sheets.writing import bare, is_ditto, says_nothing

LONGEST = 400
_MONTH_AND_YEAR = re.compile(r"(?:[a-z]{3})[-/ ](?:[0-9]{2}|[0-9]{4})", re.IGNORECASE)

_OF_DAYS: Mapping[str, str] = {
    "no_day": "none is written. Write the day as on paper, like 30-11-2026.",
    "unreadable_day": "it cannot be read. Write it like 30-11-2026 16:05.",
    "no_such_day": "{said} does not exist. Write the day as on paper, like 30-11-2026.",
    "day_not_come": "{said} has not come. Write the day as on paper, like 30-11-2026.",
    "day_long_past": "{said} is more than ten years ago. Is it so on paper?",
    "serial_day": "the spreadsheet's own number reads as {said}. Is it so on paper?",
}
_OF_KINDS: Mapping[str, str] = {
    "no_kind": "none is written. Write it like cow, goats (3), she-buffalo.",
    "unknown_kind": "this word is not known. Write it like cow, goats (3), she-buffalo.",
    "how_many": "how many? Write the number of heads, like goats (3).",
    "whose_young": "whose young is it? Write it like cow with buffalo calf.",
    "foal_of_pony": "class 6 names no young. Is the foal put in class 3 (R10)?",
}
_OF_TAGS: Mapping[str, str] = {
    "ruined_tag": "the spreadsheet has ruined it. Read the twelve digits on the animal, or leave"
    " it empty.",
    "short_tag": "a tag has twelve digits. Read it on the animal, or leave it empty.",
    "rounded_tag": "its last digits are all 0, as a spreadsheet rounds. Is it so on the animal?",
}
_MAY_BE_CONFIRMED = frozenset({"day_long_past", "serial_day", "foal_of_pony", "rounded_tag"})


def reason(field: str, code: str, sentence: str, suggestion: str = "") -> Reason:
    """Make a reason: its sentence begins with the field, as the form names it."""
    label = {"on": "Day brought"}.get(field, LABELS.get(field, "Row"))
    said = f"{label}: {sentence}"
    return Reason(field, code, said, code in _MAY_BE_CONFIRMED, suggestion)


def number_doubts(written: str, number: tuple[int, int] | None, day: DayRead) -> Iterator[Reason]:
    """Doubt a number that is missing, cannot be read, or is of another year than the day."""
    text = bare(written)
    if says_nothing(text):
        yield reason("number", "no_number", "none is written. Write it like 412/2026.")
    elif number is None and (meant := _number_made_a_day(text)):
        yield reason(
            "number",
            "number_became_day",
            f"the spreadsheet has made a day of it. Was it {meant}? Write it as on paper.",
            meant,
        )
    elif number is None and re.fullmatch(r"[0-9]{1,6}", text):
        sentence = "its year is not known without the day. Write it like 412/2026."
        yield reason("number", "no_year", sentence)
    elif number is None:
        yield reason("number", "unreadable_number", "it cannot be read. Write it like 412/2026.")
    elif day.on is not None and day.on.year != number[0] and not day.doubt:
        yield Reason(
            "number",
            "other_year",
            f"Entry number: it is of {number[0]}, and the day brought is in {day.on.year}. Write"
            " the one that is wrong as on paper.",
            can_be_confirmed=True,
        )


def _number_made_a_day(text: str) -> str:
    """Give the number that a spreadsheet took for a month: 1/2026 becomes Jan-26."""
    if not (_MONTH_AND_YEAR.fullmatch(text) or re.match(r"[0-9]{4}-[0-9]{2}-01\b", text)):
        return ""
    day = read_day(text if text[0].isdigit() else f"1-{text}", date.max)
    return f"{day.on.month}/{day.on.year}" if day.on else ""


def day_doubts(day: DayRead) -> Iterator[Reason]:
    """Doubt a day that is missing, impossible, to come, long past, or a spreadsheet's number."""
    if not day.doubt:
        return
    suggestion = ""
    if day.doubt == "serial_day":
        suggestion = day.particulars + (f" {day.at:%H:%M}" if day.at else "")
    yield reason("on", day.doubt, _OF_DAYS[day.doubt].format(said=day.particulars), suggestion)


def kind_doubts(kind: KindRead, sex: str | None) -> Iterator[Reason]:
    """Doubt a kind that is missing or not known, and a sex that would change its class, (4)(a)."""
    if kind.doubt:
        sentence = _OF_KINDS[kind.doubt]
        if kind.suggestion:
            sentence = f"this word is not known. Was {kind.suggestion} meant? Write it."
        yield reason("kind", kind.doubt, sentence, kind.suggestion)
    elif len(kind.names) == 1 and (other := sex_as_class(kind.names[0], sex)):
        yield reason(
            "kind", "sex_against_kind", f"{other.why} Mend the kind or the sex.", other.kind
        )


def tag_doubts(tag: TagRead) -> Iterator[Reason]:
    """Doubt a tag that is ruined, rounded or too short."""
    if tag.doubt:
        yield reason("ear_tag", tag.doubt, _OF_TAGS[tag.doubt])


def other_doubts(cells: Mapping[str, str]) -> Iterator[Reason]:
    """Doubt a missing area, since the fine may depend on it (R9), and text where none belongs."""
    area = cells.get("area", "")
    if is_ditto(area):
        yield reason("area", "ditto", "it points at the row above. Write the area itself.")
    elif says_nothing(area):
        sentence = "none is written, and the fine may depend on it. Write the area."
        yield reason("area", "no_area", sentence)
    if cells.get(BEYOND):
        yield Reason(
            BEYOND,
            "beyond_headings",
            "Row: there is text under no heading. Write it where it belongs; confirmed, it stays as"
            " a remark.",
            can_be_confirmed=True,
        )
    for name, text in cells.items():
        if len(text) > LONGEST:
            sentence = f"{LABELS.get(name, name)}: longer than {LONGEST} letters. Shorten it."
            yield Reason(name, "too_long", sentence, can_be_confirmed=False)
