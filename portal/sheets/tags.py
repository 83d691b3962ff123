"""Ear tags: twelve digits, as people and spreadsheets write them."""

from __future__ import annotations

import re
from dataclasses import dataclass

TAG_DIGITS = 12
_RUINED = re.compile(r"\d(\.\d+)?e\+?\d+", re.IGNORECASE)


@dataclass(frozen=True)
class TagRead:
    """What was read: the twelve digits, or a mark that was written in the column, or a doubt."""

    ear_tag: str | None = None
    mark: str = ""
    doubt: str = ""


def read_tag(written: str) -> TagRead:
    """Read an ear tag; spaces and dashes between its digits are forgiven."""
    plain = re.sub(r"[\s\-]", "", written)
    if not plain or plain.lower() in {"nil", "none", "no", "notag"}:
        return TagRead()
    if re.fullmatch(rf"[0-9]{{{TAG_DIGITS}}}", plain):
        return TagRead(ear_tag=plain)
    if _RUINED.fullmatch(plain):
        return TagRead(doubt="ruined_tag")
    if re.search(r"[0-9]{4}", plain):
        return TagRead(doubt="short_tag")
    return TagRead(mark=" ".join(written.split()))
