"""Looking back over sold lots: what deserves a person's look, and its innocent neighbour."""

from dataclasses import replace
from datetime import date, timedelta
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portal.law.chance import Run, at_least, telling_run
from portal.law.money import Money
from portal.law.patterns import LOOKS, PastLot, Pattern, look_back

SALES, LOTS = 8, 6
PEOPLE = [f"P{number}" for number in range(12)]


def yard():
    """Two pounds, a sale a week at each, six cows at each sale; twelve people by chance."""
    rng = Random(3)  # noqa: S311
    return [
        ordinary(rng, sale, pound, lot)
        for sale in range(SALES)
        for pound in (1, 2)
        for lot in range(LOTS)
    ]


def ordinary(rng, sale, pound, lot):
    buyer, second, third, fourth = rng.sample(PEOPLE, k=4)
    price = 20_000 + 100 * rng.randrange(-40, 60)
    return PastLot(
        lot=f"{sale * 2 + pound}/{lot + 1}",
        sale_day=date(2026, 9, 5) + timedelta(days=7 * sale),
        pound=pound,
        keeper=f"keeper {pound}",
        cattle="cow",
        hammer_price=Money.of(rupees=price),
        starting_price=Money.of(rupees=12_000),
        step=Money.of(rupees=100),
        buyer=buyer,
        under_bidder=second,
        bidders=((buyer, 3), (second, 3), (third, 2), (fourth, 1)),
        payer=buyer,
        collector=buyer,
        notice_days=7,
        paid=True,
        closed_early=False,
    )


def bought(lot, buyer, **otherwise):
    """Let somebody else have a lot; the rest of what happened is as it was."""
    others = [pair for pair in lot.bidders[1:] if pair[0] != buyer]
    known = {"buyer": buyer, "payer": buyer, "collector": buyer, "bidders": ((buyer, 3), *others)}
    return replace(lot, **(known | otherwise))


def with_lots(places, change):
    """Change the lots at some places of the yard, each by its turn."""
    lots = yard()
    for turn, place in enumerate(places):
        lots[place] = change(lots[place], turn)
    return lots


def remarks(pattern, lots):
    return [one for one in look_back(lots) if one.pattern is pattern]


def only_remark(pattern, lots):
    [one] = remarks(pattern, lots)
    return one


AT_POUND_1 = [place for place in range(SALES * 2 * LOTS) if place // LOTS % 2 == 0]
NOW_AND_THEN = AT_POUND_1[::4]  # twelve lots over eight weeks


def test_an_ordinary_yard_is_left_alone():
    assert look_back(yard()) == ()


def test_no_lots_no_remarks():
    assert look_back([]) == ()


def test_there_are_twelve_patterns_each_with_words_and_somebody_to_look():
    assert len(Pattern) == 12
    assert list(LOOKS) == list(Pattern)
    assert all(pattern.value[0].isupper() and " " in pattern.value for pattern in Pattern)


# Buys nearly all he bids for at one pound-keeper's pound


def test_a_buyer_who_gets_nearly_all_he_bids_for_at_one_pound_is_remarked_on():
    lots = with_lots(AT_POUND_1[::3], lambda lot, _turn: bought(lot, "A"))
    one = only_remark(Pattern.ONE_KEEPER, lots)
    assert one.people == ("A", "keeper 1")
    assert len(one.lots) == 16
    assert "bought 16 of the 16 lots bid for at pound 1, kept by keeper 1" in one.reasons
    assert "and 0 of the 48 lots sold elsewhere" in one.reasons


def test_nine_of_the_last_eleven_lots_of_a_pound_are_remarked_on_however_few_bid():
    others = {2: "Q", 7: "R"}
    lots = with_lots(
        AT_POUND_1[-11:],
        lambda lot, turn: bought(
            lot, others.get(turn, "A"), bidders=((others.get(turn, "A"), 2), ("S", 1))
        ),
    )
    one = only_remark(Pattern.ONE_KEEPER, lots)
    assert "Card-holder A bought 9 of the 11 lots sold at pound 1" in one.reasons


def test_a_man_of_the_place_who_gets_what_others_get_is_left_alone():
    def local(lot, turn):
        if turn % 3 == 0:
            return bought(lot, "A")
        return replace(lot, bidders=(*lot.bidders[:3], ("A", 2)))

    assert remarks(Pattern.ONE_KEEPER, with_lots(AT_POUND_1[::2], local)) == []


def test_a_dealer_who_buys_much_everywhere_is_left_alone():
    lots = with_lots(range(0, SALES * 2 * LOTS, 5), lambda lot, _turn: bought(lot, "A"))
    assert remarks(Pattern.ONE_KEEPER, lots) == []


# Buys far below what such cattle fetch


def test_cheap_lots_again_and_again_are_remarked_on():
    cheap = Money.of(rupees=7_000)
    lots = with_lots(NOW_AND_THEN[:5], lambda lot, _turn: bought(lot, "A", hammer_price=cheap))
    one = only_remark(Pattern.FAR_BELOW, lots)
    assert one.people == ("A",)
    assert "40 % of the median of its kind or less for 5 of them" in one.reasons


def test_one_lame_animal_is_left_alone():
    def lame(lot, turn):
        return bought(lot, "A", **({"hammer_price": Money.of(rupees=7_000)} if turn == 2 else {}))

    assert remarks(Pattern.FAR_BELOW, with_lots(NOW_AND_THEN, lame)) == []


def test_prices_are_compared_by_the_head():
    cheap = Money.of(rupees=21_000)
    lots = with_lots(
        NOW_AND_THEN[:5], lambda lot, _turn: bought(lot, "A", hammer_price=cheap, head=3)
    )
    assert only_remark(Pattern.FAR_BELOW, lots).people == ("A",)
    dear = [replace(one, head=1) for one in lots]
    assert remarks(Pattern.FAR_BELOW, dear) == []


def test_a_kind_that_is_hardly_ever_sold_has_no_median():
    rare = {"hammer_price": Money.of(rupees=700), "cattle": "camel"}
    lots = with_lots(NOW_AND_THEN[:5], lambda lot, _turn: bought(lot, "A", **rare))
    assert remarks(Pattern.FAR_BELOW, lots) == []


# The same two are buyer and under-bidder


@pytest.mark.parametrize("turns", [False, True])
def test_two_who_are_first_and_second_again_and_again_are_remarked_on(turns):
    def ring(lot, turn):
        one, other = ("B", "A") if turns and turn % 2 else ("A", "B")
        return bought(lot, one, under_bidder=other, bidders=((one, 2), (other, 2)))

    one = only_remark(Pattern.SAME_UNDER_BIDDER, with_lots(NOW_AND_THEN[:8], ring))
    assert one.people == ("A", "B")
    assert "in 8 of these 8 lots the other was the under-bidder" in one.reasons


def test_neighbours_who_meet_now_and_then_are_left_alone():
    def neighbours(lot, turn):
        if turn % 4 == 0:
            return bought(lot, "A", under_bidder="B", bidders=((("A", 2), ("B", 2))))
        return bought(lot, "A" if turn % 2 else "B")

    assert remarks(Pattern.SAME_UNDER_BIDDER, with_lots(AT_POUND_1[::3], neighbours)) == []


# Somebody other than the buyer pays, or collects


@pytest.fixture(params=[(Pattern.OTHER_PAYS, "payer"), (Pattern.OTHER_COLLECTS, "collector")])
def another(request):
    return request.param


def test_who_acts_for_a_buyer_each_time_is_remarked_on(another):
    pattern, does = another
    lots = with_lots(NOW_AND_THEN[:7], lambda lot, _turn: bought(lot, "A", **{does: "Z"}))
    one = only_remark(pattern, lots)
    assert one.people == ("A", "Z")
    assert "7 of the 7 lots that card-holder A bought" in one.reasons


def test_who_acts_for_three_buyers_is_remarked_on_though_each_buys_little(another):
    pattern, does = another
    lots = with_lots(
        NOW_AND_THEN[:9], lambda lot, turn: bought(lot, "ABC"[turn % 3], **{does: "Z"})
    )
    one = only_remark(pattern, lots)
    assert one.people == ("A", "B", "C", "Z")
    assert "9 of the 9 lots that card-holders A and B and C bought" in one.reasons


def test_a_brother_who_helps_once_is_left_alone(another):
    pattern, does = another

    def brother(lot, turn):
        return bought(lot, "A", **({does: "Z"} if turn == 5 else {}))

    assert remarks(pattern, with_lots(NOW_AND_THEN, brother)) == []


def test_a_driver_who_serves_three_dealers_now_and_then_is_left_alone(another):
    pattern, does = another

    def dealer(lot, turn):
        return bought(lot, "ABC"[turn % 3], **({does: "Z"} if turn % 4 == 0 else {}))

    assert remarks(pattern, with_lots(range(SALES * 2 * LOTS), dealer)) == []


def test_what_nobody_has_paid_or_collected_yet_is_left_alone(another):
    pattern, does = another
    lots = with_lots(NOW_AND_THEN, lambda lot, _turn: bought(lot, "A", **{does: None}))
    assert remarks(pattern, lots) == []


# Nobody else bids


def alone(lot, who):
    return bought(lot, who, bidders=((who, 1),), under_bidder=None, hammer_price=lot.starting_price)


def test_a_buyer_against_whom_nobody_ever_bids_is_remarked_on():
    one = only_remark(
        Pattern.ONLY_BIDDER, with_lots(NOW_AND_THEN[:6], lambda lot, _turn: alone(lot, "A"))
    )
    assert one.people == ("A",)
    assert "nobody else bid for 6 of them" in one.reasons


def test_who_came_on_a_wet_day_is_left_alone():
    wet = range(2 * LOTS)  # both pounds, one week: he took half of what few wanted
    lots = with_lots(wet, lambda lot, turn: alone(lot, "A" if turn % 2 else lot.buyer))
    assert remarks(Pattern.ONLY_BIDDER, lots) == []


# The buyer shares a key with staff; two bidders share one


def test_every_lot_of_a_buyer_who_shares_a_key_with_staff_is_remarked_on():
    keys = frozenset({"phone", "address"})
    lots = with_lots(NOW_AND_THEN[:1], lambda lot, _turn: bought(lot, "A", buyer_shares=keys))
    one = only_remark(Pattern.SHARES_WITH_STAFF, lots)
    assert one.people == ("A",)
    assert "bought 1 lot on Sat 5 Sep 2026, shares address and phone" in one.reasons


def test_his_lots_of_a_time_when_he_shared_nothing_are_left_alone():
    keys = frozenset({"phone"})
    lots = with_lots(
        NOW_AND_THEN[:3],
        lambda lot, turn: bought(lot, "A", buyer_shares=keys if turn == 2 else frozenset()),
    )
    assert only_remark(Pattern.SHARES_WITH_STAFF, lots).lots == (lots[NOW_AND_THEN[2]].lot,)


def test_two_bidders_of_one_lot_who_share_a_key_are_remarked_on():
    pair = frozenset({("B", "A")})
    both = (("A", 2), ("B", 1))
    lots = with_lots(
        NOW_AND_THEN[:1], lambda lot, _turn: bought(lot, "A", bidders=both, shared_between=pair)
    )
    one = only_remark(Pattern.BIDDERS_SHARE, lots)
    assert one.people == ("A", "B")
    assert "both bid for 1 lot" in one.reasons


def test_a_pair_of_whom_one_did_not_bid_is_left_alone():
    pair = frozenset({("A", "B")})
    lots = with_lots(NOW_AND_THEN, lambda lot, _turn: bought(lot, "A", shared_between=pair))
    assert remarks(Pattern.BIDDERS_SHARE, lots) == []


# Bids much, hardly ever buys, and always beside the same buyer


def beside(lot, who, buyer):
    return bought(lot, buyer, bidders=((buyer, 5), (who, 6), *lot.bidders[2:]))


def test_who_always_bids_against_one_buyer_and_never_wins_is_remarked_on():
    lots = with_lots(NOW_AND_THEN, lambda lot, _turn: beside(lot, "S", "A"))
    one = only_remark(Pattern.NEVER_WINS, lots)
    assert one.people == ("S", "A")
    assert "S bid 72 times for 12 lots and bought 0; of 12 lost" in one.reasons


def test_a_poor_man_who_loses_to_everybody_is_left_alone():
    lots = with_lots(NOW_AND_THEN, lambda lot, _turn: beside(lot, "S", lot.buyer))
    assert remarks(Pattern.NEVER_WINS, lots) == []


def test_a_rival_who_buys_as_often_is_left_alone():
    lots = with_lots(
        NOW_AND_THEN, lambda lot, turn: beside(lot, "S", "A") if turn % 2 else beside(lot, "A", "S")
    )
    assert remarks(Pattern.NEVER_WINS, lots) == []


def test_who_bids_once_a_lot_and_loses_is_no_driver_of_prices():
    lots = with_lots(
        NOW_AND_THEN, lambda lot, _turn: bought(lot, "A", bidders=(("A", 2), ("S", 1), ("Q", 4)))
    )
    assert "S" not in {who for one in remarks(Pattern.NEVER_WINS, lots) for who in one.people}


# Buys one step above the starting price


def one_step(lot, who):
    return bought(lot, who, hammer_price=Money(lot.starting_price.paise + lot.step.paise))


def test_who_buys_at_the_first_step_again_and_again_is_remarked_on():
    lots = with_lots(NOW_AND_THEN[:6], lambda lot, _turn: one_step(lot, "A"))
    one = only_remark(Pattern.SMALLEST_STEP, lots)
    assert one.people == ("A",)
    assert "no more than a step above the start for 6 of them" in one.reasons


def test_where_all_go_at_the_first_step_nobody_is_remarked_on():
    lots = [one_step(lot, lot.buyer) for lot in yard()]
    assert remarks(Pattern.SMALLEST_STEP, lots) == []


# Buys and does not pay


def test_who_buys_and_does_not_pay_again_and_again_is_remarked_on():
    lots = with_lots(
        NOW_AND_THEN[:5],
        lambda lot, turn: bought(lot, "A", paid=turn == 1, payer=None, collector=None),
    )
    one = only_remark(Pattern.NOT_PAID, lots)
    assert one.people == ("A",)
    assert "not paid for 4 of them" in one.reasons


def test_who_once_did_not_pay_is_left_alone():
    lots = with_lots(NOW_AND_THEN[:5], lambda lot, turn: bought(lot, "A", paid=turn != 1))
    assert remarks(Pattern.NOT_PAID, lots) == []


# Quiet lots


@pytest.mark.parametrize(
    ("quiet", "says"),
    [({"closed_early": True}, "closed early"), ({"notice_days": 1}, "notice of 1 day")],
)
def test_a_quiet_lot_sold_cheap_is_remarked_on_and_one_at_a_good_price_is_not(quiet, says):
    def hushed(rupees):
        price = Money.of(rupees=rupees)
        return with_lots([8], lambda lot, _turn: bought(lot, "A", hammer_price=price, **quiet))

    one = only_remark(Pattern.QUIET_LOTS, hushed(12_300))
    assert one.people == ("A",)
    assert says in one.reasons
    assert "₹12,300" in one.reasons
    assert remarks(Pattern.QUIET_LOTS, hushed(22_000)) == []


def test_one_buyer_of_many_late_written_animals_is_remarked_on():
    lots = with_lots(
        NOW_AND_THEN[:6],
        lambda lot, turn: bought(lot, "A", impounded_recorded_late_hours=25 + turn),
    )
    one = only_remark(Pattern.QUIET_LOTS, lots)
    assert one.people == ("A",)
    assert "more than 24 hours late for 6 of them" in one.reasons


def test_where_the_line_is_down_for_everybody_nobody_is_remarked_on():
    lots = with_lots(
        AT_POUND_1,
        lambda lot, turn: bought(
            lot, "A" if turn % 4 == 0 else lot.buyer, impounded_recorded_late_hours=30
        ),
    )
    assert remarks(Pattern.QUIET_LOTS, lots) == []


# All of it


def test_the_order_in_which_lots_are_given_does_not_matter():
    lots = with_lots(NOW_AND_THEN, lambda lot, _turn: alone(bought(lot, "A", paid=False), "A"))
    shuffled = Random(1).sample(lots, k=len(lots))  # noqa: S311
    assert look_back(shuffled) == look_back(lots) != ()


# Chance


@given(of=st.integers(1, 60), times=st.integers(1, 60), chance=st.floats(0.01, 0.99))
def test_the_odds_are_those_of_the_binomial_or_are_not_told(of, times, chance):
    exact = sum(comb(of, n) * chance**n * (1 - chance) ** (of - n) for n in range(times, of + 1))
    told = at_least(times, of, chance)
    assert told == 1.0 or told == pytest.approx(exact, rel=1e-3, abs=1e-300)


@given(chances=st.lists(st.floats(0.01, 0.99), min_size=1, max_size=12), times=st.integers(1, 12))
def test_chances_that_differ_are_never_told_rarer_than_they_are(chances, times):
    exactly = [1.0]
    for chance in chances:
        exactly = [
            (exactly[n] * (1 - chance) if n < len(exactly) else 0)
            + (exactly[n - 1] * chance if n else 0)
            for n in range(len(exactly) + 1)
        ]
    told = at_least(times, len(chances), sum(chances) / len(chances))
    assert told * 1.001 >= sum(exactly[times:])


@pytest.mark.parametrize(("length", "chance"), [(6, 0.3), (20, 0.1), (40, 0.5)])
def test_chance_alone_is_named_no_more_often_than_stated(length, chance):
    rng = Random(length)  # noqa: S311
    named = sum(
        telling_run([rng.random() < chance for _ in range(length)], [chance] * length, 1 / 20)
        is not None
        for _ in range(1_000)
    )
    assert named <= 50


def test_a_short_stretch_is_found_among_many_lots():
    signs = [False] * 30 + [True] * 6 + [False] * 30
    found = telling_run(signs, [0.02] * len(signs), 1 / 20)
    assert (found.start, found.stop, found.times, found.length) == (30, 36, 6, 6)


def test_twice_is_not_again_and_again():
    assert telling_run([True, True], [0.0001] * 2, 1 / 20) is None


@pytest.mark.parametrize(
    ("odds", "words"),
    [
        (1 / 43_210, "once in about 40,000 times"),
        (1 / 7, "once in about 7 times"),
        (1e-9, "less than once in a million times"),
        (0.0, "less than once in a million times"),
    ],
)
def test_odds_are_written_in_words(odds, words):
    assert Run(0, 3, 3, odds).written_odds == words
