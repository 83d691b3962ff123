"""The form at the entrance."""

from __future__ import annotations

from wtforms import PasswordField

from portal.law.offices import Office
from portal.web.fields import Answered, PickField, PortalForm, TextField, longest, required
from portal.web.language import N_
from portal.web.sign_in import LONGEST_PASSWORD

NOT_BY_SIGNING_IN = {Office.PUBLIC, Office.COMMAND_LINE}
OFFICES = [("", N_("the only one I hold"))] + [
    (one.name, one.value) for one in Office if one not in NOT_BY_SIGNING_IN
]


class SignInForm(PortalForm):
    """Who somebody is, and in which of his offices he comes."""

    name = TextField(N_("Sign-in name"), required(N_("Enter the name you sign in by")))
    password = PasswordField(
        N_("Password"), [Answered(N_("Enter your password")), longest(LONGEST_PASSWORD)]
    )
    office = PickField(N_("Office"), OFFICES)
