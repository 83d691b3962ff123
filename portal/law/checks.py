"""Sub-section (3): the check of a bidder who is held, by an officer with no part in the matter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum

from portal.law.act import under
from portal.law.refusals_of_cards import (
    CheckedByOneWithAPart,
    CheckNeedsReason,
    NothingToCheck,
    NotToBeWaived,
)
from portal.law.refusals_of_checks import PaperStillInTime
from portal.law.screening import Outcome, Verdict

CLEAR_LASTS = timedelta(days=90)
PAPER_WITHIN = timedelta(hours=1)  # of the offer, while the sale is still on
SHORTEST_WORDS = 30
TWO_OFFICERS = 2


class Finding(Enum):
    """What an officer finds who checked a held bidder."""

    CLEARED = "may buy"
    BARRED = "may not buy"


class Reason(Enum):
    """Why a held bidder is cleared or barred; one of these, and words of the officer's own."""

    OTHER_PERSON = "papers show another person"
    NUMBER_PASSED_ON = "the number or address was passed on"
    SHARED_BY_MANY = "the phone, device or address is shared by many"
    LEFT_SERVICE = "the officer left the service"
    OWN_MONEY = "kin, but buys for himself with his own money"
    SAME_PERSON = "he is that officer"
    BUYS_FOR_OFFICER = "he buys for that officer"
    NO_PAPERS = "brought no papers, or would not answer"


CLEARING = frozenset(
    {
        Reason.OTHER_PERSON,
        Reason.NUMBER_PASSED_ON,
        Reason.SHARED_BY_MANY,
        Reason.LEFT_SERVICE,
        Reason.OWN_MONEY,
    }
)


@dataclass(frozen=True)
class Found:
    """A finding that stands on the record for exactly these facts; it is never edited."""

    finding: Finding
    officer: frozenset[int]  # the numbers under which this person, and nobody else, is known here
    on: date


@dataclass(frozen=True)
class Decider:
    """The officer who would decide a check, and what ties him to the matter, as the books say.

    `same_people` are the numbers of all accounts of the same person; `shares` what he has in
    common with the bidder or with the person on the staff list; `pounds` where he was appointed
    on any day since the animals came in, none of them standing for an office of no pound.
    """

    same_people: frozenset[int]
    pounds: frozenset[int]
    shares: frozenset[str] = frozenset()
    had_a_part: bool = False


@under("3")
def require_may_check(
    decider: Decider, verdict: Verdict, pound: int, before: Iterable[Found]
) -> None:
    """Refuse an officer of the same pound, or with any link to either side, or who was the first.

    Raises NothingToCheck, NotToBeWaived for a true match of identity, which nobody at all can
    waive, and CheckedByOneWithAPart.
    """
    if verdict.outcome is Outcome.BAR:
        raise NotToBeWaived
    if verdict.outcome is not Outcome.HOLD:
        raise NothingToCheck
    if pound in decider.pounds:
        raise CheckedByOneWithAPart("is of the same pound")
    if decider.had_a_part:
        raise CheckedByOneWithAPart("gave the card or took part in this sale")
    if decider.shares:
        raise CheckedByOneWithAPart("has a link to one of the two sides")
    if any(decider.same_people & one.officer for one in before):
        raise CheckedByOneWithAPart("has decided on it before")


@under("3")
def require_no_card_of_his(shares: bool) -> None:  # noqa: FBT001 - one fact
    """Refuse an officer who shares a number with any card of the sale: it might be his own."""
    if shares:
        raise CheckedByOneWithAPart("has a link to a card of this sale")


@under("3")
def require_paper_overdue(card: int, offered_at: datetime, now: datetime) -> None:
    """Refuse to pass over an under-bidder who may still come with his paper.

    Without a paper nobody can say who he is, so the lot is not sold to him; but it does not wait
    for him beyond PAPER_WITHIN after it was offered. Raises PaperStillInTime.
    """
    left = offered_at + PAPER_WITHIN - now
    if left > timedelta(0):
        raise PaperStillInTime(card, -(-left // timedelta(minutes=1)))


class StillPossible(Enum):
    """What can still be done about a lot bought by one who, as is known since, may not buy."""

    TAKE_BACK = "not paid: take the lot back, and give it to the under-bidder"
    KEEP_HERE = "paid, the animal is still here: nothing is handed over; reverse the receipt first"
    REPORT = "paid and taken away: write it to the Commissioner, who orders what becomes of it"


@under("3")
def still_possible(*, paid: bool, delivered: bool) -> StillPossible:
    """Say what can still be done about such a lot; the portal takes nothing away by itself."""
    if delivered:
        return StillPossible.REPORT
    return StillPossible.KEEP_HERE if paid else StillPossible.TAKE_BACK


def require_reason(finding: Finding, reason: Reason, words: str) -> None:
    """Refuse a finding without a listed reason that fits it and 30 letters of its own words."""
    if (finding is Finding.CLEARED) != (reason in CLEARING):
        raise CheckNeedsReason
    require_words(words)


def require_words(words: str) -> None:
    """Refuse what is said in fewer than 30 letters: nobody could check it. CheckNeedsReason."""
    if len(" ".join(words.split())) < SHORTEST_WORDS:
        raise CheckNeedsReason


def clears_needed(verdict: Verdict) -> int:
    """Say how many officers must agree: two where a number or an address is shared."""
    return TWO_OFFICERS if verdict.by_key else 1


@under("3")
def after_checks(verdict: Verdict, found: Sequence[Found], today: date) -> Outcome:
    """Give what a verdict comes to after the findings on these very facts, first found first.

    A clear lapses after 90 days; any change of the facts makes other facts, on which nothing was
    found. What was barred stays barred until as many officers as needed have cleared it since.
    """
    if verdict.outcome is not Outcome.HOLD:
        return verdict.outcome
    barred, cleared = _standing(found, today)
    if cleared >= clears_needed(verdict):
        return Outcome.NOTE
    return Outcome.BAR if barred else Outcome.HOLD


def clears_standing(found: Sequence[Found], today: date) -> int:
    """Count the officers whose clear of these facts stands: not lapsed, and not barred since."""
    return _standing(found, today)[1]


def _standing(found: Sequence[Found], today: date) -> tuple[bool, int]:
    since: list[Found] = []
    barred = False
    for one in found:
        if one.finding is Finding.BARRED:
            barred, since = True, []
        elif today <= one.on + CLEAR_LASTS:
            since.append(one)
    return barred, len({one.officer for one in since})
