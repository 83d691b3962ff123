"""Claims to a surplus, their papers, and the orders that decide them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, UniqueConstraint, select
from sqlalchemy.orm import Mapped, mapped_column, relationship

from portal.law.surplus import Claim as ClaimFacts
from portal.law.surplus import Finding
from portal.registers.base import Instant, Key, NotOnRegister, Record, db


class ClaimPaper(Record):
    """A paper handed in with a claim: what it is, and the file as it came, by its digest."""

    __tablename__ = "claim_paper"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    claim_id: Mapped[int] = mapped_column(ForeignKey("claim.id"), init=False, index=True)
    called: Mapped[str]
    file_name: Mapped[str]
    sha256: Mapped[str]
    size: Mapped[int]


class Claim(Record):
    """Somebody who appeared and says that the animal sold was his."""

    __tablename__ = "claim"
    __table_args__ = (CheckConstraint("channel IN ('counter', 'online')", name="channel_named"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    lot_id: Mapped[int] = mapped_column(ForeignKey("lot.id"), index=True)
    claimant: Mapped[str]
    phone: Mapped[str]
    says: Mapped[str]
    bank_account: Mapped[str]
    ifsc: Mapped[str]
    channel: Mapped[str]
    code: Mapped[str]
    appeared_at: Mapped[datetime] = mapped_column(Instant)
    appeared_on: Mapped[date]
    taken_by_id: Mapped[int | None] = mapped_column(ForeignKey("person.id"))
    papers: Mapped[list[ClaimPaper]] = relationship(order_by=ClaimPaper.id, lazy="selectin")

    @property
    def written(self) -> str:
        """Give the number people say."""
        return f"A-{self.id}"


class ClaimFinding(Record):
    """What an order finds about one claim."""

    __tablename__ = "claim_finding"
    __table_args__ = (
        UniqueConstraint("claim_order_id", "claim_id"),
        CheckConstraint("finding IN ('ALLOWED', 'REFUSED')", name="finding_named"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    claim_order_id: Mapped[int] = mapped_column(ForeignKey("claim_order.id"), init=False)
    claim_id: Mapped[int] = mapped_column(ForeignKey("claim.id"))
    finding: Mapped[str]


class ClaimOrder(Record):
    """The appointed officer's order on a surplus; of several for one lot, the last counts."""

    __tablename__ = "claim_order"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    lot_id: Mapped[int] = mapped_column(ForeignKey("lot.id"), index=True)
    reasons: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)
    on: Mapped[date]
    findings: Mapped[list[ClaimFinding]] = relationship(order_by=ClaimFinding.id, lazy="selectin")

    @property
    def written(self) -> str:
        """Give the number people say."""
        return f"O-{self.id}"


def find_claim(number: int) -> Claim:
    """Find a claim by its number; raise NotOnRegister."""
    found: Claim | None = db.session.get(Claim, number)
    if found is None:
        raise NotOnRegister(f"claim A-{number}")
    return found


def claims_on(lot_id: int) -> list[Claim]:
    """List the claims to a lot's surplus in the order in which the claimants appeared."""
    return list(db.session.scalars(select(Claim).where(Claim.lot_id == lot_id).order_by(Claim.id)))


def order_in_force(lot_id: int) -> ClaimOrder | None:
    """Give the last order on a lot's surplus, if one was made."""
    found: ClaimOrder | None = db.session.scalar(
        select(ClaimOrder)
        .where(ClaimOrder.lot_id == lot_id)
        .order_by(ClaimOrder.id.desc())
        .limit(1)
    )
    return found


def orders_on(lot_id: int) -> list[ClaimOrder]:
    """List every order on a lot's surplus, first first."""
    return list(
        db.session.scalars(
            select(ClaimOrder).where(ClaimOrder.lot_id == lot_id).order_by(ClaimOrder.id)
        )
    )


def find_order(number: int) -> ClaimOrder:
    """Find an order by its number; raise NotOnRegister."""
    found: ClaimOrder | None = db.session.get(ClaimOrder, number)
    if found is None:
        raise NotOnRegister(f"order O-{number}")
    return found


def claims_with_findings(lot_id: int) -> list[tuple[Claim, Finding]]:
    """Give each claim with what the order in force finds; a claim it does not name is undecided."""
    order = order_in_force(lot_id)
    found = {one.claim_id: Finding[one.finding] for one in order.findings} if order else {}
    return [(one, found.get(one.id, Finding.UNDECIDED)) for one in claims_on(lot_id)]


def claim_facts(lot_id: int) -> tuple[ClaimFacts, ...]:
    """Give the law what it looks at about the claims to one surplus."""
    order = order_in_force(lot_id)
    return tuple(
        ClaimFacts(
            claimant=claim.written,
            appeared_on=claim.appeared_on,
            finding=finding,
            decided_on=order.on if order and finding is not Finding.UNDECIDED else None,
        )
        for claim, finding in claims_with_findings(lot_id)
    )


def same_claim(  # noqa: PLR0917 - all that makes two forms the same
    lot_id: int, claimant: str, phone: str, says: str, papers: Iterable[str], code: str = ""
) -> Claim | None:
    """Find a claim that says exactly this, with the same papers (by digest): a form sent twice."""
    handed_in = sorted(papers)
    alike = select(Claim).where(
        Claim.lot_id == lot_id,
        Claim.claimant == claimant,
        Claim.phone == phone,
        Claim.says == says,
        Claim.code == code,
    )
    return next(
        (
            one
            for one in db.session.scalars(alike.order_by(Claim.id))
            if sorted(paper.sha256 for paper in one.papers) == handed_in
        ),
        None,
    )
