"""Files of a bank are read in and held against the books. The machine posts nothing by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from portal.actions.official import Act, official_act
from portal.law.money import total
from portal.law.offices import Duty
from portal.law.refusals_of_accounts import FileKnown, NotADifference
from portal.registers.base import db
from portal.registers.reconciled import shown
from portal.registers.statements import (
    Statement,
    StatementAnswer,
    StatementColumns,
    StatementLine,
    columns_of,
    find_statement,
    statement_with,
)
from portal.sheets.statement import StatementRow


@official_act(Duty.KEEP_BOOKS, unwritten=("rows",))
def read_statement(
    act: Act,
    *,
    sender: str,
    file_name: str,
    sha256: str,
    columns: Mapping[str, str],
    rows: Sequence[StatementRow],
) -> Statement:
    """Read a file in, whole, and keep its sender's columns for the next. Raises FileKnown."""
    known = statement_with(sha256)
    if known is not None:
        raise FileKnown(known.file_name, known.on)
    if columns_of(sender) != dict(columns):
        db.session.add(
            StatementColumns(
                sender=sender, columns=dict(columns), at=act.at, by_id=act.by.person_id
            )
        )
    statement = Statement(
        sender=sender,
        file_name=file_name,
        sha256=sha256,
        at=act.at,
        on=act.on,
        by_id=act.by.person_id,
    )
    db.session.add(statement)
    db.session.flush()
    for row in rows:
        db.session.add(
            StatementLine(
                statement_id=statement.id,
                line=row.line,
                on=row.on,
                reference=row.reference,
                amount=row.amount,
            )
        )
    act.note(lines=len(rows), sum=total(one.amount for one in rows))
    return statement


@official_act(Duty.KEEP_BOOKS)
def set_aside_difference(
    act: Act, *, statement: int, difference: str, reason: str
) -> StatementAnswer:
    """Set a difference aside with its reason; the books stay as they are. Raises NotADifference."""
    found = find_statement(statement)
    if not any(one.key == difference and one.is_open for one in shown(found)):
        raise NotADifference
    answer = StatementAnswer(
        statement_id=found.id,
        difference=difference,
        reason=reason,
        at=act.at,
        by_id=act.by.person_id,
    )
    db.session.add(answer)
    return answer
