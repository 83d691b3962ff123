"""C01: many bidders on one lot, four worker processes, and kill -9 while the bids run."""

import pytest
from loops import run_apart
from ring_audit import many, violations
from ring_harness import Storm, in_full_or, tell

BIDDERS = in_full_or(60, 200)
ATTEMPTS = in_full_or(1_200, 10_000)
KILLS = in_full_or(3, 20)


async def kill_while_bids_run(served, storm, kills):
    """Kill -9 a worker so many times, evenly over the attempts, each time with bids in hand."""
    for number in range(1, kills + 1):
        await storm.after(number / (kills + 2))
        await served.kill_a_worker(storm)


@pytest.mark.check("C01")
def test_no_bid_is_lost_or_doubled_while_workers_are_killed(yard):
    ready = yard(bidders=BIDDERS)
    with ready.served() as served:

        async def sale():
            clerk = ready.clerks(served)
            await clerk.bring_in()
            clerk.line.hang_up()
            storm = Storm(ready.phones(served), ATTEMPTS, seed=1)
            await storm.run(kill_while_bids_run(served, storm, KILLS))
            return storm

        storm = run_apart(sale())
    register = ready.register()
    rows = register.bids(*ready.lots[0])
    found = violations(storm.attempts, rows)
    tell(
        "C01",
        register.engine,
        bidders=BIDDERS,
        attempts=len(storm.attempts),
        accepted=len(rows),
        kills=KILLS,
        answers_cut=storm.cut,
        denied_too_early=sum(one.denied_too_early for one in storm.attempts),
        violations=many(found),
    )
    assert found == {}
    assert len(storm.attempts) >= ATTEMPTS
    assert storm.cut > 0, "no kill cut an answer: none landed"
    assert len(rows) > ATTEMPTS // 100
    assert register.is_whole()
    assert register.verified(ready.environ()) == ""
