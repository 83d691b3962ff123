"""The staff list of those who may not buy (3): entered, uploaded, confirmed; no version is lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from sqlalchemy import insert

from portal.actions.listed import A_DAY, Listed
from portal.actions.official import Act, official_act
from portal.actions.staff_spool import briefs_of, in_parts
from portal.law.offices import Duty
from portal.law.refusals_of_books import EndsBeforeItBegins, NothingChanged
from portal.law.refusals_of_cards import (
    ListLifeOutOfBounds,
    NotInDoubt,
    RowsUnclear,
    SecondOfficerNeeded,
)
from portal.law.screening import DEVICE, SHARED, STAFF_NUMBER, BarredOffice
from portal.law.staff_list import LONGEST_LIFE, SHORTEST_LIFE, altered_too_many, dropped_too_many
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
    Kept,
    StaffKey,
    StaffListLife,
    StaffListMissing,
    StaffListVersion,
    StaffMember,
    StaffMemberEnd,
    StaffNameKey,
    count_listed,
    ended_members,
    entered_with_their_days,
    find_staff_member,
    find_version,
    keys_of_staff,
    listed_at_last_version,
    members_known_by,
    missing_from,
    missing_since,
    uploaded_members,
    version_in_doubt,
)

ROWS_AT_A_TIME = 500


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
    # By his staff number the next upload finds him; without one he stays until his end is entered.
    number = next((key.digest for key in known_by if key.kind == STAFF_NUMBER), "")
    one = Listed(name, office, since, relation, number, own=known_by, kin=kin_known_by)
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

    Who is missing leaves the list tomorrow, by this order; but if the uploads of a day leave out
    more than 5 % of the list, or take from many what they are known by, nobody leaves it, and
    sales are on hold until a whole list comes or a second officer accepts this one. Who was
    entered by form stays until his end is entered by form. Raises RowsUnclear.
    """
    brief = briefs_of(listed)
    came = {one.number: place for place, one in enumerate(brief)}
    if not came or "" in came or len(came) != len(brief):
        raise RowsUnclear
    kept: dict[str, list[Kept]] = {}
    for member in uploaded_members(act.on):
        kept.setdefault(member.number, []).append(member)
    missing = [one for number, rows in kept.items() if number not in came for one in rows]
    known = entered_with_their_days(act.on)
    added = [
        place for place, one in enumerate(brief) if one.number not in kept and one not in known
    ]
    changed = [
        place
        for place, one in enumerate(brief)
        if one.number in kept and kept[one.number][-1].fingerprint != one.fingerprint
    ]
    gone, before = len({one.number for one in missing}), len(kept)
    gone_today = missing_since(act.at - A_DAY)
    altered = sum(
        _losing_keys(kept, part, act.on) for part in in_parts(listed, changed, ROWS_AT_A_TIME)
    )
    doubt = version_in_doubt()
    base = min(before, doubt.listed_before) if doubt else before
    doubtful = (
        dropped_too_many(base + gone_today, gone + gone_today)
        or altered_too_many(before, altered)
        or all(one.end is not None and one.end <= act.on + A_DAY for one in brief)
    )
    version = _version(
        act,
        UPLOADED,
        order_number=order_number,
        added=len(added),
        changed=len(changed),
        missing=gone,
        in_doubt=doubtful,
    )
    tomorrow = act.on + A_DAY
    leaving = [(one, tomorrow) for one in missing]
    for part in in_parts(listed, changed, ROWS_AT_A_TIME):
        for one in part:
            leaving += [(old, max(tomorrow, one.since)) for old in kept[one.number]]
    for part in in_parts(listed, [*added, *changed], ROWS_AT_A_TIME):
        _enter_and_forget(act, version, part)
    if doubtful:
        _remember_missing(version, [member.id for member, _ in leaving])
    else:
        ended = ended_members()
        for member, from_day in leaving:
            if member.id not in ended:
                _end(act, version, member.id, order_number, from_day)
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
    ended, tomorrow = ended_members(), act.on + A_DAY
    for member in missing:
        if member not in ended:
            _end(act, accepted, member, order_number, tomorrow)


@official_act(Duty.KEEP_STAFF_LIST, cites="3")
def confirm_staff_list(act: Act, *, order_number: str) -> None:
    """Confirm that the list came today and is unchanged.

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
            version = _version(act, DEVICE_SEEN, changed=1, before=listed_at_last_version())
            _write_keys(version, [(member, OWN, device)])


def _losing_keys(kept: dict[str, list[Kept]], changed: list[Listed], today: date) -> int:
    """Count the changed rows that take away something their officer was known by, or end him."""
    old = keys_of_staff([kept[one.number][-1].id for one in changed])
    losing = 0
    for one in changed:
        now = {key.digest for key in (*one.own, *one.kin)}
        before = {key.digest for key in old.get(kept[one.number][-1].id, ()) if key.kind in SHARED}
        losing += bool(before - now) or (one.until is not None and one.until <= today)
    return losing


def _version(
    act: Act,
    source: str,
    *,
    order_number: str = "",
    added: int = 0,
    changed: int = 0,
    missing: int = 0,
    in_doubt: bool = False,
    before: int | None = None,
) -> StaffListVersion:
    version = StaffListVersion(
        source=source,
        order_number=order_number,
        listed_before=count_listed(act.on) if before is None else before,
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
    (member,) = _enter_part(act, version, [one])
    return member


def _enter_and_forget(act: Act, version: StaffListVersion, part: list[Listed]) -> None:
    """Enter some of many: a list of a whole force is more than memory should hold at once."""
    for member in _enter_part(act, version, part):
        db.session.expunge(member)


def _enter_part(act: Act, version: StaffListVersion, part: list[Listed]) -> list[StaffMember]:
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
    pairs = list(zip(members, part, strict=True))
    for member, one in pairs:
        if one.end is not None:
            _end(act, version, member.id, "given with the list", one.end)
    _write_keys(
        version,
        (
            (member.id, whose, key)
            for member, one in pairs
            for whose, known_by in ((OWN, one.own), (KIN, one.kin))
            for key in known_by
        ),
    )
    names = [
        {"staff_member_id": member.id, "key": key}
        for member, one in pairs
        for key in one.looked_up_under()
    ]
    if names:
        db.session.execute(insert(StaffNameKey), names)
    return members


def _write_keys(version: StaffListVersion, keys: Iterable[tuple[int, str, KnownBy]]) -> None:
    rows = [
        {
            "staff_member_id": member,
            "kind": key.kind,
            "digest": key.digest,
            "tail": key.tail,
            "staff_list_version_id": version.id,
            "whose": whose,
        }
        for member, whose, key in keys
    ]
    if rows:
        db.session.execute(insert(StaffKey), rows)
