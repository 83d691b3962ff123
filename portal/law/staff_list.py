"""Sub-section (3): the ban is worth what the staff list is worth; when sales wait for a better."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from portal.law.act import under
from portal.law.refusals import Refusal
from portal.law.refusals_of_cards import StaffListInDoubt, StaffListTooOld

MOST_DROPPED = 5  # percent of the people on the list that one upload may leave out
FEW_ALTERED = 5  # people whose numbers may change in one upload of however small a list
LASTS = timedelta(hours=24)  # unless the Commissioner has ordered otherwise
SHORTEST_LIFE, LONGEST_LIFE = timedelta(hours=1), timedelta(days=92)
LOOK_BACK = timedelta(days=90)


@dataclass(frozen=True)
class StaffListState:
    """The staff list as it stands: when it last came whole, and whether it is in doubt."""

    came_at: datetime | None
    lasts: timedelta
    in_doubt: str | None = None


def dropped_too_many(before: int, missing: int) -> bool:
    """Tell whether an upload leaves out more than one in twenty of those on the list."""
    return missing * 100 > before * MOST_DROPPED


def altered_too_many(before: int, altered: int) -> bool:
    """Tell whether an upload takes from many what they are known by, as when a column is lost."""
    return altered > FEW_ALTERED and altered * 100 > before * MOST_DROPPED


@under("3")
def require_fit_for_sale(state: StaffListState, now: datetime) -> None:
    """Hold sales while the list is too old or in doubt; raise StaffListTooOld, StaffListInDoubt."""
    hold = why_on_hold(state, now)
    if hold is not None:
        raise hold


def why_on_hold(state: StaffListState, now: datetime) -> Refusal | None:
    """Say why sales wait for the staff list, if they do, to whoever can mend it."""
    if state.in_doubt is not None:
        return StaffListInDoubt(state.in_doubt)
    if state.came_at is None or now - state.came_at > state.lasts:
        return StaffListTooOld(int(state.lasts.total_seconds() // 3600))
    return None
