"""People, the offices they hold, how they sign in, and the pounds they work at."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import ForeignKey, Index, UniqueConstraint, bindparam, func, select
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.offices import DUTIES, Duty, Office
from portal.registers.base import Instant, Key, NotOnRegister, Record, db, on_register
from portal.registers.prepared import Prepared

PHONE_DIGITS = 10
THE_PUBLIC = 1  # the person in whose name acts of people not signed in are written
THE_PORTAL = 2  # the person in whose name commands typed on the server are written


class Pound(Record):
    """A place where impounded animals are kept."""

    __tablename__ = "pound"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    name: Mapped[str] = mapped_column(unique=True)
    code: Mapped[str] = mapped_column(unique=True)
    address: Mapped[str]


class Person(Record):
    """Somebody who can sign in, or in whose name an act is written."""

    __tablename__ = "person"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    name: Mapped[str]
    sign_in_name: Mapped[str] = mapped_column(unique=True)
    phone: Mapped[str]


class PersonKey(Record):
    """One thing a person is known by, so that two accounts of one person can be told as one."""

    __tablename__ = "person_key"
    __table_args__ = (Index("ix_person_key_kind_digest", "kind", "digest"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"), index=True)
    kind: Mapped[str]
    digest: Mapped[str]
    tail: Mapped[str]


class Password(Record):
    """A password that was set, as an argon2 hash; the latest counts."""

    __tablename__ = "password"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"), index=True)
    hashed: Mapped[str]
    set_at: Mapped[datetime] = mapped_column(Instant)


class Appointment(Record):
    """A person's appointment to an office, by an order, from a day; both days are inside."""

    __tablename__ = "appointment"
    __table_args__ = (Index("ix_appointment_person_id_office", "person_id", "office"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    office: Mapped[str]
    pound_id: Mapped[int | None] = mapped_column(ForeignKey("pound.id"))
    order_number: Mapped[str]
    since: Mapped[date]
    until: Mapped[date | None]


class AppointmentEnd(Record):
    """The end of an appointment: from that day on the office is no longer held."""

    __tablename__ = "appointment_end"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    appointment_id: Mapped[int] = mapped_column(ForeignKey("appointment.id"), unique=True)
    order_number: Mapped[str]
    from_day: Mapped[date]
    at: Mapped[datetime] = mapped_column(Instant)


class SignIn(Record):
    """One sign-in. The browser holds a random token; here stands only its digest."""

    __tablename__ = "sign_in"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    token_digest: Mapped[str] = mapped_column(unique=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    office: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    ends_at: Mapped[datetime] = mapped_column(Instant)


class SignOut(Record):
    """The end of a sign-in; a copied cookie is worthless from here on."""

    __tablename__ = "sign_out"
    __table_args__ = (UniqueConstraint("sign_in_id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    sign_in_id: Mapped[int] = mapped_column(ForeignKey("sign_in.id"))
    at: Mapped[datetime] = mapped_column(Instant)
    why: Mapped[str]


class PasswordAsked(Record):
    """A password asked again of somebody signed in, before he decides or pays; right or wrong."""

    __tablename__ = "password_asked"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    sign_in_id: Mapped[int] = mapped_column(ForeignKey("sign_in.id"), index=True)
    right: Mapped[bool]
    at: Mapped[datetime] = mapped_column(Instant)


@dataclass(frozen=True)
class Officer:
    """A person acting in an office."""

    person_id: int
    office: Office

    def has(self, duty: Duty) -> bool:
        """Tell whether the office carries the duty."""
        return duty in DUTIES[self.office]


NOBODY = Officer(THE_PUBLIC, Office.PUBLIC)
AT_THE_COMMAND_LINE = Officer(THE_PORTAL, Office.COMMAND_LINE)


def find_person(person_id: int) -> Person:
    """Find a person; raise NotOnRegister."""
    return on_register(Person, person_id, f"person {person_id}")


def find_person_by_sign_in_name(name: str) -> Person | None:
    """Find who signs in by this name, if anybody does."""
    found: Person | None = db.session.scalar(
        select(Person).where(Person.sign_in_name == name.strip().lower())
    )
    return found


def keys_of_person(person_id: int) -> list[tuple[str, str]]:
    """Give the kinds and digests of what a person is known by."""
    found = select(PersonKey.kind, PersonKey.digest).where(PersonKey.person_id == person_id)
    return [(kind, digest) for kind, digest in db.session.execute(found)]


def same_people(person_id: int) -> frozenset[int]:
    """Give the numbers of all accounts of one person: those who share a key or a phone with him.

    And those who share one with any of these, and so on: whoever opens a second account through
    a third is found. Each round looks only at accounts found in the one before, so there are no
    more rounds than accounts.
    """
    same, new = frozenset[int](), frozenset({find_person(person_id).id})
    while new:
        same |= new
        new = (_sharing_a_key(new) | _sharing_a_phone(new)) - same
    return same


def _sharing_a_key(people: frozenset[int]) -> frozenset[int]:
    digests = select(PersonKey.digest).where(PersonKey.person_id.in_(people))
    shared = select(PersonKey.person_id).where(PersonKey.digest.in_(digests))
    return frozenset(db.session.scalars(shared))


def _sharing_a_phone(people: frozenset[int]) -> frozenset[int]:
    written: set[str] = set()
    for phone in db.session.scalars(select(Person.phone).where(Person.id.in_(people))):
        if digits := re.sub(r"[^0-9]", "", phone)[-PHONE_DIGITS:]:
            written |= {phone, digits, f"0{digits}", f"91{digits}", f"+91{digits}"}
    return frozenset(db.session.scalars(select(Person.id).where(Person.phone.in_(written))))


def appointments_in_force(person_id: int, today: date) -> list[Appointment]:
    """List the appointments a person holds on a day, oldest first."""
    return appointments_between(person_id, today, today)


def appointments_between(person_id: int, first: date, last: date) -> list[Appointment]:
    """List the appointments a person held on any day from one to another, oldest first."""
    held = (
        select(Appointment)
        .outerjoin(AppointmentEnd, AppointmentEnd.appointment_id == Appointment.id)
        .where(
            Appointment.person_id == person_id,
            Appointment.since <= last,
            (Appointment.until.is_(None)) | (Appointment.until >= first),
            (AppointmentEnd.id.is_(None)) | (AppointmentEnd.from_day > first),
        )
        .order_by(Appointment.id)
    )
    return list(db.session.scalars(held))


def offices_of(person_id: int, today: date) -> tuple[Office, ...]:
    """Give the offices a person holds on a day, in the order of appointment."""
    if person_id == THE_PUBLIC:
        return (Office.PUBLIC,)
    if person_id == THE_PORTAL:
        return (Office.COMMAND_LINE,)
    held = (Office(one.office) for one in appointments_in_force(person_id, today))
    return tuple(dict.fromkeys(held))


HOLDS = Prepared(
    select(Appointment.id)
    .outerjoin(AppointmentEnd, AppointmentEnd.appointment_id == Appointment.id)
    .where(
        Appointment.person_id == bindparam("person"),
        Appointment.office == bindparam("office"),
        Appointment.since <= bindparam("today"),
        (Appointment.until.is_(None)) | (Appointment.until >= bindparam("today")),
        (AppointmentEnd.id.is_(None)) | (AppointmentEnd.from_day > bindparam("today")),
    )
    .limit(1)
)


def holds_office(officer: Officer, today: date) -> bool:
    """Tell whether the register says, at this moment, that the person holds the office."""
    if officer in {NOBODY, AT_THE_COMMAND_LINE}:
        return True
    office = officer.office.value
    return HOLDS.first(person=officer.person_id, office=office, today=today) is not None


def latest_password(person_id: int) -> str | None:
    """Give the hash a typed password is held against, if one was ever set."""
    found: str | None = db.session.scalar(
        select(Password.hashed)
        .where(Password.person_id == person_id)
        .order_by(Password.id.desc())
        .limit(1)
    )
    return found


def open_sign_in(token_digest: str, now: datetime) -> SignIn | None:
    """Find the sign-in a browser's token belongs to, unless it was ended or is over."""
    found: SignIn | None = db.session.scalar(
        select(SignIn)
        .outerjoin(SignOut, SignOut.sign_in_id == SignIn.id)
        .where(SignIn.token_digest == token_digest, SignOut.id.is_(None), SignIn.ends_at > now)
    )
    return found


_SIGNED_IN = Prepared(
    select(SignIn.person_id, SignIn.office)
    .outerjoin(SignOut, SignOut.sign_in_id == SignIn.id)
    .join(
        Appointment,
        (Appointment.person_id == SignIn.person_id) & (Appointment.office == SignIn.office),
    )
    .outerjoin(AppointmentEnd, AppointmentEnd.appointment_id == Appointment.id)
    .where(
        SignIn.token_digest == bindparam("token"),
        SignOut.id.is_(None),
        SignIn.ends_at > bindparam("now", type_=Instant),
        Appointment.since <= bindparam("today"),
        (Appointment.until.is_(None)) | (Appointment.until >= bindparam("today")),
        (AppointmentEnd.id.is_(None)) | (AppointmentEnd.from_day > bindparam("today")),
    )
    .limit(1)
)


def signed_in_as(token_digest: str, now: datetime, today: date) -> Officer | None:
    """Tell who signed in with a browser's token and holds that office today, if it stands."""
    row = _SIGNED_IN.first(token=token_digest, now=now, today=today)
    return Officer(row.person_id, Office(row.office)) if row else None


def password_given_at(opened: SignIn) -> datetime:
    """Tell when somebody signed in last gave his password: at the entrance, or asked again."""
    again: datetime | None = db.session.scalar(
        select(PasswordAsked.at)
        .where(PasswordAsked.sign_in_id == opened.id, PasswordAsked.right)
        .order_by(PasswordAsked.id.desc())
        .limit(1)
    )
    return again or opened.at


def wrong_passwords(sign_in_id: int) -> int:
    """Count the wrong passwords given since a sign-in, when they were asked again."""
    wrong = select(func.count()).where(PasswordAsked.sign_in_id == sign_in_id, ~PasswordAsked.right)
    return db.session.scalar(wrong) or 0


def everybody() -> list[Person]:
    """List the people on the register by name, without the two names the portal itself uses."""
    named = select(Person).where(Person.id.not_in((THE_PUBLIC, THE_PORTAL)))
    return list(db.session.scalars(named.order_by(Person.name)))


def pounds() -> list[Pound]:
    """List the pounds, first opened first."""
    return list(db.session.scalars(select(Pound).order_by(Pound.id)))


def find_pound(name: str) -> Pound:
    """Find a pound by its name; raise NotOnRegister."""
    found: Pound | None = db.session.scalar(select(Pound).where(Pound.name == name.strip()))
    if found is None:
        raise NotOnRegister(f"pound {name}")
    return found


def pound_by_id(pound_id: int) -> Pound:
    """Find a pound; raise NotOnRegister."""
    return on_register(Pound, pound_id, f"pound {pound_id}")


def names_of(people: Iterable[int]) -> dict[int, str]:
    """Give the names of people by their numbers."""
    found = db.session.execute(select(Person.id, Person.name).where(Person.id.in_(set(people))))
    return {number: name for number, name in found}  # noqa: C416 - a Result is no mapping


def appointments() -> list[tuple[Appointment, AppointmentEnd | None]]:
    """List every appointment with its end, if it was ended; first made first."""
    found = db.session.execute(
        select(Appointment, AppointmentEnd)
        .outerjoin(AppointmentEnd, AppointmentEnd.appointment_id == Appointment.id)
        .order_by(Appointment.id)
    )
    return [(held, end) for held, end in found]


def find_appointment(number: int) -> Appointment:
    """Find an appointment; raise NotOnRegister."""
    return on_register(Appointment, number, f"appointment {number}")
