"""Forms of a bidder: a bid from his phone, a jump, a bid left beforehand, his limit."""

from __future__ import annotations

import re

from wtforms.validators import ValidationError

from portal.web.fields import PortalForm, TextField, WholeRupeesField, required
from portal.web.language import N_
from portal.web.language import gettext as _

AGAIN = N_("Open the lot again and press once more")


class PhoneBidForm(PortalForm):
    """One bid, exactly as printed on the button that sent it."""

    amount = WholeRupeesField(N_("Bid"), required(N_("Enter the bid, like 43,000")))
    seen = TextField("Seen", required(AGAIN))
    key = TextField("Key", required(AGAIN))
    sure = TextField("Sure")

    def validate_seen(self, field: TextField) -> None:
        """Read how often the price had moved, a number."""
        if not re.fullmatch(r"[0-9]{1,9}", field.text):
            raise ValidationError(_(AGAIN))


class JumpForm(PortalForm):
    """A bid above the next step, to be looked at again before it is sent."""

    amount = WholeRupeesField(N_("Your bid"), required(N_("Enter your bid, like 50,000")))


class LeftBidForm(PortalForm):
    """The most that a bid left beforehand may go up to."""

    most = WholeRupeesField(
        N_("The most you would bid"), required(N_("Enter the most, like 44,000"))
    )
    key = TextField("Key", required(AGAIN))


class LimitForm(PortalForm):
    """A bidder's own ceiling at a sale; empty for none."""

    most = WholeRupeesField(N_("Your limit"), description=N_("Leave it empty for no limit"))
