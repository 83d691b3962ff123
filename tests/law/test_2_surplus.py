"""The surplus shall be paid to any person who within fifteen days appears and proves."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portal.law.cattle import Animals, CattleClass
from portal.law.dues import DailyRate, Stay, dues
from portal.law.ledger import (
    Account,
    Transfer,
    balance,
    on_appropriation,
    on_buyer_paid,
    on_challan,
    on_hammer,
    on_remittance,
    on_voucher,
    on_voucher_paid,
    reverse,
)
from portal.law.money import NOTHING, Money, total
from portal.law.officers import require_may_decide
from portal.law.readings import (
    AT_ONCE,
    DEFAULT_READINGS,
    NOT_DEDUCTED,
    PROVE,
    Reading,
    Readings,
)
from portal.law.refusals import (
    BelongsToOwner,
    ClaimTooLate,
    ClaimUndecided,
    DecidesOwnMatter,
    NotAppointed,
    NothingToPay,
    NotProved,
    OrderMustNameAll,
    PaymentNotOpen,
    StillClaimable,
    TwoOwners,
)
from portal.law.refusals_of_claims import LinkedWithClaimant
from portal.law.surplus import (
    Claim,
    Destination,
    Finding,
    divide,
    require_claim_in_time,
    require_may_appropriate,
    require_may_pay_owner,
    require_names_all,
    require_one_owner,
    surplus_goes_to,
)

pytestmark = pytest.mark.law("2")
SOLD_ON = date(2026, 11, 30)
SURPLUS = Money.of(rupees=40_482)
prices = st.integers(1, 10**9).map(Money)


def statement(days=13, fee=4_000, expenses=11_500):
    stay = Stay((Animals(CattleClass.BUFFALO, 1),), date(2026, 11, 18), "x")
    rate = DailyRate(date(2026, 1, 1), Money(fee), Money(expenses))
    return dues(stay, stay.impounded_on + timedelta(days - 1), [rate], [], DEFAULT_READINGS)


@given(price=prices, days=st.integers(1, 400), fee=st.integers(0, 10**6))
def test_the_proceeds_are_divided_to_the_last_paisa(price, days, fee):
    charged = statement(days, fee)
    division = divide(price, charged, DEFAULT_READINGS)
    met = total([division.expenses, division.pound_fee, division.fine])
    assert met + division.surplus == price
    assert met + division.shortfall == charged.total
    assert not (division.surplus and division.shortfall)
    assert min(division.surplus, division.shortfall) == NOTHING
    entry = on_hammer(division)
    assert balance(Account.PROCEEDS, entry) == NOTHING
    assert balance(Account.SURPLUS_HELD, entry) == division.surplus
    assert total(balance(one, entry) for one in Account) == NOTHING


@pytest.mark.parametrize(
    ("price", "expenses", "fees", "fine"),
    [(100, 100, 0, 0), (1_495, 1_495, 0, 0), (1_600, 1_495, 105, 0), (2_016, 1_495, 520, 1)],
)
def test_a_short_price_meets_expenses_then_fees_then_the_fine(price, expenses, fees, fine):
    division = divide(Money.of(rupees=price), statement(), DEFAULT_READINGS)
    met = (division.expenses, division.pound_fee, division.fine)
    assert met == tuple(Money.of(rupees=one) for one in (expenses, fees, fine))
    assert division.surplus == NOTHING


def test_the_fine_is_not_deducted_where_r4_is_read_so():
    charged = statement()
    division = divide(Money.of(rupees=42_500), charged, Readings({Reading.R4: NOT_DEDUCTED}))
    assert division.fine == NOTHING
    assert division.surplus == Money.of(rupees=42_500) - charged.expenses - charged.pound_fee


@pytest.mark.parametrize(("day", "late"), [(0, False), (14, False), (15, False), (16, True)])
def test_one_who_appears_on_the_fifteenth_day_is_in_time(day, late):
    appeared = SOLD_ON + timedelta(day)
    if not late:
        require_claim_in_time(appeared, SOLD_ON, (), DEFAULT_READINGS)
        return
    with pytest.raises(ClaimTooLate, match="Tue 15 Dec 2026"):
        require_claim_in_time(appeared, SOLD_ON, (), DEFAULT_READINGS)


def test_a_fifteenth_day_that_is_closed_moves():
    require_claim_in_time(date(2026, 12, 16), SOLD_ON, {date(2026, 12, 15)}, DEFAULT_READINGS)


def claim(finding, day=5, decided=None):
    decided_on = None if decided is None else SOLD_ON + timedelta(decided)
    return Claim("A-1", SOLD_ON + timedelta(day), finding, decided_on)


def on_day(day):
    return SOLD_ON + timedelta(day)


def may_pay(claims, day, readings=DEFAULT_READINGS, surplus=SURPLUS):
    require_may_pay_owner(surplus, SOLD_ON, claims, on_day(day), (), readings)


def may_take(claims, day, readings=DEFAULT_READINGS, surplus=SURPLUS):
    require_may_appropriate(surplus, SOLD_ON, claims, on_day(day), (), readings)


ALLOWED = claim(Finding.ALLOWED)


@pytest.mark.parametrize("day", [5, 14, 15])
def test_money_waits_for_the_last_claim_day_since_a_rival_may_come(day):
    with pytest.raises(PaymentNotOpen, match="Wed 16 Dec 2026"):
        may_pay([ALLOWED], day)
    may_pay([ALLOWED], 16)


def test_money_is_paid_at_once_where_r6_is_read_so():
    at_once = Readings({Reading.R6: AT_ONCE})
    may_pay([ALLOWED], 5, at_once)
    with pytest.raises(ClaimUndecided):
        may_pay([ALLOWED, claim(Finding.UNDECIDED)], 5, at_once)


def test_nothing_moves_while_a_timely_claim_is_undecided():
    waiting = [ALLOWED, claim(Finding.UNDECIDED, day=15)]
    for act in (may_pay, may_take):
        with pytest.raises(ClaimUndecided):
            act(waiting, 40)


def test_a_refused_claim_is_paid_nothing():
    with pytest.raises(NotProved):
        may_pay([claim(Finding.REFUSED)], 16)
    may_take([claim(Finding.REFUSED)], 16)


def test_the_government_does_not_take_what_an_owner_proved():
    with pytest.raises(BelongsToOwner):
        may_take([ALLOWED], 16)


@pytest.mark.parametrize("day", [0, 14, 15])
def test_the_government_waits_until_nobody_can_claim(day):
    with pytest.raises(StillClaimable):
        may_take([], day)
    may_take([], 16)


def test_where_there_is_no_surplus_nobody_is_paid():
    for act in (may_pay, may_take):
        with pytest.raises(NothingToPay):
            act([ALLOWED], 16, surplus=NOTHING)


def test_proof_found_good_after_the_fifteenth_day_is_late_where_r5_is_read_so():
    late = claim(Finding.ALLOWED, day=14, decided=17)
    may_pay([late], 20)
    with pytest.raises(NotProved):
        may_pay([late], 20, Readings({Reading.R5: PROVE}))


claims_made = st.lists(
    st.builds(claim, st.sampled_from(Finding), st.integers(0, 20)), max_size=4
).filter(lambda claims: sum(one.finding is Finding.ALLOWED for one in claims) <= 1)


@given(claims=claims_made, day=st.integers(0, 40), order=st.randoms())
def test_a_surplus_goes_to_one_place_whoever_came_first(claims, day, order):
    shuffled = list(claims)
    order.shuffle(shuffled)
    where, whose = surplus_goes_to(SURPLUS, SOLD_ON, claims, on_day(day), (), DEFAULT_READINGS)
    again, _ = surplus_goes_to(SURPLUS, SOLD_ON, shuffled, on_day(day), (), DEFAULT_READINGS)
    assert where is again
    assert (whose is not None) == (where is Destination.OWNER)
    for act, lawful in ((may_pay, Destination.OWNER), (may_take, Destination.GOVERNMENT)):
        if where is lawful:
            act(claims, day)
        else:
            with pytest.raises(Exception, match="Nothing was"):
                act(claims, day)


def test_an_order_names_every_claim_and_allows_one_at_the_most():
    require_names_all(["A-1", "A-2"], ["A-2", "A-1"])
    for named in (["A-1"], ["A-1", "A-2", "A-3"], []):
        with pytest.raises(OrderMustNameAll, match="A-1, A-2"):
            require_names_all(["A-1", "A-2"], named)
    require_one_owner([Finding.REFUSED, Finding.ALLOWED])
    require_one_owner([Finding.REFUSED, Finding.REFUSED])
    with pytest.raises(TwoOwners):
        require_one_owner([Finding.ALLOWED, Finding.ALLOWED])


def test_nobody_decides_what_he_took_in_himself():
    require_may_decide({7, 70}, 3, [4, None], appointed=True)
    for took_in, claims_taken in ((7, []), (70, []), (3, [7]), (None, [None, 70])):
        with pytest.raises(DecidesOwnMatter):
            require_may_decide({7, 70}, took_in, claims_taken, appointed=True)
    with pytest.raises(NotAppointed):
        require_may_decide({7}, 3, [], appointed=False)


def test_nobody_decides_for_a_claimant_he_is_linked_with():
    with pytest.raises(LinkedWithClaimant, match="A-2"):
        require_may_decide({7}, 3, [4], ["A-2"], appointed=True)


@given(amount=prices)
def test_a_surplus_leaves_the_books_by_one_door(amount):
    held = on_hammer(divide(amount, statement(1, 0, 0), Readings({Reading.R4: NOT_DEDUCTED})))
    paid_in = held + on_buyer_paid(amount)
    to_owner = paid_in + on_voucher(amount) + on_voucher_paid(amount)
    taken = paid_in + on_appropriation(amount) + on_challan(amount) + on_remittance(amount)
    for whole in (to_owner, taken):
        assert {balance(one, whole) for one in Account} == {NOTHING}
    undone = paid_in + on_voucher(amount) + reverse(on_voucher(amount))
    assert balance(Account.SURPLUS_HELD, undone) == amount


def test_a_transfer_moves_a_sum_above_nothing_between_two_accounts():
    with pytest.raises(ValueError, match="above nothing"):
        Transfer(Account.CASH, Account.FINES, NOTHING)
    with pytest.raises(ValueError, match="two accounts"):
        Transfer(Account.CASH, Account.CASH, Money(1))
