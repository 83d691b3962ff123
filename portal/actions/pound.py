"""What is done at the pound: animals are taken in, rows mended, sales stopped, owners paid out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from portal.actions.lots import happen
from portal.actions.official import Act, official_act
from portal.law.days import HYDERABAD, legal_date
from portal.law.delivery import Payer, require_may_be_delivered
from portal.law.ledger import on_release
from portal.law.money import Money
from portal.law.offices import Duty
from portal.law.refusals_of_books import (
    AlreadyOnRegister,
    DayNotCome,
    NothingChanged,
    PoundAlreadyOpen,
    TagWornByAnother,
)
from portal.registers.base import db
from portal.registers.case import gather
from portal.registers.dues import dues_on, freeze
from portal.registers.impound import (
    Animal,
    HeldRow,
    HeldRowEnd,
    Impediment,
    ImpedimentEnd,
    Impounding,
    Release,
    case_with_tag,
    find_held_row,
    find_impediment,
    find_impounding,
    fingerprints_known,
    impediments,
    number_is_taken,
)
from portal.registers.orders import readings_in_force
from portal.registers.people import Pound, find_pound, pounds
from portal.registers.settlement import DUES, Receipt, next_receipt_number
from portal.sheets.impound_register import Blank, Entry, Held, Reason, Row, Taken

OWNER_PAID = "the owner paid"


@dataclass(frozen=True)
class RowsRead:
    """What became of the rows of a register. rows = taken + held + blank."""

    rows: int = 0
    taken: int = 0
    held: int = 0
    blank: int = 0
    already: int = 0

    @property
    def new(self) -> int:
        """Count the rows that were not on the register, or held, before."""
        return self.taken + self.held - self.already

    def __add__(self, other: RowsRead) -> RowsRead:
        return RowsRead(
            self.rows + other.rows,
            self.taken + other.taken,
            self.held + other.held,
            self.blank + other.blank,
            self.already + other.already,
        )


@official_act(Duty.KEEP_REGISTER)
def open_pound(act: Act, *, name: str, code: str, address: str) -> Pound:
    """Enter a new pound; its code stands before the numbers of its cases."""
    if any(name == one.name or code == one.code for one in pounds()):
        raise PoundAlreadyOpen(name)
    pound = Pound(name=name, code=code, address=address)
    db.session.add(pound)
    db.session.flush()
    act.note(pound_id=pound.id)
    return pound


@official_act(Duty.KEEP_REGISTER)
def take_in(act: Act, *, pound: str, entry: Entry) -> Impounding:
    """Enter an animal that was brought in. The day of bringing in is day 0 (R1).

    Raises AlreadyOnRegister, TagWornByAnother, DayNotCome.
    """
    return _enter(act, find_pound(pound), entry, fingerprint=None)


@official_act(Duty.KEEP_REGISTER, unwritten=("rows",))
def read_in_rows(act: Act, *, pound: str, sheet: str, rows: list[Row]) -> RowsRead:
    """Take the certain rows of a register into the books and hold the doubtful ones.

    A row read in before, taken or held, is counted and not written again.
    """
    kept = find_pound(pound)
    known = fingerprints_known([row.fingerprint for row in rows if not isinstance(row, Blank)])
    read = RowsRead()
    for row in rows:
        if isinstance(row, Blank):
            read += RowsRead(rows=1, blank=1)
        elif row.fingerprint in known:
            read += _known_before(row)
        else:
            read += _read_in(act, kept, sheet, row)
    act.note(rows=read.rows, taken=read.taken, held=read.held, blank=read.blank, new=read.new)
    return read


@official_act(Duty.KEEP_REGISTER)
def mend_held_row(act: Act, *, row: int, entry: Entry) -> Impounding:
    """Enter a held row as a person has mended it; the row as written is kept beside it."""
    held = find_held_row(row)
    pound = db.session.get_one(Pound, held.pound_id)
    impounding = _enter(act, pound, entry, fingerprint=None)
    _end_held_row(act, held, impounding=impounding)
    return impounding


@official_act(Duty.KEEP_REGISTER)
def set_aside_held_row(act: Act, *, row: int, reason: str) -> None:
    """Set a held row aside as no animal, with the reason; the row stays in the books."""
    _end_held_row(act, find_held_row(row), reason=reason)


@official_act(Duty.KEEP_REGISTER)
def stop_sale(act: Act, *, case: str, reason: str) -> None:
    """Enter a reason for which an animal may not be sold: a court's order, or not fit."""
    impounding = find_impounding(case)
    act.concern(impounding)
    db.session.add(Impediment(impounding_id=impounding.id, reason=reason, at=act.at))


@official_act(Duty.KEEP_REGISTER)
def end_stop_of_sale(act: Act, *, impediment: int, reason: str) -> None:
    """End a reason for which an animal might not be sold."""
    stopped = find_impediment(impediment)
    if stopped not in impediments(stopped.impounding_id):
        raise NothingChanged
    act.concern(db.session.get_one(Impounding, stopped.impounding_id))
    db.session.add(ImpedimentEnd(impediment_id=stopped.id, reason=reason, at=act.at))


@official_act(Duty.DELIVER_TO_OWNER, cites="1")
def deliver_to_owner(
    act: Act,
    *,
    case: str,
    payer: Payer,
    offered: Money,
    mode: str,
    reference: str,
    proof_seen: str,
) -> Release:
    """Take the dues in full and give the animal back to its owner or his agent.

    A lot in which it stands is withdrawn, since the owner paid before the hammer (R3). Raises
    NotWhole, NoAuthority, AlreadyReleased, AlreadySold and their kin of portal.law.delivery.
    """
    impounding = find_impounding(case)
    act.concern(impounding)
    standing = gather(impounding, act.on)
    statement = dues_on(impounding, act.on)
    require_may_be_delivered(
        standing.impounded(),
        payer,
        offered,
        statement.total,
        today=act.on,
        last_day_to_pay=standing.last_day_to_pay,
        readings=readings_in_force(impounding.on),
    )
    if standing.open_lot is not None:
        happen(act, standing.open_lot, "withdrawn", reason=OWNER_PAID)
    receipt = Receipt(
        year=act.on.year,
        number=next_receipt_number(act.on.year),
        purpose=DUES,
        impounding_id=impounding.id,
        lot_id=None,
        attempt=1,
        payer=payer.name,
        mode=mode,
        reference=reference,
        amount=statement.total,
        at=act.at,
        on=act.on,
        taken_by_id=act.by.person_id,
        journal_line_id=act.journal_line_id,
    )
    db.session.add(receipt)
    db.session.flush()
    release = Release(
        impounding_id=impounding.id,
        at=act.at,
        on=act.on,
        receipt_id=receipt.id,
        owner=payer.agent_for or payer.name,
        agent=payer.name if payer.agent_for else None,
        authority=payer.authority,
        proof_seen=proof_seen,
        journal_line_id=act.journal_line_id,
    )
    db.session.add(release)
    freeze(statement, impounding, act.journal_line_id)
    act.post(on_release(statement), impounding=impounding)
    act.note(receipt=receipt.written, dues=statement.total)
    return release


def _enter(act: Act, pound: Pound, entry: Entry, *, fingerprint: str | None) -> Impounding:
    number = case_number(pound, entry)
    if number_is_taken(number):
        raise AlreadyOnRegister(number)
    if entry.ear_tag and (wearer := case_with_tag(entry.ear_tag)):
        raise TagWornByAnother(entry.ear_tag, wearer)
    if entry.on > act.on:
        raise DayNotCome(entry.on, act.on)
    impounding = _entry_as_row(act, pound, entry, number, fingerprint)
    db.session.add(impounding)
    db.session.flush()
    act.concern(impounding)
    act.note(case=number)
    return impounding


def _entry_as_row(
    act: Act, pound: Pound, entry: Entry, number: str, fingerprint: str | None
) -> Impounding:
    at = None
    if entry.at is not None:
        at = datetime.combine(entry.on, entry.at, HYDERABAD)
    return Impounding(
        number=number,
        pound_id=pound.id,
        on=legal_date(at) if at else entry.on,
        at=at,
        area=entry.area,
        kind=entry.kind,
        kind_written=entry.kind_written,
        breed=entry.breed,
        colour=entry.colour,
        sex=entry.sex,
        age=entry.age,
        ear_tag=entry.ear_tag,
        marks=entry.marks,
        brought_by=entry.brought_by,
        owner_told=entry.owner_told,
        pen=entry.pen,
        remarks="\n".join(entry.remarks),
        direction_wanted=entry.direction_wanted,
        taken_by_id=act.by.person_id,
        recorded_at=act.at,
        fingerprint=fingerprint,
        animals=[
            Animal(cattle_class=one.cattle_class.value if one.cattle_class else None, head=one.head)
            for one in entry.animals
        ],
    )


def case_number(pound: Pound, entry: Entry) -> str:
    """Give the number people say for an entry of a pound: year and number, the code before it."""
    return number_of_case(pound, entry.year, entry.number)


def number_of_case(pound: Pound, year: int, number: int) -> str:
    """Give the number people say, from its parts."""
    return f"{pound.code + '-' if pound.code else ''}{year}-{number}"


def _known_before(row: Taken | Held) -> RowsRead:
    if isinstance(row, Taken):
        return RowsRead(rows=1, taken=1, already=1)
    return RowsRead(rows=1, held=1, already=1)


def _read_in(act: Act, pound: Pound, sheet: str, row: Taken | Held) -> RowsRead:
    if isinstance(row, Held):
        _hold(act, pound, sheet, row, row.reasons)
        return RowsRead(rows=1, held=1)
    doubts = tuple(_doubts_of_the_books(pound, row.entry))
    if doubts:
        _hold(act, pound, sheet, row, doubts)
        return RowsRead(rows=1, held=1)
    number = case_number(pound, row.entry)
    impounding = _entry_as_row(act, pound, row.entry, number, row.fingerprint)
    db.session.add(impounding)
    db.session.flush()
    act.concern(impounding)
    return RowsRead(rows=1, taken=1)


def _doubts_of_the_books(pound: Pound, entry: Entry) -> Iterable[Reason]:
    number = case_number(pound, entry)
    if number_is_taken(number):
        yield Reason(
            "number",
            "number_on_register",
            f"Entry number: case {number} is on the register already. Write the right number.",
            can_be_confirmed=False,
        )
    if entry.ear_tag and (wearer := case_with_tag(entry.ear_tag)):
        yield Reason(
            "ear_tag",
            "tag_on_register",
            f"Ear tag: case {wearer} wears this tag. Read the tag on the animal again.",
            can_be_confirmed=False,
        )


def _hold(
    act: Act, pound: Pound, sheet: str, row: Taken | Held, reasons: tuple[Reason, ...]
) -> None:
    db.session.add(
        HeldRow(
            fingerprint=row.fingerprint,
            pound_id=pound.id,
            sheet=sheet,
            line=row.line,
            cells=dict(row.cells),
            reasons=[
                {
                    "field": one.field,
                    "code": one.code,
                    "sentence": one.sentence,
                    "can_be_confirmed": "yes" if one.can_be_confirmed else "",
                    "suggestion": one.suggestion,
                }
                for one in reasons
            ],
            at=act.at,
        )
    )


def _end_held_row(
    act: Act, held: HeldRow, *, impounding: Impounding | None = None, reason: str = ""
) -> None:
    db.session.add(
        HeldRowEnd(
            held_row_id=held.id,
            impounding_id=impounding.id if impounding else None,
            reason=reason,
            by_id=act.by.person_id,
            at=act.at,
        )
    )
    act.note(sheet=held.sheet, line=held.line)
