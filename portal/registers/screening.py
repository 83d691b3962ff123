"""Screenings on record, what they rest on, and what officers found who looked (3)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, Row, func, select
from sqlalchemy.orm import Mapped, aliased, mapped_column

from portal.law.checks import Finding, Found
from portal.law.screening import (
    BESIDE_A_NAME,
    DEVICE,
    HARD,
    LIKE_NAME,
    LIKE_RELATION,
    RELATION,
    RULES,
    SAME_NAME,
    SHARED,
    BarredOffice,
    Common,
    Outcome,
    Verdict,
)
from portal.names.likeness import likeness
from portal.names.meeting import meeting_keys
from portal.names.reading import Name, read_name
from portal.registers.base import Instant, Key, Record, among, db, on_register
from portal.registers.cards import Card, CardKey
from portal.registers.matching import KnownBy
from portal.registers.people import same_people
from portal.registers.staff_list import (
    OWN,
    StaffKey,
    StaffMember,
    StaffNameKey,
    came_by,
    keys_of_staff,
    stands_on_list,
)

HOLDER, PAYER, COLLECTOR = "holder", "payer", "collector"
AT_CARD, AT_BID, AT_HAMMER, AT_PAYMENT, AT_GATE = "card", "bid", "hammer", "payment", "delivery"
AFTER_CHECK, LOOKING_BACK, REFUSED = "check", "look back", "refused"
GIVEN_ON = "under-bidder"  # a lot taken back from one who may not buy goes to the next
LOOK_AT = 100  # who bear a like name and share nothing else


class Screening(Record):
    """What a bidder, payer or collector came to when held against one version of the list."""

    __tablename__ = "screening"
    __table_args__ = (
        Index("ix_screening_card_id", "card_id", "whom", "id"),
        Index("ix_screening_outcome", "outcome", "id"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    card_id: Mapped[int] = mapped_column(ForeignKey("card.id"))
    whom: Mapped[str]
    gate: Mapped[str]
    staff_list_version_id: Mapped[int | None] = mapped_column(ForeignKey("staff_list_version.id"))
    rules: Mapped[int]
    facts: Mapped[str] = mapped_column(index=True)
    verdict: Mapped[int]
    outcome: Mapped[int]
    by_key: Mapped[bool]
    reasons: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    on: Mapped[date]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))

    @property
    def came_to(self) -> Outcome:
        """Give what it came to, with the findings of officers on these very facts."""
        return Outcome(self.outcome)

    def as_verdict(self) -> Verdict:
        """Give the verdict as the law gave it."""
        reasons = tuple(_common(one) for one in self.reasons)
        before = self.by_key and not any(one.by_key for one in reasons)
        return Verdict(Outcome(self.verdict), reasons, before)


class CheckFinding(Record):
    """What an officer found who looked at the facts of a held bidder."""

    __tablename__ = "check_finding"
    __table_args__ = (Index("ix_check_finding_facts", "facts", "id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    screening_id: Mapped[int] = mapped_column(ForeignKey("screening.id"))
    facts: Mapped[str]
    finding: Mapped[str]
    reason: Mapped[str]
    words: Mapped[str]
    on: Mapped[date]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


@dataclass(frozen=True)
class Facts:
    """What a person who would buy, pay or take away is known by."""

    name: str
    relation: str
    digests: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, name: str, relation: str, known_by: Iterable[KnownBy | CardKey]) -> Facts:
        """Put facts together; the order of keys, and one given twice, make no other facts."""
        digests = {(key.kind, key.digest) for key in known_by}
        return cls(name, relation, tuple(sorted(digests)))


def facts_of(card: Card) -> Facts:
    """Give what the holder of a card is known by, everything he was ever known by with it."""
    return Facts.of(card.name, card.relation, card.keys)


def in_common(facts: Facts, version: int, today: date) -> list[Common]:
    """Find what somebody has in common with those on the list, at a version of it, on a day.

    Asked of indexes only, so that a list of 300,000 costs little more than one of 300. Common
    names are met in thousands: of those that share nothing but the name, one is enough for a note.
    """
    name = read_name(facts.name)
    forms = sorted(meeting_keys(name))
    shared, of_kin = _by_key(facts, version, today)
    beside = _beside_a_name(facts, name, forms, version, today)
    known = set(shared) | set(of_kin) | set(beside)
    found = [
        Common(
            member=one.id,
            office=BarredOffice(one.office),
            shared=frozenset(shared.get(one.id, set()) | beside.get(one.id, set())),
            of_kin=frozenset(of_kin.get(one.id, set())),
            name=likeness(name, read_name(one.name)),
        )
        for one in _standing(known, version, today)
    ]
    if not any(one.name >= LIKE_NAME for one in found):
        found += _by_name_alone(name, forms, version, today)
    return found


def _by_key(
    facts: Facts, version: int, today: date
) -> tuple[dict[int, set[str]], dict[int, set[str]]]:
    """Find who is known by the same number, phone, account, address or device; and whose kin."""
    digests = [digest for kind, digest in facts.digests if kind in SHARED]
    own: dict[int, set[str]] = {}
    of_kin: dict[int, set[str]] = {}
    for key in _keys(digests, version, today):
        (own if key.whose == OWN else of_kin).setdefault(key.staff_member_id, set()).add(key.kind)
    return own, of_kin


def _keys(digests: list[str], version: int, today: date) -> Iterable[Row[int, str, str]]:
    if not digests:
        return ()
    return db.session.execute(
        select(StaffKey.staff_member_id, StaffKey.kind, StaffKey.whose)
        .join(StaffMember, StaffMember.id == StaffKey.staff_member_id)
        .where(
            StaffKey.digest.in_(digests),
            StaffKey.kind.in_(SHARED),
            came_by(version, StaffKey),
            stands_on_list(version, today),
        )
    ).all()


def _beside_a_name(
    facts: Facts, name: Name, forms: list[str], version: int, today: date
) -> dict[int, set[str]]:
    """Find who bears the same name and was born that year, lives there, or has that father."""
    digests = [digest for kind, digest in facts.digests if kind in BESIDE_A_NAME]
    if not forms or not digests:
        return {}
    met = select(StaffNameKey.staff_member_id).distinct().where(StaffNameKey.key.in_(forms))
    beside = _known_beside(list(db.session.scalars(met)), digests, version)
    called, found = read_name(facts.relation), dict[int, set[str]]()
    for row in _standing(set(beside), version, today):
        if likeness(name, read_name(row.name)) < SAME_NAME:
            continue
        kinds = beside[row.id]
        if RELATION in kinds and likeness(called, read_name(row.relation)) < LIKE_RELATION:
            kinds = kinds - {RELATION}
        if kinds:
            found[row.id] = kinds
    return found


def _known_beside(members: list[int], digests: list[str], version: int) -> dict[int, set[str]]:
    """Find which of some share any of these things; by whose they are, for many share a year."""
    found: dict[int, set[str]] = {}
    rows = db.session.execute(
        select(StaffKey.staff_member_id, StaffKey.kind).where(
            among(StaffKey.staff_member_id, members),
            StaffKey.digest.in_(digests),
            StaffKey.whose == OWN,
            came_by(version, StaffKey),
        )
    )
    for member, kind in rows:
        found.setdefault(member, set()).add(kind)
    return found


def _by_name_alone(name: Name, forms: list[str], version: int, today: date) -> list[Common]:
    """Find one who bears a like name; which of many makes no difference to anybody.

    Those who share the most forms of it are looked at, and of a very long list no others: it is a
    note, on which nothing rests.
    """
    met = (
        select(StaffNameKey.staff_member_id)
        .where(StaffNameKey.key.in_(forms))
        .group_by(StaffNameKey.staff_member_id)
        .order_by(func.count().desc(), StaffNameKey.staff_member_id)
        .limit(LOOK_AT)
    )
    nearest = list(db.session.scalars(met)) if forms else []
    for member in _standing(set(nearest), version, today):
        alike = likeness(name, read_name(member.name))
        if alike >= LIKE_NAME:
            return [Common(member.id, BarredOffice(member.office), name=alike)]
    return []


def _standing(numbers: set[int], version: int, today: date) -> Iterable[Row[int, str, str, str]]:
    """Give those of some who stand on the list, at a version of it, on a day."""
    return db.session.execute(
        select(StaffMember.id, StaffMember.name, StaffMember.office, StaffMember.relation)
        .where(among(StaffMember.id, sorted(numbers)), stands_on_list(version, today))
        .order_by(StaffMember.id)
    )


def facts_digest(facts: Facts, verdict: Verdict, pound: int) -> str:
    """Give one word for exactly what a finding rests on: it holds for nothing else.

    It rests on the pound of the sale, since its officers have no say in it and those who decided
    may have one elsewhere; on all that the bidder is known by; and on each match that holds him,
    with who is matched and by what. A like name that is only noted holds nobody, so a stranger
    who joins the list is no part of it; nor is a browser, on either side, that the other side was
    never seen with.
    """
    rests_on = [one for one in verdict.reasons if one.outcome >= Outcome.HOLD]
    met = _met_on_list(facts, [one.member for one in rests_on])
    reasons = [[_listed_reason(one), sorted(met.get(one.member, ()))] for one in rests_on]
    shared = set().union(*met.values())
    own = [[kind, one] for kind, one in facts.digests if kind != DEVICE or one in shared]
    said = [RULES, pound, facts.name, facts.relation, own, reasons]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _met_on_list(facts: Facts, members: list[int]) -> dict[int, set[str]]:
    """Give, for each of some on the list, the digests that he and the bidder are both known by."""
    own, met = {digest for _, digest in facts.digests}, dict[int, set[str]]()
    for member, keys in keys_of_staff(members).items():
        met[member] = {key.digest for key in keys if key.digest in own}
    return met


def reasons_of(verdict: Verdict) -> list[dict[str, Any]]:
    """Write the reasons down as they are kept with the screening."""
    return [_listed_reason(one) for one in verdict.reasons]


def _listed_reason(one: Common) -> dict[str, Any]:
    return {
        "member": one.member,
        "office": one.office.value,
        "shared": sorted(one.shared),
        "of_kin": sorted(one.of_kin),
        "name": one.name,
    }


def _common(kept: dict[str, Any]) -> Common:
    return Common(
        member=kept["member"],
        office=BarredOffice(kept["office"]),
        shared=frozenset(kept["shared"]),
        of_kin=frozenset(kept["of_kin"]),
        name=kept["name"],
    )


def findings_on(facts: str) -> list[CheckFinding]:
    """List what officers found on exactly these facts, first first."""
    return list(
        db.session.scalars(
            select(CheckFinding).where(CheckFinding.facts == facts).order_by(CheckFinding.id)
        )
    )


def barred_before(facts: Facts) -> list[CheckFinding]:
    """List the findings that this very person, by his paper, may not buy; first first."""
    papers = [digest for kind, digest in facts.digests if kind in HARD]
    if not papers:
        return []
    his = select(CardKey.card_id).where(CardKey.digest.in_(papers), CardKey.kind.in_(HARD))
    return list(
        db.session.scalars(
            select(CheckFinding)
            .join(Screening, Screening.id == CheckFinding.screening_id)
            .where(Screening.card_id.in_(his), CheckFinding.finding == Finding.BARRED.value)
            .order_by(CheckFinding.id)
        )
    )


def found_on(facts: str, barred: Iterable[CheckFinding]) -> tuple[Found, ...]:
    """Give the law what officers found, by person and not by account, first found first.

    A clear counts for exactly these facts; that he may not buy, `barred`, counts for the person.
    """
    found = {one.id: one for one in (*findings_on(facts), *barred)}
    return tuple(
        Found(Finding(one.finding), same_people(one.by_id), one.on)
        for _, one in sorted(found.items())
    )


def last_screening(card_id: int, whom: str = HOLDER) -> Screening | None:
    """Give the latest screening of the holder of a card, or of who pays or collects for him."""
    found: Screening | None = db.session.scalar(
        select(Screening)
        .where(Screening.card_id == card_id, Screening.whom == whom)
        .order_by(Screening.id.desc())
        .limit(1)
    )
    return found


def find_screening(number: int) -> Screening:
    """Find a screening; raise NotOnRegister."""
    return on_register(Screening, number, f"screening {number}")


def held_now() -> list[Screening]:
    """List the cards that wait for a check, longest waiting first."""
    later = aliased(Screening)
    newer = (
        select(later.id)
        .where(
            later.card_id == Screening.card_id,
            later.whom == Screening.whom,
            later.id > Screening.id,
        )
        .exists()
    )
    waiting = select(Screening).where(Screening.outcome == Outcome.HOLD, ~newer)
    return list(db.session.scalars(waiting.order_by(Screening.id)))


def outcomes_of(cards: Iterable[int]) -> dict[int, Outcome]:
    """Give what the latest screening of each holder came to."""
    newest = (
        select(func.max(Screening.id))
        .where(Screening.card_id.in_(list(cards)), Screening.whom == HOLDER)
        .group_by(Screening.card_id)
    )
    rows = db.session.execute(
        select(Screening.card_id, Screening.outcome).where(Screening.id.in_(newest))
    )
    return {card: Outcome(outcome) for card, outcome in rows}
