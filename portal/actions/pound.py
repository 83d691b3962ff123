"""What is done at the pound: animals are taken in, rows mended, sales stopped, owners paid out."""

from __future__ import annotations

from portal.actions.entries import enter
from portal.actions.lots import happen
from portal.actions.official import Act, official_act
from portal.actions.settlement import require_new_reference
from portal.law.delivery import Payer, how_long, require_may_be_delivered
from portal.law.ledger import on_release
from portal.law.money import Money
from portal.law.offices import Duty
from portal.law.refusals_of_books import (
    NothingChanged,
    PoundAlreadyOpen,
)
from portal.law.refusals_of_settlement import HammerFellBefore
from portal.registers.base import db
from portal.registers.case import gather
from portal.registers.dues import dues_on, freeze
from portal.registers.impound import (
    Impediment,
    ImpedimentEnd,
    Impounding,
    Release,
    find_impediment,
    find_impounding,
    impediments,
)
from portal.registers.orders import readings_in_force
from portal.registers.people import Pound, find_pound, pounds
from portal.registers.settlement import DUES, Receipt, next_receipt_number
from portal.sheets.impound_register import Entry

OWNER_PAID = "the owner paid"


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

    A day more than 24 hours past is kept beside the hour of the entry, and counts once another
    person has confirmed it. Raises AlreadyOnRegister, TagWornByAnother, DayNotCome, HourNotCome.
    """
    return enter(act, find_pound(pound), entry)


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
    NotWhole, NoAuthority, AlreadyReleased and their kin of portal.law.delivery; HammerFellBefore,
    if the animal was sold a moment ago or long since, with what the owner can do now.
    """
    impounding = find_impounding(case)
    act.concern(impounding)
    standing = gather(impounding, act.on)
    if standing.sold is not None:
        sold = standing.sold
        raise HammerFellBefore(
            how_long(act.at - sold.hammer.at),
            sold.division.surplus,
            sold.last_day_to_claim,
            over=act.on > sold.last_day_to_claim,
        )
    statement = dues_on(impounding, act.on)
    require_may_be_delivered(
        standing.impounded(),
        payer,
        offered,
        statement.total,
        today=act.on,
        last_day_to_pay=standing.last_day_to_pay,
        readings=readings_in_force(standing.counted_from),
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
        reference=require_new_reference(mode, reference),
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
