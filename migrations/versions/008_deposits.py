"""Deposits of bidders: what a sale asks for, what was taken, and how each deposit ended."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key, MoneyColumn
from portal.registers.guards import keep

revision = "008_deposits"
down_revision = "007_messages_and_codes"
branch_labels = None
depends_on = None


def _column(name: str, kind: object, *, nullable: bool = False) -> sa.Column:
    return sa.Column(name, kind, nullable=nullable)


def _leads(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=op.f(f"fk_{table}_{column}"))


def _once(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns)}"))


def _answers_to_the_journal(table: str) -> tuple[object, ...]:
    return (
        sa.ForeignKeyConstraint(
            ["journal_line_id"],
            ["journal_line.id"],
            name=op.f(f"fk_{table}_journal_line_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        _once(table, "journal_line_id"),
    )


def _paise(table: str, *, above: int) -> sa.CheckConstraint:
    return sa.CheckConstraint(
        f"amount = CAST(amount AS BIGINT) AND amount > {above}",
        name=op.f(f"ck_{table}_amount_in_paise"),
    )


def upgrade() -> None:
    op.create_table(
        "sale_deposit",
        _column("id", Key),
        _column("sale_id", Key),
        _column("amount", MoneyColumn()),
        _column("at", Instant()),
        _column("by_id", Key),
        _paise("sale_deposit", above=-1),
        _leads("sale_deposit", "sale_id", "sale"),
        _leads("sale_deposit", "by_id", "person"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sale_deposit")),
    )
    op.create_index("ix_sale_deposit_sale_id", "sale_deposit", ["sale_id", "id"])
    op.create_table(
        "deposit",
        _column("id", Key),
        _column("year", sa.Integer()),
        _column("number", sa.Integer()),
        _column("card_id", Key),
        _column("payer", sa.String()),
        _column("amount", MoneyColumn()),
        _column("mode", sa.String()),
        _column("reference", sa.String()),
        _column("at", Instant()),
        _column("on", sa.Date()),
        _column("taken_by_id", Key),
        _column("journal_line_id", Key),
        _paise("deposit", above=0),
        _leads("deposit", "card_id", "card"),
        _leads("deposit", "taken_by_id", "person"),
        *_answers_to_the_journal("deposit"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deposit")),
        _once("deposit", "year", "number"),
    )
    op.create_index(op.f("ix_deposit_card_id"), "deposit", ["card_id"])
    op.create_table(
        "deposit_end",
        _column("id", Key),
        _column("deposit_id", Key),
        _column("attempt", sa.Integer()),
        _column("what", sa.String()),
        _column("lot_id", Key, nullable=True),
        _column("reason", sa.String()),
        _column("mode", sa.String()),
        _column("reference", sa.String()),
        _column("at", Instant()),
        _column("on", sa.Date()),
        _column("by_id", Key),
        _column("journal_line_id", Key),
        sa.CheckConstraint(
            "what IN ('refunded', 'forfeited', 'reversed')", name=op.f("ck_deposit_end_known_end")
        ),
        sa.CheckConstraint(
            "(what = 'forfeited') = (lot_id IS NOT NULL)",
            name=op.f("ck_deposit_end_forfeited_for_a_lot"),
        ),
        sa.CheckConstraint(
            "what = 'refunded' OR reason <> ''", name=op.f("ck_deposit_end_has_a_reason")
        ),
        _leads("deposit_end", "deposit_id", "deposit"),
        _leads("deposit_end", "lot_id", "lot"),
        _leads("deposit_end", "by_id", "person"),
        *_answers_to_the_journal("deposit_end"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deposit_end")),
        _once("deposit_end", "deposit_id", "attempt"),
    )
    keep("sale_deposit", ("id",))
    keep("deposit", ("id",), ("journal_line_id",), ("year", "number"))
    keep("deposit_end", ("id",), ("deposit_id", "attempt"), ("journal_line_id",))
