"""Accounts: second persons, closed months, corrections, files of a bank, the head of account."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key, MoneyColumn
from portal.registers.guards import keep

revision = "011_accounts"
down_revision = "010_names_met"
branch_labels = None
depends_on = None

LEDGER_LINE_IN_A_CLOSED_MONTH = """
CREATE OR REPLACE FUNCTION refuse_closed_month() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM month_closing WHERE year * 100 + month >=
               EXTRACT(YEAR FROM NEW."on") * 100 + EXTRACT(MONTH FROM NEW."on")) THEN
        RAISE EXCEPTION 'the month is closed: what is written in it stays written'
            USING ERRCODE = '23001';
    END IF;
    RETURN NEW;
END $$
"""


def _column(name: str, kind: object, *, nullable: bool = False) -> sa.Column:
    return sa.Column(name, kind, nullable=nullable)


def _leads(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=op.f(f"fk_{table}_{column}"))


def _once(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns)}"))


def _holds(table: str, name: str, condition: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(condition, name=op.f(f"ck_{table}_{name}"))


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


def _table(name: str, *parts: object, keys: tuple[tuple[str, ...], ...] = ()) -> None:
    """Make a table whose rows say when and by whom they were written, and guard it."""
    op.create_table(
        name,
        _column("id", Key),
        *parts,
        _column("at", Instant()),
        _column("by_id", Key),
        _leads(name, "by_id", "person"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        *[_once(name, *key) for key in keys],
    )
    keep(name, ("id",), *keys)


def upgrade() -> None:
    _two_persons()
    _months()
    _statements()
    _corrections()
    _refuse_closed_months()


def _two_persons() -> None:
    if op.get_bind().dialect.name == "sqlite":  # which adds a key only together with its column
        op.execute(
            "ALTER TABLE rate_order ADD COLUMN made_by_id INTEGER"
            " CONSTRAINT fk_rate_order_made_by_id REFERENCES person (id)"
        )
    else:
        op.add_column("rate_order", _column("made_by_id", Key, nullable=True))
        op.create_foreign_key(
            op.f("fk_rate_order_made_by_id"), "rate_order", "person", ["made_by_id"], ["id"]
        )
    _table(
        "rate_order_signed",
        _column("rate_order_id", Key),
        _leads("rate_order_signed", "rate_order_id", "rate_order"),
        keys=(("rate_order_id",),),
    )
    papers = ("voucher", "appropriation", "challan")
    count = " + ".join(f"CASE WHEN {one}_id IS NULL THEN 0 ELSE 1 END" for one in papers)
    _table(
        "approval",
        *[_column(f"{one}_id", Key, nullable=True) for one in papers],
        *[_leads("approval", f"{one}_id", one) for one in papers],
        _holds("approval", "of_one_paper", f"{count} = 1"),
        keys=tuple((f"{one}_id",) for one in papers),
    )
    _table(
        "head_of_account",
        _column("head", sa.String()),
        _column("order_number", sa.String()),
    )


def _months() -> None:
    _table("month_prepared", _column("year", sa.Integer()), _column("month", sa.Integer()))
    _table(
        "month_closing",
        _column("year", sa.Integer()),
        _column("month", sa.Integer()),
        _column("figures", sa.JSON()),
        _column("ledger_lines", sa.Integer()),
        _column("journal_line_id", Key),
        _answers_to_the_journal("month_closing")[0],
        keys=(("year", "month"), ("journal_line_id",)),
    )


def _statements() -> None:
    _table("statement_columns", _column("sender", sa.String()), _column("columns", sa.JSON()))
    _table(
        "statement",
        _column("sender", sa.String()),
        _column("file_name", sa.String()),
        _column("sha256", sa.String()),
        _column("on", sa.Date()),
        keys=(("sha256",),),
    )
    op.create_table(
        "statement_line",
        _column("id", Key),
        _column("statement_id", Key),
        _column("line", sa.Integer()),
        _column("on", sa.Date()),
        _column("reference", sa.String()),
        _column("amount", MoneyColumn()),
        _holds("statement_line", "amount_in_paise", "amount = CAST(amount AS BIGINT)"),
        _leads("statement_line", "statement_id", "statement"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_statement_line")),
        _once("statement_line", "statement_id", "line"),
    )
    keep("statement_line", ("id",), ("statement_id", "line"))
    _table(
        "statement_answer",
        _column("statement_id", Key),
        _column("difference", sa.String()),
        _column("reason", sa.String()),
        _holds("statement_answer", "has_a_reason", "reason <> ''"),
        _leads("statement_answer", "statement_id", "statement"),
        keys=(("statement_id", "difference"),),
    )


def _corrections() -> None:
    whole = "amount = CAST(amount AS BIGINT) AND amount > 0"
    something = "corrects_id IS NOT NULL OR statement_line_id IS NOT NULL"
    _table(
        "correction",
        _column("debit", sa.String()),
        _column("credit", sa.String()),
        _column("amount", MoneyColumn()),
        _column("corrects_id", Key, nullable=True),
        _column("statement_line_id", Key, nullable=True),
        _column("reason", sa.String()),
        _holds("correction", "amount_in_paise", whole),
        _holds("correction", "two_sides", "debit <> credit"),
        _holds("correction", "has_a_reason", "reason <> ''"),
        _holds("correction", "corrects_something", something),
        _leads("correction", "corrects_id", "journal_line"),
        _leads("correction", "statement_line_id", "statement_line"),
    )
    _table(
        "correction_posting",
        _column("correction_id", Key),
        _column("year", sa.Integer()),
        _column("month", sa.Integer()),
        _column("number", sa.Integer()),
        _column("on", sa.Date()),
        _column("journal_line_id", Key),
        _leads("correction_posting", "correction_id", "correction"),
        _answers_to_the_journal("correction_posting")[0],
        keys=(("correction_id",), ("year", "month", "number"), ("journal_line_id",)),
    )


def _refuse_closed_months() -> None:
    """Let the database itself refuse a ledger line that is dated into a closed month."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE TRIGGER ledger_line_in_open_month BEFORE INSERT ON ledger_line"
            " WHEN EXISTS (SELECT 1 FROM month_closing WHERE year * 100 + month >="
            " CAST(strftime('%Y%m', NEW.\"on\") AS INTEGER))"
            " BEGIN SELECT RAISE(ABORT, 'the month is closed: what is written in it stays"
            " written'); END"
        )
        return
    op.execute(LEDGER_LINE_IN_A_CLOSED_MONTH)
    op.execute(
        "CREATE TRIGGER ledger_line_in_open_month BEFORE INSERT ON ledger_line"
        " FOR EACH ROW EXECUTE FUNCTION refuse_closed_month()"
    )
