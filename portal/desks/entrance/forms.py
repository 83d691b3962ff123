"""The form at the entrance."""

from __future__ import annotations

from wtforms import PasswordField
from wtforms.validators import InputRequired

from portal.law.offices import Office
from portal.web.fields import PickField, PortalForm, TextField, longest, required
from portal.web.sign_in import LONGEST_PASSWORD


class SignInForm(PortalForm):
    """Who somebody is, and in which of his offices he comes."""

    name = TextField("Sign-in name", required("Enter the name you sign in by"))
    password = PasswordField(
        "Password", [InputRequired("Enter your password"), longest(LONGEST_PASSWORD)]
    )
    office = PickField(
        "Office", [("", "the only one I hold")] + [(o.name, o.value) for o in Office]
    )
