"""If within ten days no owner appears and pays, such cattle shall be forthwith sold by auction."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portal.law.bidding import (
    STEPS,
    LotStage,
    Ring,
    require_bid_stands,
    require_may_fall,
    require_step,
)
from portal.law.money import Money
from portal.law.readings import DEFAULT_READINGS, INCLUDED, STAYS, Reading, Readings
from portal.law.refusals import (
    AlreadySold,
    CardAlreadyLeads,
    HammerFallen,
    InAnotherLot,
    LotNotInRing,
    NoBid,
    NotAStep,
    OwnerHasPaid,
    PriceMoved,
    SaleStopped,
    StepUnknown,
    TooEarlyToSell,
)
from portal.law.refusals_of_yard import AnimalDied
from portal.law.sale import (
    Impounded,
    days_past_due,
    first_sale_day,
    last_day_to_pay,
    may_be_sold,
    require_may_be_sold,
)

pytestmark = pytest.mark.law("2")
DAY_0 = date(2026, 11, 18)
days = st.dates(date(2020, 1, 1), date(2040, 1, 1))


@pytest.mark.parametrize("day", [0, 9, 10])
def test_sold_within_the_ten_days_is_refused(day):
    with pytest.raises(TooEarlyToSell, match="Sat 28 Nov 2026"):
        require_may_be_sold(Impounded(DAY_0), DAY_0 + timedelta(day), (), DEFAULT_READINGS)


@pytest.mark.parametrize("day", [11, 12, 400])
def test_sold_on_the_eleventh_day_is_lawful(day):
    require_may_be_sold(Impounded(DAY_0), DAY_0 + timedelta(day), (), DEFAULT_READINGS)


@pytest.mark.parametrize(
    ("start", "last"),
    [
        (date(2026, 11, 18), date(2026, 11, 28)),
        (date(2026, 11, 30), date(2026, 12, 10)),
        (date(2026, 12, 24), date(2027, 1, 3)),
        (date(2028, 2, 20), date(2028, 3, 1)),
        (date(2027, 2, 20), date(2027, 3, 2)),
        (date(2028, 2, 29), date(2028, 3, 10)),
    ],
)
def test_the_tenth_day_across_months_years_and_leap_days(start, last):
    assert last_day_to_pay(start, (), DEFAULT_READINGS) == last
    assert first_sale_day(start, (), DEFAULT_READINGS) == last + timedelta(1)


def test_a_tenth_day_on_which_the_office_is_shut_moves_to_the_next_open_day():
    closed = {date(2026, 11, 28), date(2026, 11, 29)}
    assert last_day_to_pay(DAY_0, closed, DEFAULT_READINGS) == date(2026, 11, 30)
    assert last_day_to_pay(DAY_0, closed, Readings({Reading.R2: STAYS})) == date(2026, 11, 28)


def test_where_the_first_day_is_counted_the_last_comes_a_day_sooner():
    assert last_day_to_pay(DAY_0, (), Readings({Reading.R1: INCLUDED})) == date(2026, 11, 27)


@given(start=days, closed=st.sets(st.dates(date(2020, 1, 1), date(2040, 1, 1)), max_size=30))
def test_the_last_day_is_open_and_never_before_the_tenth(start, closed):
    last = last_day_to_pay(start, closed, DEFAULT_READINGS)
    assert last not in closed
    assert last >= start + timedelta(10)
    assert all(start + timedelta(n) in closed for n in range(10, (last - start).days))


@given(start=days, later=st.integers(0, 60))
def test_past_due_begins_the_day_after_the_last(start, later):
    today = start + timedelta(later)
    due = days_past_due(start, today, (), DEFAULT_READINGS)
    assert (due > 0) == (today >= first_sale_day(start, (), DEFAULT_READINGS))


@pytest.mark.parametrize(
    ("changed", "refusal"),
    [
        ({"released": True}, OwnerHasPaid),
        ({"sold": True}, AlreadySold),
        ({"in_open_lot": "lot 3 of sale 1"}, InAnotherLot),
        ({"impediments": ("order of the court",)}, SaleStopped),
        ({"died": date(2026, 11, 20)}, AnimalDied),
    ],
)
def test_whatever_stops_a_sale_is_refused_and_said(changed, refusal):
    stopped, day_11 = Impounded(DAY_0, **changed), DAY_0 + timedelta(11)
    with pytest.raises(refusal):
        require_may_be_sold(stopped, day_11, (), DEFAULT_READINGS)
    answers = may_be_sold(stopped, day_11, (), DEFAULT_READINGS)
    assert [one.yes for one in answers].count(False) == 1
    assert all(one.sentence for one in answers)


def test_every_part_of_the_answer_is_given_though_all_are_yes():
    answers = may_be_sold(Impounded(DAY_0), DAY_0 + timedelta(11), (), DEFAULT_READINGS)
    assert [(one.asks, one.yes) for one in answers] == [
        ("days over", True),
        ("not paid", True),
        ("not sold", True),
        ("in no other lot", True),
        ("not stopped", True),
    ]


@given(start=days, later=st.integers(0, 30), released=st.booleans(), sold=st.booleans())
def test_the_answer_with_reasons_and_the_rule_never_differ(start, later, released, sold):
    impounded, today = Impounded(start, released=released, sold=sold), start + timedelta(later)
    yes = all(one.yes for one in may_be_sold(impounded, today, (), DEFAULT_READINGS))
    try:
        require_may_be_sold(impounded, today, (), DEFAULT_READINGS)
    except (TooEarlyToSell, OwnerHasPaid, AlreadySold):
        assert not yes
    else:
        assert yes


def rupees(amount):
    return Money.of(rupees=amount)


def ring(stage=LotStage.IN_RING, standing=None, card=None):
    standing_bid = None if standing is None else rupees(standing)
    return Ring(14, stage, rupees(5_000), rupees(500), standing_bid, card, 3, 2)


@pytest.mark.parametrize("offered", [5_000, 5_500, 9_000])
def test_the_first_bid_is_the_starting_price_or_whole_steps_above_it(offered):
    require_bid_stands(ring(), rupees(offered), 23, seen=2)


@pytest.mark.parametrize("offered", [5_500, 6_000])
def test_the_next_bid_is_the_standing_bid_and_whole_steps(offered):
    require_bid_stands(ring(standing=5_000, card=41), rupees(offered), 23, seen=2)


@pytest.mark.parametrize("offered", [1, 4_999, 5_000])
def test_a_bid_that_came_second_is_refused_and_the_price_told(offered):
    with pytest.raises(PriceMoved) as refused:
        require_bid_stands(ring(standing=5_000, card=41), rupees(offered), 23, seen=2)
    assert "₹5,000" in refused.value.sentence
    assert "NOT placed" in refused.value.sentence
    assert "₹5,500" in refused.value.sentence


@pytest.mark.parametrize("offered", [5_001, 5_499, 5_501, 5_750])
def test_a_bid_between_the_steps_is_refused(offered):
    with pytest.raises(NotAStep, match="₹5,500"):
        require_bid_stands(ring(standing=5_000, card=41), rupees(offered), 23, seen=2)


def test_a_card_does_not_bid_against_itself():
    with pytest.raises(CardAlreadyLeads, match="card 23 leads"):
        require_bid_stands(ring(standing=5_000, card=23), rupees(5_500), 23, seen=2)


@pytest.mark.parametrize(
    ("stage", "refusal"),
    [
        (LotStage.SOLD, HammerFallen),
        (LotStage.WAITING, LotNotInRing),
        (LotStage.PASSED, LotNotInRing),
        (LotStage.WITHDRAWN, LotNotInRing),
    ],
)
def test_bids_are_taken_and_the_hammer_falls_in_the_ring_only(stage, refusal):
    with pytest.raises(refusal):
        require_bid_stands(ring(stage), rupees(5_000), 23, seen=2)
    with pytest.raises(refusal):
        require_may_fall(ring(stage, 5_000, 41))


def test_the_hammer_falls_on_a_bid():
    with pytest.raises(NoBid):
        require_may_fall(ring())
    require_may_fall(ring(standing=5_000, card=41))


def test_the_steps_are_those_of_the_house():
    for step in STEPS:
        require_step(step)
    with pytest.raises(StepUnknown):
        require_step(rupees(501))
