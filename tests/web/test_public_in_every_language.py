"""Every public page in each language: no English left, right lang and dir, sums that keep their way."""

import re
from html import unescape

import pytest
from said import FONTS, LIMIT, SCRIPT, TRANSLATED, left_in_english
from visitor import words
from weight import fonts_loaded, weight_of

from portal.law.act import ACT
from portal.law.cattle import Animals, CattleClass
from portal.law.offices import Duty, Office
from portal.law.readings import Reading
from portal.web.language import LANGUAGES
from portal.web.words import kind_said

# What a page says does not depend on the engine; that it is shown on both is tested beside its desk.
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

# What people typed, and signs that are the same in every script.
TYPED = (
    "Murrah", "Begum Bazar", "Test Pound", "Test Road", "Yard", "Cash or UPI.", "pound gate",
    "~6 yrs", "bell on rope", "T-7", "G.O. 1", "G.O. 2", "Feast day", "file 4", "Hallikar",
    "WCAG", "AA", "GIGW", "PDF", "UPI",
)  # fmt: skip


@pytest.fixture
def filled(act, hands, clock, people):
    """A sale that is over, one that is on, animals that stay, orders and readings entered."""
    from portal.actions import orders

    def set_up():
        commissioner = people[Office.COMMISSIONER]
        today = clock.at.date()
        orders.publish_notification(
            commissioner, clock, number="G.O. 1", area="Begum Bazar", since=today
        )
        orders.close_day(commissioner, clock, day=today.replace(day=29), why="Feast day")
        orders.enter_reading(
            commissioner,
            clock,
            reading=Reading.R4,
            choice="deducted",
            authority="file 4",
            since=today,
        )
        marks = "left horn broken, white star, bell on rope"
        sold = hands.take_in(401, marks=marks, ear_tag="356120047789")
        given = hands.take_in(402)
        in_ring = hands.take_in(
            403, animals=(Animals(CattleClass(8), 3),), kind="3 goats", breed=""
        )
        hands.release(given)
        clock.go(2026, 11, 30)
        hands.sell(sold, 42_500)
        sale = hands.arrange(in_ring)
        hands.open(sale)
        hands.bring_in(sale)
        for number in (501, 502):
            hands.take_in(number, marks=marks)
        return sold, given, in_ring, sale

    return act(set_up)


def addresses(filled):
    sold, given, in_ring, sale = filled
    yield from ("/", "/animals", "/animals?kind=8", "/animals?q=zzzz", "/animals?since=soon")
    yield "/animals?after=20260101-1"
    for case in (sold, given, in_ring, "2026-501"):
        yield from (f"/animals/{case}", f"/animals/{case}/owner", f"/animals/{case}/dues")
    yield "/animals/2026-501/dues?on=01-01-2020"
    yield "/animals/2026-501/dues?on="
    yield "/sales"
    for number in (1, sale):
        yield from (f"/sales/{number}", f"/sales/{number}/notice", f"/sales/{number}/lots")
        yield f"/sales/{number}/results"
    yield from ("/law", "/law/rates", "/law/readings", "/help", "/contact", "/accessibility")
    yield from ("/privacy", "/terms", "/site-map", "/feedback", "/feedback/thanks")
    yield from ("/search", "/search?q=Begum+Bazar", "/search?q=1", "/search?q=zzzz")


def out_of_bdi(page):
    """The page without its marked sums; the head of a column of rupees is no sum."""
    page = re.sub(r'content="[^"]*"|<th scope="col" class="a">₹</th>', "", page)
    return re.sub(r'<bdi dir="ltr"[^>]*>[^<]*</bdi>', "", page)


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_public_page_is_wholly_in_its_language(filled, sign_in, code):
    visitor = sign_in(Office.PUBLIC)
    for url in addresses(filled):
        page = visitor.get(url + ("&" if "?" in url else "?") + f"lang={code}").text
        assert f'<html lang="{code}" dir="{LANGUAGES[code].direction}"' in page, url
        assert re.search(SCRIPT[code], page), url
        asked = unescape(page).replace("Begum+Bazar", "")
        assert left_in_english(asked, *TYPED, "soon", "zzzz") == [], url
        said = re.search(r'property="og:description" content="([^"]*)', page)
        assert re.search(SCRIPT[code], said[1]), url
        assert "₹" not in out_of_bdi(page), url
    wrong = visitor.send("/feedback", about="", words="").text
    assert left_in_english(wrong) == []


def test_no_public_page_is_left_out_of_these(app, filled):
    """A new page that everybody may read must be looked at here too."""
    looked_at = set()
    with app.test_request_context():
        adapter = app.url_map.bind("localhost")
        for url in addresses(filled):
            looked_at.add(adapter.match(url.partition("?")[0])[0])
    public = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "GET" in rule.methods
        and getattr(app.view_functions.get(rule.endpoint), "duty", None) is Duty.SEE_PUBLIC
    }
    elsewhere = {
        one for one in public if one.partition(".")[0] in {"live", "sign_up", "sale_day", "check"}
    }
    files = {"sale_pages.calendar", "sale_pages.feed", "photos.public", "hearing.hear"}
    assert public - elsewhere - files == looked_at


@pytest.mark.parametrize("code", TRANSLATED)
def test_the_words_of_the_act_are_marked_as_english(sign_in, code):
    page = unescape(sign_in(Office.PUBLIC).see(f"/law?lang={code}"))
    for sub_section in ("1", "2", "3"):
        assert f'<blockquote lang="en" dir="ltr">{ACT[sub_section]}</blockquote>' in page


@pytest.mark.parametrize("code", TRANSLATED)
def test_kinds_with_their_numbers_are_said_in_each_language(app, code):
    with app.test_request_context(f"/?lang={code}"):
        app.preprocess_request()
        for kind in ("she-buffalo", "3 goats", "cow with 2 calves", "elephant calf", "deer"):
            said = kind_said(kind)
            assert not re.search("[A-Za-z]", said), said
            assert re.findall("[0-9]", said) == re.findall("[0-9]", kind)
        assert kind_said("a thing nobody knows") == "A thing nobody knows"
        app.do_teardown_request()


def test_the_calendar_and_the_feed_are_in_the_language_asked_for(filled, sign_in):
    visitor = sign_in(Office.PUBLIC)
    for code in TRANSLATED:
        feed = visitor.see(f"/sales/notices.atom?lang={code}")
        assert re.search(SCRIPT[code], feed)
        assert f'xml:lang="{code}"' in feed
        calendar = visitor.see(f"/sales/1/sale.ics?lang={code}").replace("\r\n ", "")
        assert f"SUMMARY;LANGUAGE={code}:" in calendar
        assert re.search(SCRIPT[code], calendar)


@pytest.mark.parametrize("code", ["en", *TRANSLATED])
def test_the_first_page_weighs_at_most_150_kilobytes(filled, sign_in, code):
    """HTML, style sheet, scripts, pictures and the fonts its letters load, as sent compressed."""
    visitor = sign_in(Office.PUBLIC)
    for url in ("/", "/animals", "/animals/2026-501", f"/sales/{filled[3]}/notice"):
        page = visitor.see(f"{url}?lang={code}")
        assert weight_of(visitor, page) <= LIMIT, url
    loaded = fonts_loaded(visitor.see(f"/?lang={code}"))
    assert any("latin-wght" in one for one in loaded)
    if code != "en":
        assert sum(FONTS[code] in one for one in loaded) == 2
    assert "htmx" not in visitor.see("/")


def test_english_is_what_an_address_without_a_language_says(filled, sign_in):
    said = words(sign_in(Office.PUBLIC).see("/animals/2026-501/owner"))
    assert "Come to the counter with" in said
