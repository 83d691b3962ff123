"""Figures of the checks under (3), by which unfairness of screening or officers would be seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import case, distinct, func, select

from portal.law.checks import Finding
from portal.law.screening import Outcome
from portal.names.groups import NamingGroup, naming_group
from portal.names.reading import read_name
from portal.registers.base import db
from portal.registers.cards import Card
from portal.registers.journal import JournalLine
from portal.registers.people import names_of, pounds
from portal.registers.sales import Sale
from portal.registers.screening import HOLDER, CheckFinding, Screening

K = TypeVar("K")


@dataclass(frozen=True)
class Counts:
    """Of some cards: how many were screened, noted, ever held, cleared since, and barred."""

    screened: int = 0
    noted: int = 0
    held: int = 0
    cleared: int = 0
    barred: int = 0

    @property
    def hold_rate(self) -> float:
        """Give the part of the screened cards that were ever held."""
        return self.held / self.screened if self.screened else 0.0


@dataclass(frozen=True)
class ByOfficer:
    """What one officer found, and how many of his findings are on facts with both findings."""

    name: str
    cleared: int
    barred: int
    reversed: int


@dataclass(frozen=True)
class Figures:
    """All figures of the checks."""

    all: Counts
    by_group: tuple[tuple[str, Counts], ...]
    by_pound: tuple[tuple[str, Counts], ...]
    by_officer: tuple[ByOfficer, ...]
    reversals: int

    @property
    def ratio(self) -> float | None:
        """Give how many times the highest hold rate of a group is the lowest; None if it is 0."""
        rates = [counts.hold_rate for _, counts in self.by_group]
        return max(rates) / min(rates) if rates and min(rates) > 0 else None


@dataclass(frozen=True)
class _CardCame:
    name: str
    pound: int
    verdict: Outcome
    outcome: Outcome
    ever_held: bool


def check_figures() -> Figures:
    """Count cards, holds, findings and reversals; each card once, by what it came to last."""
    cards = _cards()
    reversals = _facts_with_both()
    names = {one.id: one.name for one in pounds()}
    groups = _counted(cards, lambda one: naming_group(read_name(one.name)))
    by_pound = _counted(cards, lambda one: one.pound)
    return Figures(
        all=_counts(cards),
        by_group=tuple((one.value, groups[one]) for one in NamingGroup if one in groups),
        by_pound=tuple((names[one], by_pound[one]) for one in sorted(by_pound)),
        by_officer=_by_officer(reversals),
        reversals=len(reversals),
    )


def _cards() -> list[_CardCame]:
    held = case((Screening.verdict == Outcome.HOLD, 1), else_=0)
    each = (
        select(func.max(Screening.id).label("newest"), func.max(held).label("held"))
        .where(Screening.whom == HOLDER)
        .group_by(Screening.card_id)
        .subquery()
    )
    rows = db.session.execute(
        select(Card.name, Sale.pound_id, Screening.verdict, Screening.outcome, each.c.held)
        .join(each, each.c.newest == Screening.id)
        .join(Card, Card.id == Screening.card_id)
        .join(Sale, Sale.id == Card.sale_id)
    )
    return [
        _CardCame(name, pound, Outcome(verdict), Outcome(outcome), bool(ever))
        for name, pound, verdict, outcome, ever in rows
    ]


def _counted(cards: list[_CardCame], by: Callable[[_CardCame], K]) -> dict[K, Counts]:
    sorted_out: dict[K, list[_CardCame]] = {}
    for one in cards:
        sorted_out.setdefault(by(one), []).append(one)
    return {key: _counts(some) for key, some in sorted_out.items()}


def _counts(cards: list[_CardCame]) -> Counts:
    return Counts(
        screened=len(cards),
        noted=sum(one.verdict is Outcome.NOTE for one in cards),
        held=sum(one.ever_held for one in cards),
        cleared=sum((one.verdict, one.outcome) == (Outcome.HOLD, Outcome.NOTE) for one in cards),
        barred=sum(one.outcome is Outcome.BAR for one in cards),
    )


def _facts_with_both() -> set[str]:
    both = (
        select(CheckFinding.facts)
        .group_by(CheckFinding.facts)
        .having(func.count(distinct(CheckFinding.finding)) > 1)
    )
    return set(db.session.scalars(both))


def _by_officer(reversals: set[str]) -> tuple[ByOfficer, ...]:
    counts: Counter[tuple[int, str]] = Counter()
    turned: Counter[int] = Counter()
    found = select(CheckFinding.by_id, CheckFinding.finding, CheckFinding.facts)
    for officer, finding, facts in db.session.execute(found):
        counts[officer, finding] += 1
        turned[officer] += facts in reversals
    names = names_of(turned)
    return tuple(
        ByOfficer(
            names[one],
            counts[one, Finding.CLEARED.value],
            counts[one, Finding.BARRED.value],
            turned[one],
        )
        for one in sorted(turned, key=lambda one: names[one])
    )


def lines_of_tries(acts: Iterable[str], how_many: int) -> list[JournalLine]:
    """Read the journal's lines of some acts, newest first.

    Whole names are asked for: an index answers for them whatever the order of letters is, and the
    journal has a line for every bid.
    """
    tried = select(JournalLine).where(JournalLine.act.in_(sorted(acts)))
    return list(db.session.scalars(tried.order_by(JournalLine.id.desc()).limit(how_many)))
