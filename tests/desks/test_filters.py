"""How sums, days and numbers are printed, and what every page of the house is made of."""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import secrets
from datetime import UTC, date, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask, render_template
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import StrictUndefined
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, FileField, Form, RadioField, SelectField, StringField
from wtforms.fields import SelectChoice
from wtforms.validators import InputRequired

from portal.law.cattle import Animals, CattleClass
from portal.law.dues import DailyRate, DuesStatement, Stay, dues
from portal.law.money import Money
from portal.law.readings import DEFAULT_READINGS
from portal.law.refusals import OwnerHasPaid
from portal.law.surplus import Division, divide
from portal.web import filters
from portal.web.hearing import add_hearing
from portal.web.places import IN_FOOTER
from portal.web.sharing import add_sharing

ROOT = Path(__file__).parents[2]
TEMPLATES, STATIC = ROOT / "templates", ROOT / "static"
PAGES = sorted(TEMPLATES.rglob("*.html"))
AT = datetime(2026, 11, 30, 6, 13, 2, tzinfo=UTC)


def bare(printed: str) -> str:
    return re.sub(r"<[^>]*>", "", printed)


# Printing


@pytest.mark.parametrize(
    ("paise", "printed"),
    [
        (0, "₹0"),
        (250, "₹2.50"),
        (5, "₹0.05"),
        (99_900, "₹999"),
        (4_250_000, "₹42,500"),
        (36_100_000, "₹3,61,000"),
        (1_234_567_890, "₹1,23,45,678.90"),
        (-52_000, "−\N{NO-BREAK SPACE}₹520"),
        (-50, "−\N{NO-BREAK SPACE}₹0.50"),
    ],
)
def test_a_sum_is_grouped_as_in_india(paise, printed):
    assert filters.inr(Money(paise)) == f'<bdi dir="ltr" class="n">{printed}</bdi>'


def test_a_column_of_sums_shows_all_paise_and_no_sign():
    assert bare(filters.inr(Money(4_250_000), paise=True, sign=False)) == "42,500.00"


@given(st.integers(-(10**13), 10**13))
def test_no_paisa_is_lost_in_printing(paise):
    printed = bare(filters.inr(Money(paise), paise=True))
    figures = printed.replace("−\N{NO-BREAK SPACE}", "-").replace("₹", "").replace(",", "")
    assert int(figures.replace(".", "")) == paise


@given(st.integers(0, 10**12))
def test_only_the_last_group_has_three_figures(rupees):
    first, *pairs, last = ["0", *filters.grouped(rupees).split(",")]
    assert len(last) == 3 or rupees < 1000
    assert all(len(pair) == 2 for pair in pairs[1:])
    assert int("".join([first, *pairs, last])) == rupees


def test_a_day_says_its_name_and_is_read_by_machines():
    assert filters.day(date(2026, 11, 30)) == (
        '<bdi dir="ltr" class="n"><time datetime="2026-11-30">Mon 30 Nov 2026</time></bdi>'
    )


@pytest.mark.parametrize(
    ("utc", "printed"),
    [
        (datetime(2026, 12, 1, 18, 29, 59, tzinfo=UTC), "Tue 1 Dec 2026"),
        (datetime(2026, 12, 1, 18, 30, tzinfo=UTC), "Wed 2 Dec 2026"),
    ],
)
def test_an_instant_falls_on_its_day_in_hyderabad(utc, printed):
    assert bare(filters.day(utc)) == printed


def test_an_instant_is_shown_by_the_clock_of_hyderabad():
    assert bare(filters.moment(AT)) == "Mon 30 Nov, 11:43"
    assert bare(filters.moment(AT, year=True)) == "Mon 30 Nov 2026, 11:43"
    assert bare(filters.clock_time(AT)) == "11:43:02"
    assert 'datetime="2026-11-30T06:13:02+00:00"' in filters.moment(AT)


@pytest.mark.parametrize("printing", [filters.day, filters.moment, filters.clock_time])
def test_an_hour_by_no_known_clock_is_not_printed(printing):
    with pytest.raises(ValueError, match="by which clock"):
        printing(AT.replace(tzinfo=None))


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("100422173308", "1004 2217 3308"),
        ("1004 2217 3308", "1004 2217 3308"),
        ("HYD-77", "HYD-77"),
        ("१००४२२१७३३०८", "१००४२२१७३३०८"),
    ],
)
def test_an_ear_tag_is_printed_by_fours(typed, printed):
    assert bare(filters.ear_tag(typed)) == printed


@pytest.mark.parametrize("printing", [filters.number_bdi, filters.ear_tag])
def test_what_a_person_typed_is_never_markup(printing):
    assert "<script>" not in printing("<script>")


# The house


class Entry(Form):
    owner = StringField("Name of the owner", [InputRequired("Enter the name of the owner")])
    pen = SelectField("Pen", choices=[SelectChoice("A", "A-1"), SelectChoice("B", "B-7")])
    sex = RadioField(
        "He or she?",
        [InputRequired("Say whether it is he or she")],
        choices=[SelectChoice("f", "She")],
    )
    photo = FileField("Photo")
    young = BooleanField("With its young at foot")


def refused_entry() -> Entry:
    form = Entry(MultiDict({"pen": "A"}))
    assert not form.validate()
    return form


@pytest.fixture
def house():
    """An app with nothing in it but the look of the house."""
    app = Flask("house", template_folder=str(TEMPLATES), static_folder=str(STATIC))
    app.secret_key = secrets.token_hex()
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.globals["csrf_token"] = lambda: "a token"
    filters.add_filters(app)
    add_sharing(app)
    add_hearing(app)
    for door in {
        "public.front",
        "entrance.sign_in",
        "entrance.sign_out",
        "demo.doors",
        *(one.endpoint for one in IN_FOOTER),
    }:
        app.add_url_rule(f"/{door}", door, lambda: "")
    app.context_processor(
        lambda: {
            "lang": "en",
            "dir": "ltr",
            "demo": True,
            "today": date(2026, 12, 2),
            "doors": [
                SimpleNamespace(words="Cases", href="/cases", current=True),
                SimpleNamespace(words="Sales", href="/sales", current=False),
            ],
            "officer": SimpleNamespace(signed_in=True, name="A. Rao", office_words="Clerk"),
        }
    )
    return app


def a_sale() -> tuple[DuesStatement, Division]:
    """Thirteen days of a buffalo, sold for 42,500."""
    stay = Stay((Animals(CattleClass.BUFFALO, 1),), date(2026, 11, 18), "Charminar")
    rate = DailyRate(date(2026, 1, 1), Money.of(rupees=40), Money.of(rupees=115))
    statement = dues(stay, date(2026, 11, 30), [rate], [], DEFAULT_READINGS)
    return statement, divide(Money.of(rupees=42_500), statement, DEFAULT_READINGS)


def style_sheet(house: Flask) -> str:
    statement, division = a_sale()
    with house.test_request_context():
        return render_template(
            "style_sheet.html",
            form=refused_entry(),
            statement=statement,
            division=division,
            sums=SimpleNamespace(hammer=Money(4_250_000), sold_on=date(2026, 11, 30), at=AT),
            answers=[SimpleNamespace(yes=True, sentence="Ten days are over.", cites="2")],
            classes=[SimpleNamespace(face="cow")],
            icons=sorted(symbols()),
            refusal=OwnerHasPaid(),
        )


def symbols() -> set[str]:
    return set(re.findall(r'<symbol id="(\w+)"', (STATIC / "icons.svg").read_text()))


def test_every_component_can_be_drawn(house):
    page = style_sheet(house)
    for words in ("Surplus held for the owner", "40,482.50", "Day", "Enter the name of the owner"):
        assert words.lower() in page.lower()


def test_every_picture_shown_is_in_the_sprite(house):
    shown = set(re.findall(r"icons\.svg#(\w+)", style_sheet(house)))
    assert len(shown) > 20
    assert shown <= symbols()


def test_an_element_is_named_once_on_a_page(house):
    names = re.findall(r'\bid="([^"]+)"', style_sheet(house))
    assert sorted(names) == sorted(set(names))


def test_the_words_of_a_fault_stand_in_the_summary_and_at_the_field(house):
    page = style_sheet(house)
    assert '<a href="#owner">Enter the name of the owner</a>' in page
    assert '<p class="fault" id="owner-fault">Enter the name of the owner</p>' in page
    box = re.search(r'<input[^>]*id="owner"[^>]*>', page)
    assert box
    assert 'aria-invalid="true"' in box[0]
    assert re.search(r'aria-describedby="[^"]*owner-fault"', box[0])


def test_a_fault_of_radio_buttons_leads_to_the_first_of_them(house):
    page = style_sheet(house)
    assert '<a href="#sex-0">' in page
    assert 'id="sex-0"' in page


def test_the_door_one_stands_in_is_marked(house):
    page = style_sheet(house)
    assert '<a href="/cases" aria-current="page">Cases</a>' in page
    assert '<a href="/sales">Sales</a>' in page


def test_every_form_that_changes_something_carries_the_token(house):
    forms = re.findall(r"<form\b.*?</form>", style_sheet(house), re.DOTALL)
    posts = [form for form in forms if 'method="post"' in form]
    assert len(posts) >= 3
    assert all('name="csrf_token" value="a token"' in form for form in posts)


def dues_table(house: Flask, *sold: object) -> str:
    statement, _division = a_sale()
    with house.test_request_context():
        return str(
            house.jinja_env.get_template("macros/money.html").module.dues_table(statement, *sold)
        )


def test_dues_without_a_hammer_end_in_what_is_to_be_paid(house):
    page = dues_table(house)
    assert "To pay in full" in page
    assert "Hammer" not in page
    assert "−" not in page


def test_a_hammer_below_the_dues_ends_in_a_shortfall(house):
    statement, _division = a_sale()
    division = divide(Money.of(rupees=100), statement, DEFAULT_READINGS)
    page = bare(dues_table(house, division, Money.of(rupees=100)))
    assert "Shortfall" in page
    assert "1,917.50" in page
    assert "Surplus held" not in page


@pytest.mark.parametrize(
    ("number", "words", "past"), [(0, "day 0 of 10", 0), (9, "day 9 of 10", 8), (11, "over", 10)]
)
def test_the_boxes_of_the_days_and_the_words_agree(house, number, words, past):
    with house.test_request_context():
        macros = house.jinja_env.get_template("macros/things.html").module
        strip = macros.day_strip("Owner’s days", number, 10, date(2026, 11, 28))
    assert f"Owner’s days: {words}" in bare(strip)
    assert strip.count('class="past"') == past
    assert strip.count('class="now"') == (1 <= number <= 10)


@pytest.mark.parametrize(
    ("cites", "address", "words"),
    [("2", "#s2", "s.(2)"), ("4(a)", "#s4a", "s.(4)(a)"), ("R4", "#R4", "R4")],
)
def test_a_citation_leads_to_the_words_of_the_act(house, cites, address, words):
    with house.test_request_context():
        chip = house.jinja_env.get_template("macros/things.html").module.cite(cites)
    assert f'{address}"' in chip
    assert bare(chip) == words


@pytest.mark.parametrize("signed_in", [True, False])
@pytest.mark.parametrize(
    "page",
    [p.stem for p in sorted((TEMPLATES / "errors").glob("*.html")) if not p.stem.startswith("_")],
)
def test_every_page_of_refusal_shows_a_way_on(house, page, signed_in):
    officer = SimpleNamespace(signed_in=signed_in, name="<b>Rao</b>", office_words="Clerk")
    with house.test_request_context():
        html = render_template(
            f"errors/{page}.html",
            refusal=OwnerHasPaid(),
            reference="ab12cd34",
            way_back="/sales",
            officer=officer,
        )
    main = html[html.index("<main") :]
    assert "<h1>" in main
    assert re.search(r'<a class="btn[^"]*" href="/', main)
    assert html.count('id="refusal"') == (page not in {"broken", "busy"})
    assert "<b>Rao</b>" not in html


# What no template and no file may do


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(TEMPLATES)))
def test_no_page_needs_a_hole_in_the_content_policy(page):
    # What stands in {% %} is read by the house and sent to nobody: `{% if one == step %}`.
    text = re.sub(r"\{%.*?%\}", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert not re.search(r"\sstyle\s*=|<style|\son[a-z]+\s*=|javascript:|hx-on|hx-headers", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"\|\s*safe\b|autoescape\s+false", page.read_text(encoding="utf-8"))


def test_htmx_is_the_one_we_examined():
    told, name = re.search(
        r"^([0-9a-f]{64})  (\S+)$", (STATIC / "htmx/README").read_text(), re.MULTILINE
    ).groups()
    assert hashlib.sha256((STATIC / "htmx" / name).read_bytes()).hexdigest() == told


def test_htmx_inherits_nothing_keeps_nothing_and_shows_refusals(house):
    with house.test_request_context():
        page = render_template("errors/csrf.html", way_back="/")
    config = json.loads(re.search(r"name=\"htmx-config\" content='([^']+)'", page)[1])
    for shut in ("allowEval", "allowScriptTags", "includeIndicatorStyles"):
        assert config[shut] is False
    assert config["disableInheritance"] is config["selfRequestsOnly"] is True
    assert config["historyCacheSize"] == 0

    def swaps(status: int) -> bool:
        return next(
            rule["swap"]
            for rule in config["responseHandling"]
            if re.search(rule["code"], str(status))
        )

    assert [swaps(s) for s in (200, 204, 403, 409, 422, 500)] == [True, False] + [True] * 4


def test_the_style_sheets_ask_for_nothing_that_is_not_here():
    for sheet in STATIC.glob("*.css"):
        for address in re.findall(r"url\(([^)]+)\)", sheet.read_text(encoding="utf-8")):
            assert (STATIC / address).is_file(), address


def luminance(colour: str) -> float:
    whole = "".join(c * 2 for c in colour) if len(colour) == 3 else colour
    parts = [int(whole[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lights() -> dict[str, dict[str, str]]:
    css = (STATIC / "portal.css").read_text(encoding="utf-8")
    found = {}
    for name, start in (("day", ":root {"), ("sun", "light=sun] {"), ("dark", "light=dark] {")):
        block = css.split(start, 1)[1].split("}", 1)[0]
        found[name] = dict(re.findall(r"--([\w-]+): #([0-9A-Fa-f]{3,6});", block))
    return {name: {**found["day"], **colours} for name, colours in found.items()}


@pytest.mark.parametrize("light", ["day", "sun", "dark"])
def test_every_text_can_be_read_in_every_light(light):
    colours = lights()[light]
    pairs = [
        *itertools.product(("ink", "ink-2", "link"), ("paper", "wash", "wait-wash")),
        *itertools.product(("win", "lose", "wait", "margin"), ("paper",)),
        *((one, f"{one}-wash") for one in ("win", "lose", "wait")),
        ("on-tag", "tag"),
        ("on-mast", "mast"),
        ("on-mast-2", "mast"),
    ]
    faint = [(one, on) for one, on in pairs if contrast(colours[one], colours[on]) < 4.5]
    assert faint == []
    assert contrast(colours["line"], colours["paper"]) >= 3
