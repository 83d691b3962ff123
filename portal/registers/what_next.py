"""What comes next in a case, by the law's own days: the farthest day first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from portal.law.days import ONE_DAY
from portal.law.surplus import Destination
from portal.registers.case import Case, Sold, past_due
from portal.registers.treasury import challan_of, find_remittance


@dataclass(frozen=True)
class Next:
    """Something that has not happened yet: its day if the law fixes one, and its words."""

    on: date | None
    words: str
    says: str
    cites: str | None = None


def what_comes_next(case: Case) -> list[Next]:
    """Say what comes next in a case as it stands today, the farthest day first."""
    if case.release is not None:
        return []
    if case.sold is not None:
        return [*_surplus_next(case.sold, case.today), *_yard_next(case.sold)]
    if case.died is not None:
        return []
    if case.stopped_by:
        return [Next(None, "The stop must end before a sale", case.stopped_by[0], "2")]
    if case.open_lot is not None:
        lot = case.open_lot
        where = f"Sale {lot.sale_id}, lot {lot.number}. Until the hammer the owner may still pay."
        return [Next(lot.sale.on, "to be sold by auction", where, "2")]
    return _unsold_next(case)


def _unsold_next(case: Case) -> list[Next]:
    last = case.last_day_to_pay
    if case.today > last:
        days = past_due(case)
        late = (
            "1 day past the owner's last." if days == 1 else f"{days} days past the owner's last."
        )
        return [Next(None, "Due for sale: put it in a sale", late, "2")]
    return [
        Next(last + ONE_DAY, "it may be sold by auction", "If nobody has paid by then.", "2"),
        Next(last, "last day for the owner to pay", "Payment stops the clock.", "2"),
    ]


def _yard_next(sold: Sold) -> list[Next]:
    if sold.receipt is None:
        return [Next(None, "The buyer pays the hammer price", "Until then nothing leaves.")]
    if sold.delivery is None:
        return [Next(None, "The buyer takes away what he bought", "At the gate, on his receipt.")]
    return []


def _surplus_next(sold: Sold, today: date) -> list[Next]:
    if sold.voucher is not None:
        if sold.voucher_paid is not None:
            return []
        return [Next(None, "The voucher is paid to the owner", sold.voucher.written, "2")]
    if sold.appropriation is not None:
        return _treasury_next(sold)
    if not sold.division.surplus:
        return []
    last = sold.last_day_to_claim
    if today <= last:
        after = "pay the owner, or carry it to the Government"
        return [
            Next(last + ONE_DAY, after, "Once every claim is decided.", "2"),
            Next(last, "last day for any claim", "Appearing in time is enough (R5).", "2"),
        ]
    words = {
        Destination.OWNER: ("Pay the owner", "The order names him and the days are over."),
        Destination.GOVERNMENT: ("Carry the surplus to the Government", "Nobody proved it his."),
        Destination.HELD: ("The officer decides the claims", "Until then nothing is paid."),
    }
    said = words.get(sold.goes_to(today))
    return [Next(None, *said, "2")] if said else []


def _treasury_next(sold: Sold) -> list[Next]:
    taken = sold.appropriation
    if taken is None:
        return []
    challan = challan_of(taken.id)
    if challan is None:
        return [Next(None, "A challan carries it to the Treasury", "Accounts make it.")]
    if find_remittance(challan.id) is None:
        return [Next(None, "The Treasury gives its number", challan.written)]
    return []
