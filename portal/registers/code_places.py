"""Whence codes were asked for and guessed at: browser and address, both as keyed digests."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, exists, select

from portal.law.code_limits import (
    ADDRESS,
    AN_HOUR,
    BROWSER,
    CODES_OF_ALL,
    GUESSES_OF_ALL,
    CameFrom,
    Place,
    codes_stop_until,
)
from portal.registers.base import db
from portal.registers.messages import CodeAsked, CodeTry, OneTimeCode


@dataclass(frozen=True)
class Asker:
    """Whence a request comes; empty where it is not known, as behind a proxy that tells nothing."""

    browser: str = ""
    address: str = ""

    def __str__(self) -> str:
        """Say nothing of it: the journal has no use for digests."""
        return "known" if self.browser else "not known"


def has_opened(browser: str, phone: str) -> bool:
    """Tell whether a right code for a mobile was ever entered in a browser."""
    if not browser:
        return False
    opened = exists().where(
        CodeAsked.browser == browser,
        OneTimeCode.id == CodeAsked.code_id,
        OneTimeCode.phone == phone,
        CodeTry.code_id == CodeAsked.code_id,
        CodeTry.right.is_(True),
    )
    return bool(db.session.scalar(select(opened)))


def came_from(asker: Asker, phone: str, now: datetime) -> list[CameFrom]:
    """Give the law what came from the browser, and from the address, in the hour before `now`."""
    kinds: tuple[tuple[Place, str, ColumnElement[bool]], ...] = (
        (BROWSER, asker.browser, CodeAsked.browser == asker.browser),
        (ADDRESS, asker.address, CodeAsked.address == asker.address),
    )
    return [_came(place, here, phone, now) for place, known, here in kinds if known]


def _came(place: Place, here: ColumnElement[bool], phone: str, now: datetime) -> CameFrom:
    lately = CodeAsked.at > now - AN_HOUR
    codes = db.session.execute(
        select(OneTimeCode.phone, OneTimeCode.at)
        .join(CodeAsked, CodeAsked.code_id == OneTimeCode.id)
        .where(here, lately)
        .order_by(OneTimeCode.id)
    ).all()
    guesses = db.session.scalars(
        select(CodeTry.at)
        .join(CodeAsked, CodeAsked.code_id == CodeTry.code_id)
        # A code lives ten minutes: whatever was guessed within the hour was asked for within two.
        .where(here, CodeAsked.at > now - 2 * AN_HOUR, CodeTry.right.is_(False))
    ).all()
    return CameFrom(
        place,
        to_this=[at for to, at in codes if to == phone],
        to_others=list({to: at for to, at in codes if to != phone}.values()),
        guesses=guesses,
    )


def codes_stopped_until(now: datetime) -> datetime | None:
    """Tell until when strangers get no codes, because too many came from everywhere together."""
    codes = db.session.scalars(
        select(OneTimeCode.at).order_by(OneTimeCode.id.desc()).limit(CODES_OF_ALL)
    ).all()
    guesses = db.session.scalars(
        select(CodeTry.at)
        .where(CodeTry.right.is_(False))
        .order_by(CodeTry.id.desc())
        .limit(GUESSES_OF_ALL)
    ).all()
    until = codes_stop_until(codes, guesses, now)
    return until if until > now else None
