"""What joins a claim with an officer, or with other claims: told as facts, judged by people."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sqlalchemy import select

from portal.law.screening import SHARED
from portal.registers.base import db
from portal.registers.cards import Card
from portal.registers.claims import Claim
from portal.registers.people import Person, PersonKey
from portal.registers.staff_list import StaffKey


@dataclass(frozen=True)
class SharedWith:
    """Another claim that has something in common with this one."""

    claim: Claim
    what: str


def linked_claims(officer: Collection[int], claims: Iterable[Claim]) -> list[str]:
    """Name the claims whose claimant has a phone, an account or a paper in common with an officer.

    `officer` are all accounts of the one person. He is known by his own keys, and by those of his
    row on the staff list, where his kin stand too.
    """
    digests = set(
        db.session.scalars(select(PersonKey.digest).where(PersonKey.person_id.in_(officer)))
    )
    members = set(
        db.session.scalars(
            select(StaffKey.staff_member_id).where(
                StaffKey.digest.in_(digests), StaffKey.kind.in_(SHARED)
            )
        )
    )
    digests |= set(
        db.session.scalars(
            select(StaffKey.digest).where(
                StaffKey.staff_member_id.in_(members), StaffKey.kind.in_(SHARED)
            )
        )
    )
    phones = {
        one for one in db.session.scalars(select(Person.phone).where(Person.id.in_(officer))) if one
    }
    return [
        claim.written
        for claim in claims
        if claim.phone in phones or digests & {key.digest for key in claim.keys}
    ]


def shared_with(claim: Claim) -> list[SharedWith]:
    """List what a claim has in common with others, of this animal or another."""
    found = []
    if claim.bank_account:
        same_account = select(Claim).where(Claim.bank_account == claim.bank_account)
        found += [("the same bank account", one) for one in db.session.scalars(same_account)]
    same_phone = select(Claim).where(Claim.phone == claim.phone)
    found += [("the same phone", one) for one in db.session.scalars(same_phone)]
    return [SharedWith(one, what) for what, one in found if one.id != claim.id]


def bought_the_lot(claim: Claim, card_id: int | None) -> bool:
    """Tell whether the claimant's phone is that of the card to which the animal was sold."""
    card = db.session.get(Card, card_id) if card_id else None
    return card is not None and card.phone == claim.phone
