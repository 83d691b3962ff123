"""Messages to mobiles, what became of each, and the one-time codes that some of them carry.

The words of a message that carries a code hold the code itself, or it could not be sent. They are
in no journal line and no log, and open nothing once the code is used, ended or ten minutes old.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import ForeignKey, Index, func, select
from sqlalchemy.orm import Mapped, aliased, mapped_column

from portal.law.codes import LONGEST_SPAN, CodeSent, HolderOfPhone
from portal.registers.base import Instant, Key, Record, db, on_register
from portal.registers.people import Person, offices_of

CODE = "code"
MOST_FAILURES = 3


class Message(Record):
    """Something to be told to a mobile; after `until`, if there is one, it is of no use."""

    __tablename__ = "message"
    __table_args__ = (Index("ix_message_to_kind_id", "to", "kind", "id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    to: Mapped[str]
    kind: Mapped[str]
    words: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    until: Mapped[datetime | None] = mapped_column(Instant)


class MessageSent(Record):
    """A message was taken by the gateway."""

    __tablename__ = "message_sent"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    message_id: Mapped[int] = mapped_column(ForeignKey("message.id"), unique=True)
    at: Mapped[datetime] = mapped_column(Instant)


class MessageFailed(Record):
    """The gateway did not take a message, and why; it is tried again a few times."""

    __tablename__ = "message_failed"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    message_id: Mapped[int] = mapped_column(ForeignKey("message.id"), index=True)
    at: Mapped[datetime] = mapped_column(Instant)
    why: Mapped[str]


class OneTimeCode(Record):
    """A code sent to a mobile, kept as a keyed digest of both; the latest counts."""

    __tablename__ = "one_time_code"
    __table_args__ = (Index("ix_one_time_code_phone_id", "phone", "id"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    phone: Mapped[str]
    digest: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)
    until: Mapped[datetime] = mapped_column(Instant)


class CodeAsked(Record):
    """Whence a code was asked for: the browser and the address of the net, as keyed digests.

    A code opens only in the browser it was asked from. Codes of before this was kept have no row.
    """

    __tablename__ = "code_asked"
    __table_args__ = (
        Index("ix_code_asked_browser_at", "browser", "at"),
        Index("ix_code_asked_address_at", "address", "at"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    code_id: Mapped[int] = mapped_column(ForeignKey("one_time_code.id"), unique=True)
    message_id: Mapped[int] = mapped_column(ForeignKey("message.id"), unique=True)
    browser: Mapped[str]
    address: Mapped[str]
    at: Mapped[datetime] = mapped_column(Instant)


class CodeTry(Record):
    """One try of a code, right or wrong."""

    __tablename__ = "code_try"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    code_id: Mapped[int] = mapped_column(ForeignKey("one_time_code.id"), index=True)
    right: Mapped[bool]
    at: Mapped[datetime] = mapped_column(Instant)


@dataclass(frozen=True)
class Waiting:
    """A message that is to be sent."""

    id: int
    to: str
    words: str
    until: datetime | None


def latest_code(phone: str, browser: str = "") -> OneTimeCode | None:
    """Find the latest code that a browser had sent to a mobile, the only one that may open there.

    What somebody else asks for ends no code of his: it opens in another browser.
    """
    asked = select(OneTimeCode).where(OneTimeCode.phone == phone)
    if browser:
        asked = asked.join(CodeAsked, CodeAsked.code_id == OneTimeCode.id).where(
            CodeAsked.browser == browser
        )
    found: OneTimeCode | None = db.session.scalar(asked.order_by(OneTimeCode.id.desc()).limit(1))
    return found


def facts_of(code: OneTimeCode | None) -> CodeSent | None:
    """Give the law what it looks at in a code."""
    if code is None:
        return None
    tries = list(db.session.scalars(select(CodeTry.right).where(CodeTry.code_id == code.id)))
    return CodeSent(until=code.until, wrong_tries=tries.count(False), used=True in tries)


def codes_sent(phone: str, now: datetime, browser: str = "") -> list[datetime]:
    """List when codes were sent to a mobile, as far back as the law looks; of one browser only."""
    sent = select(OneTimeCode.at).where(
        OneTimeCode.phone == phone, OneTimeCode.at > now - LONGEST_SPAN
    )
    if browser:
        asked = CodeAsked.code_id == OneTimeCode.id
        sent = sent.join(CodeAsked, asked).where(CodeAsked.browser == browser)
    return list(db.session.scalars(sent))


def holders_of_phone(phone: str, today: date) -> list[HolderOfPhone]:
    """List who on the register has a mobile, first entered first, with the offices held today."""
    if not phone:
        return []
    having = select(Person.id).where(Person.phone == phone).order_by(Person.id)
    return [
        HolderOfPhone(person, frozenset(offices_of(person, today)))
        for person in db.session.scalars(having)
    ]


def find_message(number: int) -> Message:
    """Find a message; raise NotOnRegister."""
    return on_register(Message, number, f"message {number}")


def is_sent(number: int) -> bool:
    """Tell whether a message was taken by the gateway."""
    sent = select(MessageSent.id).where(MessageSent.message_id == number)
    return db.session.scalar(sent) is not None


def waiting_messages(now: datetime) -> list[Waiting]:
    """List what is to be sent, first written first.

    Not what was given up, what is of no use any more, nor a code that a newer one, asked for in
    the same browser, has ended.
    """
    newer, asked, asked_later = aliased(Message), aliased(CodeAsked), aliased(CodeAsked)
    ended = (
        select(newer.id)
        .outerjoin(asked, asked.message_id == Message.id)
        .outerjoin(asked_later, asked_later.message_id == newer.id)
        .where(
            newer.to == Message.to,
            newer.kind == CODE,
            newer.id > Message.id,
            func.coalesce(asked.browser, "") == func.coalesce(asked_later.browser, ""),
        )
        .correlate(Message)
        .exists()
    )
    failures = (
        select(func.count())
        .select_from(MessageFailed)
        .where(MessageFailed.message_id == Message.id)
        .correlate(Message)
        .scalar_subquery()
    )
    waiting = (
        select(Message.id, Message.to, Message.words, Message.until)
        .outerjoin(MessageSent, MessageSent.message_id == Message.id)
        .where(
            MessageSent.id.is_(None),
            (Message.until.is_(None)) | (Message.until > now),
            (Message.kind != CODE) | ~ended,
            failures < MOST_FAILURES,
        )
        .order_by(Message.id)
    )
    return [Waiting(*row) for row in db.session.execute(waiting)]


def newest_messages(how_many: int) -> list[Message]:
    """List the latest messages, newest first."""
    return list(db.session.scalars(select(Message).order_by(Message.id.desc()).limit(how_many)))
