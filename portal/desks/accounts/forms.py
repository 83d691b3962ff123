"""Forms for government accounts."""

from __future__ import annotations

from wtforms.validators import ValidationError

from portal.registers.treasury import Voucher
from portal.web.fields import ChoiceField, DayField, PortalForm, TextField, required

BANK_TRANSFER = "bank transfer"
MODES = ((BANK_TRANSFER, "Bank transfer"), ("cash", "Cash at the counter"))


class PayVoucherForm(PortalForm):
    """How a voucher was paid; whoever pays into an account reads its last digits once more."""

    mode = ChoiceField("How it was paid", MODES)
    reference = TextField(
        "Reference", required("Enter the bank's reference, or the counter's receipt number")
    )

    account_end = TextField(
        "Last 4 digits of the account", description="Only for a bank transfer: read the bank's slip"
    )

    def validate_mode(self, field: ChoiceField) -> None:
        """Ask how it was paid."""
        if not field.data:
            raise ValidationError("How it was paid: choose one")

    def readable_for(self, voucher: Voucher) -> bool:
        """Ask for the end of the voucher's own account, if the money went into an account."""
        good = self.readable()
        if not good or self.mode.data != BANK_TRANSFER:
            return good
        if not voucher.bank_account:
            said = "How it was paid: this voucher names no account, so choose cash"
            self.mode.errors = [*self.mode.errors, said]
            return False
        if self.account_end.text != voucher.bank_account[-4:]:
            said = (
                "Last 4 digits of the account: they are not those of this voucher. Read them again"
            )
            self.account_end.errors = [*self.account_end.errors, said]
            return False
        return True


class ReasonForm(PortalForm):
    """Why something is reversed."""

    reason = TextField("Reason", required("Write why this is reversed"))


class HeadForm(PortalForm):
    """The head of account under which challans go."""

    head = TextField(
        "Head of account",
        required("Enter the head of account"),
        description="As the Treasury names it",
    )
    order_number = TextField("By order", required("Enter the number of the order that names it"))


class TreasuryForm(PortalForm):
    """The Treasury's own number and day."""

    treasury_number = TextField("Treasury number", required("Enter the Treasury's number"))
    on = DayField("Day received", required("Enter the day on the Treasury's paper"))
