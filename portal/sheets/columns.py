"""Headings: which column holds what, in other people's words and order."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# Each field of an entry with the words by which its heading is known, most telling first.
KNOWN = (
    ("ear_tag", (r"ear ?tag", r"\btag\b")),
    ("owner_told", (r"owner",)),
    ("brought_by", (r"brought by", r"seized by", r"\bfinder\b", r"found by")),
    ("on", (r"\bdate\b", r"\bday\b", r"brought in")),
    ("area", (r"where", r"\barea\b", r"locality", r"\bplace\b")),
    ("number", (r"\bsl\b", r"serial", r"entry", r"^no$", r"\bcase\b", r"number")),
    ("kind", (r"kind", r"species", r"^animal", r"type of animal", r"cattle")),
    ("breed", (r"breed",)),
    ("colour", (r"colou?r",)),
    ("sex", (r"\bsex\b", r"gender")),
    ("age", (r"\bage\b",)),
    ("marks", (r"marks?\b", r"identif")),
    ("pen", (r"\bpen\b", r"\bstall\b", r"\bshed\b")),
)
FIELDS = tuple(field for field, _words in KNOWN)
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


@dataclass(frozen=True)
class Columns:
    """The columns of one register: the field of each, or its own heading where it is none of ours."""

    names: tuple[str, ...]

    def cells(self, row: Sequence[str]) -> dict[str, str]:
        """Give a row by field; what stands under no heading is kept as well."""
        found: dict[str, str] = {}
        for place, cell in enumerate(row):
            if not cell:
                continue
            name = self.names[place] if place < len(self.names) else BEYOND
            found[name] = f"{found[name]} {cell}" if name in found else cell
        return found


def looks_like_headings(row: Sequence[str]) -> bool:
    """Tell whether a row is the headings of a register."""
    return set(find_columns(row).names) >= REQUIRED


def find_columns(row: Sequence[str]) -> Columns:
    """Say which column holds what; the first of two that fit has it, the other keeps its heading."""
    names: list[str] = []
    for heading in row:
        plain = re.sub(r"[^a-z ]+", " ", heading.lower()).strip()
        plain = re.sub(r"\s+", " ", plain)
        found = next(
            (
                field
                for field, words in KNOWN
                if field not in names and any(re.search(word, plain) for word in words)
            ),
            None,
        )
        names.append(found or (f"{heading.strip()}" if heading.strip() else BEYOND))
    return Columns(tuple(names))
