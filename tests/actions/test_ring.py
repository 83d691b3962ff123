"""The ring: bids in order, one answer for one key, the hammer on the board that was looked at."""

import threading
from datetime import UTC, timedelta

import pytest
from builders import rupees

from portal.actions import bids, pound, ring, sales, settlement
from portal.law.bidding import LotStage
from portal.law.offices import Office
from portal.law.refusals import (
    AlreadyReleased,
    AlreadySold,
    CardAlreadyLeads,
    HammerFallen,
    LotNotInRing,
    OwnerHasPaid,
    PriceMoved,
    PurchaserBarred,
    Refusal,
    SaleStopped,
    TooEarlyToSell,
)
from portal.law.refusals_of_books import (
    AlreadyDelivered,
    AlreadyPaid,
    BidMoved,
    BuyerHasNotPaid,
    HasCardAlready,
    NothingChanged,
    NoticeNotUp,
    SaleNotOpen,
    SaleNotToday,
)
from portal.law.refusals_of_cards import PhoneOnOtherCard
from portal.law.refusals_of_ring import (
    BiddingHeld,
    CardAlreadyNamed,
    CardNotNamed,
    MadeAtImpossible,
    NoCardForSale,
    NotHeld,
    NotToReopen,
    ReceiptStands,
)
from portal.law.refusals_of_settlement import MoreThanDue
from portal.registers.base import db
from portal.registers.bids import Bid, bids_on
from portal.registers.books import differences
from portal.registers.cards import find_card
from portal.registers.case import CaseStage, gather
from portal.registers.impound import find_impounding
from portal.registers.ledger import balances
from portal.registers.sales import find_lot, lots_won


@pytest.fixture
def sale(inside, hands, clock):
    hands.case = hands.take_in(1)
    clock.go(2026, 11, 30)
    sale = hands.arrange(hands.case)
    hands.open(sale)
    hands.give_card(sale, 23)
    hands.give_card(sale, 41, "Sayeed")
    hands.bring_in(sale)
    return sale


def lot(sale):
    return find_lot(sale, 1)


def test_bids_stand_in_order_and_a_struck_one_is_kept(sale, hands, people, clock):
    hands.bid(sale, 5_000, card=23)
    hands.bid(sale, 5_500, card=41)
    ring.strike_out_bid(people[Office.CLERK], clock, sale=sale, lot=1, place=2, reason="wrong card")
    assert lot(sale).ring().standing_bid == rupees(5_000)
    hands.bid(sale, 5_500, card=41, key="again")
    assert [bid.place for bid in db.session.query(Bid).order_by(Bid.place)] == [1, 2, 3]


def test_one_key_is_one_bid_and_gets_the_same_answer(sale, hands):
    first = hands.bid(sale, 5_000, key="k")
    again = hands.bid(sale, 5_000, key="k")
    assert (again.place, again.at) == (first.place, first.at)
    with pytest.raises(BidMoved):
        hands.bid(sale, 5_500, card=41, key="k")
    assert db.session.query(Bid).count() == 1


def test_a_late_bid_is_refused_and_no_row_is_kept(sale, hands):
    hands.bid(sale, 5_000, card=23)
    with pytest.raises(PriceMoved):
        hands.bid(sale, 5_000, card=41)
    with pytest.raises(CardAlreadyLeads):
        hands.bid(sale, 5_500, card=23)
    assert db.session.query(Bid).count() == 1


def test_the_hammer_falls_on_what_was_said_or_not_at_all(sale, hands):
    hands.bid(sale, 5_000, card=23)
    hands.bid(sale, 5_500, card=41)
    with pytest.raises(BidMoved):
        hands.knock_down(sale, 5_000, card=23)
    hands.knock_down(sale, 5_500, card=41)
    with pytest.raises(HammerFallen):
        hands.bid(sale, 6_000, card=23)
    with pytest.raises(HammerFallen):
        hands.knock_down(sale, 5_500, card=41)


def test_calls_go_once_and_twice_and_a_bid_puts_the_lamps_out(sale, hands, people, clock):
    clerk = people[Office.CLERK]
    hands.bid(sale, 5_000, card=23)
    ring.call(clerk, clock, sale=sale, lot=1, seen=lot(sale).ring().version)
    ring.call(clerk, clock, sale=sale, lot=1, seen=lot(sale).ring().version)
    assert lot(sale).ring().calls == 2
    with pytest.raises(NothingChanged):
        ring.call(clerk, clock, sale=sale, lot=1, seen=lot(sale).ring().version)
    old = lot(sale).ring().version
    hands.bid(sale, 5_500, card=41)
    assert lot(sale).ring().calls == 0
    with pytest.raises(BidMoved):
        ring.call(clerk, clock, sale=sale, lot=1, seen=old)


def test_the_step_is_changed_in_the_ring(sale, hands, people, clock):
    ring.set_step(people[Office.CLERK], clock, sale=sale, lot=1, step=rupees(1_000))
    hands.bid(sale, 5_000, card=23)
    assert lot(sale).ring().next_bid == rupees(6_000)


def test_a_passed_lot_is_offered_again(sale, hands, people, clock):
    ring.pass_lot(people[Office.AUCTIONEER], clock, sale=sale, lot=1, reason="no bid")
    assert lot(sale).stage() is LotStage.PASSED
    with pytest.raises(LotNotInRing):
        hands.bid(sale, 5_000)
    hands.bring_in(sale)
    hands.bid(sale, 5_000)
    clock.go(2026, 11, 30, 15)
    with pytest.raises(CardAlreadyLeads):
        ring.pass_lot(people[Office.AUCTIONEER], clock, sale=sale, lot=1, reason="no bid")


def test_an_owner_who_pays_before_the_hammer_has_his_animal_back(sale, hands):
    hands.bid(sale, 5_000)
    hands.release(hands.case)
    assert lot(sale).stage() is LotStage.WITHDRAWN
    with pytest.raises(LotNotInRing):
        hands.knock_down(sale, 5_000)
    assert list(differences()) == []


def test_an_owner_who_comes_after_the_hammer_may_claim_only(sale, hands):
    hands.bid(sale, 5_000)
    hands.knock_down(sale, 5_000)
    with pytest.raises(AlreadySold):
        hands.release(hands.case)


def test_an_animal_released_is_not_put_up(inside, hands, clock):
    case = hands.take_in(1)
    hands.release(case)
    with pytest.raises(AlreadyReleased):
        hands.release(case)
    clock.go(2026, 11, 30)
    with pytest.raises(OwnerHasPaid):
        hands.arrange(case)


@pytest.mark.parametrize("day", [27, 28])
def test_a_sale_is_not_arranged_for_a_day_within_the_ten(inside, hands, clock, day):
    case = hands.take_in(1)
    clock.go(2026, 11, day)
    with pytest.raises(TooEarlyToSell):
        hands.arrange(case)


def test_a_sale_opens_with_its_notice_up_and_on_its_day(inside, hands, people, clock):
    case = hands.take_in(1)
    clerk = people[Office.CLERK]
    clock.go(2026, 11, 29)
    sale = sales.arrange_sale(
        clerk, clock, pound="Test Pound", on=clock.at.date(), hour="11:00", place="Yard", terms=""
    )
    with pytest.raises(NoticeNotUp):
        hands.open(sale.number)
    tomorrow = hands.arrange(case, on=clock.at.date().replace(day=30))
    with pytest.raises(SaleNotToday):
        hands.open(tomorrow)


def test_one_person_has_one_card(sale, hands):
    with pytest.raises(HasCardAlready, match="card 23"):
        hands.give_card(sale, 50, identity="ID-23", phone="9000000009")
    with pytest.raises(PhoneOnOtherCard, match="card 23"):
        hands.give_card(sale, 50, identity="ID-50", phone="9848000023")


def test_a_buyer_pays_whole_and_once_and_takes_away_once(sale, hands):
    hands.bid(sale, 5_000)
    hands.knock_down(sale, 5_000)
    with pytest.raises(BuyerHasNotPaid):
        hands.hand_over(sale)
    for wrong in (5_001, 0):
        with pytest.raises(MoreThanDue):
            hands.pay(sale, wrong)
    hands.pay(sale, 5_000)
    with pytest.raises(AlreadyPaid):
        hands.pay(sale, 5_000)
    hands.hand_over(sale)
    with pytest.raises(AlreadyDelivered):
        hands.hand_over(sale)
    assert list(differences()) == []


def test_a_reversed_receipt_leaves_the_lot_unpaid_until_it_is_paid_again(
    sale, hands, people, clock
):
    hands.bid(sale, 5_000)
    hands.knock_down(sale, 5_000)
    wrong = hands.pay(sale, 5_000)
    settlement.reverse_receipt(
        people[Office.CLERK], clock, year=wrong.year, number=wrong.number, reason="wrong lot"
    )
    case = gather(find_impounding(hands.case), clock.at.date())
    assert case.stage is CaseStage.SOLD_NOT_PAID
    again = hands.pay(sale, 5_000)
    assert again.attempt == 2
    assert list(differences()) == []


@pytest.mark.check("C10")
def test_owner_and_hammer_at_the_same_moment_have_one_effect(app, sale, hands):
    """Ten times: one thread takes the owner's dues, the other lets the hammer fall."""
    hands.bid(sale, 5_000)
    done, refused = [], []
    together = threading.Barrier(2)

    def one(act, *args):
        with app.app_context():
            together.wait()
            try:
                act(*args)
                done.append(act.__name__)
            except Refusal as refusal:
                refused.append(refusal)
            finally:
                db.session.remove()

    db.session.remove()
    threads = [
        threading.Thread(target=one, args=(hands.release, hands.case)),
        threading.Thread(target=one, args=(hands.knock_down, sale, 5_000)),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == len(refused) == 1, (done, refused)
    assert list(differences()) == []


@pytest.mark.check("C05")
def test_twenty_bids_of_one_sum_at_the_same_moment_leave_one(app, sale, hands):
    taken, refused = [], []
    together = threading.Barrier(8)

    def one(number):
        with app.app_context():
            together.wait()
            try:
                taken.append(hands.bid(sale, 5_000, card=(23, 41)[number % 2], key=f"k{number}"))
            except Refusal as refusal:
                refused.append(refusal)
            finally:
                db.session.remove()

    db.session.remove()
    threads = [threading.Thread(target=one, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(taken), len(refused)) == (1, 7)
    assert db.session.query(Bid).count() == 1


def test_a_held_lot_takes_no_bid_no_call_and_no_hammer_until_it_goes_on(sale, hands, people, clock):
    clerk = people[Office.CLERK]
    hands.bid(sale, 5_000)
    ring.hold_bidding(clerk, clock, sale=sale, lot=1, reason="the owner is paying")
    with pytest.raises(BiddingHeld):
        hands.bid(sale, 5_500, card=41)
    with pytest.raises(BiddingHeld):
        ring.call(clerk, clock, sale=sale, lot=1, seen=lot(sale).ring().version)
    with pytest.raises(BiddingHeld):
        hands.knock_down(sale, 5_000)
    with pytest.raises(NothingChanged):
        ring.hold_bidding(clerk, clock, sale=sale, lot=1, reason="again")
    ring.lift_hold(clerk, clock, sale=sale, lot=1)
    with pytest.raises(NotHeld):
        ring.lift_hold(clerk, clock, sale=sale, lot=1)
    hands.bid(sale, 5_500, card=41)


def test_no_hammer_falls_on_a_bid_whose_card_is_not_named(sale, hands, people, clock):
    clerk = people[Office.CLERK]
    hands.bid(sale, 5_000, card=None, key="space")
    assert lot(sale).ring().card_wanted
    with pytest.raises(CardNotNamed):
        hands.knock_down(sale, 5_000)
    hands.list_staff(identity="ID-41")
    with pytest.raises(PurchaserBarred):
        ring.name_card(clerk, clock, sale=sale, lot=1, place=1, card=41)
    ring.name_card(clerk, clock, sale=sale, lot=1, place=1, card=23)
    with pytest.raises(CardAlreadyNamed):
        ring.name_card(clerk, clock, sale=sale, lot=1, place=1, card=24)
    hands.knock_down(sale, 5_000, card=23)
    assert [one.number for one in lots_won(find_card(sale, 23).id)] == [1]


def test_a_re_opened_lot_takes_its_money_back_and_its_bids_stand(sale, hands, people, clock):
    clerk = people[Office.CLERK]
    hands.bid(sale, 5_000)
    hands.bid(sale, 5_500, card=41)
    with pytest.raises(NotToReopen):
        ring.reopen_lot(clerk, clock, sale=sale, lot=1, reason="too early")
    hands.knock_down(sale, 5_500, card=41)
    ring.reopen_lot(clerk, clock, sale=sale, lot=1, reason="buying for another")
    assert lot(sale).stage() is LotStage.IN_RING
    assert all(not amount for amount in balances().values())
    assert lot(sale).ring().standing_card == 41
    ring.strike_out_bid(clerk, clock, sale=sale, lot=1, place=2, reason="not a bid")
    hands.knock_down(sale, 5_000)
    hands.pay(sale, 5_000)
    with pytest.raises(ReceiptStands):
        ring.reopen_lot(clerk, clock, sale=sale, lot=1, reason="too late")
    assert list(differences()) == []


def test_a_bid_entered_late_keeps_both_its_times(sale, hands, people, clock):
    now = clock.at
    late = dict(sale=sale, lot=1, card=23, amount=rupees(5_000), seen=1)
    for impossible in (now - timedelta(days=1), now + timedelta(minutes=5)):
        with pytest.raises(MadeAtImpossible):
            bids.place_floor_bid(people[Office.CLERK], clock, **late, key="p", made_at=impossible)
    clock.at += timedelta(minutes=2)
    bids.place_floor_bid(people[Office.CLERK], clock, **late, key="p", made_at=now)
    ((bid, _struck),) = bids_on(lot(sale).id)
    assert bid.made_at == now.astimezone(UTC)
    assert bid.at > bid.made_at


def test_a_key_is_not_lent_to_another_card(sale, hands):
    hands.bid(sale, 5_000, card=23, key="k")
    with pytest.raises(BidMoved):
        hands.bid(sale, 5_000, card=41, key="k")


def test_nobody_bids_by_phone_without_a_card(sale, people, clock):
    with pytest.raises(NoCardForSale):
        bids.place_phone_bid(
            people[Office.BIDDER], clock, sale=sale, lot=1, amount=rupees(5_000), seen=1, key="p"
        )
    db.session.rollback()
    assert db.session.query(Bid).count() == 0


@pytest.mark.parametrize(("amount", "card"), [(5_500, 23), (5_000, 41), (6_000, 41)])
def test_the_hammer_needs_card_and_sum(sale, hands, amount, card):
    hands.bid(sale, 5_000, card=23)
    hands.bid(sale, 5_500, card=41)
    with pytest.raises(BidMoved):
        hands.knock_down(sale, amount, card=card)


def test_a_sale_stopped_after_the_bid_stops_the_hammer(sale, hands, people, clock):
    hands.bid(sale, 5_000)
    pound.stop_sale(people[Office.POUND_KEEPER], clock, case=hands.case, reason="court")
    with pytest.raises(SaleStopped):
        hands.knock_down(sale, 5_000)


def test_only_the_top_bid_is_struck(sale, hands, people, clock):
    hands.bid(sale, 5_000, card=23)
    hands.bid(sale, 5_500, card=41)
    with pytest.raises(BidMoved):
        ring.strike_out_bid(people[Office.CLERK], clock, sale=sale, lot=1, place=1, reason="x")
    assert lot(sale).ring().standing_bid == rupees(5_500)


def test_a_closed_sale_is_not_reopened(sale, hands, people, clock):
    hands.bid(sale, 5_000)
    hands.knock_down(sale, 5_000)
    sales.close_sale(people[Office.CLERK], clock, sale=sale)
    with pytest.raises(SaleNotOpen):
        ring.reopen_lot(people[Office.CLERK], clock, sale=sale, lot=1, reason="late")
