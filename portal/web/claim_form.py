"""The questions of a claim: all on one page at the counter, one after another from home."""

from __future__ import annotations

from wtforms.validators import ValidationError

from portal.actions.claims import Claimant
from portal.law.marks import Question
from portal.registers.matching import KnownBy, hide_all
from portal.web.desk import settings
from portal.web.fields import (
    ChoiceField,
    LongTextField,
    PhoneField,
    PortalForm,
    TextField,
    required,
)
from portal.web.language import ENGLISH, LANGUAGES, N_
from portal.web.language import gettext as _

TO_BANK = "bank"
PAYMENTS = (("counter", N_("At the counter")), (TO_BANK, N_("Into a bank account")))
NOW = "now"
WHEN = ((NOW, N_("I send photos now")), ("later", N_("I bring them to the officer")))
# The words of the law's questions, so that they are found for translation.
QUESTIONS = (
    N_("When and where did you last see it?"),
    N_("What marks, brands or scars does it have, and where?"),
    N_("What is written on its ear tag, if it has one?"),
    N_("What colour is it, and how are its horns?"),
    N_("Is it male or female, and how old?"),
)


class WhoForm(PortalForm):
    """Who appears."""

    name = TextField(N_("Name"), required(N_("Enter the claimant's name")))
    phone = PhoneField(N_("Phone"), required(N_("Enter a phone number of ten digits")))


class AnimalForm(PortalForm):
    """Whether this is the animal."""

    lost = LongTextField(Question.LOST.value)


class MarksForm(PortalForm):
    """By what the claimant knows it. Nothing is shown; what he does not know he leaves out."""

    marks = LongTextField(Question.MARKS.value)
    ear_tag = TextField(Question.EAR_TAG.value)
    colour = TextField(Question.COLOUR.value)
    age = TextField(Question.AGE.value)


class HowForm(PortalForm):
    """How the animal is his."""

    says = LongTextField(
        N_("How is the animal yours?"),
        required(N_("Write how the animal is yours")),
        description=N_("How long you have had it, and where you got it"),
    )


class PapersForm(PortalForm):
    """Whether papers are sent now; they go after the claim, each by itself."""

    papers_when = ChoiceField(N_("Papers and photos"), WHEN)


class BankForm(PortalForm):
    """How the money should come."""

    paid_how = ChoiceField(N_("How should the money come?"), PAYMENTS)
    bank_account = TextField(N_("Account number"), description=N_("Only for a bank account"))
    ifsc = TextField(N_("IFSC"), description=N_("Eleven letters and digits, on the passbook"))

    def validate_paid_how(self, field: ChoiceField) -> None:
        """Ask how the money should come, and for the account where it is to go there."""
        if not field.data:
            raise ValidationError(_("How should the money come? Choose one"))
        if field.data == TO_BANK and not (self.bank_account.data and self.ifsc.data):
            raise ValidationError(_("How should the money come? Enter account and IFSC below"))

    def account(self) -> tuple[str, str]:
        """Give account and IFSC, both empty for the counter."""
        if self.paid_how.data != TO_BANK:
            return "", ""
        return self.bank_account.text, self.ifsc.text.upper()


class ClaimForm(WhoForm, AnimalForm, MarksForm, HowForm, BankForm):
    """One who says that the animal sold was his: everything that a claim tells."""

    def claimant(self, language: str) -> Claimant:
        """Give the claimant described, who is told things in a language."""
        bank_account, ifsc = self.account()
        given = {
            Question.LOST: self.lost.text,
            Question.MARKS: self.marks.text,
            Question.EAR_TAG: self.ear_tag.text,
            Question.COLOUR: self.colour.text,
            Question.AGE: self.age.text,
        }
        return Claimant(
            name=self.name.value,
            phone=self.phone.value,
            says=self.says.value,
            bank_account=bank_account,
            ifsc=ifsc,
            answers={question: words for question, words in given.items() if words},
            known_by=_known_by(self.phone.value, bank_account, ifsc),
            language=language,
        )


class CounterClaimForm(ClaimForm):
    """The same, asked by somebody at the counter, who asks too in what language he reads."""

    language = ChoiceField(
        "Messages to him in",
        [(one.code, one.name) for one in LANGUAGES.values()],
        default=ENGLISH,
    )


def _known_by(phone: str, bank_account: str, ifsc: str) -> tuple[KnownBy, ...]:
    bank = f"{ifsc} {bank_account}" if bank_account else ""
    return hide_all(settings().matching_key, phone=phone, bank=bank)
