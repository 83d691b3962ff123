"""The page on which anybody sees whether a paper in his hand is genuine."""

from __future__ import annotations

import re
from typing import Any

from flask import request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.law.offices import Duty
from portal.prints.kinds import Kind
from portal.registers.base import NotOnRegister
from portal.registers.gathering import standing
from portal.registers.people import pounds
from portal.registers.prints import Print, copies_of, find_print
from portal.web.desk import Desk, settings
from portal.web.prints import is_print_tag
from portal.web.render import go, show

desk = Desk("check", __name__)

NUMBER = re.compile(r"([A-Z]{2})-(20[0-9]{2})-([1-9][0-9]{0,8})")
LONGEST = 40


@desk.page("/check", may=Duty.SEE_PUBLIC)
def ask() -> Reply:
    """Ask for number and code of a paper, for whoever has no camera."""
    number, code = _asked("number").upper(), _asked("c")
    if number and code:
        return go(url_for("check.paper", number=number, c=code))
    return _show(number, None)


@desk.page("/check/<string:number>", may=Duty.SEE_PUBLIC)
def paper(number: str) -> Reply:
    """Say whether a paper is genuine, and what stands on the one that was given out."""
    return _show(number[:LONGEST], _find(number, _asked("c")))


def _asked(name: str) -> str:
    return request.args.get(name, "").strip()[:LONGEST]


def _find(number: str, code: str) -> Print | None:
    """Find a paper by number and code; of a wrong code no more is said than of no paper."""
    found = NUMBER.fullmatch(number)
    if not found or not is_print_tag(number, code):
        return None
    try:
        return find_print(Kind(found[1]), int(found[2]), int(found[3]))
    except (NotOnRegister, ValueError):
        return None


def _show(number: str, found: Print | None) -> Reply:
    copies = copies_of(found.id) if found else []
    facts = copies[-1].sheet["facts"] if copies else {}
    return show(
        "prints/check",
        number=number,
        asked=bool(number) and request.endpoint != "check.ask",
        paper=found,
        first=copies[0] if copies else None,
        last=copies[-1] if copies else None,
        standing=standing(found) if found else None,
        amount=_amount(facts),
        case=_case(facts),
        pounds=pounds(),
        phone=settings().office_phone,
        status=200 if found or request.endpoint == "check.ask" else 404,
    )


def _amount(facts: dict[str, Any]) -> str:
    """Give the sum that stands on the paper, if one does."""
    told = next((facts[name] for name in ("amount", "price") if facts.get(name)), None)
    return told["figures"] if told else ""


def _case(facts: dict[str, Any]) -> str:
    beast = facts.get("beast")
    return str(beast["case"]) if beast else str(facts.get("case", ""))
