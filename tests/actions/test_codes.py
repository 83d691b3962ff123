"""One-time codes and the outbox, as official acts on both engines."""

from contextlib import suppress
from datetime import timedelta

import pytest
from builders import rupees

from portal.actions import bids, messages, staff
from portal.actions.official import NotYourDuty
from portal.law import code_limits
from portal.law.codes import LIVES
from portal.law.offices import Office
from portal.law.refusals import Refusal
from portal.law.refusals_of_books import NothingChanged
from portal.law.refusals_of_codes import (
    CodeDead,
    CodeRunOut,
    CodesStopped,
    CodeUsed,
    CodeWrong,
    NoCodeSent,
    NotByCode,
    TooManyCodes,
    TooManyFromHere,
    TooManyGuesses,
)
from portal.registers import code_places
from portal.registers.base import db
from portal.registers.code_places import Asker, codes_stopped_until
from portal.registers.journal import JournalLine, lines_in_order
from portal.registers.messages import CodeTry, Message, OneTimeCode, waiting_messages
from portal.registers.people import (
    AT_THE_COMMAND_LINE,
    NOBODY,
    Appointment,
    Officer,
    Person,
    SignIn,
    find_person,
    offices_of,
    signed_in_as,
)

PHONE, OTHER = "9848012345", "9848099999"
TOKENS = iter(f"{number:064}" for number in range(1_000_000))


@pytest.fixture
def send(inside, clock):
    def sending(phone=PHONE, digest="right"):
        return messages.send_code(
            NOBODY, clock, phone=phone, code_digest=digest, words="042617 is your code."
        )

    return sending


@pytest.fixture
def tried(inside, clock):
    def trying(digest="right", phone=PHONE, token=None):
        return messages.try_code(
            NOBODY,
            clock,
            phone=phone,
            code_digest=digest,
            token_digest=token or next(TOKENS),
            ends_at=clock.at + timedelta(hours=8),
        )

    return trying


def test_a_right_code_enters_a_bidder_and_signs_him_in_by_one_act(send, tried, clock):
    send()
    before = db.session.query(JournalLine).count()
    found = tried(token="t" * 64)
    assert db.session.query(JournalLine).count() == before + 1
    person = find_person(found.person)
    assert (person.name, person.sign_in_name, person.phone) == (PHONE, f"phone-{PHONE}", PHONE)
    assert offices_of(person.id, clock.at.date()) == (Office.BIDDER,)
    assert signed_in_as("t" * 64, clock.at, clock.at.date()) == Officer(person.id, Office.BIDDER)
    appointed = db.session.query(Appointment).filter_by(person_id=person.id).one()
    assert appointed.order_number == "signed up by phone"


def test_who_comes_again_is_the_same_bidder(send, tried):
    send()
    first = tried().person
    send()
    assert tried().person == first
    assert db.session.query(Person).filter_by(phone=PHONE).count() == 1


def test_a_wrong_try_is_kept_and_the_third_kills_the_code(send, tried):
    code = send().id
    left = [tried("wrong").refusal for _time in range(3)]
    assert [type(one) for one in left[:2]] == [CodeWrong, CodeWrong]
    assert [one.left for one in left[:2]] == [2, 1]
    assert db.session.query(CodeTry).filter_by(code_id=code, right=False).count() == 3
    with pytest.raises(CodeDead):
        tried("right")
    assert db.session.query(SignIn).count() == 0


def test_a_code_opens_once(send, tried):
    send()
    tried()
    with pytest.raises(CodeUsed):
        tried()
    assert db.session.query(SignIn).count() == 1


def test_a_code_that_has_run_out_opens_nothing(send, tried, clock):
    send()
    clock.at += LIVES
    with pytest.raises(CodeRunOut):
        tried()


def test_a_new_code_ends_the_one_before(send, tried, clock):
    send(digest="first")
    send(digest="second")
    assert isinstance(tried("first").refusal, CodeWrong)
    assert tried("second").person
    waiting = waiting_messages(clock.at)
    assert len(waiting) == 1, "and only the new one goes out"


def test_a_code_of_another_mobile_opens_nothing(send, tried):
    send(digest="mine")
    with pytest.raises(NoCodeSent):
        tried("mine", phone=OTHER)
    send(OTHER, digest="his")
    assert tried("mine", phone=OTHER).refusal
    assert tried("mine").person


def test_a_thousand_guesses_get_nowhere(send, tried):
    send()
    before = db.session.query(JournalLine).count()
    assert [tried(f"guess {guess}").person for guess in range(3)] == [None] * 3
    for guess in range(3, 1_000):
        with pytest.raises(CodeDead):
            tried(f"guess {guess}")
    assert db.session.query(CodeTry).count() == 3
    assert db.session.query(JournalLine).count() == before + 3, "nor do they fill the journal"


def test_five_codes_in_an_hour_ten_in_a_day_and_the_next_is_refused_with_the_hour(send, clock):
    for _code in range(5):
        send()
    with pytest.raises(TooManyCodes, match=r"Ask again after 08:4\d on Wed 18 Nov 2026"):
        send()
    assert send(OTHER), "another mobile is not held"
    clock.at += timedelta(hours=1)
    for _code in range(5):
        send()
    clock.at += timedelta(hours=2)
    with pytest.raises(TooManyCodes, match="on Thu 19 Nov 2026"):
        send()
    assert db.session.query(OneTimeCode).filter_by(phone=PHONE).count() == 10
    assert db.session.query(Message).filter_by(to=PHONE).count() == 10


@pytest.fixture
def person(inside, clock):
    def entering(phone=PHONE, *offices, name="S. Rao"):
        found = staff.enter_person(
            AT_THE_COMMAND_LINE, clock, name=name, sign_in_name=name, phone=phone
        ).id
        for office in offices:
            staff.appoint(
                AT_THE_COMMAND_LINE,
                clock,
                person=found,
                office=office,
                order_number=f"T-{office.name}",
                since=clock.at.date(),
            )
        return found

    return entering


@pytest.mark.parametrize("office", [Office.CLERK, Office.ADMINISTRATOR, Office.POUND_KEEPER, None])
def test_a_mobile_of_the_staff_opens_nothing_and_makes_nobody_a_bidder(
    send, tried, person, clock, office
):
    found = person(PHONE, *([office] if office else []))
    send()
    assert isinstance(tried().refusal, NotByCode)
    assert db.session.query(SignIn).count() == 0
    assert Office.BIDDER not in offices_of(found, clock.at.date())
    with pytest.raises(CodeUsed):
        tried()


def test_one_of_the_staff_who_is_a_bidder_too_comes_in_as_a_bidder_only(send, tried, person, clock):
    found = person(PHONE, Office.CLERK, Office.BIDDER)
    send()
    assert tried(token="t" * 64).person == found
    assert signed_in_as("t" * 64, clock.at, clock.at.date()).office is Office.BIDDER


def test_a_bidder_whose_place_was_ended_is_not_let_in_again_by_a_code(send, tried, people, clock):
    send()
    found = tried().person
    held = db.session.query(Appointment).filter_by(person_id=found).one()
    staff.end_appointment(
        people[Office.ADMINISTRATOR],
        clock,
        appointment=held.id,
        order_number="T-9",
        from_day=clock.at.date(),
    )
    send()
    assert isinstance(tried().refusal, NotByCode)


def test_a_name_to_sign_in_by_that_somebody_has_is_not_taken_over(send, tried, person):
    person("", name=f"phone-{PHONE}")
    send()
    assert isinstance(tried().refusal, NotByCode)


def test_neither_mobile_nor_code_nor_digest_stands_in_the_journal(send, tried):
    send(digest="digest of it")
    tried("wrong digest")
    tried("digest of it", token="token digest")
    written = " ".join(str(line.particulars) for line in lines_in_order())
    for secret in (PHONE, "042617", "digest of it", "wrong digest", "token digest"):
        assert secret not in written
    assert "…2345" in written


def test_a_message_is_marked_once_and_given_up_after_three_failures(send, clock):
    send()
    first = db.session.query(Message).one().id
    by = AT_THE_COMMAND_LINE
    for _time in range(3):
        assert [one.id for one in waiting_messages(clock.at)] == [first]
        messages.mark_failed(by, clock, message=first, why="no signal")
    assert waiting_messages(clock.at) == []
    messages.mark_sent(by, clock, message=first)
    with pytest.raises(NothingChanged):
        messages.mark_sent(by, clock, message=first)


def test_nobody_but_the_command_line_marks_messages(send, people, clock):
    send()
    for office in Office:
        if office is not Office.COMMAND_LINE:
            with pytest.raises(NotYourDuty):
                messages.mark_sent(people[office], clock, message=1)


def test_who_signed_up_has_no_card_by_that_alone(send, tried, hands, clock):
    case = hands.take_in(1)
    clock.go(2026, 11, 30)
    sale = hands.arrange(case)
    send()
    bidder = Officer(tried().person, Office.BIDDER)
    with pytest.raises(Refusal, match="no card for sale"):
        bids.set_limit(bidder, clock, sale=sale, most=rupees(5_000))


def mobile(number):
    return f"98480{number:05}"


@pytest.fixture
def ask(inside, clock):
    """A code asked for from a browser and an address; gives its row."""

    def asking(phone=PHONE, browser="his", address="", digest="right"):
        return messages.send_code(
            NOBODY, clock, phone=phone, code_digest=digest, words="042617 is your code.",
            asker=Asker(browser, address),
        )  # fmt: skip

    return asking


@pytest.fixture
def guess(inside, clock):
    def guessing(digest="right", phone=PHONE, browser="his", address=""):
        return messages.try_code(
            NOBODY,
            clock,
            phone=phone,
            code_digest=digest,
            token_digest=next(TOKENS),
            ends_at=clock.at + timedelta(hours=8),
            asker=Asker(browser, address),
        )

    return guessing


@pytest.mark.check("C27")
def test_one_browser_gets_codes_for_ten_mobiles_in_an_hour_and_the_desk_for_the_next(ask, clock):
    for number in range(10):
        ask(mobile(number))
    with pytest.raises(TooManyFromHere, match=r"after 08:4\d on .* or come to the desk"):
        ask(mobile(10))
    assert ask(mobile(10), browser="another's")
    assert ask(mobile(0)), "the mobiles of before go on"
    clock.at += timedelta(hours=1)
    assert ask(mobile(10))


@pytest.mark.check("C27")
def test_one_address_gets_codes_for_sixty_mobiles_whatever_browser_it_says_it_is(ask):
    for number in range(60):
        ask(mobile(number), browser=f"a fresh one {number}", address="its")
    with pytest.raises(TooManyFromHere):
        ask(mobile(60), browser="a fresh one", address="its")
    assert ask(mobile(60), browser="a fresh one", address="another")


@pytest.mark.check("C27")
def test_a_thousand_guesses_over_many_mobiles_are_a_hundred_from_one_address(ask, guess):
    """A new browser for each mobile, three guesses at each; the address is the same."""
    looked_at = 0
    for number in range(334):
        browser = f"browser {number}"
        try:
            ask(mobile(number), browser, "its", digest="d")
        except TooManyFromHere:
            continue
        for one in range(3):
            try:
                assert guess(f"wrong {one}", mobile(number), browser, "its").person is None
                looked_at += 1
            except TooManyGuesses:
                continue
    assert looked_at == 100
    assert db.session.query(SignIn).count() == 0


@pytest.mark.check("C27")
def test_the_owner_of_a_mobile_is_not_locked_out_by_whoever_asks_and_guesses_for_it(
    ask, guess, clock
):
    ask()
    assert guess().person, "he has opened it in this browser once"
    clock.at += timedelta(days=1)
    for other in range(4):  # strangers use up what they may have sent to his mobile
        for _code in range(3):
            with suppress(TooManyCodes):
                ask(browser=f"stranger {other}", address=f"address {other}", digest="theirs")
        with suppress(NoCodeSent):
            for wrong in range(3):
                guess(f"wrong {wrong}", browser=f"stranger {other}", address=f"address {other}")
    with pytest.raises(TooManyCodes):
        ask(browser="stranger 9")
    ask(digest="his new one")
    ask(digest="his newest")
    assert guess("his newest").person


@pytest.mark.check("C27")
def test_a_stranger_from_one_place_leaves_two_codes_of_five_to_somebody_new(ask, guess):
    for _code in range(3):
        ask(browser="stranger", address="there", digest="theirs")
    with pytest.raises(TooManyFromHere):
        ask(browser="stranger in another guise", address="there")
    ask(browser="new", address="here", digest="mine")
    with suppress(CodeDead):
        for wrong in range(4):
            guess(f"wrong {wrong}", browser="stranger", address="there")
    assert guess("mine", browser="new", address="here").person, "his code is his browser's own"


def test_a_code_opens_only_in_the_browser_it_was_asked_from(ask, guess, clock):
    ask(browser="a", digest="of a")
    ask(browser="b", digest="of b")
    assert len(waiting_messages(clock.at)) == 2, "neither ends the other"
    assert isinstance(guess("of b", browser="a").refusal, CodeWrong)
    with pytest.raises(NoCodeSent):
        guess("of a", browser="c")
    assert guess("of a", browser="a").person
    assert guess("of b", browser="b").person


@pytest.mark.check("C27")
def test_too_many_codes_from_everywhere_stop_codes_for_strangers_alone(
    ask, guess, clock, monkeypatch
):
    monkeypatch.setattr(code_limits, "CODES_OF_ALL", 6)
    monkeypatch.setattr(code_places, "CODES_OF_ALL", 6)
    ask()
    assert guess().person
    for number in range(5):
        assert codes_stopped_until(clock.at) is None
        ask(mobile(number), browser=f"b {number}", address=f"a {number}")
    assert codes_stopped_until(clock.at) > clock.at
    for stopped in (lambda: ask(OTHER, "new"), lambda: guess("d", mobile(1), "b 1", "a 1")):
        with pytest.raises(CodesStopped, match="come to the desk"):
            stopped()
    ask(digest="again")
    assert guess("again").person
    clock.at += timedelta(hours=1)
    assert codes_stopped_until(clock.at) is None
    assert ask(OTHER, "new")
