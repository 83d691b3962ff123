"""Claims from home: asked one question a page, sent, seen again, and their papers added."""

from __future__ import annotations

import hmac
import re
import secrets

from flask import flash, request, session, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import claim_papers as paper_acts
from portal.actions import claims as acts
from portal.actions.prints import fetch_acknowledgement
from portal.desks.public.claim_steps import CHECK, FIRST, NAMES, Step, check, next_step, step
from portal.desks.public.forms import FindCaseForm, MyClaimForm, SendPaperForm
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.prints.kinds import Kind
from portal.registers.base import NotOnRegister
from portal.registers.case import Case, find_sold, gather
from portal.registers.claim_papers import papers_of
from portal.registers.claims import Claim, claims_with_findings, find_claim, same_claim
from portal.registers.hearings import next_hearing
from portal.registers.impound import find_impounding
from portal.registers.people import NOBODY
from portal.registers.prints import copies_of
from portal.registers.sales import find_lot_by_id
from portal.registers.surplus import why_no_claim
from portal.web.claim_form import NOW, ClaimForm
from portal.web.desk import Desk, clock, settings, today
from portal.web.fields import file_at
from portal.web.language import N_, language_code
from portal.web.language import gettext as _
from portal.web.prints import hand_over, issue, last_copy_of_facts, pdf_of
from portal.web.render import go, show
from portal.web.uploads import papers_folder, receive_paper

desk = Desk("claim", __name__)

CODE_DIGITS = 8
FORM_KEY = 32
OWN_CLAIM = "claim"  # where this browser's session keeps number and seal of its own claim
NO_SUCH_CASE = N_("No animal of this number was sold. Look at the number on the list of sales.")
NO_SUCH_CLAIM = N_("No claim has this number and code together. Look at both again.")


@desk.page("/claims/new", may=Duty.CLAIM_ONLINE)
def start() -> Reply:
    """Ask for the case whose surplus is claimed."""
    form = FindCaseForm(request.args)
    if "number" not in request.args:
        return show("public/claim_start", form=form, refused="")
    if form.readable() and _is_sold(form.number.value):
        return go(url_for("claim.fill", number=form.number.value))
    return show("public/claim_start", form=form, refused=_(NO_SUCH_CASE), status=422)


def _is_sold(number: str) -> bool:
    try:
        return find_sold(find_impounding(number)) is not None
    except NotOnRegister:
        return False


@desk.page("/claims/new/<string:number>", may=Duty.CLAIM_ONLINE)
def fill(number: str) -> Reply:
    """Show the first question of a claim, with the days that are left."""
    return _show_step(number, step(FIRST, request.form))


@desk.act("/claims/new/<string:number>", does=acts.send_claim)
def send(number: str) -> Reply:
    """Go on to the next question; after the last one, and the look at all, take the claim."""
    if request.form.get("at", CHECK) != CHECK or "to" in request.form:
        shown = next_step(request.form)
        unread = shown.form is not None and bool(shown.form.errors)
        return _show_step(number, shown, status=422 if unread else 200)
    form = ClaimForm(request.form)
    case = gather(find_impounding(number), today())
    if not form.readable() or case.sold is None:
        return _show_step(number, check(request.form), status=422)
    given, code = form.claimant(language_code()), _code_of_form(number)
    try:
        claim = same_claim(
            case.sold.lot.id, given.name, given.phone, given.says, code=code
        ) or acts.send_claim(NOBODY, clock(), case=number, claimant=given, code=code)
    except Refusal as refusal:  # what was typed on a phone must not be lost
        return _show_step(number, check(request.form), refusal=refusal, status=422)
    _keep_own(claim)
    return show(
        "public/claim_sent",
        claim=claim,
        case=case,
        day=_day_of(claim),
        of=_days_to_claim(case),
        sends_papers=request.form.get("papers_when") == NOW,
        form=SendPaperForm(),
    )


def _form_key() -> str:
    """Give the secret of the form at hand; a form shown for the first time gets a new one."""
    sent = request.form.get("form_key", "")
    return sent if re.fullmatch(rf"[0-9a-f]{{{FORM_KEY}}}", sent) else secrets.token_hex(16)


def _code_of_form(case: str) -> str:
    """Make the code from the form's secret: sent twice, a form has one code and is one claim."""
    written = f"{case} {_form_key()}".encode()
    number = int.from_bytes(hmac.digest(settings().secret_key.encode(), written, "sha256"))
    return f"{number % 10**CODE_DIGITS:0{CODE_DIGITS}}"


def _show_step(
    number: str, shown: Step, *, refusal: Refusal | None = None, status: int = 200
) -> Reply:
    case = gather(find_impounding(number), today())
    refusal = refusal or why_no_claim(case)
    if case.sold is None:
        find = FindCaseForm(number=number)
        return show("public/claim_start", form=find, refused=_(NO_SUCH_CASE), status=422)
    return show(
        "public/claim_form",
        case=case,
        entry=case.impounding,
        sold=case.sold,
        step=shown,
        steps=len(NAMES) + 1,
        form=shown.form,
        given=ClaimForm(request.form),
        papers_now=request.form.get("papers_when") == NOW,
        refusal=refusal,
        typed=bool(request.form),
        form_key=_form_key(),
        action=url_for("claim.send", number=number),
        status=status,
    )


@desk.page("/claims/mine", may=Duty.CLAIM_ONLINE)
def mine() -> Reply:
    """Show a claim to the browser that has shown its code; never who else has claimed."""
    if "code" in request.args:  # an address of before: what it tells is to stay in no history
        return go(url_for("claim.mine"))
    own = _own_claim()
    if own is None:
        return show("public/my_claim", form=MyClaimForm(), claim=None, refused="")
    return _show_mine(own, MyClaimForm(), SendPaperForm())


@desk.act("/claims/mine", does=paper_acts.send_paper)
def look() -> Reply:
    """Let whoever has the code of a claim see it, and then add papers.

    Number and code come in the body of a form, so that no address, history or Referer has them.
    """
    form = MyClaimForm(request.form)
    claim = _claim_with_code(form) if form.readable() else None
    if claim is None:
        refused = _(NO_SUCH_CLAIM)
        return show("public/my_claim", form=form, claim=None, refused=refused, status=422)
    _keep_own(claim)
    return go(url_for("claim.mine"))


@desk.act("/claims/mine/papers", does=paper_acts.send_paper)
def send_paper() -> Reply:
    """Take one paper of one's own claim; one that failed is sent again alone."""
    claim = _own_claim()
    if claim is None:
        return go(url_for("claim.mine"))
    form = SendPaperForm(request.form)
    if not form.readable():
        return _show_mine(claim, MyClaimForm(), form, status=422)
    try:
        paper_acts.require_room(claim)
        paper = receive_paper(papers_folder(), form.called.value, file_at(request.files, "file"))
        paper_acts.send_paper(NOBODY, clock(), claim=claim.id, code=claim.code, paper=paper)
    except Refusal as refusal:
        return _show_mine(claim, MyClaimForm(), form, refusal=refusal, status=422)
    flash(_("The paper is kept. You can close this page, or send another one."))
    return go(url_for("claim.mine") + "#papers")


@desk.act("/claims/mine/acknowledgement", does=fetch_acknowledgement)
def acknowledgement() -> Reply:
    """Give a claimant the acknowledgement in the language of his page; the same one if it stands.

    What he saves twice is one file, not a duplicate: nobody signed it.
    """
    claim = _own_claim()
    if claim is None:
        return go(url_for("claim.mine"))
    about = f"{claim.id}/{language_code()}"
    given = last_copy_of_facts(Kind.ACKNOWLEDGEMENT, about)
    if given is None:
        copy = issue(
            Kind.ACKNOWLEDGEMENT,
            about,
            fetch_acknowledgement,
            NOBODY,
            claim=claim.id,
            code=claim.code,
        )
    else:
        copy = copies_of(given.id)[-1]
    return hand_over(pdf_of(copy), f"claim-{claim.written}.pdf")


def _show_mine(
    claim: Claim,
    form: MyClaimForm,
    paper_form: SendPaperForm,
    *,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    lot = find_lot_by_id(claim.lot_id)
    case = gather(lot.impounding, today())
    found = {one.id: finding for one, finding in claims_with_findings(lot.id)}
    return show(
        "public/my_claim",
        form=form,
        paper_form=paper_form,
        claim=claim,
        papers=papers_of(claim),
        refused="",
        refusal=refusal,
        case=case,
        finding=found[claim.id],
        rival=len(found) > 1,
        hearing=next_hearing(lot.id, today()),
        day=_day_of(claim),
        of=_days_to_claim(case),
        status=status,
    )


def _keep_own(claim: Claim) -> None:
    """Let this browser see its claim again; its cookie can be read, and has not the code itself."""
    session[OWN_CLAIM] = [claim.id, _seal_of(claim)]


def _seal_of(claim: Claim) -> str:
    written = f"code of claim {claim.id} {claim.code}".encode()
    return hmac.digest(settings().secret_key.encode(), written, "sha256").hex()


def _own_claim() -> Claim | None:
    """Find the claim whose number and code this browser has shown before."""
    kept = session.get(OWN_CLAIM)
    if not isinstance(kept, list):
        return None
    number, seal = kept
    try:
        claim = find_claim(int(number))
    except NotOnRegister:
        return None
    same = hmac.compare_digest(_seal_of(claim).encode(), str(seal).encode())
    return claim if claim.code and same else None


def _claim_with_code(form: MyClaimForm) -> Claim | None:
    written = form.number.value.upper().removeprefix("A-")
    if not re.fullmatch(rf"[0-9]{{1,{CODE_DIGITS}}}", written):
        return None
    return _with_code(int(written), form.code.value)


def _with_code(number: int, code: str) -> Claim | None:
    try:
        claim = find_claim(number)
    except NotOnRegister:
        return None
    return claim if claim.code and hmac.compare_digest(claim.code.encode(), code.encode()) else None


def _day_of(claim: Claim) -> int:
    hammer = find_lot_by_id(claim.lot_id).hammer()
    return (claim.appeared_on - hammer.on).days if hammer else 0


def _days_to_claim(case: Case) -> int:
    return (case.sold.last_day_to_claim - case.sold.hammer.on).days if case.sold else 0
