"""The outbox of messages to mobiles, and the one-time codes by which a bidder shows his is his."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key
from portal.registers.guards import keep

revision = "007_messages_and_codes"
down_revision = "006_who_may_not_buy"
branch_labels = None
depends_on = None


def _column(name: str, kind: object, *, nullable: bool = False) -> sa.Column:
    return sa.Column(name, kind, nullable=nullable)


def _table(name: str, *rest: object) -> None:
    op.create_table(
        name,
        _column("id", Key),
        *rest,
        _column("at", Instant()),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
    )


def _leads(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=op.f(f"fk_{table}_{column}"))


def upgrade() -> None:
    _table(
        "message",
        _column("to", sa.String()),
        _column("kind", sa.String()),
        _column("words", sa.String()),
        _column("until", Instant(), nullable=True),
    )
    op.create_index("ix_message_to_kind_id", "message", ["to", "kind", "id"])
    _table(
        "message_sent",
        _column("message_id", Key),
        _leads("message_sent", "message_id", "message"),
        sa.UniqueConstraint("message_id", name=op.f("uq_message_sent_message_id")),
    )
    _table(
        "message_failed",
        _column("message_id", Key),
        _column("why", sa.String()),
        _leads("message_failed", "message_id", "message"),
    )
    op.create_index(op.f("ix_message_failed_message_id"), "message_failed", ["message_id"])
    _table(
        "one_time_code",
        _column("phone", sa.String()),
        _column("digest", sa.String()),
        _column("until", Instant()),
    )
    op.create_index("ix_one_time_code_phone_id", "one_time_code", ["phone", "id"])
    _table(
        "code_try",
        _column("code_id", Key),
        _column("right", sa.Boolean()),
        _leads("code_try", "code_id", "one_time_code"),
    )
    op.create_index(op.f("ix_code_try_code_id"), "code_try", ["code_id"])
    keep("message", ("id",))
    keep("message_sent", ("id",), ("message_id",))
    for table in ("message_failed", "one_time_code", "code_try"):
        keep(table, ("id",))
