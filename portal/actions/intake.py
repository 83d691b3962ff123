"""An entry begun at the gate is answered step by step, then entered or set aside."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from portal.actions.entries import enter
from portal.actions.official import Act, official_act
from portal.actions.photos import say_public
from portal.law.held_back import Mark, require_enough_held_back
from portal.law.offices import Duty
from portal.law.refusals_of_yard import IntakeEnded
from portal.registers.base import db, on_register
from portal.registers.impound import Impounding, next_number
from portal.registers.intake import Intake, IntakeEnd, IntakeStep, end_of
from portal.registers.people import find_pound
from portal.registers.photos import KnownMark, photos_of_intake
from portal.sheets.impound_register import Entry


@official_act(Duty.KEEP_REGISTER, unwritten=("answers",))
def save_step(act: Act, *, intake: int, step: str, answers: dict[str, str]) -> None:
    """Keep the answers to one step; the latest count, the earlier ones stay. Raises IntakeEnded."""
    _require_open(intake)
    db.session.add(
        IntakeStep(intake_id=intake, step=step, answers=answers, by_id=act.by.person_id, at=act.at)
    )


@official_act(Duty.KEEP_REGISTER, cites="2", unwritten=("marks",))
def finish_intake(
    act: Act,
    *,
    intake: int,
    pound: str,
    entry: Entry,
    allot: bool,
    marks: Sequence[Mark],
    shown: Collection[int],
) -> Impounding:
    """Enter the animal in the register, with its photos and its marks. The day brought is day 0.

    With `allot` the entry has the next number of its pound and year. `shown` are the photos of
    which was said that the public may see them. Raises IntakeEnded, AlreadyOnRegister,
    TagWornByAnother, DayNotCome, TooFewHeldBack, NeverPublic.
    """
    _require_open(intake)
    require_enough_held_back(marks)
    kept = find_pound(pound)
    if allot:
        entry = replace(entry, number=next_number(kept.id, kept.code, entry.year))
    told = [mark.words for mark in marks if not mark.held_back]
    taken = enter(act, kept, entry, marks_told=told)
    for place, mark in enumerate(marks, start=1):
        db.session.add(
            KnownMark(
                impounding_id=taken.id, place=place, words=mark.words, held_back=mark.held_back
            )
        )
    for one in photos_of_intake(intake):
        if one.photo.id in shown and one.struck is None:
            say_public(act, one.photo, public=True)
    _end(act, intake, impounding=taken)
    return taken


@official_act(Duty.KEEP_REGISTER)
def set_intake_aside(act: Act, *, intake: int, reason: str) -> None:
    """Set an entry aside that was begun for no animal; what was kept stays. Raises IntakeEnded."""
    _require_open(intake)
    _end(act, intake, reason=reason)


def _require_open(intake: int) -> None:
    on_register(Intake, intake, f"unfinished entry {intake}")
    if end_of(intake) is not None:
        raise IntakeEnded


def _end(act: Act, intake: int, *, impounding: Impounding | None = None, reason: str = "") -> None:
    db.session.add(
        IntakeEnd(
            intake_id=intake,
            impounding_id=impounding.id if impounding else None,
            reason=reason,
            by_id=act.by.person_id,
            at=act.at,
        )
    )
