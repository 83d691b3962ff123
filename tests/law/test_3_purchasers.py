"""No Police officer or pound-keeper shall directly or indirectly purchase any cattle at a sale."""

import pytest

from portal.law.purchasers import BarredOffice, Match, Purchaser, require_may_purchase
from portal.law.refusals import PurchaserBarred

pytestmark = pytest.mark.law("3")


@pytest.mark.parametrize("office", BarredOffice)
@pytest.mark.parametrize("kind", ["identity number", "phone", "bank account"])
def test_neither_may_purchase(office, kind):
    with pytest.raises(PurchaserBarred) as refused:
        require_may_purchase(Purchaser(30, (Match(kind, office),)))
    assert "police" not in refused.value.sentence.lower(), "no accusation on a screen"


def test_nor_may_one_who_says_that_he_buys_for_them():
    with pytest.raises(PurchaserBarred):
        require_may_purchase(Purchaser(30, buys_for_barred=True))


def test_everybody_else_may():
    require_may_purchase(Purchaser(23))
