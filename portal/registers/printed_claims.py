"""What stands on papers of claims and of the accounts, gathered from the registers."""

from __future__ import annotations

import re

from portal.law.months import Month
from portal.law.surplus import Division
from portal.prints import kinds
from portal.prints.written import in_words
from portal.registers.approvals import Step, steps_of_challan, steps_of_voucher
from portal.registers.base import NotOnRegister
from portal.registers.case import Sold, find_sold
from portal.registers.claim_papers import papers_of
from portal.registers.claims import (
    Claim,
    ClaimOrder,
    claims_on,
    find_claim,
    find_order,
    order_in_force,
)
from portal.registers.happening import name_of
from portal.registers.hearings import find_hearing
from portal.registers.ledger import find_reversal
from portal.registers.listed import REGISTERS
from portal.registers.months import closing_of
from portal.registers.printed import Gathered, beast, dues_printed
from portal.registers.returns import monthly_return
from portal.registers.sales import Lot, find_lot_by_id
from portal.registers.treasury import (
    find_appropriation,
    find_challan,
    find_remittance,
    find_voucher,
    voucher_paid,
)

LANGUAGES = ("en", "te", "ur", "hi")


def _sold(lot: Lot) -> Sold:
    sold = find_sold(lot.impounding)
    if sold is None or sold.lot.id != lot.id:
        raise NotOnRegister(f"a sale of lot {lot.number} that stands")
    return sold


def acknowledgement(number: str, language: str) -> Gathered:
    """Gather what a claimant holds in hand, in his language; raise NotOnRegister."""
    claim = find_claim(int(number))
    if language not in LANGUAGES:
        raise NotOnRegister(f"the language {language}")
    lot = find_lot_by_id(claim.lot_id)
    sold = _sold(lot)
    return Gathered(
        kinds.Acknowledgement(
            language=language,
            claim=claim.written,
            claimant=claim.claimant,
            beast=beast(lot.impounding),
            sale=lot.sale_id,
            lot=lot.number,
            appeared_at=claim.appeared_at,
            day=(claim.appeared_on - sold.hammer.on).days,
            of=(sold.last_day_to_claim - sold.hammer.on).days,
            last_day=sold.last_day_to_claim,
            papers=tuple(one.paper.called for one in papers_of(claim) if not one.struck),
        ),
        entry=lot.impounding,
    )


def hearing_notice(number: str) -> Gathered:
    """Gather the notice of a hearing, a sheet for each claimant; void if it was called off."""
    shown = find_hearing(int(number))
    hearing = shown.hearing
    lot = find_lot_by_id(hearing.lot_id)
    return Gathered(
        kinds.HearingNotice(
            hearing=hearing.written,
            on=hearing.on,
            hour=hearing.hour,
            place=hearing.place,
            officer=name_of(hearing.by_id),
            beast=beast(lot.impounding),
            sale=lot.sale_id,
            lot=lot.number,
            sold_on=_sold(lot).hammer.on,
            claims=tuple(_claimed(one) for one in claims_on(lot.id)),
        ),
        void=f"called off: {shown.off.reason}" if shown.off else "",
        entry=lot.impounding,
    )


def _claimed(claim: Claim, finding: str = "") -> kinds.Claimed:
    return kinds.Claimed(claim.written, claim.claimant, claim.appeared_at, finding)


def claim_order(number: str) -> Gathered:
    """Gather an order on a surplus; void if a later order took its place. Raise NotOnRegister."""
    order = find_order(int(number))
    lot = find_lot_by_id(order.lot_id)
    sold = _sold(lot)
    return Gathered(
        kinds.ClaimOrderPaper(
            order=order.written,
            made_at=order.at,
            officer=name_of(order.by_id),
            beast=beast(lot.impounding),
            sale=lot.sale_id,
            lot=lot.number,
            sold_on=sold.hammer.on,
            last_day_to_claim=sold.last_day_to_claim,
            claims=tuple(
                _claimed(find_claim(one.claim_id), one.finding.lower()) for one in order.findings
            ),
            reasons=order.reasons,
            dues=dues_printed(sold.statement),
            divided=_divided(sold.division),
        ),
        void=_superseded(order),
        entry=lot.impounding,
    )


def _superseded(order: ClaimOrder) -> str:
    last = order_in_force(order.lot_id)
    return f"order {last.written} took its place" if last and last.id != order.id else ""


def _divided(division: Division) -> kinds.Divided:
    return kinds.Divided(
        division.hammer_price,
        division.expenses,
        division.pound_fee,
        division.fine,
        division.surplus,
        division.shortfall,
    )


def voucher(number: str) -> Gathered:
    """Gather a voucher for a surplus; void if it was reversed. Raise NotOnRegister."""
    found = find_voucher(int(number))
    lot, paid = find_lot_by_id(found.lot_id), voucher_paid(found.id)
    return Gathered(
        kinds.SurplusVoucher(
            voucher=found.written,
            payee=found.payee,
            bank_account=found.bank_account,
            ifsc=found.ifsc,
            amount=found.amount,
            amount_words=in_words(found.amount),
            order=f"O-{found.claim_order_id}",
            case=lot.impounding.number,
            sale=lot.sale_id,
            lot=lot.number,
            drawn_at=found.at,
            steps=_steps(steps_of_voucher(found)),
            reference=paid.reference if paid else "",
        ),
        void=_reversed(found.journal_line_id),
        entry=lot.impounding,
    )


def _steps(steps: list[Step]) -> tuple[kinds.Step, ...]:
    return tuple(kinds.Step(one.words, one.by, one.at) for one in steps)


def _reversed(journal_line_id: int) -> str:
    reversal = find_reversal(journal_line_id)
    return f"reversed: {reversal.reason}" if reversal else ""


def challan(number: str) -> Gathered:
    """Gather a challan, for its three copies; raise NotOnRegister."""
    found = find_challan(int(number))
    came = find_remittance(found.id)
    taken = [find_appropriation(item.appropriation_id) for item in found.carries]
    lots = [find_lot_by_id(one.lot_id) for one in taken]
    carried = tuple(
        kinds.Carried(lot.impounding.number, lot.sale_id, lot.number, "s.(2)", one.amount)
        for one, lot in zip(taken, lots, strict=True)
    )
    return Gathered(
        kinds.TreasuryChallan(
            challan=found.written,
            head=found.head_of_account,
            made_at=found.at,
            carried=carried,
            amount=found.amount,
            amount_words=in_words(found.amount),
            steps=_steps(steps_of_challan(found)),
            treasury_number=came.treasury_number if came else "",
            treasury_on=came.on if came else None,
        ),
        entry=lots[0].impounding if len(lots) == 1 else None,
    )


def register(name: str, written: str) -> Gathered:
    """Gather a register of a month; raise NotOnRegister."""
    listed, month = REGISTERS.get(name), _month(written)
    if listed is None:
        raise NotOnRegister(f"register {name}")
    rows = tuple(listed.rows(month.first_day, month.last_day))
    return Gathered(kinds.RegisterPages(listed.title, str(month), listed.headings, rows))


def _month(written: str) -> Month:
    found = re.fullmatch(r"(20[0-9]{2})-(0[1-9]|1[0-2])", written)
    if not found:
        raise NotOnRegister(f"month {written}")
    return Month(int(found[1]), int(found[2]))


def monthly(written: str) -> Gathered:
    """Gather the return of a month; raise NotOnRegister."""
    month = _month(written)
    made = monthly_return(month)
    classes = tuple(
        kinds.ClassRow(
            called=f"{one.cattle_class.value}. {one.cattle_class.animals}"
            if one.cattle_class
            else "In no class",
            opening=one.opening,
            came_in=one.came_in,
            redeemed=one.redeemed,
            sold=one.sold,
            closing=one.closing,
            fines=one.fines,
            pound_fees=one.pound_fees,
            expenses=one.expenses,
        )
        for one in made.classes
    )
    money = tuple(kinds.MoneyRow(name, amount) for name, amount in made.money.items())
    locked = closing_of(month) is not None
    return Gathered(kinds.ReturnPaper(str(month), locked, classes, money))
