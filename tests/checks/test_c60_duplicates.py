"""C60: a paper or an account that came before is told to the officer, and decides nothing."""

import io
import random

import pytest
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter
from visitor import words

from portal.law.offices import Office
from portal.papers.copies import are_near, look_of

pytestmark = pytest.mark.check("C60")
PICTURES = 40


def animal(chance):
    """Something like a photo of an animal: large soft patches."""
    picture = Image.new("RGB", (800, 600), tuple(chance.randrange(256) for _ in "rgb"))
    draw = ImageDraw.Draw(picture)
    for _ in range(chance.randrange(6, 25)):
        x, y = chance.randrange(800), chance.randrange(600)
        w, h = chance.randrange(30, 400), chance.randrange(30, 350)
        colour = tuple(chance.randrange(256) for _ in "rgb")
        draw.ellipse((x - w // 2, y - h // 2, x + w // 2, y + h // 2), fill=colour)
    return picture.filter(ImageFilter.GaussianBlur(4))


def letter(chance):
    """Something like a photo of a written paper."""
    picture = Image.new("RGB", (600, 800), (235, 230, 220))
    draw = ImageDraw.Draw(picture)
    y = chance.randrange(30, 80)
    while y < 730:
        x = 40
        while x < chance.randrange(200, 560) and chance.random() < 0.93:
            width = chance.randrange(14, 74)
            draw.rectangle((x, y, x + width, y + 10), fill=(30, 30, 40))
            x += width + 9
        y += chance.randrange(16, 40)
    return picture.rotate(chance.uniform(-3, 3), fillcolor=(120, 110, 90))


def saved(picture, quality=70):
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=quality)
    return Image.open(written)


def cropped(picture, chance, most):
    width, height = picture.size
    left, top, right, bottom = (chance.uniform(0, most) for _ in range(4))
    return picture.crop(
        (
            int(left * width),
            int(top * height),
            int(width - right * width),
            int(height - bottom * height),
        )
    )


ALTERED = {
    "saved again": lambda picture, _chance: saved(picture, 40),
    "made smaller": lambda picture, _chance: saved(picture.resize((320, 240))),
    "made lighter": lambda picture, _chance: saved(ImageEnhance.Brightness(picture).enhance(1.25)),
    "cropped": lambda picture, chance: saved(cropped(picture, chance, 0.08)),
}


@pytest.fixture(scope="module", params=[animal, letter], ids=["animals", "letters"])
def pictures(request):
    chance = random.Random(60)  # noqa: S311
    return [request.param(chance) for _ in range(PICTURES)]


@pytest.mark.parametrize("how", ALTERED)
def test_nine_of_ten_altered_pictures_are_met_again(pictures, how):
    chance = random.Random(61)  # noqa: S311
    met = sum(are_near(look_of(one), look_of(ALTERED[how](one, chance))) for one in pictures)
    assert met >= 0.9 * len(pictures)


def test_pictures_of_different_things_are_rarely_taken_for_one(pictures):
    looks = [look_of(one) for one in pictures]
    pairs = [(one, other) for place, one in enumerate(looks) for other in looks[:place]]
    assert sum(are_near(*pair) for pair in pairs) <= 0.03 * len(pairs)


def test_an_empty_sheet_is_like_nothing():
    empty = look_of(Image.new("RGB", (400, 300), "white"))
    assert not are_near(empty, empty)


@pytest.fixture
def rivals(app, hands, clock, act):
    def set_up():
        case = hands.take_in(412)
        clock.go(2026, 11, 30)
        hands.sell(case)
        clock.go(2026, 12, 10, 15, 5)
        hands.claim(case)
        hands.claim(case, "Md. Saleem", phone="9848000023", bank_account="5", ifsc="X")
        hands.claim(case, "A third", phone="9000000003", bank_account="000111222333")
        return case

    return act(set_up)


def test_the_officer_is_told_of_the_same_file_a_like_picture_account_and_buyer(rivals, sign_in):
    clerk = sign_in(Office.CLERK)
    chance = random.Random(62)  # noqa: S311
    first = animal(chance)
    again, other = cropped(first, chance, 0.06), animal(chance)
    for claim, picture in ((1, first), (2, first), (3, again), (3, other)):
        content = io.BytesIO()
        picture.save(content, "JPEG")
        content.seek(0)
        clerk.do(f"/claims/{claim}/papers", called=f"photo of {claim}", file=(content, "a.jpg"))
    page = words(sign_in(Office.CLAIMS_OFFICER).see(f"/cases/{rivals}/comparison"))
    one, two, three = re_split(page)
    assert "Look: the same file in A-2" in one
    assert "Look: a like picture in A-3" in one
    assert "Look: the same bank account in A-3" in one
    assert "Look: the same file in A-1" in two
    assert "the same bank account" not in two
    assert "the phone is that of the buyer" in two, "card 23 is bid from 98480 00023"
    assert "Look: a like picture in A-1" in three
    assert three.count("a like picture") == 2, "the other photo is like none"


def re_split(page):
    starts = [page.index(f" {letter} {name}") for letter, name in zip(
        "ABC", ("K. Yellaiah", "Md. Saleem", "A third"), strict=True)]  # fmt: skip
    return page[starts[0] : starts[1]], page[starts[1] : starts[2]], page[starts[2] :]
