"""Claims from home: sent, and seen again."""

from __future__ import annotations

import hmac
import re
import secrets

from flask import request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import claims as acts
from portal.desks.public.forms import FindCaseForm, MyClaimForm
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.registers.base import NotOnRegister
from portal.registers.case import Case, find_sold, gather
from portal.registers.claims import Claim, claims_with_findings, find_claim, same_claim
from portal.registers.impound import find_impounding
from portal.registers.people import NOBODY
from portal.registers.sales import find_lot_by_id
from portal.registers.surplus import why_no_claim
from portal.web.claim_form import ClaimForm
from portal.web.desk import Desk, clock, settings, today
from portal.web.render import go, show

desk = Desk("claim", __name__)

CODE_DIGITS = 8
FORM_KEY = 32
NO_SUCH_CASE = "No animal of this number was sold. Look at the number on the list of sales."
NO_SUCH_CLAIM = "No claim has this number and code together. Look at both again."


@desk.page("/claims/new", may=Duty.CLAIM_ONLINE)
def start() -> Reply:
    """Ask for the case whose surplus is claimed."""
    form = FindCaseForm(request.args)
    if not request.args:
        return show("public/claim_start", form=form, refused="")
    if form.readable() and _is_sold(form.number.value):
        return go(url_for("claim.fill", number=form.number.value))
    return show("public/claim_start", form=form, refused=NO_SUCH_CASE, status=422)


def _is_sold(number: str) -> bool:
    try:
        return find_sold(find_impounding(number)) is not None
    except NotOnRegister:
        return False


@desk.page("/claims/new/<string:number>", may=Duty.CLAIM_ONLINE)
def fill(number: str) -> Reply:
    """Show the form of a claim, with the days that are left."""
    return _show_form(number, ClaimForm())


@desk.act("/claims/new/<string:number>", does=acts.send_claim)
def send(number: str) -> Reply:
    """Take a claim sent from home."""
    form = ClaimForm(request.form)
    readable = form.readable()
    papers = form.papers() if readable else None
    case = gather(find_impounding(number), today())
    if papers is None or case.sold is None:
        return _show_form(number, form, status=422)
    given, code = form.claimant(), _code_of_form(number)
    digests = [one.sha256 for one in papers]
    claim = same_claim(case.sold.lot.id, given.name, given.phone, given.says, digests, code)
    try:
        claim = claim or acts.send_claim(
            NOBODY, clock(), case=number, claimant=given, papers=papers, code=code
        )
    except Refusal as refusal:  # what was typed on a phone must not be lost
        return _show_form(number, form, refusal=refusal, status=422)
    return show("public/claim_sent", claim=claim, day=_day_of(claim), of=_days_to_claim(case))


def _form_key() -> str:
    """Give the secret of the form at hand; a form shown for the first time gets a new one."""
    sent = request.form.get("form_key", "")
    return sent if re.fullmatch(rf"[0-9a-f]{{{FORM_KEY}}}", sent) else secrets.token_hex(16)


def _code_of_form(case: str) -> str:
    """Make the code from the form's secret: sent twice, a form has one code and is one claim."""
    written = f"{case} {_form_key()}".encode()
    number = int.from_bytes(hmac.digest(settings().secret_key.encode(), written, "sha256"))
    return f"{number % 10**CODE_DIGITS:0{CODE_DIGITS}}"


def _show_form(
    number: str, form: ClaimForm, *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    case = gather(find_impounding(number), today())
    refusal = refusal or why_no_claim(case)
    if case.sold is None:
        find = FindCaseForm(number=number)
        return show("public/claim_start", form=find, refused=NO_SUCH_CASE, status=422)
    return show(
        "public/claim_form",
        case=case,
        entry=case.impounding,
        sold=case.sold,
        form=form,
        refusal=refusal,
        typed=bool(request.form),
        form_key=_form_key(),
        action=url_for("claim.send", number=number),
        status=status,
    )


@desk.page("/claims/mine", may=Duty.CLAIM_ONLINE)
def mine() -> Reply:
    """Show a claim to the one who has its code; never who else has claimed."""
    form = MyClaimForm(request.args)
    if not request.args:
        return show("public/my_claim", form=form, claim=None, refused="")
    claim = _claim_with_code(form) if form.readable() else None
    if claim is None:
        return show("public/my_claim", form=form, claim=None, refused=NO_SUCH_CLAIM, status=422)
    lot = find_lot_by_id(claim.lot_id)
    case = gather(lot.impounding, today())
    found = {one.id: finding for one, finding in claims_with_findings(lot.id)}
    return show(
        "public/my_claim",
        form=form,
        claim=claim,
        refused="",
        case=case,
        finding=found[claim.id],
        rival=len(found) > 1,
        day=_day_of(claim),
        of=_days_to_claim(case),
    )


def _claim_with_code(form: MyClaimForm) -> Claim | None:
    written = form.number.value.upper().removeprefix("A-")
    if not written.isdecimal() or len(written) > CODE_DIGITS:
        return None
    try:
        claim = find_claim(int(written))
    except NotOnRegister:
        return None
    given = form.code.value.encode()
    return claim if claim.code and hmac.compare_digest(claim.code.encode(), given) else None


def _day_of(claim: Claim) -> int:
    hammer = find_lot_by_id(claim.lot_id).hammer()
    return (claim.appeared_on - hammer.on).days if hammer else 0


def _days_to_claim(case: Case) -> int:
    return (case.sold.last_day_to_claim - case.sold.hammer.on).days if case.sold else 0
