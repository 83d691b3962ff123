"""Setting a paper: its facts go in as JSON, a PDF comes out, the same bytes for the same facts.

What people typed reaches typst as data and is never read as its language. The compiler sees the
templates' folder and our own fonts, nothing else of the machine, and no clock.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Any

import segno
import typst

from portal.law.cattle import CattleClass
from portal.prints.written import as_json, written

ROOT = Path(__file__).parent.parent.parent
TEMPLATES, FONTS = ROOT / "templates" / "papers", ROOT / "fonts"

_one_at_a_time = Lock()


@dataclass(frozen=True)
class Marks:
    """What is printed on a paper besides its facts.

    `copy` counts the times it was printed: from the second on it is marked DUPLICATE. `void` says
    why it is worth nothing. `check` is the address of the page that says if it is genuine.
    """

    number: str
    copy: int
    issued: str
    check: str
    code: str
    specimen: bool = False
    void: str = ""
    desk_code: str = ""


@dataclass(frozen=True)
class Sheet:
    """All that a template is told: facts, marks, and the words of the house in each language."""

    template: str
    facts: object
    marks: Marks
    words: dict[str, dict[str, str]] = field(default_factory=dict)


def set_sheet(sheet: Sheet) -> bytes:
    """Set a paper and give its PDF."""
    return set_again(written(sheet))


def set_again(kept: dict[str, Any]) -> bytes:
    """Set a paper from what was kept of its sheet: the same bytes as when it was given out."""
    marks = kept["marks"]
    codes = {"check": _code(marks["check"]), "desk": _code(marks["desk_code"])}
    told = {name: kept[name] for name in ("facts", "marks", "words")}
    return set_template(kept["template"], as_json(told | {"codes": codes, "faces": _faces()}))


@cache
def _faces() -> dict[str, str]:
    """Give the drawings of the eight classes, and that of none, as the pages have them."""
    drawn = (ROOT / "static" / "icons.svg").read_text(encoding="utf-8")
    found = dict(re.findall(r'<symbol id="([a-z]+)" viewBox="0 0 48 48">(.*?)</symbol>', drawn))
    named = {str(one.value): found[one.face] for one in CattleClass} | {"": found["unnamed"]}
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48">'
    return {number: f"{head}{paths}</svg>" for number, paths in named.items()}


def set_template(template: str, told: str) -> bytes:
    """Set one template with what it is told as JSON."""
    with _one_at_a_time:
        made = _compiler().compile(
            str(TEMPLATES / template), format="pdf", sys_inputs={"told": told}
        )
    if not isinstance(made, bytes):
        raise TypeError(f"{template} gave no PDF")
    return made


@cache
def _compiler() -> typst.Compiler:
    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(FONTS)]
    )
    nowhere = str(TEMPLATES / "no-packages")
    return typst.Compiler(
        root=str(TEMPLATES), font_paths=fonts, package_path=nowhere, package_cache_path=nowhere
    )


def _code(address: str) -> str:
    """Draw an address as a code; none for a paper that has no page of its own."""
    if not address:
        return ""
    drawn = BytesIO()
    segno.make_qr(address, error="m").save(drawn, kind="svg", border=2, xmldecl=False, scale=4)
    return drawn.getvalue().decode()
