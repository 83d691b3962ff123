"""Rates "for each day including any part of a day": the days of heads born or dead in the pound."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portal.law.care import care_days, require_care_may_be_written
from portal.law.cattle import Animals, CattleClass
from portal.law.dues import Charge, DailyRate, Stay, dues
from portal.law.heads import Born, Died, heads_left, spans
from portal.law.money import Money
from portal.law.readings import DEFAULT_READINGS
from portal.law.refusals_of_yard import CareDayNotCome, CareDayPast, MoreThanThereAre

pytestmark = pytest.mark.law("4(b)")

GOAT, BUFFALO = CattleClass(8), CattleClass(4)
FIRST = date(2026, 11, 18)
RATES = [DailyRate(date(2026, 1, 1), Money(4000), Money(11500))]


def day(number):
    return FIRST + timedelta(days=number)


def statement(until, animals, births=(), deaths=()):
    stay = Stay(animals, FIRST, "Begum Bazar", spans(animals, FIRST, births, deaths))
    return dues(stay, until, RATES, [], DEFAULT_READINGS)


def test_the_dues_end_with_the_day_of_the_death_that_day_included():
    dead = statement(day(9), (Animals(BUFFALO, 1),), deaths=[Died(day(3), Animals(BUFFALO, 1))])
    assert dead.last_day == day(3)
    assert dead.chargeable_days == 4
    assert (dead.pound_fee, dead.expenses) == (Money(4 * 4000), Money(4 * 11500))


def test_of_three_goats_of_which_one_dies_two_are_charged_on():
    told = statement(day(9), (Animals(GOAT, 3),), deaths=[Died(day(3), Animals(GOAT, 1))])
    assert told.last_day == day(9)
    assert told.pound_fee == Money(4000) * (2 * 10 + 1 * 4)
    assert told.fine == Money(300), "the fine was levied when they were impounded"


def test_young_born_in_the_pound_is_charged_from_that_day_and_has_no_fine():
    told = statement(day(9), (Animals(BUFFALO, 1),), births=[Born(day(6), Animals(BUFFALO, 1))])
    assert told.pound_fee == Money(4000) * (10 + 4)
    assert told.fine == Money(250)
    before = statement(day(5), (Animals(BUFFALO, 1),), births=[Born(day(6), Animals(BUFFALO, 1))])
    assert before.pound_fee == Money(4000) * 6


def test_a_mother_that_dies_leaves_her_young():
    found = spans(
        [Animals(BUFFALO, 1)],
        FIRST,
        [Born(day(2), Animals(BUFFALO, 1))],
        [Died(day(4), Animals(BUFFALO, 1))],
    )
    assert heads_left(found) == 1
    with pytest.raises(MoreThanThereAre):
        spans([Animals(BUFFALO, 1)], FIRST, [], [Died(day(4), Animals(BUFFALO, 2))])
    with pytest.raises(MoreThanThereAre):
        spans([Animals(BUFFALO, 1)], FIRST, [], [Died(day(4), Animals(GOAT, 1))])


@given(
    heads=st.integers(1, 9),
    died=st.lists(st.integers(0, 30), max_size=5),
    until=st.integers(0, 40),
)
def test_each_head_is_charged_for_its_own_days(heads, died, until):
    gone = [Died(day(n), Animals(GOAT, 1)) for n in died[:heads]]
    told = statement(day(until), (Animals(GOAT, heads),), deaths=gone)
    days = [min(n, until) + 1 for n in died[:heads]] + [until + 1] * (heads - len(gone))
    assert told.pound_fee == Money(4000) * sum(days)


@given(until=st.integers(0, 40), heads=st.integers(1, 9))
def test_where_nothing_was_born_or_died_nothing_changes(until, heads):
    plain = Stay((Animals(GOAT, heads), Animals(BUFFALO, 1)), FIRST, "Begum Bazar")
    told = statement(day(until), plain.animals)
    assert told == dues(plain, day(until), RATES, [], DEFAULT_READINGS)


def test_a_day_nobody_ticked_is_charged_and_shown():
    days = list(care_days(FIRST, day(3), day(3), {FIRST, day(2)}))
    assert [one.charged for one in days] == [True] * 4
    assert [one.ticked for one in days] == [True, False, True, False]
    sold = list(care_days(FIRST, day(3), day(2), {day(3)}))
    assert [one.charged for one in sold] == [True, True, True, False]
    assert len(days) == statement(day(3), (Animals(GOAT, 1),)).chargeable_days


def test_a_day_of_care_is_written_on_it_or_on_the_next():
    today = day(5)
    require_care_may_be_written(today, FIRST, today)
    require_care_may_be_written(day(4), FIRST, today)
    with pytest.raises(CareDayPast):
        require_care_may_be_written(day(3), FIRST, today)
    with pytest.raises(CareDayNotCome):
        require_care_may_be_written(day(6), FIRST, today)
    with pytest.raises(CareDayPast):
        require_care_may_be_written(FIRST - timedelta(days=1), FIRST, FIRST)


def test_dead_heads_stay_in_the_lines_of_the_bill_to_their_last_day():
    told = statement(day(9), (Animals(GOAT, 2),), deaths=[Died(day(3), Animals(GOAT, 1))])
    fees = [one for one in told.lines if one.charge is Charge.POUND_FEE]
    assert [(one.head, one.days, one.last) for one in fees] == [(1, 10, day(9)), (1, 4, day(3))]
