"""Where cases stand, told in one question; and the cases that are not finished, without the others.

The answer is the same as `gather(...).stage` gives for one case; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import (
    ColumnElement,
    ScalarSelect,
    case,
    exists,
    func,
    literal,
    select,
)
from sqlalchemy.orm import InstrumentedAttribute, aliased

from portal.law.sale import DAYS_TO_PAY, last_day_to_pay
from portal.registers.base import db
from portal.registers.carried import cases_to_look_at
from portal.registers.case import CaseStage
from portal.registers.claims import Claim, ClaimFinding
from portal.registers.deaths import all_died
from portal.registers.impound import Impediment, ImpedimentEnd, Impounding, Release
from portal.registers.ledger import LedgerLine, not_reversed
from portal.registers.orders import closed_days, readings_in_force
from portal.registers.past_days import day_counted
from portal.registers.ring import STAGE_AFTER, LotHappening, hammer_stands
from portal.registers.sales import CLOSED, Lot, SaleHappening
from portal.registers.settlement import is_paid_whole
from portal.registers.treasury import Appropriation, Voucher, VoucherPaid

AT_A_TIME = 500
IN_THE_POUND = frozenset(
    {CaseStage.IN_POUND, CaseStage.DUE, CaseStage.IN_SALE, CaseStage.IN_RING, CaseStage.STOPPED}
)
FINISHED = frozenset(
    {
        CaseStage.RELEASED,
        CaseStage.PAID_TO_OWNER,
        CaseStage.TO_GOVERNMENT,
        CaseStage.SETTLED,
        CaseStage.DIED,
    }
)


@dataclass(frozen=True)
class Standing:
    """A case that was looked at: the day it was brought in, the day it counts from, its stage."""

    id: int
    on: date
    counts_from: date
    stage: CaseStage


def cases_standing(today: date) -> list[Standing]:
    """Tell where every case stands that is not finished, by the day it was brought in.

    Some that are finished stand among them: those of which an act was done since the books were
    last carried forward. How many were ever finished before that costs nothing.
    """
    looked_at = cases_to_look_at()
    asked = select(Impounding.id, Impounding.on, day_counted(), stage_on(today))
    if looked_at is None:
        rows = list(db.session.execute(asked))
    else:  # by their numbers: so no engine is tempted to read the whole register for them
        ids = list(db.session.scalars(looked_at))
        parts = (ids[start : start + AT_A_TIME] for start in range(0, len(ids), AT_A_TIME))
        few = (db.session.execute(asked.where(Impounding.id.in_(some))) for some in parts)
        rows = [row for part in few for row in part]
    found = [Standing(id_, on, since, CaseStage[stage]) for id_, on, since, stage in rows]
    return sorted(found, key=lambda one: (one.on, one.id))


def open_cases(today: date) -> list[Standing]:
    """List the cases that are not finished, by the day they were brought in."""
    return [one for one in cases_standing(today) if one.stage not in FINISHED]


def impoundings_of(standing: Sequence[Standing]) -> Iterator[Impounding]:
    """Give the entries of some cases, in their order."""
    for start in range(0, len(standing), AT_A_TIME):
        ids = [one.id for one in standing[start : start + AT_A_TIME]]
        rows = db.session.scalars(select(Impounding).where(Impounding.id.in_(ids)))
        found = {row.id: row for row in rows}
        yield from (found[one] for one in ids)


def stage_on(today: date) -> ColumnElement[str]:
    """Say, in a question about impoundings, where each stands on a day (IST), by its name."""
    sold = _lot_knocked_down()
    return case(
        (_some(Release.id, Release.impounding_id == Impounding.id), _name(CaseStage.RELEASED)),
        (sold.is_not(None), _stage_of_money(sold)),
        (all_died(), _name(CaseStage.DIED)),
        (_in_open_lot("in the ring"), _name(CaseStage.IN_RING)),
        (_in_open_lot(None), _name(CaseStage.IN_SALE)),
        (_stopped(), _name(CaseStage.STOPPED)),
        (day_counted().in_(_days_not_due(today)), _name(CaseStage.IN_POUND)),
        else_=_name(CaseStage.DUE),
    )


def _stage_of_money(sold: ScalarSelect[int]) -> ColumnElement[str]:
    voucher = not_reversed(Voucher.journal_line_id)
    taken = not_reversed(Appropriation.journal_line_id)
    claims = select(func.count()).select_from(Claim).where(Claim.lot_id == sold).scalar_subquery()
    # Every order names every claim there is, so a claim no order names is not decided.
    undecided = exists().where(
        Claim.lot_id == sold, ~exists().where(ClaimFinding.claim_id == Claim.id)
    )
    surplus = exists().where(LedgerLine.lot_id == sold, LedgerLine.credit == "SURPLUS_HELD")
    paid = exists().where(Voucher.lot_id == sold, voucher, VoucherPaid.voucher_id == Voucher.id)
    return case(
        (~is_paid_whole(sold), _name(CaseStage.SOLD_NOT_PAID)),
        (~surplus, _name(CaseStage.SETTLED)),
        (paid, _name(CaseStage.PAID_TO_OWNER)),
        (exists().where(Voucher.lot_id == sold, voucher), _name(CaseStage.VOUCHER)),
        (exists().where(Appropriation.lot_id == sold, taken), _name(CaseStage.TO_GOVERNMENT)),
        (claims == 0, _name(CaseStage.SURPLUS_HELD)),
        (~undecided, _name(CaseStage.ORDERED)),
        (claims > 1, _name(CaseStage.TWO_CLAIMS)),
        else_=_name(CaseStage.CLAIMED),
    )


def _lot_knocked_down() -> ScalarSelect[int]:
    return (
        select(Lot.id)
        .join(LotHappening, LotHappening.lot_id == Lot.id)
        .where(Lot.impounding_id == Impounding.id, hammer_stands())
        .order_by(Lot.id.desc())
        .limit(1)
        .correlate(Impounding)
        .scalar_subquery()
    )


def _in_open_lot(last: str | None) -> ColumnElement[bool]:
    """Ask for a lot of a sale that is not closed, whose last staging is the one given."""
    lot = aliased(Lot)
    staging = (
        select(LotHappening.what)
        .where(LotHappening.lot_id == lot.id, LotHappening.what.in_(STAGE_AFTER))
        .order_by(LotHappening.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    closed = exists().where(SaleHappening.sale_id == lot.sale_id, SaleHappening.what == CLOSED)
    return _some(
        lot.id,
        lot.impounding_id == Impounding.id,
        ~closed,
        staging.is_(None) if last is None else staging == last,
    )


def _stopped() -> ColumnElement[bool]:
    ended = exists().where(ImpedimentEnd.impediment_id == Impediment.id)
    return _some(Impediment.id, Impediment.impounding_id == Impounding.id, ~ended)


def _days_not_due(today: date) -> list[date]:
    """Give the days that may count from which the owner's days still run (R1, R2)."""
    closed = closed_days()
    back = (today - timedelta(days=n) for n in range(DAYS_TO_PAY + len(closed) + 1))
    return [on for on in back if today <= last_day_to_pay(on, closed, readings_in_force(on))]


def _some(number: InstrumentedAttribute[int], *asked: ColumnElement[bool]) -> ColumnElement[bool]:
    """Hold where a row is found by its index.

    PostgreSQL answers EXISTS, asked of many rows, by reading the whole table once; it cannot here.
    """
    found = select(number).where(*asked).limit(1).correlate(Impounding)
    return found.scalar_subquery().is_not(None)


def _name(stage: CaseStage) -> ColumnElement[str]:
    return literal(stage.name)
