"""Pages read aloud, for whoever reads little: short recorded clips, joined by number.

What a page says is a list of names of clips: `front staying n6`. The words behind each name are
those of the catalogs, so what is heard is what is written; the sounds lie in static/voices, one
file a name and language, and any of them may be put in again with a better voice. A number is
always said after its words ("To pay today: ..."), for so it stands right in all four languages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from flask import Flask, request, url_for

from portal.config import ROOT
from portal.law.money import Money
from portal.web.language import N_, gettext, language_code, speaking
from portal.web.spoken import spoken

VOICES = ROOT / "static" / "voices"
MOST_CLIPS = 80
TELUGU = "te"
Fact = int | Money | None

# The main sentence of each page, and what stands before a number.
PHRASES: Mapping[str, str] = {
    "front": N_("Sales of impounded cattle"),
    "back-or-sold": N_(
        "An animal goes back to its owner on payment. If nobody pays within ten days it is sold by"
        " auction."
    ),
    "for-sale": N_("Press the hammer to see what is for sale."),
    "was-taken": N_("Press the buffalo if your animal was taken."),
    "staying": N_("In the pound now"),
    "animals": N_("Animals in the pound"),
    "open-yours": N_("The last brought in first. Open yours to see what to pay and where."),
    "pay-today": N_("to pay today"),
    "pay-tomorrow": N_("to pay tomorrow"),
    "days-left": N_("Days left to the owner"),
    "until-hammer": N_("Payment stops the clock. You may pay until the hammer falls."),
    "gone": N_("This animal is no longer in the pound. The page says what became of it."),
    "owner": N_("This is mine"),
    "asked-marks": N_(
        "You are asked about its marks at the counter. They are not shown here, so that nobody else"
        " can say them. Do not tell them to anybody."
    ),
    "dues": N_("What the owner would pay"),
    "paid-whole": N_("The whole amount is paid at once."),
    "sales": N_("Sales, coming and past"),
    "sale": N_("Sale"),
    "lots": N_("Lots"),
    "in-order": N_("In the order they come into the ring."),
    "notice": N_("Whoever wants to bid gets a card first, at the desk or on his phone."),
    "whole-price": N_("An animal leaves only when its whole price is paid."),
    "results": N_("Prices, and what is left of them for the owners to claim."),
    "law": N_("The law in plain words"),
    "pays-whole": N_(
        "The owner, or his agent with authority, pays the pound fees and actual expenses, whole,"
        " and has the animal back. Part payment gives nothing back."
    ),
    "rates": N_("Rates of today"),
    "readings": N_("How the Act is read"),
    "help": N_("Help"),
    "come-with": N_(
        "Open it to see what to pay today and tomorrow. Then come to the pound with the whole"
        " amount, a paper that shows who you are, and whatever shows that the animal is yours."
    ),
    "contact": N_("Contact"),
    "accessibility": N_("Accessibility"),
    "privacy": N_("Privacy"),
    "terms": N_("Terms of use"),
    "site-map": N_("Site map"),
    "feedback": N_("Feedback"),
    "thanks": N_("Thank you"),
    "search": N_("Search"),
    "claim": N_("Claim a surplus"),
    "may-be-yours": N_("What is left of the price may be yours, within fifteen days."),
    "my-claim": N_("My claim"),
    "get-card": N_("Get a card"),
    "no-police": N_(
        "No police officer and no pound-keeper may buy, neither himself nor through somebody else."
    ),
    "genuine": N_("Is this paper genuine?"),
    "every-bid": N_("Every bid"),
    "lot": N_("Lot"),
    "card": N_("Card"),
    "price-now": N_("Price now"),
    "hammer-price": N_("Hammer price"),
    "ahead": N_("You are ahead"),
    "behind": N_("You are behind"),
    "in-ring": N_("In the ring now"),
    "starts-at": N_("Starts at"),
    "sold": N_("Sold"),
}  # fmt: skip
# Words within a number; in Telugu a single hundred goes without its number, and several are
# "hundreds".
STEPS = (("crore", 10_000_000), ("lakh", 100_000), ("thousand", 1_000), ("hundred", 100))
SMALL = 100
IN_SUMS: Mapping[str, str] = {
    "rupee": N_("rupee"),
    "rupees": N_("rupees"),
    "paise": N_("paise"),
}

# What each page says, by its endpoint: a name, or a name before the number of a fact. A fact that
# the page does not have is left out together with its words.
Said = tuple[str | tuple[str, str], ...]
DUES: Said = (("pay-today", "today"), ("pay-tomorrow", "tomorrow"))
PRICE: Said = (("price-now", "price"), ("starts-at", "start"))
SAID: Mapping[str, Said] = {
    "public.front": ("front", "back-or-sold", ("staying", "staying"), "for-sale", "was-taken"),
    "public.animals": ("animals", "open-yours"),
    "public.animal": ("animals", *DUES, ("days-left", "days"), "until-hammer"),
    "public.owner": ("owner", *DUES, "asked-marks"),
    "public.dues": (("dues", "sum"), "paid-whole"),
    "gone": ("gone",),
    "public.sales": ("sales",),
    "public.sale": (("sale", "sale"), "lots", "whole-price"),
    "sale_pages.notice": (("sale", "sale"), "notice", "whole-price"),
    "sale_pages.lots": (("sale", "sale"), "lots", "in-order"),
    "sale_pages.results": (("sale", "sale"), "results"),
    "public.law": ("law", "pays-whole", "back-or-sold", "no-police"),
    "law_pages.rates_in_force": ("rates", "paid-whole"),
    "law_pages.readings": ("readings",),
    "office.help_": ("help", "animals", "come-with"),
    "office.contact": ("contact",),
    "office.accessibility": ("accessibility",),
    "office.privacy": ("privacy",),
    "office.terms": ("terms",),
    "office.site_map": ("site-map",),
    "office.feedback": ("feedback",),
    "office.thanks": ("thanks",),
    "office.search": ("search",),
    "claim.start": ("claim", "may-be-yours"),
    "claim.fill": ("claim", "may-be-yours"),
    "claim.mine": ("my-claim",),
    "sign_up.start": ("get-card", "no-police"),
    "sign_up.declaration": ("get-card", "no-police"),
    "check.ask": ("genuine",),
    "check.paper": ("genuine",),
    "live.bids": ("every-bid",),
    # A lot live, as it stands at the moment of pressing.
    "ahead": (("lot", "lot"), "ahead", *PRICE),
    "behind": (("lot", "lot"), "behind", *PRICE),
    "in the ring": (("lot", "lot"), "in-ring", *PRICE),
    "not in sale": (("lot", "lot"), *PRICE),
    "sold": (("lot", "lot"), "sold", ("hammer-price", "price"), ("card", "card")),
}


def clips_of_number(number: int, code: str) -> list[str]:
    """Give the clips of a whole number, the Indian way: one lakh, five thousand, two hundred."""
    if number < SMALL:
        return [f"n{number}"]
    said = []
    for name, part in STEPS:
        count, number = divmod(number, part)
        if count == 1 and code == TELUGU:
            said.append(name)
        elif count:
            said += [*clips_of_number(count, code), f"{name}s" if code == TELUGU else name]
    return [*said, *([f"n{number}"] if number else [])]


def clips_of_sum(amount: Money, code: str) -> list[str]:
    """Give the clips of a sum in rupees, and in paise where there are any."""
    rupees, paise = divmod(amount.paise, 100)
    said = []
    if rupees or not paise:
        said = [*clips_of_number(rupees, code), "rupee" if rupees == 1 else "rupees"]
    return said + ([*clips_of_number(paise, code), "paise"] if paise else [])


def clips_of_page(said: Said, code: str, facts: Mapping[str, Fact]) -> list[str]:
    """Turn what a page says, and its facts, into the names of clips in their order."""
    names = []
    for one in said:
        if isinstance(one, str):
            names.append(one)
            continue
        name, fact = one[0], facts.get(one[1])
        if fact is not None:
            of_it = clips_of_sum if isinstance(fact, Money) else clips_of_number
            names += [name, *of_it(fact, code)]  # type: ignore[arg-type]
    return names


def words_of_clips(code: str) -> dict[str, str]:
    """Give, for each clip of a language, the words that are spoken in it."""
    with speaking(code):
        words = {name: gettext(sentence) for name, sentence in {**PHRASES, **IN_SUMS}.items()}
        for number in range(SMALL):
            words[f"n{number}"] = spoken(Money.of(rupees=number))
        for name, part in STEPS:
            one = spoken(Money.of(rupees=part))
            two = spoken(Money.of(rupees=2 * part))
            if code == TELUGU:
                words[name] = one
                words[f"{name}s"] = two.removeprefix(words["n2"]).strip()
            else:
                words[name] = one.removeprefix(words["n1"]).strip()
    return words


def address_of(names: list[str], code: str) -> str:
    """Give the address where clips are heard, one after the other."""
    return url_for("hearing.hear", code=code, clips=".".join(names))


@lru_cache(maxsize=1024)
def _sound(file: Path) -> bytes:
    return file.read_bytes()


def sounds(code: str, names: str) -> bytes | None:
    """Join clips into one sound; None if one of them is not there.

    Frames of MP3 without a head may be joined as they are. Only names of ours come to the shelf.
    """
    wanted = names.split(".")
    if len(wanted) > MOST_CLIPS or not all(re.fullmatch(r"[a-z0-9-]{1,20}", n) for n in wanted):
        return None
    files = [VOICES / code / f"{name}.mp3" for name in wanted]
    if not all(file.is_file() for file in files):
        return None
    return b"".join(_sound(file) for file in files)


def hear(page: str | None = None, **facts: Fact) -> str:
    """Give the address of what this page says aloud; nothing for a page that says nothing."""
    said = SAID.get(page or request.endpoint or "")
    if said is None:
        return ""
    return address_of(clips_of_page(said, language_code(), facts), language_code())


def add_hearing(app: Flask) -> None:
    """Give the templates the way to what a page says aloud."""
    app.jinja_env.globals.update(hear=hear)
