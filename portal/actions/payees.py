"""Another account for an allowed claim: asked for by one, decided by another, paid 48 hours later.

Whoever can change where money goes can take it. So the old phone is told at once, of the wish and
of what was decided on it.
"""

from __future__ import annotations

from portal.actions.claims import require_officer_may_decide
from portal.actions.messages import put_in_outbox
from portal.actions.official import Act, official_act
from portal.law.offices import Duty
from portal.law.payees import (
    WAIT_AFTER_CHANGE,
    require_another_approves,
    require_may_ask_change,
)
from portal.law.refusals_of_books import MoneyHasLeft, NothingChanged
from portal.law.surplus import Finding
from portal.registers.base import db
from portal.registers.claims import (
    Claim,
    claims_on,
    claims_with_findings,
    find_claim,
    order_in_force,
)
from portal.registers.payees import Payee, PayeeDecided, find_payee, payee_facts
from portal.registers.people import same_people
from portal.registers.sales import Lot, find_lot_by_id
from portal.registers.treasury import voucher_for_lot

PAYEE = "payee"


@official_act(Duty.TAKE_CLAIMS, cites="2", unwritten=("bank_account", "words"))
def ask_payee_change(
    act: Act, *, claim: int, bank_account: str, ifsc: str, reason: str, words: str
) -> Payee:
    """Ask that an allowed claim be paid into another account, or at the counter.

    Nothing is paid until another officer has decided. `words` go to the phone of the claim. Raises
    NoPayee, ChangeWaits, MoneyHasLeft, NothingChanged.
    """
    found, lot = _claim_and_lot(act, claim)
    facts = payee_facts(found)
    order = order_in_force(found.lot_id)
    allowed = any(
        one.id == claim and finding is Finding.ALLOWED
        for one, finding in claims_with_findings(found.lot_id)
    )
    require_may_ask_change(found.written, allowed=allowed, change_waits=facts.change_waits)
    if voucher_for_lot(lot.id) is not None:
        raise MoneyHasLeft(lot.number)
    if order is None or (bank_account, ifsc) == (facts.account.bank_account, facts.account.ifsc):
        raise NothingChanged
    payee = Payee(
        claim_id=claim,
        claim_order_id=order.id,
        bank_account=bank_account,
        ifsc=ifsc,
        reason=reason,
        asked_by_id=act.by.person_id,
        at=act.at,
    )
    db.session.add(payee)
    put_in_outbox(act, found.phone, PAYEE, words)
    act.note(account=f"…{bank_account[-4:]}" if bank_account else "at the counter")
    return payee


@official_act(Duty.DECIDE_CLAIMS, cites="2", unwritten=("words",))
def decide_payee_change(
    act: Act, *, payee: int, approved: bool, reason: str, words: str
) -> PayeeDecided:
    """Approve another account, which opens in 48 hours, or refuse it. `words` go to the old phone.

    Raises ApprovesOwnChange, DecidesOwnMatter, LinkedWithClaimant, and NothingChanged if it was
    decided.
    """
    asked, decided = find_payee(payee)
    claim, lot = _claim_and_lot(act, asked.claim_id)
    if decided is not None:
        raise NothingChanged
    require_another_approves(same_people(act.by.person_id), asked.asked_by_id)
    require_officer_may_decide(act, lot.impounding, claims_on(lot.id))
    done = PayeeDecided(
        payee_id=payee,
        approved=approved,
        reason=reason,
        by_id=act.by.person_id,
        at=act.at,
        opens_at=act.at + WAIT_AFTER_CHANGE if approved else None,
    )
    db.session.add(done)
    put_in_outbox(act, claim.phone, PAYEE, words)
    return done


def _claim_and_lot(act: Act, claim: int) -> tuple[Claim, Lot]:
    found = find_claim(claim)
    lot = find_lot_by_id(found.lot_id)
    act.concern(lot.impounding)
    return found, lot
