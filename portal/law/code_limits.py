"""How many codes, and guesses at codes, may come from one place and from everywhere together.

The limits of `law.codes` keep a guesser from one mobile. These keep him from many: whoever guesses
at many mobiles from one browser gets at most 20 wrong guesses in an hour, from one address of the
net 100, and all guessers of the world together 300; at one in a million each, that is a chance
of 1 in 3,300 an hour that any code at all is found, and staff are told of it on the cards' desk.

Nobody can use a limit to lock another out. A browser that has opened a mobile before, by a right
code, is counted by itself: whatever strangers ask for, it gets its codes, and its own alone are
open there. Of the five codes that strangers may have sent to one mobile in an hour, three at the
most come from one place. And whoever is held comes to the desk, where a card needs no code.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from portal.law.codes import IN_AN_HOUR
from portal.law.refusals_of_codes import CodesStopped, TooManyFromHere, TooManyGuesses

AN_HOUR = timedelta(hours=1)
CODES_OF_ALL, GUESSES_OF_ALL = 600, 300  # of strangers, in an hour
TO_ONE_MOBILE = IN_AN_HOUR - 2  # so that one place never uses up what a mobile may get


@dataclass(frozen=True)
class Place:
    """How much may come from one kind of place within an hour.

    An address of the net may be a whole village behind one mast, or the yard's own; a browser is
    a phone, or the shop's that serves a queue.
    """

    mobiles: int
    guesses: int


BROWSER, ADDRESS = Place(mobiles=10, guesses=20), Place(mobiles=60, guesses=100)


@dataclass(frozen=True)
class CameFrom:
    """What came from one place within the last hour.

    Codes to the mobile that is asked for now, the last code to each other one, and wrong guesses.
    """

    place: Place
    to_this: Collection[datetime] = ()
    to_others: Collection[datetime] = ()
    guesses: Collection[datetime] = ()


def free_again(times: Collection[datetime], most: int, now: datetime) -> datetime:
    """Tell when less than `most` of these instants lie within the hour before; `now` if at once."""
    latest = sorted((at for at in times if at > now - AN_HOUR), reverse=True)
    return latest[most - 1] + AN_HOUR if len(latest) >= most else now


def require_place_may_ask(places: Collection[CameFrom], now: datetime) -> None:
    """Refuse a code to a place that had too many sent; raise TooManyFromHere."""
    again = max(
        (
            max(
                free_again(one.to_this, TO_ONE_MOBILE, now),
                free_again(one.to_others, one.place.mobiles, now),
            )
            for one in places
        ),
        default=now,
    )
    if again > now:
        raise TooManyFromHere(again)


def require_place_may_guess(places: Collection[CameFrom], now: datetime) -> None:
    """Refuse a try, right or wrong, to a place that guessed too often; raise TooManyGuesses."""
    again = max((free_again(one.guesses, one.place.guesses, now) for one in places), default=now)
    if again > now:
        raise TooManyGuesses(again)


def codes_stop_until(
    codes: Collection[datetime], guesses: Collection[datetime], now: datetime
) -> datetime:
    """Tell until when strangers get no code and no try, for what came from everywhere together."""
    return max(free_again(codes, CODES_OF_ALL, now), free_again(guesses, GUESSES_OF_ALL, now))


def require_codes_go_on(until: datetime, now: datetime) -> None:
    """Refuse strangers while codes have stopped; raise CodesStopped."""
    if until > now:
        raise CodesStopped(until)
