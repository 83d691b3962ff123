"""The cash of a sale is counted; without that nobody closes it."""

from __future__ import annotations

from portal.actions.official import Act, official_act
from portal.actions.sales import sale_not_closed
from portal.law.cash import COINS, counted, require_reason_for_difference
from portal.law.money import Money
from portal.law.offices import Duty
from portal.registers.base import db
from portal.registers.closing import CashCount, cash_booked


@official_act(Duty.TAKE_PAYMENT)
def count_cash(
    act: Act, *, sale: int, pieces: dict[int, int], coins: Money, reason: str = ""
) -> CashCount:
    """Enter what is in the cash box of a sale, note by note, and by how much it differs.

    `pieces` gives how many of each note, by the rupees on it. A later count stands beside the
    earlier ones. Raises ReasonForDifference, SaleClosed.
    """
    found = sale_not_closed(sale)
    in_box, booked = counted(pieces, coins), cash_booked(found.id)
    require_reason_for_difference(in_box, booked, reason)
    count = CashCount(
        sale_id=found.id,
        pieces={str(note): many for note, many in pieces.items()} | {COINS: coins.paise},
        counted=in_box,
        booked=booked,
        reason=reason.strip() if in_box != booked else "",
        at=act.at,
        by_id=act.by.person_id,
    )
    db.session.add(count)
    act.note(counted=in_box, booked=booked)
    return count
