"""Claims to one surplus side by side, the hearing of the claimants, and what was found of each."""

from __future__ import annotations

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import hearings as acts
from portal.desks.claims.forms import AttendanceForm, HearingForm, ReasonForm, agreements_of
from portal.law.marks import Agreement, count_agreeing
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.registers.base import NotOnRegister
from portal.registers.case import Case, gather
from portal.registers.claim_links import bought_the_lot, shared_with
from portal.registers.claim_papers import alike, papers_of
from portal.registers.claims import Claim, claims_with_findings, find_claim
from portal.registers.hearings import comparison, find_hearing, hearings_on
from portal.registers.impound import find_impounding
from portal.registers.sales import find_lot_by_id
from portal.web.desk import Desk, clock, officer, today
from portal.web.language import gettext as _
from portal.web.language import speaking, written_day
from portal.web.render import go, show

desk = Desk("comparisons", __name__)


@desk.page("/cases/<string:number>/comparison", may=Duty.SEE_CLAIMS)
def page(number: str) -> Reply:
    """Show the claims side by side: what each answered, papers, dates, account, hearings."""
    return _show(_sold_case(number))


@desk.act("/claims/<int:number>/comparison", does=acts.compare_answers)
def compare(number: int) -> Reply:
    """Note what the officer finds of the answers of one claim."""
    found = find_claim(number)
    case = find_lot_by_id(found.lot_id).impounding.number
    agreements = agreements_of(request.form.to_dict(), found)
    acts.compare_answers(officer(), clock(), claim=number, found=agreements)
    flash(f"What you found of claim {found.written} is noted.")
    return go(url_for("comparisons.page", number=case) + f"#claim-{number}")


@desk.act("/cases/<string:number>/hearings", does=acts.fix_hearing)
def fix_hearing(number: str) -> Reply:
    """Fix a hearing and tell every claimant."""
    form = HearingForm(request.form)
    case = _sold_case(number)
    if not form.readable():
        return _show(case, hearing_form=form, status=422)
    try:
        hearing = acts.fix_hearing(
            officer(),
            clock(),
            case=number,
            on=form.on.value,
            hour=f"{form.hour.value:%H:%M}",
            place=form.place.value,
            words=_messages(case, form),
        )
    except Refusal as refusal:
        return _show(case, hearing_form=form, refusal=refusal, status=422)
    flash(f"Hearing {hearing.written} is fixed, and the claimants are told.")
    return go(url_for("comparisons.page", number=number) + "#hearings")


def _messages(case: Case, form: HearingForm) -> dict[int, str]:
    return {claim.id: _message(claim, case, form) for claim, _finding in _claims(case)}


def _message(claim: Claim, case: Case, form: HearingForm) -> str:
    hour = f"{form.hour.value:%H:%M}"
    with speaking(claim.language):
        return _(
            "Claim %(claim)s, case %(case)s: the officer hears you on %(day)s at %(hour)s,"
            " %(place)s. Bring your papers and witnesses.",
            claim=claim.written,
            case=case.impounding.number,
            day=written_day(form.on.value),
            hour=hour,
            place=form.place.value,
        )


@desk.act("/hearings/<int:number>/attendance", does=acts.note_attendance)
def note_attendance(number: int) -> Reply:
    """Note whether a claimant came, and what he said or showed."""
    form = AttendanceForm(request.form)
    case = _case_of_hearing(number)
    if not form.readable():
        return _show(case, attendance_form=form, noting=number, status=422)
    try:
        acts.note_attendance(
            officer(),
            clock(),
            hearing=number,
            claim=form.claim.value,
            came=form.came.data == "yes",
            words=form.words.text,
        )
    except Refusal as refusal:
        return _show(case, attendance_form=form, noting=number, refusal=refusal, status=422)
    return go(url_for("comparisons.page", number=case.impounding.number) + "#hearings")


@desk.act("/hearings/<int:number>/calling-off", does=acts.call_off_hearing)
def call_off(number: int) -> Reply:
    """Call a hearing off."""
    form = ReasonForm(request.form)
    case = _case_of_hearing(number)
    if not form.readable():
        return _show(case, off_form=form, noting=number, status=422)
    acts.call_off_hearing(officer(), clock(), hearing=number, reason=form.reason.value)
    return go(url_for("comparisons.page", number=case.impounding.number) + "#hearings")


def _show(
    case: Case,
    *,
    hearing_form: HearingForm | None = None,
    attendance_form: AttendanceForm | None = None,
    off_form: ReasonForm | None = None,
    noting: int | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    return show(
        "claims/comparison",
        case=case,
        entry=case.impounding,
        sold=case.sold,
        columns=[_column(case, claim, finding) for claim, finding in _claims(case)],
        agreements=Agreement,
        hearings=hearings_on(case.sold.lot.id) if case.sold else [],
        hearing_form=hearing_form or HearingForm(),
        attendance_form=attendance_form or AttendanceForm(),
        off_form=off_form or ReasonForm(),
        noting=noting,
        refusal=refusal,
        status=status,
    )


def _column(case: Case, claim: Claim, finding: object) -> dict[str, object]:
    answers = comparison(claim, case.impounding)
    winning = case.sold.lot.winning_bid() if case.sold else None
    return {
        "claim": claim,
        "finding": finding,
        "answers": answers,
        "agreeing": count_agreeing([one.found for one in answers]),
        "papers": [(one, alike(claim, one)) for one in papers_of(claim)],
        "shared": shared_with(claim),
        "bought": bought_the_lot(claim, winning.card_id if winning else None),
    }


def _claims(case: Case) -> list[tuple[Claim, object]]:
    found = claims_with_findings(case.sold.lot.id) if case.sold else []
    return [(claim, finding) for claim, finding in found]


def _sold_case(number: str) -> Case:
    case = gather(find_impounding(number), today())
    if case.sold is None:
        raise NotOnRegister(f"a sale of case {number}")
    return case


def _case_of_hearing(number: int) -> Case:
    return gather(find_lot_by_id(find_hearing(number).hearing.lot_id).impounding, today())
