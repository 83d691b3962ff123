"""The entrance: signing in and out."""

from __future__ import annotations

from flask import request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import staff as acts
from portal.desks.entrance.forms import SignInForm
from portal.law.offices import Duty, Office
from portal.registers.people import NOBODY, offices_of
from portal.web.desk import Desk, clock, now, settings, today
from portal.web.device import this_device
from portal.web.language import N_
from portal.web.language import gettext as _
from portal.web.render import go, show
from portal.web.sign_in import (
    check_password,
    digest,
    ends_at,
    forget,
    fresh_token,
    remember,
    sign_in_at_hand,
)

desk = Desk("entrance", __name__)

NOT_RECOGNISED = N_("Name and password do not belong together. Nothing was opened. Try again.")
WHICH_OFFICE = N_("You hold several offices, or not this one. Choose in which one you come.")


@desk.page("/sign-in", may=Duty.SIGN_IN)
def sign_in() -> Reply:
    """Show the form at the entrance."""
    return show("entrance/sign_in", form=SignInForm(), refused="")


@desk.act("/sign-in", does=acts.sign_in)
def come_in() -> Reply:
    """Recognise a person and open his office's doors to him."""
    form = SignInForm(request.form)
    if not form.readable():
        return show("entrance/sign_in", status=422, form=form, refused="")
    person = check_password(form.name.value, form.password.data or "")
    held = offices_of(person.id, today()) if person else ()
    if person is None or not held:
        return show("entrance/sign_in", status=422, form=form, refused=_(NOT_RECOGNISED))
    office = Office[form.office.data] if form.office.data else held[0]
    if office not in held or (not form.office.data and len(held) > 1):
        return show("entrance/sign_in", status=422, form=form, refused=_(WHICH_OFFICE))
    token = fresh_token()
    acts.sign_in(
        NOBODY,
        clock(),
        person=person.id,
        office=office,
        token_digest=digest(token),
        ends_at=ends_at(now(), settings()),
        device=this_device(),
    )
    remember(token, now())
    return go(url_for("public.front"))


@desk.act("/sign-out", does=acts.sign_out)
def sign_out() -> Reply:
    """Close the doors behind a person."""
    opened = sign_in_at_hand()
    if opened is not None:
        acts.sign_out(NOBODY, clock(), sign_in_id=opened.id, why="signed out")
    forget()
    return go(url_for("public.front"))
