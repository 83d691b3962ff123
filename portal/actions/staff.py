"""People, appointments, passwords and sign-ins; and the staff list of those who may not buy (3)."""

from __future__ import annotations

from datetime import date, datetime

from portal.actions.official import Act, official_act
from portal.law.offices import Duty, Office
from portal.law.purchasers import BarredOffice
from portal.law.refusals_of_books import EndsBeforeItBegins, NothingChanged, SignInNameTaken
from portal.registers.base import NotOnRegister, db
from portal.registers.cards import StaffKey, StaffMember, StaffMemberEnd, find_staff_member
from portal.registers.matching import KnownBy
from portal.registers.people import (
    Appointment,
    AppointmentEnd,
    Password,
    Person,
    SignIn,
    SignOut,
    find_person,
    find_person_by_sign_in_name,
    offices_of,
)

NOT_BY_APPOINTMENT = frozenset({Office.PUBLIC, Office.COMMAND_LINE})


@official_act(Duty.KEEP_STAFF_LIST)
def enter_person(act: Act, *, name: str, sign_in_name: str, phone: str = "") -> Person:
    """Enter somebody who may be appointed to an office. Raises SignInNameTaken."""
    plain = sign_in_name.strip().lower()
    if find_person_by_sign_in_name(plain) is not None:
        raise SignInNameTaken(plain)
    person = Person(name=name, sign_in_name=plain, phone=phone)
    db.session.add(person)
    db.session.flush()
    act.note(person=person.id)
    return person


@official_act(Duty.KEEP_STAFF_LIST)
def appoint(
    act: Act,
    *,
    person: int,
    office: Office,
    order_number: str,
    since: date,
    until: date | None = None,
    pound_id: int | None = None,
) -> Appointment:
    """Appoint a person to an office by an order, from a day; both days are inside.

    Raises EndsBeforeItBegins, and NothingChanged for the same appointment made twice, since one
    that is ended would leave the other in force.
    """
    if office in NOT_BY_APPOINTMENT or (until is not None and until < since):
        raise EndsBeforeItBegins(since, until)
    same = {"office": office.value, "order_number": order_number, "since": since}
    if db.session.query(Appointment).filter_by(person_id=person, **same).first() is not None:
        raise NothingChanged
    appointment = Appointment(
        person_id=find_person(person).id,
        office=office.value,
        pound_id=pound_id,
        order_number=order_number,
        since=since,
        until=until,
    )
    db.session.add(appointment)
    db.session.flush()
    act.note(appointment=appointment.id)
    return appointment


@official_act(Duty.KEEP_STAFF_LIST)
def end_appointment(act: Act, *, appointment: int, order_number: str, from_day: date) -> None:
    """End an appointment: from the day given the office is no longer held."""
    held = db.session.get(Appointment, appointment)
    if held is None:
        raise NotOnRegister(f"appointment {appointment}")
    if from_day < act.on:
        raise EndsBeforeItBegins(act.on, from_day)
    ended = db.session.query(AppointmentEnd).filter_by(appointment_id=held.id).first()
    if ended is not None:
        raise NothingChanged
    db.session.add(
        AppointmentEnd(
            appointment_id=held.id, order_number=order_number, from_day=from_day, at=act.at
        )
    )


@official_act(Duty.KEEP_STAFF_LIST, unwritten=("hashed",))
def set_password(act: Act, *, person: int, hashed: str) -> None:
    """Keep the argon2 hash of a person's password; earlier ones no longer open the door."""
    db.session.add(Password(person_id=find_person(person).id, hashed=hashed, set_at=act.at))


@official_act(Duty.SIGN_IN, unwritten=("token_digest",))
def sign_in(
    act: Act, *, person: int, office: Office, token_digest: str, ends_at: datetime
) -> SignIn:
    """Let a person, whom the entrance has recognised, act in an office he holds today."""
    if office not in offices_of(find_person(person).id, act.on):
        raise NothingChanged
    return let_in(act, person, office, token_digest, ends_at)


def let_in(act: Act, person: int, office: Office, token_digest: str, ends_at: datetime) -> SignIn:
    """Write a sign-in; whether the person holds the office is for the act to have asked."""
    opened = SignIn(
        token_digest=token_digest,
        person_id=person,
        office=office.value,
        at=act.at,
        ends_at=ends_at,
    )
    db.session.add(opened)
    return opened


@official_act(Duty.SIGN_IN)
def sign_out(act: Act, *, sign_in_id: int, why: str) -> None:
    """End a sign-in; the token in the browser, and any copy of it, opens nothing more."""
    if db.session.query(SignOut).filter_by(sign_in_id=sign_in_id).first() is None:
        db.session.add(SignOut(sign_in_id=sign_in_id, at=act.at, why=why))


@official_act(Duty.KEEP_STAFF_LIST, cites="3")
def list_staff_member(
    act: Act, *, name: str, office: BarredOffice, since: date, known_by: tuple[KnownBy, ...]
) -> StaffMember:
    """Put a police officer or pound-keeper on the list of those who may not buy (3).

    Raises NothingChanged for somebody who stands on it with the same name, office, day and keys.
    """
    same = db.session.query(StaffMember).filter_by(name=name, office=office.value, since=since)
    for listed in same:
        keys = db.session.query(StaffKey).filter_by(staff_member_id=listed.id)
        if {key.digest for key in keys} == {key.digest for key in known_by}:
            raise NothingChanged
    member = StaffMember(name=name, office=office.value, since=since, recorded_at=act.at)
    db.session.add(member)
    db.session.flush()
    for key in known_by:
        db.session.add(
            StaffKey(staff_member_id=member.id, kind=key.kind, digest=key.digest, tail=key.tail)
        )
    act.note(staff_member=member.id)
    return member


@official_act(Duty.KEEP_STAFF_LIST, cites="3")
def end_staff_listing(act: Act, *, staff_member: int, order_number: str, from_day: date) -> None:
    """Enter the day, tomorrow at the soonest, from which somebody is no longer staff."""
    member = find_staff_member(staff_member)
    if from_day <= act.on:
        raise EndsBeforeItBegins(act.on, from_day)
    if db.session.query(StaffMemberEnd).filter_by(staff_member_id=member.id).first() is not None:
        raise NothingChanged
    db.session.add(
        StaffMemberEnd(
            staff_member_id=member.id, order_number=order_number, from_day=from_day, at=act.at
        )
    )
