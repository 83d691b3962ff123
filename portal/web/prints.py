"""Papers given out: set, kept, issued by an act, handed over; and the code on each."""

from __future__ import annotations

import hashlib
import hmac
from base64 import b32encode
from contextlib import suppress

from flask import Response, url_for

from portal.actions.official import OfficialAct
from portal.actions.prints import SetPaper
from portal.law.days import legal_date
from portal.law.refusals_of_prints import PaperMovedOn
from portal.papers.shelf import digest_of, find, put_away
from portal.prints.kinds import Facts, Kind, beasts_on
from portal.prints.setting import Marks, Sheet, set_again
from portal.prints.written import digest_of_facts, moment, written
from portal.registers.base import NotOnRegister
from portal.registers.gathering import gather
from portal.registers.people import NOBODY, Officer, find_person
from portal.registers.prints import Print, PrintCopy, last_print, next_copy, written_number
from portal.web.card_qr import card_address
from portal.web.desk import clock, now, officer, settings
from portal.web.language import in_every_language

TAG_LETTERS = 8
TRIES = 3  # a paper that moved on while it was set is set again; a third time somebody is told
FROM_HOME = "the claimant, from home"


def print_tag(number: str) -> str:
    """Give the code on a paper: eight letters that only this installation can make."""
    made = hmac.new(settings().matching_key.encode(), f"print:{number}".encode(), hashlib.sha256)
    return b32encode(made.digest()).decode()[:TAG_LETTERS].lower()


def is_print_tag(number: str, told: str) -> bool:
    """Tell whether a code is that of the paper with this number."""
    return hmac.compare_digest(print_tag(number).encode(), told.strip().lower().encode())


def issue(
    kind: Kind,
    about: str,
    act: OfficialAct[..., PrintCopy],
    by: Officer | None = None,
    **more: object,
) -> PrintCopy:
    """Set a paper, keep its PDF and give it out. Raises NotOnRegister, PaperMovedOn, refusals."""
    giver = by or officer()
    for _try in range(TRIES - 1):
        with suppress(PaperMovedOn):
            return act(giver, clock(), paper=set_paper(kind, about, giver), **more)
    return act(giver, clock(), paper=set_paper(kind, about, giver), **more)


def set_paper(kind: Kind, about: str, by: Officer) -> SetPaper:
    """Set the paper that comes next, and put its PDF on the shelf."""
    gathered = gather(kind, about)
    at = now()
    digest = digest_of_facts(gathered.facts)
    place = next_copy(kind, about, digest, legal_date(at).year)
    number = written_number(kind, place.year, place.number)
    code = print_tag(number)
    marks = Marks(
        number=number,
        copy=place.copy,
        issued=f"{moment(at)} by {_named(by)}",
        check=settings().base_url.rstrip("/") + url_for("check.paper", number=number, c=code),
        code=code,
        specimen=settings().is_demo,
        void=gathered.void,
        desk_code=_desk_code(kind, about),
    )
    sheet = written(Sheet(kind.template, gathered.facts, marks, _words(gathered.facts)))
    kept = put_away(settings().prints, set_again(sheet))
    return SetPaper(kind, about, place, digest, gathered.void, kept, sheet)


def _named(by: Officer) -> str:
    return FROM_HOME if by == NOBODY else f"{find_person(by.person_id).name} ({by.office.value})"


def _desk_code(kind: Kind, about: str) -> str:
    if kind is not Kind.BIDDER_CARD:
        return ""
    sale, card = about.split("/")
    return card_address(int(sale), int(card))


def _words(facts: Facts) -> dict[str, dict[str, str]]:
    """Say the words of the house on a paper in each language."""
    terms = {term for beast in beasts_on(facts) for term in beast.terms}
    if said := getattr(facts, "terms", ""):
        terms.add(said)
    found: dict[str, dict[str, str]] = {}
    for term in sorted(terms):
        for language, words in in_every_language(term):
            found.setdefault(language.code, {})[term] = words
    return found


def last_copy_of_facts(kind: Kind, about: str) -> Print | None:
    """Give the last paper about a thing, if it tells what the registers tell now."""
    last = last_print(kind, about)
    same = last is not None and last.facts_sha256 == digest_of_facts(gather(kind, about).facts)
    return last if same else None


def pdf_of(copy: PrintCopy) -> bytes:
    """Give the PDF of a printing: the kept one, or, if it is gone, the same set again.

    Raises NotOnRegister if neither has the digest in the register.
    """
    kept = find(settings().prints, copy.sha256)
    content = kept.read_bytes() if kept else b""
    if digest_of(content) != copy.sha256:
        content = set_again(copy.sheet)
    if digest_of(content) != copy.sha256:
        raise NotOnRegister(f"the PDF with SHA-256 {copy.sha256}")
    return content


def hand_over(content: bytes, name: str, media: str = "application/pdf") -> Response:
    """Hand a paper over, to be shown and printed by the browser."""
    reply = Response(content, content_type=media)
    reply.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return reply
