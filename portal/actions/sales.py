"""A sale is arranged: its day, its lots, its notice; it is opened, and closed."""

from __future__ import annotations

from datetime import date

from portal.actions.lots import happen
from portal.actions.official import Act, official_act
from portal.law.bidding import LotStage, require_step
from portal.law.cash import require_another_closes, require_cash_counted, require_tally
from portal.law.money import NOTHING, Money
from portal.law.offices import Duty
from portal.law.refusals_of_books import (
    LotsUnsettled,
    NothingChanged,
    NoticeNotUp,
    SaleClosed,
    SaleDayPassed,
    SaleNotToday,
    StartingPriceTooLow,
)
from portal.law.sale import require_may_be_sold
from portal.law.staff_list import require_fit_for_sale
from portal.registers.base import db
from portal.registers.case import OPEN_STAGES, gather
from portal.registers.closing import cash_booked, counts_of, lots_at_close
from portal.registers.impound import find_impounding
from portal.registers.orders import closed_days, readings_in_force
from portal.registers.people import find_pound
from portal.registers.sales import (
    CLOSED,
    LEFT_BIDS,
    NOTICE,
    OPENED,
    Lot,
    Sale,
    SaleHappening,
    find_sale,
    lots_of,
    sale_happenings,
)
from portal.registers.staff_list import staff_list_state

NOT_PUT_UP = "not put up before the sale closed"


@official_act(Duty.ARRANGE_SALE, cites="2")
def arrange_sale(act: Act, *, pound: str, on: date, hour: str, place: str, terms: str) -> Sale:
    """Fix the day, hour and place of a sale. Raises SaleDayPassed."""
    if on < act.on:
        raise SaleDayPassed(on)
    sale = Sale(pound_id=find_pound(pound).id, on=on, hour=hour, place=place, terms=terms)
    db.session.add(sale)
    db.session.flush()
    act.note(sale=sale.number)
    return sale


@official_act(Duty.ARRANGE_SALE, cites="2")
def add_lot(act: Act, *, sale: int, case: str, starting_price: Money, step: Money) -> Lot:
    """Put the animals of one case up at a sale, if they may be sold on its day (R14).

    Raises TooEarlyToSell, OwnerHasPaid, AlreadySold, InAnotherLot, SaleStopped, SaleClosed.
    """
    found = sale_not_closed(sale)
    impounding = find_impounding(case)
    standing = gather(impounding, found.on)
    require_may_be_sold(
        standing.impounded(), found.on, closed_days(), readings_in_force(standing.counted_from)
    )
    require_step(step)
    if starting_price <= NOTHING:
        raise StartingPriceTooLow
    if any(one.impounding_id == impounding.id for one in lots_of(found.id)):
        raise NothingChanged
    lot = Lot(
        sale_id=found.id,
        number=1 + max((one.number for one in lots_of(found.id)), default=0),
        impounding_id=impounding.id,
        starting_price=starting_price,
        step=step,
    )
    db.session.add(lot)
    db.session.flush()
    act.concern(impounding)
    act.note(lot=lot.number)
    return lot


@official_act(Duty.ARRANGE_SALE, cites="2")
def put_up_notice(act: Act, *, sale: int, where: str) -> None:
    """Enter that the notice of a sale was put up, and where."""
    found = sale_not_closed(sale)
    _happens(act, found, NOTICE, where)
    for lot in lots_of(found.id):
        act.concern(lot.impounding)


@official_act(Duty.ARRANGE_SALE, cites="2")
def take_left_bids(act: Act, *, sale: int) -> None:
    """Let bidders of a sale leave bids beforehand; else it takes none."""
    _happens(act, sale_not_closed(sale), LEFT_BIDS, "")


@official_act(Duty.KNOCK_DOWN, cites="2")
def open_sale(act: Act, *, sale: int) -> None:
    """Open the ring, on the day in the notice and not before, on a staff list that can be trusted.

    Raises NoticeNotUp, SaleNotToday, StaffListTooOld, StaffListInDoubt.
    """
    found = sale_not_closed(sale)
    if NOTICE not in sale_happenings(found.id):
        raise NoticeNotUp(found.number)
    if found.on != act.on:
        raise SaleNotToday(found.on)
    require_fit_for_sale(staff_list_state(), act.at)
    _happens(act, found, OPENED, "")


@official_act(Duty.KNOCK_DOWN, cites="2")
def close_sale(act: Act, *, sale: int) -> None:
    """Close a sale. Lots not put up are passed and are due again; none may be in the ring.

    It is signed only when slips, receipts and ledger agree lot by lot, on cash that another person
    counted. Raises LotsUnsettled, BooksDoNotTally, CashNotCounted, CountedAndCloses.
    """
    found = sale_not_closed(sale)
    stages = {lot: lot.stage() for lot in lots_of(found.id)}
    if any(stage is LotStage.IN_RING for stage in stages.values()):
        raise LotsUnsettled(next(n.number for n, s in stages.items() if s is LotStage.IN_RING))
    require_tally(lots_at_close(found.id))
    count = next(iter(counts_of(found.id)), None)
    require_cash_counted(cash_booked(found.id), count.booked if count else None)
    require_another_closes(count.by_id if count else None, act.by.person_id)
    for lot, stage in stages.items():
        if stage in OPEN_STAGES:
            happen(act, lot, "passed", reason=NOT_PUT_UP)
    _happens(act, found, CLOSED, "")


def sale_not_closed(number: int) -> Sale:
    """Find a sale into which something may still be put; raise NotOnRegister, SaleClosed."""
    sale = find_sale(number)
    if CLOSED in sale_happenings(sale.id):
        raise SaleClosed(sale.number)
    return sale


def _happens(act: Act, sale: Sale, what: str, remark: str) -> None:
    if what in sale_happenings(sale.id):
        raise NothingChanged
    db.session.add(
        SaleHappening(sale_id=sale.id, what=what, at=act.at, by_id=act.by.person_id, remark=remark)
    )
