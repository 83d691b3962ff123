"""Fees and expenses shall be at such rates for each day, including any part of a day."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portal.law.cattle import Animals, CattleClass
from portal.law.days import HYDERABAD, days_charged, legal_date
from portal.law.dues import Charge, DailyRate, Stay, dues, rate_on
from portal.law.money import Money, total
from portal.law.orders import require_rate_reaches_no_bill
from portal.law.readings import DEFAULT_READINGS, Reading
from portal.law.refusals import NoRate
from portal.law.refusals_of_books import EndsBeforeItBegins, RateReachesBack

pytestmark = pytest.mark.law("4(b)")
NEW_YEAR = date(2026, 1, 1)
GENERAL = DailyRate(NEW_YEAR, Money(4000), Money(11500), order="7")
ELEPHANT = DailyRate(NEW_YEAR, Money(25000), Money(150000), CattleClass.ELEPHANT, order="8")
days = st.dates(date(2026, 1, 1), date(2030, 1, 1))


def stay(*animals, on=date(2026, 11, 18)):
    return Stay(animals or (Animals(CattleClass.COW, 1),), on, "Begum Bazar")


@pytest.mark.parametrize(
    ("first", "last", "count"),
    [
        (date(2026, 11, 18), date(2026, 11, 18), 1),
        (date(2026, 11, 18), date(2026, 11, 19), 2),
        (date(2028, 2, 20), date(2028, 3, 2), 12),
        (date(2026, 12, 24), date(2027, 1, 5), 13),
    ],
)
def test_the_day_in_and_the_day_out_both_count(first, last, count):
    assert days_charged(first, last) == count


def test_a_stay_does_not_end_before_it_begins():
    with pytest.raises(ValueError, match="ends before"):
        days_charged(date(2026, 11, 18), date(2026, 11, 17))


def test_an_instant_has_its_day_in_hyderabad():
    assert legal_date(datetime(2026, 11, 17, 20, 0, tzinfo=UTC)) == date(2026, 11, 18)
    assert legal_date(datetime(2026, 11, 17, 18, 29, 59, tzinfo=UTC)) == date(2026, 11, 17)
    assert legal_date(datetime(2026, 11, 18, 0, 0, tzinfo=HYDERABAD)) == date(2026, 11, 18)
    with pytest.raises(ValueError, match="time zone"):
        legal_date(datetime(2026, 11, 18))  # noqa: DTZ001


def test_the_latest_order_goes_and_of_one_day_the_class_before_all():
    later = DailyRate(date(2026, 3, 6), Money(1), Money(2), order="9")
    rates = [later, ELEPHANT, GENERAL]
    assert rate_on(date(2026, 3, 5), CattleClass.ELEPHANT, rates) is ELEPHANT
    assert rate_on(date(2026, 3, 5), CattleClass.COW, rates) is GENERAL
    assert rate_on(date(2026, 3, 5), None, rates) is GENERAL
    assert rate_on(date(2026, 3, 6), CattleClass.ELEPHANT, rates) is later


def test_a_day_with_no_rate_is_said_and_nothing_is_guessed():
    ended = DailyRate(NEW_YEAR, Money(1), Money(1), until=date(2026, 11, 19))
    with pytest.raises(NoRate, match="Fri 20 Nov 2026 for class 5"):
        dues(stay(), date(2026, 11, 20), [ended], [], DEFAULT_READINGS)


@given(start=days, length=st.integers(0, 400), later=st.integers(0, 400))
def test_a_longer_stay_never_costs_less(start, length, later):
    short, long = (
        dues(stay(on=start), start + timedelta(n), [GENERAL], [], DEFAULT_READINGS)
        for n in (length, length + later)
    )
    assert short.total <= long.total
    assert (short.total == long.total) == (later == 0)


@given(
    start=days,
    length=st.integers(0, 60),
    heads=st.lists(st.tuples(st.sampled_from([None, *CattleClass]), st.integers(1, 9)), min_size=1),
    changes=st.lists(st.tuples(days, st.integers(0, 10**6)), max_size=5),
    order=st.randoms(),
)
def test_the_lines_add_up_and_the_order_of_orders_does_not_matter(
    start, length, heads, changes, order
):
    rates = [GENERAL] + [
        DailyRate(since, Money(fee), Money(fee), order=str(n))
        for n, (since, fee) in enumerate(changes)
    ]
    animals = tuple(Animals(cattle_class, head) for cattle_class, head in heads)
    until = start + timedelta(length)
    statement = dues(stay(*animals, on=start), until, rates, [], DEFAULT_READINGS)
    order.shuffle(rates)
    assert dues(stay(*animals, on=start), until, rates, [], DEFAULT_READINGS) == statement
    assert statement.total == total([statement.pound_fee, statement.expenses, statement.fine])
    for animal in animals:
        own = [
            line
            for line in statement.lines
            if line.charge is Charge.EXPENSES and line.cattle_class is animal.cattle_class
        ]
        assert sum(line.days for line in own) % (length + 1) == 0
    assert Reading.R7 in statement.readings


rates_made = st.lists(
    st.builds(
        lambda since, length, fee, cattle_class, order: DailyRate(
            since,
            Money(fee),
            Money(2 * fee),
            cattle_class,
            None if length is None else since + timedelta(length),
            str(order),
        ),
        st.dates(date(2026, 1, 1), date(2026, 3, 1)),
        st.none() | st.integers(0, 30),
        st.integers(0, 999),
        st.sampled_from([None, CattleClass.COW, CattleClass.ELEPHANT]),
        st.integers(1, 20),
    ),
    max_size=6,
)


@given(rates=rates_made, length=st.integers(0, 80))
def test_the_runs_of_days_charge_each_day_at_its_own_rate(rates, length):
    """The statement is made run by run; here each day is looked up for itself."""
    known = [DailyRate(date(2020, 1, 1), Money(7), Money(9), order="0"), *rates]
    here = stay(on=NEW_YEAR)
    statement = dues(here, NEW_YEAR + timedelta(length), known, [], DEFAULT_READINGS)
    each = [rate_on(NEW_YEAR + timedelta(n), CattleClass.COW, known) for n in range(length + 1)]
    assert statement.pound_fee == total(rate.pound_fee for rate in each)
    assert statement.expenses == total(rate.expenses for rate in each)
    lines = [line for line in statement.lines if line.charge is Charge.EXPENSES]
    assert [line.first for line in lines[1:]] == [line.last + timedelta(1) for line in lines[:-1]]
    assert (lines[0].first, lines[-1].last) == (NEW_YEAR, NEW_YEAR + timedelta(length))
    assert len(lines) == 1 + sum(one != two for one, two in pairwise(each))


def test_of_one_day_the_class_goes_before_all_whatever_its_number():
    general = DailyRate(NEW_YEAR, Money(1), Money(1), order="99")
    own = DailyRate(NEW_YEAR, Money(2), Money(2), CattleClass.COW, order="5")
    for rates in ([general, own], [own, general]):
        assert rate_on(NEW_YEAR, CattleClass.COW, rates) is own


def test_an_order_that_ends_on_the_first_day_of_the_stay_charges_that_day_alone():
    first_day = DailyRate(date(2026, 6, 1), Money(100), Money(0), until=date(2026, 11, 18))
    statement = dues(stay(), date(2026, 11, 20), [GENERAL, first_day], [], DEFAULT_READINGS)
    fees = [line for line in statement.lines if line.charge is Charge.POUND_FEE]
    assert [(line.days, line.per_day) for line in fees] == [(1, Money(100)), (2, Money(4000))]


def test_a_gap_between_two_orders_is_said_and_not_bridged():
    ended = DailyRate(NEW_YEAR, Money(1), Money(1), until=date(2026, 11, 19))
    resumed = DailyRate(date(2026, 11, 21), Money(1), Money(1))
    with pytest.raises(NoRate, match="Fri 20 Nov 2026"):
        dues(stay(), date(2026, 11, 25), [ended, resumed], [], DEFAULT_READINGS)


@pytest.mark.parametrize(
    ("lower", "higher"), [("9", "10"), ("C.P. 9/2026", "C.P. 12/2026"), ("", "1")]
)
def test_of_two_orders_alike_the_higher_number_goes(lower, higher):
    one, two = (
        DailyRate(NEW_YEAR, Money(n), Money(n), order=number)
        for n, number in enumerate((lower, higher))
    )
    assert rate_on(NEW_YEAR, None, [one, two]) is two
    assert rate_on(NEW_YEAR, None, [two, one]) is two


def test_animals_of_one_class_share_a_line_however_they_were_entered():
    apart = stay(
        Animals(CattleClass.COW, 1), Animals(CattleClass.GOAT, 3), Animals(CattleClass.COW, 1)
    )
    together = stay(Animals(CattleClass.COW, 2), Animals(CattleClass.GOAT, 3))
    until = date(2026, 12, 1)
    assert dues(apart, until, [GENERAL], [], DEFAULT_READINGS) == dues(
        together, until, [GENERAL], [], DEFAULT_READINGS
    )


def test_heads_are_charged_each():
    two = dues(
        stay(Animals(CattleClass.COW, 2)), date(2026, 12, 1), [GENERAL], [], DEFAULT_READINGS
    )
    assert two.pound_fee == Money.of(rupees=1120)
    assert two.lines[0].working == "2 heads × 14 days × 40.00"


TODAY = date(2026, 11, 18)


def reaches(since, until=None, cattle_class=None, rates=(GENERAL,), *, animals=True):
    require_rate_reaches_no_bill(
        since, until, cattle_class, TODAY, rates, animals_on_register=animals
    )


def test_an_order_from_today_on_is_taken():
    reaches(TODAY)
    reaches(date(2027, 1, 1))


def test_an_order_never_reaches_back_over_a_rate_in_force():
    with pytest.raises(RateReachesBack):
        reaches(date(2026, 11, 17))
    with pytest.raises(RateReachesBack):
        reaches(date(2025, 1, 1), cattle_class=CattleClass.COW)


def test_the_first_orders_of_a_pound_may_be_entered_late():
    reaches(date(2026, 1, 1), rates=())
    reaches(date(2026, 1, 1), animals=False)
    reaches(date(2026, 1, 1), cattle_class=CattleClass.COW, rates=(ELEPHANT,))


def test_an_order_does_not_end_before_it_begins():
    with pytest.raises(EndsBeforeItBegins):
        reaches(date(2026, 12, 2), until=date(2026, 12, 1))
