"""How a case stands, in the words and pictures of its page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from portal.law.days import day_number
from portal.law.dues import DuesStatement
from portal.law.offices import Duty
from portal.law.readings import INCLUDED, TEN_DAYS_ONLY, Reading, Readings
from portal.law.refusals import NoRate
from portal.law.surplus import Finding, is_in_time
from portal.registers.case import Case, Sold
from portal.registers.claims import Claim, claim_facts, claims_with_findings
from portal.registers.happening import Paper
from portal.registers.orders import readings_in_force

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

# Where a happening can be looked up: the door, the names of its two numbers, the duty it asks for.
PAPERS = {
    Paper.RECEIPT: ("cases.receipt", ("year", "number"), Duty.SEE_CASES),
    Paper.SALE: ("public.sale", ("number",), Duty.SEE_PUBLIC),
    Paper.LOT: ("live.lot", ("sale", "number"), Duty.SEE_PUBLIC),
    Paper.CLAIM: ("claims.claim", ("number",), Duty.SEE_CLAIMS),
    Paper.ORDER: ("claims.order_page", ("number",), Duty.SEE_CLAIMS),
    Paper.VOUCHER: ("accounts.voucher", ("number",), Duty.SEE_BOOKS),
    Paper.CHALLAN: ("accounts.challan", ("number",), Duty.SEE_BOOKS),
}


@dataclass(frozen=True)
class DayStrip:
    """A clock of the Act as numbered boxes: the day it shows, of how many, and what to know."""

    caption: str
    number: int
    of: int
    last_day: date
    note: str
    cites: tuple[str, ...]


@dataclass(frozen=True)
class ClaimShown:
    """A claim as the case page shows it: by its letter, in time or not, and what was found."""

    letter: str
    claim: Claim
    day: int
    in_time: bool
    finding: Finding


def owners_clock(case: Case) -> DayStrip:
    """Show the owner's ten days; they stop at payment or at the hammer (R1, R2)."""
    on, last = case.counted_from, case.last_day_to_pay
    readings = readings_in_force(on)
    if case.release is not None:
        shown, note = case.release.on, "The owner paid and the animal is his."
    elif case.sold is not None:
        shown, note = case.sold.hammer.on, "Nobody had paid when the hammer fell."
    elif case.today > last and readings[Reading.R3] == TEN_DAYS_ONLY:
        shown, note = case.today, "Nobody has paid, and the owner's right to pay is over (R3)."
    elif case.today > last:
        shown, note = case.today, "Nobody has paid. The owner may still pay until the hammer falls."
    else:
        shown, note = case.today, "Payment stops the clock, not appearance."
    if readings[Reading.R1] != INCLUDED:
        note = f"{on.day} {on:%b} is day 0. {note}"
    number, of = _counted(on, shown, readings), _counted(on, last, readings)
    return DayStrip("Owner's ten days", number, of, last, note, ("2", "R1"))


def claim_clock(case: Case) -> DayStrip | None:
    """Show the fifteen days in which the surplus may be claimed, if there is a surplus."""
    sold = case.sold
    if sold is None or not sold.division.surplus:
        return None
    number = _counted(sold.hammer.on, case.today, sold.readings)
    of = _counted(sold.hammer.on, sold.last_day_to_claim, sold.readings)
    note = "Who appears in time is in time, even if the officer decides later."
    if number > of:
        note = "No further claim is in time."
    return DayStrip("Surplus", number, of, sold.last_day_to_claim, note, ("2", "R5"))


def claims_shown(sold: Sold) -> Iterator[ClaimShown]:
    """Show the claims to a surplus in the order in which the claimants appeared."""
    facts = claim_facts(sold.lot.id)
    for place, (claim, finding) in enumerate(claims_with_findings(sold.lot.id)):
        yield ClaimShown(
            letter=LETTERS[place] if place < len(LETTERS) else "+",
            claim=claim,
            day=_counted(sold.hammer.on, claim.appeared_on, sold.readings),
            in_time=is_in_time(facts[place], sold.last_day_to_claim, sold.readings),
            finding=finding,
        )


def dues_or_why_not(case: Case) -> tuple[DuesStatement | None, NoRate | None]:
    """Give the dues; where no rate is in force, the refusal that says so, for the page stays."""
    try:
        return case.statement(), None
    except NoRate as refusal:
        return None, refusal


def _counted(start: date, day: date, readings: Readings) -> int:
    first = 1 if readings[Reading.R1] == INCLUDED else 0
    return day_number(start, day) + first
