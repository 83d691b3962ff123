"""Money is whole paise, and is written as people here write it."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portal.law.act import ACT, under
from portal.law.money import NOTHING, Money, total
from portal.law.readings import (
    DEFAULT_READINGS,
    QUESTIONS,
    Reading,
    ReadingEntry,
    Readings,
    readings_on,
)
from portal.law.refusals import written_day, written_money

sums = st.integers(-(10**12), 10**12).map(Money)


@given(a=sums, b=sums, n=st.integers(-100, 100))
def test_sums_are_exact(a, b, n):
    assert a + b - b == a
    assert a * n == total([a] * n) if n >= 0 else a * n == NOTHING - a * -n


@given(paise=st.integers(0, 99_999_999_999))
def test_what_is_written_is_read_back(paise):
    assert Money.read(Money(paise).decimal) == Money(paise)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " 1",
        "1 ",
        "-5",
        "+5",
        "1e3",
        "1_000",
        "1,000",
        "1.005",
        ".5",
        "5.",
        "inf",
        "nan",
        "१०",
        "1234567890",
    ],
)
def test_anything_else_is_no_money(text):
    with pytest.raises(ValueError, match="decimal number"):
        Money.read(text)


@pytest.mark.parametrize("wrong", [1.0, "1", True, None])
def test_money_is_counted_in_whole_paise(wrong):
    with pytest.raises(TypeError):
        Money(wrong)


@pytest.mark.parametrize(
    ("paise", "written"),
    [
        (0, "₹0"),
        (50, "₹0.50"),
        (99_900, "₹999"),
        (100_000, "₹1,000"),
        (36_100_000, "₹3,61,000"),
        (4_048_250, "₹40,482.50"),
        (1_234_567_890_00, "₹1,23,45,67,890"),
        (-250, "− ₹2.50"),
    ],
)
def test_money_is_grouped_as_in_india(paise, written):
    assert written_money(Money(paise)) == written


def test_annas():
    assert Money.of(rupees=2, annas=8) == Money(250)
    with pytest.raises(ValueError, match="annas"):
        Money.of(rupees=0, annas=1)
    with pytest.raises(ValueError, match="annas"):
        _ = Money(201).as_annas


def test_a_day_is_written_without_the_help_of_any_locale():
    assert written_day(date(2026, 11, 28)) == "Sat 28 Nov 2026"


def test_there_is_no_sub_section_five():
    with pytest.raises(LookupError):
        under("5")
    assert list(ACT) == ["1", "2", "3", "4(a)", "4(b)"]


def test_every_reading_has_a_default_and_its_words():
    for reading in Reading:
        question = QUESTIONS[reading]
        assert DEFAULT_READINGS[reading] == question.choices[0].key
        assert question.asks
        assert question.why


def test_a_reading_holds_from_its_day_and_the_last_entry_of_a_day_wins():
    entries = [
        ReadingEntry(Reading.R4, "not-deducted", date(2026, 12, 1), "file 1"),
        ReadingEntry(Reading.R4, "deducted", date(2026, 12, 10), "file 2"),
        ReadingEntry(Reading.R4, "not-deducted", date(2026, 12, 10), "file 3"),
    ]
    for day, choice in ((30, "deducted"), (31, "not-deducted"), (45, "not-deducted")):
        on = date.fromordinal(date(2026, 11, 1).toordinal() + day - 1)
        assert readings_on(entries, on)[Reading.R4] == choice
    assert readings_on(entries[:2], date(2026, 12, 10))[Reading.R4] == "deducted"
    assert readings_on(reversed(entries[:2]), date(2026, 12, 10))[Reading.R4] == "deducted"


def test_a_reading_that_was_never_offered_is_refused():
    with pytest.raises(ValueError, match="R4"):
        Readings({Reading.R4: "halved"})
