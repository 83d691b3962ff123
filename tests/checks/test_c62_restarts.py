"""C62: the server is restarted in the middle of a sale, as a deployment does, and bidding goes on."""

import asyncio

import pytest
from loops import run_apart
from ring_audit import many, violations
from ring_harness import Storm, in_full_or, tell

BIDDERS = in_full_or(30, 60)
RESTARTS = in_full_or(3, 10)
ATTEMPTS = in_full_or(600, 3_000)


async def restart_while_bids_run(served, storm, resumed):
    """Restart so many times; each time wait until a bid is taken again."""
    for number in range(1, RESTARTS + 1):
        await storm.after(number / (RESTARTS + 2))
        taken = storm.known.version if storm.known else 0
        await served.restart()
        while storm.left and storm.known.version <= taken:  # noqa: ASYNC110 - any phone may
            await asyncio.sleep(0.005)
        resumed.append(storm.known.version > taken)


@pytest.mark.check("C62")
def test_a_restart_loses_no_bid_and_the_phones_go_on(yard):
    ready = yard(bidders=BIDDERS)
    resumed = []
    with ready.served() as served:

        async def sale():
            clerk = ready.clerks(served)
            await clerk.bring_in()
            clerk.line.hang_up()
            storm = Storm(ready.phones(served), ATTEMPTS, seed=13)
            await storm.run(restart_while_bids_run(served, storm, resumed))
            return storm

        storm = run_apart(sale())
    register = ready.register()
    rows = register.bids(*ready.lots[0])
    found = violations(storm.attempts, rows)
    tell(
        "C62",
        register.engine,
        restarts=len(resumed),
        attempts=len(storm.attempts),
        accepted=len(rows),
        answers_cut=storm.cut,
        denied_too_early=sum(one.denied_too_early for one in storm.attempts),
        violations=many(found),
    )
    assert found == {}
    assert resumed == [True] * RESTARTS
    assert register.is_whole()
    assert register.verified(ready.environ()) == ""
