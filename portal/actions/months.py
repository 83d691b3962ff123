"""A month is prepared by one person and closed by another; afterwards it takes nothing more."""

from __future__ import annotations

from portal.actions.official import Act, official_act
from portal.law.months import Month, require_may_close
from portal.law.offices import Duty
from portal.law.refusals_of_accounts import BooksDiffer, MonthNotProposed
from portal.law.three_persons import require_another_person
from portal.registers.approvals import hand
from portal.registers.base import db
from portal.registers.books import differences
from portal.registers.months import (
    MonthClosing,
    MonthPrepared,
    closings,
    count_lines_until,
    first_day_of_books,
    preparation_of,
)
from portal.registers.returns import monthly_return


@official_act(Duty.KEEP_BOOKS)
def prepare_month(act: Act, *, month: Month) -> MonthPrepared:
    """Give a month that is over to another person to close. Raises as `require_may_close` does."""
    require_may_close(month, act.on, first_day_of_books(), [one.of for one in closings()])
    prepared = MonthPrepared(year=month.year, month=month.month, at=act.at, by_id=act.by.person_id)
    db.session.add(prepared)
    return prepared


@official_act(Duty.APPROVE_BOOKS)
def close_month(act: Act, *, month: Month) -> MonthClosing:
    """Close a month that another person prepared, and keep its return as it stands.

    From here on nothing is dated into it. Raises MonthNotProposed, SamePerson, BooksDiffer, and
    as `require_may_close` does.
    """
    require_may_close(month, act.on, first_day_of_books(), [one.of for one in closings()])
    prepared = preparation_of(month)
    if prepared is None:
        raise MonthNotProposed(str(month))
    require_another_person(
        act.by.person_id, "close it", [hand("prepared the month", prepared.by_id)]
    )
    difference = next(differences(), None)
    if difference is not None:
        raise BooksDiffer(difference)
    closing = MonthClosing(
        year=month.year,
        month=month.month,
        figures=monthly_return(month).figures(),
        ledger_lines=count_lines_until(month.last_day),
        at=act.at,
        by_id=act.by.person_id,
        journal_line_id=act.journal_line_id,
    )
    db.session.add(closing)
    act.note(ledger_lines=closing.ledger_lines)
    return closing
