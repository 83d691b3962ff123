"""C59: a day more than 24 hours past, or an hour that has not come, moves nothing by one person's
word: by the form, by the act, by a register that is read in, and by a row that is mended.
"""

from dataclasses import replace
from datetime import date, datetime, time, timedelta

import pytest
from builders import KEY, POUND, entry, officer_named, rupees
from ring_harness import tell
from visitor import words

from portal.actions import past_days, pound, register, sales, staff
from portal.law import past_days as law
from portal.law.days import HYDERABAD
from portal.law.offices import Office
from portal.law.refusals import TooEarlyToSell
from portal.law.refusals_of_books import DayNotCome
from portal.law.refusals_of_past_days import DayNeedsAnother, HourNotCome, NoDayWaits
from portal.registers.base import db
from portal.registers.books import differences
from portal.registers.case import CaseStage, gather
from portal.registers.case_list import list_cases
from portal.registers.dues import dues_on
from portal.registers.impound import Impounding, find_impounding, held_rows
from portal.registers.journal import end_of_journal
from portal.registers.matching import hide_all
from portal.registers.past_days import past_day_of, waiting_sheets
from portal.registers.people import Officer
from portal.registers.printed import intake_slip, pen_card
from portal.registers.staying import due_list
from portal.registers.yard_today import yard_today
from portal.sheets.impound_register import Held, Reason, Taken

pytestmark = pytest.mark.check("C59")

A_DAY, THE_FINE = 155, 2.5
REASON = "seen in the paper register"
NOW = datetime(2026, 11, 30, 11, 0, tzinfo=HYDERABAD)
LONG_AGO = date(2026, 11, 10)
OFFSETS = (0, 1, 60, 12 * 60, 24 * 60 - 1, 24 * 60, 24 * 60 + 1, 25 * 60, 11 * 1440, 400 * 1440)


@pytest.fixture
def keeper(people):
    return people[Office.POUND_KEEPER]


@pytest.fixture
def clerk(people):
    return people[Office.CLERK]


@pytest.fixture
def late(inside, keeper, clock):
    """An animal brought in on 10 November and entered on the 30th by the pound-keeper alone."""
    clock.at = NOW
    return take_in(keeper, clock, 412, LONG_AGO)


def take_in(by, clock, number, on, at=None):
    brought = entry(number, on, at=at)
    return pound.take_in(by, clock, pound=POUND, entry=brought).number


def answer(by, clock, case, *, confirmed=True, reason=REASON):
    return past_days.answer_past_day(by, clock, case=case, confirmed=confirmed, reason=reason)


def days_owed(case, clock):
    """For how many days the dues run today, from the sum alone."""
    total = dues_on(find_impounding(case), clock.at.astimezone(HYDERABAD).date()).total
    return (total.paise / 100 - THE_FINE) / A_DAY


def put_up(hands, case):
    sale = hands.arrange()
    return sales.add_lot(
        hands.people[Office.CLERK],
        hands.clock,
        sale=sale,
        case=case,
        starting_price=rupees(500),
        step=rupees(100),
    )


@pytest.mark.parametrize("minutes", OFFSETS)
@pytest.mark.parametrize("sign", [-1, 1])
def test_each_offset_waits_stands_or_is_refused_as_a_count_of_minutes_says(
    inside, keeper, clock, minutes, sign
):
    clock.at = NOW
    brought = NOW + timedelta(minutes=sign * minutes)
    ahead = sign * minutes > 0
    try:
        case = take_in(keeper, clock, 7, brought.date(), time(brought.hour, brought.minute))
    except (HourNotCome, DayNotCome):
        db.session.rollback()
        assert ahead
        assert db.session.query(Impounding).count() == 0
        return
    assert not ahead
    assert (past_day_of(find_impounding(case).id) is not None) == (minutes >= 24 * 60)


def test_without_an_hour_a_day_is_as_old_as_its_beginning(inside, keeper, clock):
    clock.at = NOW
    waiting = [
        past_day_of(
            find_impounding(take_in(keeper, clock, 10 + back, NOW.date() - timedelta(back))).id
        )
        is not None
        for back in range(3)
    ]
    assert waiting == [False, True, True]


def test_both_times_are_kept(late, clock):
    kept = find_impounding(late)
    assert kept.on == LONG_AGO
    assert kept.recorded_at.astimezone(HYDERABAD).date() == NOW.date()
    past, answered = past_day_of(kept.id)
    assert past.at == kept.recorded_at
    assert answered is None


@pytest.mark.law("2")
def test_until_a_second_person_confirms_days_and_dues_count_from_the_entry(late, hands, clock):
    case = gather(find_impounding(late), NOW.date())
    assert case.last_day_to_pay == date(2026, 12, 10)
    assert case.stage is CaseStage.IN_POUND
    assert days_owed(late, clock) == 1
    assert due_list(NOW.date(), 1, 10).count == 0
    (listed,) = list_cases(NOW.date(), size=10).cases
    assert listed.stage is CaseStage.IN_POUND
    with pytest.raises(TooEarlyToSell):
        put_up(hands, late)


def test_the_pens_the_intake_slip_and_the_pen_card_tell_the_day_that_counts(late, clerk, clock):
    def told():
        [animal] = [one for pen in yard_today(NOW.date(), 50).pens for one in pen.animals]
        return animal.last_day, intake_slip(late).facts.last_day, pen_card(late).facts.last_day

    assert set(told()) == {date(2026, 12, 10)}
    answer(clerk, clock, late)
    assert set(told()) == {date(2026, 11, 20)}


@pytest.mark.law("2")
def test_confirmed_by_another_the_day_of_bringing_in_counts(late, hands, clerk, clock):
    answer(clerk, clock, late)
    assert gather(find_impounding(late), NOW.date()).stage is CaseStage.DUE
    assert days_owed(late, clock) == 21
    assert due_list(NOW.date(), 1, 10).count == 1
    (listed,) = list_cases(NOW.date(), size=10).cases
    assert listed.stage is CaseStage.DUE
    assert put_up(hands, late).number == 1
    with pytest.raises(NoDayWaits):
        answer(clerk, clock, late)


def test_a_day_that_does_not_stand_counts_from_its_entry_for_good(late, hands, clerk, clock):
    answer(clerk, clock, late, confirmed=False, reason="the paper says 29 November")
    assert days_owed(late, clock) == 1
    clock.go(2026, 12, 10)
    with pytest.raises(TooEarlyToSell):
        put_up(hands, late)
    clock.go(2026, 12, 11)
    assert due_list(clock.at.date(), 1, 10).count == 1
    put_up(hands, late)


def test_a_bill_made_before_the_second_word_stays_and_the_books_agree(late, hands, clerk, clock):
    released = hands.release(late)
    assert released.owner == "K. Yellaiah"
    answer(clerk, clock, late)
    assert list(differences()) == []


def test_no_sign_in_of_whoever_entered_it_answers_for_it(late, people, clock):
    by = people[Office.COMMAND_LINE]
    keys = hide_all(KEY, identity="OFFICER POUND_KEEPER")
    alias = staff.enter_person(by, clock, name="Another", sign_in_name="alias", known_by=keys)
    for office in (Office.CLERK, Office.COMMISSIONER):
        staff.appoint(
            by, clock, person=alias.id, office=office, order_number="T", since=clock.at.date()
        )
    himself = people[Office.POUND_KEEPER]
    tried = (himself, Officer(alias.id, Office.CLERK), Officer(alias.id, Office.COMMISSIONER))
    before = end_of_journal().id
    for one in tried:
        with pytest.raises(DayNeedsAnother):
            answer(one, clock, late)
    assert end_of_journal().id == before
    answer(officer_named("commissioner", Office.COMMISSIONER), clock, late)
    tell("C59", db.engine.dialect.name, sign_ins=len(tried), answered_alone=0)


def rows(*days, first=1):
    return [
        Taken(n, {"number": f"{n}/2026"}, f"{n:064}", entry(n, on), ())
        for n, on in enumerate(days, start=first)
    ]


def test_the_days_of_a_register_wait_and_are_confirmed_as_a_whole(inside, keeper, clerk, clock):
    clock.at = NOW
    days = [LONG_AGO + timedelta(days=n) for n in range(20)]
    which = {"pound": POUND, "sheet": "november.csv"}
    register.read_in_rows(keeper, clock, **which, rows=rows(*days, NOW.date()))
    (waiting,) = waiting_sheets()
    assert (waiting.count, waiting.first, waiting.last) == (20, days[0], days[-1])
    register.read_in_rows(keeper, clock, **which, rows=rows(LONG_AGO, first=99))
    said = {"sheet": "november.csv", "up_to": waiting.up_to, "confirmed": True, "reason": REASON}
    with pytest.raises(DayNeedsAnother):
        past_days.answer_days_of_register(keeper, clock, **said)
    assert len(past_days.answer_days_of_register(clerk, clock, **said)) == 20
    assert waiting_sheets()[0].count == 1, "what came after the look is not answered for"
    with pytest.raises(NoDayWaits):
        past_days.answer_days_of_register(clerk, clock, **said)
    assert list(differences()) == []


def test_a_mended_row_waits_with_its_register_and_a_coming_hour_is_held(inside, keeper, clock):
    clock.at = NOW
    doubtful = Held(
        2, {"number": "9"}, "f" * 64, (Reason("on", "no_day", "?", can_be_confirmed=False),)
    )
    (ahead,) = rows(NOW.date(), first=3)
    ahead = replace(ahead, entry=entry(3, NOW.date(), at=time(16, 5)))
    register.read_in_rows(keeper, clock, pound=POUND, sheet="r.csv", rows=[doubtful, ahead])
    first, second = held_rows()
    assert second.reasons[0]["code"] == "hour_not_come"
    register.mend_held_row(keeper, clock, row=first.id, entry=entry(9, LONG_AGO))
    assert [(one.sheet, one.count) for one in waiting_sheets()] == [("r.csv", 1)]


def test_on_the_pages_one_enters_and_another_confirms(act, people, clock, sign_in):
    clock.at = NOW
    late = act(lambda: take_in(people[Office.POUND_KEEPER], clock, 412, LONG_AGO))
    keeper, clerk = sign_in(Office.POUND_KEEPER), sign_in(Office.CLERK)
    page = f"/cases/{late}/past-day"
    assert "days and dues count from" in words(keeper.see(f"/cases/{late}"))
    alone = keeper.send(page, word="yes", reason=REASON)
    assert alone.status_code == 422
    assert "Ask another officer" in words(alone.text)
    assert "Choose yes or no" in clerk.send(page, reason=REASON).text
    assert "Write how you know" in clerk.send(page, word="yes").text
    assert late in clerk.see("/register/past-days")
    told = words(clerk.do(page, word="yes", reason=REASON))
    assert "Its day is confirmed" in told
    assert "No day waits" in clerk.see("/register/past-days")
    assert sign_in(Office.ACCOUNTS).send(page, word="no", reason="x").status_code == 403


def test_on_the_pages_a_register_is_confirmed_as_a_whole(act, people, clock, sign_in):
    clock.at = NOW
    sheet = {"pound": POUND, "sheet": "november.csv", "rows": rows(LONG_AGO, LONG_AGO)}
    act(lambda: register.read_in_rows(people[Office.POUND_KEEPER], clock, **sheet))
    clerk = sign_in(Office.CLERK)
    assert "november.csv" in words(clerk.see("/register/past-days"))
    (waiting,) = act(waiting_sheets)
    form = {"sheet": "november.csv", "up_to": str(waiting.up_to), "word": "yes"}
    assert clerk.send("/register/past-days", **form).status_code == 422
    assert "Each of 2 animals" in clerk.do("/register/past-days", **form, reason=REASON)
    again = clerk.send("/register/past-days", **form, reason=REASON)
    assert again.status_code == 422
    assert "no day of the register november.csv waits" in words(again.text)


def test_a_word_of_the_same_person_past_the_acts_is_found_by_verify(
    late, keeper, clock, monkeypatch
):
    monkeypatch.setattr(past_days, "require_not_who_entered", lambda *_: None)
    answer(keeper, clock, late)
    assert any("by one person" in one for one in differences())


def never(*_args, **_kwargs):
    return False


PLANTED = {
    "a past day never waits": ("portal.actions.entries.is_long_past", never),
    "dues run from the day told": (
        "portal.registers.dues.counted_from", lambda impounding, *_: impounding.on,
    ),
    "days run from the day told": (
        "portal.registers.case.counted_from", lambda impounding, *_: impounding.on,
    ),
    "the list of due animals takes the day told": (
        "portal.registers.stages.day_counted", lambda: Impounding.on,
    ),
}  # fmt: skip


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("bug", PLANTED)
def test_a_planted_bug_of_past_days_is_found(inside, keeper, hands, clock, monkeypatch, bug):
    clock.at = NOW
    monkeypatch.setattr(*PLANTED[bug])
    case = take_in(keeper, clock, 412, LONG_AGO)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        test_until_a_second_person_confirms_days_and_dues_count_from_the_entry(case, hands, clock)


def test_the_law_counts_twenty_four_hours():
    brought = NOW - timedelta(hours=24)
    assert not law.is_long_past(brought.date(), brought, NOW)
    assert law.is_long_past(brought.date(), brought - timedelta(microseconds=1), NOW)
