"""Pages read aloud: the right clips in the right order, each of them there, nothing before a press."""

import re
from html import unescape

import pytest
from weight import weight_of

from portal.law.money import Money
from portal.law.offices import Duty, Office
from portal.web.hearing import (
    IN_SUMS,
    PHRASES,
    SAID,
    VOICES,
    clips_of_number,
    clips_of_page,
    clips_of_sum,
    words_of_clips,
)
from portal.web.language import LANGUAGES

on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

LARGEST = 2_000_000  # bytes of all clips in all languages
# A lot, live, is said by the board of the moment; a form on the way to a card has its own page.
SAID_OTHERWISE = {"live.lot"}
SUMS = {
    0: ("n0 rupees", "n0 rupees"),
    100: ("n1 rupee", "n1 rupee"),
    50: ("n50 paise", "n50 paise"),
    7_50: ("n7 rupees n50 paise", "n7 rupees n50 paise"),
    100_00: ("n1 hundred rupees", "hundred rupees"),
    1_05_000_00: ("n1 lakh n5 thousand rupees", "lakh n5 thousands rupees"),
    42_500_00: ("n42 thousand n5 hundred rupees", "n42 thousands n5 hundreds rupees"),
    99_99_999_00: (
        "n99 lakh n99 thousand n9 hundred n99 rupees",
        "n99 lakhs n99 thousands n9 hundreds n99 rupees",
    ),
    2_00_00_000_00: ("n2 crore rupees", "n2 crores rupees"),
}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("paise", SUMS)
def test_a_sum_is_said_the_indian_way(code, paise):
    said = " ".join(clips_of_sum(Money(paise), code))
    assert said == SUMS[paise][code == "te"]


def test_what_a_page_does_not_have_is_left_out_with_its_words():
    facts = {"today": Money(7_50), "tomorrow": None, "days": 3}
    said = clips_of_page(SAID["public.animal"], "en", facts)
    assert said == [
        "animals",
        "pay-today",
        "n7",
        "rupees",
        "n50",
        "paise",
        "days-left",
        "n3",
        "until-hammer",
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_clip_that_can_be_named_was_recorded_and_no_other(code):
    named = set(PHRASES) | set(IN_SUMS)
    for number in (
        *range(100),
        100,
        200,
        1_000,
        2_000,
        1_00_000,
        2_00_000,
        1_00_00_000,
        2_00_00_000,
    ):
        named.update(clips_of_number(number, code))
    for said in SAID.values():
        named.update(one if isinstance(one, str) else one[0] for one in said)
    assert (
        {file.stem for file in (VOICES / code).glob("*.mp3")} == named == set(words_of_clips(code))
    )


def test_all_clips_together_are_small_and_can_be_joined():
    clips = [file.read_bytes() for file in VOICES.rglob("*.mp3")]
    assert sum(map(len, clips)) < LARGEST
    for clip in clips:
        assert clip[:1] == b"\xff", "a clip begins with a frame and has no head before it"
        assert len(clip) > 400
        assert b"Xing" not in clip[:200]
        assert b"Info" not in clip[:200]


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_word_that_is_spoken_is_left_in_another_script(code):
    for words in words_of_clips(code).values():
        assert bool(re.search("[A-Za-z]", words)) == (code == "en"), words


def ears(page):
    """Where the one button of a page leads."""
    found = re.findall(r'<a class="hear" href="([^"]+)"', page)
    assert len(found) == 1
    return unescape(found[0])


@on_sqlite
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_page_says_what_stands_on_it(act, hands, clock, sign_in, code):
    def set_up():
        taken = [hands.take_in(number) for number in (412, 413)]
        clock.go(2026, 11, 30)
        return hands.arrange(taken[1])

    sale = act(set_up)
    public = sign_in(Office.PUBLIC)
    front = ears(public.see(f"/?lang={code}"))
    assert front == f"/hear/{code}/front.back-or-sold.staying.n2.for-sale.was-taken.mp3"
    page = public.see(f"/animals/2026-412?lang={code}")
    shown = re.search(r"<dd><bdi[^>]*>₹([\d,]+\.\d\d)</bdi></dd><dt>", page)[1]
    said = ".".join(clips_of_sum(Money(int(re.sub("[,.]", "", shown))), code))
    assert f".pay-today.{said}.pay-tomorrow." in ears(page)
    assert f"sale.n{sale}." in ears(public.see(f"/sales/{sale}/notice?lang={code}"))
    sound = public.get(front)
    assert sound.mimetype == "audio/mpeg"
    names = front.rpartition("/")[2].removesuffix(".mp3").split(".")
    assert sound.data == b"".join((VOICES / code / f"{n}.mp3").read_bytes() for n in names)
    assert "media-src 'self'" in sound.headers["Content-Security-Policy"]


@on_sqlite
@pytest.mark.parametrize(
    "address",
    ["en/nothing", "xx/front", "en/front..lot", "en/..%2fREADME", "en/" + "n1." * 90 + "n1"],
)
def test_only_our_own_clips_are_given(sign_in, address):
    assert sign_in(Office.PUBLIC).get(f"/hear/{address}.mp3").status_code == 404


@on_sqlite
def test_every_public_page_can_be_heard(app):
    shown = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "GET" in rule.methods
        and getattr(app.view_functions.get(rule.endpoint), "duty", None) is Duty.SEE_PUBLIC
    }
    files = {"sale_pages.calendar", "sale_pages.feed", "photos.public", "hearing.hear"}
    parts = {"live.board", "live.hear", "sale_day.screen"}
    assert shown - files - parts - SAID_OTHERWISE - set(SAID) == set()


@on_sqlite
def test_a_lot_says_how_it_stands_at_the_moment_of_pressing(act, hands, clock, sign_in):
    def set_up():
        taken = hands.take_in(412)
        clock.go(2026, 11, 30)
        sale = hands.arrange(taken)
        hands.open(sale)
        hands.give_card(sale, 23)
        hands.give_card(sale, 7, "Yadagiri")
        hands.bring_in(sale)
        return sale

    def heard(card=None):
        reply = public.get(f"/sales/{sale}/lots/1/hear" + (f"?card={card}" if card else ""))
        return reply.headers["Location"].removeprefix("/hear/en/")

    public = sign_in(Office.PUBLIC)
    sale = act(set_up)
    assert ears(public.see(f"/sales/{sale}/lots/1")) == f"/sales/{sale}/lots/1/hear"
    assert heard(23) == "lot.n1.in-ring.starts-at.n5.thousand.rupees.mp3"
    act(lambda: hands.bid(sale, 5_000))
    assert heard(23) == "lot.n1.ahead.price-now.n5.thousand.rupees.mp3"
    assert heard() == "lot.n1.in-ring.price-now.n5.thousand.rupees.mp3"
    act(lambda: hands.bid(sale, 5_500, card=7))
    assert heard(23) == "lot.n1.behind.price-now.n5.thousand.n5.hundred.rupees.mp3"
    act(lambda: hands.knock_down(sale, 5_500, card=7))
    assert heard(23) == "lot.n1.sold.hammer-price.n5.thousand.n5.hundred.rupees.card.n7.mp3"


@on_sqlite
def test_nothing_is_loaded_before_the_button_is_pressed(sign_in):
    public = sign_in(Office.PUBLIC)
    page = public.see("/")
    assert "<audio" not in page
    assert "autoplay" not in page
    bare = re.sub(r"<script[^>]*hear\.js[^>]*></script>", "", page)
    assert weight_of(public, page) - weight_of(public, bare) < 1_500
