"""Days that are entered long after: what one person may say alone, and what needs a second."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, time, timedelta

from portal.law.act import under
from portal.law.days import HYDERABAD
from portal.law.refusals_of_past_days import DayNeedsAnother

ALONE = timedelta(hours=24)


@under("2")
def is_long_past(on: date, at: datetime | None, entered: datetime) -> bool:
    """Tell whether an animal was brought in more than 24 hours before it was entered.

    The ten days of (2) begin with that day, so whoever could put it back alone could shorten them.
    Where no hour was written the day counts from its beginning: leaving the hour out helps nobody.
    """
    brought = at if at is not None else datetime.combine(on, time(), HYDERABAD)
    return entered - brought > ALONE


def require_not_who_entered(by: int, entered_by: Collection[int]) -> None:
    """Refuse the word on a day long past to any sign-in of whoever entered it; DayNeedsAnother."""
    if by in entered_by:
        raise DayNeedsAnother
