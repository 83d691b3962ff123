"""Forms for the checks of held bidders."""

from __future__ import annotations

from portal.law.checks import CLEARING, SHORTEST_WORDS, Finding, Reason
from portal.web.fields import ChoiceField, LongTextField, PortalForm, required

FINDINGS = [(one.name, one.value.capitalize()) for one in Finding]
# Those that fit "may buy" stand first, each with the finding it fits.
REASONS = [
    (one.name, f"{'May buy' if one in CLEARING else 'May not buy'}: {one.value}")
    for one in sorted(Reason, key=lambda one: one not in CLEARING)
]
SAW = f"What you saw and whom you asked; {SHORTEST_WORDS} letters or more"


class _WordsForm(PortalForm):
    """A form with words of the officer's own, long enough for others to check."""

    words = LongTextField("In your words", required("Write what you saw"), description=SAW)

    def readable(self) -> bool:
        """Ask for words somebody could check."""
        good = super().readable()
        if self.words.data and len(" ".join(self.words.data.split())) < SHORTEST_WORDS:
            said = f"In your words: write at least {SHORTEST_WORDS} letters of what you saw"
            self.words.errors = [*self.words.errors, said]
            return False
        return good


class CheckForm(_WordsForm):
    """What an officer found on the facts before him."""

    finding = ChoiceField("The bidder", FINDINGS, validators=required("Choose what you found"))
    reason = ChoiceField("Because", REASONS, validators=required("Choose a reason"))

    def readable(self) -> bool:
        """Ask for a reason that fits the finding."""
        good = super().readable()
        answered = self.finding.data in Finding.__members__ and self.reason.data in (
            Reason.__members__
        )
        if answered and (self.found is Finding.CLEARED) != (self.why in CLEARING):
            said = f"Because: choose a reason that fits “{self.found.value}”"
            self.reason.errors = [*self.reason.errors, said]
            return False
        return good

    @property
    def found(self) -> Finding:
        """Give the finding of a form that has been read."""
        return Finding[self.finding.data]

    @property
    def why(self) -> Reason:
        """Give the reason of a form that has been read."""
        return Reason[self.reason.data]


class PassOverForm(_WordsForm):
    """Why an under-bidder is passed over. Many stand on one page, each with its id."""

    def of(self, lot: int) -> PassOverForm:
        """Name the box after the lot's row, so that each label leads to its own."""
        self.words.id = self.words.label.field_id = f"passing-{lot}"
        return self


class AnswerForm(_WordsForm):
    """What was found on a remark of the look back. Many stand on one page, each with its id."""

    def of(self, remark: int) -> AnswerForm:
        """Name the box after its remark, so that each label leads to its own."""
        self.words.id = self.words.label.field_id = f"words-{remark}"
        return self
