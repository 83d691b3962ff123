"""Claims: answers, papers and what is in them, hearings, payees; passwords asked again."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key
from portal.registers.guards import keep

revision = "012_claims"
down_revision = "011_accounts"
branch_labels = None
depends_on = None


def _column(name: str, kind: object, *, nullable: bool = False) -> sa.Column:
    return sa.Column(name, kind, nullable=nullable)


def _table(
    name: str, *parts: sa.Column | sa.CheckConstraint, once: tuple[str, ...] = (), **to: str
) -> None:
    """Make a table with its own number; `to` says to which table each column leads."""
    unique = [sa.UniqueConstraint(*once, name=op.f(f"uq_{name}_{'_'.join(once)}"))] if once else []
    op.create_table(
        name,
        _column("id", Key),
        *parts,
        *(
            sa.ForeignKeyConstraint([column], [f"{table}.id"], name=op.f(f"fk_{name}_{column}"))
            for column, table in to.items()
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        *unique,
    )
    keep(name, ("id",), *([once] if once else []))


def _index(table: str, column: str) -> None:
    op.create_index(op.f(f"ix_{table}_{column}"), table, [column])


def upgrade() -> None:
    op.add_column("claim_paper", _column("at", Instant(), nullable=True))
    _index("claim_paper", "sha256")
    _claims()
    _papers()
    _hearings()
    _payees()
    _table(
        "password_asked",
        _column("sign_in_id", Key),
        _column("right", sa.Boolean()),
        _column("at", Instant()),
        sign_in_id="sign_in",
    )
    _index("password_asked", "sign_in_id")


def _claims() -> None:
    _table(
        "claim_key",
        _column("claim_id", Key),
        _column("kind", sa.String()),
        _column("digest", sa.String()),
        claim_id="claim",
    )
    _index("claim_key", "claim_id")
    op.create_index("ix_claim_key_kind_digest", "claim_key", ["kind", "digest"])
    _table(
        "claim_answer",
        _column("claim_id", Key),
        _column("question", sa.String()),
        _column("words", sa.String()),
        once=("claim_id", "question"),
        claim_id="claim",
    )
    _table(
        "answer_compared",
        _column("claim_answer_id", Key),
        _column("found", sa.String()),
        _column("by_id", Key),
        _column("at", Instant()),
        sa.CheckConstraint(
            "found IN ('AGREES', 'DIFFERS', 'CANNOT_TELL')",
            name=op.f("ck_answer_compared_finding_named"),
        ),
        claim_answer_id="claim_answer",
        by_id="person",
    )
    _index("answer_compared", "claim_answer_id")


def _papers() -> None:
    _table(
        "paper_read",
        _column("sha256", sa.String()),
        _column("kind", sa.String()),
        _column("width", sa.Integer(), nullable=True),
        _column("height", sa.Integer(), nullable=True),
        _column("copy_sha256", sa.String(), nullable=True),
        _column("look", sa.String()),
        _column("at", Instant()),
        once=("sha256",),
    )
    _table(
        "paper_struck",
        _column("claim_paper_id", Key),
        _column("reason", sa.String()),
        _column("by_id", Key),
        _column("at", Instant()),
        once=("claim_paper_id",),
        claim_paper_id="claim_paper",
        by_id="person",
    )


def _hearings() -> None:
    _table(
        "hearing",
        _column("lot_id", Key),
        _column("on", sa.Date()),
        _column("hour", sa.String()),
        _column("place", sa.String()),
        _column("by_id", Key),
        _column("at", Instant()),
        lot_id="lot",
        by_id="person",
    )
    _index("hearing", "lot_id")
    _table(
        "hearing_off",
        _column("hearing_id", Key),
        _column("reason", sa.String()),
        _column("by_id", Key),
        _column("at", Instant()),
        once=("hearing_id",),
        hearing_id="hearing",
        by_id="person",
    )
    _table(
        "attendance",
        _column("hearing_id", Key),
        _column("claim_id", Key),
        _column("came", sa.Boolean()),
        _column("words", sa.String()),
        _column("by_id", Key),
        _column("at", Instant()),
        once=("hearing_id", "claim_id"),
        hearing_id="hearing",
        claim_id="claim",
        by_id="person",
    )


def _payees() -> None:
    _table(
        "payee",
        _column("claim_id", Key),
        _column("claim_order_id", Key),
        _column("bank_account", sa.String()),
        _column("ifsc", sa.String()),
        _column("reason", sa.String()),
        _column("asked_by_id", Key),
        _column("at", Instant()),
        claim_id="claim",
        claim_order_id="claim_order",
        asked_by_id="person",
    )
    _index("payee", "claim_id")
    _table(
        "payee_decided",
        _column("payee_id", Key),
        _column("approved", sa.Boolean()),
        _column("reason", sa.String()),
        _column("by_id", Key),
        _column("at", Instant()),
        _column("opens_at", Instant(), nullable=True),
        sa.CheckConstraint(
            "approved = (opens_at IS NOT NULL)", name=op.f("ck_payee_decided_opens_if_approved")
        ),
        once=("payee_id",),
        payee_id="payee",
        by_id="person",
    )
