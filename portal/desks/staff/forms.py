"""Forms for people, appointments and the staff list."""

from __future__ import annotations

from wtforms import PasswordField
from wtforms.validators import InputRequired, Length

from portal.actions.staff import NOT_BY_APPOINTMENT
from portal.law.offices import Office
from portal.law.screening import BarredOffice
from portal.web.fields import DayField, PhoneField, PickField, PortalForm, TextField, required
from portal.web.sign_in import LONGEST_PASSWORD, SHORTEST_PASSWORD

CHOOSE = ("", "choose one")
OFFICES = [CHOOSE] + [(one.name, one.value) for one in Office if one not in NOT_BY_APPOINTMENT]
LAST_DAY = "The last day; leave empty if none is fixed"
NOTHING_TO_MATCH = (
    "Enter the identity number, the phone or the bank account: by the name alone no card can be"
    " matched with him"
)


class PersonForm(PortalForm):
    """Somebody new."""

    name = TextField("Name", required("Enter the name"))
    sign_in_name = TextField(
        "Sign-in name",
        required("Enter the name to sign in by"),
        description="Capital and small letters make no difference",
    )
    phone = PhoneField("Phone", description="If known, like 98480 12345")


class AppointForm(PortalForm):
    """An office for a person."""

    office = PickField("Office", OFFICES, validators=required("Choose the office"))
    order_number = TextField("Order number", required("Enter the number of the order"))
    since = DayField(
        "From", required("Enter the first day, like 01-12-2026"), description="Like 01-12-2026"
    )
    until = DayField("Until", description=LAST_DAY)


class PasswordForm(PortalForm):
    """A password for a person."""

    password = PasswordField(
        "New password",
        [
            InputRequired("Enter a password"),
            Length(
                SHORTEST_PASSWORD,
                LONGEST_PASSWORD,
                f"Password must have {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} letters",
            ),
        ],
        description=f"{SHORTEST_PASSWORD} letters or more",
    )


class EndForm(PortalForm):
    """The end of an appointment, or of a listing."""

    order_number = TextField("Order number", required("Enter the number of the order"))
    from_day = DayField(
        "No longer from", required("Enter the day from which it is over, like 01-01-2027")
    )


class StaffMemberForm(PortalForm):
    """A police officer or pound-keeper, with what he is known by."""

    name = TextField("Name", required("Enter the name"))
    office = PickField(
        "Office",
        [CHOOSE] + [(one.name, one.value) for one in BarredOffice],
        validators=required("Choose the office"),
    )
    since = DayField(
        "From", required("Enter the first day, like 01-12-2026"), description="Like 01-12-2026"
    )
    identity = TextField("Identity number")
    phone = PhoneField("Phone", description="Like 98480 12345")
    bank = TextField("Bank account", description="IFSC, then the number: SMPL0000001 11110001")

    def readable(self) -> bool:
        """Ask also for one thing by which a card's holder can be matched with him."""
        answers_read = super().readable()
        if answers_read and not (self.identity.text or self.phone.text or self.bank.text):
            self.identity.errors = [NOTHING_TO_MATCH]
            return False
        return answers_read
