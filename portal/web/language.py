"""The languages of the portal: which of them a page is in, and how its sentences are said in it.

A sentence is looked up in a compiled catalog, which is one question to a dictionary: a board is
written a thousand times a minute. The language stands in a variable of the request's own thread.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from babel.support import NullTranslations, Translations
from flask import Flask, Response, current_app, request
from flask_babel import Babel
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from portal.config import Mode, Settings
from portal.law.money import Money
from portal.law.refusals import Refusal, written_money
from portal.web.render import way_back

TRANSLATIONS = Path(__file__).resolve().parent.parent / "translations"
COOKIE = "lang"
A_YEAR = 365 * 24 * 60 * 60
ENGLISH = "en"
# Around what is read from left to right within a sentence in Urdu, where no <bdi> can stand.
ISOLATE, RELEASE = "\N{LEFT-TO-RIGHT ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


@dataclass(frozen=True)
class Language:
    """A language by its own name in its own script; `short` for the head of a small phone."""

    code: str
    name: str
    short: str
    direction: str
    days: tuple[str, ...]
    months: tuple[str, ...]


# From Monday, from January, as short as they are commonly written.
LANGUAGES: Mapping[str, Language] = {
    "te": Language(
        "te",
        "తెలుగు",
        "తె",
        "ltr",
        ("సోమ", "మంగళ", "బుధ", "గురు", "శుక్ర", "శని", "ఆది"),
        (
            "జనవరి", "ఫిబ్రవరి", "మార్చి", "ఏప్రిల్", "మే", "జూన్", "జులై", "ఆగస్టు",
            "సెప్టెంబరు", "అక్టోబరు", "నవంబరు", "డిసెంబరు",
        ),
    ),
    "ur": Language(
        "ur",
        "اُردو",
        "اُردو",
        "rtl",
        ("پیر", "منگل", "بدھ", "جمعرات", "جمعہ", "ہفتہ", "اتوار"),
        (
            "جنوری", "فروری", "مارچ", "اپریل", "مئی", "جون", "جولائی", "اگست",
            "ستمبر", "اکتوبر", "نومبر", "دسمبر",
        ),
    ),
    "hi": Language(
        "hi",
        "हिन्दी",
        "हि",
        "ltr",
        ("सोम", "मंगल", "बुध", "गुरु", "शुक्र", "शनि", "रवि"),
        (
            "जनवरी", "फ़रवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त",
            "सितंबर", "अक्तूबर", "नवंबर", "दिसंबर",
        ),
    ),
    ENGLISH: Language(
        ENGLISH,
        "English",
        "En",
        "ltr",
        ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
        ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    ),
}  # fmt: skip

_speaking: ContextVar[str] = ContextVar("language", default=ENGLISH)


@dataclass(frozen=True)
class WayToLanguage:
    """A link to this page in another language, or in the one it is in."""

    language: Language
    href: str
    current: bool


def language() -> Language:
    """Give the language of what is being written."""
    return LANGUAGES[_speaking.get()]


def language_code() -> str:
    """Give the code of the language of what is being written."""
    return _speaking.get()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak another language for a while: that of the one who will read what is written."""
    before = _speaking.set(code if code in LANGUAGES else ENGLISH)
    try:
        yield
    finally:
        _speaking.reset(before)


@lru_cache
def catalog(code: str) -> NullTranslations:
    """Give the sentences of a language; without a compiled catalog they stay English."""
    return Translations.load(TRANSLATIONS, [code])


def gettext(words: str, /, **places: object) -> str:
    """Say a sentence as plain text; its places are named: `%(amount)s`."""
    said: str = catalog(_speaking.get()).gettext(words)
    return said % places if places else said


def ngettext(one: str, many: str, number: int, /, **places: object) -> str:
    """Say a sentence about one or several; the number stands at `%(number)s`."""
    said: str = catalog(_speaking.get()).ngettext(one, many, number)
    return said % (places | {"number": number})


def N_(words: str) -> str:  # noqa: N802 - the name translators' tools look for
    """Mark words that are said later."""
    return words


def translated(words: object) -> str:
    """Say words of the house that are kept in a variable; what nobody translated stays as it is.

    Plain text, to be escaped: what a person typed may pass through here.
    """
    return gettext(str(words)) if words else ""


def say(refusal: Refusal) -> str:
    """Say a refusal, as plain text that can be put on a page, in a notice or in an answer."""
    if _speaking.get() == ENGLISH:
        return refusal.sentence
    places = refusal.places(written_day)
    for one in dataclasses.fields(refusal):  # type: ignore[arg-type]
        value = getattr(refusal, one.name)
        if isinstance(value, Money):
            places[one.name] = written_sum(value)
    return gettext(refusal.words_now()).format(**places)


def written_sum(amount: Money) -> str:
    """Write a sum within a sentence of plain text so that no script turns it round."""
    return isolated(written_money(amount))


def isolated(words: str) -> str:
    """Keep figures in their order within a sentence that runs from right to left."""
    return f"{ISOLATE}{words}{RELEASE}" if language().direction == "rtl" else words


def written_day(on: date) -> str:
    """Write a day within a sentence: Mon 30 Nov 2026."""
    spoken = language()
    return f"{spoken.days[on.weekday()]} {on.day} {spoken.months[on.month - 1]} {on.year}"


def in_every_language(words: str) -> list[tuple[Language, str]]:
    """Say the same words in each language, to be read aloud side by side."""
    return [(one, catalog(one.code).gettext(words)) for one in LANGUAGES.values()]


def ways_to_languages() -> list[WayToLanguage]:
    """Give this page's address in each language, with all that it asks kept."""
    if request.method == "GET":
        path = "/" + quote(request.path.lstrip("/"))
        asked = [one for one in request.args.items(multi=True) if one[0] != COOKIE]
    else:  # the answer to a form has no address of its own
        path, asked = way_back(), []
    return [
        WayToLanguage(
            one,
            f"{path}?{urlencode([*asked, (COOKIE, one.code)])}",
            current=one.code == _speaking.get(),
        )
        for one in LANGUAGES.values()
    ]


@lru_cache(maxsize=256)
def preferred(header: str) -> str:
    """Read which of our languages a browser prefers; English, if it says none of them."""
    for wished, quality in parse_accept_header(header, LanguageAccept):  # the best first
        spoken = wished.lower().partition("-")[0]  # whoever wishes en-IN is content with en
        if quality > 0 and spoken in LANGUAGES:
            return spoken
    return ENGLISH


def _chosen() -> str:
    asked = request.args.get(COOKIE, "")
    if asked in LANGUAGES:
        return asked
    if _knows_nobody():  # its address says all that it depends on
        return ENGLISH
    kept = request.cookies.get(COOKIE, "")
    return kept if kept in LANGUAGES else preferred(request.headers.get("Accept-Language", ""))


def _knows_nobody() -> bool:
    view = current_app.view_functions.get(request.endpoint or "")
    return bool(getattr(view, "knows_nobody", False))


def _in_address() -> Markup:
    # English is what an address without a language means.
    code = _speaking.get()
    return Markup() if code == ENGLISH else Markup(f"&amp;lang={code}")  # noqa: S704


def _marked(words: str, /, **places: Any) -> Markup:
    # The sentence is ours and may have marks of its own; what stands in its places is escaped.
    said = _as_markup(_speaking.get(), words)
    return _filled(said, places) if places else said


@lru_cache(maxsize=4096)
def _as_markup(code: str, words: str) -> Markup:
    return Markup(catalog(code).gettext(words))  # noqa: S704


def _filled(said: str, places: Mapping[str, Any]) -> Markup:
    # A fifth of what Markup's own % takes, and a board has ten such sentences.
    escaped = {name: escape(value) for name, value in places.items()}
    return Markup(str.__mod__(said, escaped))  # noqa: S704


def _marked_many(one: str, many: str, number: int, /, **places: Any) -> Markup:
    said = catalog(_speaking.get()).ngettext(one, many, number)
    return _filled(said, places | {"number": number})


def _marked_where(context: str, words: str) -> Markup:
    return Markup(catalog(_speaking.get()).pgettext(context, words))  # noqa: S704


def add_words(app: Flask) -> None:
    """Give the templates their ways of speaking."""
    app.jinja_env.globals.update(
        _=_marked,
        gettext=_marked,
        ngettext=_marked_many,
        pgettext=_marked_where,
        in_every_language=in_every_language,
        language_in_address=_in_address,
        ways_to_languages=ways_to_languages,
    )
    app.jinja_env.filters.update(say=say, translated=translated)


def speak_languages(app: Flask, settings: Settings) -> None:
    """Choose a language for each request, before anything can be refused in it."""
    Babel(  # type: ignore[no-untyped-call]
        app,
        default_locale=ENGLISH,
        default_translation_directories=str(TRANSLATIONS),
        locale_selector=language_code,
    )
    add_words(app)  # in place of Flask-Babel's own, which ask the request for each sentence

    @app.before_request
    def choose() -> None:
        if request.endpoint != "static":
            _speaking.set(_chosen())

    @app.teardown_request
    def forget(_error: BaseException | None) -> None:
        _speaking.set(ENGLISH)

    @app.after_request
    def tell(response: Response) -> Response:
        if request.endpoint == "static" or not response.mimetype:  # an answer without words
            return response
        response.headers["Content-Language"] = _speaking.get()
        if _knows_nobody():
            return response
        response.vary.add("Accept-Language")
        asked = request.args.get(COOKIE, "")
        if asked in LANGUAGES and asked != request.cookies.get(COOKIE):
            response.set_cookie(
                COOKIE,
                asked,
                max_age=A_YEAR,
                httponly=True,
                samesite="Lax",
                secure=settings.mode is Mode.PRODUCTION,
            )
        return response
