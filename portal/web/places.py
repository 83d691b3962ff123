"""The pages everybody may open that stand still: for the footer, the site map and the search."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from portal.web.language import N_

CHECKED_ON = date(2026, 12, 3)  # when somebody last read these pages through; say it anew then


@dataclass(frozen=True)
class Place:
    """A page by its endpoint and its title; `about` are more words by which it is found."""

    endpoint: str
    title: str
    about: str = ""
    in_footer: bool = False


ANIMALS, SALES, LAW, OFFICE = (
    N_("Animals in the pound"), N_("Sales"), N_("The law"), N_("About this site"),
)  # fmt: skip
PLACES: dict[str, tuple[Place, ...]] = {
    ANIMALS: (
        Place("public.front", N_("Front page")),
        Place("public.animals", N_("Find my animal"), N_("lost, taken, seized, pay, dues, owner")),
        Place("claim.start", N_("Claim a surplus"), N_("sold, money, owner, claim")),
        Place("claim.mine", N_("My claim"), N_("claim, papers, hearing")),
    ),
    SALES: (
        Place("public.sales", N_("Sales, coming and past"), N_("auction, lots, notice, results")),
        Place("sale_pages.feed", N_("Notices as a feed (Atom)"), N_("news, feed")),
    ),
    LAW: (
        Place("public.law", N_("The law in plain words"), N_("Act, fine"), in_footer=True),
        Place("law_pages.rates_in_force", N_("Rates of today"), N_("fee, order"), in_footer=True),
        Place("law_pages.readings", N_("How the Act is read"), N_("readings, days, authority")),
    ),
    OFFICE: (
        Place("office.help_", N_("Help"), N_("how, questions"), in_footer=True),
        Place("office.contact", N_("Contact"), N_("address, telephone, hours"), in_footer=True),
        Place("office.feedback", N_("Feedback"), N_("complaint, wrong, praise"), in_footer=True),
        Place("office.accessibility", N_("Accessibility"), N_("keyboard"), in_footer=True),
        Place("office.privacy", N_("Privacy"), N_("data, phone, cookie"), in_footer=True),
        Place("office.terms", N_("Terms of use"), N_("terms, links, copyright"), in_footer=True),
        Place("office.site_map", N_("Site map"), in_footer=True),
        Place("entrance.sign_in", N_("Sign in, for those who work here")),
    ),
}  # fmt: skip
IN_FOOTER = tuple(one for places in PLACES.values() for one in places if one.in_footer)
