"""Whence codes are asked for: by browser and address, so that one place cannot ask for many."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key
from portal.registers.guards import keep

revision = "015_codes_asked"
down_revision = "013_settlement"
branch_labels = None
depends_on = None


def _leads(column: str, to: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=op.f(f"fk_code_asked_{column}"))


def upgrade() -> None:
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
