"""People, appointments, passwords and sign-ins."""

from __future__ import annotations

from datetime import date, datetime

from portal.actions.official import Act, official_act
from portal.actions.staff_list import note_device
from portal.law.offices import Duty, Office
from portal.law.refusals_of_books import EndsBeforeItBegins, NothingChanged, SignInNameTaken
from portal.law.refusals_of_offices import AppointsHimself
from portal.registers.base import NotOnRegister, db
from portal.registers.matching import KnownBy
from portal.registers.people import (
    Appointment,
    AppointmentEnd,
    Password,
    Person,
    PersonKey,
    SignIn,
    SignOut,
    find_person,
    find_person_by_sign_in_name,
    keys_of_person,
    offices_of,
    pound_by_id,
    same_people,
)

NOT_BY_APPOINTMENT = frozenset({Office.PUBLIC, Office.COMMAND_LINE})


@official_act(Duty.KEEP_STAFF_LIST)
def enter_person(
    act: Act,
    *,
    name: str,
    sign_in_name: str,
    phone: str = "",
    known_by: tuple[KnownBy, ...] = (),
) -> Person:
    """Enter somebody who may be appointed to an office. Raises SignInNameTaken.

    By what he is known, hidden, two accounts of one person are told as one: nobody decides on
    what he did under another name.
    """
    plain = sign_in_name.strip().lower()
    if find_person_by_sign_in_name(plain) is not None:
        raise SignInNameTaken(plain)
    person = Person(name=name, sign_in_name=plain, phone=phone)
    db.session.add(person)
    db.session.flush()
    for key in known_by:
        db.session.add(
            PersonKey(person_id=person.id, kind=key.kind, digest=key.digest, tail=key.tail)
        )
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

    At which pound tells whose sales he has a part in (3). Raises EndsBeforeItBegins,
    AppointsHimself for any account of the person who acts, NotOnRegister for a pound that is not
    there, and NothingChanged for the same appointment made twice, since one that is ended would
    leave the other in force.
    """
    if act.by.person_id in same_people(person):
        raise AppointsHimself
    if office in NOT_BY_APPOINTMENT or (until is not None and until < since):
        raise EndsBeforeItBegins(since, until)
    at = None if pound_id is None else pound_by_id(pound_id).id
    same = {"office": office.value, "order_number": order_number, "since": since, "pound_id": at}
    if db.session.query(Appointment).filter_by(person_id=person, **same).first() is not None:
        raise NothingChanged
    appointment = Appointment(
        person_id=find_person(person).id,
        office=office.value,
        pound_id=at,
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
    act: Act,
    *,
    person: int,
    office: Office,
    token_digest: str,
    ends_at: datetime,
    device: KnownBy | None = None,
) -> SignIn:
    """Let a person, whom the entrance has recognised, act in an office he holds today.

    The browser of somebody on the staff list is remembered, hidden: no card is bid from it.
    """
    if office not in offices_of(find_person(person).id, act.on):
        raise NothingChanged
    if device is not None and office is not Office.BIDDER:
        note_device(act, keys_of_person(person), device)
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
