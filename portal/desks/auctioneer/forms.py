"""Forms for arranging a sale, giving cards, the ring, and settlement."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta

from wtforms.validators import ValidationError

from portal.law.bidding import STEPS
from portal.law.cash import NOTES
from portal.law.days import HYDERABAD
from portal.law.deposits import NOT_PAID
from portal.registers.matching import KnownBy, hide_all
from portal.registers.sale_day import READY
from portal.web.fields import (
    CardField,
    ChoiceField,
    CountField,
    DayField,
    KeyField,
    LongTextField,
    MobileField,
    MoneyField,
    PhoneField,
    PickField,
    PinCodeField,
    PortalForm,
    TextField,
    TickField,
    WholeRupeesField,
    YearField,
    required,
)
from portal.web.language import N_

MODES = (("cash", "Cash"), ("UPI", "UPI"), ("bank transfer", "Bank transfer"))
WRONG_BIDS = (
    ("wrong card", "Wrong card"),
    ("wrong amount", "Wrong amount"),
    ("bid taken back", "The bidder took it back at once"),
    ("buying for the pound-keeper, (3)", "Buying for an officer or the pound-keeper, (3)"),
    ("not a bid", "It was no bid"),
    (NOT_PAID, "The lot was sold, and the buyer did not pay"),
)
HOUR_ON_PAPER = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?")
MESSAGES = [("", "words of my own"), *((key, said["en"]) for key, said in READY.items())]
AGAIN = "Open the ring again and press once more"
ACCOUNT_FIRST = re.compile(r"([0-9]+)([A-Z]{4}0[0-9A-Z]{6})")
STEP_CHOICES = [(str(step.paise), f"{step.paise // 100:,}") for step in STEPS]


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
        N_("Are you a police officer or the pound-keeper, or buying for one?"),
        (("no", N_("No")), ("yes", N_("Yes"))),
    )
    number = CardField("Card number", description="Leave it empty for the next one")
    relation = TextField("Father's or husband's name")
    door_number = TextField("Door number", description="Like 8-1-398/12, Flat 302")
    pin_code = PinCodeField("PIN code", description="Like 500006")
    birth_year = YearField("Year of birth", description="Like 1984")
    phone_shared = TickField(
        "Another of the family bids from this phone",
        description="This card is then for the floor alone",
    )
    asked = TickField("I asked. He says that he buys for himself, and signs.")
    asked_about = TextField("What was asked about")  # hidden: the portal's word, not the clerk's

    def ask_about(self, about: str) -> None:
        """Put a question, to be ticked once it was asked; a tick for another one counts no more."""
        self.asked_about.data, self.asked.data = about, False

    def validate_pin_code(self, field: PinCodeField) -> None:
        """Ask for the PIN code of a door: the same door number is in many wards."""
        if self.door_number.text and not field.text and not field.errors:
            raise ValidationError("Enter the PIN code too, six figures like 500006")

    @property
    def details_wrong(self) -> bool:
        """Tell whether an answer of the optional details cannot be read."""
        details = (self.relation, self.door_number, self.pin_code, self.birth_year)
        return any(field.errors for field in details)

    def known_by(self, matching_key: str) -> tuple[KnownBy, ...]:
        """Give what the bidder is known by, hidden; a year's error in his birth still meets."""
        born = self.birth_year.data
        return hide_all(
            matching_key,
            identity=self.identity.value,
            phone=self.phone.value,
            bank=self.bank_key,
            door_number=self.door_number.text,
            pin_code=self.pin_code.text,
            relation=self.relation.text,
            birth_years=() if born is None else (born - 1, born, born + 1),
        )

    @property
    def bank_key(self) -> str:
        """Give IFSC and account in the order of the staff list, in whichever they were told."""
        plain = re.sub(r"[^0-9A-Z]", "", self.bank.text.upper())
        return ACCOUNT_FIRST.sub(r"\2\1", plain) if ACCOUNT_FIRST.fullmatch(plain) else plain

    def validate_staff(self, field: ChoiceField) -> None:
        """Put the question to everybody."""
        if not field.data:
            raise ValidationError("Ask the question and tick the answer: no card without it")


class IdentityForm(PortalForm):
    """The paper that the holder of a card shows at the counter."""

    identity = KeyField("Identity number", required("Enter the number on the paper shown"))
    bank = KeyField("Bank account with IFSC", description="If told: SBIN0001234 000111222333")


class MovePhoneForm(PortalForm):
    """To which phone the number of a lost one is moved, and why."""

    phone = MobileField("New mobile", required("Enter the new mobile number of ten digits"))
    reason = TextField("Reason", required("Write the reason, like: phone lost, complaint 12/2026"))


class SeenField(TextField):
    """How often the price, or the board, had moved when a button was made."""

    def read(self, typed: str) -> str:
        """Read a number."""
        if not re.fullmatch(r"[0-9]{1,9}", typed):
            raise ValidationError(AGAIN)
        return typed

    @property
    def number(self) -> int:
        """Give the number of a form that has been read."""
        return int(self.value)


class BidForm(PortalForm):
    """One floor bid, exactly as printed on the key that sent it.

    `ring`: it has no card yet. `ago`: it was made so many seconds before it could be sent.
    `hour`: it was made at that hour, on paper. `sure`: three times the price is meant.
    """

    card = CardField("Card")
    amount = WholeRupeesField("Bid", required("Enter the bid, like 43,000"))
    seen = SeenField("Seen", required(AGAIN))
    key = TextField("Key", required(AGAIN))
    ring = TextField("Ring")
    sure = TextField("Sure")
    ago = SeenField("Seconds ago")
    hour = TextField("Made at")

    def validate_card(self, field: CardField) -> None:
        """Ask for a card, unless it is a bid of the ring."""
        if field.data is None and not field.errors and self.ring.text != "yes":
            raise ValidationError("Enter the number on the card")

    def validate_hour(self, field: TextField) -> None:
        """Read the hour of a bid made on paper."""
        if field.data and not re.fullmatch(
            r"([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?", field.text
        ):
            raise ValidationError("Write the time on the paper like 11:42 or 11:42:09")

    def made_at(self, now: datetime) -> datetime | None:
        """Tell when a bid that is entered late was made; none for one made now."""
        if self.hour.data:
            made = time.fromisoformat(self.hour.text)
            return datetime.combine(now.astimezone(HYDERABAD).date(), made, HYDERABAD)
        return now - timedelta(seconds=self.ago.number) if self.ago.data else None


class CallForm(PortalForm):
    """A call, on the board that was looked at."""

    seen = SeenField("Seen", required(AGAIN))


class HammerForm(PortalForm):
    """The hammer: to which card, at what price, as said aloud."""

    card = CardField("Card", required(AGAIN))
    amount = WholeRupeesField("Price", required(AGAIN))


class StepForm(PortalForm):
    """By how much bids go up."""

    step = PickField("Step", STEP_CHOICES)


class StrikeForm(PortalForm):
    """Which bid is struck out, and why."""

    place = CardField("Bid number", required(AGAIN))
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
    payer_phone = PhoneField("His phone", description="If it is not the buyer himself")
    payer_bank = KeyField(
        "His bank account with IFSC", description="If told: SBIN0001234 000111222333"
    )
    offered = MoneyField("Amount taken", required("Enter the amount, like 42,500"))
    mode = ChoiceField("How it was paid", MODES)
    reference = TextField("Reference", description="For UPI or bank transfer")

    def validate_mode(self, field: ChoiceField) -> None:
        """Ask how it was paid, and for the reference of what was not cash."""
        if not field.data:
            raise ValidationError("How it was paid: choose one")
        if field.data != "cash" and not self.reference.data:
            raise ValidationError("How it was paid: enter the reference below, or choose cash")


class PartForm(PortalForm):
    """For which part of the price the code to pay by is drawn."""

    part = MoneyField("Amount in the code")


class GiveBackForm(PortalForm):
    """To whom money that is owed back goes, and how."""

    to = TextField("Given to", required("Enter the name of the one who gets it"))
    mode = ChoiceField("How it is given", MODES)
    reference = TextField("Reference", description="For UPI or bank transfer")

    def validate_mode(self, field: ChoiceField) -> None:
        """Ask how it is given."""
        if not field.data:
            raise ValidationError("How it is given: choose one")


class VoidForm(PortalForm):
    """The order by which a sale is made void."""

    number = TextField("Number of the order", required("Enter the number of the order"))
    reason = LongTextField("Reason", required("Write why the sale does not stand"))


class PiecesField(CountField):
    """How many notes of one kind; none is an answer too."""

    def read(self, typed: str) -> int:
        """Read the number."""
        return 0 if typed == "0" else super().read(typed)


class CashForm(PortalForm):
    """The notes and coins in the cash box."""

    notes_500 = PiecesField("₹500 notes")
    notes_200 = PiecesField("₹200 notes")
    notes_100 = PiecesField("₹100 notes")
    notes_50 = PiecesField("₹50 notes")
    notes_20 = PiecesField("₹20 notes")
    notes_10 = PiecesField("₹10 notes")
    coins = MoneyField("All coins together, in rupees")
    reason = TextField("Why it differs", description="Only if the box and the receipts differ")

    def pieces(self) -> dict[int, int]:
        """Give how many of each note."""
        return {one: self[f"notes_{one}"].data or 0 for one in NOTES}


class NameCardForm(PortalForm):
    """The card of a bid that was made in the ring without one."""

    place = CardField("Bid number", required(AGAIN))
    card = CardField("Which card?", required("Enter the number on the card"))


class AnnouncementForm(PortalForm):
    """What everybody at a sale is told: a ready message, or words of one's own."""

    message = PickField(
        "Ready message",
        [("", "words of my own"), *((key, said["en"]) for key, said in READY.items())],
    )
    words = TextField("Words of your own")

    def validate_words(self, field: TextField) -> None:
        """Ask for words where no ready message is chosen."""
        if not self.message.data and not field.data:
            raise ValidationError("Choose a ready message, or write your own words")


class TryForm(PortalForm):
    """A bid on the dummy lot."""

    amount = WholeRupeesField("Bid", required(AGAIN))
    seen = SeenField("Seen", required(AGAIN))
    key = TextField("Key", required(AGAIN))
