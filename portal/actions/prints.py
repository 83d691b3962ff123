"""A paper is given out: numbered, its facts held against the registers, its PDF's digest kept.

It is set before the act, so that no bid waits for a printer's work: the act looks again, under
the lock, whether the registers still say what was set.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from portal.actions.official import Act, OfficialAct, official_act
from portal.law.offices import Duty
from portal.law.refusals_of_prints import NotYourPaper, PaperMovedOn
from portal.prints.kinds import Kind
from portal.prints.written import digest_of_facts
from portal.registers.base import db
from portal.registers.claims import find_claim
from portal.registers.gathering import gather
from portal.registers.prints import NextCopy, Print, PrintCopy, find_print, next_copy


@dataclass(frozen=True)
class SetPaper:
    """A paper that was set: which it is, what it was made of, and the digest of its PDF."""

    kind: Kind
    about: str
    place: NextCopy
    facts_sha256: str
    void: str
    sha256: str
    sheet: dict[str, Any] = field(repr=False)

    def __str__(self) -> str:
        """Say it as it stands in the journal: with the digest, which the PDF can be held to."""
        number = f"{self.kind.value}-{self.place.year}-{self.place.number}"
        void = ", void" if self.void else ""
        return f"{self.kind.called} {number}, copy {self.place.copy}{void}, SHA-256 {self.sha256}"


def issue_paper(act: Act, *, paper: SetPaper) -> PrintCopy:
    """Give a paper out. Raises PaperMovedOn, NotOnRegister."""
    gathered = gather(paper.kind, paper.about)
    digest = digest_of_facts(gathered.facts)
    place = next_copy(paper.kind, paper.about, digest, paper.place.year)
    if (digest, gathered.void, place) != (paper.facts_sha256, paper.void, paper.place):
        raise PaperMovedOn
    if gathered.entry is not None:
        act.concern(gathered.entry)
    if place.copy == 1:
        numbered = Print(
            kind=paper.kind.value,
            year=place.year,
            number=place.number,
            about=paper.about,
            impounding_id=gathered.entry.id if gathered.entry else None,
            facts_sha256=digest,
        )
        db.session.add(numbered)
        db.session.flush()
    else:
        numbered = find_print(paper.kind, place.year, place.number)
    copy = PrintCopy(
        print_id=numbered.id,
        copy=place.copy,
        void=paper.void,
        sheet=paper.sheet,
        sha256=paper.sha256,
        at=act.at,
        by_id=act.by.person_id,
        office=act.by.office.value,
        journal_line_id=act.journal_line_id,
    )
    db.session.add(copy)
    db.session.flush()
    return copy


# Who may give a paper out: whoever has the duty of the page the paper belongs to.
ISSUE: Mapping[Duty, OfficialAct[..., PrintCopy]] = {
    duty: official_act(duty)(issue_paper)
    for duty in (
        Duty.KEEP_REGISTER,
        Duty.ARRANGE_SALE,
        Duty.GIVE_CARDS,
        Duty.RECORD_BIDS,
        Duty.TAKE_PAYMENT,
        Duty.DELIVER_TO_OWNER,
        Duty.TAKE_CLAIMS,
        Duty.DECIDE_CLAIMS,
        Duty.KEEP_BOOKS,
    )
}


@official_act(Duty.CLAIM_ONLINE, unwritten=("code",))
def fetch_acknowledgement(act: Act, *, claim: int, code: str, paper: SetPaper) -> PrintCopy:
    """Give a claimant the acknowledgement of his claim. Raises NotYourPaper, PaperMovedOn."""
    found = find_claim(claim)
    own = found.code and hmac.compare_digest(found.code.encode(), code.encode())
    if not own or paper.kind is not Kind.ACKNOWLEDGEMENT or paper.about.split("/")[0] != str(claim):
        raise NotYourPaper
    return issue_paper(act, paper=paper)
