"""C04: the hammer falls while twenty phones bid. Nothing is bid after it, and it falls once.

C10 for the ring: of two presses at the same moment one has an effect.
"""

import asyncio

import pytest
from loops import run_apart
from recorder import History, all_of
from ring_harness import chance_of, in_full_or, ring_of, tell

LOTS = in_full_or(25, 500)
CLIENTS, PEOPLE = 20, 40
AROUND = 0.05  # seconds before and after the press


async def close_one(presses, phones, chance):
    """Sell one lot under the hands of bidders; give its history and the answers to the hammer."""
    clerk = presses[0]
    await clerk.bring_in()
    first = await clerk.look(whole=True)
    history = History(first)
    for phone in (*presses, *phones):
        phone.known = first
    while phones[0].known.leads is None:  # a slow machine may be told to wait
        await history.bid(phones[0], first.amount, first.seen)
    for phone in phones[1:]:
        phone.known = phones[0].known
    falls = []
    await all_of(
        *(_bid_around(history, phone, chance) for phone in phones),
        *(_press(history, press, falls) for press in presses),
    )
    await history.read(clerk)
    return history, falls


async def _bid_around(history, phone, chance):
    await asyncio.sleep(chance.random() * 2 * AROUND)
    if chance.random() < 0.7:
        await history.glance(phone)
    await history.bid(phone, phone.known.amount, phone.known.seen)


async def _press(history, press, falls):
    await asyncio.sleep(AROUND)
    board = press.known
    while True:
        if board.leads:
            status = await history.hammer(press, board.leads, board.amount - 100)
            falls.append(status)
            if status in {303, 410}:
                return
        board = await history.read(press)
        if board.sold:
            return


def close_all(ready):
    chance = chance_of(9)
    closed = []
    with ready.served() as served:

        async def sales():
            async with ring_of(ready, served) as (clerk, phones, screen):
                other = ready.clerks(served, seed=2)
                for sale, lot in ready.lots:
                    some = chance.sample(phones, CLIENTS)
                    for phone in (clerk, other, screen, *some):
                        phone.at_lot(sale, lot)
                    closed.append(await close_one((clerk, other), some, chance))
                other.line.hang_up()

        run_apart(sales())
    return closed


def faults_at_close(ready, closed):
    """Give what is wrong at each lot, from the register and from what was answered."""
    register, found = ready.register(), {}
    for lot, (history, falls) in zip(ready.lots, closed, strict=True):
        rows, hammers, acts = register.bids(*lot), register.hammers(*lot), register.acts_on(*lot)
        wrong = list(history.faults())
        if len(hammers) != 1 or falls.count(303) != 1:
            wrong.append(f"{len(hammers)} hammers, {falls} answered")
        elif (hammers[0].place, hammers[0].amount) != (rows[-1].place, rows[-1].amount):
            wrong.append(f"the hammer fell on place {hammers[0].place}, the top is {rows[-1]}")
        after = acts[acts.index("knock down") :] if "knock down" in acts else []
        if late := [act for act in after if act.startswith("place")]:
            wrong.append(f"{len(late)} bids after the hammer")
        if any(str(row.at) > str(hammers[-1].at) for row in rows if hammers):
            wrong.append("a bid is dated after the hammer")
        told = {one.key for one in history.attempts if one.status == 200}
        if told != {row.key for row in rows}:
            wrong.append("the bids recorded are not those that were answered")
        if wrong:
            found[lot] = wrong
    return found


def figures(closed):
    answers = [one.status for history, _falls in closed for one in history.attempts]
    return {
        "lots": len(closed),
        "bids": len(answers),
        "accepted": answers.count(200),
        "after_the_hammer": answers.count(410),
        "lots_with_both": sum(
            {200, 410} <= {one.status for one in history.attempts[1:]} for history, _falls in closed
        ),
    }


@pytest.mark.check("C04")
@pytest.mark.check("C10")
def test_nothing_is_bid_after_the_hammer_and_it_falls_once(yard):
    ready = yard(bidders=PEOPLE, lots=LOTS)
    closed = close_all(ready)
    found = faults_at_close(ready, closed)
    told = figures(closed)
    tell("C04", ready.register().engine, **told, faults=len(found))
    assert found == {}
    assert told["after_the_hammer"] > 0, "no bid came late: there was no race"
    assert ready.register().verified(ready.environ()) == ""


@pytest.mark.check("C04")
@pytest.mark.parametrize("bug", ["open_after_hammer", "two_hammers", "no_lock"])
def test_a_planted_bug_at_the_hammer_is_found_out(naive_yard, bug):
    many = in_full_or(15, 100)
    ready = naive_yard(bug, bidders=PEOPLE, lots=many)
    found = faults_at_close(ready, close_all(ready))
    tell("C04", "naive", bug=bug, lots=many, faults=len(found))
    assert len(found) >= 1


def test_a_small_ring_built_right_closes_well(naive_yard):
    ready = naive_yard("", bidders=PEOPLE, lots=10)
    assert faults_at_close(ready, close_all(ready)) == {}
