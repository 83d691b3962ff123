"""Forms for the claims desk."""

from __future__ import annotations

from portal.law.surplus import Finding
from portal.registers.claims import Claim
from portal.web.fields import LongTextField, PortalForm, TextField, required

SHORTEST_REASONS = 30
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


def findings_of(submitted: dict[str, str], claims: list[Claim]) -> dict[int, Finding] | None:
    """Read the finding on each claim; None if one is not answered."""
    found = {claim.id: submitted.get(f"finding_{claim.id}", "") for claim in claims}
    if any(answer not in FINDINGS for answer in found.values()):
        return None
    return {number: Finding[answer] for number, answer in found.items()}
