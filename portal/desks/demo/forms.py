"""The forms by which the day of the demo is moved."""

from __future__ import annotations

import re
from datetime import date, timedelta

from wtforms.validators import ValidationError

from portal.web.fields import AnswerField, DayField, HourField, PortalForm, required

FARTHEST_SLID = 60


class DayForm(PortalForm):
    """The day and the hour to go to."""

    day = DayField(
        "Day", required("Enter the day to go to, like 16-12-2026"), description="Like 16-12-2026"
    )
    hour = HourField("Hour", required("Enter the hour, like 10:00"), description="Like 10:00")


class DaysAheadField(AnswerField[int]):
    """A number of days, as far as the slider goes."""

    def read(self, typed: str) -> int:
        """Read the number."""
        if not re.fullmatch(r"[0-9]{1,2}", typed) or int(typed) > FARTHEST_SLID:
            raise ValidationError(f"{self.label.text} must be a number from 0 to {FARTHEST_SLID}")
        return int(typed)


class AheadForm(PortalForm):
    """So many days on from the day that the page showed; sent twice, it moves the day once."""

    days = DaysAheadField("Days on", required("Choose how many days on"))
    counted_from = DayField("Counted from", required("Open the page again and choose there"))

    @property
    def day(self) -> date:
        """Give the day to go to."""
        return self.counted_from.value + timedelta(days=self.days.value)
