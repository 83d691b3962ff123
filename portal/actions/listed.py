"""One row of the staff list of those who may not buy (3), as it comes in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from portal.law.screening import BarredOffice
from portal.names.meeting import kept_keys
from portal.names.reading import read_name
from portal.registers.matching import KnownBy

A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Listed:
    """One police officer or pound-keeper as he is entered or uploaded, his keys hidden already.

    `fingerprint` tells whether an upload changes anything about him; `number` is the digest of
    his staff number, by which one upload finds the entry of the one before. `name_keys` are
    the forms his name is looked up under, if they were worked out already.
    """

    name: str
    office: BarredOffice
    since: date
    relation: str = ""
    number: str = ""
    fingerprint: str = ""
    until: date | None = None
    own: tuple[KnownBy, ...] = ()
    kin: tuple[KnownBy, ...] = ()
    name_keys: tuple[str, ...] = ()

    @property
    def end(self) -> date | None:
        """Give the day from which he is no longer staff, if the list gives his last one."""
        return None if self.until is None else self.until + A_DAY

    def looked_up_under(self) -> tuple[str, ...]:
        """Give the short forms of his name; working them out is dear, so a list does it early."""
        return self.name_keys or name_keys(self.name)


def name_keys(name: str) -> tuple[str, ...]:
    """Give the short forms under which a name is looked up, in one order."""
    return tuple(sorted(kept_keys(read_name(name))))
