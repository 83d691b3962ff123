"""Sub-section (3): "directly or indirectly". What a bidder has in common with the staff list.

A screening is a pure function: what a bidder is known by, held against one version of the staff
list under one version of these rules, gives one verdict with its reasons. **A name alone never
stops anybody**: in Hyderabad one bidder in ten bears the very name of some officer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum

from portal.law.act import under

RULES = 2  # raised whenever a rule below changes: what was screened under older rules is done anew
LIKE_NAME = 80  # percent: worth a note
SAME_NAME = 90  # percent: with one more thing in common, worth a look by a person
LIKE_RELATION = 85  # percent: fathers or husbands as like as this are one thing in common

# What belongs to one person alone.
IDENTITY, STAFF_NUMBER, BANK = "identity number", "staff number", "bank account"
# What a household or a shop may share.
PHONE, ADDRESS, DEVICE = "phone", "address", "device"
# What thousands share: it tells something only beside a name.
BIRTH_YEAR, PIN_CODE, HOUSE_NAME, BUILDING = "year of birth", "PIN code", "house name", "building"
RELATION = "name of father or husband"

HARD = frozenset({IDENTITY, STAFF_NUMBER})
SHARED = frozenset({IDENTITY, STAFF_NUMBER, BANK, PHONE, ADDRESS, DEVICE})
BESIDE_A_NAME = frozenset({BIRTH_YEAR, PIN_CODE, HOUSE_NAME, BUILDING, RELATION})


class BarredOffice(Enum):
    """An office whose holder may not purchase."""

    POLICE_OFFICER = "police officer"
    POUND_KEEPER = "pound-keeper"


class Outcome(IntEnum):
    """What a screening comes to; the worst of several counts."""

    CLEAR = 0
    NOTE = 1
    HOLD = 2
    BAR = 3

    @property
    def words(self) -> str:
        """Say it as staff read it. No word of it is an accusation."""
        return ("nothing found", "a like name, noted", "needs a check", "may not buy")[self]


@dataclass(frozen=True)
class Common:
    """What a bidder has in common with one person on the staff list.

    `shared` is what both are known by; `of_kin` what the bidder shares with somebody whom that
    person declared as kin or agent; `name` how like the names are, in percent.
    """

    member: int
    office: BarredOffice
    shared: frozenset[str] = frozenset()
    of_kin: frozenset[str] = frozenset()
    name: int = 0

    @property
    def outcome(self) -> Outcome:
        """Apply the table of rules, worst first."""
        if self.shared & HARD or (BANK in self.shared and self.name >= LIKE_NAME):
            return Outcome.BAR
        if (self.shared | self.of_kin) & SHARED:
            return Outcome.HOLD
        if self.name >= SAME_NAME and self.shared & BESIDE_A_NAME:
            return Outcome.HOLD
        return Outcome.NOTE if self.name >= LIKE_NAME else Outcome.CLEAR

    @property
    def by_key(self) -> bool:
        """Tell whether it rests on a number or an address, which two officers must look at."""
        return bool((self.shared | self.of_kin) & SHARED)


@dataclass(frozen=True)
class Verdict:
    """What a screening came to, and on what it rests; worst first."""

    outcome: Outcome
    reasons: tuple[Common, ...] = ()
    barred_before: bool = False

    @property
    def by_key(self) -> bool:
        """Tell whether any of it rests on a number or an address, or he was barred before."""
        return self.barred_before or any(one.by_key for one in self.reasons)


@under("3")
def screen(
    in_common: Iterable[Common], *, buys_for_barred: bool = False, barred_before: bool = False
) -> Verdict:
    """Give the verdict on a bidder from all he has in common with the staff list.

    `barred_before`: officers found of this very person that he may not buy. No change of list,
    phone or card makes that go away; he waits until as many officers as needed clear him.
    """
    found = [one for one in in_common if one.outcome is not Outcome.CLEAR]
    reasons = tuple(sorted(found, key=lambda one: (-one.outcome, -one.name, one.member)))
    if buys_for_barred:
        return Verdict(Outcome.BAR, reasons)
    worst = reasons[0].outcome if reasons else Outcome.CLEAR
    if barred_before:
        worst = max(worst, Outcome.HOLD)
    return Verdict(worst, reasons, barred_before)
