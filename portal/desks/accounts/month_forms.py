"""Forms for the month's end: corrections, files of a bank, what is set aside."""

from __future__ import annotations

from portal.law.corrections import CORRECTABLE
from portal.law.ledger import Account
from portal.sheets.statement import LABELS
from portal.web.fields import (
    CountField,
    MoneyField,
    PickField,
    PortalForm,
    TextField,
    required,
)

ACCOUNTS = [("", "choose")] + [
    (one.name, f"{one.value[:1].upper()}{one.value[1:]}") for one in CORRECTABLE
]


class CorrectionForm(PortalForm):
    """A correction, and what it corrects."""

    debit = PickField("Debit", ACCOUNTS)
    credit = PickField("Credit", ACCOUNTS)
    amount = MoneyField("Amount", required("Enter the amount, like 500.00"))
    corrects = CountField(
        "Line of the journal that it corrects", description="The number in the ledger's last column"
    )
    bank_line = CountField(
        "Line of a bank's file that it corrects", description="As the list of differences names it"
    )
    reason = TextField("Reason", required("Write why this is corrected"))

    def readable(self) -> bool:
        """Ask for both accounts, and for what is corrected."""
        good = super().readable()
        for field in (self.debit, self.credit):
            if not field.data and not field.errors:
                field.errors = [f"{field.label.text}: choose one"]
                good = False
        if good and not (self.corrects.data or self.bank_line.data):
            self.corrects.errors = ["Name the line of the journal, or of the bank, it corrects"]
            good = False
        return good

    @property
    def sides(self) -> tuple[Account, Account]:
        """Give both accounts."""
        return Account[self.debit.data], Account[self.credit.data]


class SenderForm(PortalForm):
    """Who sent a file."""

    sender = TextField(
        "Whose file", required("Enter whose file this is, like State Bank, current account")
    )


class AsideForm(PortalForm):
    """Why a difference is set aside."""

    difference = TextField("Difference", required("Choose a line of the list"))
    reason = TextField("Reason", required("Write why this is set aside"))


class ColumnsForm(PortalForm):
    """Which column of the file holds what."""

    on = PickField(LABELS["on"])
    reference = PickField(LABELS["reference"])
    amount = PickField(LABELS["amount"])
    sense = PickField(LABELS["sense"])
    credit = PickField(LABELS["credit"])
    debit = PickField(LABELS["debit"])

    def offer(self, headings: tuple[str, ...]) -> None:
        """Offer the file's own headings."""
        named = [(one, one) for one in dict.fromkeys(headings) if one]
        fields = (self.on, self.reference, self.amount, self.sense, self.credit, self.debit)
        for field in fields:
            field.offer([("", "not in this file"), *named])

    def readable(self) -> bool:
        """Ask for day, reference and one way to a sum."""
        good = super().readable()
        for field, says in ((self.on, "the day"), (self.reference, "the reference")):
            if not field.data and not field.errors:
                field.errors = [f"{field.label.text}: choose the column that holds {says}"]
                good = False
        if good and not (self.amount.data or self.credit.data or self.debit.data):
            self.amount.errors = ["Choose the column of the sum, or those of money in and out"]
            good = False
        return good

    @property
    def chosen(self) -> dict[str, str]:
        """Give the chosen columns by field."""
        return {field.name: field.data for field in self if field.data}
