"""An official act: the only way to write, and the unit of work.

An act is done by a person who has the duty, at one instant, in one transaction that holds the
write lock from before the first question is asked until its journal line is kept. It is wholly
done or not done at all. The instant is read after the lock is held: of two acts, the one that got
the lock first is the earlier one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from functools import cached_property
from typing import Concatenate, Generic, ParamSpec, TypeVar

from sqlalchemy.exc import OperationalError

from portal.clock import Clock
from portal.law.days import legal_date
from portal.law.ledger import Entry
from portal.law.money import Money
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.registers.base import db
from portal.registers.impound import Impounding
from portal.registers.journal import End, Words, end_of_journal, write_line
from portal.registers.ledger import LedgerLine
from portal.registers.people import Officer, holds_office
from portal.registers.sales import Lot, LotFacts
from portal.registers.turn import turn_to_write

P = ParamSpec("P")
T = TypeVar("T")

# Clocks of two processes differ by a little; more than this is a clock that was put back.
CLOCKS_MAY_DIFFER = timedelta(seconds=5)
LONGEST_PARTICULAR = 2_000
NOT_WRITTEN = "(not written in the journal)"
ACT_NAMES: set[str] = set()  # of every official act there is, as the journal writes them
TRIED = "tried to "  # begins the journal line of an act that was refused but is to be known of


class NotYourDuty(PermissionError):  # noqa: N818 - reads as what happened
    """The person does not hold an office with this duty."""


class ClockWentBack(RuntimeError):  # noqa: N818 - reads as what happened
    """The clock shows a time before the last act in the journal; nothing may be dated by it."""


@dataclass
class Act:
    """What an action may know and do while it acts."""

    by: Officer
    at: datetime
    journal_line_id: int
    notes: dict[str, str] = field(default_factory=dict)
    concerned: set[int] = field(default_factory=set)

    @cached_property
    def on(self) -> date:
        """Give the day in Hyderabad on which this is done."""
        return legal_date(self.at)

    def note(self, **notes: object) -> None:
        """Write what came of the act into its journal line."""
        self.notes.update({name: in_words(value) for name, value in notes.items()})

    def concern(self, impounding: Impounding) -> None:
        """Tie the journal line to a case."""
        self.concerned.add(impounding.id)

    def concern_lot(self, lot: LotFacts) -> None:
        """Tie the journal line to the case that a lot puts up."""
        self.concerned.add(lot.impounding_id)

    def post(
        self, entry: Entry, *, lot: Lot | None = None, impounding: Impounding | None = None
    ) -> None:
        """Write money into the ledger, answerable to this act."""
        if lot is not None:
            impounding = lot.impounding
        for move in entry:
            db.session.add(
                LedgerLine(
                    journal_line_id=self.journal_line_id,
                    on=self.on,
                    impounding_id=impounding.id if impounding else None,
                    lot_id=lot.id if lot else None,
                    debit=move.debit.name,
                    credit=move.credit.name,
                    amount=move.amount,
                )
            )


# Refusals of which a line stays: what is written besides it, in an act of its own.
TRACES: dict[type[Refusal], Callable[[Act, Refusal, dict[str, object]], None]] = {}


class OfficialAct(Generic[P, T]):
    """An action that carries its duty and writes its own journal line."""

    def __init__(
        self,
        action: Callable[Concatenate[Act, P], T],
        duty: Duty,
        cites: str | None,
        unwritten: frozenset[str],
    ) -> None:
        self.action, self.duty, self.cites, self.unwritten = action, duty, cites, unwritten
        self.name = action.__name__.replace("_", " ")
        self.__doc__ = action.__doc__
        ACT_NAMES.add(self.name)

    def __call__(self, by: Officer, clock: Clock, *args: P.args, **particulars: P.kwargs) -> T:
        """Do it, whole, or leave no trace.

        Raises NotYourDuty, ClockWentBack, and whatever the action refuses with.
        """
        try:
            with _writing():
                end, act = self._begin(by, clock)
                done = self.action(act, *args, **particulars)
                write_line(self._words(act, particulars), end, act.concerned)
                return done
        except Refusal as refusal:
            if type(refusal) in TRACES:
                with suppress(OperationalError, ClockWentBack):  # the refusal is what counts
                    self._leave_trace(by, clock, refusal, particulars)
            raise

    def _begin(self, by: Officer, clock: Clock) -> tuple[End, Act]:
        end = end_of_journal()
        act = Act(by, _instant(clock, end), end.id + 1)
        if not (by.has(self.duty) and holds_office(by, act.on)):
            raise NotYourDuty(self.name)
        db.session.info["act"] = act
        return end, act

    def _leave_trace(
        self, by: Officer, clock: Clock, refusal: Refusal, particulars: dict[str, object]
    ) -> None:
        """Write down that the act was tried and refused, as an act of its own."""
        with _writing():
            end, act = self._begin(by, clock)
            TRACES[type(refusal)](act, refusal, particulars)
            act.note(refused=refusal.sentence)
            words = replace(self._words(act, particulars), act=f"{TRIED}{self.name}")
            write_line(words, end, act.concerned)

    def _words(self, act: Act, particulars: dict[str, object]) -> Words:
        written = {
            name: NOT_WRITTEN if name in self.unwritten else in_words(value)
            for name, value in particulars.items()
            if value is not None
        }
        return Words(
            id=act.journal_line_id,
            at=act.at,
            by_id=act.by.person_id,
            office=act.by.office.value,
            act=self.name,
            cites=self.cites,
            particulars=written | act.notes,
        )


def official_act(
    duty: Duty, *, cites: str | None = None, unwritten: tuple[str, ...] = ()
) -> Callable[[Callable[Concatenate[Act, P], T]], OfficialAct[P, T]]:
    """Make an action official: name the duty it needs and the words it is done under.

    `unwritten` names particulars that must not stand in the journal, such as a password.
    """
    return lambda action: OfficialAct(action, duty, cites, frozenset(unwritten))


def in_words(value: object) -> str:
    """Write a particular down so that a person can read it and a digest can rest on it."""
    if isinstance(value, Money):
        return value.decimal
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return ", ".join(in_words(one) for one in value)
    if isinstance(value, dict):
        return "; ".join(f"{name}: {in_words(one)}" for name, one in value.items())
    return str(value)[:LONGEST_PARTICULAR]


def _instant(clock: Clock, end: End) -> datetime:
    at = clock.now().astimezone(UTC)
    if end.at is None or at >= end.at:
        return at
    if end.at - at > CLOCKS_MAY_DIFFER:
        raise ClockWentBack(f"the last act was at {end.at}, the clock shows {at}")
    return end.at


@contextmanager
def _writing() -> Iterator[None]:
    session = db.session()
    if "act" in session.info:
        raise RuntimeError("one act at a time")
    session.rollback()  # what was read before the lock was held is not to be trusted
    with turn_to_write(db.engine):
        try:
            writing = session.connection(execution_options={"writing": True})
            session.info["connection"] = writing
            yield
            session.commit()
        except BaseException:
            session.rollback()
            raise
        finally:
            session.info.pop("act", None)
            session.info.pop("connection", None)
