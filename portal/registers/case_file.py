"""A case as an auditor takes it home: one story, and what holds every line and paper fast."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from portal.law.money import Money
from portal.prints.kinds import Beast
from portal.prints.written import day, moment
from portal.registers.case import Case
from portal.registers.claims import claims_on
from portal.registers.happening import Happening
from portal.registers.journal import BEFORE_THE_FIRST, end_of_journal, holds_of, lines_about
from portal.registers.people import names_of
from portal.registers.printed import beast
from portal.registers.prints import prints_of_case
from portal.registers.sales import lots_of_case
from portal.registers.timeline import timeline


@dataclass(frozen=True)
class Told:
    """One thing that happened."""

    when: str
    words: str
    cites: str
    amount: Money | None
    says: str
    by: str
    numbers: tuple[str, ...]
    undone: bool


@dataclass(frozen=True)
class Line:
    """One line of the journal with all that its hold is worked out of.

    `instant` is in UTC, to the microsecond; `before` is the hold of the line before it.
    """

    number: int
    at: datetime
    instant: str
    by_id: int
    by: str
    office: str
    act: str
    cites: str | None
    particulars: dict[str, str]
    before: str
    held: str


@dataclass(frozen=True)
class GivenOut:
    """One printing of a paper."""

    number: str
    kind: str
    copy: int
    at: datetime
    by: str
    void: str
    journal_line: int
    sha256: str


@dataclass(frozen=True)
class HandedIn:
    """One paper of a claim."""

    claim: str
    called: str
    size: int
    sha256: str


@dataclass(frozen=True)
class CaseFile:
    """All that the books tell of a case."""

    beast: Beast
    stage: str
    made_at: datetime
    made_on: date
    end_line: int
    end_held: str
    story: tuple[Told, ...]
    journal: tuple[Line, ...]
    prints: tuple[GivenOut, ...]
    papers: tuple[HandedIn, ...]


def case_file(case: Case, at: datetime) -> CaseFile:
    """Put a case together, oldest first, with the end of the journal it was read at."""
    entry, end = case.impounding, end_of_journal()
    return CaseFile(
        beast=beast(entry),
        stage=case.stage.value,
        made_at=at,
        made_on=case.today,
        end_line=end.id,
        end_held=end.held,
        story=tuple(_told(one) for one in reversed(timeline(case))),
        journal=_lines(entry.id),
        prints=_prints(entry.id),
        papers=tuple(
            HandedIn(claim.written, paper.called, paper.size, paper.sha256)
            for lot in lots_of_case(entry.id)
            for claim in claims_on(lot.id)
            for paper in claim.papers
        ),
    )


def _told(one: Happening) -> Told:
    says = " ".join(part for part in (one.says, one.personal) if part)
    when = moment(one.at) if one.at else day(one.on)
    return Told(when, one.words, one.cites or "", one.amount, says, one.by, one.numbers, one.undone)


def _lines(impounding_id: int) -> tuple[Line, ...]:
    lines = lines_about(impounding_id)
    names = names_of(one.by_id for one in lines)
    before = holds_of({one.id - 1 for one in lines})
    return tuple(
        Line(
            number=one.id,
            at=one.at,
            instant=one.at.isoformat(timespec="microseconds"),
            by_id=one.by_id,
            by=names[one.by_id],
            office=one.office,
            act=one.act,
            cites=one.cites,
            particulars=one.particulars,
            before=before.get(one.id - 1, BEFORE_THE_FIRST),
            held=one.held,
        )
        for one in lines
    )


def _prints(impounding_id: int) -> tuple[GivenOut, ...]:
    given = prints_of_case(impounding_id)
    names = names_of(copy.by_id for _one, copy in given)
    return tuple(
        GivenOut(
            number=one.written,
            kind=one.of_kind.called,
            copy=copy.copy,
            at=copy.at,
            by=names[copy.by_id],
            void=copy.void,
            journal_line=copy.journal_line_id,
            sha256=copy.sha256,
        )
        for one, copy in given
    )
