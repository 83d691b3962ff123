"""What is to be carried forward now, read in one snapshot; and whether that was right."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Select, exists, func, select

from portal.registers.base import db
from portal.registers.carried import (
    ToCarry,
    acts_since,
    balance_breaks,
    cases_to_look_at,
    last_carried,
)
from portal.registers.case import CaseStage
from portal.registers.impound import Impounding
from portal.registers.journal import JournalConcern
from portal.registers.ledger import LedgerLine, balances, not_reversed
from portal.registers.reconciled import differences_by_file
from portal.registers.sales import Lot
from portal.registers.stages import FINISHED, stage_on
from portal.registers.statements import Statement, statements
from portal.registers.staying import ANY_DAY
from portal.registers.treasury import (
    Appropriation,
    ChallanItem,
    Remittance,
    of_standing_challan,
)

LEAST_TOUCHED, TIMES_CARRIED = 500, 2


def worth_carrying() -> bool:
    """Tell whether so much was done since that a page looks at much that is finished.

    Twice what was carried, and some: so the rows carried never outgrow the acts themselves.
    """
    touched, carried = acts_since()
    return touched > LEAST_TOUCHED + TIMES_CARRIED * carried


def what_to_carry() -> ToCarry:
    """Read what is not finished, and the balances, in one snapshot."""
    return ToCarry(
        through_concern=_last(JournalConcern.id),
        through_impounding=_last(Impounding.id),
        through_ledger=(through := _last(LedgerLine.id)),
        through_statement=_last(Statement.id),
        cases=tuple(_not_finished()),
        balances=balances(until=through),
        statements=tuple(one.id for one, _count in differences_by_file(statements())),
    )


def _last(number: object) -> int:
    return db.session.scalar(select(func.max(number))) or 0


def _not_finished() -> list[int]:
    """List the cases that no act has finished, by what stands in the books and by nothing else."""
    stage = stage_on(ANY_DAY)
    found = db.session.execute(
        select(Impounding.id, stage.label("stage")).execution_options(yield_per=1_000)
    )
    on_the_way = set(db.session.scalars(_not_with_the_treasury()))
    return [
        number for number, name in found if CaseStage[name] not in FINISHED or number in on_the_way
    ]


def _not_with_the_treasury() -> Select[int]:
    """Ask for the cases whose surplus was appropriated and has not reached the Treasury yet."""
    came = (
        exists()
        .where(ChallanItem.appropriation_id == Appropriation.id)
        .where(Remittance.challan_id == ChallanItem.challan_id, of_standing_challan())
    )
    return (
        select(Lot.impounding_id)
        .join(Appropriation, Appropriation.lot_id == Lot.id)
        .where(not_reversed(Appropriation.journal_line_id), ~came)
    )


def carried_breaks() -> Iterator[str]:
    """Give what the books carried forward leave out or say otherwise than the events."""
    yield from balance_breaks()
    looked_at = cases_to_look_at()
    if looked_at is None or last_carried() is None:
        return
    known = set(db.session.scalars(looked_at))
    for number in _not_finished():
        if number not in known:
            entry = db.session.get_one(Impounding, number)
            yield f"Carried forward: case {entry.number} is not finished and was left out."
