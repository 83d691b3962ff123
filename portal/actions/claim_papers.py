"""Papers of a claim are added one by one, and struck out; nothing that was handed in goes away."""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from portal.actions.official import Act, official_act
from portal.law.offices import Duty
from portal.law.refusals_of_books import NothingChanged
from portal.law.refusals_of_papers import NotYourClaim, TooManyPapers
from portal.papers.reading import Kind
from portal.registers.base import db
from portal.registers.claim_papers import PaperRead, PaperStruck, find_paper, find_read
from portal.registers.claims import Claim, ClaimPaper, find_claim
from portal.registers.sales import find_lot_by_id

MOST_PAPERS = 20


@dataclass(frozen=True)
class Paper:
    """A paper handed in: what it is called, the file that was kept, and what was found in it."""

    called: str
    file_name: str
    sha256: str
    size: int
    kind: Kind
    width: int | None = None
    height: int | None = None
    copy_sha256: str | None = None
    look: str = ""

    def __str__(self) -> str:
        """Say it as it stands in the journal: with the digest, which the file can be held to."""
        return f"{self.called}; {self.kind.value}, {self.size} bytes, SHA-256 {self.sha256}"


@official_act(Duty.TAKE_CLAIMS, cites="2")
def add_paper(act: Act, *, claim: int, paper: Paper) -> ClaimPaper:
    """Add a paper that is handed in at the counter. Raises TooManyPapers."""
    return _add(act, find_claim(claim), paper)


@official_act(Duty.CLAIM_ONLINE, cites="2", unwritten=("code",))
def send_paper(act: Act, *, claim: int, code: str, paper: Paper) -> ClaimPaper:
    """Add a paper sent from home, to the one whose code it is. Raises NotYourClaim, TooManyPapers.

    The same file sent again, since nobody saw whether it came, is one paper.
    """
    found = find_claim(claim)
    if not found.code or not hmac.compare_digest(found.code.encode(), code.encode()):
        raise NotYourClaim
    return _add(act, found, paper)


@official_act(Duty.TAKE_CLAIMS)
def strike_paper(act: Act, *, claim: int, paper: int, reason: str) -> None:
    """Strike out a paper that does not belong to the claim: it stays, with the reason."""
    found = find_claim(claim)
    act.concern(find_lot_by_id(found.lot_id).impounding)
    shown = find_paper(found, paper)
    if shown.struck is not None:
        raise NothingChanged
    db.session.add(
        PaperStruck(claim_paper_id=paper, reason=reason, by_id=act.by.person_id, at=act.at)
    )


def require_room(claim: Claim) -> None:
    """Refuse one paper too many, before its file is kept; TooManyPapers."""
    if len(claim.papers) >= MOST_PAPERS:
        raise TooManyPapers(MOST_PAPERS)


def keep_read(act: Act, paper: Paper) -> None:
    """Keep what was found in a file, once for each file; only an official act may call this."""
    if find_read(paper.sha256) is None:
        db.session.add(
            PaperRead(
                sha256=paper.sha256,
                kind=paper.kind.name,
                width=paper.width,
                height=paper.height,
                copy_sha256=paper.copy_sha256,
                look=paper.look,
                at=act.at,
            )
        )


def _add(act: Act, claim: Claim, paper: Paper) -> ClaimPaper:
    act.concern(find_lot_by_id(claim.lot_id).impounding)
    again = next((one for one in claim.papers if one.sha256 == paper.sha256), None)
    if again is not None:
        act.note(paper=again.id, sent="again")
        return again
    require_room(claim)
    keep_read(act, paper)
    kept = ClaimPaper(
        called=paper.called,
        file_name=paper.file_name,
        sha256=paper.sha256,
        size=paper.size,
        at=act.at,
    )
    claim.papers.append(kept)
    db.session.flush()
    act.note(paper=kept.id)
    return kept
