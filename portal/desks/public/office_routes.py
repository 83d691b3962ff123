"""The office and its pages: help, contact, feedback, how the site may be used; and the search."""

from __future__ import annotations

from flask import current_app, flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import feedback as acts
from portal.desks.public.forms import FeedbackForm, SearchForm
from portal.law.feedback import About
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.names.searching import keys_asked, keys_written, words_of
from portal.registers.base import NotOnRegister
from portal.registers.feedback import feedback_before
from portal.registers.finding import Wanted, find_staying, pounds
from portal.registers.impound import find_impounding
from portal.registers.matching import hide
from portal.registers.people import NOBODY
from portal.registers.public_view import closed_soon, shown_in_list
from portal.registers.sales import Sale, find_sale
from portal.web.desk import Desk, clock, settings, today
from portal.web.device import this_device
from portal.web.language import gettext as _
from portal.web.language import translated
from portal.web.places import PLACES, Place
from portal.web.render import go, number_asked, show

desk = Desk("office", __name__)

A_QUARTER = 92  # days
MOST_ANIMALS, FEEDBACK_ON_A_PAGE = 10, 50


@desk.page("/help", may=Duty.SEE_PUBLIC)
def help_() -> Reply:
    """Answer what people ask most."""
    return show("public/help", office=settings())


@desk.page("/contact", may=Duty.SEE_PUBLIC)
def contact() -> Reply:
    """Say where the pounds are, when they are open, and how to reach them."""
    closed = closed_soon(today(), A_QUARTER)
    return show("public/contact", office=settings(), pounds=pounds(), closed=closed)


@desk.page("/accessibility", may=Duty.SEE_PUBLIC)
def accessibility() -> Reply:
    """Say what was done for those who read or use a page in another way, and what was not."""
    return show("public/accessibility")


@desk.page("/privacy", may=Duty.SEE_PUBLIC)
def privacy() -> Reply:
    """Say what is kept of whom, and who sees it."""
    return show("public/privacy")


@desk.page("/terms", may=Duty.SEE_PUBLIC)
def terms() -> Reply:
    """Say on what terms the site may be used."""
    return show("public/terms")


@desk.page("/site-map", may=Duty.SEE_PUBLIC)
def site_map() -> Reply:
    """List the pages that stand still."""
    return show("public/site_map", places=PLACES)


@desk.page("/feedback", may=Duty.SEE_PUBLIC)
def feedback() -> Reply:
    """Ask what somebody wants to tell the office."""
    about = request.args.get("page", "")[:200]
    return show("public/feedback", form=FeedbackForm(page=about), refusal=None)


@desk.act("/feedback", does=acts.give_feedback)
def give_feedback() -> Reply:
    """Keep what somebody writes."""
    form = FeedbackForm(request.form)
    if not form.readable():
        return show("public/feedback", form=form, refusal=None, status=422)
    device = this_device().digest
    sender = hide(settings().matching_key, f"feedback {today()}", device)
    try:
        kept = acts.give_feedback(
            NOBODY,
            clock(),
            about=About[form.about.data],
            page=form.page.text,
            words=form.words.value,
            answer_to=form.answer_to.text,
            sender=sender.digest,
        )
    except Refusal as refusal:  # what was typed must not be lost
        return show("public/feedback", form=form, refusal=refusal, status=422)
    flash(_("Your message is kept under number %(number)s.", number=kept.id))
    return go(url_for("office.thanks"))


@desk.page("/feedback/thanks", may=Duty.SEE_PUBLIC)
def thanks() -> Reply:
    """Say what happens with a message that was kept; its words are shown to nobody here."""
    return show("public/thanks")


@desk.page("/feedback/read", may=Duty.READ_FEEDBACK)
def read_feedback() -> Reply:
    """List what people wrote, the latest first."""
    listed = feedback_before(number_asked("before"), FEEDBACK_ON_A_PAGE + 1)
    more = len(listed) > FEEDBACK_ON_A_PAGE
    return show(
        "public/read_feedback",
        listed=listed[:FEEDBACK_ON_A_PAGE],
        abouts=About.__members__,
        before=listed[FEEDBACK_ON_A_PAGE - 1].id if more else None,
    )


@desk.page("/search", may=Duty.SEE_PUBLIC)
def search() -> Reply:
    """Look on the whole site: a number leads to its page, words to animals and to pages."""
    form = SearchForm(request.args)
    if not form.readable():
        return show("public/search", form=form, herd=[], sale=None, places=[], status=422)
    words = form.q.text
    straight = _straight(words)
    if straight:
        return go(straight)
    found = find_staying(Wanted(words=words), "", MOST_ANIMALS).entries if words else []
    return show(
        "public/search",
        form=form,
        herd=shown_in_list(found, today()),
        sale=_sale(words),
        places=_places(words),
    )


def _straight(words: str) -> str | None:
    """Give the address of the case whose whole number was typed, if there is one."""
    try:
        return url_for("public.animal", number=find_impounding(words.upper()).number)
    except NotOnRegister:
        return None


def _sale(words: str) -> Sale | None:
    if not words.isascii() or not words.isdigit() or len(words) > 9:  # noqa: PLR2004 - of a row
        return None
    try:
        return find_sale(int(words))
    except NotOnRegister:
        return None


def _places(words: str) -> list[Place]:
    """List the pages of whose title or subject every word is found, in the language of the page."""
    asked = keys_asked(words_of(words))
    if not asked:
        return []
    return [
        one
        for places in PLACES.values()
        for one in places
        if one.endpoint in current_app.view_functions and _tells_of(one, asked)
    ]


def _tells_of(place: Place, asked: list[set[str]]) -> bool:
    said = f"{place.title} {place.about} {translated(place.title)} {translated(place.about)}"
    keys = keys_written(said)
    return all(one & keys for one in asked)
