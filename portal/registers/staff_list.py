"""The staff list of those who may not buy (3), with every version it ever had.

Each row carries the version it came with, so that the list can be read as it stood at any version:
what was screened then can be screened again and comes to the same.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    ForeignKey,
    Index,
    Select,
    and_,
    func,
    select,
)
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.screening import SHARED
from portal.law.staff_list import LASTS, StaffListState
from portal.registers.base import Instant, Key, Record, db, on_register

OWN, KIN = "own", "kin or agent"
BY_FORM, UPLOADED, CONFIRMED, ACCEPTED = "form", "upload", "confirmed unchanged", "accepted"
DEVICE_SEEN = "device seen"
WHOLE = (UPLOADED, CONFIRMED, ACCEPTED)
ASK_AT_A_TIME = 5_000  # members named in one question: no database takes as many as there are


class StaffListVersion(Record):
    """One state of the staff list: every change of it makes the next."""

    __tablename__ = "staff_list_version"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    source: Mapped[str]
    order_number: Mapped[str]
    listed_before: Mapped[int]
    added: Mapped[int]
    changed: Mapped[int]
    missing: Mapped[int]
    in_doubt: Mapped[bool]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class StaffListMissing(Record):
    """Somebody on the list whom an upload left out."""

    __tablename__ = "staff_list_missing"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    staff_list_version_id: Mapped[int] = mapped_column(
        ForeignKey("staff_list_version.id"), index=True
    )
    staff_member_id: Mapped[int] = mapped_column(ForeignKey("staff_member.id"))


class StaffListLife(Record):
    """For how many hours the staff list may be used after it came, by order."""

    __tablename__ = "staff_list_life"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    order_number: Mapped[str]
    hours: Mapped[int]
    at: Mapped[datetime] = mapped_column(Instant)
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))


class StaffMember(Record):
    """A police officer or pound-keeper, who may not buy while, and on any day that, he is one."""

    __tablename__ = "staff_member"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    name: Mapped[str]
    office: Mapped[str]
    since: Mapped[date]
    recorded_at: Mapped[datetime] = mapped_column(Instant)
    staff_list_version_id: Mapped[int | None] = mapped_column(ForeignKey("staff_list_version.id"))
    relation: Mapped[str] = mapped_column(server_default="", default="")
    number: Mapped[str] = mapped_column(server_default="", default="")
    fingerprint: Mapped[str] = mapped_column(server_default="", default="")


class StaffKey(Record):
    """One thing by which a member of staff is known, kept so that it can be matched, not read."""

    __tablename__ = "staff_key"
    __table_args__ = (
        Index("ix_staff_key_kind_digest", "kind", "digest"),
        Index("ix_staff_key_staff_member_id", "staff_member_id", "digest"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    staff_member_id: Mapped[int] = mapped_column(ForeignKey("staff_member.id"))
    kind: Mapped[str]
    digest: Mapped[str] = mapped_column(index=True)
    tail: Mapped[str]
    staff_list_version_id: Mapped[int | None] = mapped_column(ForeignKey("staff_list_version.id"))
    whose: Mapped[str] = mapped_column(server_default=OWN, default=OWN)


class StaffNameKey(Record):
    """One of the short forms under which a name on the staff list is looked up."""

    __tablename__ = "staff_name_key"
    __table_args__ = (Index("ix_staff_name_key_key", "key", "staff_member_id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    staff_member_id: Mapped[int] = mapped_column(ForeignKey("staff_member.id"))
    key: Mapped[str]


class StaffMemberEnd(Record):
    """The day from which somebody is no longer on the staff list, by an order."""

    __tablename__ = "staff_member_end"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    staff_member_id: Mapped[int] = mapped_column(ForeignKey("staff_member.id"), unique=True)
    order_number: Mapped[str]
    from_day: Mapped[date]
    at: Mapped[datetime] = mapped_column(Instant)
    staff_list_version_id: Mapped[int | None] = mapped_column(ForeignKey("staff_list_version.id"))


def came_by(
    version: int, row: type[StaffMember | StaffKey | StaffMemberEnd]
) -> ColumnElement[bool]:
    """Say that a row stood on the list at a version."""
    return func.coalesce(row.staff_list_version_id, 0) <= version


def stands_on_list(version: int, today: date) -> ColumnElement[bool]:
    """Hold, in a question about members of staff, for those listed at a version, on a day."""
    ended = (
        select(StaffMemberEnd.id)
        .where(
            StaffMemberEnd.staff_member_id == StaffMember.id,
            StaffMemberEnd.from_day <= today,
            came_by(version, StaffMemberEnd),
        )
        .correlate(StaffMember)
        .exists()
    )
    return and_(StaffMember.since <= today, came_by(version, StaffMember), ~ended)


def listed(version: int, today: date) -> Select[int]:
    """Ask for those who stand on the list, at a version of it, on a day."""
    return select(StaffMember.id).where(stands_on_list(version, today))


def latest_version() -> int:
    """Give the number of the latest version of the list; 0 if it was never written."""
    return db.session.scalar(select(func.max(StaffListVersion.id))) or 0


def listed_at_last_version() -> int:
    """Give how many the latest version found listed, without counting them anew.

    It is for a change that moves nobody on or off the list, such as a browser seen: that happens
    at sign-ins, where a count of 300,000 rows would be waited for.
    """
    last = select(StaffListVersion.listed_before).order_by(StaffListVersion.id.desc()).limit(1)
    return db.session.scalar(last) or 0


def find_version(number: int) -> StaffListVersion:
    """Find a version of the list; raise NotOnRegister."""
    return on_register(StaffListVersion, number, f"version {number} of the staff list")


def versions(limit: int = 50, *, before: int | None = None) -> list[StaffListVersion]:
    """List the latest versions, latest first; of those before one, if it is given."""
    latest = select(StaffListVersion).order_by(StaffListVersion.id.desc()).limit(limit)
    if before is not None:
        latest = latest.where(StaffListVersion.id < before)
    return list(db.session.scalars(latest))


def version_in_doubt() -> StaffListVersion | None:
    """Give the upload that left out too many, if nothing settled it since."""
    last: StaffListVersion | None = db.session.scalar(
        select(StaffListVersion)
        .where(StaffListVersion.source.in_(WHOLE))
        .order_by(StaffListVersion.id.desc())
        .limit(1)
    )
    return last if last is not None and last.in_doubt else None


def missing_from(version: int) -> list[StaffMember]:
    """List whom an upload left out, by name."""
    return list(
        db.session.scalars(
            select(StaffMember)
            .join(StaffListMissing, StaffListMissing.staff_member_id == StaffMember.id)
            .where(StaffListMissing.staff_list_version_id == version)
            .order_by(StaffMember.name, StaffMember.id)
        )
    )


def staff_list_state() -> StaffListState:
    """Give the law what it asks of the list before anything is sold."""
    whole = select(func.max(StaffListVersion.at)).where(
        StaffListVersion.source.in_(WHOLE), StaffListVersion.in_doubt.is_(False)
    )
    hours = select(StaffListLife.hours).order_by(StaffListLife.id.desc()).limit(1)
    lasts = db.session.scalar(hours)
    doubt = version_in_doubt()
    return StaffListState(
        came_at=db.session.scalar(whole),
        lasts=LASTS if lasts is None else timedelta(hours=lasts),
        in_doubt=None
        if doubt is None
        else f"the latest upload leaves out {doubt.missing} of the {doubt.listed_before} people on"
        " the staff list",
    )


def count_listed(today: date) -> int:
    """Count who stands on the list today."""
    return (
        db.session.scalar(
            select(func.count()).select_from(listed(latest_version(), today).subquery())
        )
        or 0
    )


class Kept(NamedTuple):
    """What an upload compares of somebody on the list; the whole row is not needed for it."""

    id: int
    number: str
    fingerprint: str
    since: date


def uploaded_members(today: date) -> list[Kept]:
    """List whom uploads entered and who did not leave yet, those to begin later too, in order."""
    gone = select(StaffMemberEnd.id).where(
        StaffMemberEnd.staff_member_id == StaffMember.id, StaffMemberEnd.from_day <= today
    )
    rows = db.session.execute(
        select(StaffMember.id, StaffMember.number, StaffMember.fingerprint, StaffMember.since)
        .where(StaffMember.number != "", ~gone.exists())
        .order_by(StaffMember.id)
    )
    return [Kept(*row) for row in rows]


def ended_members() -> set[int]:
    """Give the numbers of those whose end is entered, for whatever day."""
    return set(db.session.scalars(select(StaffMemberEnd.staff_member_id)))


def missing_since(moment: datetime) -> int:
    """Count whom uploads left out since a moment, without those uploads that are in doubt."""
    return (
        db.session.scalar(
            select(func.coalesce(func.sum(StaffListVersion.missing), 0)).where(
                StaffListVersion.source == UPLOADED,
                StaffListVersion.in_doubt.is_(False),
                StaffListVersion.at > moment,
            )
        )
        or 0
    )


def entered_with_their_days(today: date) -> set[tuple[str, str, date | None]]:
    """Give number, row and end of those whose end is entered, or whose first day is to come.

    A list that gives somebody's last day gives it again tomorrow: he is not entered twice.
    """
    rows = db.session.execute(
        select(StaffMember.number, StaffMember.fingerprint, StaffMemberEnd.from_day)
        .outerjoin(StaffMemberEnd, StaffMemberEnd.staff_member_id == StaffMember.id)
        .where(
            StaffMember.number != "",
            StaffMemberEnd.id.is_not(None) | (StaffMember.since > today),
        )
    )
    return {(number, row, end) for number, row, end in rows}


def members_known_by(digests: list[tuple[str, str]], today: date) -> list[int]:
    """List who stands on the list today and is himself known by one of these things."""
    if not digests:
        return []
    found = (
        select(StaffKey.staff_member_id)
        .join(StaffMember, StaffMember.id == StaffKey.staff_member_id)
        .where(
            StaffKey.digest.in_([digest for _, digest in digests]),
            StaffKey.kind.in_(SHARED),
            StaffKey.whose == OWN,
            stands_on_list(latest_version(), today),
        )
    )
    return sorted(set(db.session.scalars(found)))


def staff_list(
    *, after: tuple[str, int] = ("", 0), limit: int | None = None
) -> list[tuple[StaffMember, StaffMemberEnd | None]]:
    """List who is, was or will be on the staff list, by name."""
    found = db.session.execute(
        select(StaffMember, StaffMemberEnd)
        .outerjoin(StaffMemberEnd, StaffMemberEnd.staff_member_id == StaffMember.id)
        .where(
            (StaffMember.name > after[0])
            | ((StaffMember.name == after[0]) & (StaffMember.id > after[1]))
        )
        .order_by(StaffMember.name, StaffMember.id)
        .limit(limit)
    )
    return [(member, end) for member, end in found]


def find_staff_member(number: int) -> StaffMember:
    """Find a member of staff; raise NotOnRegister."""
    return on_register(StaffMember, number, f"staff member {number}")


def keys_of_staff(members: list[int]) -> dict[int, list[StaffKey]]:
    """Give what members of staff are known by; only the last characters can be read."""
    found: dict[int, list[StaffKey]] = {}
    for begin in range(0, len(members), ASK_AT_A_TIME):
        part = members[begin : begin + ASK_AT_A_TIME]
        wanted = select(StaffKey).where(StaffKey.staff_member_id.in_(part)).order_by(StaffKey.id)
        for key in db.session.scalars(wanted):
            found.setdefault(key.staff_member_id, []).append(key)
    return found
