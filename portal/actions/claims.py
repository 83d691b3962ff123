"""Claims to a surplus are lodged, and decided by the officer appointed for it, sub-section (2)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from portal.actions.official import Act, official_act
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
from portal.registers.claims import (
    Claim,
    ClaimFinding,
    ClaimOrder,
    ClaimPaper,
    claims_on,
    same_claim,
)
from portal.registers.impound import find_impounding
from portal.registers.orders import closed_days
from portal.registers.people import same_people

COUNTER, ONLINE = "counter", "online"


@dataclass(frozen=True)
class Claimant:
    """The one who appears: who he is, what he says, and how he would be paid."""

    name: str
    phone: str
    says: str
    bank_account: str = ""
    ifsc: str = ""

    def __str__(self) -> str:
        """Say it as it may stand in the journal: the bank account by its last digits."""
        return f"{self.name}; account …{self.bank_account[-4:]}" if self.bank_account else self.name


@dataclass(frozen=True)
class Paper:
    """A paper handed in: what it is called, and the file that was kept."""

    called: str
    file_name: str
    sha256: str
    size: int


@official_act(Duty.TAKE_CLAIMS, cites="2")
def take_claim(act: Act, *, case: str, claimant: Claimant, papers: tuple[Paper, ...] = ()) -> Claim:
    """Enter a claimant who appears at the counter. Appearing in time is what counts (R5).

    Raises NotSold, NothingToPay, ClaimTooLate, MoneyHasLeft.
    """
    return _lodge(act, case, claimant, papers, channel=COUNTER, code="")


@official_act(Duty.CLAIM_ONLINE, cites="2", unwritten=("code",))
def send_claim(
    act: Act, *, case: str, claimant: Claimant, papers: tuple[Paper, ...] = (), code: str
) -> Claim:
    """Enter a claim sent from home; `code` lets the claimant see it again."""
    return _lodge(act, case, claimant, papers, channel=ONLINE, code=code)


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
    for account in same_people(act.by.person_id):
        require_may_decide(
            account,
            impounding.taken_by_id,
            [claim.taken_by_id for claim in claims],
            appointed=True,  # the act itself is open only to the appointed officer
        )
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
    act.note(order=order.written)
    return order


def _lodge(
    act: Act,
    case: str,
    claimant: Claimant,
    papers: tuple[Paper, ...],
    *,
    channel: str,
    code: str,
) -> Claim:
    sold = _sold(case)
    act.concern(sold.lot.impounding)
    digests = [paper.sha256 for paper in papers]
    before = same_claim(sold.lot.id, claimant.name, claimant.phone, claimant.says, digests, code)
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
        papers=[ClaimPaper(**paper.__dict__) for paper in papers],
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
