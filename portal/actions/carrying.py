"""Carry the books forward, so that no page adds up the years again."""

from __future__ import annotations

from portal.actions.official import Act, official_act
from portal.law.offices import Duty
from portal.registers.base import db
from portal.registers.carried import (
    CarriedBalance,
    CarriedCase,
    CarriedForward,
    CarriedStatement,
    ToCarry,
)


@official_act(Duty.CARRY_FORWARD, unwritten=("what",))
def carry_forward(act: Act, *, what: ToCarry) -> CarriedForward:
    """Write down what was not finished at the rows named, and the balances then.

    It was read before the lock was held: what other acts did since stands after those rows and is
    looked at with them, so that nothing is left out.
    """
    carried = CarriedForward(
        through_concern=what.through_concern,
        through_impounding=what.through_impounding,
        through_ledger=what.through_ledger,
        through_statement=what.through_statement,
        at=act.at,
        journal_line_id=act.journal_line_id,
    )
    db.session.add(carried)
    db.session.flush()
    number = carried.id
    db.session.add_all(
        CarriedCase(carried_forward_id=number, impounding_id=one) for one in what.cases
    )
    db.session.add_all(
        CarriedBalance(carried_forward_id=number, account=account.name, paise=money.paise)
        for account, money in what.balances.items()
    )
    db.session.add_all(
        CarriedStatement(carried_forward_id=number, statement_id=one) for one in what.statements
    )
    act.note(cases=len(what.cases), ledger=what.through_ledger)
    return carried
