"""Forms for everybody."""

from __future__ import annotations

from portal.web.fields import DayField, PortalForm, TextField, required
from portal.web.language import N_


class DuesForm(PortalForm):
    """The day up to which dues are worked out."""

    on = DayField("Day", required("Enter a day, like 30-11-2026"))


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
