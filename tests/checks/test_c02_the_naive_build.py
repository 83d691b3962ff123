"""C02: the harness of C01 before planted bugs. It must find each of them, and nothing else."""

import pytest
from loops import run_apart
from ring_audit import many, violations
from ring_harness import Storm, in_full_or, tell
from test_c01_no_bid_is_lost import kill_while_bids_run

BIDDERS = in_full_or(40, 200)
ATTEMPTS = in_full_or(600, 10_000)


def storm_before(ready, kills, attempts=600):
    with ready.served() as served:

        async def sale():
            storm = Storm(ready.phones(served), attempts, seed=3)
            await storm.run(kill_while_bids_run(served, storm, kills))
            return storm

        storm = run_apart(sale())
    return violations(storm.attempts, ready.register().bids(*ready.lots[0]))


def test_a_small_ring_built_right_breaks_no_promise(naive_yard):
    assert storm_before(naive_yard("", bidders=BIDDERS), 1) == {}


@pytest.mark.check("C02")
def test_a_price_read_without_the_lock_is_found_out(naive_yard):
    found = many(storm_before(naive_yard("no_lock", bidders=BIDDERS), 0, ATTEMPTS))
    tell("C02", "naive", bug="no_lock", violations=found)
    assert {"equal tops", "not rising", "doubled by place"} <= set(found)
    assert sum(found.values()) >= in_full_or(30, 1_000), found


@pytest.mark.check("C02")
def test_an_answer_given_before_the_bid_is_written_is_found_out(naive_yard):
    found = many(storm_before(naive_yard("answers_first", bidders=BIDDERS), 1))
    tell("C02", "naive", bug="answers_first", violations=found)
    assert found["accepted and lost"] >= 1


@pytest.mark.check("C02")
def test_a_bid_sent_again_and_taken_twice_is_found_out(naive_yard):
    found = many(storm_before(naive_yard("no_key", bidders=BIDDERS), 0, 200))
    tell("C02", "naive", bug="no_key", violations=found)
    assert "not rising" in found
