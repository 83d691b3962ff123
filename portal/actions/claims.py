"""Claims to a surplus are lodged, and decided by the officer appointed for it, sub-section (2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from portal.actions.official import Act, official_act
from portal.law.marks import Question
from portal.law.money import NOTHING
from portal.law.officers import require_may_decide
from portal.law.offices import Duty
from portal.law.refusals import NothingToPay
from portal.law.refusals_of_books import MoneyHasLeft, NoClaim, NotSold
from portal.law.surplus import (
    Finding,
    require_claim_in_time,
    require_names_all,
    require_one_owner,
)
from portal.registers.base import db
from portal.registers.case import Sold, find_sold
from portal.registers.claim_links import linked_claims
from portal.registers.claims import (
    Claim,
    ClaimAnswer,
    ClaimFinding,
    ClaimKey,
    ClaimLanguage,
    ClaimOrder,
    claims_on,
    same_claim,
)
from portal.registers.impound import Impounding, find_impounding
from portal.registers.matching import KnownBy
from portal.registers.orders import closed_days
from portal.registers.payees import Payee, PayeeDecided, payees_of
from portal.registers.people import same_people

COUNTER, ONLINE = "counter", "online"


@dataclass(frozen=True)
class Claimant:
    """The one who appears: who he is, what he says and answers, and how he would be paid.

    `answers` are by question, of those that were answered; `known_by` are his phone and account,
    hidden, by which a link with an officer is told; `language` is that of messages to him.
    """

    name: str
    phone: str
    says: str
    bank_account: str = ""
    ifsc: str = ""
    answers: Mapping[Question, str] = field(default_factory=dict)
    known_by: tuple[KnownBy, ...] = ()
    language: str = ""

    def __str__(self) -> str:
        """Say it as it may stand in the journal: the bank account by its last digits."""
        return f"{self.name}; account …{self.bank_account[-4:]}" if self.bank_account else self.name


@official_act(Duty.TAKE_CLAIMS, cites="2")
def take_claim(act: Act, *, case: str, claimant: Claimant) -> Claim:
    """Enter a claimant who appears at the counter. Appearing in time is what counts (R5).

    His papers are added one by one, after it. Raises NotSold, NothingToPay, ClaimTooLate,
    MoneyHasLeft.
    """
    return _lodge(act, case, claimant, channel=COUNTER, code="")


@official_act(Duty.CLAIM_ONLINE, cites="2", unwritten=("code",))
def send_claim(act: Act, *, case: str, claimant: Claimant, code: str) -> Claim:
    """Enter a claim sent from home; `code` lets the claimant see it again and add papers."""
    return _lodge(act, case, claimant, channel=ONLINE, code=code)


@official_act(Duty.DECIDE_CLAIMS, cites="2")
def decide_claims(act: Act, *, case: str, findings: dict[int, Finding], reasons: str) -> ClaimOrder:
    """Order who is the owner, or that nobody proved it. The order names every claim there is.

    `findings` gives, by claim number, ALLOWED or REFUSED. A later claim makes the matter undecided
    again until a new order names all. Raises DecidesOwnMatter, NotAppointed, OrderMustNameAll,
    TwoOwners, MoneyHasLeft, NoClaim.
    """
    impounding = find_impounding(case)
    sold = _sold(case)
    claims = claims_on(sold.lot.id)
    act.concern(impounding)
    if not claims:
        raise NoClaim(case)
    _require_money_is_here(sold)
    require_officer_may_decide(act, impounding, claims)
    require_names_all([claim.written for claim in claims], [f"A-{number}" for number in findings])
    require_one_owner(list(findings.values()))
    order = ClaimOrder(
        lot_id=sold.lot.id,
        reasons=reasons,
        by_id=act.by.person_id,
        at=act.at,
        on=act.on,
        findings=[
            ClaimFinding(claim_id=number, finding=finding.name)
            for number, finding in sorted(findings.items())
        ],
    )
    db.session.add(order)
    db.session.flush()
    for number, finding in findings.items():
        if finding is Finding.ALLOWED:
            _fix_payee(act, order, next(one for one in claims if one.id == number))
    act.note(order=order.written)
    return order


def require_officer_may_decide(act: Act, impounding: Impounding, claims: Sequence[Claim]) -> None:
    """Refuse whoever took in the animal or a claim, or is linked with a claimant, by person.

    Raises DecidesOwnMatter, LinkedWithClaimant.
    """
    officer = same_people(act.by.person_id)
    require_may_decide(
        officer,
        impounding.taken_by_id,
        [claim.taken_by_id for claim in claims],
        linked_claims(officer, claims),
        appointed=True,  # the act itself is open only to the appointed officer
    )


def _fix_payee(act: Act, order: ClaimOrder, claim: Claim) -> None:
    """Fix the account of a claim with the order that allows it; a later order leaves it alone."""
    if payees_of(claim.id):
        return
    payee = Payee(
        claim_id=claim.id,
        claim_order_id=order.id,
        bank_account=claim.bank_account,
        ifsc=claim.ifsc,
        reason="as claimed",
        asked_by_id=act.by.person_id,
        at=act.at,
    )
    db.session.add(payee)
    db.session.flush()
    db.session.add(
        PayeeDecided(
            payee_id=payee.id,
            approved=True,
            reason=f"order {order.written}",
            by_id=act.by.person_id,
            at=act.at,
            opens_at=act.at,
        )
    )


def _lodge(
    act: Act,
    case: str,
    claimant: Claimant,
    *,
    channel: str,
    code: str,
) -> Claim:
    sold = _sold(case)
    act.concern(sold.lot.impounding)
    before = same_claim(sold.lot.id, claimant.name, claimant.phone, claimant.says, code=code)
    if before is not None:  # a form sent twice is one claim, and no rival of itself
        act.note(claim=before.written, sent="again")
        return before
    if sold.division.surplus == NOTHING:
        raise NothingToPay
    _require_claimable(sold, act.on)
    _require_money_is_here(sold)
    claim = Claim(
        lot_id=sold.lot.id,
        claimant=claimant.name,
        phone=claimant.phone,
        says=claimant.says,
        bank_account=claimant.bank_account,
        ifsc=claimant.ifsc,
        channel=channel,
        code=code,
        appeared_at=act.at,
        appeared_on=act.on,
        taken_by_id=act.by.person_id if channel == COUNTER else None,
        keys=[ClaimKey(kind=key.kind, digest=key.digest) for key in claimant.known_by],
        answers=[
            ClaimAnswer(question=question.name, words=words)
            for question, words in claimant.answers.items()
        ],
        told_in=ClaimLanguage(language=claimant.language) if claimant.language else None,
    )
    db.session.add(claim)
    db.session.flush()
    act.note(claim=claim.written)
    return claim


def _sold(case: str) -> Sold:
    sold = find_sold(find_impounding(case))
    if sold is None:
        raise NotSold(0)
    return sold


def _require_claimable(sold: Sold, today: date) -> None:
    require_claim_in_time(today, sold.hammer.on, closed_days(), sold.readings)


def _require_money_is_here(sold: Sold) -> None:
    if sold.voucher is not None or sold.appropriation is not None:
        raise MoneyHasLeft(sold.lot.number)
