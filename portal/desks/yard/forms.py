"""Forms of the pound yard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from wtforms.validators import ValidationError

from portal.law.delivery import Payer
from portal.law.four_questions import QUESTIONS
from portal.sheets.columns import BEYOND, LABELS
from portal.sheets.impound_register import Reason
from portal.web.fields import (
    LONG,
    ChoiceField,
    KeyField,
    LongTextField,
    MoneyField,
    PhoneField,
    PickField,
    PortalForm,
    TextField,
    required,
)
from portal.web.language import N_

MODES = (("cash", "Cash"), ("UPI", "UPI"), ("bank transfer", "Bank transfer"))


class CellField(TextField):
    """A cell as somebody wrote it. How long it may be is asked by the reader of registers."""

    longest = LONG


class RowForm(PortalForm):
    """One row of the register, as it is written; the reader says what is in doubt."""

    headings: ClassVar[Mapping[str, str]] = {}

    number = CellField(LABELS["number"], description="As in the paper register, like 412/2026")
    on = CellField(LABELS["on"], description="Like 30-11-2026 16:05; leave the hour out if unknown")
    kind = CellField(LABELS["kind"], description="Like cow, she-buffalo, goats (3), cow with calf")
    sex = CellField(LABELS["sex"], description="F, M or M (castrated)")
    area = CellField(LABELS["area"], description="The fine may depend on it")
    ear_tag = CellField(LABELS["ear_tag"], description="Twelve digits, or leave it empty")
    breed = CellField(LABELS["breed"])
    colour = CellField(LABELS["colour"])
    age = CellField(LABELS["age"])
    pen = CellField(LABELS["pen"])
    marks = LongTextField(LABELS["marks"])
    brought_by = CellField(LABELS["brought_by"])
    owner_told = CellField(LABELS["owner_told"])

    def cells(self) -> dict[str, str]:
        """Give what was typed, by the name of its column."""
        typed = {self.headings.get(one.name, one.name): one.data or "" for one in self.row_fields()}
        return {name: text for name, text in typed.items() if text}

    def row_fields(self) -> list[Any]:
        """Give the fields of the row, the register's own columns last."""
        return [self[name] for name in (*LABELS, *self.headings)]

    def blame(self, reasons: Iterable[Reason]) -> None:
        """Put each reason at the field it speaks of."""
        for reason in reasons:
            blamed = self[self.place_of(reason)]
            blamed.errors = [*blamed.errors, reason.sentence]

    def place_of(self, reason: Reason) -> str:
        """Name the form's field that a reason speaks of."""
        places = {name: name for name in LABELS} | {h: place for place, h in self.headings.items()}
        return places.get(reason.field, "number")


class NewEntryForm(RowForm):
    """An animal that is being brought in."""

    pound = PickField("Pound")


def mend_form(cells: Mapping[str, str]) -> type[RowForm]:
    """Make the form of one held row: the known columns, and the register's own beside them."""
    own = {f"own_{place}": name for place, name in enumerate(n for n in cells if n not in LABELS)}
    fields = {
        place: CellField("Text under no heading" if name == BEYOND else name)
        for place, name in own.items()
    }
    made: type[RowForm] = type("MendForm", (RowForm,), {"headings": own, **fields})
    return made


class SetAsideForm(PortalForm):
    """Why a row is no animal."""

    reason = TextField(
        "Why it is no animal",
        required("Write why this row is no animal, like: a total, or written twice"),
        description="A total, a heading, a row written twice",
    )


class ImportForm(PortalForm):
    """Whose register is read in."""

    pound = PickField("Pound")


class RedemptionForm(PortalForm):
    """The owner, or his agent, who pays the dues."""

    owner = TextField("Owner's name", required("Enter the owner's name"))
    comes = ChoiceField(
        "Who is here?", [("owner", "The owner himself"), ("agent", "An agent of the owner")]
    )
    agent = TextField("Agent's name", description="Only if an agent is here")
    authority = TextField(
        "Agent's authority", description="A letter, or the owner's number that was called"
    )
    proof_seen = TextField(
        "Proof of ownership seen",
        required("Write what was seen: ear-tag card, photo, marks told without being shown"),
        description="Ear-tag card, photo, marks told without being shown",
    )
    offered = MoneyField("Amount taken", required("Enter the amount that was paid, like 2,017.50"))
    mode = ChoiceField("How it was paid", MODES)
    reference = TextField("Payment number", description="Of the UPI or bank payment; not for cash")

    def validate_comes(self, field: ChoiceField) -> None:
        """Ask who is here."""
        if not field.data:
            raise ValidationError("Who is here? Choose the owner or an agent")

    def validate_agent(self, field: TextField) -> None:
        """Ask for the agent's name if one is here."""
        if self.comes.data == "agent" and not field.data:
            raise ValidationError("Enter the agent's name, or choose the owner himself")

    def validate_mode(self, field: ChoiceField) -> None:
        """Ask how it was paid."""
        if not field.data:
            raise ValidationError("How it was paid: choose one")

    def validate_reference(self, field: TextField) -> None:
        """Ask for the number of what was not cash."""
        if self.mode.data in {"UPI", "bank transfer"} and not field.data:
            raise ValidationError("Enter the number of the UPI or bank payment, or choose cash")

    def payer(self) -> Payer:
        """Give the one who pays."""
        if self.comes.data == "agent":
            return Payer(self.agent.value, self.owner.value, self.authority.text)
        return Payer(self.owner.value)


class VisitForm(PortalForm):
    """What somebody tells at the counter, before anything is paid; no mark is shown to anybody."""

    owner = TextField("Owner's name", required("Enter the owner's name"))
    phone = PhoneField("Phone")
    agent = TextField("Agent's name", description="Only if an agent is here")
    authority = TextField(
        "Agent's authority", description="A letter, or the owner's number that was called"
    )
    colour = TextField(QUESTIONS["colour"])
    sex = TextField(QUESTIONS["sex"])
    marks = TextField(QUESTIONS["marks"])
    ear_tag = TextField(QUESTIONS["ear_tag"])

    def payer(self) -> Payer:
        """Give the one who is here."""
        if self.agent.data:
            return Payer(self.agent.text, self.owner.value, self.authority.text)
        return Payer(self.owner.value)

    def told(self) -> dict[str, str]:
        """Give the answers to the four questions."""
        return {name: self[name].data or "" for name in QUESTIONS}


class PaperForm(PortalForm):
    """The paper shown at the gate, by its code or by its number."""

    paper = TextField(
        N_("Number of the paper"),
        required(N_("Scan the code, or type the number of the paper")),
        description=N_("Like R-2026-14, or sale and lot like 3/14"),
    )


class GateForm(PortalForm):
    """Who takes a bought animal away."""

    taken_away_by = TextField(
        N_("Who takes it away"), required(N_("Enter the name of the one who takes it away"))
    )
    collector_identity = KeyField(
        N_("His identity number"), description=N_("If it is not the buyer himself")
    )

    def stand_at(self, sale: int, lot: int) -> GateForm:
        """Give the fields ids of their own, for several of these forms stand on one page."""
        for field in (self.taken_away_by, self.collector_identity):
            field.id = field.label.field_id = f"{field.name}-{sale}-{lot}"
        return self
