"""The form of a claim, the same at the counter and from home."""

from __future__ import annotations

from flask import request
from wtforms.validators import ValidationError

from portal.actions.claims import Claimant, Paper
from portal.web.desk import settings
from portal.web.fields import (
    ChoiceField,
    LongTextField,
    PhoneField,
    PortalForm,
    TextField,
    file_at,
    required,
)
from portal.web.uploads import PaperTooLarge, keep_paper

PAYMENTS = (("counter", "At the counter"), ("bank", "Into a bank account"))
PLACES = (1, 2, 3)


class ClaimForm(PortalForm):
    """One who says that the animal sold was his."""

    name = TextField("Name", required("Enter the claimant's name"))
    phone = PhoneField("Phone", required("Enter a phone number of ten digits"))
    says = LongTextField(
        "How is the animal yours?",
        required("Write how the animal is yours, and by what marks you know it"),
        description="Its marks, how long you have had it, where you got it",
    )
    paid_how = ChoiceField("How should the money come?", PAYMENTS)
    bank_account = TextField("Account number", description="Only for a bank account")
    ifsc = TextField("IFSC", description="Eleven letters and digits, on the passbook")
    paper_1 = TextField("First paper is", description="Like ear-tag card, sale letter, photo")
    paper_2 = TextField("Second paper is")
    paper_3 = TextField("Third paper is")

    def validate_paid_how(self, field: ChoiceField) -> None:
        """Ask how the money should come, and for the account where it is to go there."""
        if not field.data:
            raise ValidationError("How should the money come? Choose one")
        if field.data == "bank" and not (self.bank_account.data and self.ifsc.data):
            raise ValidationError("How should the money come? Enter account and IFSC below")

    def claimant(self) -> Claimant:
        """Give the claimant described."""
        to_bank = self.paid_how.data == "bank"
        return Claimant(
            name=self.name.value,
            phone=self.phone.value,
            says=self.says.value,
            bank_account=self.bank_account.text if to_bank else "",
            ifsc=self.ifsc.text if to_bank else "",
        )

    def papers(self) -> tuple[Paper, ...] | None:
        """Keep the files that came; give None, with the fault at its field, for one too large."""
        found = []
        for place in PLACES:
            chosen = file_at(request.files, f"file_{place}")
            label: TextField = getattr(self, f"paper_{place}")
            try:
                kept = keep_paper(settings().papers, chosen) if chosen else None
            except PaperTooLarge:
                label.errors = [*label.errors, "This file is larger than 10 MB. Make it smaller"]
                return None
            if kept is not None:
                called = label.text or f"paper {place}"
                found.append(Paper(called, kept.file_name, kept.sha256, kept.size))
        return tuple(found)
