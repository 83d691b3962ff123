"""The one way in which money once written is undone: by lines that reverse it, with a reason."""

from __future__ import annotations

from portal.actions.official import Act
from portal.law.ledger import reverse
from portal.law.refusals_of_books import AlreadyReversed
from portal.registers.base import db
from portal.registers.ledger import Reversal, is_reversed, lines_of_act
from portal.registers.sales import Lot


def undo(act: Act, journal_line_id: int, reason: str) -> None:
    """Reverse what an earlier act wrote in the ledger, each line for its own lot.

    Raises AlreadyReversed.
    """
    if is_reversed(journal_line_id):
        raise AlreadyReversed
    for line in reversed(lines_of_act(journal_line_id)):
        lot = db.session.get_one(Lot, line.lot_id) if line.lot_id is not None else None
        act.post(reverse((line.transfer(),)), lot=lot)
    db.session.add(
        Reversal(
            reversed_journal_line_id=journal_line_id,
            journal_line_id=act.journal_line_id,
            reason=reason,
        )
    )
    act.note(reverses=journal_line_id)
