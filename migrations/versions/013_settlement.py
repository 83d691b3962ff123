"""Settlement: money owed back, orders that make a sale void, cash counts, owners at the counter."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key, MoneyColumn
from portal.registers.guards import keep

revision = "013_settlement"
down_revision = "012_claims"
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


def _paise(table: str, column: str, *, above: int) -> sa.CheckConstraint:
    return sa.CheckConstraint(
        f"{column} = CAST({column} AS BIGINT) AND {column} > {above}",
        name=op.f(f"ck_{table}_{column}_in_paise"),
    )


def _primary(table: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}"))


def upgrade() -> None:
    op.create_index("ix_receipt_reference", "receipt", ["reference"])
    _money_owed_back()
    _orders_and_counts()
    _owners_at_the_counter()
    keep("refund_owed", ("id",), ("hammer_id",), ("journal_line_id",))
    keep("refund_paid", ("id",), ("refund_owed_id",), ("journal_line_id",))
    keep("void_order", ("id",), ("hammer_id",), ("number",))
    keep("cash_count", ("id",))
    keep("counter_visit", ("id",))
    keep("owner_hold", ("id",), ("happening_id",))


def _money_owed_back() -> None:
    op.create_table(
        "refund_owed",
        _column("id", Key),
        _column("lot_id", Key),
        _column("hammer_id", Key),
        _column("card_id", Key),
        _column("payers", sa.String()),
        _column("amount", MoneyColumn()),
        _column("why", sa.String()),
        _column("at", Instant()),
        _column("on", sa.Date()),
        _column("journal_line_id", Key),
        _paise("refund_owed", "amount", above=0),
        _leads("refund_owed", "lot_id", "lot"),
        _leads("refund_owed", "hammer_id", "lot_happening"),
        _leads("refund_owed", "card_id", "card"),
        *_answers_to_the_journal("refund_owed"),
        _once("refund_owed", "hammer_id"),
        _primary("refund_owed"),
    )
    op.create_index(op.f("ix_refund_owed_lot_id"), "refund_owed", ["lot_id"])
    op.create_table(
        "refund_paid",
        _column("id", Key),
        _column("refund_owed_id", Key),
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
        *_answers_to_the_journal("refund_paid"),
        _once("refund_paid", "refund_owed_id"),
        _primary("refund_paid"),
    )


def _orders_and_counts() -> None:
    op.create_table(
        "void_order",
        _column("id", Key),
        _column("hammer_id", Key),
        _column("lot_id", Key),
        _column("number", sa.String()),
        _column("reason", sa.String()),
        _column("at", Instant()),
        _column("on", sa.Date()),
        _column("by_id", Key),
        sa.CheckConstraint("number <> '' AND reason <> ''", name=op.f("ck_void_order_says_why")),
        _leads("void_order", "hammer_id", "lot_happening"),
        _leads("void_order", "lot_id", "lot"),
        _leads("void_order", "by_id", "person"),
        _once("void_order", "hammer_id"),
        _once("void_order", "number"),
        _primary("void_order"),
    )
    op.create_index(op.f("ix_void_order_lot_id"), "void_order", ["lot_id"])
    op.create_table(
        "cash_count",
        _column("id", Key),
        _column("sale_id", Key),
        _column("pieces", sa.JSON()),
        _column("counted", MoneyColumn()),
        _column("booked", sa.BigInteger()),
        _column("reason", sa.String()),
        _column("at", Instant()),
        _column("by_id", Key),
        _paise("cash_count", "counted", above=-1),
        sa.CheckConstraint(
            "counted = booked OR reason <> ''", name=op.f("ck_cash_count_difference_has_a_reason")
        ),
        _leads("cash_count", "sale_id", "sale"),
        _leads("cash_count", "by_id", "person"),
        _primary("cash_count"),
    )
    op.create_index("ix_cash_count_sale_id", "cash_count", ["sale_id", "id"])


def _owners_at_the_counter() -> None:
    op.create_table(
        "counter_visit",
        _column("id", Key),
        _column("impounding_id", Key),
        _column("owner", sa.String()),
        _column("phone", sa.String()),
        _column("agent", sa.String()),
        _column("authority", sa.String()),
        _column("told", sa.JSON()),
        _column("agree", sa.Integer()),
        _column("at", Instant()),
        _column("on", sa.Date()),
        _column("by_id", Key),
        _leads("counter_visit", "impounding_id", "impounding"),
        _leads("counter_visit", "by_id", "person"),
        _primary("counter_visit"),
    )
    op.create_index("ix_counter_visit_impounding_id", "counter_visit", ["impounding_id", "id"])
    op.create_table(
        "owner_hold",
        _column("id", Key),
        _column("happening_id", Key),
        _column("lot_id", Key),
        _column("until", Instant()),
        _leads("owner_hold", "happening_id", "lot_happening"),
        _leads("owner_hold", "lot_id", "lot"),
        _once("owner_hold", "happening_id"),
        _primary("owner_hold"),
    )
    op.create_index("ix_owner_hold_lot_id", "owner_hold", ["lot_id", "id"])
