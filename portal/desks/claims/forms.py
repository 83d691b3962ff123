"""Forms for the claims desk."""

from __future__ import annotations

from wtforms.validators import ValidationError

from portal.law.marks import Agreement
from portal.law.surplus import Finding
from portal.registers.claims import Claim
from portal.web.claim_form import BankForm
from portal.web.fields import (
    ChoiceField,
    CountField,
    DayField,
    HourField,
    LongTextField,
    PortalForm,
    TextField,
    required,
)

SHORTEST_REASONS = 30
CAME = (("yes", "Came"), ("no", "Did not come"))
APPROVED = "approved"
DECISIONS = ((APPROVED, "Approve: pays 48 hours from now"), ("refused", "Refuse"))
# Sentences an officer may take into his reasons and change; they decide nothing.
OFFERED_REASONS = (
    "The ear-tag card names the claimant and carries the number in the register.",
    "The claimant told the marks held back before being shown the animal or a photo.",
    "The papers shown are older than the day of impounding and name this animal.",
    "Witnesses from the claimant's village know the animal as the claimant's.",
    "The claimant did not come to the hearing and sent no paper.",
    "The marks told are not those in the register.",
)
FINDINGS = {Finding.ALLOWED.name, Finding.REFUSED.name}


class FindCaseForm(PortalForm):
    """The case whose surplus is claimed at the counter."""

    number = TextField("Case number", required("Enter the number of the case, like 2026-412"))


class OrderForm(PortalForm):
    """The reasons of an order; the finding on each claim stands beside the claim."""

    reasons = LongTextField("Reasons", required("Write the reasons of the order"))

    def readable(self) -> bool:
        """Ask for reasons somebody could check."""
        good = super().readable()
        if good and len(self.reasons.value) < SHORTEST_REASONS:
            said = f"Reasons: write at least {SHORTEST_REASONS} letters, so that others can check"
            self.reasons.errors = [*self.reasons.errors, said]
            return False
        return good


class AddPaperForm(PortalForm):
    """A paper handed in at the counter; the file stands beside it."""

    called = TextField("What is it?", required("Write what the paper is, like ear-tag card"))


class ReasonForm(PortalForm):
    """Why something is struck out or called off."""

    reason = TextField("Reason", required("Write the reason"))


class HearingForm(PortalForm):
    """When and where the claimants are heard."""

    on = DayField("Day", required("Enter the day of the hearing, like 18-12-2026"))
    hour = HourField("Hour", required("Enter the hour, like 11:00"))
    place = TextField("Place", required("Write where the hearing is"))


class AttendanceForm(PortalForm):
    """Whether a claimant came, and what he said or showed."""

    claim = CountField("Claim", required("Choose the claimant"))
    came = ChoiceField("Came", CAME)
    words = LongTextField("What was said or shown")

    def validate_came(self, field: ChoiceField) -> None:
        """Ask whether he came."""
        if not field.data:
            raise ValidationError("Came: choose whether the claimant came")


class ChangePayeeForm(BankForm):
    """Another account for the money of a claim."""

    reason = LongTextField("Reason", required("Write who asks for the change, and why"))


class DecidePayeeForm(PortalForm):
    """What the second officer finds about another account."""

    decision = ChoiceField("Decision", DECISIONS)
    reason = LongTextField("Reason", required("Write how you made sure that the claimant asks"))

    def validate_decision(self, field: ChoiceField) -> None:
        """Ask for the decision."""
        if not field.data:
            raise ValidationError("Decision: approve or refuse")


def findings_of(submitted: dict[str, str], claims: list[Claim]) -> dict[int, Finding] | None:
    """Read the finding on each claim; None if one is not answered."""
    found = {claim.id: submitted.get(f"finding_{claim.id}", "") for claim in claims}
    if any(answer not in FINDINGS for answer in found.values()):
        return None
    return {number: Finding[answer] for number, answer in found.items()}


def agreements_of(submitted: dict[str, str], claim: Claim) -> dict[int, Agreement]:
    """Read what the officer found of each answer; one he did not tick is left as it was."""
    found = {one.id: submitted.get(f"answer_{one.id}", "") for one in claim.answers}
    return {
        number: Agreement[answer]
        for number, answer in found.items()
        if answer in Agreement.__members__
    }
