"""One-time codes and the outbox, as official acts on both engines."""

from datetime import timedelta

import pytest
from builders import rupees

from portal.actions import bids, messages, staff
from portal.actions.official import NotYourDuty
from portal.law.codes import LIVES
from portal.law.offices import Office
from portal.law.refusals import Refusal
from portal.law.refusals_of_books import NothingChanged
from portal.law.refusals_of_codes import (
    CodeDead,
    CodeRunOut,
    CodeUsed,
    CodeWrong,
    NoCodeSent,
    NotByCode,
    TooManyCodes,
)
from portal.registers.base import db
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
