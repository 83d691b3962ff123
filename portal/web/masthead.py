"""What stands at the top of every page: who is at the desk, the day, the doors of the office."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask, g, request, url_for

from portal.law.offices import Duty
from portal.registers.people import NOBODY, Officer, find_person
from portal.web.desk import settings, today
from portal.web.language import N_, gettext, language


@dataclass(frozen=True)
class Door:
    """One way on from here."""

    words: str
    href: str
    current: bool


@dataclass(frozen=True)
class AtTheDesk:
    """The person at the desk, as the page names him."""

    signed_in: bool
    name: str
    office_words: str
    officer: Officer

    def may(self, duty: str) -> bool:
        """Tell, for the choice of what to show, whether the office has a duty, by its name."""
        return self.officer.has(Duty[duty])


# In the order of an animal's life. A door is shown to whoever has its duty.
MENU = (
    (N_("Yard"), "pens.yard", Duty.KEEP_REGISTER),
    (N_("Register"), "yard.register", Duty.KEEP_REGISTER),
    (N_("Cases"), "cases.index", Duty.SEE_CASES),
    (N_("Due list"), "auctioneer.due", Duty.ARRANGE_SALE),
    (N_("Sales"), "auctioneer.sales", Duty.SEE_RING),
    (N_("Gate"), "gate.gate", Duty.DELIVER_TO_BUYER),
    (N_("Claims"), "claims.index", Duty.SEE_CLAIMS),
    (N_("Checks"), "checks.index", Duty.SEE_CHECKS),
    (N_("Accounts"), "accounts.index", Duty.SEE_BOOKS),
    (N_("Rates and orders"), "commissioner.rates", Duty.SEE_ORDERS),
    (N_("Figures"), "figures.figures", Duty.SEE_BOOKS),
    (N_("Staff"), "staff.index", Duty.KEEP_STAFF_LIST),
    (N_("Journal"), "auditor.journal", Duty.SEE_JOURNAL),
    (N_("Feedback"), "office.read_feedback", Duty.READ_FEEDBACK),
    (N_("My card"), "bidder.my_cards", Duty.SEE_OWN_CARD),
)
PUBLIC_MENU = (
    (N_("Animals"), "public.animals", Duty.SEE_PUBLIC),
    (N_("Sales"), "public.sales", Duty.SEE_PUBLIC),
    (N_("Claim a surplus"), "claim.start", Duty.CLAIM_ONLINE),
    (N_("The law"), "public.law", Duty.SEE_PUBLIC),
    (N_("Help"), "office.help_", Duty.SEE_PUBLIC),
)


def add_masthead(app: Flask) -> None:
    """Give every template the person at the desk, the doors, the day and the language."""

    @app.context_processor
    def masthead() -> dict[str, object]:
        # A page that tells of a broken database must not ask the database who is reading it.
        officer: Officer = NOBODY if g.get("broken") else g.get("officer", NOBODY)
        signed_in = officer != NOBODY
        menu: tuple[tuple[str, str, Duty], ...] = (
            MENU if officer.has(Duty.SEE_CASES) else PUBLIC_MENU
        )
        if officer.has(Duty.SEE_OWN_CARD):
            menu = PUBLIC_MENU + MENU[-1:]
        return {
            "officer": AtTheDesk(
                signed_in=signed_in,
                name=find_person(officer.person_id).name if signed_in else "",
                office_words=gettext(officer.office.value),
                officer=officer,
            ),
            "doors": [
                Door(gettext(words), url_for(endpoint), request.endpoint == endpoint)
                for words, endpoint, duty in menu
                if officer.has(duty)
            ],
            "demo": settings().is_demo,
            "today": today(),
            "lang": language().code,
            "dir": language().direction,
        }
