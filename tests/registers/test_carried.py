"""What is open now is told without reading what is finished, and is told right."""

from datetime import date, datetime

import sqlalchemy as sa
from builders import HYDERABAD, POUND, entry

from portal.actions import pound, surplus, yard
from portal.law.cattle import CattleClass
from portal.law.ledger import Account
from portal.law.offices import Office
from portal.registers import carrying
from portal.registers.aging import held_by_age
from portal.registers.base import db
from portal.registers.books import differences
from portal.registers.carried import acts_since, balances_now, last_carried
from portal.registers.case import CaseStage
from portal.registers.case_list import list_cases
from portal.registers.impound import Impounding, find_impounding
from portal.registers.journal import JournalConcern
from portal.registers.ledger import balances
from portal.registers.reconciled import open_differences, statements_to_look_at
from portal.registers.sales import Lot
from portal.registers.stages import FINISHED, cases_standing, open_cases, stage_on
from portal.registers.staying import count_staying, due_list, in_the_pound, staying
from portal.registers.treasury import appropriations_to_remit, count_in_transit
from portal.registers.yard_undone import YardBook


def standing_of_all(today):
    """Where every case stands, read one by one: what the carried books must come to."""
    found = db.session.execute(sa.select(Impounding.id, stage_on(today)))
    return {number: CaseStage[name] for number, name in found}


def agree(clock):
    today = clock.at.date()
    all_of_them = standing_of_all(today)
    still_open = {number: stage for number, stage in all_of_them.items() if stage not in FINISHED}
    assert {one.id: one.stage for one in open_cases(today)} == still_open
    here = {one.id for one in in_the_pound()}
    assert set(db.session.scalars(sa.select(Impounding.id).where(*staying()))) == here
    assert balances_now() == balances()
    assert list(differences()) == []
    return all_of_them


def test_nothing_is_left_out_whatever_was_done_before_and_since(
    inside, hands, clock, rows_of_every_kind
):
    assert last_carried() is not None
    agree(clock)
    hands.carry_forward()
    finished = len(standing_of_all(clock.at.date())) - len(open_cases(clock.at.date()))
    assert finished >= 3
    assert len(cases_standing(clock.at.date())) < len(standing_of_all(clock.at.date()))
    hands.take_in(890)
    agree(clock)


def test_what_was_finished_and_comes_back_is_looked_at_again(inside, hands, clock):
    taken, paid, back = (hands.take_in(number) for number in (1, 2, 3))
    clock.go(2026, 11, 30)
    hands.sell(taken, 9_000)
    sale = hands.sell(paid, 200, card=24)
    hands.release(back)
    clock.go(2026, 12, 20)
    made = hands.accounts(surplus.appropriate_surplus, case=taken).id
    hands.carry_forward()
    standing = agree(clock)
    assert set(standing.values()) == {
        CaseStage.TO_GOVERNMENT, CaseStage.SETTLED, CaseStage.RELEASED,
    }  # fmt: skip
    assert [one.id for one in appropriations_to_remit()] == [made]
    hands.accounts(surplus.reverse_appropriation, appropriation=made, reason="an owner came")
    assert agree(clock)[find_impounding(taken).id] is CaseStage.SURPLUS_HELD
    assert [one.case for one in held_by_age(clock.at.date())] == [taken]
    hands.order_void(sale, number="V-9")
    hands.make_void(sale)
    assert agree(clock)[find_impounding(paid).id] is CaseStage.DUE
    assert [one.number for one in due_list(clock.at.date(), 1, 50).due] == [paid]
    assert count_staying() == 1


def test_what_one_act_did_to_a_case_is_tied_to_it_in_the_journal(inside, rows_of_every_kind):
    """The carried books stand or fall with it: an act that names no case would hide one."""
    tied = set(
        db.session.execute(sa.select(JournalConcern.journal_line_id, JournalConcern.impounding_id))
    )
    case_of_lot = dict(
        tuple(row) for row in db.session.execute(sa.select(Lot.id, Lot.impounding_id))
    )
    looked_at = 0
    for table in db.metadata.sorted_tables:
        columns = table.columns
        if "journal_line_id" not in columns or not {"impounding_id", "lot_id"} & set(
            columns.keys()
        ):
            continue
        if table is JournalConcern.__table__:
            continue
        for row in db.session.execute(sa.select(table)).mappings():
            case = row.get("impounding_id") or case_of_lot.get(row.get("lot_id"))
            if case is not None:
                looked_at += 1
                assert (row["journal_line_id"], case) in tied, (table.name, dict(row))
    assert looked_at > 50


def test_a_case_left_out_and_a_wrong_balance_are_found_by_the_books(inside, hands, clock):
    case = hands.take_in()
    clock.go(2026, 11, 30)
    hands.sell(case)
    hands.carry_forward(cases=())
    assert f"Carried forward: case {case} is not finished and was left out." in list(differences())
    wrong = {account: money + money for account, money in balances().items()}
    hands.carry_forward(balances=wrong)
    found = [one for one in differences() if "Carried forward" in one]
    assert any(Account.SURPLUS_HELD.value in one for one in found)


def test_the_night_carries_only_where_much_was_done(inside, hands, monkeypatch):
    monkeypatch.setattr(carrying, "LEAST_TOUCHED", 3)
    case = hands.take_in()
    hands.carry_forward()
    for number in range(413, 418):
        assert acts_since() == (number - 413, 1)
        assert not carrying.worth_carrying()
        hands.take_in(number)
    hands.take_in(418)
    assert carrying.worth_carrying()
    assert find_impounding(case).id in {one.id for one in open_cases(hands.clock.at.date())}


def test_a_file_in_which_all_was_answered_is_not_held_against_the_books_at_each_page(
    inside, hands, clock, rows_of_every_kind
):
    assert [one.id for one in statements_to_look_at()] == [1]  # open when it was carried
    hands.carry_forward()
    assert statements_to_look_at() == []
    assert open_differences() == 0


def test_an_animal_whose_buyer_did_not_pay_is_in_the_pound_and_due_again(inside, hands, clock):
    case = hands.take_in()
    clock.go(2026, 11, 30)
    sale = hands.arrange(case)
    hands.open(sale)
    hands.give_card(sale)
    hands.bring_in(sale)
    hands.bid(sale, 5_000)
    hands.knock_down(sale, 5_000)
    hands.carry_forward()
    assert count_staying() == 0
    clock.go(2026, 12, 1)
    hands.put_in_default(sale)
    assert agree(clock)[find_impounding(case).id] is CaseStage.DUE
    assert [one.number for one in due_list(clock.at.date(), 1, 50).due] == [case]


def of_keeper(hands, act, **particulars):
    return act(hands.people[Office.POUND_KEEPER], hands.clock, **particulars)


def test_a_case_whose_animals_all_died_is_carried_no_more_and_comes_back_if_that_was_a_mistake(
    inside, hands, clock
):
    case = hands.take_in()
    number = find_impounding(case).id
    clock.go(2026, 11, 30)
    died = of_keeper(
        hands, yard.enter_death, case=case, cattle_class=CattleClass.BUFFALO, head=1,
        on=date(2026, 11, 29), cause="bloat",
    ).id  # fmt: skip
    assert agree(clock)[number] is CaseStage.DIED
    hands.carry_forward()
    assert cases_standing(clock.at.date()) == []
    assert (count_staying(), due_list(clock.at.date(), 1, 50).count) == (0, 0)
    of_keeper(
        hands, yard.take_back, book=YardBook.DEATH, number=died, reason="it was another animal"
    )
    assert agree(clock)[number] is CaseStage.DUE
    assert due_list(clock.at.date(), 1, 50).count == 1


def test_the_due_list_goes_by_the_day_that_counts_before_and_after_a_second_person_spoke(
    inside, hands, clock
):
    clock.at = datetime(2026, 11, 30, 11, tzinfo=HYDERABAD)
    today = clock.at.date()
    late = of_keeper(
        hands, pound.take_in, pound=POUND, entry=entry(7, date(2026, 11, 1))
    ).number  # fmt: skip
    hands.carry_forward()
    listed = due_list(today, 1, 50)
    assert ([one.number for one in listed.due], listed.count) == ([], 0)
    assert [one.number for one in listed.coming] == [late]
    assert agree(clock)[find_impounding(late).id] is CaseStage.IN_POUND
    hands.confirm_day(late)
    listed = due_list(today, 1, 50)
    assert ([one.number for one in listed.due], listed.coming) == ([late], [])
    assert agree(clock)[find_impounding(late).id] is CaseStage.DUE


def test_an_animal_is_found_by_the_pen_it_was_moved_to(inside, hands, clock):
    first, moved, last = (hands.take_in(number) for number in (1, 2, 3))
    today = clock.at.date()
    assert list_cases(today, words="sick-bay").cases == ()
    made = of_keeper(hands, yard.move, case=moved, pound=POUND, pen="Sick-bay 2", why="it limps")
    hands.carry_forward()
    for asked in ({}, {"stage": CaseStage.IN_POUND}):
        (found,) = list_cases(today, words="sick buffalo", **asked).cases
        assert (found.number, found.pen) == (moved, "Sick-bay 2")
    one, two = (list_cases(today, words="buffalo", size=1, after=on) for on in ("", last))
    assert [page.cases[0].number for page in (one, two)] == [last, moved]
    assert two.after == moved
    (three,) = list_cases(today, words="buffalo", size=1, after=moved).cases
    assert three.number == first
    of_keeper(hands, yard.take_back, book=YardBook.MOVE, number=made.id, reason="it stayed")
    assert list_cases(today, words="sick-bay").cases == ()


def test_a_challan_that_was_undone_is_on_its_way_no_more_and_its_case_is_looked_at(
    inside, hands, clock
):
    case = hands.take_in()
    clock.go(2026, 11, 30)
    hands.sell(case, 9_000)
    clock.go(2026, 12, 20)
    taken = hands.accounts(surplus.appropriate_surplus, case=case).id
    made = hands.accounts(surplus.make_challan, appropriations=(taken,)).id
    assert count_in_transit() == 1
    hands.accounts(
        surplus.enter_treasury_number, challan=made, treasury_number="T-1", on=clock.at.date()
    )
    hands.carry_forward()
    assert (appropriations_to_remit(), count_in_transit()) == ([], 0)
    hands.undo_challan(made)
    hands.carry_forward()
    assert [one.id for one in appropriations_to_remit()] == [taken]
    assert count_in_transit() == 0
    agree(clock)
