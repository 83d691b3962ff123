"""The one way in which something happens to a lot, for all acts that make it happen."""

from __future__ import annotations

from portal.actions.official import Act
from portal.law.money import Money
from portal.registers.base import db
from portal.registers.bids import Bid
from portal.registers.ring import LotHappening
from portal.registers.sales import Lot
from portal.registers.screening import Screening


def happen(
    act: Act,
    lot: Lot,
    what: str,
    *,
    reason: str = "",
    bid: Bid | None = None,
    step: Money | None = None,
    screening: Screening | None = None,
) -> LotHappening:
    """Add to a lot's story what this act makes happen; a hammer points at the screening it had."""
    happening = LotHappening(
        lot_id=lot.id,
        what=what,
        bid_id=bid.id if bid else None,
        step=step,
        reason=reason,
        at=act.at,
        on=act.on,
        by_id=act.by.person_id,
        journal_line_id=act.journal_line_id,
        screening_id=screening.id if screening else None,
    )
    db.session.add(happening)
    act.concern(lot.impounding)
    return happening
