"""The claimants are heard by the officer appointed, sub-section (2)."""

from __future__ import annotations

from datetime import date

from portal.law.act import under
from portal.law.refusals_of_claims import HearingCalledOff, HearingDayOver, HearingNotYet


@under("2")
def require_may_be_heard_on(on: date, today: date) -> None:
    """Refuse a hearing on a day that is over."""
    if on < today:
        raise HearingDayOver(on)


@under("2")
def require_may_note(on: date, today: date, *, called_off: bool) -> None:
    """Refuse to note who came before the day of the hearing, or to one that was called off."""
    if called_off:
        raise HearingCalledOff
    if today < on:
        raise HearingNotYet(on)
