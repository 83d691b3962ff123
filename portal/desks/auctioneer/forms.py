"""Forms for arranging a sale, giving cards, the ring, and settlement."""

from __future__ import annotations

import re

from wtforms.validators import ValidationError

from portal.law.bidding import STEPS
from portal.web.fields import (
    CardField,
    ChoiceField,
    DayField,
    LongTextField,
    MoneyField,
    PhoneField,
    PickField,
    PortalForm,
    TextField,
    WholeRupeesField,
    required,
)

MODES = (("cash", "Cash"), ("UPI", "UPI"), ("bank transfer", "Bank transfer"))
WRONG_BIDS = (
    ("wrong card", "Wrong card"),
    ("wrong amount", "Wrong amount"),
    ("bid taken back", "The bidder took it back at once"),
    ("needs a check under (3)", "The bidder needs a check"),
    ("not a bid", "It was no bid"),
)
# Keys are matched by Latin letters and figures alone: in another script a number matches nobody.
NUMBER_ON_PAPER = re.compile(r"(?=(?:[^0-9A-Za-z]*[0-9A-Za-z]){3})[0-9A-Za-z ./:-]+")
ACCOUNT_FIRST = re.compile(r"([0-9]+)([A-Z]{4}0[0-9A-Z]{6})")
STEP_CHOICES = [(str(step.paise), f"{step.paise // 100:,}") for step in STEPS]


class KeyField(TextField):
    """A number on somebody's paper, by which he can be held against the staff list (3)."""

    def read(self, typed: str) -> str:
        """Read the number; figures of another script are not taken for others."""
        if not NUMBER_ON_PAPER.fullmatch(super().read(typed)):
            raise ValidationError(
                f"{self.label.text} must be written with A to Z and 0 to 9, like 1234 5678 9012"
            )
        return typed


class SaleForm(PortalForm):
    """The day, hour, place and terms of a sale, and on what its lots begin."""

    pound = PickField("Pound")
    on = DayField("Day", required("Enter the day of the sale, like 02-12-2026"))
    hour = TextField("Hour", required("Enter the hour, like 11:00"))
    place = TextField("Place", required("Enter the place"))
    terms = LongTextField("Terms of sale", description="Time to pay, delivery hours, re-offer")
    starting_price = WholeRupeesField(
        "Starting price of each lot", required("Enter the starting price, like 2,000")
    )
    step = PickField("Bids go up by", STEP_CHOICES)


class AddLotForm(PortalForm):
    """A case that is put into a sale."""

    case = TextField("Case number", required("Enter the number of the case, like 2026-412"))
    starting_price = WholeRupeesField(
        "Starting price", required("Enter the starting price, like 2,000")
    )
    step = PickField("Bids go up by", STEP_CHOICES)


class NoticeForm(PortalForm):
    """Where the notice of a sale hangs."""

    where = TextField("Where it was put up", required("Write where the notice was put up"))


class CardForm(PortalForm):
    """A bidder at the desk, with his declaration under (3)."""

    name = TextField("Name", required("Enter the bidder's name"))
    phone = PhoneField("Mobile", required("Enter the mobile number of ten digits"))
    identity = KeyField("Identity number", required("Enter the number on the paper shown"))
    bank = KeyField("Bank account with IFSC", description="If told: SBIN0001234 000111222333")
    buys_for = TextField("Buys for", description="Leave it empty if for himself")
    staff = ChoiceField(
        "Are you a police officer or the pound-keeper, or buying for one?",
        (("no", "No"), ("yes", "Yes")),
    )
    number = CardField("Card number", description="Leave it empty for the next one")

    @property
    def bank_key(self) -> str:
        """Give IFSC and account in the order of the staff list, in whichever they were told."""
        plain = re.sub(r"[^0-9A-Z]", "", self.bank.text.upper())
        return ACCOUNT_FIRST.sub(r"\2\1", plain) if ACCOUNT_FIRST.fullmatch(plain) else plain

    def validate_staff(self, field: ChoiceField) -> None:
        """Put the question to everybody."""
        if not field.data:
            raise ValidationError("Ask the question and tick the answer: no card without it")


class BidForm(PortalForm):
    """One floor bid, exactly as printed on the key that sent it."""

    card = CardField("Card", required("Enter the number on the card"))
    amount = WholeRupeesField("Bid", required("Enter the bid, like 43,000"))
    seen = TextField("Seen", required("Open the ring again and press once more"))
    key = TextField("Key", required("Open the ring again and press once more"))

    def validate_seen(self, field: TextField) -> None:
        """Read the version of the board, a number."""
        if not field.text.isdecimal():
            raise ValidationError("Open the ring again and press once more")


class CallForm(PortalForm):
    """A call, on the board that was looked at."""

    seen = TextField("Seen", required("Open the ring again and press once more"))

    def validate_seen(self, field: TextField) -> None:
        """Read the version of the board, a number."""
        if not field.text.isdecimal():
            raise ValidationError("Open the ring again and press once more")


class HammerForm(PortalForm):
    """The hammer: to which card, at what price, as said aloud."""

    card = CardField("Card", required("Open the ring again and press once more"))
    amount = WholeRupeesField("Price", required("Open the ring again and press once more"))


class StepForm(PortalForm):
    """By how much bids go up."""

    step = PickField("Step", STEP_CHOICES)


class StrikeForm(PortalForm):
    """Which bid is struck out, and why."""

    place = CardField("Bid number", required("Open the ring again and press once more"))
    reason = ChoiceField("Why is it struck out?", WRONG_BIDS)

    def validate_reason(self, field: ChoiceField) -> None:
        """Ask for the reason."""
        if not field.data:
            raise ValidationError("Why is it struck out? Choose one")


class ReasonForm(PortalForm):
    """Why a lot is passed or withdrawn, or a receipt reversed."""

    reason = TextField("Reason", required("Write the reason"))


class PaymentForm(PortalForm):
    """Hammer money, as it is taken."""

    payer = TextField("Who pays", required("Enter the name of the one who pays"))
    payer_identity = KeyField("His identity number", description="If it is not the buyer himself")
    offered = MoneyField("Amount taken", required("Enter the amount, like 42,500"))
    mode = ChoiceField("How it was paid", MODES)
    reference = TextField("Reference", description="For UPI or bank transfer")

    def validate_mode(self, field: ChoiceField) -> None:
        """Ask how it was paid, and for the reference of what was not cash."""
        if not field.data:
            raise ValidationError("How it was paid: choose one")
        if field.data != "cash" and not self.reference.data:
            raise ValidationError("How it was paid: enter the reference below, or choose cash")
