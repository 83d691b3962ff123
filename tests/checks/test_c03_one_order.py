"""C03: whatever ten phones and a clerk do at once, one order explains all that they were told."""

import asyncio
import math

import pytest
from linear import Lot, Op, order_of
from loops import run_apart
from recorder import History, all_of
from ring_harness import chance_of, in_full_or, ring_of, tell

HISTORIES = in_full_or(20, 1_000)
CLIENTS, EACH = 10, 5
PEOPLE = 40


async def one_lot(clerk, phones, chance):
    """Record some fifty operations of ten phones and a clerk at one lot."""
    await clerk.bring_in()
    first = await clerk.look(whole=True)
    history = History(first)
    for phone in phones:
        phone.known = first
    await all_of(
        *(_one_phone(history, phone, chance) for phone in phones),
        _one_clerk(history, clerk, chance),
    )
    for attempt in history.attempts:
        if attempt.status is None:
            await history.ask(next(p for p in phones if p.card == attempt.card), attempt)
    await history.read(clerk)
    return history


async def _one_phone(history, phone, chance):
    for _number in range(EACH):
        await asyncio.sleep(chance.random() / 200)
        lot = chance.random()
        if lot < 0.15:
            await history.read(phone)
        elif lot < 0.35:
            await history.glance(phone)
        else:
            if chance.random() < 0.7:
                await history.glance(phone)
            await _one_bid(history, phone, chance)


async def _one_bid(history, phone, chance):
    amount = phone.known.amount + 100 * chance.choice((0, 0, 0, 1, 2))
    attempt = await history.bid(phone, amount, phone.known.seen, drop=chance.random() < 0.15)
    if attempt.status is None:
        what = chance.random()
        if what < 0.4:
            await history.ask(phone, attempt)
        elif what < 0.8:
            await history.bid(phone, None, None, attempt=attempt)


async def _one_clerk(history, clerk, chance):
    await asyncio.sleep(chance.random() / 10)
    for _press in range(3):
        board = await history.read(clerk)
        if board.sold:
            break
        if board.leads:
            await history.hammer(clerk, board.leads, board.amount - 100)


def histories_of(ready, how_many, seed):
    """Record so many lots one after another; the phones keep their lines."""
    chance = chance_of(seed)
    found = []
    with ready.served() as served:

        async def sales():
            async with ring_of(ready, served) as (clerk, phones, screen):
                for sale, lot in ready.lots[:how_many]:
                    some = chance.sample(phones, CLIENTS)
                    for phone in (clerk, screen, *some):
                        phone.at_lot(sale, lot)
                    found.append(await one_lot(clerk, some, chance))
                    if not clerk.known.sold:
                        await clerk.clear_the_ring()

        run_apart(sales())
    return found


@pytest.mark.check("C03")
def test_one_order_explains_all_that_was_answered(yard):
    ready = yard(bidders=PEOPLE, lots=HISTORIES)
    found = histories_of(ready, HISTORIES, seed=5)
    faults = {
        lot: some
        for lot, history in zip(ready.lots, found, strict=True)
        if (some := history.faults())
    }
    register = ready.register()
    ops = [op for history in found for op in history.ops]
    tell(
        "C03",
        register.engine,
        histories=len(found),
        operations=len(ops),
        glimpses=sum(len(history.glimpses) for history in found),
        accepted=sum(op.what == "bid" and op.answer == 200 for op in ops),
        unknown=sum(op.answer is None for op in ops),
        sold=sum(op.what == "hammer" and op.answer == 200 for op in ops),
        denied_too_early=sum(one.denied_too_early for h in found for one in h.attempts),
        not_linearizable=len(faults),
    )
    for lot, history in zip(ready.lots, found, strict=True):
        if lot in faults:
            tell("C03", register.engine, lot=lot, faults=faults[lot], history=history.as_told())
    assert faults == {}
    assert any(op.answer is None for op in ops), "no outcome was unknown"
    for lot, history in zip(ready.lots, found, strict=True):
        kept = {row.key for row in register.bids(*lot)}
        assert kept == order_of(history.ops, history.lot)[-1].keys, lot
    assert register.verified(ready.environ()) == ""


def test_a_small_ring_built_right_has_one_order(naive_yard):
    ready = naive_yard("", bidders=CLIENTS, lots=10)
    assert [history.faults() for history in histories_of(ready, 10, seed=6)] == [[]] * 10


@pytest.mark.check("C03")
@pytest.mark.parametrize("bug", ["no_lock", "stale", "open_after_hammer"])
def test_a_planted_bug_leaves_no_lawful_order(naive_yard, bug):
    many = in_full_or(15, 100)
    ready = naive_yard(bug, bidders=CLIENTS, lots=many)
    caught = sum(bool(history.faults()) for history in histories_of(ready, many, seed=7))
    tell("C03", "naive", bug=bug, histories=many, not_linearizable=caught)
    assert caught >= many // 10


START = Lot(version=1, seen=1, following=1_000, step=100)
SHOWN_AFTER_ONE_BID = (2, 2, 1_100, 21, False)


def bid(card, amount, seen, answer, began, ended=math.inf):
    return Op("bid", (card, amount, seen, f"{card}-{amount}"), answer, began, ended)


@pytest.mark.parametrize(
    "history",
    [
        [bid(21, 1_000, 1, 200, 0, 2), bid(22, 1_000, 1, 409, 1, 3)],
        [bid(22, 1_000, 1, 409, 0, 3), bid(21, 1_000, 1, 200, 1, 2)],
        [bid(21, 1_000, 1, None, 0), Op("read", (), SHOWN_AFTER_ONE_BID, 5, 6)],
        [bid(21, 1_000, 1, None, 0), Op("read", (), START.shown, 5, 6)],
        [bid(21, 1_000, 1, None, 0), bid(22, 1_100, 2, 200, 7, 8)],
        [
            bid(21, 1_000, 1, None, 0),
            Op("ask", ("21-1000",), 404, 1, 2),
            Op("ask", ("21-1000",), 200, 3, 4),
        ],
        [bid(21, 1_000, 1, 200, 0, 1), Op("hammer", (21, 1_000), 200, 2, 3)],
        [bid(21, 1_000, 1, 200, 0, 1), bid(21, 1_000, 1, 200, 2, 3)],
    ],
)
def test_a_lawful_history_has_an_order(history):
    assert order_of(history, START) is not None


@pytest.mark.parametrize(
    "history",
    [
        # a stale read: the bid was answered before the board was asked
        [bid(21, 1_000, 1, 200, 0, 1), Op("read", (), START.shown, 2, 3)],
        # two bids on one price
        [bid(21, 1_000, 1, 200, 0, 2), bid(22, 1_000, 1, 200, 1, 3)],
        # a lost bid: the next one is taken on the old price
        [bid(21, 1_000, 1, 200, 0, 1), bid(22, 1_000, 1, 200, 2, 3)],
        # the price is seen, and then not any more
        [
            bid(21, 1_000, 1, None, 0),
            Op("read", (), SHOWN_AFTER_ONE_BID, 1, 2),
            Op("read", (), START.shown, 3, 4),
        ],
        # a bid after the hammer
        [
            bid(21, 1_000, 1, 200, 0, 1),
            Op("hammer", (21, 1_000), 200, 2, 3),
            bid(22, 1_100, 2, 200, 4, 5),
        ],
        # two hammers
        [
            bid(21, 1_000, 1, 200, 0, 1),
            Op("hammer", (21, 1_000), 200, 2, 4),
            Op("hammer", (21, 1_000), 200, 3, 5),
        ],
        # a bid from nowhere
        [Op("read", (), SHOWN_AFTER_ONE_BID, 0, 1)],
        # refused without a reason
        [bid(21, 1_000, 1, 409, 0, 1)],
        # told that it is recorded, and then that it is not
        [
            bid(21, 1_000, 1, None, 0),
            Op("ask", ("21-1000",), 200, 1, 2),
            Op("ask", ("21-1000",), 404, 3, 4),
        ],
    ],
)
def test_an_unlawful_history_has_none(history):
    assert order_of(history, START) is None
