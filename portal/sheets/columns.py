"""Headings: which column holds what, in other people's words and order."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from portal.sheets.kinds import read_kind
from portal.sheets.writing import bare, says_nothing

HOUR, HEADS = "hour", "heads"  # columns of some registers, read together with day and kind
NOT_BROUGHT = r"(?!.*(?:sale|sold|releas|deliver|birth|paid|payment|dispos|claim|death|died))"

# Each field with the words by which its heading is known, the most telling first.
KNOWN: Mapping[str, tuple[str, ...]] = {
    "ear_tag": (r"ear ?tag", r"\btags?\b"),
    HEADS: (r"\bheads?\b", r"(?:number|nos?|how many) (?:of )?(?:animals|cattle)", r"^qty$"),
    "brought_by": (r"brought (?:in )?by", r"(?:seized|found|caught|impounded) by", r"\bfinder\b"),
    "owner_told": (r"^owner", r"owner"),
    "on": (
        rf"{NOT_BROUGHT}.*\b(?:date|day)\b.*(?:brought|impound|seiz|admi|received|entry)",
        rf"{NOT_BROUGHT}.*\b(?:date|day)\b",
        r"brought (?:in|on)",
    ),
    HOUR: (rf"{NOT_BROUGHT}.*\b(?:time|hour)\b",),
    "area": (
        r"where", r"\barea\b", r"locality", r"(?:seized|found|caught) (?:at|in|from)",
        r"\bplace\b", r"\bvillage\b",
    ),
    "kind": (
        r"kind", r"species", r"type of (?:animal|cattle)", r"^(?:animal|cattle)$",
        r"(?:name|description) of (?:animal|cattle)", r"^(?:animal|cattle)\b",
    ),
    "number": (
        r"entry", r"(?:register|reg|case) (?:no|number)", r"serial", r"\b(?:sl|sr)\b", r"^s no$",
        r"^(?:no|number|case)$",
    ),
    "breed": (r"breed",),
    "colour": (r"colou?r",),
    "sex": (r"\bsex\b", r"gender"),
    "age": (r"\bage\b",),
    "marks": (r"marks?\b", r"identif"),
    "pen": (r"\bpen\b", r"\bstall\b", r"\bshed\b"),
}  # fmt: skip
FIELDS = tuple(field for field in KNOWN if field not in {HOUR, HEADS})
REQUIRED = frozenset({"number", "on", "kind"})
LABELS: Mapping[str, str] = {
    "number": "Entry number",
    "on": "Day and hour brought",
    "kind": "Kind of animal",
    "breed": "Breed",
    "colour": "Colour",
    "sex": "Sex",
    "age": "Age",
    "ear_tag": "Ear tag",
    "marks": "Marks",
    "area": "Where seized",
    "brought_by": "Brought by",
    "owner_told": "Owner, if known",
    "pen": "Pen",
}
BEYOND = "beyond"  # text in cells that stand under no heading
LONGEST_HEADING = 80


@dataclass(frozen=True)
class Columns:
    """The columns of one register: the field of each, or its own heading if it has none."""

    names: tuple[str, ...]

    def cells(self, row: Sequence[str]) -> dict[str, str]:
        """Give a row by field; what stands under no heading, or under another, is kept as well."""
        found: dict[str, str] = {}
        for place, cell in enumerate(row):
            if not cell:
                continue
            name = self.names[place] if place < len(self.names) else BEYOND
            found[name] = f"{found[name]} {cell}" if name in found else cell
        hour, heads = found.pop(HOUR, ""), found.pop(HEADS, "")
        if says_nothing(hour):
            found |= {"Hour": hour} if hour else {}
        else:
            found["on"] = f"{found.get('on', '')} {hour}".strip()
        if not says_nothing(heads):
            found["kind"] = _with_heads(found.get("kind", ""), heads)
        return found


def looks_like_headings(row: Sequence[str]) -> bool:
    """Tell whether a row is the headings of a register."""
    return set(find_columns(row).names) >= REQUIRED


def find_columns(row: Sequence[str]) -> Columns:
    """Say which column holds what: the column whose heading is most telling has the field.

    Every other column keeps its own heading.
    """
    fields = fields_by_place(row, KNOWN)
    return Columns(
        tuple(fields.get(place) or _own_name(heading) for place, heading in enumerate(row))
    )


def fields_by_place(
    row: Sequence[str],
    known: Mapping[str, tuple[str, ...]],
    many: frozenset[str] = frozenset(),
) -> dict[int, str]:
    """Give the field of each column that has one; those of `many` may have several columns."""
    headings = [_plain(heading) for heading in row]
    fitting = sorted(
        (rank, order, place, field)
        for order, (field, words) in enumerate(known.items())
        for rank, word in enumerate(words)
        for place, heading in enumerate(headings)
        if heading and re.search(word, heading)
    )
    fields: dict[int, str] = {}
    for _rank, _order, place, field in fitting:
        if place not in fields and (field in many or field not in fields.values()):
            fields[place] = field
    return fields


def _own_name(heading: str) -> str:
    name = bare(heading)
    if not name:
        return BEYOND
    return f"{name} (again)" if name in KNOWN or name == BEYOND else name


def _plain(heading: str) -> str:
    if len(heading) > LONGEST_HEADING:
        return ""
    if heading.strip() in {"#", "№"}:
        return "no"
    return " ".join(re.sub(r"[^a-z ]+", " ", heading.lower()).split())


def _with_heads(kind: str, heads: str) -> str:
    """Write the heads beside the kind, as a keeper without such a column does: Goats (3)."""
    told = sum(one.head for one in read_kind(kind).animals)
    return kind if str(told) == bare(heads) else f"{kind} ({heads})".strip()
