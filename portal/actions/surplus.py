"""The surplus leaves: to the owner by voucher, or to the Government by challan."""

from __future__ import annotations

from datetime import date

from portal.actions.official import Act, official_act
from portal.actions.reversal import undo
from portal.law.ledger import (
    on_appropriation,
    on_challan,
    on_remittance,
    on_voucher,
    on_voucher_paid,
)
from portal.law.money import total
from portal.law.offices import Duty
from portal.law.payees import BankAccount, require_payee_open, require_same_payee
from portal.law.refusals import NotProved
from portal.law.refusals_of_accounts import HeadNotSet, NotApproved
from portal.law.refusals_of_books import (
    AlreadyPaid,
    AlreadyRemitted,
    BuyerHasNotPaid,
    DayNotCome,
    MoneyHasLeft,
    NothingToRemit,
    NotSold,
    NumberAlreadyUsed,
    OnChallan,
)
from portal.law.refusals_of_undoing import ChallanUndone
from portal.law.surplus import Finding, require_may_appropriate, require_may_pay_owner
from portal.law.three_persons import require_another_person
from portal.registers.approvals import (
    approval_of,
    hands_before_remitting,
    hands_on_order,
    hands_on_voucher,
)
from portal.registers.base import db
from portal.registers.case import Sold, find_sold
from portal.registers.claims import (
    Claim,
    claim_facts,
    claims_with_findings,
    find_claim,
    order_in_force,
)
from portal.registers.impound import find_impounding
from portal.registers.ledger import is_reversed
from portal.registers.orders import closed_days
from portal.registers.payees import payee_facts
from portal.registers.sales import Lot
from portal.registers.treasury import (
    Appropriation,
    Challan,
    ChallanItem,
    Remittance,
    Voucher,
    VoucherPaid,
    appropriations_to_remit,
    attempts_at,
    find_appropriation,
    find_challan,
    find_remittance,
    find_voucher,
    head_of_account,
    is_on_challan,
    voucher_paid,
)


@official_act(Duty.KEEP_BOOKS, cites="2")
def draw_voucher(act: Act, *, case: str) -> Voucher:
    """Draw a voucher for the surplus of a case, to the one whose claim the order allowed (R6).

    The amount is what the ledger holds. Raises PaymentNotOpen, ClaimUndecided, NotProved,
    NothingToPay, BuyerHasNotPaid, MoneyHasLeft, and SamePerson for whoever decided the claim.
    """
    sold = _surplus_here(act, case)
    require_may_pay_owner(
        sold.division.surplus,
        sold.hammer.on,
        claim_facts(sold.lot.id),
        act.on,
        closed_days(),
        sold.readings,
    )
    order = order_in_force(sold.lot.id)
    claim = _allowed(sold.lot)
    if order is None or claim is None:
        raise NotProved
    require_another_person(act.by.person_id, "draw its voucher", hands_on_order(order, claim))
    payee = payee_facts(claim)
    require_payee_open(payee, act.at)
    voucher = Voucher(
        lot_id=sold.lot.id,
        attempt=1 + attempts_at(Voucher, sold.lot.id),
        claim_id=claim.id,
        claim_order_id=order.id,
        payee=claim.claimant,
        bank_account=payee.account.bank_account,
        ifsc=payee.account.ifsc,
        amount=sold.held,
        at=act.at,
        on=act.on,
        by_id=act.by.person_id,
        journal_line_id=act.journal_line_id,
    )
    db.session.add(voucher)
    db.session.flush()
    act.post(on_voucher(sold.held), lot=sold.lot)
    act.note(voucher=voucher.written, amount=voucher.amount)
    return voucher


@official_act(Duty.KEEP_BOOKS, cites="2")
def pay_voucher(act: Act, *, voucher: int, mode: str, reference: str) -> VoucherPaid:
    """Enter that a voucher was paid, with the bank's reference, by a third person.

    Raises AlreadyPaid, MoneyHasLeft, NotApproved, SamePerson.
    """
    drawn = find_voucher(voucher)
    lot = db.session.get_one(Lot, drawn.lot_id)
    act.concern(lot.impounding)
    sold = find_sold(lot.impounding)
    if voucher_paid(drawn.id) is not None:
        raise AlreadyPaid(lot.number)
    if sold is None or sold.voucher is None or sold.voucher.id != drawn.id:
        raise MoneyHasLeft(lot.number)
    if approval_of(drawn) is None:
        raise NotApproved(f"voucher {drawn.written}")
    require_another_person(act.by.person_id, "pay it", hands_on_voucher(drawn))
    _require_payee_stands(act, drawn)
    paid = VoucherPaid(
        voucher_id=drawn.id,
        mode=mode,
        reference=reference,
        at=act.at,
        on=act.on,
        by_id=act.by.person_id,
        journal_line_id=act.journal_line_id,
    )
    db.session.add(paid)
    act.post(on_voucher_paid(drawn.amount), lot=lot)
    return paid


def _require_payee_stands(act: Act, drawn: Voucher) -> None:
    """Refuse to pay another than the one who is approved now; PayeeMoved, ChangeWaits."""
    claim = find_claim(drawn.claim_id)
    payee = payee_facts(claim)
    require_payee_open(payee, act.at)
    order = order_in_force(drawn.lot_id)
    require_same_payee(
        drawn.written,
        (f"O-{drawn.claim_order_id}", BankAccount(drawn.bank_account, drawn.ifsc)),
        (order.written if order else "", payee.account),
    )


@official_act(Duty.KEEP_BOOKS)
def reverse_voucher(act: Act, *, voucher: int, reason: str) -> None:
    """Undo a voucher, and its payment if the money came back: the surplus is held again."""
    drawn = find_voucher(voucher)
    lot = db.session.get_one(Lot, drawn.lot_id)
    act.concern(lot.impounding)
    paid = voucher_paid(drawn.id)
    if paid is not None:
        undo(act, paid.journal_line_id, reason)
    undo(act, drawn.journal_line_id, reason)


@official_act(Duty.KEEP_BOOKS, cites="2")
def appropriate_surplus(act: Act, *, case: str) -> Appropriation:
    """Carry to the Government, "in other cases", a surplus nobody proved to be his (R13).

    Raises StillClaimable, ClaimUndecided, BelongsToOwner, NothingToPay, BuyerHasNotPaid.
    """
    sold = _surplus_here(act, case)
    require_may_appropriate(
        sold.division.surplus,
        sold.hammer.on,
        claim_facts(sold.lot.id),
        act.on,
        closed_days(),
        sold.readings,
    )
    appropriation = Appropriation(
        lot_id=sold.lot.id,
        attempt=1 + attempts_at(Appropriation, sold.lot.id),
        amount=sold.held,
        at=act.at,
        on=act.on,
        by_id=act.by.person_id,
        journal_line_id=act.journal_line_id,
    )
    db.session.add(appropriation)
    act.post(on_appropriation(sold.held), lot=sold.lot)
    act.note(amount=sold.held)
    return appropriation


@official_act(Duty.KEEP_BOOKS)
def reverse_appropriation(act: Act, *, appropriation: int, reason: str) -> None:
    """Undo an appropriation that is on no challan yet: the surplus is held again."""
    taken = find_appropriation(appropriation)
    lot = db.session.get_one(Lot, taken.lot_id)
    act.concern(lot.impounding)
    if is_on_challan(taken.id):
        raise OnChallan(lot.number)
    undo(act, taken.journal_line_id, reason)


@official_act(Duty.KEEP_BOOKS)
def make_challan(act: Act, *, appropriations: tuple[int, ...]) -> Challan:
    """Make a challan that carries several appropriations to the Treasury.

    It goes under the head of account in the settings. Raises NothingToRemit, NotApproved,
    HeadNotSet.
    """
    waiting = {one.id: one for one in appropriations_to_remit()}
    carried = [waiting[number] for number in dict.fromkeys(appropriations) if number in waiting]
    if not carried or len(carried) != len(appropriations):
        raise NothingToRemit
    for one in carried:
        if approval_of(one) is None:
            raise NotApproved(f"the appropriation of {one.amount.decimal} rupees")
    head = head_of_account()
    if not head:
        raise HeadNotSet
    challan = Challan(
        head_of_account=head,
        amount=total(one.amount for one in carried),
        at=act.at,
        on=act.on,
        by_id=act.by.person_id,
        journal_line_id=act.journal_line_id,
        carries=[ChallanItem(appropriation_id=one.id) for one in carried],
    )
    db.session.add(challan)
    db.session.flush()
    for one in carried:
        act.post(on_challan(one.amount), lot=db.session.get_one(Lot, one.lot_id))
        act.concern(db.session.get_one(Lot, one.lot_id).impounding)
    act.note(challan=challan.written, amount=challan.amount)
    return challan


@official_act(Duty.KEEP_BOOKS)
def enter_treasury_number(act: Act, *, challan: int, treasury_number: str, on: date) -> Remittance:
    """Enter the Treasury's number and day for a challan, as the person who remitted it.

    Raises ChallanUndone, AlreadyRemitted, NumberAlreadyUsed, DayNotCome, NotApproved, SamePerson.
    """
    made = find_challan(challan)
    if is_reversed(made.journal_line_id):
        raise ChallanUndone(made.written)
    if find_remittance(made.id) is not None:
        raise AlreadyRemitted(made.written)
    if approval_of(made) is None:
        raise NotApproved(f"challan {made.written}")
    require_another_person(act.by.person_id, "remit it", hands_before_remitting(made))
    if on > act.on or on < made.on:
        raise DayNotCome(on, act.on)
    if db.session.query(Remittance).filter_by(treasury_number=treasury_number).first():
        raise NumberAlreadyUsed(treasury_number)
    remittance = Remittance(
        challan_id=made.id,
        treasury_number=treasury_number,
        on=on,
        at=act.at,
        by_id=act.by.person_id,
        journal_line_id=act.journal_line_id,
    )
    db.session.add(remittance)
    for item in made.carries:
        taken = find_appropriation(item.appropriation_id)
        lot = db.session.get_one(Lot, taken.lot_id)
        act.post(on_remittance(taken.amount), lot=lot)
        act.concern(lot.impounding)
    return remittance


def _surplus_here(act: Act, case: str) -> Sold:
    impounding = find_impounding(case)
    act.concern(impounding)
    sold = find_sold(impounding)
    if sold is None:
        raise NotSold(0)
    if sold.voucher is not None or sold.appropriation is not None:
        raise MoneyHasLeft(sold.lot.number)
    if sold.receipt is None:
        raise BuyerHasNotPaid(sold.lot.number)
    return sold


def _allowed(lot: Lot) -> Claim | None:
    return next(
        (claim for claim, finding in claims_with_findings(lot.id) if finding is Finding.ALLOWED),
        None,
    )
