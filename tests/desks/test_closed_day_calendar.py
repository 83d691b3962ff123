"""Closed days are proposed by the week, by a library and by a list, and closed by confirmation."""

import io
import re
from datetime import date

import pytest
from visitor import words

from portal.actions import orders
from portal.law.offices import Office
from portal.law.refusals_of_books import NothingChanged, NumberAlreadyUsed
from portal.law.refusals_of_orders import (
    ClosedDayHasPassed,
    ModifiesFromTomorrow,
    ModifiesNothing,
    NoDayChosen,
)
from portal.registers.orders import closed_days, notifications
from portal.sheets.closed_days import LARGEST, holidays_of, read_list, weekly

PAGE = "/closed-days/proposals"


@pytest.fixture
def commissioner(sign_in):
    return sign_in(Office.COMMISSIONER)


def closed(app):
    with app.app_context():
        return closed_days()


def shown(page):
    """The days that may be ticked on a page, with the reasons it carries."""
    days = re.findall(r'name="shown" value="([^"]+)"', page)
    why = dict(re.findall(r'name="why-([^"]+)" value="([^"]*)"', page))
    return {day: why[day] for day in days}


def test_nothing_is_closed_by_being_proposed(app, commissioner):
    page = commissioner.see(f"{PAGE}?lang=en")
    assert shown(page)["2027-01-26"] == "Republic Day"
    assert "checked" not in page
    assert closed(app) == frozenset()


def test_what_is_ticked_is_closed_with_its_reason_and_the_rest_stays_open(app, commissioner):
    asked = f"{PAGE}?since=1-12-2026&until=31-12-2026&weekday=6"
    offered = shown(commissioner.see(asked))
    assert [day for day, why in offered.items() if "Sunday" in why] == [
        "2026-12-06", "2026-12-13", "2026-12-20", "2026-12-27",
    ]  # fmt: skip
    ticked = ["2026-12-06", "2026-12-25"]
    form = {f"why-{day}": why for day, why in offered.items()}
    page = words(commissioner.do(PAGE, day=ticked, shown=list(offered), **form))
    assert "2 days are closed." in page
    assert "Christmas" in page
    assert closed(app) == {date(2026, 12, 6), date(2026, 12, 25)}
    again = commissioner.see(asked)
    assert "closed already" in again
    assert "2026-12-25" not in shown(again)
    assert "Christmas" in words(commissioner.see("/closed-days"))


def test_a_list_is_shown_first_and_its_doubtful_lines_are_named(app, commissioner):
    sent = (
        "Day,Why\r\n15-01-2027,Sankranti\r\n2027-03-22,Holi, second day\r\nsoon,Ugadi\r\n"
        "16-01-2027,\r\n15/01/2027,again\r\n1-11-2026,past\r\n"
    )
    reply = commissioner.send(PAGE, list=(io.BytesIO(sent.encode()), "days.csv"))
    assert reply.status_code == 200
    assert shown(reply.text) == {"2027-01-15": "Sankranti", "2027-03-22": "Holi, second day"}
    said = words(reply.text)
    for line in (4, 5, 6):
        assert f"Line {line} was left out" in said
    assert closed(app) == frozenset()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe\x00", "not text in UTF-8"),
        (b"x" * (LARGEST + 1), "larger than"),
        (b'"15-01-2027,' * 9, ""),
        (b"", ""),
    ],
)
def test_a_file_that_is_no_list_is_told_so_and_closes_nothing(content, says):
    read = read_list(content)
    assert read.days == ()
    assert says in " ".join(read.doubts)


def test_what_was_made_up_in_the_form_closes_nothing(app, commissioner):
    for form in (
        {},
        {"day": "2026-12-25"},
        {"day": "x", "shown": "x", "why-x": "y"},
        {"day": "2026-12-25", "shown": "2026-12-25", "why-2026-12-25": " "},
        {"day": "2026-11-01", "shown": "2026-11-01", "why-2026-11-01": "past"},
    ):
        reply = commissioner.send(PAGE, **form)
        assert reply.status_code == 422, form
        assert "No day was closed" in reply.text
    assert closed(app) == frozenset()
    for asked in (
        "since=x",
        "since=1-1-2020",
        "until=1-1-2199&since=1-1-2027",
        "since=1-1-2027&weekday=9",
    ):
        assert commissioner.get(f"{PAGE}?{asked}").status_code == 422, asked


def test_only_the_commissioner_sees_proposals_and_closes(sign_in):
    for office in (Office.CLERK, Office.AUDITOR):
        assert sign_in(office).get(PAGE).status_code == 403
        assert sign_in(office).send(PAGE, day="2026-12-25").status_code == 403


def test_a_weekly_day_and_a_holiday_are_found_between_two_days_both_inside():
    sundays = weekly(date(2026, 12, 6), date(2026, 12, 20), {6})
    assert [one.day.day for one in sundays] == [6, 13, 20]
    found = {one.day: one.why for one in holidays_of(date(2027, 1, 26), date(2027, 8, 15))}
    assert found[date(2027, 1, 26)] == "Republic Day"
    assert "Independence Day" in found[date(2027, 8, 15)]
    assert min(found) == date(2027, 1, 26)
    assert max(found) == date(2027, 8, 15)


def test_a_list_that_reaches_back_or_is_empty_is_refused(inside, people, clock):
    by = people[Office.COMMISSIONER]
    with pytest.raises(NoDayChosen):
        orders.close_days(by, clock, days={})
    with pytest.raises(ClosedDayHasPassed):
        orders.close_days(by, clock, days={date(2026, 11, 17): "x", date(2026, 12, 25): "y"})
    assert orders.close_days(by, clock, days={date(2026, 11, 18): "today"}) == 1
    assert closed_days() == {date(2026, 11, 18)}


NOTIFICATION = {"number": "G.O. 14", "area": "Begum Bazar", "since": date(2026, 11, 1)}


@pytest.mark.law("4(a)")
def test_a_modification_ends_the_old_the_day_before_and_never_reaches_back(inside, people, clock):
    by = people[Office.COMMISSIONER]
    orders.publish_notification(by, clock, **NOTIFICATION)

    def modify(**more):
        asked = {
            "modifies": "G.O. 14",
            "number": "G.O. 20",
            "area": "Charminar",
            "since": date(2026, 11, 19),
        }
        return orders.modify_notification(by, clock, **asked | more)

    with pytest.raises(ModifiesFromTomorrow):
        modify(since=date(2026, 11, 18))
    with pytest.raises(ModifiesNothing):
        modify(area="Begum Bazar")
    with pytest.raises(NumberAlreadyUsed):
        modify(number="G.O. 14")
    modify()
    told = {(one.area, one.since, one.until, one.number) for one in notifications()}
    assert told == {
        ("Begum Bazar", date(2026, 11, 1), date(2026, 11, 18), "G.O. 14"),
        ("Charminar", date(2026, 11, 19), None, "G.O. 20"),
    }
    with pytest.raises(NothingChanged):
        modify(number="G.O. 21")


def test_the_page_shows_what_was_modified_by_what(commissioner):
    commissioner.do("/notifications", number="G.O. 14", area="Begum Bazar", since="1-11-2026")
    assert "/notifications/1/modify" in commissioner.see("/notifications")
    form = commissioner.see("/notifications/1/modify")
    assert 'value="Begum Bazar"' in form
    sent = {"number": "G.O. 20", "area": "Begum Bazar", "since": "1-12-2026"}
    assert commissioner.send("/notifications/1/modify", **sent).status_code == 422
    page = commissioner.do("/notifications/1/modify", **sent, until="31-12-2026")
    assert "G.O. 14 is modified by G.O. 20." in page
    assert "modified by G.O. 20" in words(page)
    assert "/notifications/1/modify" not in page
