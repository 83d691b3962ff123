"""People and their appointments."""

from __future__ import annotations

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import staff as acts
from portal.desks.staff.forms import (
    AppointForm,
    EndForm,
    PasswordForm,
    PersonForm,
)
from portal.desks.staff.in_vain import shown
from portal.law.offices import Duty, Office
from portal.law.refusals import Refusal
from portal.registers.people import (
    Appointment,
    AppointmentEnd,
    appointments,
    everybody,
    find_appointment,
    find_person,
    pounds,
)
from portal.web.desk import Desk, clock, officer
from portal.web.render import go
from portal.web.sign_in import hash_password

desk = Desk("staff", __name__)


@desk.page("/staff", may=Duty.KEEP_STAFF_LIST)
def index() -> Reply:
    """Show the people and their offices."""
    return _show_people(PersonForm())


@desk.act("/staff", does=acts.enter_person)
def enter_person() -> Reply:
    """Enter somebody new."""
    form = PersonForm(request.form)
    if not form.readable():
        return _show_people(form)
    try:
        person = acts.enter_person(
            officer(),
            clock(),
            name=form.name.value,
            sign_in_name=form.sign_in_name.value,
            phone=form.phone.text,
        )
    except Refusal as refusal:
        return _show_people(form, refusal)
    flash(f"{form.name.value} is on the register. Appoint, and set a password.")
    return go(url_for("staff.person", number=person.id))


def _show_people(form: PersonForm, refusal: Refusal | None = None) -> Reply:
    return shown("index", refusal, form, people=everybody(), held=_held(), form=form)


def _held() -> dict[int, list[tuple[Appointment, AppointmentEnd | None]]]:
    held: dict[int, list[tuple[Appointment, AppointmentEnd | None]]] = {}
    for appointment, end in appointments():
        held.setdefault(appointment.person_id, []).append((appointment, end))
    return held


@desk.page("/staff/people/<int:number>", may=Duty.KEEP_STAFF_LIST)
def person(number: int) -> Reply:
    """Show one person: every appointment, past and to come, and what may be changed."""
    return _show_person(number, AppointForm().offer_pounds(pounds()), PasswordForm())


@desk.act("/staff/people/<int:number>/appointments", does=acts.appoint)
def appoint(number: int) -> Reply:
    """Appoint a person to an office."""
    form = AppointForm(request.form).offer_pounds(pounds())
    if not form.readable():
        return _show_person(number, form, PasswordForm())
    try:
        acts.appoint(
            officer(),
            clock(),
            person=number,
            office=Office[form.office.data],
            order_number=form.order_number.value,
            since=form.since.value,
            until=form.until.data,
            pound_id=form.pound_id,
        )
    except Refusal as refusal:
        return _show_person(number, form, PasswordForm(), refusal)
    flash("The appointment is entered.")
    return go(url_for("staff.person", number=number))


@desk.act("/staff/people/<int:number>/password", does=acts.set_password)
def set_password(number: int) -> Reply:
    """Set somebody's password."""
    form = PasswordForm(request.form)
    if not form.readable():
        return _show_person(number, AppointForm().offer_pounds(pounds()), form)
    acts.set_password(
        officer(), clock(), person=number, hashed=hash_password(form.password.data or "")
    )
    flash("The password is set. Earlier ones no longer open the door.")
    return go(url_for("staff.person", number=number))


def _show_person(
    number: int, appointing: AppointForm, opening: PasswordForm, refusal: Refusal | None = None
) -> Reply:
    return shown(
        "person",
        refusal,
        appointing,
        opening,
        person=find_person(number),
        held=_held().get(number, []),
        pound_names={one.id: one.name for one in pounds()},
        appointing=appointing,
        opening=opening,
    )


@desk.page("/staff/appointments/<int:number>/end", may=Duty.KEEP_STAFF_LIST)
def ending(number: int) -> Reply:
    """Show the form that ends an appointment."""
    return _show_ending(number, EndForm())


@desk.act("/staff/appointments/<int:number>/end", does=acts.end_appointment)
def end_appointment(number: int) -> Reply:
    """End an appointment."""
    form = EndForm(request.form)
    if not form.readable():
        return _show_ending(number, form)
    held = find_appointment(number).person_id
    try:
        acts.end_appointment(
            officer(),
            clock(),
            appointment=number,
            order_number=form.order_number.value,
            from_day=form.from_day.value,
        )
    except Refusal as refusal:
        return _show_ending(number, form, refusal)
    flash("The end of the appointment is entered.")
    return go(url_for("staff.person", number=held))


def _show_ending(number: int, form: EndForm, refusal: Refusal | None = None) -> Reply:
    held = find_appointment(number)
    person = find_person(held.person_id)
    return shown("ending", refusal, form, form=form, held=held, person=person)
