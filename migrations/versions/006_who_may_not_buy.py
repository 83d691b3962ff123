"""Who may not buy: versions of the staff list, screenings, checks, phones that moved, remarks."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key
from portal.registers.guards import keep

revision = "006_who_may_not_buy"
down_revision = "005_live_ring"
branch_labels = None
depends_on = None


def _column(name: str, kind: object, *, nullable: bool = False) -> sa.Column:
    return sa.Column(name, kind, nullable=nullable)


def _table(name: str, *rest: object) -> None:
    op.create_table(
        name,
        _column("id", Key),
        *rest,
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
    )


def _done() -> tuple[sa.Column, ...]:
    return (_column("at", Instant()), _column("by_id", Key))


def _leads(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=op.f(f"fk_{table}_{column}"))


def _once(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns)}"))


def _add(table: str, column: str, kind: str, leads_to: str | None = None) -> None:
    """Add a column to a table that is kept; rows from before have none, or the default."""
    if kind == "KEY":
        kind = "INTEGER" if op.get_bind().dialect.name == "sqlite" else "BIGINT"
    leads = f" CONSTRAINT fk_{table}_{column} REFERENCES {leads_to} (id)" if leads_to else ""
    op.execute(f"ALTER TABLE {table} ADD COLUMN {column} {kind}{leads}")


def upgrade() -> None:
    _table(
        "staff_list_version",
        _column("source", sa.String()),
        _column("order_number", sa.String()),
        _column("listed_before", sa.Integer()),
        _column("added", sa.Integer()),
        _column("changed", sa.Integer()),
        _column("missing", sa.Integer()),
        _column("in_doubt", sa.Boolean()),
        *_done(),
        _leads("staff_list_version", "by_id", "person"),
    )
    keep("staff_list_version", ("id",))
    _table(
        "staff_list_life",
        _column("order_number", sa.String()),
        _column("hours", sa.Integer()),
        *_done(),
        _leads("staff_list_life", "by_id", "person"),
    )
    keep("staff_list_life", ("id",))
    _table(
        "staff_list_missing",
        _column("staff_list_version_id", Key),
        _column("staff_member_id", Key),
        _leads("staff_list_missing", "staff_list_version_id", "staff_list_version"),
        _leads("staff_list_missing", "staff_member_id", "staff_member"),
    )
    keep("staff_list_missing", ("id",))
    op.create_index(
        "ix_staff_list_missing_staff_list_version_id",
        "staff_list_missing",
        ["staff_list_version_id"],
    )
    for table in ("staff_member", "staff_key", "staff_member_end"):
        _add(table, "staff_list_version_id", "KEY", "staff_list_version")
    _add("staff_member", "relation", "VARCHAR NOT NULL DEFAULT ''")
    _add("staff_member", "number", "VARCHAR NOT NULL DEFAULT ''")
    _add("staff_member", "fingerprint", "VARCHAR NOT NULL DEFAULT ''")
    _add("staff_key", "whose", "VARCHAR NOT NULL DEFAULT 'own'")
    op.create_index("ix_staff_key_staff_member_id", "staff_key", ["staff_member_id"])
    op.create_index("ix_staff_key_digest", "staff_key", ["digest"])
    _table(
        "staff_name_key",
        _column("staff_member_id", Key),
        _column("key", sa.String()),
        _leads("staff_name_key", "staff_member_id", "staff_member"),
    )
    op.create_index("ix_staff_name_key_key", "staff_name_key", ["key", "staff_member_id"])
    keep("staff_name_key", ("id",))
    _add("card", "relation", "VARCHAR NOT NULL DEFAULT ''")
    _table(
        "card_phone",
        _column("card_id", Key),
        _column("phone", sa.String()),
        _column("reason", sa.String()),
        *_done(),
        _leads("card_phone", "card_id", "card"),
        _leads("card_phone", "by_id", "person"),
    )
    op.create_index("ix_card_phone_card_id", "card_phone", ["card_id", "id"])
    op.create_index("ix_card_phone_phone", "card_phone", ["phone"])
    keep("card_phone", ("id",))
    _table(
        "screening",
        _column("card_id", Key),
        _column("whom", sa.String()),
        _column("gate", sa.String()),
        _column("staff_list_version_id", Key, nullable=True),
        _column("rules", sa.Integer()),
        _column("facts", sa.String()),
        _column("verdict", sa.Integer()),
        _column("outcome", sa.Integer()),
        _column("by_key", sa.Boolean()),
        _column("reasons", sa.JSON()),
        _column("on", sa.Date()),
        *_done(),
        _leads("screening", "card_id", "card"),
        _leads("screening", "staff_list_version_id", "staff_list_version"),
        _leads("screening", "by_id", "person"),
    )
    op.create_index("ix_screening_card_id", "screening", ["card_id", "whom", "id"])
    op.create_index("ix_screening_outcome", "screening", ["outcome", "id"])
    op.create_index("ix_screening_facts", "screening", ["facts"])
    keep("screening", ("id",))
    _table(
        "check_finding",
        _column("screening_id", Key),
        _column("facts", sa.String()),
        _column("finding", sa.String()),
        _column("reason", sa.String()),
        _column("words", sa.String()),
        _column("on", sa.Date()),
        *_done(),
        _leads("check_finding", "screening_id", "screening"),
        _leads("check_finding", "by_id", "person"),
    )
    op.create_index("ix_check_finding_facts", "check_finding", ["facts", "id"])
    keep("check_finding", ("id",))
    _table(
        "person_key",
        _column("person_id", Key),
        _column("kind", sa.String()),
        _column("digest", sa.String()),
        _column("tail", sa.String()),
        _leads("person_key", "person_id", "person"),
    )
    op.create_index("ix_person_key_kind_digest", "person_key", ["kind", "digest"])
    op.create_index("ix_person_key_person_id", "person_key", ["person_id"])
    keep("person_key", ("id",))
    _table(
        "remark",
        _column("pattern", sa.String()),
        _column("about", sa.String()),
        _column("lots", sa.JSON()),
        _column("people", sa.JSON()),
        _column("reasons", sa.String()),
        _column("at", Instant()),
        _once("remark", "about"),
    )
    keep("remark", ("id",), ("about",))
    _table(
        "remark_end",
        _column("remark_id", Key),
        _column("words", sa.String()),
        *_done(),
        _leads("remark_end", "remark_id", "remark"),
        _leads("remark_end", "by_id", "person"),
        _once("remark_end", "remark_id"),
    )
    keep("remark_end", ("id",), ("remark_id",))
    for table in ("lot_happening", "receipt", "delivery"):
        _add(table, "screening_id", "KEY", "screening")
