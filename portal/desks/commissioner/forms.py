"""Forms for the orders of the Commissioner."""

from __future__ import annotations

from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # stubs lag

from portal.law.cattle import CattleClass
from portal.law.readings import Choice
from portal.web.fields import (
    ChoiceField,
    DayField,
    MoneyField,
    PickField,
    PortalForm,
    TextField,
    required,
)
from portal.web.language import N_

# The names of the days of the week, marked to be said in each language.
SAID = (
    N_("Monday"),
    N_("Tuesday"),
    N_("Wednesday"),
    N_("Thursday"),
    N_("Friday"),
    N_("Saturday"),
    N_("Sunday"),
)
CLASSES = [("", "all classes")] + [
    (str(one.value), f"class {one.value}: {one.animals}") for one in CattleClass
]
NEW_YEAR = N_("Like 01-01-2027")


class RateForm(PortalForm):
    """A rate order."""

    number = TextField(N_("Order number"), required(N_("Enter the number of the order")))
    cattle_class = PickField(N_("For"), CLASSES)
    since = DayField(
        N_("From"), required(N_("Enter the first day, like 01-01-2027")), description=NEW_YEAR
    )
    until = DayField(N_("Until"), description=N_("The last day; leave empty if none is fixed"))
    pound_fee = MoneyField(
        N_("Pound fee"),
        required(N_("Enter the pound fee, like 40")),
        description=N_("Rupees for each head and day"),
    )
    expenses = MoneyField(
        N_("Expenses"),
        required(N_("Enter the expenses, like 115")),
        description=N_("Rupees for each head and day"),
    )

    @property
    def one_class(self) -> CattleClass | None:
        """Give the class the order is for; None is all classes."""
        chosen = self.cattle_class.data
        return CattleClass(int(chosen)) if chosen else None


class NotificationForm(PortalForm):
    """A Gazette notification that doubles the fine in an area."""

    number = TextField(N_("Gazette number"), required(N_("Enter the number of the notification")))
    area = TextField(
        N_("Area"),
        required(N_("Enter the area, as the pound-keepers write it")),
        description=N_("As the pound-keepers write it, like Begum Bazar"),
    )
    since = DayField(
        N_("From"), required(N_("Enter the first day, like 01-01-2027")), description=NEW_YEAR
    )
    until = DayField(N_("Until"), description=N_("The last day; leave empty if none is fixed"))


class EffectForm(PortalForm):
    """Up to which day the animals are taken to stay."""

    until = DayField(
        N_("If they stay until"), required(N_("Enter a day, like 01-01-2027")), description=NEW_YEAR
    )


class ModifyForm(NotificationForm):
    """A notification that modifies another: what the later one says."""

    since = DayField(
        N_("From"),
        required(N_("Enter the first day, like 01-01-2027")),
        description=N_("Tomorrow or later; the earlier notification ends the day before"),
    )


class ProposalsForm(PortalForm):
    """For which days closed days are proposed, and which days of the week."""

    since = DayField(
        N_("From"), required(N_("Enter the first day, like 01-01-2027")), description=NEW_YEAR
    )
    until = DayField(N_("Until"), required(N_("Enter the last day, like 31-12-2027")))
    weekday = PickField(
        N_("Shut every week on"),
        [("", N_("no day"))] + [(str(n), one) for n, one in enumerate(SAID)],
    )


class CancelForm(PortalForm):
    """A notification that cancels another."""

    number = TextField(
        N_("Gazette number of the cancellation"),
        required(N_("Enter the number of the cancellation")),
    )
    last_day = DayField(
        N_("Last day in force"),
        required(N_("Enter the last day in force, like 31-12-2026")),
        description=N_("Today or later; that day is still inside"),
    )


class ClosedDayForm(PortalForm):
    """A day on which the office is shut."""

    day = DayField(
        N_("Day"), required(N_("Enter the day, like 25-12-2026")), description=N_("Like 25-12-2026")
    )
    why = TextField(N_("Why"), required(N_("Write why the office is shut")))


class OpenAgainForm(PortalForm):
    """Why a closed day is open after all."""

    why = TextField(N_("Why"), required(N_("Write why it is open after all")))


class ReadingForm(PortalForm):
    """How a place in the Act is read from a day on."""

    choice = ChoiceField(N_("Read it so"), (), validators=required(N_("Choose how it is read")))
    since = DayField(
        N_("From"),
        required(N_("Enter the first day, today or later, like 01-01-2027")),
        description=N_("Today or later"),
    )
    authority = TextField(
        N_("Authority"),
        required(N_("Enter the order or file it rests on")),
        description=N_("The order or file it rests on"),
    )

    def offer(self, choices: tuple[Choice, ...]) -> ReadingForm:
        """Offer the ways in which the place may be read."""
        self.choice.choices = [SelectChoice(one.key, one.words) for one in choices]
        return self
