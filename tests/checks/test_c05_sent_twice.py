"""C05: a bid sent two to five times at once, some of its answers unheard, is one bid."""

import asyncio

import pytest
from loops import run_apart
from ring_audit import violations
from ring_harness import Attempt, Cut, Line, chance_of, in_full_or, ring_of, tell

BIDS = in_full_or(60, 1_000)
PEOPLE = 40
MOST_COPIES = 5
CUT = "cut"


async def send_copies(phone, lines, attempt, copies, chance):
    """Send one bid from several lines at the same moment; give each answer, or CUT."""

    async def one(line, drop):
        try:
            answer = await line.post(
                f"{phone.path}/bids",
                drop=drop,
                amount=attempt.amount,
                seen=attempt.seen,
                key=attempt.key,
            )
        except Cut:
            return CUT
        return (answer.status, answer.body)

    drops = [chance.random() < 0.3 for _copy in range(copies)]
    sent = [one(line, drop) for line, drop in zip(lines, drops, strict=False)]
    return await asyncio.gather(*sent)


async def one_bid(phone, lines, chance):
    """Place one bid in several copies, and send it once more where no answer was heard."""
    await phone.look(whole=True)
    attempt = Attempt(phone.keys.fresh(), phone.card, phone.known.amount, phone.known.seen)
    answers = await send_copies(phone, lines, attempt, chance.randint(2, MOST_COPIES), chance)
    heard = [one for one in answers if one is not CUT]
    again = await phone.send(attempt)
    heard.append((again.status, again.body))
    attempt.status = again.status
    attempt.resent = [status for status, _body in heard[:-1]]
    return attempt, answers, heard


def send_all(ready, how_many):
    chance = chance_of(11)
    found, others = [], []
    with ready.served() as served:

        async def sale():
            async with ring_of(ready, served, heard=False) as (clerk, phones, _screen):
                await clerk.bring_in()
                lines = {
                    phone: [Line(served.port, phone.line.browser) for _copy in range(MOST_COPIES)]
                    for phone in phones
                }
                for number in range(how_many):
                    phone = phones[number % len(phones)]
                    found.append(await one_bid(phone, lines[phone], chance))
                    if number % 10 == 0:
                        others.append(await _same_key_for_another_sum(phone, found[-1][0]))
                for line in (line for some in lines.values() for line in some):
                    line.hang_up()

        run_apart(sale())
    return found, others


async def _same_key_for_another_sum(phone, attempt):
    other = Attempt(attempt.key, attempt.card, attempt.amount + 100, attempt.seen + 1)
    return (await phone.send(other)).status


def unequal(found):
    """Give the bids whose copies were not all answered the same."""
    return [attempt for attempt, _answers, heard in found if len(set(heard)) > 1]


@pytest.mark.check("C05")
def test_a_bid_sent_many_times_at_once_is_one_bid_with_one_answer(yard):
    ready = yard(bidders=PEOPLE)
    found, others = send_all(ready, BIDS)
    register = ready.register()
    rows = register.bids(*ready.lots[0])
    attempts = [attempt for attempt, _answers, _heard in found]
    tell(
        "C05",
        register.engine,
        bids=len(found),
        sent=sum(len(answers) + 1 for _attempt, answers, _heard in found),
        unheard=sum(answers.count(CUT) for _attempt, answers, _heard in found),
        rows=len(rows),
        unequal=len(unequal(found)),
    )
    assert {attempt.status for attempt in attempts} == {200}
    assert unequal(found) == []
    assert violations(attempts, rows) == {}
    assert len(rows) == len(found) == BIDS
    assert set(others) == {422}
    assert any(CUT in answers for _attempt, answers, _heard in found)


@pytest.mark.check("C05")
def test_a_floor_bid_sent_many_times_at_once_is_one_bid(yard):
    ready = yard(bidders=4)
    many = in_full_or(20, 200)
    found = []
    with ready.served() as served:

        async def sale():
            async with ring_of(ready, served, heard=False) as (clerk, _phones, _screen):
                await clerk.bring_in()
                hands = [ready.clerks(served, seed=number) for number in range(3)]
                for number in range(many):
                    board = await clerk.look(whole=True)
                    card = ready.bidders[number % 4].card
                    key = clerk.keys.fresh()
                    copies = [Attempt(key, card, board.amount, board.seen) for _hand in hands]
                    await asyncio.gather(
                        *(
                            hand.floor_bid(card, board.amount, board.seen, attempt=copy)
                            for hand, copy in zip(hands, copies, strict=True)
                        )
                    )
                    found.append(copies)
                for hand in hands:
                    hand.line.hang_up()

        run_apart(sale())
    rows = ready.register().bids(*ready.lots[0])
    assert [{copy.status for copy in copies} for copies in found] == [{303}] * many
    assert violations([copies[0] for copies in found], rows) == {}
    assert len(rows) == many


@pytest.mark.check("C05")
def test_a_ring_that_does_not_know_a_bid_again_is_found_out(naive_yard):
    ready = naive_yard("no_key", bidders=PEOPLE)
    found, _others = send_all(ready, 20)
    rows = ready.register().bids(*ready.lots[0])
    assert len(rows) > len(found)
    assert "doubled by key" in violations([attempt for attempt, *_rest in found], rows)


def test_a_small_ring_built_right_knows_a_bid_again(naive_yard):
    ready = naive_yard("", bidders=PEOPLE)
    found, others = send_all(ready, 20)
    assert (unequal(found), set(others)) == ([], {422})
    rows = ready.register().bids(*ready.lots[0])
    assert violations([attempt for attempt, *_rest in found], rows) == {}
