"""What becomes of the rows of a register: entries taken, rows held with reasons, blanks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, time

from portal.law.cattle import Animals


@dataclass(frozen=True)
class Reason:
    """Why a row is in doubt: the field, the doubt by its code, a sentence that says what to do.

    `can_be_confirmed` is for doubts that a person may answer with "it is so on paper"; the others
    must be mended. `suggestion` is what could be written instead, never taken by itself.
    """

    field: str
    code: str
    sentence: str
    can_be_confirmed: bool
    suggestion: str = ""


@dataclass(frozen=True)
class Entry:
    """One entry of the register, certain in all that the law looks at.

    `on` is the day of impounding in Hyderabad (day 0, R1); `at` the hour, None if not written.
    `animals` are the heads by class; `direction_wanted` says that one is in no class (R11).
    """

    number: int
    year: int
    on: date
    at: time | None
    animals: tuple[Animals, ...]
    kind: str
    kind_written: str
    breed: str
    colour: str
    sex: str
    age: str
    ear_tag: str | None
    marks: str
    area: str
    brought_by: str
    owner_told: str
    pen: str
    remarks: tuple[str, ...]
    direction_wanted: bool

    def __str__(self) -> str:
        """Say it as it may stand in the journal."""
        return f"{self.number}/{self.year}, {self.on.isoformat()}, {self.kind}"


@dataclass(frozen=True)
class Taken:
    """A row that is certain; `line` is its row in the sheet."""

    line: int
    cells: dict[str, str]
    fingerprint: str
    entry: Entry
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Held:
    """A row in doubt, as written, with its reasons."""

    line: int
    cells: dict[str, str]
    fingerprint: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Blank:
    """A row with nothing in it."""

    line: int


Row = Taken | Held | Blank
