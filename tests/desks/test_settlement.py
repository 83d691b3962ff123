"""Settlement: what was hammered down is what was paid and what is not paid yet."""

import pytest
from visitor import words

from portal.law.offices import Office
from portal.registers.base import db
from portal.registers.settlement import Receipt


@pytest.fixture
def clerk(sign_in):
    return sign_in(Office.CLERK)


@pytest.fixture
def sale(act, hands, clock):
    """Lots 1 and 2 sold at 5,000 and 42,500; lot 3 waits."""
    cases = act(lambda: [hands.take_in(number) for number in (1, 2, 3)])
    clock.go(2026, 11, 30)

    def set_up():
        sale = hands.arrange(*cases)
        hands.open(sale)
        hands.give_card(sale, 23)
        for lot, price in ((1, 5_000), (2, 42_500)):
            hands.bring_in(sale, lot)
            hands.bid(sale, price, lot=lot)
            hands.knock_down(sale, price, lot=lot)
        return sale

    return act(set_up)


def figures(clerk, sale):
    page = words(clerk.see(f"/sales/{sale}/settlement"))
    return page[page.index("Settlement ₹") :][:80]


def test_the_hammer_is_what_was_paid_and_what_was_not(clerk, sale):
    assert figures(clerk, sale).startswith(
        "Settlement ₹47,500 hammer, all lots ₹0 paid ₹47,500 not paid yet"
    )
    payment = {
        "payer": "Ramesh Y.",
        "offered": "42,500",
        "mode": "UPI",
        "reference": "123456789012",
    }
    clerk.do(f"/sales/{sale}/lots/2/payment", **payment)
    assert "₹42,500 paid ₹5,000 not paid yet" in figures(clerk, sale)
    assert "/receipts/2026/1" in clerk.see(f"/sales/{sale}/settlement")
    assert "₹42,500 is paid" in words(clerk.see(f"/sales/{sale}/lots/2/payment"))
    clerk.do("/receipts/2026/1/reversal", reason="wrong lot typed")
    assert "₹0 paid ₹47,500 not paid yet" in figures(clerk, sale)


def test_one_who_may_not_buy_may_not_pay_for_another(app, clerk, act, hands, sale):
    act(lambda: hands.list_staff(identity="SAMPLE 7"))
    page = f"/sales/{sale}/lots/1/payment"
    payment = {"payer": "Somebody", "offered": "5000", "mode": "cash"}
    barred = clerk.send(page, **payment, payer_identity="sample-7")
    assert barred.status_code == 403
    assert "Swamy" not in barred.text
    assert 'value="Somebody"' in barred.text
    unread = clerk.send(page, **payment, payer_identity="౭౭౭౭")
    assert unread.status_code == 422
    assert "must be written with A to Z and 0 to 9" in words(unread.text)
    with app.app_context():
        assert db.session.query(Receipt).count() == 0
        db.session.remove()


def test_what_was_not_sold_is_not_paid_for(clerk, sale):
    for lot in (3, 9, 10**30):
        assert clerk.get(f"/sales/{sale}/lots/{lot}/payment").status_code == 404
    payment = {"payer": "Ramesh Y.", "offered": "5000", "mode": "cash"}
    assert clerk.send(f"/sales/{sale}/lots/3/payment", **payment).status_code in {404, 422}
    assert clerk.get("/sales/9/settlement").status_code == 404


def test_settlement_is_for_those_who_take_the_hammer_money(sign_in, sale):
    for office in (Office.PUBLIC, Office.POUND_KEEPER, Office.AUCTIONEER):
        assert sign_in(office).get(f"/sales/{sale}/settlement").status_code == 403
