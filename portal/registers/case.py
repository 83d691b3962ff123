"""A case from the day it was brought in to its end: where it stands, and all that happened."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum

from sqlalchemy import select

from portal.law.bidding import LotStage
from portal.law.dues import DuesStatement
from portal.law.money import NOTHING, Money
from portal.law.readings import Readings
from portal.law.sale import Answer, Impounded, days_past_due, last_day_to_pay, may_be_sold
from portal.law.sale import first_sale_day as first_day_of_sale
from portal.law.surplus import Destination, Division, divide, last_day_to_claim, surplus_goes_to
from portal.registers.base import db
from portal.registers.claims import claim_facts, claims_on
from portal.registers.deaths import Death, last_death
from portal.registers.dues import dues_charged, dues_on
from portal.registers.impound import Impounding, Release, find_release, impediments
from portal.registers.ledger import held_for
from portal.registers.orders import closed_days, readings_in_force
from portal.registers.past_days import counted_from
from portal.registers.ring import LotHappening, hammer_stands
from portal.registers.sales import Lot, lots_of_case, sale_happenings
from portal.registers.settlement import Delivery, Receipt, find_delivery, receipt_for_lot
from portal.registers.treasury import (
    Appropriation,
    Voucher,
    VoucherPaid,
    appropriation_for_lot,
    voucher_for_lot,
    voucher_paid,
)

OPEN_STAGES = (LotStage.WAITING, LotStage.IN_RING)


class CaseStage(Enum):
    """Where a case stands. One list of words for all screens."""

    IN_POUND = "in pound"
    DUE = "due for sale"
    RELEASED = "released"
    IN_SALE = "in sale"
    IN_RING = "in the ring"
    SOLD_NOT_PAID = "sold, not paid"
    SURPLUS_HELD = "surplus held"
    CLAIMED = "claimed"
    TWO_CLAIMS = "two claims"
    ORDERED = "ordered"
    VOUCHER = "voucher drawn"
    PAID_TO_OWNER = "paid to owner"
    TO_GOVERNMENT = "to government"
    SETTLED = "settled, no surplus"
    STOPPED = "sale stopped"
    DIED = "died"


@dataclass(frozen=True)
class Sold:
    """The money side of a case that was sold."""

    lot: Lot
    hammer: LotHappening
    division: Division
    statement: DuesStatement
    last_day_to_claim: date
    receipt: Receipt | None
    delivery: Delivery | None
    held: Money
    voucher: Voucher | None
    voucher_paid: VoucherPaid | None
    appropriation: Appropriation | None
    readings: Readings

    def goes_to(self, today: date) -> Destination:
        """Say to whom the surplus goes, as things stand on a day."""
        destination, _claim = surplus_goes_to(
            self.division.surplus,
            self.hammer.on,
            claim_facts(self.lot.id),
            today,
            closed_days(),
            self.readings,
        )
        return destination


@dataclass(frozen=True)
class Case:
    """One entry of the register with everything that followed."""

    impounding: Impounding
    release: Release | None
    open_lot: Lot | None
    sold: Sold | None
    stopped_by: tuple[str, ...]
    today: date
    counted_from: date
    died: Death | None = None

    @property
    def last_day_to_pay(self) -> date:
        """Give the owner's last day (R1, R2)."""
        return last_day_to_pay(
            self.counted_from, closed_days(), readings_in_force(self.counted_from)
        )

    def impounded(self, *, leaving_out: Lot | None = None) -> Impounded:
        """Give the law what it looks at; `leaving_out` is the lot that itself asks."""
        other_lot = self.open_lot if self.open_lot is not leaving_out else None
        return Impounded(
            on=self.counted_from,
            released=self.release is not None,
            sold=self.sold is not None,
            in_open_lot=_said(other_lot) if other_lot else None,
            impediments=self.stopped_by,
            direction_wanted=self.impounding.direction_wanted,
            died=self.died.on if self.died else None,
        )

    def may_be_sold(self, *, leaving_out: Lot | None = None) -> tuple[Answer, ...]:
        """Answer "may it be sold today?", with reasons."""
        return may_be_sold(
            self.impounded(leaving_out=leaving_out),
            self.today,
            closed_days(),
            readings_in_force(self.counted_from),
        )

    def statement(self) -> DuesStatement:
        """Give the dues: as charged where they were charged, else as they run today."""
        if self.sold is not None:
            return self.sold.statement
        if self.release is not None:
            charged = dues_charged(self.release.journal_line_id, self.impounding.area)
            if charged is not None:
                return charged
        return dues_on(self.impounding, max(self.today, self.counted_from))

    @property
    def stage(self) -> CaseStage:
        """Say where the case stands."""
        if self.release is not None:
            return CaseStage.RELEASED
        if self.sold is not None:
            return _stage_of_money(self.sold)
        if self.died is not None:
            return CaseStage.DIED
        if self.open_lot is not None:
            in_ring = self.open_lot.stage() is LotStage.IN_RING
            return CaseStage.IN_RING if in_ring else CaseStage.IN_SALE
        if self.stopped_by:
            return CaseStage.STOPPED
        return CaseStage.DUE if self.today > self.last_day_to_pay else CaseStage.IN_POUND


def _stage_of_money(sold: Sold) -> CaseStage:  # noqa: PLR0911 - one line a stage
    if sold.receipt is None:
        return CaseStage.SOLD_NOT_PAID
    if sold.division.surplus == NOTHING:
        return CaseStage.SETTLED
    if sold.voucher_paid is not None:
        return CaseStage.PAID_TO_OWNER
    if sold.voucher is not None:
        return CaseStage.VOUCHER
    if sold.appropriation is not None:
        return CaseStage.TO_GOVERNMENT
    facts = claim_facts(sold.lot.id)
    if not facts:
        return CaseStage.SURPLUS_HELD
    undecided = [one for one in facts if one.decided_on is None]
    if not undecided:
        return CaseStage.ORDERED
    return CaseStage.TWO_CLAIMS if len(facts) > 1 else CaseStage.CLAIMED


def _said(lot: Lot) -> str:
    return f"lot {lot.number} of sale {lot.sale_id}"


def find_open_lot(impounding_id: int) -> Lot | None:
    """Give the lot in which a case waits or stands in the ring, if it does."""
    for lot in lots_of_case(impounding_id):
        if lot.stage() in OPEN_STAGES and "closed" not in sale_happenings(lot.sale_id):
            return lot
    return None


def find_sold(impounding: Impounding) -> Sold | None:
    """Gather the money side of a case, if the hammer fell on it and it stands."""
    for lot in reversed(lots_of_case(impounding.id)):
        hammer, winning = lot.hammer(), lot.winning_bid()
        if hammer is not None and winning is not None:
            return _gather_sold(impounding, lot, hammer, winning.amount)
    return None


def _gather_sold(
    impounding: Impounding, lot: Lot, hammer: LotHappening, hammer_price: Money
) -> Sold:
    statement = dues_charged(hammer.journal_line_id, impounding.area)
    if statement is None:
        statement = dues_on(impounding, hammer.on, known_at=hammer.at)
    readings = readings_in_force(hammer.on, hammer.at)
    voucher = voucher_for_lot(lot.id)
    return Sold(
        lot=lot,
        hammer=hammer,
        division=divide(hammer_price, statement, readings),
        statement=statement,
        last_day_to_claim=last_day_to_claim(hammer.on, closed_days(), readings),
        receipt=receipt_for_lot(lot.id),
        delivery=find_delivery(lot.id),
        held=held_for(lot.id),
        voucher=voucher,
        voucher_paid=voucher_paid(voucher.id) if voucher else None,
        appropriation=appropriation_for_lot(lot.id),
        readings=readings,
    )


def gather(impounding: Impounding, today: date) -> Case:
    """Gather a case as it stands on a day."""
    return Case(
        impounding=impounding,
        release=find_release(impounding.id),
        open_lot=find_open_lot(impounding.id),
        sold=find_sold(impounding),
        stopped_by=tuple(one.reason for one in impediments(impounding.id)),
        died=last_death(impounding.id),
        today=today,
        counted_from=counted_from(impounding),
    )


def claimants(sold: Sold) -> int:
    """Count the claims to a surplus."""
    return len(claims_on(sold.lot.id))


def past_due(case: Case) -> int:
    """Count the days past the owner's last day; nothing or less: not due yet."""
    return days_past_due(
        case.counted_from, case.today, closed_days(), readings_in_force(case.counted_from)
    )


def first_sale_day(case: Case) -> date:
    """Give the first day on which the law lets the animal be sold, if nothing else stops it."""
    return first_day_of_sale(case.counted_from, closed_days(), readings_in_force(case.counted_from))


def hammers_before(happening: int | None, how_many: int) -> list[tuple[Impounding, int]]:
    """Read a page of the falls of the hammer that stand, latest first, of those before one."""
    asked = (
        select(Impounding, LotHappening.id)
        .join(Lot, Lot.id == LotHappening.lot_id)
        .join(Impounding, Impounding.id == Lot.impounding_id)
        .where(hammer_stands())
        .order_by(LotHappening.id.desc())
        .limit(how_many)
    )
    if happening is not None:
        asked = asked.where(LotHappening.id < happening)
    return [(entry, number) for entry, number in db.session.execute(asked)]
