"""A deposit is a term of the sale: whole or not at all, once for a card, and ended once."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portal.law.deposits import (
    DepositEnding,
    DepositState,
    Won,
    deposit_state,
    lots_in_default,
    require_deposit,
    require_may_ask,
    require_may_forfeit,
    require_may_refund,
    require_may_take,
)
from portal.law.ledger import (
    Account,
    balance,
    on_deposit_forfeited,
    on_deposit_refunded,
    on_deposit_taken,
    reverse,
)
from portal.law.money import NOTHING, Money
from portal.law.refusals_of_deposits import (
    CardsAreGiven,
    DepositNotPaid,
    DepositNotWhole,
    DepositStands,
    LotsNotPaid,
    NoDefault,
    NoDepositAsked,
    NoDepositStands,
    StillBids,
)

ASKED = Money.of(rupees=2_000)
DAY = date(2026, 11, 30)
NEXT = DAY + timedelta(days=1)
sums = st.integers(1, 10**9).map(Money)


@given(amount=sums)
def test_a_deposit_given_back_leaves_every_account_as_it_was(amount):
    lines = on_deposit_taken(amount) + on_deposit_refunded(amount)
    assert all(balance(account, lines) == NOTHING for account in Account)


@given(amount=sums)
def test_a_forfeited_deposit_is_under_a_head_of_its_own_and_under_none_of_the_act(amount):
    lines = on_deposit_taken(amount) + on_deposit_forfeited(amount)
    assert balance(Account.DEPOSITS, lines) == NOTHING
    assert balance(Account.FORFEITS, lines) == amount
    assert not Account.FORFEITS.government_head
    assert balance(Account.PROCEEDS, lines) == NOTHING


@given(amount=sums)
def test_what_was_entered_wrongly_is_undone_to_the_last_paisa(amount):
    for entry in (on_deposit_taken, on_deposit_refunded, on_deposit_forfeited):
        lines = entry(amount) + reverse(entry(amount))
        assert all(balance(account, lines) == NOTHING for account in Account)


def test_a_card_without_its_deposit_watches_and_does_not_bid():
    require_deposit(41, None)
    require_deposit(41, NOTHING)
    with pytest.raises(DepositNotPaid) as refused:
        require_deposit(41, ASKED)
    assert refused.value.sentence == (
        "Deposit not paid yet: you can watch, not bid. Pay ₹2,000 at the desk."
    )


def test_the_deposit_is_fixed_before_the_first_card():
    require_may_ask(12, 0)
    with pytest.raises(CardsAreGiven, match="sale 12 has given its first card"):
        require_may_ask(12, 1)


@given(offered=st.integers(0, 10**7).map(Money))
def test_a_deposit_is_taken_whole_or_not_at_all(offered):
    if offered == ASKED:
        require_may_take(12, 41, ASKED, offered, None)
        return
    with pytest.raises(DepositNotWhole, match="whole or not at all"):
        require_may_take(12, 41, ASKED, offered, None)


def test_a_deposit_is_taken_only_where_one_is_asked_and_none_stands():
    for asked in (None, NOTHING):
        with pytest.raises(NoDepositAsked):
            require_may_take(12, 41, asked, ASKED, None)
    with pytest.raises(DepositStands, match="D-2026-7"):
        require_may_take(12, 41, ASKED, ASKED, "D-2026-7")


def test_a_deposit_is_given_back_when_nothing_rests_on_it():
    require_may_refund(41, "D-2026-7", [], None)
    with pytest.raises(NoDepositStands):
        require_may_refund(41, None, [], None)
    with pytest.raises(LotsNotPaid, match=r"has not paid for lot 3\."):
        require_may_refund(41, "D-2026-7", [3], None)
    with pytest.raises(LotsNotPaid, match="lots 3, 9"):
        require_may_refund(41, "D-2026-7", [9, 3], None)
    with pytest.raises(StillBids, match="lot 5"):
        require_may_refund(41, "D-2026-7", [], 5)


UNPAID = Won(lot=3, on=DAY, paid=False, stands=True, struck_unpaid=False)
IN_DEFAULT = {
    "the day of the sale is over": (UNPAID, NEXT),
    "the day of the sale is long over": (UNPAID, DAY + timedelta(days=400)),
    "struck out as not paid, the same day": (
        Won(lot=3, on=DAY, paid=False, stands=False, struck_unpaid=True),
        DAY,
    ),
}
NOT_IN_DEFAULT = {
    "the day of the sale still runs": (UNPAID, DAY),
    "paid": (Won(lot=3, on=DAY, paid=True, stands=True, struck_unpaid=False), NEXT),
    "struck out, won again and paid": (
        Won(lot=3, on=DAY, paid=True, stands=False, struck_unpaid=True),
        NEXT,
    ),
    "the hammer was taken back for another reason": (
        Won(lot=3, on=DAY, paid=False, stands=False, struck_unpaid=False),
        NEXT,
    ),
    "a deposit was forfeited for it before": (
        Won(lot=3, on=DAY, paid=False, stands=True, struck_unpaid=False, forfeited_for=True),
        NEXT,
    ),
}


@pytest.mark.parametrize("how", IN_DEFAULT)
def test_a_deposit_is_forfeited_after_a_default(how):
    won, today = IN_DEFAULT[how]
    require_may_forfeit(41, "D-2026-7", [won], 3, today)
    assert lots_in_default([won, won], today) == (3,)
    with pytest.raises(NoDefault):
        require_may_forfeit(41, "D-2026-7", [won], 4, today)
    with pytest.raises(NoDepositStands):
        require_may_forfeit(41, None, [won], 3, today)


@pytest.mark.parametrize("how", NOT_IN_DEFAULT)
def test_a_deposit_is_forfeited_for_nothing_else(how):
    won, today = NOT_IN_DEFAULT[how]
    assert lots_in_default([won], today) == ()
    with pytest.raises(NoDefault, match="in no default on lot 3"):
        require_may_forfeit(41, "D-2026-7", [won], 3, today)


@pytest.mark.parametrize(
    ("asked", "stands", "ended", "state"),
    [
        (None, False, None, DepositState.NOT_ASKED),
        (ASKED, False, None, DepositState.TO_PAY),
        (ASKED, True, None, DepositState.PAID),
        (ASKED, False, DepositEnding.REFUNDED, DepositState.REFUNDED),
        (ASKED, False, DepositEnding.FORFEITED, DepositState.FORFEITED),
        (ASKED, False, DepositEnding.REVERSED, DepositState.TO_PAY),
    ],
)
def test_a_card_is_told_where_its_deposit_stands(asked, stands, ended, state):
    assert deposit_state(asked, stands=stands, ended=ended) is state
