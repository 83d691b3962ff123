"""The list of cases: where each stands, told in one question, so that long lists stay quick.

The answer is the same as `gather(...).stage` gives for one case; a test holds the two together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import (
    ColumnElement,
    Row,
    ScalarSelect,
    Select,
    and_,
    case,
    exists,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.orm import aliased

from portal.law.cattle import CattleClass
from portal.law.sale import DAYS_TO_PAY, last_day_to_pay
from portal.registers.base import db
from portal.registers.case import CaseStage
from portal.registers.claims import Claim, ClaimFinding
from portal.registers.deaths import all_died
from portal.registers.impound import Animal, Impediment, ImpedimentEnd, Impounding, Release
from portal.registers.ledger import LedgerLine, not_reversed
from portal.registers.orders import closed_days, readings_in_force
from portal.registers.ring import STAGE_AFTER, LotHappening, hammer_stands
from portal.registers.sales import CLOSED, Lot, SaleHappening
from portal.registers.settlement import is_paid_whole
from portal.registers.treasury import Appropriation, Voucher, VoucherPaid
from portal.registers.yard import pen_now

ON_PAPER = re.compile(r"0*([0-9]{1,6})\s*/\s*([0-9]{4})")


@dataclass(frozen=True)
class Listed:
    """One line of the list of cases. `class_shown` is the class whose face is drawn, if any."""

    number: str
    on: date
    kind: str
    breed: str
    colour: str
    head: int
    area: str
    pen: str
    ear_tag: str | None
    stage: CaseStage
    class_shown: CattleClass | None


@dataclass(frozen=True)
class PageOfCases:
    """A page of the list, latest brought in first, and how many cases there are in all."""

    cases: tuple[Listed, ...]
    found: int


def list_cases(
    today: date, *, words: str = "", stage: CaseStage | None = None, page: int = 1, size: int = 50
) -> PageOfCases:
    """Find cases by number, ear tag or words, and by where they stand on a day (IST)."""
    stands = _stage_on(today)
    asked: list[ColumnElement[bool]] = []
    if words:
        asked.append(_says(words))
    if stage is not None:
        asked.append(stands == stage.name)
    found = db.session.scalar(select(func.count()).select_from(Impounding).where(*asked)) or 0
    lines = db.session.execute(
        _columns(stands)
        .where(*asked)
        .order_by(Impounding.on.desc(), Impounding.id.desc())
        .limit(size)
        .offset((page - 1) * size)
    )
    return PageOfCases(tuple(_listed(line) for line in lines), found)


def count_by_stage(today: date) -> dict[CaseStage, int]:
    """Count the cases at each stage on a day (IST); a stage at which none stands is left out."""
    stages = select(_stage_on(today).label("stage")).subquery()
    counted = select(stages.c.stage, func.count()).group_by(stages.c.stage)
    return {CaseStage[name]: many for name, many in db.session.execute(counted)}


def _columns(stands: ColumnElement[str]) -> Select[tuple[object, ...]]:
    heads = select(func.sum(Animal.head)).where(Animal.impounding_id == Impounding.id)
    first = (
        select(Animal.cattle_class)
        .where(Animal.impounding_id == Impounding.id)
        .order_by(Animal.id)
        .limit(1)
    )
    return select(
        Impounding.number,
        Impounding.on,
        Impounding.kind,
        Impounding.breed,
        Impounding.colour,
        heads.scalar_subquery().label("head"),
        Impounding.area,
        pen_now().label("pen"),
        Impounding.ear_tag,
        stands.label("stage"),
        first.scalar_subquery().label("class_shown"),
    )


def _listed(line: Row[tuple[object, ...]]) -> Listed:
    facts = line._asdict()
    drawn = facts["class_shown"]
    facts["class_shown"] = None if drawn is None else CattleClass(drawn)
    facts["stage"] = CaseStage[facts["stage"]]
    facts["head"] = int(facts["head"] or 0)
    return Listed(**facts)


def _says(words: str) -> ColumnElement[bool]:
    on_paper = ON_PAPER.fullmatch(words.strip())
    if on_paper:  # 412/2026 stands in the books as 2026-412, with a pound's code before it
        number = f"{on_paper[2]}-{on_paper[1]}"
        return or_(
            Impounding.number == number, Impounding.number.endswith(f"-{number}", autoescape=True)
        )
    looked_in = (
        Impounding.number,
        Impounding.kind,
        Impounding.breed,
        Impounding.colour,
        Impounding.area,
        pen_now(),
        Impounding.marks,
        Impounding.brought_by,
    )
    found = [column.icontains(words, autoescape=True) for column in looked_in]
    tag = re.sub(r"[\s-]", "", words)
    if tag:
        found.append(Impounding.ear_tag.contains(tag, autoescape=True))
    return or_(*found)


def _stage_on(today: date) -> ColumnElement[str]:
    sold = _lot_knocked_down()
    return case(
        (exists().where(Release.impounding_id == Impounding.id), _name(CaseStage.RELEASED)),
        (sold.is_not(None), _stage_of_money(sold)),
        (all_died(), _name(CaseStage.DIED)),
        (_in_open_lot("in the ring"), _name(CaseStage.IN_RING)),
        (_in_open_lot(None), _name(CaseStage.IN_SALE)),
        (_stopped(), _name(CaseStage.STOPPED)),
        (Impounding.on.in_(_days_not_due(today)), _name(CaseStage.IN_POUND)),
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
    return exists().where(
        and_(
            lot.impounding_id == Impounding.id,
            ~closed,
            staging.is_(None) if last is None else staging == last,
        )
    )


def _stopped() -> ColumnElement[bool]:
    ended = exists().where(ImpedimentEnd.impediment_id == Impediment.id)
    return exists().where(Impediment.impounding_id == Impounding.id, ~ended)


def _days_not_due(today: date) -> list[date]:
    """Give the days of impounding from which the owner's days still run (R1, R2)."""
    closed = closed_days()
    back = (today - timedelta(days=n) for n in range(DAYS_TO_PAY + len(closed) + 1))
    return [on for on in back if today <= last_day_to_pay(on, closed, readings_in_force(on))]


def _name(stage: CaseStage) -> ColumnElement[str]:
    return literal(stage.name)
