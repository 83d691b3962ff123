"""Forms of card sign-up on the phone: one question a page."""

from __future__ import annotations

import re
from typing import cast

from flask_babel import lazy_gettext
from wtforms.validators import ValidationError

from portal.law.codes import FIGURES
from portal.web.fields import (
    ChoiceField,
    KeyField,
    MobileField,
    PortalForm,
    TextField,
    required,
)

# Answers lie in the cookie between the pages, and a cookie holds four thousand letters in all; a
# Telugu letter takes six of them.
LONGEST_NAME = 80


def _(words: str) -> str:
    """Give words that are said in the visitor's language when they are shown."""
    return cast("str", lazy_gettext(words))


class NameField(TextField):
    """Somebody's name."""

    longest = LONGEST_NAME


class CodeField(TextField):
    """The figures of a one-time code; spaces and dashes are forgiven."""

    def read(self, typed: str) -> str:
        """Read the code."""
        figures = re.sub(r"[\s-]", "", typed)
        if not re.fullmatch(rf"[0-9]{{{FIGURES}}}", figures):
            raise ValidationError(_("Enter the six figures of the code, like 042617"))
        return figures


class PinCodeField(TextField):
    """The PIN code of a post office."""

    def read(self, typed: str) -> str:
        """Read six figures."""
        figures = re.sub(r"\s", "", typed)
        if not re.fullmatch(r"[1-9][0-9]{5}", figures):
            raise ValidationError(_("PIN code must have six figures, like 500006"))
        return figures


class SignUpMobileForm(PortalForm):
    """The mobile that the card is given to."""

    phone = MobileField(
        _("Mobile number"),
        required(_("Enter your mobile number of ten digits")),
        description=_("Ten digits, like 98480 12345. A code is sent to it."),
    )


class CodeForm(PortalForm):
    """The code that was sent."""

    code = CodeField(_("Code"), required(_("Enter the six figures of the code, like 042617")))


class NameForm(PortalForm):
    """Who the bidder is."""

    name = NameField(_("Your name"), required(_("Enter your name")))
    relation = NameField(_("Father's or husband's name"), description=_("You may leave this empty"))


class IdentityForm(PortalForm):
    """What the bidder is held against the staff list by."""

    how = ChoiceField(
        _("How do you show who you are?"),
        (
            ("number", _("I write the number of my paper here")),
            ("counter", _("I show it at the counter")),
        ),
    )
    identity = KeyField(
        _("Number of the paper"),
        description=_("Aadhaar, voter card, driving licence or ration card"),
    )
    door_number = NameField(
        _("Door number"), description=_("Like 8-1-398/12. You may leave this empty")
    )
    pin_code = PinCodeField(
        _("PIN code"), description=_("Six figures, like 500006. You may leave this empty")
    )
    bank = KeyField(
        _("Bank account with IFSC"),
        description=_("Like SBIN0001234 000111222333. You may leave this empty"),
    )

    def validate_how(self, field: ChoiceField) -> None:
        """Ask for one of the two."""
        if not field.data:
            raise ValidationError(_("Choose how you show who you are"))

    def validate_identity(self, field: KeyField) -> None:
        """Ask for the number of one who means to write it."""
        if self.how.data == "number" and not field.text and not field.errors:
            raise ValidationError(_("Enter the number of the paper, or show it at the counter"))

    def validate_pin_code(self, field: PinCodeField) -> None:
        """Ask for the PIN code of a door: the same door number is in many wards."""
        if self.door_number.text and not field.text and not field.errors:
            raise ValidationError(_("Enter the PIN code too, six figures like 500006"))


class DeclarationForm(PortalForm):
    """The question of sub-section (3), put to everybody, and for whom he buys."""

    barred = ChoiceField(
        _("Are you a police officer or the pound-keeper, or buying for one?"),
        (("no", _("No")), ("yes", _("Yes"))),
    )
    buys = ChoiceField(
        _("For whom do you buy?"),
        (("self", _("For myself")), ("other", _("For somebody else"))),
    )
    buys_for = NameField(_("Name of the one you buy for"))

    def validate_barred(self, field: ChoiceField) -> None:
        """Put the question to everybody."""
        if not field.data:
            raise ValidationError(_("Answer the question: No or Yes"))

    def validate_buys(self, field: ChoiceField) -> None:
        """Ask for whom he buys."""
        if not field.data:
            raise ValidationError(_("Choose for whom you buy"))

    def validate_buys_for(self, field: NameField) -> None:
        """Ask for the name of the other."""
        if self.buys.data == "other" and not field.text and not field.errors:
            raise ValidationError(_("Enter the name of the one you buy for"))
