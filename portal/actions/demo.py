"""The clock of the demo is moved; the journal says so."""

from __future__ import annotations

from datetime import datetime

from portal.actions.official import Act, official_act
from portal.law.offices import Duty


@official_act(Duty.MOVE_CLOCK)
def move_clock(act: Act, *, to: datetime) -> None:
    """Enter in the journal that the demo's clock is moved, from now to the instant `to`.

    It moves nothing itself: whoever calls it moves the clock next.
    """
    act.note(moved_from=act.at, to=to)


@official_act(Duty.MOVE_CLOCK)
def make_ready(act: Act) -> None:
    """Enter in the journal that the sale which follows was made ready by the demo itself."""
    act.note(made_ready="a sale of the demo")


@official_act(Duty.MOVE_CLOCK)
def start_again(act: Act) -> None:
    """Enter in the journal that the demo is begun anew; the books that hold the line end here."""
    act.note(started_again="the demo")
