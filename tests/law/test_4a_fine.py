"""A fine per head by class; the Government may double it for an area by notification."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portal.law.cattle import CattleClass
from portal.law.fines import FINES, Notification, doubling, fine, fine_per_head
from portal.law.money import NOTHING, Money

pytestmark = pytest.mark.law("4(a)")
SCHEDULE = {1: "15-0", 2: "7-8", 3: "3-0", 4: "2-8", 5: "2-0", 6: "2-0", 7: "1-8", 8: "1-0"}
PAISE = {1: 1500, 2: 750, 3: 300, 4: 250, 5: 200, 6: 200, 7: 150, 8: 100}
IN_FORCE = Notification("Begum Bazar", date(2026, 11, 1), date(2026, 11, 20), "G.O. 14")


@pytest.mark.parametrize("number", range(1, 9))
def test_the_schedule_stands_in_annas_and_in_paise(number):
    assert FINES[CattleClass(number)].as_annas == SCHEDULE[number]
    assert FINES[CattleClass(number)] == Money(PAISE[number])


def test_no_fine_is_invented_for_an_animal_in_no_class():
    assert fine_per_head(None) == NOTHING
    assert fine(None, 3, "Begum Bazar", date(2026, 11, 18), [IN_FORCE]) == NOTHING


@pytest.mark.parametrize(
    ("day", "doubled"),
    [
        (date(2026, 10, 31), False),
        (date(2026, 11, 1), True),
        (date(2026, 11, 20), True),
        (date(2026, 11, 21), False),
    ],
)
def test_the_day_of_impounding_decides_and_both_end_days_are_inside(day, doubled):
    once = Money(250)
    assert fine(CattleClass.BUFFALO, 1, "Begum Bazar", day, [IN_FORCE]) == (
        once * 2 if doubled else once
    )


@pytest.mark.parametrize("area", ["begum bazar", " BEGUM  BAZAR ", "Begum Bazar"])
def test_an_area_is_the_same_however_it_is_typed(area):
    assert doubling(area, date(2026, 11, 18), [IN_FORCE]) is IN_FORCE


def test_another_area_pays_once():
    assert doubling("Charminar", date(2026, 11, 18), [IN_FORCE]) is None


@given(head=st.integers(1, 50), twice=st.booleans(), order=st.randoms())
def test_two_notifications_double_once_in_whatever_order(head, twice, order):
    other = Notification("Begum Bazar", date(2026, 11, 2), None, "G.O. 15")
    some = [IN_FORCE] * (1 + twice) + [other]
    order.shuffle(some)
    day = date(2026, 11, 18)
    assert fine(CattleClass.COW, head, "Begum Bazar", day, some) == Money(400) * head
