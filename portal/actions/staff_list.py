"""The staff list of those who may not buy (3): entered, uploaded, confirmed; no version is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import insert

from portal.actions.official import Act, official_act
from portal.law.offices import Duty
from portal.law.refusals_of_books import EndsBeforeItBegins, NothingChanged
from portal.law.refusals_of_cards import ListLifeOutOfBounds, NotInDoubt, SecondOfficerNeeded
from portal.law.screening import DEVICE, BarredOffice
from portal.law.staff_list import LONGEST_LIFE, SHORTEST_LIFE, dropped_too_many
from portal.names.meeting import kept_keys
from portal.names.reading import read_name
from portal.registers.base import db
from portal.registers.matching import KnownBy
from portal.registers.people import same_people
from portal.registers.staff_list import (
    ACCEPTED,
    BY_FORM,
    CONFIRMED,
    DEVICE_SEEN,
    KIN,
    OWN,
    UPLOADED,
    StaffKey,
    StaffListLife,
    StaffListMissing,
    StaffListVersion,
    StaffMember,
    StaffMemberEnd,
    StaffNameKey,
    count_listed,
    find_staff_member,
    find_version,
    members_known_by,
    missing_from,
    standing_members,
    version_in_doubt,
)

ROWS_AT_A_TIME = 500


@dataclass(frozen=True)
class Listed:
    """One police officer or pound-keeper as he is entered or uploaded, his keys hidden already.

    `fingerprint` tells whether an upload changes anything about him; `number` is the digest of
    his staff number, by which one upload finds the entry of the one before.
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


@official_act(Duty.KEEP_STAFF_LIST, cites="3")
def list_staff_member(
    act: Act,
    *,
    name: str,
    office: BarredOffice,
    since: date,
    known_by: tuple[KnownBy, ...],
    relation: str = "",
    kin_known_by: tuple[KnownBy, ...] = (),
) -> StaffMember:
    """Put a police officer or pound-keeper on the list of those who may not buy (3).

    `kin_known_by` is what those are known by whom he declared as kin or agents. Raises
    NothingChanged for somebody who stands on it with the same name, office, day and keys.
    """
    same = db.session.query(StaffMember).filter_by(name=name, office=office.value, since=since)
    digests = {key.digest for key in (*known_by, *kin_known_by)}
    for listed in same:
        keys = db.session.query(StaffKey).filter_by(staff_member_id=listed.id)
        if {key.digest for key in keys} == digests:
            raise NothingChanged
    version = _version(act, BY_FORM, added=1)
    one = Listed(name, office, since, relation, own=known_by, kin=kin_known_by)
    member = _enter(act, version, one)
    act.note(staff_member=member.id, staff_list=version.id)
    return member


@official_act(Duty.KEEP_STAFF_LIST, cites="3")
def end_staff_listing(act: Act, *, staff_member: int, order_number: str, from_day: date) -> None:
    """Enter the day, tomorrow at the soonest, from which somebody is no longer staff."""
    member = find_staff_member(staff_member)
    if from_day <= act.on:
        raise EndsBeforeItBegins(act.on, from_day)
    if db.session.query(StaffMemberEnd).filter_by(staff_member_id=member.id).first() is not None:
        raise NothingChanged
    version = _version(act, BY_FORM, order_number=order_number, missing=1)
    _end(act, version, member.id, order_number, from_day)
    act.note(staff_list=version.id)


@official_act(Duty.KEEP_STAFF_LIST, cites="3", unwritten=("listed",))
def upload_staff_list(act: Act, *, order_number: str, listed: Sequence[Listed]) -> StaffListVersion:
    """Take in the whole list as it came today. Who is new is added; who changed is entered anew.

    Who is missing leaves the list tomorrow, by this order; but if the upload leaves out more than
    5 % of the list, nobody leaves it, and sales are on hold until a whole list comes or a second
    officer accepts this one.
    """
    standing = standing_members(act.on)
    by_number = {one.number: one for one in standing if one.number}
    came = {one.number: one for one in listed}
    missing = [one for one in standing if one.number not in came]
    added = [one for number, one in came.items() if number not in by_number]
    changed = [
        one
        for number, one in came.items()
        if number in by_number and by_number[number].fingerprint != one.fingerprint
    ]
    doubtful = dropped_too_many(len(standing), len(missing))
    version = _version(
        act,
        UPLOADED,
        order_number=order_number,
        added=len(added),
        changed=len(changed),
        missing=len(missing),
        in_doubt=doubtful,
    )
    tomorrow = act.on + timedelta(days=1)
    for one in changed:
        _end(act, version, by_number[one.number].id, order_number, tomorrow)
    _enter_all(act, version, [*added, *changed])
    if doubtful:
        _remember_missing(version, [one.id for one in missing])
    else:
        for gone in missing:
            _end(act, version, gone.id, order_number, tomorrow)
    act.note(
        staff_list=version.id, came=len(came), added=len(added), changed=len(changed),
        missing=len(missing), in_doubt=doubtful,
    )  # fmt: skip
    return version


@official_act(Duty.KEEP_STAFF_LIST, cites="3")
def accept_staff_list(act: Act, *, version: int, order_number: str) -> None:
    """Accept an upload that left out many; they leave the list tomorrow, by this order.

    Raises SecondOfficerNeeded for any account of the person who sent it, NotInDoubt.
    """
    doubt = version_in_doubt()
    sent = find_version(version)
    if doubt is None or doubt.id != sent.id:
        raise NotInDoubt
    if act.by.person_id in same_people(sent.by_id):
        raise SecondOfficerNeeded
    missing = [one.id for one in missing_from(sent.id)]
    accepted = _version(act, ACCEPTED, order_number=order_number, missing=len(missing))
    still = {one.id for one in standing_members(act.on)}
    for member in missing:
        if member in still:
            _end(act, accepted, member, order_number, act.on + timedelta(days=1))


@official_act(Duty.KEEP_STAFF_LIST, cites="3")
def confirm_staff_list(act: Act, *, order_number: str) -> None:
    """Confirm that the list came today and is unchanged. Raises StaffListInDoubt's way out first.

    A list in doubt is not settled by a word: raises SecondOfficerNeeded.
    """
    if version_in_doubt() is not None:
        raise SecondOfficerNeeded
    _version(act, CONFIRMED, order_number=order_number)


@official_act(Duty.MAKE_ORDERS, cites="3")
def set_staff_list_life(act: Act, *, hours: int, order_number: str) -> None:
    """Order for how many hours the list may be used after it came. Raises ListLifeOutOfBounds."""
    life = timedelta(hours=hours)
    if not SHORTEST_LIFE <= life <= LONGEST_LIFE:
        raise ListLifeOutOfBounds
    db.session.add(
        StaffListLife(order_number=order_number, hours=hours, at=act.at, by_id=act.by.person_id)
    )


def note_device(act: Act, person_keys: list[tuple[str, str]], device: KnownBy) -> None:
    """Learn the browser of somebody on the list who signs in: he may not buy from it either."""
    for member in members_known_by(person_keys, act.on):
        kept = db.session.query(StaffKey).filter_by(
            staff_member_id=member, kind=DEVICE, digest=device.digest
        )
        if kept.first() is None:
            version = _version(act, DEVICE_SEEN, changed=1)
            _keys(version, member, (device,), OWN)


def _version(
    act: Act,
    source: str,
    *,
    order_number: str = "",
    added: int = 0,
    changed: int = 0,
    missing: int = 0,
    in_doubt: bool = False,
) -> StaffListVersion:
    version = StaffListVersion(
        source=source,
        order_number=order_number,
        listed_before=count_listed(act.on),
        added=added,
        changed=changed,
        missing=missing,
        in_doubt=in_doubt,
        at=act.at,
        by_id=act.by.person_id,
    )
    db.session.add(version)
    db.session.flush()
    return version


def _end(
    act: Act, version: StaffListVersion, member: int, order_number: str, from_day: date
) -> None:
    db.session.add(
        StaffMemberEnd(
            staff_member_id=member,
            order_number=order_number,
            from_day=from_day,
            at=act.at,
            staff_list_version_id=version.id,
        )
    )


def _remember_missing(version: StaffListVersion, members: list[int]) -> None:
    for member in members:
        db.session.add(StaffListMissing(staff_list_version_id=version.id, staff_member_id=member))


def _enter(act: Act, version: StaffListVersion, one: Listed) -> StaffMember:
    member = StaffMember(
        name=one.name,
        office=one.office.value,
        since=one.since,
        recorded_at=act.at,
        staff_list_version_id=version.id,
        relation=one.relation,
        number=one.number,
        fingerprint=one.fingerprint,
    )
    db.session.add(member)
    db.session.flush()
    _keys(version, member.id, one.own, OWN)
    _keys(version, member.id, one.kin, KIN)
    for key in sorted(kept_keys(read_name(one.name))):
        db.session.add(StaffNameKey(staff_member_id=member.id, key=key))
    if one.until is not None:
        _end(act, version, member.id, "given with the list", one.until + timedelta(days=1))
    return member


def _keys(
    version: StaffListVersion, member: int, known_by: tuple[KnownBy, ...], whose: str
) -> None:
    for key in known_by:
        db.session.add(
            StaffKey(
                staff_member_id=member,
                kind=key.kind,
                digest=key.digest,
                tail=key.tail,
                staff_list_version_id=version.id,
                whose=whose,
            )
        )


def _enter_all(act: Act, version: StaffListVersion, listed: list[Listed]) -> None:
    """Enter many at once: a list of a whole force is tens of thousands of rows."""
    for begin in range(0, len(listed), ROWS_AT_A_TIME):
        part = listed[begin : begin + ROWS_AT_A_TIME]
        members = [
            StaffMember(
                name=one.name,
                office=one.office.value,
                since=one.since,
                recorded_at=act.at,
                staff_list_version_id=version.id,
                relation=one.relation,
                number=one.number,
                fingerprint=one.fingerprint,
            )
            for one in part
        ]
        db.session.add_all(members)
        db.session.flush()
        keys, names = [], []
        for member, one in zip(members, part, strict=True):
            for whose, known_by in ((OWN, one.own), (KIN, one.kin)):
                keys += [
                    {
                        "staff_member_id": member.id,
                        "kind": key.kind,
                        "digest": key.digest,
                        "tail": key.tail,
                        "staff_list_version_id": version.id,
                        "whose": whose,
                    }
                    for key in known_by
                ]
            names += [
                {"staff_member_id": member.id, "key": key}
                for key in sorted(kept_keys(read_name(one.name)))
            ]
            if one.until is not None:
                end = one.until + timedelta(days=1)
                _end(act, version, member.id, "given with the list", end)
        if keys:
            db.session.execute(insert(StaffKey), keys)
        if names:
            db.session.execute(insert(StaffNameKey), names)
        for member in members:
            db.session.expunge(member)
