"""Our books held against a bank's: by reference and amount. What differs is told; nothing moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum

from portal.law.money import NOTHING, Money

SHORTEST_WITHIN = 6  # letters: a shorter reference is found by chance inside another


class Kind(Enum):
    """How a line of the bank and one of ours stand to each other, what differs most first."""

    WRONG_AMOUNT = "wrong amount"
    DOUBLE = "double line"
    MISSING = "missing at the bank"
    UNKNOWN = "unknown to us"
    AGREES = "agrees"


@dataclass(frozen=True)
class Line:
    """One line of the bank's or of ours: what it is called, its day, its reference, its sum.

    Money that left is negative. A line that is not `expected` at this bank is missed by nobody.
    """

    key: str
    on: date
    reference: str
    amount: Money
    expected: bool = True


@dataclass(frozen=True)
class Finding:
    """One line of the bank with ours, or one of the two that stands alone."""

    kind: Kind
    bank: Line | None
    ours: Line | None

    @property
    def differs(self) -> Money:
        """Give by how much the bank has more than our books say."""
        agreed = self.ours.amount if self.ours and self.kind is not Kind.DOUBLE else NOTHING
        return (self.bank.amount if self.bank else NOTHING) - agreed


def plain_reference(written: str) -> str:
    """Give the letters and figures of a reference, for banks add signs and spaces as they like."""
    return re.sub(r"[^0-9A-Z]", "", written.upper())


def refers(bank: str, ours: str) -> bool:
    """Tell whether a bank's words name our reference: alone, or among other words."""
    return _names(plain_reference(bank), plain_reference(ours))


def _names(said: str, sought: str) -> bool:
    if not sought:
        return False
    return sought == said or (len(sought) >= SHORTEST_WITHIN and sought in said)


def reconcile(bank: Sequence[Line], ours: Sequence[Line]) -> list[Finding]:
    """Match each line of the bank with one of ours, whole agreement first; no line twice.

    A second line for what was matched is double; what names none of ours is unknown; ours that
    nothing names, of the days between the first and the last line of the bank, are missing.
    """
    said = [plain_reference(one.reference) for one in bank]
    sought = [plain_reference(one.reference) for one in ours]
    matched = _agreeing(bank, ours, said, sought)
    taken = set(matched.values())
    findings = []
    for place, line in enumerate(bank):
        if place in matched:
            findings.append(Finding(Kind.AGREES, line, ours[matched[place]]))
            continue
        named = [n for n, one in enumerate(sought) if _names(said[place], one)]
        free = next((n for n in named if n not in taken), None)
        if free is not None:
            taken.add(free)
            findings.append(Finding(Kind.WRONG_AMOUNT, line, ours[free]))
        elif named:
            findings.append(Finding(Kind.DOUBLE, line, ours[named[0]]))
        else:
            findings.append(Finding(Kind.UNKNOWN, line, None))
    findings += _missing(bank, (one for n, one in enumerate(ours) if n not in taken))
    order = list(Kind)
    return sorted(findings, key=lambda one: order.index(one.kind))


def _agreeing(
    bank: Sequence[Line], ours: Sequence[Line], said: Sequence[str], sought: Sequence[str]
) -> dict[int, int]:
    """Match what agrees in sum and reference; only lines of one sum are looked at together."""
    of_sum: dict[Money, list[int]] = {}
    for number, one in enumerate(ours):
        of_sum.setdefault(one.amount, []).append(number)
    matched: dict[int, int] = {}
    for place, line in enumerate(bank):
        left = of_sum.get(line.amount, [])
        found = next((number for number in left if _names(said[place], sought[number])), None)
        if found is not None:
            matched[place] = found
            left.remove(found)
    return matched


def _missing(bank: Sequence[Line], left: Iterable[Line]) -> list[Finding]:
    if not bank:
        return []
    first, last = min(one.on for one in bank), max(one.on for one in bank)
    return [
        Finding(Kind.MISSING, None, one) for one in left if one.expected and first <= one.on <= last
    ]
