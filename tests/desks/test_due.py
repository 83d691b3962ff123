"""The due list: oldest first, and for what is not due yet the first day on which it may be sold."""

from datetime import date

import pytest
from visitor import words

from portal.actions import orders
from portal.law.offices import Office


@pytest.fixture
def clerk(sign_in):
    return sign_in(Office.CLERK)


def test_the_first_day_of_sale_is_the_day_after_the_owners_last_closed_days_counted(
    sign_in, act, hands, people, clock
):
    def close_the_tenth_day():
        by = people[Office.COMMISSIONER]
        orders.close_day(by, clock, day=date(2026, 11, 28), why="no office")

    act(close_the_tenth_day)
    act(lambda: hands.take_in(1))
    act(lambda: hands.take_in(2))
    clock.go(2026, 11, 29)
    told = words(sign_in(Office.CLERK).see("/due"))
    assert "0 past the owner's last day" in told
    assert "Next: 2 on Mon 30 Nov 2026" in told
    clock.go(2026, 11, 30)
    assert "2 past the owner's last day" in words(sign_in(Office.CLERK).see("/due"))


def test_the_oldest_stands_first_with_the_days_it_is_past_due(clerk, act, hands, clock):
    act(lambda: hands.take_in(7))
    clock.go(2026, 11, 20)
    act(lambda: hands.take_in(3))
    clock.go(2026, 12, 2)
    page = clerk.see("/due")
    assert page.index('value="2026-7"') < page.index('value="2026-3"')
    assert "Sat 28 Nov 2026 4 Yes" in words(page)
    assert "Mon 30 Nov 2026 2 Yes" in words(page)


def test_who_may_not_arrange_a_sale_sees_no_due_list(sign_in):
    for office in (Office.PUBLIC, Office.POUND_KEEPER, Office.ACCOUNTS):
        assert sign_in(office).get("/due").status_code == 403
