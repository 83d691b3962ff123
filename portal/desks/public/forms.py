"""Forms for everybody."""

from __future__ import annotations

from datetime import date

from portal.law.cattle import CattleClass
from portal.law.feedback import About
from portal.registers.people import Pound
from portal.web.fields import (
    ChoiceField,
    DayField,
    LongTextField,
    PickField,
    PortalForm,
    TextField,
    required,
)
from portal.web.language import N_


class DuesForm(PortalForm):
    """The day up to which dues are worked out."""

    on = DayField(N_("Day"), required(N_("Enter a day, like 30-11-2026")))


class FindForm(PortalForm):
    """What an owner looks for among the animals in the pound; all may be left open."""

    q = TextField(N_("Mark, breed, colour, place or number"))
    kind = PickField(
        N_("Animal"),
        [("", N_("all animals"))] + [(str(one.value), one.animals) for one in CattleClass],
    )
    pound = PickField(N_("Pound"))
    since = DayField(N_("Brought in from"))
    until = DayField(N_("until"))

    def offer_pounds(self, pounds: list[Pound]) -> None:
        """Offer the pounds there are, by their names."""
        named = [(str(one.id), one.name) for one in pounds]
        self.pound.offer([("", N_("all pounds")), *named])

    def day_of(self, name: str) -> date | None:
        """Give a day that was asked for and could be read."""
        found: date | None = self[name].data
        return found


class SearchForm(PortalForm):
    """Words that are looked for on the whole site."""

    q = TextField(N_("Search"))


class FeedbackForm(PortalForm):
    """What somebody writes to the office; a way to answer is asked for and not needed."""

    about = ChoiceField(
        N_("What is it about?"),
        [(one.name, one.value) for one in About],
        validators=required(N_("Choose what it is about")),
    )
    words = LongTextField(
        N_("Your words"),
        required(N_("Write what you want to tell us")),
        description=N_("In any language. Write no marks of your animal here: they are your proof."),
    )
    answer_to = TextField(
        N_("Where may we answer?"),
        description=N_("A mobile or an e-mail address. You may leave it empty."),
    )
    page = TextField(N_("Page"))


class FindCaseForm(PortalForm):
    """The case whose surplus is claimed."""

    number = TextField(
        N_("Case number"), required(N_("Enter the number of the case, like 2026-412"))
    )


class MyClaimForm(PortalForm):
    """A claim, by its number and the code given with it."""

    number = TextField(
        N_("Claim number"), required(N_("Enter the number of your claim, like A-117"))
    )
    code = TextField(N_("Code"), required(N_("Enter the code you were given with it")))


class SendPaperForm(PortalForm):
    """One paper of a claim: what it is; the file stands beside it."""

    called = TextField(
        N_("What is it?"),
        required(N_("Write what the paper is, like ear-tag card")),
        description=N_("Like ear-tag card, sale letter, photo of the animal"),
    )
