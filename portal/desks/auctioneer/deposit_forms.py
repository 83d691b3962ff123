"""Forms of the deposit: the term of the sale, the money at the desk, the forfeiture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from wtforms.validators import ValidationError

from portal.desks.auctioneer.forms import MODES
from portal.web.fields import (
    MoneyField,
    PickField,
    PortalForm,
    TextField,
    WholeRupeesField,
    required,
)


class TermForm(PortalForm):
    """What deposit each card of a sale pays before it may bid."""

    amount = WholeRupeesField(
        "Deposit",
        required("Enter the deposit, like 2,000, or 0 for none"),
        description="0 for none",
    )


class DepositForm(PortalForm):
    """A deposit as it is taken or given back: how, and under what reference.

    `offered` is the sum printed on the button.
    """

    mode = PickField("How", MODES)
    reference = TextField("Reference", description="For UPI or bank transfer")
    offered = MoneyField("Deposit")

    def validate_mode(self, field: PickField) -> None:
        """Ask for the reference of what is not cash."""
        if not field.errors and field.data != "cash" and not self.reference.data:
            raise ValidationError("How: enter the reference below, or choose cash")

    def at(self, place: str) -> Self:
        """Tell this form apart from the others of the same page."""
        for field in (self.mode, self.reference):
            field.id = f"{field.name}-{place}"
            field.label.field_id = field.id
        return self


class ForfeitForm(PortalForm):
    """For which lot a deposit is kept, and why."""

    lot = PickField("Lot won and not paid")
    reason = TextField("Reason", required("Write the reason"))

    def of(self, lots: Iterable[int]) -> Self:
        """Offer the lots on which the bidder is in default."""
        self.lot.offer((str(lot), f"Lot {lot}") for lot in lots)
        return self
