"""Forms of the yard: a day's care, a move, a slip of the vet, a death, a birth, a court's hold."""

from __future__ import annotations

from datetime import date

from wtforms.validators import ValidationError

from portal.law.cattle import Animals, CattleClass
from portal.sheets.kinds import read_kind
from portal.web.fields import (
    ChoiceField,
    CountField,
    DayField,
    PickField,
    PortalForm,
    TextField,
    required,
)
from portal.web.language import N_
from portal.web.language import gettext as _

NEW_PEN = ""


class CareForm(PortalForm):
    """One day's care."""

    on = DayField(N_("Day"), required(N_("Enter the day, like 30-11-2026")))
    remark = TextField(N_("Remark"), description=N_("Only if something is to be remembered"))


class MoveForm(PortalForm):
    """Another pen, or another pound."""

    pound = PickField(N_("Pound"))
    pen = PickField(N_("To which pen?"))
    new_pen = TextField(N_("Another pen"), description=N_("Only if it is not in the list"))
    why = TextField(N_("Why?"), description=N_("Like: sick, fights, room is wanted"))

    def validate_new_pen(self, field: TextField) -> None:
        """Ask for a pen."""
        if not field.data and not self.pen.data:
            raise ValidationError(_("To which pen? Choose one, or write another"))

    def to(self) -> str:
        """Give the pen it is moved to."""
        return self.new_pen.text or str(self.pen.data)


class VetForm(PortalForm):
    """What a vet found."""

    fit = ChoiceField(
        N_("What did the vet find?"),
        [("fit", N_("Fit to be sold")), ("not fit", N_("Not fit to be sold"))],
    )
    vet = TextField(
        N_("The vet's name"), required(N_("Enter the vet's name: the slip stands under it"))
    )
    says = TextField(N_("What ails it"), description=N_("Lame, wound, fever, near its time"))
    examined_on = DayField(
        N_("Examined on"), required(N_("Enter the day it was examined, like 30-11-2026"))
    )

    def validate_fit(self, field: ChoiceField) -> None:
        """Ask what was found."""
        if not field.data:
            raise ValidationError(_("What did the vet find? Choose fit or not fit"))


class DeathForm(PortalForm):
    """What died."""

    which = PickField(N_("Which animal died?"))
    head = CountField(N_("How many heads died?"), required(N_("Enter how many died, like 1")))
    on = DayField(N_("Died on"), required(N_("Enter the day it died, like 30-11-2026")))
    cause = TextField(
        N_("Of what, and who found it"),
        required(N_("Write of what it died and who found it: it is reported every month")),
    )

    def died(self) -> tuple[CattleClass | None, date | None]:
        """Give the class of what died, and the day of its birth if it was born here."""
        number, _between, born = str(self.which.data).partition("/")
        cattle_class = CattleClass(int(number)) if number != "0" else None
        return cattle_class, date.fromisoformat(born) if born else None


class BirthForm(PortalForm):
    """What was born."""

    kind = TextField(
        N_("What was born?"),
        required(N_("Write what was born, like: buffalo calf, kid, lamb, foal of a horse")),
        description=N_("Like buffalo calf, kid, lamb, foal of a horse"),
    )
    head = CountField(N_("How many?"), required(N_("Enter how many were born, like 1")))
    on = DayField(N_("Born on"), required(N_("Enter the day of birth, like 30-11-2026")))
    remark = TextField(N_("Remark"))

    def validate_kind(self, field: TextField) -> None:
        """Ask for one kind of which the register knows the class, or that it is in none."""
        if field.data and len(self.born()) != 1:
            raise ValidationError(
                _("This kind is not known. Write it like: buffalo calf, kid, lamb")
            )

    def born(self) -> tuple[Animals, ...]:
        """Give what was born, by class."""
        return read_kind(f"{self.kind.text} ({self.head.data or 1})").animals


class CourtForm(PortalForm):
    """A court's order that the animal is not to be sold."""

    court = TextField(N_("Which court?"), required(N_("Enter the name of the court")))
    order = TextField(
        N_("Number and day of the order"),
        required(N_("Enter the number and the day of the order: the hold rests on it")),
    )

    def reason(self) -> str:
        """Say it as it stands in the register and on the due list."""
        return f"held by court: {self.court.text}, order {self.order.text}"
