"""The claims desk: claims are taken at the counter, compared, and decided."""

from __future__ import annotations

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import claim_papers as paper_acts
from portal.actions import claims as acts
from portal.desks.claims.forms import (
    OFFERED_REASONS,
    AddPaperForm,
    FindCaseForm,
    OrderForm,
    ReasonForm,
    findings_of,
)
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.papers.reading import Kind
from portal.papers.shelf import find as find_file
from portal.registers.aging import cases_with_money_held
from portal.registers.base import NotOnRegister
from portal.registers.case import Case, gather
from portal.registers.claim_papers import find_paper, papers_of
from portal.registers.claims import (
    claims_on,
    claims_with_findings,
    find_claim,
    find_order,
    order_in_force,
    same_claim,
)
from portal.registers.hearings import comparison
from portal.registers.impound import find_impounding
from portal.registers.payees import payee_facts
from portal.registers.people import find_person
from portal.registers.redeeming import told_before
from portal.registers.sales import find_lot_by_id
from portal.registers.surplus import why_no_claim
from portal.web.claim_form import CounterClaimForm
from portal.web.desk import Desk, clock, officer, today
from portal.web.fields import file_at
from portal.web.language import ENGLISH
from portal.web.render import go, number_asked, show
from portal.web.step_up import asks_password
from portal.web.uploads import hand_out, papers_folder, receive_paper, show_copy

desk = Desk("claims", __name__)


@desk.page("/claims", may=Duty.SEE_CLAIMS)
def index() -> Reply:
    """Show the surpluses that are open: claimed first, then by days left."""
    held = [case for case in cases_with_money_held(today()) if case.sold and case.sold.held]
    rows = [(case, claims_with_findings(case.sold.lot.id)) for case in held if case.sold]
    rows.sort(key=lambda row: (not row[1], row[0].sold.last_day_to_claim))  # type: ignore[union-attr]
    return show("claims/index", rows=rows)


@desk.page("/claims/counter", may=Duty.TAKE_CLAIMS)
def counter() -> Reply:
    """Ask for the case whose surplus is claimed."""
    form = FindCaseForm(request.args)
    if request.args and form.readable():
        return go(url_for("claims.take", number=form.number.value))
    return show("claims/counter", form=form, refusal=None, status=422 if request.args else 200)


@desk.page("/claims/counter/<string:number>", may=Duty.TAKE_CLAIMS)
def take(number: str) -> Reply:
    """Show the form for a claimant at the counter."""
    return _show_form(number, CounterClaimForm(None, **told_before(number, number_asked("visit"))))


@desk.act("/claims/counter/<string:number>", does=acts.take_claim)
def taken(number: str) -> Reply:
    """Take a claim at the counter; the hour is that of this moment."""
    form = CounterClaimForm(request.form)
    case = gather(find_impounding(number), today())
    if not form.readable() or case.sold is None:
        return _show_form(number, form, status=422)
    given = form.claimant(form.language.data or ENGLISH)
    before = same_claim(case.sold.lot.id, given.name, given.phone, given.says)
    if before is not None:  # the button was pressed twice: nobody becomes his own rival
        flash(f"This was entered already, as claim {before.written}.")
        return go(url_for("claims.claim", number=before.id))
    try:
        claim = acts.take_claim(officer(), clock(), case=number, claimant=given)
    except Refusal as refusal:  # what was typed at the counter must not be lost
        return _show_form(number, form, refusal=refusal, status=422)
    flash(f"Claim {claim.written} is in, and in time.")
    return go(url_for("claims.claim", number=claim.id))


def _show_form(
    number: str, form: CounterClaimForm, *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    case = gather(find_impounding(number), today())
    refusal = refusal or why_no_claim(case)
    if case.sold is None:
        return show("claims/counter", form=FindCaseForm(number=number), refusal=refusal, status=422)
    return show(
        "claims/take",
        case=case,
        entry=case.impounding,
        sold=case.sold,
        form=form,
        refusal=refusal,
        typed=bool(request.form),
        action=url_for("claims.taken", number=number),
        status=status,
    )


@desk.page("/claims/<int:number>", may=Duty.SEE_CLAIMS)
def claim(number: int) -> Reply:
    """Show one claim, as its acknowledgement is given to the claimant."""
    return _show_claim(number, AddPaperForm(), ReasonForm())


def _show_claim(
    number: int,
    paper_form: AddPaperForm,
    strike_form: ReasonForm,
    *,
    struck: int | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    found = find_claim(number)
    lot = find_lot_by_id(found.lot_id)
    return show(
        "claims/claim",
        claim=found,
        papers=papers_of(found),
        case=gather(lot.impounding, today()),
        entry=lot.impounding,
        comparison=comparison(found, lot.impounding),
        payee=payee_facts(found),
        paper_form=paper_form,
        strike_form=strike_form,
        striking=struck,
        refusal=refusal,
        status=status,
    )


@desk.act("/claims/<int:number>/papers", does=paper_acts.add_paper)
def add_paper(number: int) -> Reply:
    """Take one paper at the counter."""
    form = AddPaperForm(request.form)
    found = find_claim(number)
    if not form.readable():
        return _show_claim(number, form, ReasonForm(), status=422)
    try:
        paper_acts.require_room(found)
        paper = receive_paper(papers_folder(), form.called.value, file_at(request.files, "file"))
        kept = paper_acts.add_paper(officer(), clock(), claim=number, paper=paper)
    except Refusal as refusal:  # a paper that failed is sent again alone
        return _show_claim(number, form, ReasonForm(), refusal=refusal, status=422)
    flash(f"The paper “{kept.called}” is kept.")
    return go(url_for("claims.claim", number=number) + "#papers")


@desk.act("/claims/<int:number>/papers/<int:paper>/striking", does=paper_acts.strike_paper)
def strike_paper(number: int, paper: int) -> Reply:
    """Strike out a paper; it stays, with the reason."""
    form = ReasonForm(request.form)
    if not form.readable():
        return _show_claim(number, AddPaperForm(), form, struck=paper, status=422)
    paper_acts.strike_paper(officer(), clock(), claim=number, paper=paper, reason=form.reason.value)
    return go(url_for("claims.claim", number=number) + "#papers")


@desk.page("/claims/<int:number>/papers/<int:paper>", may=Duty.SEE_CLAIMS)
def paper(number: int, paper: int) -> Reply:
    """Hand out a paper as it came, as a file to be saved and never shown in place."""
    claim = find_claim(number)
    shown = find_paper(claim, paper)
    kept = find_file(papers_folder(), shown.paper.sha256)
    if kept is None:
        raise NotOnRegister(f"paper {paper}")
    ending = Kind[shown.read.kind].value if shown.read else "bin"
    return hand_out(kept, f"{claim.written}-paper-{paper}.{ending}")


@desk.page("/claims/<int:number>/papers/<int:paper>/copy", may=Duty.SEE_CLAIMS)
def paper_copy(number: int, paper: int) -> Reply:
    """Show the copy of a picture: painted anew, without what came along with it."""
    copy = find_paper(find_claim(number), paper).copy
    kept = find_file(papers_folder(), copy) if copy else None
    if kept is None:
        raise NotOnRegister(f"copy of paper {paper}")
    return show_copy(kept)


@desk.page("/cases/<string:number>/order", may=Duty.DECIDE_CLAIMS)
def order(number: str) -> Reply:
    """Show the claims side by side, and the form of the order."""
    return _show_order_form(number, OrderForm())


@desk.act("/cases/<string:number>/order", does=acts.decide_claims)
@asks_password
def decide(number: str) -> Reply:
    """Make the order that names every claim."""
    form = OrderForm(request.form)
    case = _sold_case(number)
    claims = claims_on(case.sold.lot.id) if case.sold else []
    findings = findings_of(request.form.to_dict(), claims)
    if not form.readable() or findings is None:
        return _show_order_form(number, form, unanswered=findings is None, status=422)
    try:
        made = acts.decide_claims(
            officer(), clock(), case=number, findings=findings, reasons=form.reasons.value
        )
    except Refusal as refusal:  # reasons once written must not be lost
        return _show_order_form(number, form, refusal=refusal, status=422)
    return go(url_for("claims.order_page", number=made.id))


def _show_order_form(
    number: str,
    form: OrderForm,
    *,
    unanswered: bool = False,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    case = _sold_case(number)
    return show(
        "claims/order",
        case=case,
        entry=case.impounding,
        sold=case.sold,
        claims=claims_with_findings(case.sold.lot.id) if case.sold else [],
        answered=request.form,
        offered=OFFERED_REASONS,
        in_force=order_in_force(case.sold.lot.id) if case.sold else None,
        form=form,
        unanswered=unanswered,
        refusal=refusal,
        status=status,
    )


@desk.page("/orders/<int:number>", may=Duty.SEE_CLAIMS)
def order_page(number: int) -> Reply:
    """Show an order with its findings and reasons."""
    found = find_order(number)
    lot = find_lot_by_id(found.lot_id)
    last = order_in_force(lot.id)
    return show(
        "claims/order_page",
        order=found,
        made_by=find_person(found.by_id).name,
        claims={one.id: one for one in claims_on(lot.id)},
        case=gather(lot.impounding, today()),
        entry=lot.impounding,
        superseded=last is not None and last.id != found.id,
    )


def _sold_case(number: str) -> Case:
    case = gather(find_impounding(number), today())
    if case.sold is None:
        raise NotOnRegister(f"a sale of case {number}")
    return case
