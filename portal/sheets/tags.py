"""Ear tags: twelve digits, as people and spreadsheets write them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from portal.sheets.writing import bare, on_one_line, says_nothing

TAG_DIGITS = 12
_RUINED = re.compile(r"[0-9](?:[.,][0-9]+)?e\+?[0-9]+", re.IGNORECASE)
_ROUNDED = "000000"
_NO_TAG = frozenset({"no", "notag", "nottagged", "untagged", "without"})


@dataclass(frozen=True)
class TagRead:
    """What was read: the twelve digits, or a mark that was written in the column, or a doubt."""

    ear_tag: str | None = None
    mark: str = ""
    doubt: str = ""


def read_tag(written: str) -> TagRead:
    """Read an ear tag; spaces and dashes between its digits are forgiven.

    1.00422E+11 is what a spreadsheet makes of a tag, and 100422000000 what it makes of that when
    it is saved again. Words ("notch L ear") are a mark and no tag.
    """
    plain = re.sub(r"[\s\-–]", "", bare(written))
    if says_nothing(written) or plain.lower() in _NO_TAG:
        return TagRead()
    if re.fullmatch(rf"[0-9]{{{TAG_DIGITS}}}", plain):
        return TagRead(ear_tag=plain, doubt="rounded_tag" if plain.endswith(_ROUNDED) else "")
    if _RUINED.fullmatch(plain):
        return TagRead(doubt="ruined_tag")
    if re.search(r"[0-9]{4}", plain) or not re.search(r"[^\W\d_]", plain):
        return TagRead(doubt="short_tag")
    return TagRead(mark=on_one_line(written))
