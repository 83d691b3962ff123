"""A code shows that a mobile is one's own: ten minutes, three tries, once, and no more than a few."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portal.law.codes import (
    LIVES,
    CodeSent,
    HolderOfPhone,
    after_wrong_try,
    may_be_sent_at,
    require_may_be_sent,
    require_may_be_tried,
    who_comes_in,
)
from portal.law.offices import Office
from portal.law.refusals_of_codes import (
    CodeDead,
    CodeRunOut,
    CodeUsed,
    NoCodeSent,
    NotByCode,
    TooManyCodes,
)

NOON = datetime(2026, 11, 30, 6, 30, tzinfo=UTC)  # in Hyderabad
A_MOMENT = timedelta(microseconds=1)


def minutes(number):
    return timedelta(minutes=number)


@pytest.mark.parametrize(
    ("after", "refused"), [(minutes(0), False), (LIVES - A_MOMENT, False), (LIVES, True)]
)
def test_a_code_lives_ten_minutes(after, refused):
    code = CodeSent(until=NOON + minutes(10))
    assert minutes(10) == LIVES
    if refused:
        with pytest.raises(CodeRunOut, match="run out"):
            require_may_be_tried(code, NOON + after)
    else:
        require_may_be_tried(code, NOON + after)


def test_a_code_is_tried_three_times_and_then_is_dead():
    said = []
    for wrong in range(3):
        code = CodeSent(until=NOON + LIVES, wrong_tries=wrong)
        require_may_be_tried(code, NOON)
        said.append(after_wrong_try(code).sentence)
    assert said[:2] == ["The code is wrong. 2 more tries.", "The code is wrong. 1 more try."]
    assert "Ask for a new code" in said[2]
    with pytest.raises(CodeDead):
        require_may_be_tried(CodeSent(until=NOON + LIVES, wrong_tries=3), NOON)


def test_a_code_is_used_once_and_without_one_nothing_is_tried():
    with pytest.raises(CodeUsed):
        require_may_be_tried(CodeSent(until=NOON + LIVES, used=True), NOON)
    with pytest.raises(NoCodeSent):
        require_may_be_tried(None, NOON)


@pytest.mark.parametrize(
    ("every", "number", "free_again"),
    [(minutes(1), 5, minutes(60)), (minutes(60), 10, minutes(24 * 60))],
    ids=["five in an hour", "ten in a day"],
)
def test_a_mobile_gets_so_many_codes_and_is_told_when_the_next(every, number, free_again):
    sent = [NOON + every * one for one in range(number)]
    require_may_be_sent(sent[:-1], sent[-1])
    again = NOON + free_again
    with pytest.raises(TooManyCodes) as refused:
        require_may_be_sent(sent, again - A_MOMENT)
    assert refused.value.again == again
    require_may_be_sent(sent, again)


def test_the_hour_told_is_never_too_early():
    refusal = TooManyCodes(NOON + timedelta(seconds=1))
    assert "after 12:01 on Mon 30 Nov 2026" in refusal.sentence


@given(st.lists(st.integers(0, 60 * 48), max_size=60), st.integers(0, 60 * 48))
def test_whenever_codes_are_asked_for_no_hour_has_six_and_no_day_eleven(asked, when):
    sent = []
    for minute in sorted(asked):
        now = NOON + minutes(minute)
        if may_be_sent_at(sent, now) <= now:
            sent.append(now)
    until = NOON + minutes(when)
    assert len([at for at in sent if until - minutes(60) < at <= until]) <= 5
    assert len([at for at in sent if until - minutes(24 * 60) < at <= until]) <= 10


def test_a_thousand_guesses_sent_in_an_hour_get_eighteen_tries_at_the_most():
    """Whoever guesses asks for a code whenever he may, and tries as often as he may."""
    sent, code, tried = [], None, []
    for guess in range(8_000):  # over eight hours, so that the worst hour is among them
        now = NOON + timedelta(seconds=3.6 * guess)
        try:
            require_may_be_tried(code, now)
        except (NoCodeSent, CodeDead, CodeRunOut):
            if may_be_sent_at(sent, now) > now:
                continue
            sent.append(now)
            code = CodeSent(until=now + LIVES)
        code = CodeSent(code.until, code.wrong_tries + 1)
        tried.append(now)
    worst = max(len([at for at in tried if start <= at < start + minutes(60)]) for start in tried)
    assert 15 <= worst <= 18
    assert len(tried) == 30, "ten codes in the day"


@pytest.mark.parametrize(
    ("holders", "comes_in"),
    [
        ([], None),
        ([{Office.BIDDER}], 1),
        ([{Office.CLERK, Office.BIDDER}], 1),
        ([{Office.CLERK}, {Office.BIDDER}], 2),
        ([{Office.BIDDER}, {Office.BIDDER}], 1),
    ],
    ids=[
        "nobody",
        "a bidder",
        "a clerk who is a bidder too",
        "a clerk and a bidder",
        "two bidders",
    ],
)
def test_a_right_code_lets_in_a_bidder(holders, comes_in):
    people = [HolderOfPhone(number, offices) for number, offices in enumerate(holders, 1)]
    assert who_comes_in(people) == comes_in


@pytest.mark.parametrize(
    "offices", [{one} for one in Office if one is not Office.BIDDER] + [set()], ids=str
)
def test_a_code_lets_in_nobody_who_is_on_the_register_otherwise(offices):
    with pytest.raises(NotByCode, match="Come to the desk"):
        who_comes_in([HolderOfPhone(1, offices)])
