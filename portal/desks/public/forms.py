"""Forms for everybody."""

from __future__ import annotations

from portal.web.fields import DayField, PortalForm, TextField, required


class DuesForm(PortalForm):
    """The day up to which dues are worked out."""

    on = DayField("Day", required("Enter a day, like 30-11-2026"))


class FindCaseForm(PortalForm):
    """The case whose surplus is claimed."""

    number = TextField("Case number", required("Enter the number of the case, like 2026-412"))


class MyClaimForm(PortalForm):
    """A claim, by its number and the code given with it."""

    number = TextField("Claim number", required("Enter the number of your claim, like A-117"))
    code = TextField("Code", required("Enter the code you were given with it"))
