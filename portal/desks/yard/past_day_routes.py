"""Days that were entered more than 24 hours after, and wait for a second person."""

from __future__ import annotations

from http import HTTPStatus

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import past_days as acts
from portal.desks.yard.forms import AnswerDayForm, AnswerRegisterForm
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.registers.impound import find_impounding
from portal.registers.past_days import (
    count_waiting,
    past_day_of,
    waiting_by_hand,
    waiting_sheets,
)
from portal.registers.people import names_of
from portal.web.desk import Desk, clock, officer
from portal.web.render import go, show

desk = Desk("past_days", __name__)

DAYS, ONE = "/register/past-days", "/cases/<string:number>/past-day"
AT_A_TIME = 50
UNREADABLE = HTTPStatus.UNPROCESSABLE_ENTITY
SAID = {
    True: "Confirmed. {what} counts from the day it was brought in.",
    False: "Entered. {what} counts from the day it was entered.",
}


@desk.page(DAYS, may=Duty.CONFIRM_DAYS)
def index() -> Reply:
    """Show the registers and the entries whose days wait."""
    return _show_index(AnswerRegisterForm())


@desk.act(DAYS, does=acts.answer_days_of_register)
def answer_register() -> Reply:
    """Answer for the days of a whole register that was read in."""
    form = AnswerRegisterForm(request.form)
    if not form.readable():
        return _show_index(form, status=UNREADABLE)
    try:
        answers = acts.answer_days_of_register(
            officer(),
            clock(),
            sheet=form.sheet.value,
            up_to=form.up_to.data or 0,
            confirmed=form.confirmed,
            reason=form.reason.value,
        )
    except Refusal as refusal:
        return _show_index(form, refusal=refusal, status=UNREADABLE)
    flash(SAID[form.confirmed].format(what=f"Each of {len(answers)} animals"))
    return go(url_for("past_days.index"))


def _show_index(
    form: AnswerRegisterForm, *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    by_hand = waiting_by_hand(AT_A_TIME)
    return show(
        "yard/past_days",
        sheets=waiting_sheets(),
        by_hand=by_hand,
        waiting=count_waiting(),
        names=names_of(past.by_id for past, _impounding in by_hand),
        form=form,
        blank=lambda place: AnswerRegisterForm().stand_at(place),
        refusal=refusal,
        status=status,
    )


@desk.page(ONE, may=Duty.SEE_CASES)
def one(number: str) -> Reply:
    """Show both times of one entry, and who answered for its day, or the form to answer."""
    return _show_one(number, AnswerDayForm())


@desk.act(ONE, does=acts.answer_past_day)
def answer(number: str) -> Reply:
    """Answer for the day of one entry."""
    form = AnswerDayForm(request.form)
    if not form.readable():
        return _show_one(number, form, status=UNREADABLE)
    try:
        acts.answer_past_day(
            officer(), clock(), case=number, confirmed=form.confirmed, reason=form.reason.value
        )
    except Refusal as refusal:
        return _show_one(number, form, refusal=refusal, status=UNREADABLE)
    flash(SAID[form.confirmed].format(what=f"Case {number}"))
    return go(url_for("cases.case", number=number))


def _show_one(
    number: str, form: AnswerDayForm, *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    impounding = find_impounding(number)
    past, answered = past_day_of(impounding.id) or (None, None)
    people = [row.by_id for row in (past, answered) if row is not None]
    return show(
        "yard/past_day",
        entry=impounding,
        past=past,
        answer=answered,
        names=names_of(people),
        form=form,
        refusal=refusal,
        status=status,
    )
