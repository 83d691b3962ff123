"""If the owner or his agent claims delivery, it is delivered on payment of fees and expenses."""

from datetime import date

import pytest

from portal.law.delivery import Payer, require_may_be_delivered
from portal.law.money import Money
from portal.law.readings import TEN_DAYS_ONLY, Reading, Readings
from portal.law.refusals import (
    AlreadyReleased,
    AlreadySold,
    NoAuthority,
    NotWhole,
    PaidTooLate,
)
from portal.law.sale import Impounded

pytestmark = pytest.mark.law("1")
IN_POUND = Impounded(on=date(2026, 11, 18))
OWNER = Payer("K. Yellaiah")
DUE = Money.of(rupees=2017)


def test_the_owner_who_pays_whole_gets_his_animal():
    require_may_be_delivered(IN_POUND, OWNER, DUE, DUE)


@pytest.mark.parametrize("short", [1, 100, DUE.paise, -1])
def test_part_payment_releases_nothing_and_neither_does_more(short):
    with pytest.raises(NotWhole) as refused:
        require_may_be_delivered(IN_POUND, OWNER, Money(DUE.paise - short), DUE)
    assert "Nothing was taken: ₹2,017 is due" in refused.value.sentence


def test_an_agent_shows_by_what_authority_he_comes():
    with pytest.raises(NoAuthority):
        require_may_be_delivered(IN_POUND, Payer("Swamy", "K. Yellaiah", "  "), DUE, DUE)
    require_may_be_delivered(IN_POUND, Payer("Swamy", "K. Yellaiah", "letter seen"), DUE, DUE)


def test_what_was_given_back_or_sold_is_not_delivered_again():
    with pytest.raises(AlreadyReleased):
        require_may_be_delivered(Impounded(on=IN_POUND.on, released=True), OWNER, DUE, DUE)
    with pytest.raises(AlreadySold):
        require_may_be_delivered(Impounded(on=IN_POUND.on, sold=True), OWNER, DUE, DUE)


@pytest.mark.parametrize(("day", "too_late"), [(28, False), (29, True)])
def test_after_day_ten_the_owner_may_pay_unless_r3_is_read_otherwise(day, too_late):
    last, today = date(2026, 11, 28), date(2026, 11, day)
    require_may_be_delivered(IN_POUND, OWNER, DUE, DUE, today=today, last_day_to_pay=last)
    strict = {
        "today": today,
        "last_day_to_pay": last,
        "readings": Readings({Reading.R3: TEN_DAYS_ONLY}),
    }
    if not too_late:
        require_may_be_delivered(IN_POUND, OWNER, DUE, DUE, **strict)
        return
    with pytest.raises(PaidTooLate):
        require_may_be_delivered(IN_POUND, OWNER, DUE, DUE, **strict)
