"""C46: clocks that are put back, jump forward, or differ a little between two machines."""

import asyncio
from datetime import timedelta

import pytest
from loops import run_apart
from ring_audit import violations
from ring_harness import Attempt, in_full_or, tell

BIDDERS = 6


async def next_bid(phones, attempts):
    """Let the first phone that does not lead make the next bid; give its attempt."""
    board = await phones[0].look(whole=True)
    phone = next(one for one in phones if one.card != board.leads)
    attempt = await phone.bid(board.amount, board.seen)
    attempts.append(attempt)
    return attempt


def hung_up(*phones):
    for phone in phones:
        phone.line.hang_up()


@pytest.mark.check("C46")
def test_nothing_is_written_by_a_clock_that_was_put_back(yard):
    ready = yard(bidders=BIDDERS)
    attempts = []
    with ready.served() as served:

        async def sale():
            clerk, phones = ready.clerks(served), ready.phones(served)
            await clerk.bring_in()
            for _number in range(4):
                assert (await next_bid(phones, attempts)).status == 200
            lines = ready.register().ask("SELECT count(*) FROM journal_line")
            ready.move_clock(-timedelta(hours=1))
            for phone in phones:
                board = await phone.look(whole=True)
                if phone.card != board.leads:
                    refused = await phone.bid(board.amount, board.seen)
                    attempts.extend([refused])
                    assert refused.status == 503
                    assert await phone.ask_about(refused) == 404
            board = await clerk.look(whole=True)
            assert await clerk.hammer(board.leads, board.amount - 100) == 503
            floor = Attempt(clerk.keys.fresh(), phones[0].card, board.amount, board.seen)
            assert (await clerk.floor_bid(**_said(floor))).status == 503
            assert ready.register().ask("SELECT count(*) FROM journal_line") == lines
            ready.move_clock(timedelta(minutes=5))
            for _number in range(4):
                assert (await next_bid(phones, attempts)).status == 200
            hung_up(clerk, *phones)

        run_apart(sale())
    rows = ready.register().bids(*ready.lots[0])
    assert violations(attempts, rows) == {}
    assert len(rows) == 8
    tell("C46", ready.register().engine, clock="an hour back", refused=5, written=0)


def _said(attempt):
    return {"card": attempt.card, "amount": attempt.amount, "seen": attempt.seen}


@pytest.mark.check("C46")
def test_a_clock_a_day_ahead_doubles_nothing_and_sells_by_the_law_or_not_at_all(yard):
    ready = yard(bidders=BIDDERS)
    attempts, falls = [], []
    with ready.served() as served:

        async def sale():
            clerk, phones = ready.clerks(served), ready.phones(served)
            await clerk.bring_in()
            for _number in range(3):
                assert (await next_bid(phones, attempts)).status == 200
            ready.move_clock(timedelta(days=1))
            for _number in range(3):
                await next_bid(phones, attempts)
            board = await clerk.look(whole=True)
            falls.extend([await clerk.hammer(board.leads, board.amount - 100) for _press in "12"])
            ready.move_clock()
            late = await next_bid(phones, attempts)
            assert late.status in {503, 410}
            hung_up(clerk, *phones)

        run_apart(sale())
    register = ready.register()
    assert violations(attempts, register.bids(*ready.lots[0])) == {}
    hammers = register.hammers(*ready.lots[0])
    assert falls.count(303) == len(hammers) <= 1
    assert set(falls) <= {303, 410, 422, 423}
    assert register.verified(ready.environ()) == ""
    tell("C46", register.engine, clock="a day ahead", hammer=falls, hammers=len(hammers))


@pytest.mark.check("C46")
@pytest.mark.check("C03")
def test_two_machines_whose_clocks_differ_by_four_seconds_keep_one_order(yard):
    """Two servers before one database; bids go by turns and at once to the one and the other."""
    ready = yard(bidders=20)
    slow = ready.instance.with_name("slow")
    slow.mkdir()
    many = in_full_or(40, 400)
    attempts = []
    with ready.served() as served:
        ready.move_clock(-timedelta(seconds=4), instance=slow)
        with ready.served(slow) as served_slowly:

            async def sale():
                clerk = ready.clerks(served)
                await clerk.bring_in()
                here, there = ready.phones(served), ready.phones(served_slowly, seed=1)
                for number in range(many):
                    board = await here[0].look(whole=True)
                    pair = [here[number % 10], there[10 + number % 10]]
                    able = [one for one in pair if one.card != board.leads]
                    able = able[::-1] if number % 2 else able
                    attempts.extend(
                        await asyncio.gather(*(one.bid(board.amount, board.seen) for one in able))
                    )
                    board = await there[0].look(whole=True)
                    phone = pair[(number + 1) % 2]
                    if phone.card != board.leads:
                        attempts.append(await phone.bid(board.amount, board.seen))
                hung_up(clerk, *here, *there)

            run_apart(sale())
    register = ready.register()
    rows = register.bids(*ready.lots[0])
    assert violations(attempts, rows) == {}
    assert {one.status for one in attempts} <= {200, 409, 422}
    stamps = [one.at for one in register.ask("SELECT at FROM journal_line ORDER BY id")]
    assert stamps == sorted(stamps)
    assert len(rows) >= many
    assert register.verified(ready.environ()) == ""
    tell("C46", register.engine, clock="four seconds apart", accepted=len(rows), out_of_order=0)
