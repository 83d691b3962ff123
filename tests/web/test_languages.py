"""Four languages: how one is chosen, and that no covered page falls back to English in it."""

import inspect
import io
import re
from html import unescape

import pytest
from babel.messages.extract import extract, extract_from_file
from babel.messages.pofile import read_po
from flask import Flask
from markupsafe import Markup
from said import FONTS, LATIN, LIMIT, SCRIPT, TRANSLATED, left_in_english
from weight import fonts_loaded, weight_of

from portal.actions import sale_day, sales
from portal.config import ROOT
from portal.law import (
    refusals,
    refusals_of_books,
    refusals_of_cards,
    refusals_of_checks,
    refusals_of_codes,
    refusals_of_deposits,
    refusals_of_feedback,
    refusals_of_papers,
    refusals_of_ring,
    refusals_of_yard,
)
from portal.law.money import Money
from portal.law.offices import Office
from portal.law.refusals import Refusal
from portal.registers.base import db
from portal.web import language as languages
from portal.web.catalogs import compile_catalogs
from portal.web.catalogs import refusals as refusals_in
from portal.web.catalogs import sentences as sentences_in
from portal.web.language import LANGUAGES, TRANSLATIONS, add_words, preferred
from portal.web.spoken import spoken

HTMX = {"HX-Request": "true"}
# Pages whose every sentence must be said in each language.
COVERED = [
    "base.html",
    *(f"live/{one}" for one in ("_board", "_no_bid", "_said", "_screen")),
    *(f"live/{one}" for one in ("bids", "check", "left_bid")),
    *(f"live/{one}" for one in ("lot", "said", "screen", "test")),
    *(
        f"public/{one.stem}"
        for one in sorted((ROOT / "templates" / "public").glob("*.html"))
        if one.stem != "read_feedback"  # a page of the staff
    ),
    *(f"macros/{one}" for one in ("claims", "days", "money", "orders", "things", "cases")),
    *(f"bidder/{one}" for one in ("my_cards", "limit", "_deposit", "_held", "show_card")),
    "entrance/sign_in",
    *(f"errors/{one}" for one in ("_bare", "_refusal", "broken", "busy", "csrf", "not_found")),
    *(f"errors/{one}" for one in ("not_readable", "not_yours", "refusal", "too_large")),
    "macros/forms",
    *(f"bidder/sign_up/{one}" for one in ("check", "code", "declaration", "has_card")),
    *(f"yard/{one}" for one in ("today", "care", "events", "gate", "photos")),
    *(f"yard/intake_{one}" for one in ("start", "photos", "animal", "marks", "place", "check")),
    *("yard/intake_done", "macros/yard"),
    *(f"bidder/sign_up/{one}" for one in ("identity", "mobile", "name", "start")),
]
SOURCES = [f"templates/{one.removesuffix('.html')}.html" for one in COVERED] + [
    "portal/desks/bidder/forms.py",
    "portal/desks/bidder/lot_routes.py",
    "portal/desks/bidder/routes.py",
    "portal/desks/bidder/sign_up_forms.py",
    "portal/desks/bidder/sign_up_routes.py",
    "portal/desks/public/claim_routes.py",
    "portal/desks/claims/payee_routes.py",
    "portal/desks/claims/compare_routes.py",
    "portal/desks/public/office_routes.py",
    "portal/desks/public/routes.py",
    "portal/law/feedback.py",
    "portal/law/readings.py",
    "portal/web/calendar_file.py",
    "portal/web/notice_feed.py",
    "portal/web/places.py",
    "portal/web/statements.py",
    "portal/desks/public/forms.py",
    "portal/desks/entrance/forms.py",
    "portal/desks/entrance/routes.py",
    *(f"portal/desks/yard/{one}_routes.py" for one in ("yard", "intake", "photo", "gate")),
    *(f"portal/desks/yard/{one}_forms.py" for one in ("yard", "intake")),
    "portal/web/claim_form.py",
    "portal/web/fields.py",
    "portal/web/masthead.py",
    "portal/web/words.py",
]
# What a bidder may be refused, whether he bids from his phone or stands at the desk.
MET_BY_BIDDERS = [
    *vars(refusals_of_ring).values(),
    *vars(refusals_of_codes).values(),
    *vars(refusals_of_papers).values(),
    refusals_of_feedback.TooMuchFeedback,
    *vars(refusals_of_yard).values(),
    *(getattr(refusals_of_cards, one) for one in ("CardNeedsCheck", "PaperNotShown")),
    refusals_of_deposits.DepositNotPaid,
    *(getattr(refusals_of_checks, one) for one in ("NoCardGiven", "DeclarationNotMade")),
    refusals_of_checks.SaleIsOver,
    *(getattr(refusals, one) for one in ("PurchaserBarred", "LotNotInRing", "HammerFallen")),
    *(getattr(refusals, one) for one in ("CardAlreadyLeads", "PriceMoved", "NotAStep", "NoBid")),
    *(getattr(refusals, one) for one in ("ClaimTooLate", "NothingToPay")),
    *(getattr(refusals_of_books, one) for one in ("MoneyHasLeft", "NotSold")),
    *(getattr(refusals_of_books, one) for one in ("HasCardAlready", "BidMoved", "SaleNotOpen")),
]
KEYWORDS = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}


def catalog(code):
    with (TRANSLATIONS / code / "LC_MESSAGES" / "messages.po").open("rb") as source:
        return read_po(source, locale=code)


def messages_of(path):
    """(context, message) of each sentence that a source says."""
    if path.endswith(".html"):
        found = extract_from_file("jinja2", ROOT / path, keywords=KEYWORDS)
    elif path in {"portal/law/feedback.py", "portal/law/readings.py"}:
        with (ROOT / path).open("rb") as source:
            found = list(extract(sentences_in, source))
    elif "refusals" in path:
        with (ROOT / path).open("rb") as source:
            found = list(extract(refusals_in, source))
    else:
        found = extract_from_file("python", ROOT / path, keywords=KEYWORDS)
    return {(context, message) for _line, message, _comments, context in found}


def every_refusal(of=Refusal):
    for one in of.__subclasses__():
        yield one
        yield from every_refusal(one)


@pytest.fixture(scope="module")
def catalogs():
    return {code: catalog(code) for code in TRANSLATED}


# The catalogs


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("code", TRANSLATED)
def test_every_sentence_of_a_covered_page_is_in_the_catalog(catalogs, source, code):
    untranslated = []
    for context, message in messages_of(source):
        one = catalogs[code].get(message[0] if isinstance(message, tuple) else message, context)
        said = one and (one.string if isinstance(one.string, tuple) else (one.string,))
        if not said or not all(said) or one.fuzzy:
            untranslated.append(message)
    assert untranslated == [], "say `make messages`, then translate"


def test_a_covered_page_says_something():
    assert len(messages_of("templates/live/lot.html")) > 30
    assert len(messages_of("templates/base.html")) > 10


def test_every_refusal_can_be_put_into_another_language(catalogs):
    sources = [f"portal/law/{one.name}" for one in (ROOT / "portal/law").glob("refusals*.py")]
    found = {message for one in sources for _context, message in messages_of(one)}
    said = {one.words for one in every_refusal() if one.__module__.startswith("portal.law")}
    assert len(said) > 50
    assert said <= found
    for code in TRANSLATED:
        assert said <= {one.id for one in catalogs[code]}, f"{code}: say `make messages`"


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_refuses_a_bidder_is_said_in_his_language(catalogs, code):
    met = [one for one in MET_BY_BIDDERS if inspect.isclass(one) and issubclass(one, Refusal)]
    for one in {*met} - {Refusal}:
        said = catalogs[code].get(one.words)
        assert said, one
        assert said.string, one
        assert not said.fuzzy, one


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_keeps_the_places_and_the_marks_of_its_sentence(catalogs, code):
    places = re.compile(r"%\(\w+\)s|\{\w+\}|<[^>]+>")
    for one in catalogs[code]:
        ids = one.id if isinstance(one.id, tuple) else (one.id,)
        strings = one.string if isinstance(one.string, tuple) else (one.string,)
        for place, said in enumerate(strings):
            if not one.id or not said:
                continue
            assert set(places.findall(said)) == set(places.findall(ids[place])), one.id
            # Sentences stand in attributes too.
            assert '"' not in places.sub("", said), one.id
            assert not re.search(r"[\u0C66-\u0C6F\u0660-\u0669\u06F0-\u06F9\u0966-\u096F]", said)


def test_catalogs_are_compiled_anew_only_when_they_are_older(tmp_path):
    folder = tmp_path / "te" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    text = (TRANSLATIONS / "te" / "LC_MESSAGES" / "messages.po").read_bytes()
    (folder / "messages.po").write_bytes(text)
    assert [one.name for one in compile_catalogs(tmp_path)] == ["messages.mo"]
    assert compile_catalogs(tmp_path) == []
    assert list(folder.glob("*.part")) == []


# Which language


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "en"),
        ("te", "te"),
        ("te-IN,te;q=0.9,en;q=0.8", "te"),
        ("ur-PK", "ur"),
        ("fr-FR,hi;q=0.5,en;q=0.3", "hi"),
        ("en-IN,te;q=0.5", "en"),
        ("fr", "en"),
        ("*", "en"),
        (";;;=,,", "en"),
    ],
)
def test_a_browser_says_what_it_prefers(header, code):
    assert preferred(header) == code


def test_what_browsers_say_is_kept_for_some_of_them_only():
    for number in range(1_000):
        preferred(f"x{number}")
    assert preferred.cache_info().currsize <= 256


def said_in(reply):
    return re.search(r'<html lang="(\w+)" dir="(\w+)"', reply.text).groups()


def test_the_address_comes_first_then_the_cookie_then_the_browser(sign_in):
    visitor = sign_in(Office.PUBLIC)
    urdu = {"Accept-Language": "ur"}
    assert said_in(visitor.get("/")) == ("en", "ltr")
    assert said_in(visitor.get("/", headers=urdu)) == ("ur", "rtl")
    chosen = visitor.get("/?lang=te", headers=urdu)
    assert said_in(chosen) == ("te", "ltr")
    assert said_in(visitor.get("/", headers=urdu)) == ("te", "ltr"), "it was kept"
    assert said_in(visitor.get("/?lang=hi")) == ("hi", "ltr")
    assert said_in(visitor.get("/?lang=xx")) == ("hi", "ltr"), "no such language"


def test_a_choice_is_kept_for_a_year_where_no_script_reads_it(sign_in):
    visitor = sign_in(Office.PUBLIC)
    kept = visitor.get("/?lang=te").headers["Set-Cookie"]
    for part in ("lang=te", "HttpOnly", "SameSite=Lax", "Max-Age=31536000", "Path=/"):
        assert part in kept
    assert "Set-Cookie" not in visitor.get("/?lang=te").headers, "it is kept already"
    assert "Set-Cookie" not in sign_in(Office.PUBLIC).get("/?lang=xx").headers


def test_an_answer_tells_its_language_and_what_it_depends_on(sign_in):
    reply = sign_in(Office.PUBLIC).get("/?lang=ur")
    assert reply.headers["Content-Language"] == "ur"
    assert {"Accept-Language", "Cookie"} <= set(reply.headers["Vary"].split(", "))
    with sign_in(Office.PUBLIC).get("/static/portal.css") as sheet:
        assert "Content-Language" not in sheet.headers


def test_each_language_is_a_link_in_its_own_script_that_keeps_the_address(sign_in):
    page = sign_in(Office.PUBLIC).see("/animals?page=1&lang=ur")
    links = re.findall(r'<a href="([^"]+)" lang="(\w+)" hreflang="\w+" aria-label="([^"]+)"', page)
    assert [(one[1], one[2]) for one in links] == [
        ("te", "తెలుగు"),
        ("ur", "اُردو"),
        ("hi", "हिन्दी"),
        ("en", "English"),
    ]
    assert unescape(links[0][0]) == "/animals?page=1&lang=te"
    assert page.count('aria-current="true"') == 1


def test_a_link_to_a_language_never_leads_away(sign_in):
    page = sign_in(Office.PUBLIC).get("//elsewhere.example/?a=%22%3E<b>")
    assert 'href="//' not in page.text
    assert "<b>" not in page.text.split("</nav>")[0]


def test_one_request_does_not_speak_the_language_of_the_one_before(sign_in):
    assert said_in(sign_in(Office.PUBLIC).get("/?lang=te"))[0] == "te"
    assert languages.language_code() == "en"
    assert said_in(sign_in(Office.PUBLIC).get("/"))[0] == "en"


# The pages


@pytest.fixture
def sale(act, hands, clock, people):
    """Lot 1 in the ring, lot 2 waits; card 41 is a phone's, 23 another's; left bids are taken."""

    def set_up():
        case, other = hands.take_in(1), hands.take_in(2)
        clock.go(2026, 11, 30)
        sale = hands.arrange(case, other)
        sales.take_left_bids(people[Office.CLERK], clock, sale=sale)
        hands.open(sale)
        for number, name in ((23, "Ramesh Y."), (41, "Sayeed")):
            hands.give_card(sale, number, name)
        hands.enter_bidder("Sayeed", "9848000041")
        hands.bring_in(sale)
        return sale

    return act(set_up)


@pytest.fixture
def phone(sale, sign_in):
    return sign_in(Office.BIDDER)


@pytest.fixture
def place(app, sale):
    from portal.registers.sales import find_lot, find_sale

    with app.app_context():
        found, lot = find_sale(sale), find_lot(sale, 1).impounding
        typed = [
            found.place,
            found.pound.name,
            lot.age,
            lot.pen,
            lot.breed,
            lot.colour,
            found.terms,
        ]
        db.session.remove()
    return [one for one in typed if one] + ["pound gate"]


@pytest.fixture
def sold(act, hands, clock):
    """A buffalo sold on 30 November; it is day 10 of 15, and somebody has claimed."""

    def set_up():
        case = hands.take_in(1, kind="she-buffalo")
        clock.go(2026, 11, 30)
        hands.sell(case)
        clock.go(2026, 12, 10)
        hands.claim(case, "Md. Saleem")
        return case

    return act(set_up)


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_page_a_claimant_meets_falls_back_to_english(sold, sign_in, code):
    visitor = sign_in(Office.PUBLIC)
    visitor.get(f"/?lang={code}")
    url = f"/claims/new/{sold}"
    told = {"name": "అ", "phone": "9848055555", "says": "అ", "paid_how": "counter"}
    pages = [visitor.see("/claims/new"), visitor.see(url), visitor.see("/claims/mine")]
    pages.append(visitor.get("/claims/new?number=2026-999").text)
    pages.append(visitor.send(url, at="who").text)
    steps = ("who", "animal", "marks", "how", "papers", "bank")
    pages += [visitor.send(url, at=at, papers_when="now", **told).text for at in steps]
    pages += [visitor.send(url, papers_when="now", **told).text, visitor.see("/claims/mine")]
    pages.append(visitor.send("/claims/mine/papers", called="అ", file=(io.BytesIO(b"x"), "a")).text)
    for page in pages:
        assert left_in_english(page, "JPEG", "PNG", "WebP", "PDF", "MB", "IFSC") == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_page_a_bidder_meets_falls_back_to_english(phone, sale, act, hands, place, code):
    lot = f"/sales/{sale}/lots/1"
    phone.get(f"/?lang={code}")
    direction = LANGUAGES[code].direction

    def look(url, *, status=200, reader=phone):
        reply = reader.get(url)
        assert reply.status_code == status, (url, reply.status_code)
        assert said_in(reply) == (code, direction), url
        assert left_in_english(reply.text, *place) == [], url

    for url in ("/", "/sales", f"/sales/{sale}", "/my-card", f"/sales/{sale}/my-limit"):
        look(url)
    for url in (f"/sales/{sale}/my-card", f"/sales/{sale}/card"):
        look(url)
    for url in (lot, f"{lot}/bids", f"{lot}/check?amount=50,000", f"{lot}/left-bid", "/sign-in"):
        look(url)
    look(f"/sales/{sale}/lots/2")
    look(f"{lot}/check?amount=many", status=422)
    look(f"{lot}/bids/never", status=404)
    look("/nowhere", status=404)
    look("/staff", status=403)
    page = phone.see(lot)
    form = dict(re.findall(r'name="(amount|seen|key)" value="([^"]+)"', page))
    phone.do(f"{lot}/bids", **form)
    look(lot)
    act(lambda: hands.bid(sale, 5_500, card=23))
    for url in (lot, f"{lot}/bids", f"{lot}/bids/{form['key']}"):
        look(url)
    moved = phone.send(f"{lot}/bids", **(form | {"key": "again", "amount": "5500"}))
    assert moved.status_code == 409
    assert left_in_english(moved.text, *place) == []
    act(lambda: hands.bid(sale, 6_000, card=41))
    act(lambda: hands.knock_down(sale, 6_000, card=41))
    for url in (lot, f"{lot}/bids", "/my-card", f"/sales/{sale}"):
        look(url)


@pytest.mark.parametrize("code", TRANSLATED)
def test_whoever_asks_for_a_card_is_asked_in_his_language(sale, sign_in, place, code):
    visitor = sign_in(Office.PUBLIC)
    start = visitor.see(f"/sales/{sale}/card?lang={code}")
    asked = visitor.see(f"/sales/{sale}/card/mobile")
    wrong = visitor.send(f"/sales/{sale}/card/mobile", phone="12").text
    visitor.do(f"/sales/{sale}/card/mobile", phone="9848000077")
    code_page = visitor.see(f"/sales/{sale}/card/code")
    refused = visitor.send(f"/sales/{sale}/card/code", code="000000").text
    for page in (start, asked, wrong, code_page, refused):
        assert f'lang="{code}"' in page
        assert left_in_english(page, *place) == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_refused_bid_is_told_in_the_bidders_language(phone, sale, act, hands, code):
    phone.get(f"/?lang={code}")
    lot = f"/sales/{sale}/lots/1"
    form = dict(re.findall(r'name="(amount|seen|key)" value="([^"]+)"', phone.see(lot)))
    act(lambda: hands.bid(sale, 5_000, card=23))
    reply = phone.send(f"{lot}/bids", headers=HTMX, **form)
    assert reply.status_code == 409
    assert reply.headers["Content-Language"] == code
    assert "₹5,500" in reply.text
    assert re.search(SCRIPT[code], reply.text)
    assert left_in_english(f"<body>{reply.text}") == []
    told = phone.get(f"{lot}/bids/{form['key']}", headers={"Accept": "application/json"})
    assert re.search(SCRIPT[code], told.json["says"])
    assert not LATIN.search(told.json["says"])


def test_a_sum_in_a_plain_sentence_in_urdu_is_not_turned_round(phone, sale, act, hands):
    phone.get("/?lang=ur")
    phone.do(f"/sales/{sale}/my-limit", most="4,500")
    lot = f"/sales/{sale}/lots/1"
    form = dict(re.findall(r'name="(amount|seen|key)" value="([^"]+)"', phone.see(lot)))
    reply = phone.send(f"{lot}/bids", headers=HTMX, **form)
    assert reply.status_code == 422
    assert "\u2066₹4,500\u2069" in reply.text


def test_a_ready_announcement_is_told_in_the_language_of_the_page(phone, sale, act, people, clock):
    act(
        lambda: sale_day.announce(
            people[Office.CLERK], clock, sale=sale, message="break", words="There is a break."
        )
    )
    assert "విరామం" in phone.see(f"/sales/{sale}/lots/1?lang=te")
    assert "وقفہ" in phone.see(f"/sales/{sale}/lots/1?lang=ur")


def test_the_clerk_reads_the_question_in_every_language(sale, sign_in):
    page = sign_in(Office.CLERK).see(f"/sales/{sale}/cards")
    for code in LANGUAGES:
        found = re.search(rf'<dd lang="{code}" dir="(\w+)">([^<]+)', page)
        assert found[1] == LANGUAGES[code].direction
    assert "బందెలదొడ్డి కాపరా" in page


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("te", "నలభై రెండు వేల ఐదు వందల"),
        ("ur", "بیالیس ہزار پانچ سو"),
        ("hi", "बयालीस हज़ार पाँच सौ"),
        ("en", "forty-two thousand, five hundred"),
    ],
)
def test_a_jump_is_read_in_words_of_the_language(phone, sale, code, said):
    page = phone.see(f"/sales/{sale}/lots/1/check?amount=42,500&lang={code}")
    assert said in page


def test_every_sum_of_a_sale_can_be_said(app):
    for code in TRANSLATED:
        with app.test_request_context(f"/?lang={code}"):
            app.preprocess_request()
            said = {spoken(Money.of(rupees=rupees)) for rupees in range(1, 2_000)}
            assert len(said) == 1_999
            assert not any("  " in one or one.startswith(" ") for one in said)
            app.do_teardown_request()


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_lot_in_any_language_is_light_on_a_slow_line(phone, sale, code):
    """150 kB the first time, with the script's own letters in both weights."""
    page = phone.see(f"/sales/{sale}/lots/1?lang={code}")
    assert sum(FONTS[code] in one for one in fonts_loaded(page)) == 2
    weight = weight_of(phone, page)
    assert weight <= LIMIT, weight


# Boards


def test_a_board_is_in_the_language_of_its_address_and_of_nothing_else(sale, sign_in, app):
    anybody = sign_in(Office.PUBLIC)
    anybody.get("/?lang=ur")
    board = f"/sales/{sale}/lots/1/board"
    telugu = anybody.get(f"{board}?lang=te", headers=HTMX)
    assert "ఇప్పుడు రింగ్‌లో" in telugu.text
    assert f"{board}?v=" in telugu.text
    assert "&amp;lang=te" in telugu.text, "it asks for the next in the same language"
    assert "Set-Cookie" not in telugu.headers
    plain = anybody.get(board, headers=HTMX | {"Accept-Language": "te"})
    assert "In the ring now" in plain.text
    assert "lang=" not in plain.text
    assert "Accept-Language" not in plain.headers["Vary"]


def test_a_page_asks_for_its_board_in_its_own_language(phone, sale):
    page = phone.see(f"/sales/{sale}/lots/1?lang=ur")
    assert re.search(r'hx-get="/sales/\d+/lots/1/board\?v=\d+&amp;card=41&amp;lang=ur"', page)


def test_languages_nobody_has_make_no_more_boards(sale, sign_in, app):
    anybody = sign_in(Office.PUBLIC)
    board = f"/sales/{sale}/lots/1/board"
    anybody.get(board, headers=HTMX)
    kept = vars(app.extensions["boards"])["_kept"]
    before = len(kept)
    for number in range(20):
        anybody.get(f"{board}?lang=x{number}", headers=HTMX)
        anybody.get(f"{board}?lang=te", headers=HTMX)
    assert len(kept) == before, "one board, said in any language"
    assert languages.catalog.cache_info().currsize <= len(LANGUAGES)


def test_words_that_a_person_typed_are_escaped_in_every_way_of_speaking():
    app = Flask("words")
    add_words(app)
    hostile = "<b>&\"'"
    write = app.jinja_env.from_string(
        "{{ hostile|translated }}{{ _('Card %(card)s', card=hostile) }}"
    ).render
    assert "<b>" not in write(hostile=hostile)
    assert write(hostile=Markup("<i>")).count("<i>") == 1
