"""Where the money of an allowed claim goes: fixed with the order, changed by two and slowly."""

from __future__ import annotations

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import payees as acts
from portal.desks.claims.forms import APPROVED, ChangePayeeForm, DecidePayeeForm
from portal.law.offices import Duty
from portal.law.payees import WAIT_AFTER_CHANGE
from portal.law.refusals import Refusal
from portal.registers.claims import Claim, find_claim
from portal.registers.payees import find_payee, payee_facts, payees_of
from portal.registers.people import names_of
from portal.registers.sales import find_lot_by_id
from portal.web.desk import Desk, clock, officer
from portal.web.language import gettext as _
from portal.web.language import speaking
from portal.web.render import go, show
from portal.web.step_up import asks_password

desk = Desk("payees", __name__)

HOURS = int(WAIT_AFTER_CHANGE.total_seconds()) // 3600


@desk.page("/claims/<int:number>/payee", may=Duty.SEE_CLAIMS)
def page(number: int) -> Reply:
    """Show to which account a claim is paid, and every change that was asked for."""
    return _show(number, ChangePayeeForm(), DecidePayeeForm())


@desk.act("/claims/<int:number>/payee", does=acts.ask_payee_change)
def ask(number: int) -> Reply:
    """Ask for another account; the old phone is told at once."""
    form = ChangePayeeForm(request.form)
    claim = find_claim(number)
    if not form.readable():
        return _show(number, form, DecidePayeeForm(), status=422)
    bank_account, ifsc = form.account()
    try:
        acts.ask_payee_change(
            officer(),
            clock(),
            claim=number,
            bank_account=bank_account,
            ifsc=ifsc,
            reason=form.reason.value,
            words=_asked_words(claim, bank_account),
        )
    except Refusal as refusal:
        return _show(number, form, DecidePayeeForm(), refusal=refusal, status=422)
    flash("The change waits for another officer. Nothing is paid until then.")
    return go(url_for("payees.page", number=number))


@desk.act("/payees/<int:number>/decision", does=acts.decide_payee_change)
@asks_password
def decide(number: int) -> Reply:
    """Approve another account, or refuse it; the old phone is told."""
    form = DecidePayeeForm(request.form)
    payee, _decided = find_payee(number)
    if not form.readable():
        return _show(payee.claim_id, ChangePayeeForm(), form, status=422)
    approved = form.decision.data == APPROVED
    claim = find_claim(payee.claim_id)
    try:
        acts.decide_payee_change(
            officer(),
            clock(),
            payee=number,
            approved=approved,
            reason=form.reason.value,
            words=_decided_words(claim, payee.bank_account, approved=approved),
        )
    except Refusal as refusal:
        return _show(payee.claim_id, ChangePayeeForm(), form, refusal=refusal, status=422)
    return go(url_for("payees.page", number=payee.claim_id))


def _asked_words(claim: Claim, bank_account: str) -> str:
    """Write to the old phone, in the claimant's language, what somebody asks for."""
    account = f"…{bank_account[-4:]}"
    with speaking(claim.language):
        if bank_account:
            said = _(
                "Claim %(claim)s: somebody asks that it be paid into account %(account)s.",
                claim=claim.written,
                account=account,
            )
        else:
            said = _(
                "Claim %(claim)s: somebody asks that it be paid at the counter.",
                claim=claim.written,
            )
        return f"{said} {_call()}"


def _decided_words(claim: Claim, bank_account: str, *, approved: bool) -> str:
    """Write to the old phone, in the claimant's language, what was decided."""
    account = f"…{bank_account[-4:]}"
    with speaking(claim.language):
        if not approved:
            said = _("Claim %(claim)s is paid as it was to be before.", claim=claim.written)
        elif bank_account:
            said = _(
                "Claim %(claim)s will be paid into account %(account)s, not before %(hours)s hours"
                " from now.",
                claim=claim.written,
                account=account,
                hours=HOURS,
            )
        else:
            said = _(
                "Claim %(claim)s will be paid at the counter, not before %(hours)s hours from now.",
                claim=claim.written,
                hours=HOURS,
            )
        return f"{said} {_call()}"


def _call() -> str:
    return _("If you did not ask for this, call the pound at once or come to the officer.")


def _show(
    number: int,
    change_form: ChangePayeeForm,
    decide_form: DecidePayeeForm,
    *,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    claim = find_claim(number)
    listed = payees_of(number)
    people = {one.asked_by_id for one, _ in listed} | {one.by_id for _, one in listed if one}
    return show(
        "claims/payee",
        claim=claim,
        entry=find_lot_by_id(claim.lot_id).impounding,
        facts=payee_facts(claim),
        listed=listed,
        names=names_of(people),
        change_form=change_form,
        decide_form=decide_form,
        hours=HOURS,
        refusal=refusal,
        status=status,
    )
