"""The books carried forward, an index of the words of each entry, and indexes for long lists."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key
from portal.registers.guards import keep

revision = "019_carried_forward"
down_revision = "018_yard"
branch_labels = None
depends_on = None

WORDS = ("kind", "breed", "colour", "area", "pen", "marks", "brought_by")
# As in portal/registers/case_words.py, which asks in these very words.
VECTOR = "to_tsvector('simple'::regconfig, translate({}, '-/._@:', '      '))".format(
    " || ' ' || ".join(WORDS)
)


def _carries(table: str, *columns: sa.Column, once: str, leads: str = "") -> None:
    op.create_table(
        table,
        sa.Column("id", Key, nullable=False),
        sa.Column("carried_forward_id", Key, nullable=False),
        *columns,
        sa.ForeignKeyConstraint(
            ["carried_forward_id"],
            ["carried_forward.id"],
            name=op.f(f"fk_{table}_carried_forward_id"),
        ),
        *(
            [sa.ForeignKeyConstraint([once], [f"{leads}.id"], name=op.f(f"fk_{table}_{once}"))]
            if leads
            else []
        ),
        sa.UniqueConstraint(
            "carried_forward_id", once, name=op.f(f"uq_{table}_carried_forward_id_{once}")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
    )
    keep(table, ("id",), ("carried_forward_id", once))


def upgrade() -> None:
    op.create_table(
        "carried_forward",
        sa.Column("id", Key, nullable=False),
        sa.Column("through_concern", Key, nullable=False),
        sa.Column("through_impounding", Key, nullable=False),
        sa.Column("through_ledger", Key, nullable=False),
        sa.Column("through_statement", Key, nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("journal_line_id", Key, nullable=False),
        sa.ForeignKeyConstraint(
            ["journal_line_id"],
            ["journal_line.id"],
            name=op.f("fk_carried_forward_journal_line_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.UniqueConstraint("journal_line_id", name=op.f("uq_carried_forward_journal_line_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_carried_forward")),
    )
    keep("carried_forward", ("id",), ("journal_line_id",))
    leading = sa.Column("impounding_id", Key, nullable=False)
    _carries("carried_case", leading, once="impounding_id", leads="impounding")
    leading = sa.Column("statement_id", Key, nullable=False)
    _carries("carried_statement", leading, once="statement_id", leads="statement")
    _carries(
        "carried_balance",
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("paise", sa.BigInteger(), nullable=False),
        once="account",
    )
    op.create_index("ix_ledger_line_on", "ledger_line", ["on"])
    op.create_index("ix_journal_line_by_id", "journal_line", ["by_id", "id"])
    op.create_index("ix_claim_finding_claim_id", "claim_finding", ["claim_id"])
    fell = sa.text("what = 'knocked down'")
    op.create_index(
        "ix_lot_happening_hammer",
        "lot_happening",
        ["id"],
        sqlite_where=fell,
        postgresql_where=fell,
    )
    if op.get_bind().dialect.name == "sqlite":
        _words_in_sqlite()
    else:
        op.execute(f"CREATE INDEX ix_impounding_words ON impounding USING gin (({VECTOR}))")


def _words_in_sqlite() -> None:
    """Make a table of words beside the register, and fill it with what is there."""
    op.execute(
        "CREATE VIRTUAL TABLE impounding_words USING fts5(words, content='',"
        " tokenize=\"unicode61 categories 'L* N* M* Co'\")"
    )
    old = " || ' ' || ".join(WORDS)
    op.execute(
        f"INSERT INTO impounding_words (rowid, words) SELECT id, {old} FROM impounding"  # noqa: S608 - names of our own
    )
