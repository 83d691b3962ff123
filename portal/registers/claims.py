"""Claims to a surplus, their papers, and the orders that decide them."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint, select
from sqlalchemy.orm import Mapped, mapped_column, relationship

from portal.law.surplus import Claim as ClaimFacts
from portal.law.surplus import Finding
from portal.registers.base import Instant, Key, Record, db, on_register


class ClaimPaper(Record):
    """A paper handed in for a claim: what it is, and the file as it came, by its digest.

    `at` is when it came; of a paper that came in the form of its claim nothing is written there.
    """

    __tablename__ = "claim_paper"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    claim_id: Mapped[int] = mapped_column(ForeignKey("claim.id"), init=False, index=True)
    called: Mapped[str]
    file_name: Mapped[str]
    sha256: Mapped[str] = mapped_column(index=True)
    size: Mapped[int]
    at: Mapped[datetime | None] = mapped_column(Instant)


class ClaimKey(Record):
    """One thing a claimant is known by, hidden, so that a link with an officer can be told."""

    __tablename__ = "claim_key"
    __table_args__ = (Index("ix_claim_key_kind_digest", "kind", "digest"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    claim_id: Mapped[int] = mapped_column(ForeignKey("claim.id"), init=False, index=True)
    kind: Mapped[str]
    digest: Mapped[str]


class ClaimAnswer(Record):
    """What a claimant answered when he was asked about the animal, without being shown."""

    __tablename__ = "claim_answer"
    __table_args__ = (UniqueConstraint("claim_id", "question"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    claim_id: Mapped[int] = mapped_column(ForeignKey("claim.id"), init=False)
    question: Mapped[str]
    words: Mapped[str]


class ClaimLanguage(Record):
    """In which language a claimant is told what concerns his claim; English where none stands."""

    __tablename__ = "claim_language"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    claim_id: Mapped[int] = mapped_column(ForeignKey("claim.id"), init=False, unique=True)
    language: Mapped[str]


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
    papers: Mapped[list[ClaimPaper]] = relationship(
        order_by=ClaimPaper.id, lazy="selectin", default_factory=list
    )
    keys: Mapped[list[ClaimKey]] = relationship(
        order_by=ClaimKey.id, lazy="select", default_factory=list
    )
    answers: Mapped[list[ClaimAnswer]] = relationship(
        order_by=ClaimAnswer.id, lazy="selectin", default_factory=list
    )
    told_in: Mapped[ClaimLanguage | None] = relationship(lazy="select", default=None)

    @property
    def written(self) -> str:
        """Give the number people say."""
        return f"A-{self.id}"

    @property
    def language(self) -> str:
        """Give the code of the language the claimant is told things in."""
        return self.told_in.language if self.told_in is not None else "en"


class ClaimFinding(Record):
    """What an order finds about one claim."""

    __tablename__ = "claim_finding"
    __table_args__ = (
        UniqueConstraint("claim_order_id", "claim_id"),
        CheckConstraint("finding IN ('ALLOWED', 'REFUSED')", name="finding_named"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    claim_order_id: Mapped[int] = mapped_column(ForeignKey("claim_order.id"), init=False)
    claim_id: Mapped[int] = mapped_column(ForeignKey("claim.id"), index=True)
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
    return on_register(Claim, number, f"claim A-{number}")


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
    return on_register(ClaimOrder, number, f"order O-{number}")


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


def same_claim(
    lot_id: int, claimant: str, phone: str, says: str, *, code: str = ""
) -> Claim | None:
    """Find a claim that says exactly this, by the same form: one that was sent twice.

    A form sent from home has a code of its own, which is the same however often it is sent.
    """
    alike = select(Claim).where(
        Claim.lot_id == lot_id,
        Claim.claimant == claimant,
        Claim.phone == phone,
        Claim.says == says,
        Claim.code == code,
    )
    found: Claim | None = db.session.scalar(alike.order_by(Claim.id).limit(1))
    return found
