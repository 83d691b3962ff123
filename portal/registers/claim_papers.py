"""Papers of claims: what was found in each file, which are struck out, and which are alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import ForeignKey, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.papers.copies import are_near
from portal.papers.shelf import is_whole
from portal.registers.base import Instant, Key, NotOnRegister, Record, db
from portal.registers.claims import Claim, ClaimPaper

MOST_LOOKED_AT = 5_000  # the latest pictures a new one is held against


class PaperRead(Record):
    """What was found in a file when it came: its kind by content, its size, its copy, its look."""

    __tablename__ = "paper_read"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    sha256: Mapped[str] = mapped_column(unique=True)
    kind: Mapped[str]
    width: Mapped[int | None]
    height: Mapped[int | None]
    copy_sha256: Mapped[str | None]
    look: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)


class PaperStruck(Record):
    """A paper that was struck out: it stays, with the reason, and counts no more."""

    __tablename__ = "paper_struck"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    claim_paper_id: Mapped[int] = mapped_column(ForeignKey("claim_paper.id"), unique=True)
    reason: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)


@dataclass(frozen=True)
class PaperShown:
    """A paper with what was found in its file, and why it was struck out, if it was."""

    paper: ClaimPaper
    read: PaperRead | None
    struck: PaperStruck | None

    @property
    def copy(self) -> str | None:
        """Give the digest of the copy that is shown, if there is one."""
        return self.read.copy_sha256 if self.read else None


@dataclass(frozen=True)
class Alike:
    """A paper met before: exactly the same file, or a picture that looks the same."""

    paper: ClaimPaper
    claim: Claim
    exact: bool


def find_paper(claim: Claim, number: int) -> PaperShown:
    """Find a paper of a claim; raise NotOnRegister for one of another claim, as for none."""
    found = next((one for one in papers_of(claim) if one.paper.id == number), None)
    if found is None:
        raise NotOnRegister(f"paper {number} of claim {claim.written}")
    return found


def papers_of(claim: Claim) -> list[PaperShown]:
    """List the papers of a claim, struck ones too, first first."""
    digests = [one.sha256 for one in claim.papers]
    read = {
        one.sha256: one
        for one in db.session.scalars(select(PaperRead).where(PaperRead.sha256.in_(digests)))
    }
    numbers = [one.id for one in claim.papers]
    struck = {
        one.claim_paper_id: one
        for one in db.session.scalars(
            select(PaperStruck).where(PaperStruck.claim_paper_id.in_(numbers))
        )
    }
    return [PaperShown(one, read.get(one.sha256), struck.get(one.id)) for one in claim.papers]


def find_read(sha256: str) -> PaperRead | None:
    """Find what was found in a file, if it came before."""
    found: PaperRead | None = db.session.scalar(select(PaperRead).where(PaperRead.sha256 == sha256))
    return found


def alike(claim: Claim, shown: PaperShown) -> list[Alike]:
    """List the papers of other claims that are this one again, or look like it, exact ones first.

    It is told to the officer and decides nothing: two owners may have photographed one card.
    """
    same = {shown.paper.sha256: True}
    if shown.read is not None and shown.read.look:
        looked_at = (
            select(PaperRead.sha256, PaperRead.look)
            .where(PaperRead.look != "", PaperRead.sha256 != shown.paper.sha256)
            .order_by(PaperRead.id.desc())
            .limit(MOST_LOOKED_AT)
        )
        near = [
            sha256
            for sha256, look in db.session.execute(looked_at)
            if are_near(shown.read.look, look)
        ]
        same |= dict.fromkeys(near, False)
    others = db.session.execute(
        select(ClaimPaper, Claim)
        .join(Claim, Claim.id == ClaimPaper.claim_id)
        .where(ClaimPaper.sha256.in_(same), ClaimPaper.claim_id != claim.id)
        .order_by(ClaimPaper.id)
    )
    found = [Alike(paper, other, exact=same[paper.sha256]) for paper, other in others]
    return sorted(found, key=lambda one: not one.exact)


def paper_breaks(folder: Path, whole: Callable[[Path, str], bool] = is_whole) -> Iterator[str]:
    """Give every kept file that is gone or has not the digest it was kept under, as a sentence."""
    for claim_id, called, sha256 in db.session.execute(
        select(ClaimPaper.claim_id, ClaimPaper.called, ClaimPaper.sha256).order_by(ClaimPaper.id)
    ):
        if not whole(folder, sha256):
            yield f"Claim A-{claim_id}: the file of its paper “{called}” is gone or was altered."
    for sha256 in _copies():
        if not whole(folder, sha256):
            yield f"Papers: the copy {sha256[:12]}… is gone or was altered."


def _copies() -> Iterable[str]:
    return db.session.scalars(
        select(PaperRead.copy_sha256)
        .where(PaperRead.copy_sha256.is_not(None))
        .order_by(PaperRead.id)
    )
