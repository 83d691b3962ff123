"""How orders and readings stand on a day: the rate that goes for each class, each reading."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from portal.law.cattle import CattleClass
from portal.law.dues import DailyRate, rate_on
from portal.law.readings import QUESTIONS, Choice, Question, Reading
from portal.law.refusals import NoRate
from portal.registers.orders import ReadingRecord, rates, reading_records, readings_in_force


@dataclass(frozen=True)
class RateGoing:
    """What is charged on a day for a head of a class, None being an animal in no class (R11)."""

    cattle_class: CattleClass | None
    rate: DailyRate | None


def rates_going(day: date) -> list[RateGoing]:
    """Give, for each class and for animals in none, the rate that goes on a day (R8)."""
    known = rates()
    return [RateGoing(one, _rate(day, one, known)) for one in (*CattleClass, None)]


def _rate(
    day: date, cattle_class: CattleClass | None, known: tuple[DailyRate, ...]
) -> DailyRate | None:
    try:
        return rate_on(day, cattle_class, known)
    except NoRate:
        return None


@dataclass(frozen=True)
class ReadingShown:
    """One place in the Act: what it asks, how it is read today, and every entry made of it."""

    question: Question
    choice: Choice
    entered: tuple[ReadingRecord, ...]  # newest first
    by: ReadingRecord | None  # the entry in force; None while the first choice stands unentered

    @property
    def may_be_entered(self) -> bool:
        """Tell whether the place leaves more than one way of reading it."""
        return len(self.question.choices) > 1

    def words_of(self, record: ReadingRecord) -> str:
        """Give the words of the choice that was entered."""
        return next(one.words for one in self.question.choices if one.key == record.choice)


def reading_shown(reading: Reading, day: date) -> ReadingShown:
    """Show how one place is read on a day."""
    return next(one for one in readings_shown(day) if one.question.reading is reading)


def readings_shown(day: date) -> list[ReadingShown]:
    """Show how each place is read on a day, R1 first."""
    in_force, records = readings_in_force(day), reading_records()
    shown = []
    for reading, question in QUESTIONS.items():
        entered = tuple(one for one in reversed(records) if one.reading == reading.value)
        chosen = next(one for one in question.choices if one.key == in_force[reading])
        begun = [one for one in entered if one.since <= day]
        by = max(begun, key=lambda one: (one.since, one.id), default=None)
        shown.append(ReadingShown(question, chosen, entered, by))
    return shown
