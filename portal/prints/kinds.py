"""The kinds of papers the office gives out, each with its facts: what stands on it, and no more."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from typing import Any, ClassVar

from portal.law.money import Money

Cell = str | int | Money | date | None


class Kind(Enum):
    """A kind of paper; its letters begin its numbers, which run by kind and year."""

    INTAKE_SLIP = "IS"
    PEN_CARD = "PC"
    SALE_NOTICE = "SN"
    CATALOGUE = "CT"
    BIDDER_CARD = "BC"
    HAMMER_SLIP = "HS"
    RECEIPT = "RC"
    DELIVERY_ORDER = "DO"
    REDEMPTION = "RR"
    ACKNOWLEDGEMENT = "AK"
    HEARING_NOTICE = "HN"
    CLAIM_ORDER = "CO"
    VOUCHER = "SV"
    CHALLAN = "TC"
    REGISTER = "RG"
    RETURN = "MR"

    @property
    def called(self) -> str:
        """Name the paper as people call it."""
        return CALLED[self]

    @property
    def template(self) -> str:
        """Name the file in templates/papers by which it is set."""
        return f"{self.name.lower()}.typ"


CALLED = {
    Kind.INTAKE_SLIP: "Intake slip",
    Kind.PEN_CARD: "Pen card",
    Kind.SALE_NOTICE: "Sale notice",
    Kind.CATALOGUE: "Catalogue",
    Kind.BIDDER_CARD: "Bidder card",
    Kind.HAMMER_SLIP: "Hammer slip",
    Kind.RECEIPT: "Receipt",
    Kind.DELIVERY_ORDER: "Bill of sale and delivery order",
    Kind.REDEMPTION: "Redemption receipt",
    Kind.ACKNOWLEDGEMENT: "Claim acknowledgement",
    Kind.HEARING_NOTICE: "Hearing notice",
    Kind.CLAIM_ORDER: "Claim order",
    Kind.VOUCHER: "Surplus voucher",
    Kind.CHALLAN: "Treasury challan",
    Kind.REGISTER: "Register",
    Kind.RETURN: "Monthly return",
}


@dataclass(frozen=True)
class Facts:
    """What stands on a paper."""

    kind: ClassVar[Kind]


@dataclass(frozen=True)
class Beast:
    """The animals of one entry, as the register describes them. Marks stand on few papers."""

    case: str
    cattle_class: int | None
    what: str
    head: int
    breed: str
    colour: str
    sex: str
    age: str
    ear_tag: str
    area: str
    brought_on: date
    pound: str
    pound_address: str

    @property
    def terms(self) -> tuple[str, ...]:
        """Give the words of the house in it, which are said in the language of a paper."""
        return tuple(one for one in (self.what, self.breed, self.colour, self.sex) if one)


@dataclass(frozen=True)
class DuesRow:
    """One line of the dues, with the words it rests on."""

    charge: str
    working: str
    rule: str
    order: str
    amount: Money


@dataclass(frozen=True)
class Dues:
    """The dues line by line, and their sum."""

    rows: tuple[DuesRow, ...]
    first_day: date
    last_day: date
    total: Money


@dataclass(frozen=True)
class AtSale:
    """A sale: when and where."""

    number: int
    on: date
    hour: str
    place: str
    pound: str
    pound_address: str


@dataclass(frozen=True)
class IntakeSlip(Facts):
    """What the one who brought an animal takes home."""

    kind = Kind.INTAKE_SLIP
    beast: Beast
    marks: str
    brought_at: datetime | None
    brought_by: str
    owner_told: str
    pen: str
    taken_by: str
    last_day: date


@dataclass(frozen=True)
class PenCard(Facts):
    """What hangs at the pen."""

    kind = Kind.PEN_CARD
    beast: Beast
    marks: str
    pen: str
    last_day: date


@dataclass(frozen=True)
class LotListed:
    """One lot of a sale."""

    number: int
    beast: Beast
    starting_price: Money
    step: Money


@dataclass(frozen=True)
class SaleNotice(Facts):
    """The notice on the wall, in four languages."""

    kind = Kind.SALE_NOTICE
    sale: AtSale
    terms: str
    lots: tuple[LotListed, ...]


@dataclass(frozen=True)
class Catalogue(Facts):
    """The lots in their order, two in a row."""

    kind = Kind.CATALOGUE
    sale: AtSale
    terms: str
    lots: tuple[LotListed, ...]


@dataclass(frozen=True)
class BidderCard(Facts):
    """The number held up in the ring."""

    kind = Kind.BIDDER_CARD
    sale: AtSale
    card: int
    words: str
    deposit_asked: Money | None
    deposit_paid: Money | None
    deposit_receipt: str


@dataclass(frozen=True)
class HammerSlip(Facts):
    """What the buyer signs when the hammer fell."""

    kind = Kind.HAMMER_SLIP
    slip: str
    sale: AtSale
    lot: int
    beast: Beast
    card: int
    buyer: str
    price: Money
    price_words: str
    at: datetime
    clerk: str


@dataclass(frozen=True)
class ReceiptPaper(Facts):
    """Hammer money or a deposit that was taken."""

    kind = Kind.RECEIPT
    receipt: str
    payer: str
    amount: Money
    amount_words: str
    mode: str
    reference: str
    what_for: str
    rule: str
    beast: Beast | None
    at: datetime
    taken_by: str


@dataclass(frozen=True)
class ReceiptRow:
    """One receipt in a list."""

    receipt: str
    at: datetime
    mode: str
    reference: str
    amount: Money


@dataclass(frozen=True)
class DeliveryOrder(Facts):
    """The bill of sale for the buyer, and the part the gate keeps."""

    kind = Kind.DELIVERY_ORDER
    sale: AtSale
    lot: int
    beast: Beast
    marks: str
    buyer: str
    card: int
    price: Money
    price_words: str
    sold_at: datetime
    receipts: tuple[ReceiptRow, ...]


@dataclass(frozen=True)
class RedemptionReceipt(Facts):
    """The dues an owner paid, and the animal he got back."""

    kind = Kind.REDEMPTION
    receipt: str
    beast: Beast
    owner: str
    agent: str
    authority: str
    proof_seen: str
    marks_asked: int
    marks_agreed: int
    amount: Money
    amount_words: str
    mode: str
    reference: str
    dues: Dues
    at: datetime
    taken_by: str


@dataclass(frozen=True)
class Acknowledgement(Facts):
    """What a claimant holds in hand: that he came, when, and on which day of the fifteen."""

    kind = Kind.ACKNOWLEDGEMENT
    language: str
    claim: str
    claimant: str
    beast: Beast
    sale: int
    lot: int
    appeared_at: datetime
    day: int
    of: int
    last_day: date
    papers: tuple[str, ...]


@dataclass(frozen=True)
class Claimed:
    """One claim and what was found of it."""

    claim: str
    claimant: str
    appeared_at: datetime
    finding: str


@dataclass(frozen=True)
class HearingNotice(Facts):
    """One sheet for each claimant; none of them names another."""

    kind = Kind.HEARING_NOTICE
    hearing: str
    on: date
    hour: str
    place: str
    officer: str
    beast: Beast
    sale: int
    lot: int
    sold_on: date
    claims: tuple[Claimed, ...]


@dataclass(frozen=True)
class Divided:
    """The proceeds of a sale divided under (2)."""

    hammer_price: Money
    expenses: Money
    pound_fee: Money
    fine: Money
    surplus: Money
    shortfall: Money


@dataclass(frozen=True)
class ClaimOrderPaper(Facts):
    """The order on a surplus: facts, claims, findings, reasons."""

    kind = Kind.CLAIM_ORDER
    order: str
    made_at: datetime
    officer: str
    beast: Beast
    sale: int
    lot: int
    sold_on: date
    last_day_to_claim: date
    claims: tuple[Claimed, ...]
    reasons: str
    dues: Dues
    divided: Divided


@dataclass(frozen=True)
class Step:
    """One step of a paper that takes three persons: by whom and when, or empty."""

    words: str
    by: str
    at: datetime | None


@dataclass(frozen=True)
class SurplusVoucher(Facts):
    """The order to pay a surplus."""

    kind = Kind.VOUCHER
    voucher: str
    payee: str
    bank_account: str
    ifsc: str
    amount: Money
    amount_words: str
    order: str
    case: str
    sale: int
    lot: int
    drawn_at: datetime
    steps: tuple[Step, ...]
    reference: str


@dataclass(frozen=True)
class Carried:
    """One case on a challan."""

    case: str
    sale: int
    lot: int
    rule: str
    amount: Money


@dataclass(frozen=True)
class TreasuryChallan(Facts):
    """What goes to the Treasury, in three copies."""

    kind = Kind.CHALLAN
    challan: str
    head: str
    made_at: datetime
    carried: tuple[Carried, ...]
    amount: Money
    amount_words: str
    steps: tuple[Step, ...]
    treasury_number: str
    treasury_on: date | None


@dataclass(frozen=True)
class RegisterPages(Facts):
    """A register of a month; sums are carried forward from page to page."""

    kind = Kind.REGISTER
    title: str
    month: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class ClassRow:
    """One class of (4)(a) in a month."""

    called: str
    opening: int
    came_in: int
    redeemed: int
    sold: int
    closing: int
    fines: Money
    pound_fees: Money
    expenses: Money


@dataclass(frozen=True)
class MoneyRow:
    """One line of the money of a month."""

    called: str
    amount: Money


@dataclass(frozen=True)
class ReturnPaper(Facts):
    """The return of a month to the Commissioner and the Government."""

    kind = Kind.RETURN
    month: str
    locked: bool
    classes: tuple[ClassRow, ...]
    money: tuple[MoneyRow, ...]


def beasts_on(facts: Any) -> Iterator[Beast]:
    """Find every animal on a paper."""
    if isinstance(facts, Beast):
        yield facts
    elif dataclasses.is_dataclass(facts):
        for one in dataclasses.fields(facts):
            yield from beasts_on(getattr(facts, one.name))
    elif isinstance(facts, tuple):
        for value in facts:
            yield from beasts_on(value)
