"""The life of a case as one story, newest first, put together from the registers.

What happened is told from the rows that hold it; what was undone stays in the story, marked as
undone, beside the undoing and its reason. What comes next is in portal.registers.what_next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, time

from sqlalchemy import select

from portal.law.bidding import LotStage
from portal.law.days import HYDERABAD, legal_date
from portal.registers.base import db
from portal.registers.bids import bids_on
from portal.registers.case import Case
from portal.registers.happening import Happening, Paper, Where, ended, name_of, sentence, told
from portal.registers.impound import Impediment, ImpedimentEnd
from portal.registers.journal import JournalLine, lines_about
from portal.registers.ring import IN_DEFAULT, MADE_VOID, LotHappening, happenings
from portal.registers.sales import NOTICE, Lot, lots_of_case, sale_happenings
from portal.registers.settlement import receipt_by_id
from portal.registers.timeline_money import after_the_hammer
from portal.registers.timeline_yard import in_the_yard


def timeline(case: Case) -> list[Happening]:
    """Tell all that happened to a case, newest first."""
    acts = lines_about(case.impounding.id)
    story = [_brought_in(case), *_stops(case, acts)]
    for lot in lots_of_case(case.impounding.id):
        story += [*_put_in_a_sale(lot, acts), *_in_the_ring(lot)]
        if lot.stage() is LotStage.SOLD:
            story += after_the_hammer(lot)
    story += _released(case)
    story += in_the_yard(case)
    story.sort(key=_when)  # of one instant, the order above: a lot is withdrawn, then released
    return story[::-1]


def _when(one: Happening) -> datetime:
    return one.at or datetime.combine(one.on, time(), HYDERABAD)


def _brought_in(case: Case) -> Happening:
    taken = case.impounding
    heads = "" if taken.head == 1 else f" {taken.head} heads."
    brought = (
        f"Brought by {taken.brought_by}" if taken.brought_by else "Who brought it: not written"
    )
    late = ""
    if legal_date(taken.recorded_at) != taken.on:
        late = f" Entered in the register on {legal_date(taken.recorded_at):%d-%m-%Y}."
    return Happening(
        on=taken.on,
        at=taken.at,
        picture="pen",
        words="Brought to the pound",
        cites="2",
        says=f"Seized in {taken.area}.{heads} {ended(brought)}{late}",
        by=name_of(taken.taken_by_id),
        numbers=(f"Entry {taken.number}",),
    )


def _stops(case: Case, acts: Iterable[JournalLine]) -> Iterator[Happening]:
    found = db.session.execute(
        select(Impediment, ImpedimentEnd)
        .outerjoin(ImpedimentEnd, ImpedimentEnd.impediment_id == Impediment.id)
        .where(Impediment.impounding_id == case.impounding.id)
        .order_by(Impediment.id)
    )
    for stop, end in found:
        yield told(
            stop.at,
            "lock",
            "Sale stopped",
            cites="2",
            says=sentence(stop.reason),
            by=_doer(acts, ("stop sale", "enter vet slip"), stop.at),
        )
        if end is not None:
            yield told(
                end.at,
                "tick",
                "Stop of sale ended",
                says=sentence(end.reason),
                by=_doer(acts, ("end stop of sale", "enter vet slip", "take back"), end.at),
            )


def _put_in_a_sale(lot: Lot, acts: Iterable[JournalLine]) -> Iterator[Happening]:
    listed = _line_of_lot(acts, lot)
    if listed is not None:
        yield told(
            listed.at,
            "plus",
            f"Put in sale {lot.sale_id} as lot {lot.number}",
            cites="2",
            says=f"The sale is on {lot.sale.on:%d-%m-%Y} at {lot.sale.place}.",
            by=name_of(listed.by_id),
        )
    notice = sale_happenings(lot.sale_id).get(NOTICE)
    # A lot added after the notice went up stands on the notice from then on.
    if notice is not None:
        up_at = max(notice.at, listed.at) if listed is not None else notice.at
        yield told(
            up_at,
            "paper",
            f"Notice of sale {lot.sale_id} put up",
            cites="2",
            says=sentence(notice.remark),
            by=name_of(notice.by_id),
            where=Where(Paper.SALE, lot.sale_id),
        )


def _in_the_ring(lot: Lot) -> Iterator[Happening]:
    words = {
        "in the ring": "Came into the ring",
        "passed": "Passed",
        "withdrawn": "Withdrawn",
        IN_DEFAULT: "The buyer did not pay: due for sale again",
        MADE_VOID: "Sale made void: due for sale again",
    }
    undone = dict.fromkeys(("withdrawn", IN_DEFAULT, MADE_VOID), "undo")
    pictures = {"in the ring": "horn", "passed": "next"} | undone
    here = Where(Paper.LOT, lot.sale_id, lot.number)
    number = (f"Sale {lot.sale_id}, lot {lot.number}",)
    for one in happenings(lot.id):
        if one.what == "knocked down":
            yield _hammer(lot, one, here, number)
        elif one.what in words:
            yield told(
                one.at,
                pictures[one.what],
                words[one.what],
                cites="2",
                says=sentence(one.reason),
                by=name_of(one.by_id),
                numbers=number,
                where=here,
            )


def _hammer(lot: Lot, fell: LotHappening, here: Where, number: tuple[str, ...]) -> Happening:
    bids = bids_on(lot.id)
    winning = next(bid for bid, _struck in bids if bid.id == fell.bid_id)
    struck = [one.reason for _bid, one in bids if one is not None]
    says = "after 1 bid." if len(bids) == 1 else f"after {len(bids)} bids."
    if struck:
        says += f" {len(struck)} struck out: {'; '.join(struck)}."
    return told(
        fell.at,
        "hammer",
        f"Sold to card {winning.card.number}",
        cites="2",
        amount=winning.amount,
        says=says,
        by=name_of(fell.by_id),
        numbers=number,
        where=here,
    )


def _released(case: Case) -> Iterator[Happening]:
    release = case.release
    if release is None:
        return
    receipt = receipt_by_id(release.receipt_id)
    who = release.owner
    if release.agent:
        who = f"{release.agent}, agent of {release.owner} ({release.authority})"
    home, proof = ended(f"Taken home by {who}"), ended(f"Proof seen: {release.proof_seen}")
    yield told(
        release.at,
        "person",
        "Dues paid, given back to the owner",
        cites="1",
        amount=receipt.amount,
        says=f"by {receipt.mode}. {home} {proof}",
        by=name_of(receipt.taken_by_id),
        numbers=(receipt.written,),
        where=Where(Paper.RECEIPT, receipt.year, receipt.number),
    )


def _line_of_lot(acts: Iterable[JournalLine], lot: Lot) -> JournalLine | None:
    wanted = {"sale": str(lot.sale_id), "lot": str(lot.number)}
    for line in acts:
        if line.act == "add lot" and wanted.items() <= line.particulars.items():
            return line
    return None


def _doer(acts: Iterable[JournalLine], names: tuple[str, ...], at: datetime) -> str:
    return next((name_of(one.by_id) for one in acts if one.act in names and one.at == at), "")
