"""Sub-section (1): delivery to the owner or his agent, on payment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from portal.law.act import under
from portal.law.money import Money
from portal.law.readings import DEFAULT_READINGS, TEN_DAYS_ONLY, Reading, Readings
from portal.law.refusals import AlreadyReleased, AlreadySold, NoAuthority, NotWhole, PaidTooLate
from portal.law.refusals_of_yard import AnimalDied
from portal.law.sale import Impounded


@dataclass(frozen=True)
class Payer:
    """The one who pays: the owner, or an agent with the authority he shows."""

    name: str
    agent_for: str | None = None
    authority: str = ""

    def __str__(self) -> str:
        """Say who pays, and for whom."""
        return f"{self.name}, agent of {self.agent_for}" if self.agent_for else self.name


@under("1")
def require_may_be_delivered(
    impounded: Impounded,
    payer: Payer,
    offered: Money,
    due: Money,
    *,
    today: date | None = None,
    last_day_to_pay: date | None = None,
    readings: Readings = DEFAULT_READINGS,
) -> None:
    """Refuse delivery without whole payment, without authority, or after the hammer (R3)."""
    if impounded.released:
        raise AlreadyReleased
    if impounded.sold:
        raise AlreadySold
    if impounded.died is not None:
        raise AnimalDied(impounded.died)
    if (
        readings[Reading.R3] == TEN_DAYS_ONLY
        and today is not None
        and last_day_to_pay is not None
        and today > last_day_to_pay
    ):
        raise PaidTooLate(last_day_to_pay)
    if payer.agent_for and not payer.authority.strip():
        raise NoAuthority(payer.name)
    require_whole(offered, due)


@under("1")
def require_whole(offered: Money, due: Money) -> None:
    """Refuse part of what is due, and more than it: "on payment" is whole payment."""
    if offered != due:
        raise NotWhole(offered, due)


def how_long(between: timedelta) -> str:
    """Say how long ago something was, as people do: 18 seconds, 4 minutes, 3 hours, 2 days."""
    seconds = max(1, int(between / timedelta(seconds=1)))
    for each, named in ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")):
        if seconds >= each:
            many = seconds // each
            return f"{many} {named}" if many == 1 else f"{many} {named}s"
    return "a moment"
