"""Maker, checker and payer are three persons, whatever number of sign-ins each of them has."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from portal.law.refusals_of_accounts import SamePerson


@dataclass(frozen=True)
class Hand:
    """What a person did to a paper, and the numbers of all sign-ins that are this person."""

    did: str
    people: frozenset[int]


def require_another_person(by: int, doing: str, earlier: Iterable[Hand]) -> None:
    """Refuse a step to whoever took an earlier one, under this sign-in or another; SamePerson."""
    for hand in earlier:
        if by in hand.people:
            raise SamePerson(doing, hand.did)
