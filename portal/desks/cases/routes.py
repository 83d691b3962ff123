"""The cases: the list of all, each as one story, and the receipts."""

from __future__ import annotations

from typing import Any

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import pound as acts
from portal.desks.cases.forms import EndStopForm, FindForm, StopForm
from portal.desks.cases.standing import (
    PAPERS,
    claim_clock,
    claims_shown,
    dues_or_why_not,
    owners_clock,
)
from portal.law.offices import Duty
from portal.registers.base import NotOnRegister
from portal.registers.case import gather
from portal.registers.case_list import PageOfCases, count_by_stage, list_cases
from portal.registers.dues import dues_charged
from portal.registers.happening import Where
from portal.registers.impound import (
    anything_on_register,
    find_impediment,
    find_impounding,
    find_impounding_by_id,
    impediments,
)
from portal.registers.ledger import find_reversal
from portal.registers.people import find_person
from portal.registers.sales import find_lot_by_id
from portal.registers.settlement import find_receipt, price_when_taken, sale_undone_after
from portal.registers.timeline import timeline
from portal.registers.what_next import what_comes_next
from portal.web.desk import Desk, clock, officer, today
from portal.web.render import go, show

desk = Desk("cases", __name__)

AT_A_TIME = 50
# A number of ten digits has no place in the books, and a longer one none in a column.
NUMBER = "<int:number>"


@desk.page("/cases", may=Duty.SEE_CASES)
def index() -> Reply:
    """List the cases, latest first, by words and by where they stand."""
    form = FindForm(request.args)
    if not form.readable():
        return _show_index(form, PageOfCases(()), status=422)
    found = list_cases(
        today(),
        words=form.words.text,
        stage=form.wanted_stage(),
        after=form.after.text,
        size=AT_A_TIME,
    )
    return _show_index(form, found)


@desk.page("/cases/<string:number>", may=Duty.SEE_CASES)
def case(number: str) -> Reply:
    """Show a case: its clocks, what happened, its dues, its claims, and what may be done."""
    return _show_case(number)


@desk.act("/cases/<string:number>/stop", does=acts.stop_sale)
def stop(number: str) -> Reply:
    """Stop the sale of an animal."""
    form = StopForm(request.form)
    if not form.readable():
        return _show_case(number, stop_form=form, status=422)
    acts.stop_sale(officer(), clock(), case=number, reason=form.reason.value)
    flash("The sale is stopped. Dues run on, and the owner may still pay.")
    return go(url_for("cases.case", number=number))


@desk.act("/cases/<string:number>/stop/<int:impediment>/end", does=acts.end_stop_of_sale)
def end_stop(number: str, impediment: int) -> Reply:
    """Let an animal be sold again."""
    if find_impediment(impediment).impounding_id != find_impounding(number).id:
        raise NotOnRegister(f"impediment {impediment} of case {number}")
    form = EndStopForm(request.form)
    if not form.readable():
        return _show_case(number, end_form=form, ending=impediment, status=422)
    acts.end_stop_of_sale(officer(), clock(), impediment=impediment, reason=form.ends.value)
    return go(url_for("cases.case", number=number))


@desk.page(f"/receipts/<int:year>/{NUMBER}", may=Duty.SEE_CASES)
def receipt(year: int, number: int) -> Reply:
    """Show a receipt as it is given to the payer."""
    found = find_receipt(year, number)
    entry = find_impounding_by_id(found.impounding_id)
    return show(
        "cases/receipt",
        receipt=found,
        entry=entry,
        lot=find_lot_by_id(found.lot_id) if found.lot_id else None,
        statement=dues_charged(found.journal_line_id, entry.area),
        taken_by=find_person(found.taken_by_id).name,
        reversal=find_reversal(found.journal_line_id),
        undone=sale_undone_after(found),
        price=price_when_taken(found),
    )


def _address(where: Where) -> str:
    door, names, duty = PAPERS[where.paper]
    if not officer().has(duty):
        return ""
    numbers: dict[str, Any] = dict(zip(names, where.numbers, strict=True))
    return url_for(door, **numbers)


def _show_index(form: FindForm, found: PageOfCases, *, status: int = 200) -> Reply:
    def address(after: str) -> str:
        stage = form.stage.data or None
        return url_for("cases.index", words=form.words.text, stage=stage, after=after or None)

    form.count(count_by_stage(today()))
    return show(
        "cases/index",
        form=form,
        found=found,
        anything=anything_on_register(),
        first=address("") if form.after.text else None,
        following=address(found.after) if found.after else None,
        status=status,
    )


def _show_case(
    number: str,
    *,
    stop_form: StopForm | None = None,
    end_form: EndStopForm | None = None,
    ending: int | None = None,
    status: int = 200,
) -> Reply:
    standing = gather(find_impounding(number), today())
    sold = standing.sold
    statement, no_rate = dues_or_why_not(standing)
    return show(
        "cases/case",
        case=standing,
        entry=standing.impounding,
        statement=statement,
        no_rate=no_rate,
        answers=standing.may_be_sold(leaving_out=standing.open_lot),
        owners_clock=owners_clock(standing),
        claim_clock=claim_clock(standing),
        nexts=what_comes_next(standing),
        happenings=timeline(standing),
        address=_address,
        claims=list(claims_shown(sold)) if sold else [],
        impediments=impediments(standing.impounding.id),
        stop_form=stop_form or StopForm(),
        end_form=end_form or EndStopForm(),
        ending=ending,
        status=status,
    )
