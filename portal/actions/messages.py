"""Messages are put into the outbox and marked as sent; a one-time code lets a bidder in."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from datetime import datetime

from portal.actions.official import Act, official_act
from portal.actions.staff import let_in
from portal.law.code_limits import (
    require_codes_go_on,
    require_place_may_ask,
    require_place_may_guess,
)
from portal.law.codes import (
    LIVES,
    after_wrong_try,
    require_may_be_sent,
    require_may_be_tried,
    who_comes_in,
)
from portal.law.offices import Duty, Office
from portal.law.refusals import Refusal
from portal.law.refusals_of_books import NothingChanged
from portal.law.refusals_of_codes import NoCodeSent, NotByCode
from portal.registers.base import db
from portal.registers.code_places import Asker, came_from, codes_stopped_until, has_opened
from portal.registers.matching import TAIL
from portal.registers.messages import (
    CODE,
    CodeAsked,
    CodeTry,
    Message,
    MessageFailed,
    MessageSent,
    OneTimeCode,
    codes_sent,
    facts_of,
    find_message,
    holders_of_phone,
    is_sent,
    latest_code,
)
from portal.registers.people import Appointment, Person, find_person_by_sign_in_name

BY_PHONE = "signed up by phone"
NOT_KNOWN = Asker()


@dataclass(frozen=True)
class Tried:
    """What came of a try that was kept: the person let in, or why nobody was."""

    person: int | None
    refusal: Refusal | None


@official_act(Duty.SIGN_IN, unwritten=("phone", "code_digest", "words", "asker"))
def send_code(
    act: Act, *, phone: str, code_digest: str, words: str, asker: Asker = NOT_KNOWN
) -> OneTimeCode:
    """Put a code for a mobile into the outbox; what this browser asked for before opens no more.

    `words` are the message and hold the code; beside it only its digest is kept. A browser that
    has opened this mobile before is counted by itself. Raises TooManyCodes, TooManyFromHere,
    CodesStopped.
    """
    if has_opened(asker.browser, phone):
        require_may_be_sent(codes_sent(phone, act.at, asker.browser), act.at)
    else:
        require_codes_go_on(codes_stopped_until(act.at) or act.at, act.at)
        require_place_may_ask(came_from(asker, phone, act.at), act.at)
        require_may_be_sent(codes_sent(phone, act.at), act.at)
    until = act.at + LIVES
    code = OneTimeCode(phone=phone, digest=code_digest, at=act.at, until=until)
    message = Message(to=phone, kind=CODE, words=words, at=act.at, until=until)
    db.session.add_all([code, message])
    db.session.flush()
    db.session.add(
        CodeAsked(
            code_id=code.id,
            message_id=message.id,
            browser=asker.browser,
            address=asker.address,
            at=act.at,
        )
    )
    act.note(to=_tail(phone))
    return code


@official_act(Duty.SIGN_IN, unwritten=("phone", "code_digest", "token_digest", "asker"))
def try_code(
    act: Act,
    *,
    phone: str,
    code_digest: str,
    token_digest: str,
    ends_at: datetime,
    asker: Asker = NOT_KNOWN,
) -> Tried:
    """Let in, as a bidder and as nothing else, whoever has the code sent to a mobile.

    A wrong try has to be kept although it is refused, so it is told by the answer and not raised;
    so is a right one that opens nothing, since the code is used by it. Somebody whose mobile is
    not on the register is entered and appointed a bidder in the same act. Raises NoCodeSent,
    CodeUsed, CodeDead, CodeRunOut, TooManyGuesses, CodesStopped: what is tried then is neither
    right nor wrong.
    """
    if not has_opened(asker.browser, phone):
        require_codes_go_on(codes_stopped_until(act.at) or act.at, act.at)
        require_place_may_guess(came_from(asker, phone, act.at), act.at)
    code = latest_code(phone, asker.browser)
    facts = facts_of(code)
    require_may_be_tried(facts, act.at)
    if code is None or facts is None:
        raise NoCodeSent
    right = hmac.compare_digest(code.digest.encode(), code_digest.encode())
    db.session.add(CodeTry(code_id=code.id, right=right, at=act.at))
    act.note(of=_tail(phone), code="right" if right else "wrong")
    if not right:
        return Tried(person=None, refusal=after_wrong_try(facts))
    try:
        person = who_comes_in(holders_of_phone(phone, act.on)) or _enter_bidder(act, phone)
    except NotByCode as refusal:
        act.note(let_in="nobody")
        return Tried(person=None, refusal=refusal)
    let_in(act, person, Office.BIDDER, token_digest, ends_at)
    act.note(let_in=person)
    return Tried(person=person, refusal=None)


def _enter_bidder(act: Act, phone: str) -> int:
    """Enter a bidder of whom nothing is known yet but his mobile, which serves as his name."""
    sign_in_name = f"phone-{phone}"
    if find_person_by_sign_in_name(sign_in_name) is not None:
        raise NotByCode
    person = Person(name=phone, sign_in_name=sign_in_name, phone=phone)
    db.session.add(person)
    db.session.flush()
    db.session.add(
        Appointment(
            person_id=person.id,
            office=Office.BIDDER.value,
            pound_id=None,
            order_number=BY_PHONE,
            since=act.on,
            until=None,
        )
    )
    return person.id


def put_in_outbox(
    act: Act, to: str, kind: str, words: str, *, until: datetime | None = None
) -> None:
    """Put a message into the outbox in an act; after `until` it is sent to nobody."""
    db.session.add(Message(to=to, kind=kind, words=words, at=act.at, until=until))


@official_act(Duty.SEND_MESSAGES)
def mark_sent(act: Act, *, message: int) -> None:
    """Keep that the gateway took a message. Raises NothingChanged if it was marked before."""
    found = find_message(message)
    if is_sent(found.id):
        raise NothingChanged
    db.session.add(MessageSent(message_id=found.id, at=act.at))


@official_act(Duty.SEND_MESSAGES)
def mark_failed(act: Act, *, message: int, why: str) -> None:
    """Keep that the gateway did not take a message, and why."""
    db.session.add(MessageFailed(message_id=find_message(message).id, at=act.at, why=why))


def _tail(phone: str) -> str:
    """Write a mobile as it may stand in the journal."""
    return f"…{phone[-TAIL:]}"
