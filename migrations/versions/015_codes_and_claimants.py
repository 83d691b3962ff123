"""Whence codes are asked for, and in which language a claimant is told what concerns him."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key
from portal.registers.guards import keep

revision = "015_codes_and_claimants"
down_revision = "014_past_days"
branch_labels = None
depends_on = None


def _leads(column: str, to: str, of: str = "code_asked") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=op.f(f"fk_{of}_{column}"))


def upgrade() -> None:
    _codes_asked()
    op.create_table(
        "claim_language",
        sa.Column("id", Key, nullable=False),
        sa.Column("claim_id", Key, nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        _leads("claim_id", "claim", of="claim_language"),
        sa.UniqueConstraint("claim_id", name=op.f("uq_claim_language_claim_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claim_language")),
    )
    keep("claim_language", ("id",), ("claim_id",))


def _codes_asked() -> None:
    op.create_table(
        "code_asked",
        sa.Column("id", Key, nullable=False),
        sa.Column("code_id", Key, nullable=False),
        sa.Column("message_id", Key, nullable=False),
        sa.Column("browser", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        _leads("code_id", "one_time_code"),
        _leads("message_id", "message"),
        sa.UniqueConstraint("code_id", name=op.f("uq_code_asked_code_id")),
        sa.UniqueConstraint("message_id", name=op.f("uq_code_asked_message_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_code_asked")),
    )
    op.create_index("ix_code_asked_browser_at", "code_asked", ["browser", "at"])
    op.create_index("ix_code_asked_address_at", "code_asked", ["address", "at"])
    keep("code_asked", ("id",), ("code_id",), ("message_id",))
