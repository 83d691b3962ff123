"""What the page of the ring says: the board, the lot in the ring, its keys, what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from flask import request
from flask.typing import ResponseReturnValue as Reply

from portal.desks.auctioneer.forms import WRONG_BIDS
from portal.law.bidding import STEPS, LotStage
from portal.law.money import Money, total
from portal.law.offices import Duty
from portal.law.refusals import NoRate, Refusal
from portal.law.surplus import divide
from portal.registers.bids import bids_on, left_bids_on
from portal.registers.case import gather
from portal.registers.dues import dues_on
from portal.registers.orders import readings_in_force
from portal.registers.redeeming import held_at, holds_over
from portal.registers.sale_day import READY
from portal.registers.sales import (
    Lot,
    cards_by_last_bid,
    find_sale,
    in_run_order,
    lot_facts,
    pace,
    sale_happenings,
)
from portal.web.desk import now, officer, today
from portal.web.fields import PortalForm
from portal.web.presence import THE_RING, presence
from portal.web.render import show, wants_fragment
from portal.web.spoken import spoken

KEYS = 8
LATEST_BIDS = 40


def board_facts(lot: Lot) -> dict[str, Any]:
    """Give what changes while bids come in."""
    facts = lot_facts(lot.sale_id, lot.number)
    stands, ring = facts.ring()
    at = now()
    return {
        "moved": False,
        "sale": lot.sale,
        "lot": lot,
        "ring": held_at(ring, facts.id, at),
        "version": ring.version + holds_over(facts.id, at),
        "calls": ring.calls,
        "stands": stands,
        "phones": presence().phones(lot.sale_id, at),
    }


def _in_the_ring(lot: Lot) -> dict[str, Any]:
    """Give what the page says of the lot in the ring beside its board."""
    case = gather(lot.impounding, today())
    board = board_facts(lot)
    return (
        board
        | _dues_to_be_met(lot, board["ring"].standing_bid or lot.starting_price)
        | {
            "answers": case.may_be_sold(leaving_out=case.open_lot),
            "bids": bids_on(lot.id, LATEST_BIDS),
            "left": {one.card.number: one for one in left_bids_on(lot.id)},
            "cards": cards_by_last_bid(lot.sale_id, lot.id, KEYS),
            "keys": [str(uuid4()) for _one in range(KEYS + 3)],
            "steps": STEPS,
            "wrong_bids": WRONG_BIDS,
        }
    )


def _dues_to_be_met(lot: Lot, price: Money) -> dict[str, Any]:
    """Say what the price meets today; without a rate bids are taken, and the hammer will refuse."""
    try:
        statement = dues_on(lot.impounding, today())
    except NoRate as refusal:
        return {"no_rate": refusal}
    met = divide(price, statement, readings_in_force(today()))
    return {"no_rate": None, "statement": statement, "met": met}


def last_hammered(sold: Sequence[Lot]) -> Lot | None:
    """Give the lot on which the hammer fell last, of those that are sold."""
    fallen = [(hammer.id, lot) for lot in sold if (hammer := lot.hammer()) is not None]
    return max(fallen, key=lambda one: one[0])[1] if fallen else None


def show_ring(
    number: int,
    *,
    form: PortalForm | None = None,
    faults: Sequence[str] = (),
    refusal: Refusal | None = None,
    ask_again: dict[str, Any] | None = None,
    status: int = 200,
) -> Reply:
    """Show the ring as it is now; raise NotOnRegister for a sale that is not there."""
    sale = find_sale(number)
    if officer().has(Duty.RECORD_BIDS):
        presence().report(sale.id, THE_RING, now())
    lots = [(one, one.stage()) for one in in_run_order(sale.id)]
    lot = next((one for one, stage in lots if stage is LotStage.IN_RING), None)
    waiting = [one for one, stage in lots if stage in {LotStage.WAITING, LotStage.PASSED}]
    hammered = [one for one, stage in lots if stage is LotStage.SOLD]
    prices = (bid.amount for one in hammered if (bid := one.winning_bid()) is not None)
    facts = _in_the_ring(lot) if lot is not None else {}
    last = last_hammered(hammered)
    return show(
        "ring/ring",
        "ring",
        **({"sale": sale, "lot": lot, "ring": None} | facts),
        happened=sale_happenings(sale.id),
        waiting=waiting,
        next_lots=[(one, gather(one.impounding, today())) for one in waiting[:4]],
        sold=len(hammered),
        passed=sum(stage is LotStage.PASSED for _one, stage in lots),
        withdrawn=sum(stage is LotStage.WITHDRAWN for _one, stage in lots),
        hammer_total=total(prices),
        faults=[*faults, *(said for field in form or () for said in field.errors)],
        refusal=refusal,
        armed=request.args.get("sold") == "1",
        ask_again=ask_again,
        in_words=spoken(ask_again["amount"]) if ask_again else "",
        last=last,
        last_bid=last.winning_bid() if last else None,
        pace=pace(sale.id, len(waiting)),
        ready=READY,
        fragment=wants_fragment(),
        status=status,
    )
