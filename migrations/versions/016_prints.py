"""Papers given out: their numbers by kind and year, and the digest of every printing."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key
from portal.registers.guards import keep

revision = "016_prints"
down_revision = "015_codes_and_claimants"
branch_labels = None
depends_on = None


def _column(name: str, kind: object, *, nullable: bool = False) -> sa.Column:
    return sa.Column(name, kind, nullable=nullable)


def upgrade() -> None:
    op.create_table(
        "print",
        _column("id", Key),
        _column("kind", sa.String()),
        _column("year", sa.Integer()),
        _column("number", sa.Integer()),
        _column("about", sa.String()),
        _column("impounding_id", Key, nullable=True),
        _column("facts_sha256", sa.String()),
        sa.CheckConstraint("number >= 1", name=op.f("ck_print_numbered_from_one")),
        sa.ForeignKeyConstraint(
            ["impounding_id"], ["impounding.id"], name=op.f("fk_print_impounding_id")
        ),
        sa.UniqueConstraint("kind", "year", "number", name=op.f("uq_print_kind_year_number")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_print")),
    )
    op.create_index("ix_print_kind_about", "print", ["kind", "about", "id"])
    op.create_index(op.f("ix_print_impounding_id"), "print", ["impounding_id"])
    op.create_table(
        "print_copy",
        _column("id", Key),
        _column("print_id", Key),
        _column("copy", sa.Integer()),
        _column("void", sa.String()),
        _column("sheet", sa.JSON()),
        _column("sha256", sa.String()),
        _column("at", Instant()),
        _column("by_id", Key),
        _column("office", sa.String()),
        _column("journal_line_id", Key),
        sa.CheckConstraint("copy >= 1", name=op.f("ck_print_copy_counted_from_one")),
        sa.ForeignKeyConstraint(["print_id"], ["print.id"], name=op.f("fk_print_copy_print_id")),
        sa.ForeignKeyConstraint(["by_id"], ["person.id"], name=op.f("fk_print_copy_by_id")),
        sa.ForeignKeyConstraint(
            ["journal_line_id"],
            ["journal_line.id"],
            name=op.f("fk_print_copy_journal_line_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.UniqueConstraint("print_id", "copy", name=op.f("uq_print_copy_print_id_copy")),
        sa.UniqueConstraint("journal_line_id", name=op.f("uq_print_copy_journal_line_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_print_copy")),
    )
    op.create_index(op.f("ix_print_copy_sha256"), "print_copy", ["sha256"])
    keep("print", ("id",), ("kind", "year", "number"))
    keep("print_copy", ("id",), ("print_id", "copy"), ("journal_line_id",))
