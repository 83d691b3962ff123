"""Forms for government accounts."""

from __future__ import annotations

from wtforms.validators import ValidationError

from portal.web.fields import ChoiceField, DayField, PortalForm, TextField, required

MODES = (("bank transfer", "Bank transfer"), ("cash", "Cash at the counter"))


class PayVoucherForm(PortalForm):
    """How a voucher was paid."""

    mode = ChoiceField("How it was paid", MODES)
    reference = TextField(
        "Reference", required("Enter the bank's reference, or the counter's receipt number")
    )

    def validate_mode(self, field: ChoiceField) -> None:
        """Ask how it was paid."""
        if not field.data:
            raise ValidationError("How it was paid: choose one")


class ReasonForm(PortalForm):
    """Why something is reversed."""

    reason = TextField("Reason", required("Write why this is reversed"))


class ChallanForm(PortalForm):
    """The head of account of a challan."""

    head_of_account = TextField("Head of account", required("Enter the head of account"))


class TreasuryForm(PortalForm):
    """The Treasury's own number and day."""

    treasury_number = TextField("Treasury number", required("Enter the Treasury's number"))
    on = DayField("Day received", required("Enter the day on the Treasury's paper"))
