"""Forms for people, appointments and the staff list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from wtforms import PasswordField
from wtforms.validators import InputRequired, Length

from portal.actions.staff import NOT_BY_APPOINTMENT
from portal.law.offices import Office
from portal.law.screening import BarredOffice
from portal.registers.matching import KnownBy, hide_all
from portal.registers.people import Pound
from portal.web.fields import (
    CountField,
    DayField,
    KeyField,
    PhoneField,
    PickField,
    PinCodeField,
    PortalForm,
    TextField,
    YearField,
    required,
)
from portal.web.sign_in import LONGEST_PASSWORD, SHORTEST_PASSWORD

CHOOSE = ("", "choose one")
OFFICES = [CHOOSE] + [(one.name, one.value) for one in Office if one not in NOT_BY_APPOINTMENT]
NO_POUND = ("", "of no pound")
POUND_OF_KEEPER = "Choose the pound that he keeps"
LAST_DAY = "The last day; leave empty if none is fixed"
NOTHING_TO_MATCH = (
    "Enter the identity number, the phone or the bank account: by the name alone no card can be"
    " matched with him"
)
PIN_TOO = "Enter the PIN code too: the same door number is in many wards"


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
    pound = PickField(
        "Pound",
        [NO_POUND],
        description="He decides no check of a sale at this pound, nor for as long as an animal"
        " that came in then is there",
    )
    order_number = TextField("Order number", required("Enter the number of the order"))
    since = DayField(
        "From", required("Enter the first day, like 01-12-2026"), description="Like 01-12-2026"
    )
    until = DayField("Until", description=LAST_DAY)

    def offer_pounds(self, pounds: Iterable[Pound]) -> AppointForm:
        """Offer the pounds there are, and none."""
        self.pound.offer([NO_POUND, *((str(one.id), one.name) for one in pounds)])
        return self

    @property
    def pound_id(self) -> int | None:
        """Give the pound of a form that has been read."""
        return int(self.pound.data) if self.pound.data else None

    def readable(self) -> bool:
        """Ask for the pound of a pound-keeper."""
        good = super().readable()
        if self.office.data == Office.POUND_KEEPER.name and not self.pound.data:
            self.pound.errors = [*self.pound.errors, POUND_OF_KEEPER]
            return False
        return good


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
    identity = KeyField("Identity number")
    phone = PhoneField("Phone", description="Like 98480 12345")
    bank = KeyField("Bank account", description="IFSC, then the number: SMPL0000001 11110001")
    staff_number = KeyField(
        "Staff number", description="By it the next upload of the list finds the entry"
    )
    door_number = TextField("Door number", description="Like 8-1-398/12, Flat 302")
    pin_code = PinCodeField("PIN code", description="Like 500006")
    birth_year = YearField("Year of birth", description="Like 1984")
    relation = TextField("Father's or husband's name")
    kin_phone = PhoneField("Phone of kin or agent", description="As he declared it")
    kin_identity = KeyField("Identity number of kin or agent", description="As he declared it")

    def readable(self) -> bool:
        """Ask also for one thing by which a card's holder can be matched with him."""
        answers_read = super().readable()
        if answers_read and self.door_number.text and not self.pin_code.text:
            self.pin_code.errors = [PIN_TOO]
            return False
        shared = (self.identity, self.phone, self.bank, self.door_number)
        if answers_read and not any(field.text for field in shared):
            self.identity.errors = [NOTHING_TO_MATCH]
            return False
        return answers_read

    def own(self, matching_key: str) -> tuple[KnownBy, ...]:
        """Give what he is known by, hidden; his year of birth as the one it is."""
        born = self.birth_year.data
        return hide_all(
            matching_key,
            staff_number=self.staff_number.text,
            identity=self.identity.text,
            phone=self.phone.text,
            bank=self.bank.text,
            door_number=self.door_number.text,
            pin_code=self.pin_code.text,
            relation=self.relation.text,
            birth_years=() if born is None else (born,),
        )

    def kin(self, matching_key: str) -> tuple[KnownBy, ...]:
        """Give what those are known by whom he declared."""
        return hide_all(matching_key, phone=self.kin_phone.text, identity=self.kin_identity.text)


class ListOrderForm(PortalForm):
    """The order by which the staff list comes, is confirmed, or is accepted."""

    order_number = TextField("Order number", required("Enter the number of the order"))

    def at(self, place: str) -> Self:
        """Tell this form apart from the others of the same page."""
        for field in self:
            field.id = field.label.field_id = f"{field.name}-{place}"
        return self


class ListLifeForm(ListOrderForm):
    """For how many hours the staff list may be used after it came."""

    hours = CountField("Hours", required("Enter the hours, like 24"))
