"""No Police officer or pound-keeper shall directly or indirectly purchase any cattle at a sale."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portal.law.checks import (
    CLEARING,
    Decider,
    Finding,
    Found,
    Reason,
    after_checks,
    require_may_check,
    require_reason,
)
from portal.law.purchasers import require_may_complete, require_may_purchase
from portal.law.refusals import PurchaserBarred
from portal.law.refusals_of_cards import (
    CardNeedsCheck,
    CheckedByOneWithAPart,
    CheckNeedsReason,
    NothingToCheck,
    NotToBeWaived,
)
from portal.law.screening import (
    BANK,
    BESIDE_A_NAME,
    HARD,
    IDENTITY,
    PHONE,
    SHARED,
    BarredOffice,
    Common,
    Outcome,
    screen,
)

pytestmark = pytest.mark.law("3")
OFFICER = BarredOffice.POLICE_OFFICER
TODAY = date(2026, 12, 2)
STRANGER = Decider(frozenset({9}), frozenset({2}))


def shares(*kinds, name=0, kin=()):
    return Common(1, OFFICER, frozenset(kinds), frozenset(kin), name)


@pytest.mark.parametrize("kind", sorted(HARD))
def test_neither_may_purchase(kind):
    verdict = screen([shares(kind)])
    with pytest.raises(PurchaserBarred) as refused:
        require_may_purchase(30, verdict.outcome)
    assert "police" not in refused.value.sentence.lower(), "no accusation on a screen"


def test_nor_may_one_who_says_that_he_buys_for_them():
    assert screen([], buys_for_barred=True).outcome is Outcome.BAR


def test_everybody_else_may():
    require_may_complete(23, screen([]).outcome)


@pytest.mark.parametrize("kind", sorted(SHARED - HARD))
def test_who_shares_a_number_or_a_door_bids_on_condition_and_completes_nothing(kind):
    outcome = screen([shares(kind)]).outcome
    require_may_purchase(30, outcome)
    with pytest.raises(CardNeedsCheck):
        require_may_complete(30, outcome)


def test_an_account_with_a_like_name_is_he():
    assert screen([shares(BANK, name=80)]).outcome is Outcome.BAR
    assert screen([shares(BANK, name=79)]).outcome is Outcome.HOLD


@given(st.integers(0, 100))
def test_a_name_alone_never_blocks_or_holds(name):
    assert screen([shares(name=name)]).outcome in {Outcome.CLEAR, Outcome.NOTE}


@pytest.mark.parametrize("beside", sorted(BESIDE_A_NAME))
def test_a_like_name_and_one_thing_more_is_held(beside):
    assert screen([shares(beside, name=90)]).outcome is Outcome.HOLD
    assert screen([shares(beside, name=89)]).outcome is Outcome.NOTE
    assert screen([shares(beside, name=79)]).outcome is Outcome.CLEAR


@pytest.mark.parametrize("kind", sorted(SHARED))
def test_kin_are_held_never_barred(kind):
    assert screen([shares(kin=[kind])]).outcome is Outcome.HOLD


def test_the_worst_of_all_counts():
    found = screen([shares(name=85), shares(IDENTITY), shares(PHONE)])
    assert [one.outcome for one in found.reasons] == [Outcome.BAR, Outcome.HOLD, Outcome.NOTE]


def cleared(*officers, on=TODAY):
    return [Found(Finding.CLEARED, frozenset({one}), on) for one in officers]


def test_a_shared_number_needs_two_officers():
    verdict = screen([shares(PHONE)])
    assert after_checks(verdict, cleared(1), TODAY) is Outcome.HOLD
    assert after_checks(verdict, cleared(1, 1), TODAY) is Outcome.HOLD
    assert after_checks(verdict, cleared(1, 2), TODAY) is Outcome.NOTE


def test_a_like_name_and_more_needs_one_officer():
    assert after_checks(screen([shares("PIN code", name=95)]), cleared(1), TODAY) is Outcome.NOTE


def test_a_clear_lapses_after_ninety_days():
    verdict = screen([shares("PIN code", name=95)])
    for days, outcome in ((90, Outcome.NOTE), (91, Outcome.HOLD)):
        found = cleared(1, on=TODAY - timedelta(days))
        assert after_checks(verdict, found, TODAY) is outcome


def test_one_who_was_barred_stays_barred_until_as_many_clear_him_since():
    verdict = screen([shares(PHONE)])
    barred = Found(Finding.BARRED, frozenset({3}), TODAY)
    assert after_checks(verdict, [*cleared(1, 2), barred], TODAY) is Outcome.BAR
    assert after_checks(verdict, [barred, *cleared(1)], TODAY) is Outcome.BAR
    assert after_checks(verdict, [barred, *cleared(1, 2)], TODAY) is Outcome.NOTE


@given(st.lists(st.sampled_from([*Finding]), max_size=6))
def test_nobody_at_all_can_waive_a_true_match(findings):
    found = [Found(one, frozenset({at}), TODAY) for at, one in enumerate(findings)]
    assert after_checks(screen([shares(IDENTITY)]), found, TODAY) is Outcome.BAR
    with pytest.raises(NotToBeWaived):
        require_may_check(STRANGER, screen([shares(IDENTITY)]), 1, [])


@pytest.mark.check("C17")
@pytest.mark.parametrize(
    "decider",
    [
        Decider(frozenset({9}), frozenset({1})),
        Decider(frozenset({9}), frozenset({1, 2})),
        Decider(frozenset({9}), frozenset(), had_a_part=True),
        Decider(frozenset({9}), frozenset(), shares=frozenset({PHONE})),
        Decider(frozenset({9, 5}), frozenset()),
    ],
)
def test_no_officer_with_a_part_in_it_decides(decider):
    verdict = screen([shares(PHONE)])
    with pytest.raises(CheckedByOneWithAPart):
        require_may_check(decider, verdict, 1, cleared(5))
    require_may_check(STRANGER, verdict, 1, cleared(5))


def test_what_is_not_held_is_not_decided():
    for verdict in (screen([]), screen([shares(name=85)])):
        with pytest.raises(NothingToCheck):
            require_may_check(STRANGER, verdict, 1, [])


@pytest.mark.parametrize("reason", Reason)
@pytest.mark.parametrize("finding", Finding)
def test_a_finding_needs_a_reason_that_fits_and_thirty_letters(finding, reason):
    words = "His card and his voter slip show another man."
    if (finding is Finding.CLEARED) == (reason in CLEARING):
        require_reason(finding, reason, words)
        with pytest.raises(CheckNeedsReason):
            require_reason(finding, reason, "x" * 29)
        with pytest.raises(CheckNeedsReason):
            require_reason(finding, reason, "x" + " " * 40)
    else:
        with pytest.raises(CheckNeedsReason):
            require_reason(finding, reason, words)
