"""Days long past wait for a second person; challans and refunds may be undone and done again."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key
from portal.registers.guards import keep

revision = "014_past_days"
down_revision = "013_settlement"
branch_labels = None
depends_on = None


def _column(name: str, kind: object, *, nullable: bool = False) -> sa.Column:
    return sa.Column(name, kind, nullable=nullable)


def _leads(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=op.f(f"fk_{table}_{column}"))


def _once(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns)}"))


def _primary(table: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}"))


def upgrade() -> None:
    _past_days()
    _challans_undone()
    if op.get_bind().dialect.name == "sqlite":
        _again_in_sqlite()
    else:
        _again_in_postgresql()


def _past_days() -> None:
    op.create_table(
        "past_day",
        _column("id", Key),
        _column("impounding_id", Key),
        _column("counts_from", sa.Date()),
        _column("sheet", sa.String()),
        _column("at", Instant()),
        _column("by_id", Key),
        _leads("past_day", "impounding_id", "impounding"),
        _leads("past_day", "by_id", "person"),
        _once("past_day", "impounding_id"),
        _primary("past_day"),
    )
    op.create_index("ix_past_day_sheet", "past_day", ["sheet", "id"])
    op.create_table(
        "past_day_answer",
        _column("id", Key),
        _column("past_day_id", Key),
        _column("confirmed", sa.Boolean()),
        _column("reason", sa.String()),
        _column("at", Instant()),
        _column("by_id", Key),
        sa.CheckConstraint("reason <> ''", name=op.f("ck_past_day_answer_has_a_reason")),
        _leads("past_day_answer", "past_day_id", "past_day"),
        _leads("past_day_answer", "by_id", "person"),
        _once("past_day_answer", "past_day_id"),
        _primary("past_day_answer"),
    )
    keep("past_day", ("id",), ("impounding_id",))
    keep("past_day_answer", ("id",), ("past_day_id",))


def _challans_undone() -> None:
    op.create_table(
        "challan_undoing",
        _column("id", Key),
        _column("challan_id", Key),
        _column("reason", sa.String()),
        _column("at", Instant()),
        _column("by_id", Key),
        sa.CheckConstraint("reason <> ''", name=op.f("ck_challan_undoing_has_a_reason")),
        _leads("challan_undoing", "challan_id", "challan"),
        _leads("challan_undoing", "by_id", "person"),
        _once("challan_undoing", "challan_id"),
        _primary("challan_undoing"),
    )
    op.create_table(
        "challan_undoing_approved",
        _column("id", Key),
        _column("challan_undoing_id", Key),
        _column("at", Instant()),
        _column("by_id", Key),
        _leads("challan_undoing_approved", "challan_undoing_id", "challan_undoing"),
        _leads("challan_undoing_approved", "by_id", "person"),
        _once("challan_undoing_approved", "challan_undoing_id"),
        _primary("challan_undoing_approved"),
    )
    keep("challan_undoing", ("id",), ("challan_id",))
    keep("challan_undoing_approved", ("id",), ("challan_undoing_id",))


def _again_in_postgresql() -> None:
    """Let an appropriation stand on a second challan, and a refund be paid again, after an undoing.

    No row is changed: a column with a constant default is added to the table's description.
    """
    op.drop_constraint("uq_challan_item_appropriation_id", "challan_item", type_="unique")
    op.create_unique_constraint(
        op.f("uq_challan_item_challan_id_appropriation_id"),
        "challan_item",
        ["challan_id", "appropriation_id"],
    )
    op.create_index("ix_challan_item_appropriation_id", "challan_item", ["appropriation_id"])
    op.add_column(
        "refund_paid", sa.Column("attempt", sa.Integer(), nullable=False, server_default="1")
    )
    op.alter_column("refund_paid", "attempt", server_default=None)
    op.drop_constraint("uq_refund_paid_refund_owed_id", "refund_paid", type_="unique")
    op.create_unique_constraint(
        op.f("uq_refund_paid_refund_owed_id_attempt"), "refund_paid", ["refund_owed_id", "attempt"]
    )


def _again_in_sqlite() -> None:
    """Do the same where a table's keys cannot be changed: write both tables anew, row by row."""
    op.create_table(
        "challan_item_anew",
        _column("id", Key),
        _column("challan_id", Key),
        _column("appropriation_id", Key),
        _leads("challan_item", "appropriation_id", "appropriation"),
        _leads("challan_item", "challan_id", "challan"),
        _primary("challan_item"),
        _once("challan_item", "challan_id", "appropriation_id"),
    )
    _move("challan_item", "id, challan_id, appropriation_id")
    op.create_index(op.f("ix_challan_item_challan_id"), "challan_item", ["challan_id"])
    op.create_index("ix_challan_item_appropriation_id", "challan_item", ["appropriation_id"])
    keep("challan_item", ("id",), ("challan_id", "appropriation_id"))
    op.create_table(
        "refund_paid_anew",
        _column("id", Key),
        _column("refund_owed_id", Key),
        sa.Column("attempt", sa.Integer(), nullable=False),
        _column("to", sa.String()),
        _column("mode", sa.String()),
        _column("reference", sa.String()),
        _column("at", Instant()),
        _column("on", sa.Date()),
        _column("by_id", Key),
        _column("journal_line_id", Key),
        sa.CheckConstraint(
            "mode IN ('cash', 'UPI', 'bank transfer')", name=op.f("ck_refund_paid_known_mode")
        ),
        _leads("refund_paid", "refund_owed_id", "refund_owed"),
        _leads("refund_paid", "by_id", "person"),
        sa.ForeignKeyConstraint(
            ["journal_line_id"],
            ["journal_line.id"],
            name=op.f("fk_refund_paid_journal_line_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        _once("refund_paid", "journal_line_id"),
        _once("refund_paid", "refund_owed_id", "attempt"),
        _primary("refund_paid"),
    )
    kept = '"to", mode, reference, at, "on", by_id, journal_line_id'
    _move("refund_paid", f"id, refund_owed_id, attempt, {kept}", f"id, refund_owed_id, 1, {kept}")
    keep("refund_paid", ("id",), ("refund_owed_id", "attempt"), ("journal_line_id",))


def _move(table: str, columns: str, worth: str = "") -> None:
    """Put the rows of a table into the one written anew, which takes its name."""
    op.execute(
        f"INSERT INTO {table}_anew ({columns}) SELECT {worth or columns} FROM {table}"  # noqa: S608
    )
    op.drop_table(table)
    op.rename_table(f"{table}_anew", table)
