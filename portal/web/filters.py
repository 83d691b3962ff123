"""How sums, days, hours and numbers are printed: the same on every page.

Each comes in a `<bdi dir="ltr">`, for on a page in Urdu a bare ₹500 would print as 500₹. The
figures 0 to 9 are used in every language.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime

from flask import Flask
from markupsafe import Markup

from portal.law.days import HYDERABAD
from portal.law.money import Money
from portal.registers.board import Told
from portal.registers.sale_day import READY, Announcement
from portal.web.language import add_words, isolated, language, language_code, written_day
from portal.web.statements import working
from portal.web.words import kind_said

DIGITS_OF_AN_EAR_TAG = 12
MINUS = "\N{MINUS SIGN}\N{NO-BREAK SPACE}"
NUMBER = Markup('<bdi dir="ltr" class="n">{}</bdi>')
TIME = Markup('<bdi dir="ltr" class="n"><time datetime="{}">{}</time></bdi>')
# The names of days and months run the way of their language.
DAY = Markup('<bdi dir="{}" class="n"><time datetime="{}">{}</time></bdi>')


def grouped(rupees: int) -> str:
    """Group whole rupees, none of them negative, the Indian way: 3,61,000."""
    digits = str(rupees)
    head, tail = digits[:-3], digits[-3:]
    pairs = [head[max(end - 2, 0) : end] for end in range(len(head), 0, -2)]
    return ",".join([*reversed(pairs), tail])


def inr(sum_: Money, *, paise: bool = False, sign: bool = True) -> Markup:
    """Print a sum: ₹42,500, or ₹42,500.50 if there are paise.

    With `paise`, the paise are shown even if there are none; without `sign` the column's head
    says that these are rupees.
    """
    return _number(_figures(sum_, paise=paise, sign=sign))


def _number(figures: str) -> Markup:
    # Figures and the rupee sign alone: nothing in them is to be escaped.
    return Markup(f'<bdi dir="ltr" class="n">{figures}</bdi>')  # noqa: S704


def _figures(sum_: Money, *, paise: bool, sign: bool) -> str:
    rupees, left = divmod(abs(sum_.paise), 100)
    words = ("₹" if sign else "") + grouped(rupees) + (f".{left:02}" if left or paise else "")
    return (MINUS if sum_.paise < 0 else "") + words


def day(on: date) -> Markup:
    """Print a day: Mon 30 Nov 2026. An instant is printed as its day in Hyderabad."""
    legal = local(on).date() if isinstance(on, datetime) else on
    return DAY.format(language().direction, legal.isoformat(), written_day(legal))


def short_day(on: date) -> Markup:
    """Print a day without that of the week, for a pill: 1 Jan 2027."""
    words = f"{on.day} {language().months[on.month - 1]} {on.year}"
    return DAY.format(language().direction, on.isoformat(), words)


def moment(at: datetime, *, year: bool = False) -> Markup:
    """Print an instant by the clock of Hyderabad: Mon 30 Nov, 11:43."""
    here = local(at)
    named = written_day(here.date())
    on = named if year else named.removesuffix(f" {here.year}")
    return DAY.format(language().direction, as_utc(at), f"{on}{_comma()} {here:%H:%M}")


def _comma() -> str:
    return "،" if language().direction == "rtl" else ","


def clock_time(at: datetime) -> Markup:
    """Print the hour of an instant to the second, by the clock of Hyderabad: 11:43:02."""
    return TIME.format(as_utc(at), f"{local(at):%H:%M:%S}")


def local(at: datetime) -> datetime:
    """Give an instant by the clock of Hyderabad; raise ValueError if it has no offset."""
    if at.tzinfo is None:
        raise ValueError(f"{at} does not say by which clock")
    return at.astimezone(HYDERABAD)


def as_utc(at: datetime) -> str:
    """Write an instant for a machine."""
    return at.astimezone(UTC).isoformat(timespec="seconds")


def number_bdi(number: object) -> Markup:
    """Print the number of a card, a tag or a paper so that no script turns it round."""
    return NUMBER.format(number)


def ear_tag(number: str) -> Markup:
    """Print the twelve digits of an ear tag by fours; another mark is printed as it is."""
    bare = number.replace(" ", "")
    if len(bare) == DIGITS_OF_AN_EAR_TAG and bare.isascii() and bare.isdigit():
        return NUMBER.format(" ".join((bare[:4], bare[4:8], bare[8:])))
    return NUMBER.format(number)


def plain_inr(sum_: Money) -> str:
    """Print a sum as plain text, for the words a page keeps for its script."""
    return isolated(_figures(sum_, paise=False, sign=True))


def as_typed(words: str) -> Markup:
    """Print what a person typed, a name or a place, in the direction of its own script."""
    return Markup("<bdi>{}</bdi>").format(words)


def announced(told: Told | Announcement) -> str:
    """Give an announcement: a ready message in the language of the page, or the words as typed."""
    return READY.get(told.message, {}).get(language_code(), told.words)


FILTERS: dict[str, Callable[..., str]] = {
    "inr": inr,
    "day": day,
    "short_day": short_day,
    "moment": moment,
    "clock_time": clock_time,
    "number_bdi": number_bdi,
    "ear_tag": ear_tag,
    "plain_inr": plain_inr,
    "announced": announced,
    "as_typed": as_typed,
    "working": working,
    "kind_said": kind_said,
}


def add_filters(app: Flask) -> None:
    """Give the templates these ways of printing."""
    app.jinja_env.filters.update(FILTERS)
    add_words(app)
