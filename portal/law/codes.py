"""One-time codes, by which somebody shows that a mobile is his.

A code has six figures, lives ten minutes, may be tried three times and used once; a new one ends
the one before. A mobile gets five in an hour and ten in a day at the most. So whoever guesses at
the mobile of another has at most 18 tries in any hour and 33 in any day (one code of before may
still be good when the hour begins), at one in a million each. Of 1,000 guesses sent in an hour all
but 18 fall on a code that opens nothing: they get in with a chance of 1 in 55,000, a whole day of
guessing with 1 in 30,000, and each code that is made for it warns the owner of the mobile.
`law.code_limits` keeps the same guesser from trying his luck at many mobiles.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from portal.law.offices import Office
from portal.law.refusals import Refusal
from portal.law.refusals_of_codes import (
    CodeDead,
    CodeRunOut,
    CodeUsed,
    CodeWrong,
    LastTryWrong,
    NoCodeSent,
    NotByCode,
    TooManyCodes,
)

FIGURES = 6
LIVES = timedelta(minutes=10)
TRIES = 3
IN_AN_HOUR, IN_A_DAY = 5, 10
SPANS = ((timedelta(hours=1), IN_AN_HOUR), (timedelta(days=1), IN_A_DAY))
LONGEST_SPAN = max(span for span, _most in SPANS)


@dataclass(frozen=True)
class CodeSent:
    """The latest code of a mobile, and what became of it."""

    until: datetime
    wrong_tries: int = 0
    used: bool = False


@dataclass(frozen=True)
class HolderOfPhone:
    """Somebody on the register who has the mobile, and the offices he holds today."""

    person: int
    offices: Collection[Office]


def may_be_sent_at(sent: Collection[datetime], now: datetime) -> datetime:
    """Tell from when a mobile may get one more code; `now` or earlier means at once."""
    free = [now]
    for span, most in SPANS:
        latest = sorted((at for at in sent if at > now - span), reverse=True)
        if len(latest) >= most:
            free.append(latest[most - 1] + span)
    return max(free)


def require_may_be_sent(sent: Collection[datetime], now: datetime) -> None:
    """Refuse the sixth code in an hour and the eleventh in a day."""
    again = may_be_sent_at(sent, now)
    if again > now:
        raise TooManyCodes(again)


def require_may_be_tried(code: CodeSent | None, now: datetime) -> None:
    """Refuse, before it is asked whether a try is right, one on a code that opens nothing."""
    if code is None:
        raise NoCodeSent
    if code.used:
        raise CodeUsed
    if code.wrong_tries >= TRIES:
        raise CodeDead
    if now >= code.until:
        raise CodeRunOut


def after_wrong_try(code: CodeSent) -> Refusal:
    """Say what is left after one more wrong try, which is kept."""
    left = TRIES - code.wrong_tries - 1
    return CodeWrong(left) if left > 0 else LastTryWrong()


def who_comes_in(holders: Sequence[HolderOfPhone]) -> int | None:
    """Tell which bidder a right code lets in; None: nobody has the mobile, a new one is entered.

    A code never opens more than a bidder's own rooms. It makes nobody a bidder who is on the
    register otherwise: one who works here, or whose place as a bidder was ended, is told to come
    to the desk. Raises NotByCode.
    """
    if not holders:
        return None
    for one in holders:
        if Office.BIDDER in one.offices:
            return one.person
    raise NotByCode
