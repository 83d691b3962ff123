"""Animals that die in the pound: an end of the same life, and a column of the monthly return."""

import pytest
from visitor import words

from portal.actions import pound
from portal.law.bidding import LotStage
from portal.law.months import Month
from portal.law.offices import Office
from portal.law.refusals import AlreadyReleased, AlreadySold, SaleStopped
from portal.law.refusals_of_past_days import AnimalsDead
from portal.registers.books import differences
from portal.registers.case import CaseStage, gather
from portal.registers.case_list import list_cases
from portal.registers.impound import find_impounding
from portal.registers.returns import monthly_return
from portal.registers.sales import find_lot
from portal.registers.staying import count_staying, due_list


def die(hands, case, cause="bloat, seen by Dr. Rao"):
    return pound.enter_death(hands.people[Office.POUND_KEEPER], hands.clock, case=case, cause=cause)


def buffaloes(month):
    return next(one for one in monthly_return(month).classes if one.called == "class 4")


def test_the_return_tells_who_died_and_they_are_not_in_the_pound_at_the_end(inside, hands, clock):
    dead, other = hands.take_in(1), hands.take_in(2)
    clock.go(2026, 11, 30)
    die(hands, dead)
    november, december = buffaloes(Month(2026, 11)), buffaloes(Month(2026, 12))
    assert (november.came_in, november.died, november.closing) == (2, 1, 1)
    assert (december.opening, december.died, december.closing) == (1, 0, 1)
    assert monthly_return(Month(2026, 11)).figures()["class 4, died"] == 1
    assert count_staying() == 1
    assert [one.number for one in due_list(clock.at.date(), 1, 10).due] == [other]


def test_what_died_is_neither_sold_nor_delivered_and_owes_no_more(inside, hands, clock):
    case = hands.take_in(1)
    clock.go(2026, 11, 30)
    die(hands, case)
    on_the_day = gather(find_impounding(case), clock.at.date()).statement().total
    clock.go(2026, 12, 10)
    standing = gather(find_impounding(case), clock.at.date())
    assert standing.stage is CaseStage.STOPPED
    assert list_cases(clock.at.date(), words="", stage=None, page=1, size=5).cases[0].stage is (
        CaseStage.STOPPED
    )
    assert standing.statement().total == on_the_day
    with pytest.raises(SaleStopped):
        hands.arrange(case)
    for act in (hands.release, lambda one: die(hands, one)):
        with pytest.raises(AnimalsDead):
            act(case)


def test_a_lot_is_withdrawn_when_its_animal_dies_and_what_has_gone_does_not_die(
    inside, hands, clock
):
    standing, released, sold = (hands.take_in(number) for number in (1, 2, 3))
    hands.release(released)
    clock.go(2026, 11, 30)
    sale = hands.arrange(standing)
    die(hands, standing)
    assert find_lot(sale, 1).stage() is LotStage.WITHDRAWN
    hands.sell(sold)
    for case, refusal in ((released, AlreadyReleased), (sold, AlreadySold)):
        with pytest.raises(refusal):
            die(hands, case)
    assert list(differences()) == []


def test_a_death_is_entered_on_its_page_with_its_cause(act, hands, sign_in):
    case = act(lambda: hands.take_in(1))
    keeper = sign_in(Office.POUND_KEEPER)
    page = f"/cases/{case}/death"
    assert page in keeper.see(f"/cases/{case}")
    assert keeper.send(page).status_code == 422
    assert "Died in the pound" in words(keeper.do(page, cause="bloat, seen by Dr. Rao"))
    assert "died in the pound on" in words(keeper.send(page, cause="again").text)
    assert sign_in(Office.AUDITOR).send(page, cause="x").status_code == 403
