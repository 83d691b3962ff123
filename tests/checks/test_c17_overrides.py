"""C17: of all the ways in which a hold might be lifted, only two officers without a part lift it."""

import itertools
from datetime import date, timedelta

import pytest
from builders import KEY

from portal.actions import checks, staff
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
from portal.law.offices import Office
from portal.law.refusals import PurchaserBarred, Refusal
from portal.law.refusals_of_cards import CardNeedsCheck
from portal.law.screening import (
    ADDRESS,
    BANK,
    BESIDE_A_NAME,
    DEVICE,
    HARD,
    IDENTITY,
    PHONE,
    BarredOffice,
    Common,
    Outcome,
    screen,
)
from portal.registers.cards import find_card
from portal.registers.matching import hide_all
from portal.registers.people import Officer
from portal.registers.screening import last_screening

TODAY = date(2026, 11, 30)
POUND = 1
WORDS = "His voter slip and his passbook show another man."


def common(*shared, name=0, of_kin=()):
    return Common(
        4, BarredOffice.POLICE_OFFICER, frozenset(shared), of_kin=frozenset(of_kin), name=name
    )


VERDICTS = {
    **{f"a true match by {kind}": screen([common(kind)]) for kind in sorted(HARD)},
    "an account and a like name": screen([common(BANK, name=90)]),
    **{f"a shared {kind}": screen([common(kind)]) for kind in (PHONE, BANK, ADDRESS, DEVICE)},
    "kin": screen([common(of_kin=[IDENTITY])]),
    "a name and one thing more": screen([common(min(BESIDE_A_NAME), name=95)]),
    "barred before": screen([], barred_before=True),
    "a name alone": screen([common(name=95)]),
    "nothing": screen([]),
}


def deciders():
    """Every combination of the ties an officer may have; the one without any is the last."""
    for same_pound, part, shares, before in itertools.product([True, False], repeat=4):
        yield (
            (same_pound, part, shares, before),
            Decider(
                same_people=frozenset({9}),
                pounds=frozenset({POUND, 2} if same_pound else {2}),
                shares=frozenset({PHONE}) if shares else frozenset(),
                had_a_part=part,
            ),
            [Found(Finding.CLEARED, frozenset({9, 11}), TODAY)] if before else [],
        )


@pytest.mark.check("C17")
@pytest.mark.parametrize("what", VERDICTS)
def test_of_all_combinations_only_an_officer_without_any_tie_decides_and_only_on_a_hold(what):
    tried = passed = 0
    verdict = VERDICTS[what]
    for ties, decider, before in deciders():
        for finding, reason, words in itertools.product(Finding, Reason, ("", "x" * 29, WORDS)):
            fits = (finding is Finding.CLEARED) == (reason in CLEARING)
            tried += 1
            try:
                require_may_check(decider, verdict, POUND, before)
                require_reason(finding, reason, words)
            except Refusal:
                continue
            passed += 1
            assert verdict.outcome is Outcome.HOLD
            assert not any(ties)
            assert fits
            assert words == WORDS
    assert tried == 16 * len(Finding) * len(Reason) * 3
    assert passed == (len(Reason) if verdict.outcome is Outcome.HOLD else 0)


@pytest.mark.check("C17")
@pytest.mark.parametrize("what", VERDICTS)
def test_no_row_of_findings_lifts_a_true_match_or_counts_one_person_twice(what):
    """All rows of up to three findings, by three officers, fresh or lapsed."""
    verdict = VERDICTS[what]
    needed = 2 if verdict.by_key else 1
    one_finding = list(itertools.product(Finding, (5, 6, 7), (0, 91)))
    for length in range(4):
        for row in itertools.product(one_finding, repeat=length):
            found = [
                Found(finding, frozenset({who}), TODAY - timedelta(days=age))
                for finding, who, age in row
            ]
            came_to = after_checks(verdict, found, TODAY)
            if verdict.outcome is not Outcome.HOLD:
                assert came_to is verdict.outcome
                continue
            last_bar = max((n for n, one in enumerate(row) if one[0] is Finding.BARRED), default=-1)
            clears = {who for finding, who, age in row[last_bar + 1 :] if age == 0}
            lifted = len(clears) >= needed
            assert (came_to is Outcome.NOTE) == lifted, row
            if not lifted:
                assert came_to is (Outcome.BAR if last_bar >= 0 else Outcome.HOLD)


def officer(people, clock, name, office, **more):
    pound_id = more.pop("pound_id", None)
    by = people[Office.ADMINISTRATOR]
    person = staff.enter_person(
        by, clock, name=name, sign_in_name=name, known_by=hide_all(KEY, **more)
    )
    staff.appoint(
        by, clock, person=person.id, office=office, order_number=f"T-{name}",
        since=date(2026, 1, 1), pound_id=pound_id,
    )  # fmt: skip
    return Officer(person.id, office)


@pytest.mark.check("C17")
def test_of_all_pairs_of_officers_only_two_without_a_part_let_a_held_card_pay(
    inside, hands, people, clock
):
    """Forty-nine pairs by the acts themselves, each on a card of its own."""
    claims = Office.CLAIMS_OFFICER
    two = {
        "first": people[claims],
        "first again": officer(people, clock, "again", claims, identity="OFFICER CLAIMS_OFFICER"),
        "second": people[Office.COMMISSIONER],
        "giver": officer(people, clock, "giver", claims, identity="OFFICER CLERK"),
        "same pound": officer(people, clock, "near", claims, identity="P 1", pound_id=POUND),
        "unknown": officer(people, clock, "unknown", claims),
        "no duty": people[Office.AUDITOR],
    }
    lawful = {("first", "second"), ("second", "first"), ("first again", "second")}
    lawful |= {("second", "first again")}
    pairs = list(itertools.product(two, repeat=2))
    case = hands.take_in(1)
    clock.go(2026, 11, 30)
    sale = hands.arrange(case)
    hands.open(sale)
    for number, _pair in enumerate(pairs):
        phone = f"97000{number:05}"
        hands.list_staff(name=f"PC {number}", phone=phone)
        hands.give_card(sale, 200 + number, f"Bidder {number}", phone=phone)
    passed = set()
    for number, pair in enumerate(pairs):
        card = find_card(sale, 200 + number)
        for name in pair:
            try:
                checks.decide_check(
                    two[name], clock, screening=last_screening(card.id).id,
                    finding=Finding.CLEARED, reason=Reason.SHARED_BY_MANY, words=WORDS,
                )  # fmt: skip
            except (Refusal, PermissionError):
                continue
        if last_screening(card.id).came_to < Outcome.HOLD:
            passed.add(pair)
    assert passed == lawful
    assert len(pairs) == 49
    hands.bring_in(sale)
    held = 200 + pairs.index(("first", "first again"))
    hands.bid(sale, 5_000, card=held)
    hands.knock_down(sale, 5_000, card=held)
    with pytest.raises((CardNeedsCheck, PurchaserBarred)):
        hands.pay(sale, 5_000, payer=find_card(sale, held).name)
