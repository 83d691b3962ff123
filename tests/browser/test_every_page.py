"""Every page as people meet it who see, hear, press or read in another way: WCAG 2.2, AA.

On a screen of 320 px each page is looked at by axe and measured: language and direction, sums that
Urdu would turn round, no sideways scroll, and room for a finger on whatever is pressed.
"""

import os
import re
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from every_page import ADDRESS, FILES, SENDS_ON, Alone, Answering, fill_a_live_day, pages_of

from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.messages import Message
from portal.web.language import LANGUAGES

# What a page looks like does not depend on the engine behind it.
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

MEASURE = (Path(__file__).parent / "measure.js").read_text()
LIGHTS = ("day", "sun", "dark")
FULL = os.environ.get("PORTAL_CHECKS") == "full"
# Looked at in every run; what only the office sees is looked at with PORTAL_CHECKS=full.
ALWAYS_IN_FOUR = {"public.front", "live.lot"}
ALWAYS_TOO = {"ring.ring", "cases.case"}
CLAIM = [
    ("who", {"name": "K. Yellaiah", "phone": "98480 12345"}),
    ("animal", {"lost": "At the market"}),
    ("marks", {"marks": "white star"}),
    ("how", {"says": "Mine since she was a calf."}),
    ("papers", {"papers_when": "now"}),
    ("bank", {"paid_how": "bank", "bank_account": "000111222333", "ifsc": "sbin0000001"}),
]


class Looking:
    """A narrow browser whose pages the application itself sends, and what was wrong with them."""

    def __init__(self, chromium, answering):
        # axe is put into the page from outside, which the policy of the pages does not allow.
        self.context = chromium.new_context(bypass_csp=True)
        self.context.route("**/*", answering.answer)
        self.context.add_init_script(AXE_SCRIPT)
        self.page, self.answering = self.context.new_page(), answering
        self.looked, self.wrong = 0, []

    def at(self, page, language, *, width=320):
        """Open a page in a language and look at it."""
        self.answering.as_(page.office)
        joint = "&" if "?" in page.address else "?"
        address = f"{page.address}{joint}lang={language}"
        self._look(address, language, status=page.status, live=page.live, width=width)
        if self.answering.landed != page.address.partition("?")[0]:
            self.wrong.append(f"{page.address} sends on to {self.answering.landed}")

    def answered(self, reply, language):
        """Look at what was answered to a form."""
        self.answering.as_(Office.PUBLIC)
        self.answering.instead = reply
        self._look(reply.request.path, language, status=reply.status_code)

    def _look(self, address, language, *, status, live=False, width=320):
        light = LIGHTS[self.looked % len(LIGHTS)]
        self.looked += 1
        self.page.set_viewport_size({"width": width, "height": 640})
        reply = self.page.goto(ADDRESS + address)
        if reply.status != status:
            self.wrong.append(f"{address} {language}: {reply.status}")
        expected = {
            "lang": language,
            "dir": LANGUAGES[language].direction,
            "light": light,
            "live": live,
        }
        found = self.page.evaluate(MEASURE, expected)
        self.wrong += [f"{address} {language}: {one}" for one in found]


@pytest.fixture
def filled(rows_of_every_kind, app, hands):
    filled = fill_a_live_day(hands)
    db.session.remove()
    return filled


@pytest.fixture
def pages(filled, app, sign_in):
    keeper = sign_in(Office.POUND_KEEPER)
    keeper.__class__ = Alone
    keeper.send("/cases/2026-205/slip")  # a paper that anybody may check
    return list(pages_of(app, *filled))


@pytest.fixture
def looking(chromium, app, sign_in):
    looking = Looking(chromium, Answering(app, sign_in))
    yield looking
    looking.context.close()


def chosen(pages):
    """Give each page with the languages to look at it in: in turn, so that each is met often."""
    if FULL:
        return [(page, page.languages) for page in pages]
    once = {}
    for page in pages:
        if len(page.languages) > 1 or page.endpoint in ALWAYS_TOO:
            once.setdefault(page.endpoint, page)
    return [
        (
            page,
            page.languages
            if page.endpoint in ALWAYS_IN_FOUR
            else (page.languages[place % len(page.languages)],),
        )
        for place, page in enumerate(once.values())
    ]


def test_every_page_can_be_read_and_pressed_by_everybody(pages, looking):
    for page, languages in chosen(pages):
        for language in languages:
            looking.at(page, language)
            if FULL and page.live:
                looking.at(page, language, width=1366)
    assert looking.looked >= (400 if FULL else 50)
    assert not looking.wrong, "\n".join(looking.wrong)


def test_every_step_of_a_card_and_of_a_claim_too(filled, looking, sign_in, act):
    sale, _cases = filled
    for place, language in enumerate(LANGUAGES):
        visitor = sign_in(Office.PUBLIC)
        visitor.__class__ = Alone
        visitor.get(f"/?lang={language}")
        steps = [*_asks_for_card(visitor, f"/sales/{sale}/card", act, place), *_claims(visitor)]
        for number, reply in enumerate(steps):
            if FULL or number % len(LANGUAGES) == place:
                looking.answered(reply, language)
    assert looking.looked >= 14
    assert not looking.wrong, "\n".join(looking.wrong)


def _asks_for_card(visitor, card, act, place):
    """Every page of signing up, and one of them sent with a fault."""
    phone = f"984801234{place}"
    yield visitor.send(f"{card}/mobile", phone="12")
    visitor.do(f"{card}/mobile", phone=phone)
    yield visitor.get(f"{card}/code")
    visitor.do(f"{card}/code", code=act(lambda: _last_code(phone)))
    yield visitor.get(f"{card}/name")
    visitor.do(f"{card}/name", name="Ramesh Yadav", relation="")
    yield visitor.get(f"{card}/identity")
    visitor.do(f"{card}/identity", how="number", identity=f"4123 5678 448{place}")
    yield visitor.get(f"{card}/declaration")
    visitor.do(f"{card}/declaration", barred="no", buys="self")
    yield visitor.get(f"{card}/check")
    visitor.do(f"{card}/check")
    yield visitor.get(card)


def _last_code(phone):
    found = db.session.query(Message).filter_by(to=phone).order_by(Message.id.desc())
    return re.search(r"\b\d{6}\b", found.first().words)[0]


def _claims(visitor):
    """Every question to a claimant, as the answers to the one before bring it up."""
    told = {}
    yield visitor.send("/claims/new/2026-3", at="who", name="", phone="1")
    for at, answers in CLAIM:
        told |= answers
        yield visitor.send("/claims/new/2026-3", at=at, **told)


def test_no_page_is_left_out(app, pages):
    """A new page has to be looked at, or said to be a file."""
    doors = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "GET" in rule.methods and ".pdf_of_" not in rule.endpoint
    }
    signing_up = {f"sign_up.{one}" for one in ("code", "name", "identity", "declaration", "check")}
    assert doors - {page.endpoint for page in pages} == (FILES | SENDS_ON | signing_up) & doors
