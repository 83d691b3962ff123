"""The list of cases, a page at a time, and where each stands, told in one question."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, func, or_, select, tuple_

from portal.law.cattle import CattleClass
from portal.registers.base import db
from portal.registers.carried import cases_to_look_at
from portal.registers.case import CaseStage
from portal.registers.case_words import has_words, says
from portal.registers.impound import Animal, Impounding, find_impounding
from portal.registers.people import pounds
from portal.registers.stages import AT_A_TIME, FINISHED, cases_standing, open_cases, stage_on
from portal.registers.yard import PenMove, pen_now
from portal.registers.yard_undone import YardBook, stands

ON_PAPER = re.compile(r"0*([0-9]{1,6})\s*/\s*([0-9]{4})")
NUMBER_ALONE = re.compile(r"0*[1-9][0-9]{0,5}")


@dataclass(frozen=True)
class Listed:
    """One line of the list of cases. `class_shown` is the class whose face is drawn, if any."""

    number: str
    on: date
    kind: str
    breed: str
    colour: str
    head: int
    area: str
    pen: str
    ear_tag: str | None
    stage: CaseStage
    class_shown: CattleClass | None


@dataclass(frozen=True)
class PageOfCases:
    """A page of the list, latest first; `found` is told where the cases need not be counted anew.

    `after` is the number of the case after which the next page begins; `looked_to` is the day up
    to which a page looked that found nothing more on its way.
    """

    cases: tuple[Listed, ...]
    found: int | None = None
    after: str = ""
    looked_to: date | None = None


def list_cases(
    today: date, *, words: str = "", stage: CaseStage | None = None, after: str = "", size: int = 50
) -> PageOfCases:
    """Find cases by number, ear tag or words, and by where they stand on a day (IST).

    A page costs the same however many cases there are: it begins after a case, and looks at no
    more than a few hundred.
    """
    begin = _place(after)
    exact = _exactly(words, today) if words else []
    if exact:
        return _of_these(exact, today, stage, begin, size)
    if stage is not None and stage not in FINISHED:
        ids = [one.id for one in cases_standing(today) if one.stage is stage]
        if words:
            ids = [one.id for one, pen in _entries(ids) if says(words, one, pen)]
        return _of_these(ids, today, stage, begin, size)
    return _looked_through(today, words, stage, begin, size)


def count_by_stage(today: date) -> dict[CaseStage, int]:
    """Count the cases at each stage that is no end; a stage at which none stands is left out."""
    return dict(Counter(one.stage for one in open_cases(today)))


def _place(after: str) -> tuple[date, int] | None:
    if not after:
        return None
    last = find_impounding(after)
    return last.on, last.id


def _of_these(
    ids: list[int],
    today: date,
    stage: CaseStage | None,
    begin: tuple[date, int] | None,
    size: int,
) -> PageOfCases:
    """Show a page of a few cases that are known already."""
    stands = stage_on(today)
    lines: list[Row[Any]] = []
    for start in range(0, len(ids), AT_A_TIME):
        asked = _columns(stands).where(Impounding.id.in_(ids[start : start + AT_A_TIME]))
        if stage is not None:
            asked = asked.where(stands == stage.name)
        lines += db.session.execute(asked)
    lines.sort(key=lambda line: (line.on, line.id), reverse=True)
    rest = [line for line in lines if begin is None or (line.on, line.id) < begin]
    shown = rest[:size]
    return PageOfCases(
        tuple(_listed(line) for line in shown),
        len(lines),
        shown[-1].number if len(rest) > size else "",
    )


def _looked_through(
    today: date,
    words: str,
    stage: CaseStage | None,
    begin: tuple[date, int] | None,
    size: int,
) -> PageOfCases:
    """Show the next cases, of those of a stage that are among the next few hundred."""
    many = size + 1 if stage is None else AT_A_TIME
    asked = _columns(stage_on(today)).limit(many)
    if words:  # in the order of entry: the index of words is read so, from its end
        before = begin[1] if begin else None
        moved = [one for one in _moved_to(words) if before is None or one < before]
        asked = asked.where(or_(has_words(words, before, many), Impounding.id.in_(moved)))
        asked = asked.order_by(Impounding.id.desc())
    else:
        asked = asked.order_by(Impounding.on.desc(), Impounding.id.desc())
        if begin is not None:
            asked = asked.where(tuple_(Impounding.on, Impounding.id) < begin)
    lines = db.session.execute(asked).all()
    fitting = [line for line in lines if stage is None or line.stage == stage.name]
    shown = fitting[:size]
    if len(fitting) > size:
        return PageOfCases(tuple(_listed(line) for line in shown), None, shown[-1].number)
    if stage is not None and len(lines) == many:
        last = lines[-1]
        return PageOfCases(tuple(_listed(line) for line in shown), None, last.number, last.on)
    found = len(shown) if begin is None else None
    return PageOfCases(tuple(_listed(line) for line in shown), found)


def _entries(ids: list[int]) -> Iterator[tuple[Impounding, str]]:
    """Give some entries, each with the pen it stands in now."""
    for start in range(0, len(ids), AT_A_TIME):
        some = ids[start : start + AT_A_TIME]
        asked = select(Impounding, pen_now()).where(Impounding.id.in_(some))
        yield from ((entry, pen) for entry, pen in db.session.execute(asked))


def _moved_to(words: str) -> list[int]:
    """Find the cases told by the pen they were moved to; the index has the pen of the entry.

    Of those that may not be finished: nobody seeks by its pen what has left the pound long ago.
    """
    moved = select(PenMove.impounding_id).where(stands(YardBook.MOVE, PenMove.id)).distinct()
    looked_at = cases_to_look_at()
    if looked_at is not None:
        moved = moved.where(PenMove.impounding_id.in_(looked_at))
    ids = list(db.session.scalars(moved))
    return [one.id for one, pen in _entries(ids) if says(words, one, pen)]


def _exactly(words: str, today: date) -> list[int]:
    """Find the cases with this number, as people say it or as it stands on paper, or ear tag."""
    said = words.strip()
    numbers = {said}
    if on_paper := ON_PAPER.fullmatch(said):
        numbers = {f"{on_paper[2]}-{on_paper[1]}"}
    elif NUMBER_ALONE.fullmatch(said):
        numbers = {f"{year}-{int(said)}" for year in (today.year, today.year - 1)}
    numbers |= {f"{one.code}-{number}" for one in pounds() if one.code for number in numbers}
    tag = re.sub(r"[\s-]", "", said)
    asked = (
        select(Impounding.id).where(Impounding.number.in_(numbers)),
        select(Impounding.id).where(Impounding.ear_tag == tag).limit(AT_A_TIME),
    )
    return [one for each in asked for one in db.session.scalars(each)]


def _columns(stands: ColumnElement[str]) -> Select[Any]:
    heads = select(func.sum(Animal.head)).where(Animal.impounding_id == Impounding.id)
    first = (
        select(Animal.cattle_class)
        .where(Animal.impounding_id == Impounding.id)
        .order_by(Animal.id)
        .limit(1)
    )
    return select(
        Impounding.id,
        Impounding.number,
        Impounding.on,
        Impounding.kind,
        Impounding.breed,
        Impounding.colour,
        heads.scalar_subquery().label("head"),
        Impounding.area,
        pen_now().label("pen"),
        Impounding.ear_tag,
        stands.label("stage"),
        first.scalar_subquery().label("class_shown"),
    )


def _listed(line: Row[Any]) -> Listed:
    facts = {name: value for name, value in line._asdict().items() if name != "id"}
    drawn = facts["class_shown"]
    facts["class_shown"] = None if drawn is None else CattleClass(drawn)
    facts["stage"] = CaseStage[facts["stage"]]
    facts["head"] = int(facts["head"] or 0)
    return Listed(**facts)
