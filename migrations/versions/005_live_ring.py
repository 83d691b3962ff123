"""The live ring: bids whose card is named later, left bids, limits, announcements, order, tests."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key, MoneyColumn
from portal.registers.guards import keep

revision = "005_live_ring"
down_revision = "004_guards"
branch_labels = None
depends_on = None

BID_KEYS = (("id",), ("lot_id", "key"), ("lot_id", "place"))


def _column(name: str, kind: object, *, nullable: bool = False) -> sa.Column:
    return sa.Column(name, kind, nullable=nullable)


def _table(name: str, *rest: object) -> None:
    op.create_table(
        name,
        _column("id", Key),
        *rest,
        _column("at", Instant()),
        _column("by_id", Key),
        sa.ForeignKeyConstraint(["by_id"], ["person.id"], name=op.f(f"fk_{name}_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
    )


def _leads(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=op.f(f"fk_{table}_{column}"))


def _once(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns)}"))


def _paise(table: str, column: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(
        f"{column} = CAST({column} AS BIGINT) AND {column} > 0",
        name=op.f(f"ck_{table}_{column}_in_paise"),
    )


def _has_a_card() -> sa.CheckConstraint:
    return sa.CheckConstraint(
        "card_id IS NOT NULL OR channel = 'ring'", name=op.f("ck_bid_has_a_card")
    )


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        _make_bid_anew_in_sqlite()
    else:
        op.alter_column("bid", "card_id", nullable=True)
        op.add_column("bid", _column("made_at", Instant(), nullable=True))
        op.create_check_constraint(op.f("ck_bid_has_a_card"), "bid", _has_a_card().sqltext)
    op.create_index("ix_card_sale_id_phone", "card", ["sale_id", "phone"])
    op.create_index("ix_bid_card_id", "bid", ["card_id", "lot_id"])
    _table(
        "bid_named",
        _column("bid_id", Key),
        _column("card_id", Key),
        _leads("bid_named", "bid_id", "bid"),
        _leads("bid_named", "card_id", "card"),
        _once("bid_named", "bid_id"),
    )
    _table(
        "left_bid",
        _column("lot_id", Key),
        _column("card_id", Key),
        _column("most", MoneyColumn()),
        _column("key", sa.String()),
        _leads("left_bid", "lot_id", "lot"),
        _leads("left_bid", "card_id", "card"),
        _once("left_bid", "lot_id", "key"),
        _paise("left_bid", "most"),
    )
    _table(
        "left_bid_end",
        _column("left_bid_id", Key),
        _leads("left_bid_end", "left_bid_id", "left_bid"),
        _once("left_bid_end", "left_bid_id"),
    )
    _table(
        "card_limit",
        _column("card_id", Key),
        _column("most", MoneyColumn(), nullable=True),
        _leads("card_limit", "card_id", "card"),
        _paise("card_limit", "most"),
    )
    op.create_index("ix_card_limit_card_id", "card_limit", ["card_id", "id"])
    _table(
        "announcement",
        _column("sale_id", Key),
        _column("message", sa.String()),
        _column("words", sa.String()),
        _leads("announcement", "sale_id", "sale"),
    )
    op.create_index("ix_announcement_sale_id", "announcement", ["sale_id", "id"])
    _table(
        "run_order",
        _column("sale_id", Key),
        _column("lots", sa.JSON()),
        _leads("run_order", "sale_id", "sale"),
    )
    op.create_index("ix_run_order_sale_id", "run_order", ["sale_id", "id"])
    _table(
        "test_bid",
        _column("sale_id", Key),
        _column("place", sa.Integer()),
        _column("channel", sa.String()),
        _column("card_id", Key, nullable=True),
        _column("amount", MoneyColumn()),
        _column("key", sa.String()),
        _leads("test_bid", "sale_id", "sale"),
        _leads("test_bid", "card_id", "card"),
        _once("test_bid", "sale_id", "key"),
        _once("test_bid", "sale_id", "place"),
        _paise("test_bid", "amount"),
    )
    keep("bid_named", ("id",), ("bid_id",))
    keep("left_bid", ("id",), ("lot_id", "key"))
    keep("left_bid_end", ("id",), ("left_bid_id",))
    for table in ("card_limit", "announcement", "run_order"):
        keep(table, ("id",))
    keep("test_bid", ("id",), ("sale_id", "key"), ("sale_id", "place"))


def _make_bid_anew_in_sqlite() -> None:
    """SQLite takes NOT NULL off a column only by a new table; foreign keys rest meanwhile."""
    op.create_table(
        "bid_anew",
        _column("id", Key),
        _column("lot_id", Key),
        _column("place", sa.Integer()),
        _column("card_id", Key, nullable=True),
        _column("amount", MoneyColumn()),
        _column("channel", sa.String()),
        _column("key", sa.String()),
        _column("at", Instant()),
        _column("by_id", Key),
        _column("made_at", Instant(), nullable=True),
        _paise("bid", "amount"),
        _has_a_card(),
        _leads("bid", "by_id", "person"),
        _leads("bid", "card_id", "card"),
        _leads("bid", "lot_id", "lot"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bid")),
        _once("bid", "lot_id", "key"),
        _once("bid", "lot_id", "place"),
    )
    columns = "id, lot_id, place, card_id, amount, channel, key, at, by_id"
    op.execute(f"INSERT INTO bid_anew ({columns}) SELECT {columns} FROM bid")  # noqa: S608
    op.execute("DROP TABLE bid")
    op.execute("ALTER TABLE bid_anew RENAME TO bid")
    keep("bid", *BID_KEYS)
