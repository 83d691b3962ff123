"""The doors of the demo: one for each person, and the day. Hung in demo mode only."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta

from flask import current_app, flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import demo as acts
from portal.actions import staff as staff_acts
from portal.clock import ClockGoesForwardOnly, MovableClock
from portal.demo.again import begin, put_away
from portal.demo.ready import make_sale_ready
from portal.demo.sample import PEOPLE
from portal.desks.demo.forms import FARTHEST_SLID, AheadForm, DayForm
from portal.law.codes import FIGURES
from portal.law.days import HYDERABAD
from portal.law.offices import Duty, Office
from portal.law.refusals import Refusal
from portal.registers.base import NotOnRegister, db
from portal.registers.messages import CODE, Message, newest_messages
from portal.registers.people import NOBODY, find_person_by_sign_in_name
from portal.registers.public_view import live_now
from portal.web.boards import Boards
from portal.web.desk import Desk, clock, now, officer, settings, today
from portal.web.fields import PortalForm
from portal.web.render import go, show, way_back
from portal.web.sign_in import digest, ends_at, fresh_token, remember

desk = Desk("demo", __name__)

MOST_MESSAGES = 50
FARTHEST = timedelta(days=400)
MORNING = time(10)
AHEAD = ((1, "Next day"), (3, "3 days on"), (10, "10 days on"))
BACK = (
    "The day was not moved: time goes forward only, here too, and that hour has passed."
    " Choose a later one."
)
TOO_FAR = (
    f"The day was not moved: {FARTHEST.days} days at a time are the most. Choose an earlier day."
)
NOT_READY = (
    "Nothing was made ready: a sale is on today already, or no animal is due for sale."
    " Go in as the bidder, or move the day."
)
# The six who stand for the whole Act come first, each with what to try; the public is the owner.
TRY = {
    "lakshmi": "Open the sale, then its ring. Press 1: the phone turns red.",
    "ramesh": "Press Bid on the lot in the ring. Then let the clerk bid against you.",
    "owner": "Find an animal, see what to pay today, and claim after a sale.",
    "srinivas": "After a sale, go 12 days on: compare two claims and decide.",
    "meera": "After the decision, go on to day 16: draw the voucher.",
    "commissioner": "Write a rate order and see what it does to animals now here.",
}
FIRST_ROOM = {
    Office.POUND_KEEPER: "pens.yard",
    Office.CLERK: "auctioneer.sales",
    Office.AUCTIONEER: "auctioneer.sales",
    Office.CLAIMS_OFFICER: "claims.index",
    Office.ACCOUNTS: "accounts.index",
    Office.COMMISSIONER: "commissioner.rates",
    Office.AUDITOR: "auditor.journal",
    Office.ADMINISTRATOR: "staff.index",
    Office.BIDDER: "bidder.my_cards",
}


@desk.page("/demo", may=Duty.SEE_PUBLIC)
def doors() -> Reply:
    """Show the doors and the day."""
    return _show_doors(DayForm())


@desk.act("/demo/doors/<string:name>", does=staff_acts.sign_in)
def come_in(name: str) -> Reply:
    """Go in as one of the sample people, to the room where his work waits."""
    someone = next((one for one in PEOPLE if one.sign_in_name == name), None)
    person = find_person_by_sign_in_name(name)
    if someone is None or person is None:
        raise NotOnRegister(name)
    token = fresh_token()
    staff_acts.sign_in(
        NOBODY,
        clock(),
        person=person.id,
        office=someone.office,
        token_digest=digest(token),
        ends_at=ends_at(now(), settings()),
    )
    remember(token, now())
    return go(_room_of(someone.office))


def _room_of(office: Office) -> str:
    """Give the address where the work of an office waits; a bidder's is the lot in the ring."""
    if office is Office.BIDDER:
        for live in live_now(today()):
            if live.lot:
                return url_for("live.lot", sale=live.sale.number, number=live.lot.number)
    return url_for(FIRST_ROOM[office])


@desk.act("/demo/ready", does=acts.make_ready)
def make_ready() -> Reply:
    """Make a sale ready, with a lot in the ring, for whoever wants to bid at once."""
    acts.make_ready(officer(), clock())
    try:
        made = make_sale_ready(settings(), clock())
    except Refusal as refusal:
        return _show_doors(DayForm(), refused=refusal.sentence)
    if not made:
        return _show_doors(DayForm(), refused=NOT_READY)
    flash("Lot 1 is in the ring. Go in as the bidder, and bid.")
    return go(url_for("demo.doors"))


@desk.page("/demo/again", may=Duty.SEE_PUBLIC)
def ask_again() -> Reply:
    """Ask whether the demo is really to begin anew."""
    return show("demo/again")


@desk.act("/demo/again", does=acts.start_again)
def start_again() -> Reply:
    """Put away all that was done in the demo, and begin it anew on its first morning."""
    if request.form.get("sure") != "yes":
        return go(url_for("demo.ask_again"))
    acts.start_again(officer(), clock())
    db.session.remove()
    db.engine.dispose()  # no connection of ours stands in the books while they are put away
    put_away(settings())
    begin(settings())
    current_app.extensions["boards"] = Boards()
    flash("The demo begins anew. All that was done in it is gone, and everybody is signed out.")
    return go(url_for("demo.doors"))


@desk.page("/demo/outbox", may=Duty.SEE_PUBLIC)
def outbox() -> Reply:
    """Show the messages that would have been sent to mobiles, newest first."""
    shown = [(one, code_in(one)) for one in newest_messages(MOST_MESSAGES)]
    return show("demo/outbox", shown=shown, back=way_back())


def code_in(message: Message) -> str:
    """Find the figures of a code in the words that carry it."""
    found = re.search(rf"\b[0-9]{{{FIGURES}}}\b", message.words)
    return found[0] if found and message.kind == CODE else ""


@desk.act("/demo/day", does=acts.move_clock)
def move_day() -> Reply:
    """Move the demo to a day and an hour."""
    form = DayForm(request.form)
    if not form.readable():
        return _show_doors(form, faulty=form)
    return _move_to(datetime.combine(form.day.value, form.hour.value, HYDERABAD), form)


@desk.act("/demo/ahead", does=acts.move_clock)
def move_ahead() -> Reply:
    """Move the demo some days on, to ten in the morning."""
    form = AheadForm(request.form)
    if not form.readable():
        return _show_doors(DayForm(), faulty=form)
    return _move_to(datetime.combine(form.day, MORNING, HYDERABAD), DayForm())


def _move_to(instant: datetime, form: DayForm) -> Reply:
    kept = clock()
    if not isinstance(kept, MovableClock):
        raise NotOnRegister("a clock that can be moved")
    if instant - now() > FARTHEST:
        return _show_doors(form, refused=TOO_FAR)
    if instant <= now():
        return _show_doors(form, refused=BACK)
    acts.move_clock(officer(), kept, to=instant)
    try:
        kept.move_to(instant)
    except ClockGoesForwardOnly:  # somebody else moved it further in between
        return _show_doors(form, refused=BACK)
    flash(f"It is now {instant:%a} {instant.day} {instant:%b %Y}, {instant:%H:%M}.")
    return go(url_for("demo.doors"))


def _show_doors(form: DayForm, *, faulty: PortalForm | None = None, refused: str = "") -> Reply:
    return show(
        "demo/doors",
        status=422 if faulty or refused else 200,
        first=[one for name in TRY for one in PEOPLE if one.sign_in_name == name],
        people=[one for one in PEOPLE if one.sign_in_name not in TRY],
        tries=TRY,
        form=form,
        faulty=faulty,
        refused=refused,
        ahead=AHEAD,
        farthest=FARTHEST_SLID,
        at=now().astimezone(HYDERABAD),
    )
