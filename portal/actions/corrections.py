"""Corrections: prepared by one person, posted by another, into the month that is open."""

from __future__ import annotations

from portal.actions.official import Act, official_act
from portal.law.corrections import on_correction
from portal.law.ledger import Account
from portal.law.money import Money
from portal.law.months import Month
from portal.law.offices import Duty
from portal.law.refusals_of_accounts import ApprovedAlready, CorrectsNothing
from portal.law.three_persons import require_another_person
from portal.registers.approvals import hand
from portal.registers.base import db
from portal.registers.corrections import (
    Correction,
    CorrectionPosting,
    find_correction,
    next_number,
    posting_of,
)
from portal.registers.journal import JournalLine
from portal.registers.statements import find_statement_line


@official_act(Duty.KEEP_BOOKS)
def prepare_correction(
    act: Act,
    *,
    debit: Account,
    credit: Account,
    amount: Money,
    reason: str,
    corrects: int | None = None,
    bank_line: int | None = None,
) -> Correction:
    """Prepare a correction of a journal line, or of a line in a bank's file; it moves nothing yet.

    Raises CannotBeCorrected, CorrectsNothing.
    """
    on_correction(debit, credit, amount)
    if corrects is not None and db.session.get(JournalLine, corrects) is None:
        raise CorrectsNothing
    if corrects is None and bank_line is None:
        raise CorrectsNothing
    correction = Correction(
        debit=debit.name,
        credit=credit.name,
        amount=amount,
        corrects_id=corrects,
        statement_line_id=find_statement_line(bank_line).id if bank_line is not None else None,
        reason=reason,
        at=act.at,
        by_id=act.by.person_id,
    )
    db.session.add(correction)
    db.session.flush()
    act.note(correction=correction.id)
    return correction


@official_act(Duty.APPROVE_BOOKS)
def post_correction(act: Act, *, correction: int) -> CorrectionPosting:
    """Post a correction that another person prepared, as an entry of the open month.

    Raises ApprovedAlready, SamePerson, MonthIsClosed.
    """
    prepared = find_correction(correction)
    if posting_of(prepared.id) is not None:
        raise ApprovedAlready(f"correction {prepared.id}")
    require_another_person(
        act.by.person_id, "post it", [hand("prepared the correction", prepared.by_id)]
    )
    month = Month.of(act.on)
    posting = CorrectionPosting(
        correction_id=prepared.id,
        year=month.year,
        month=month.month,
        number=next_number(month),
        at=act.at,
        on=act.on,
        by_id=act.by.person_id,
        journal_line_id=act.journal_line_id,
    )
    db.session.add(posting)
    act.post(prepared.entry())
    act.note(entry=posting.written, corrects=prepared.corrects_id or "a line of the bank")
    return posting
