"""Deposits of bidders: taken, given back, forfeited, reversed; all through the ledger."""

import pytest
import sqlalchemy as sa
from builders import rupees

from portal.actions import ring
from portal.actions.official import NotYourDuty
from portal.law.deposits import DepositState
from portal.law.ledger import Account
from portal.law.offices import Office
from portal.law.refusals import PurchaserBarred
from portal.law.refusals_of_books import NothingChanged, SaleClosed
from portal.law.refusals_of_deposits import (
    CardsAreGiven,
    DepositNotWhole,
    DepositStands,
    LotsNotPaid,
    NoDefault,
    NoDepositAsked,
    NoDepositStands,
    NothingToTakeBack,
    StillBids,
)
from portal.registers.base import NotOnRegister, db
from portal.registers.books import differences
from portal.registers.cards import Card, find_card
from portal.registers.deposits import (
    Deposit,
    DepositEnd,
    deposit_asked,
    deposit_of_card,
    deposit_to_pay,
    deposits_at,
    standing_deposit,
)
from portal.registers.journal import JournalLine
from portal.registers.ledger import balances
from portal.registers.prepared import Prepared

NOTHING = rupees(0)


@pytest.fixture
def sale(inside, hands, clock):
    """A sale that asks for ₹2,000, open, with cards 23 and 41 and lot 1 in the ring."""
    case = hands.take_in(1)
    clock.go(2026, 11, 30)
    sale = hands.arrange(case)
    hands.ask_for_deposit(sale)
    hands.open(sale)
    hands.give_card(sale, 23)
    hands.give_card(sale, 41, "Sayeed")
    hands.bring_in(sale)
    return sale


@pytest.fixture(autouse=True)
def the_books_agree_in_the_end(inside):
    yield
    db.session.rollback()
    assert list(differences()) == []
    db.session.rollback()


def state(sale, card=23):
    return deposit_of_card(find_card(sale, card)).state


def money():
    found = balances()
    return found[Account.CASH], found[Account.DEPOSITS], found[Account.FORFEITS]


def close(hands, sale):
    hands.close(sale)


def test_a_sale_asks_for_no_deposit_unless_it_says_so(inside, hands, clock):
    hands.take_in(1)
    sale = hands.arrange()
    hands.give_card(sale, 23)
    assert deposit_asked(sale) is None
    assert state(sale) is DepositState.NOT_ASKED
    with pytest.raises(NoDepositAsked):
        hands.take_deposit(sale, 23)


def test_the_deposit_is_a_term_fixed_before_the_first_card(inside, hands):
    sale = hands.arrange()
    hands.ask_for_deposit(sale, 50_000)
    hands.ask_for_deposit(sale, 5_000)
    with pytest.raises(NothingChanged):
        hands.ask_for_deposit(sale, 5_000)
    hands.ask_for_deposit(sale, 0)
    assert deposit_asked(sale) is None
    with pytest.raises(NothingChanged):
        hands.ask_for_deposit(sale, 0)
    hands.ask_for_deposit(sale, 5_000)
    hands.give_card(sale, 23)
    with pytest.raises(CardsAreGiven):
        hands.ask_for_deposit(sale, 2_000)
    assert deposit_asked(sale) == rupees(5_000)
    assert state(sale) is DepositState.TO_PAY


def test_a_deposit_of_a_closed_sale_is_neither_asked_nor_taken(sale, hands):
    ring.pass_lot(hands.people[Office.CLERK], hands.clock, sale=sale, lot=1, reason="no bid")
    close(hands, sale)
    with pytest.raises(SaleClosed):
        hands.take_deposit(sale, 23)
    with pytest.raises(SaleClosed):
        hands.ask_for_deposit(sale, 1_000)


def test_a_deposit_is_taken_whole_once_and_held(sale, hands):
    for wrong in (1_999, 2_001, 4_000):
        with pytest.raises(DepositNotWhole):
            hands.take_deposit(sale, 23, wrong)
    assert money() == (NOTHING, NOTHING, NOTHING)
    taken = hands.take_deposit(sale, 23, mode="UPI", reference="412345678907")
    assert (taken.written, taken.payer, taken.amount) == ("D-2026-1", "Ramesh Y.", rupees(2_000))
    assert money() == (rupees(-2_000), rupees(2_000), NOTHING)
    with pytest.raises(DepositStands, match="D-2026-1"):
        hands.take_deposit(sale, 23)
    assert hands.take_deposit(sale, 41).written == "D-2026-2"
    assert (state(sale), standing_deposit(find_card(sale, 23).id).id) == (
        DepositState.PAID,
        taken.id,
    )


def test_no_deposit_is_taken_from_one_who_may_not_buy(sale, hands):
    hands.list_staff(identity="ID-23")
    with pytest.raises(PurchaserBarred):
        hands.take_deposit(sale, 23)
    with pytest.raises(NotOnRegister):
        hands.take_deposit(sale, 99)


def test_one_who_may_not_buy_any_more_gets_his_deposit_back(sale, hands):
    hands.take_deposit(sale, 23)
    hands.list_staff(identity="ID-23")
    hands.refund_deposit(sale, 23)
    assert money() == (NOTHING, NOTHING, NOTHING)


def test_a_deposit_is_given_back_once_to_the_one_who_paid_it(sale, hands):
    hands.take_deposit(sale, 23)
    hands.refund_deposit(sale, 23)
    assert money() == (NOTHING, NOTHING, NOTHING)
    assert state(sale) is DepositState.REFUNDED
    line = db.session.scalars(sa.select(JournalLine).order_by(JournalLine.id.desc())).first()
    assert line.particulars["to"] == "Ramesh Y."
    with pytest.raises(NoDepositStands):
        hands.refund_deposit(sale, 23)
    hands.take_deposit(sale, 23)
    assert state(sale) is DepositState.PAID


def test_a_deposit_is_not_given_back_while_its_card_may_still_owe(sale, hands, clock):
    hands.take_deposit(sale, 23)
    hands.bid(sale, 5_000)
    with pytest.raises(StillBids, match="lot 1"):
        hands.refund_deposit(sale, 23)
    hands.knock_down(sale, 5_000)
    with pytest.raises(LotsNotPaid, match="lot 1"):
        hands.refund_deposit(sale, 23)
    close(hands, sale)
    with pytest.raises(LotsNotPaid):
        hands.refund_deposit(sale, 23)
    hands.pay(sale, 5_000)
    clock.days_later(30)
    hands.refund_deposit(sale, 23)
    assert state(sale) is DepositState.REFUNDED


def test_a_bid_in_the_ring_that_was_named_for_a_card_counts_as_its_own(sale, hands):
    hands.take_deposit(sale, 41)
    hands.bid(sale, 5_000, card=None)
    ring.name_card(hands.people[Office.CLERK], hands.clock, sale=sale, lot=1, place=1, card=41)
    with pytest.raises(StillBids):
        hands.refund_deposit(sale, 41)
    hands.knock_down(sale, 5_000, card=41)
    hands.default(sale)
    hands.forfeit_deposit(sale, 41)
    assert state(sale, 41) is DepositState.FORFEITED


def test_a_deposit_is_forfeited_when_the_day_to_pay_is_over(sale, hands, clock):
    hands.take_deposit(sale, 23)
    hands.take_deposit(sale, 41)
    hands.bid(sale, 5_000)
    hands.knock_down(sale, 5_000)
    close(hands, sale)
    with pytest.raises(NoDefault):
        hands.forfeit_deposit(sale, 23)
    clock.days_later(1, hour=0)
    with pytest.raises(NoDefault):
        hands.forfeit_deposit(sale, 41)
    hands.forfeit_deposit(sale, 23)
    assert money() == (rupees(-4_000), rupees(2_000), rupees(2_000))
    for ending in (hands.refund_deposit, hands.forfeit_deposit):
        with pytest.raises(NoDepositStands):
            ending(sale, 23)
    hands.refund_deposit(sale, 41)


def test_a_lot_opened_again_because_it_was_heard_wrongly_is_no_default(sale, hands):
    hands.take_deposit(sale, 23)
    hands.bid(sale, 5_000)
    hands.knock_down(sale, 5_000)
    by = hands.people[Office.CLERK]
    ring.reopen_lot(by, hands.clock, sale=sale, lot=1, reason="heard wrongly")
    with pytest.raises(NoDefault):
        hands.forfeit_deposit(sale, 23)
    ring.strike_out_bid(by, hands.clock, sale=sale, lot=1, place=1, reason="wrong card")
    with pytest.raises(NoDefault):
        hands.forfeit_deposit(sale, 23)
    hands.refund_deposit(sale, 23)


def test_one_default_costs_one_deposit(sale, hands):
    hands.take_deposit(sale, 23)
    hands.bid(sale, 5_000)
    hands.knock_down(sale, 5_000)
    hands.default(sale)
    hands.forfeit_deposit(sale, 23)
    hands.take_deposit(sale, 23)
    with pytest.raises(NoDefault):
        hands.forfeit_deposit(sale, 23)
    hands.refund_deposit(sale, 23)


def test_a_deposit_entered_wrongly_is_reversed_and_counts_as_never_paid(sale, hands):
    wrong = hands.take_deposit(sale, 23)
    hands.reverse_deposit(wrong)
    assert money() == (NOTHING, NOTHING, NOTHING)
    assert state(sale) is DepositState.TO_PAY
    with pytest.raises(NoDepositStands):
        hands.reverse_deposit(wrong)
    with pytest.raises(NothingToTakeBack):
        hands.reverse_deposit_end(wrong)
    assert hands.take_deposit(sale, 23).written == "D-2026-2"
    given_back = hands.refund_deposit(sale, 23)
    with pytest.raises(NoDepositStands):
        hands.reverse_deposit(given_back)


@pytest.mark.parametrize("ending", ["refund_deposit", "forfeit_deposit"])
def test_an_end_entered_wrongly_is_reversed_and_the_deposit_stands_again(sale, hands, ending):
    taken = hands.take_deposit(sale, 23)
    with pytest.raises(NothingToTakeBack):
        hands.reverse_deposit_end(taken)
    if ending == "forfeit_deposit":
        hands.bid(sale, 5_000)
        hands.knock_down(sale, 5_000)
        hands.default(sale)
    getattr(hands, ending)(sale, 23)
    hands.reverse_deposit_end(taken)
    assert money() == (rupees(-2_000), rupees(2_000), NOTHING)
    assert state(sale) is DepositState.PAID
    with pytest.raises(NothingToTakeBack):
        hands.reverse_deposit_end(taken)
    getattr(hands, ending)(sale, 23)
    another = hands.take_deposit(sale, 23)
    with pytest.raises(DepositStands, match=another.written):
        hands.reverse_deposit_end(taken)


def test_deposits_are_for_those_who_take_the_hammer_money(sale, hands, people):
    deposit = hands.take_deposit(sale, 23)
    hands.people = dict.fromkeys(Office, people[Office.POUND_KEEPER])
    for act in (
        lambda: hands.ask_for_deposit(sale),
        lambda: hands.take_deposit(sale, 41),
        lambda: hands.refund_deposit(sale, 23),
        lambda: hands.forfeit_deposit(sale, 23),
        lambda: hands.reverse_deposit(deposit),
        lambda: hands.reverse_deposit_end(deposit),
    ):
        with pytest.raises(NotYourDuty):
            act()


def test_the_ring_asks_in_its_own_question_what_a_card_has_still_to_pay(sale, hands):
    asks = Prepared(
        sa.select(Card.number, deposit_to_pay().label("owes"))
        .where(Card.sale_id == sa.bindparam("sale"))
        .order_by(Card.number)
    )

    def told(of):
        found = [(row.number, row.owes or None) for row in asks.all(sale=of)]
        db.session.rollback()
        return found

    hands.take_deposit(sale, 23)
    assert told(sale) == [(23, None), (41, rupees(2_000))]
    hands.refund_deposit(sale, 23)
    assert told(sale)[0] == (23, rupees(2_000))
    hands.reverse_deposit_end(db.session.get(Deposit, 1))
    assert told(sale)[0] == (23, None)
    free = hands.arrange()
    hands.give_card(free, 7)
    assert told(free) == [(7, None)]
    taken_away = hands.arrange()
    hands.ask_for_deposit(taken_away)
    hands.ask_for_deposit(taken_away, 0)
    hands.give_card(taken_away, 8)
    assert told(taken_away) == [(8, None)]


def test_the_desk_is_told_of_every_card_at_once_what_each_is_told_alone(sale, hands):
    hands.give_card(sale, 5, "Latha")
    hands.take_deposit(sale, 23)
    hands.refund_deposit(sale, 23)
    hands.take_deposit(sale, 23)
    hands.reverse_deposit(hands.take_deposit(sale, 5))
    listed = deposits_at(sale)
    assert len(listed) == 3
    for number in (5, 23, 41):
        card = find_card(sale, number)
        assert listed[card.id] == deposit_of_card(card)


def test_the_database_itself_keeps_an_end_without_its_reason_out(sale, hands):
    """Asked of the database with nothing of ours between."""
    hands.take_deposit(sale, 23)
    row = {
        "deposit_id": 1,
        "attempt": 1,
        "lot_id": None,
        "mode": "",
        "reference": "",
        "at": hands.clock.at,
        "on": hands.clock.at.date(),
        "by_id": 1,
        "journal_line_id": 1,
    }
    wrong = (
        {"what": "forgiven", "reason": "x"},
        {"what": "forfeited", "reason": "x"},
        {"what": "reversed", "reason": ""},
        {"what": "refunded", "reason": "", "lot_id": 1},
    )
    for more in wrong:
        with db.engine.connect().execution_options(writing=True) as connection:
            with pytest.raises(sa.exc.IntegrityError):
                connection.execute(sa.insert(DepositEnd).values(row | more))
            connection.rollback()
