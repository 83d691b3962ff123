"""The pound yard: unfinished entries, photos, marks, care, vet slips, moves, births and deaths."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key
from portal.registers.guards import keep

revision = "018_yard"
down_revision = "017_public"
branch_labels = None
depends_on = None


def _column(name: str, kind: object, *, nullable: bool = False) -> sa.Column:
    return sa.Column(name, kind, nullable=nullable)


def _leads(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=op.f(f"fk_{table}_{column}"))


def _once(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns)}"))


def _holds(table: str, name: str, rule: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(rule, name=op.f(f"ck_{table}_{name}"))


def _entered_by(table: str) -> tuple[object, ...]:
    return (
        _column("by_id", Key),
        _column("at", Instant()),
        _leads(table, "by_id", "person"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
    )


def upgrade() -> None:
    _unfinished_entries()
    _photos_and_marks()
    _care_slips_and_moves()
    _births_and_deaths()
    keep("intake", ("id",))
    keep("intake_step", ("id",))
    keep("intake_end", ("id",), ("intake_id",), ("impounding_id",))
    keep("photo", ("id",), ("intake_id", "sha256"), ("impounding_id", "sha256"))
    keep("photo_struck", ("id",), ("photo_id",))
    keep("photo_shown", ("id",))
    keep("known_mark", ("id",), ("impounding_id", "place"))
    keep("care_tick", ("id",))
    keep("vet_slip", ("id",), ("impediment_id",))
    keep("pen_move", ("id",))
    keep("birth", ("id",))
    keep("death", ("id",))
    keep("yard_undone", ("id",), ("book", "row_id"))


def _unfinished_entries() -> None:
    op.create_table("intake", _column("id", Key), *_entered_by("intake"))
    op.create_table(
        "intake_step",
        _column("id", Key),
        _column("intake_id", Key),
        _column("step", sa.String()),
        _column("answers", sa.JSON()),
        _leads("intake_step", "intake_id", "intake"),
        *_entered_by("intake_step"),
    )
    op.create_index("ix_intake_step_intake_id", "intake_step", ["intake_id", "id"])
    op.create_table(
        "intake_end",
        _column("id", Key),
        _column("intake_id", Key),
        _column("impounding_id", Key, nullable=True),
        _column("reason", sa.String()),
        _holds("intake_end", "entered_or_set_aside", "(impounding_id IS NULL) <> (reason = '')"),
        _leads("intake_end", "intake_id", "intake"),
        _leads("intake_end", "impounding_id", "impounding"),
        _once("intake_end", "intake_id"),
        _once("intake_end", "impounding_id"),
        *_entered_by("intake_end"),
    )


def _photos_and_marks() -> None:
    op.create_table(
        "photo",
        _column("id", Key),
        _column("intake_id", Key, nullable=True),
        _column("impounding_id", Key, nullable=True),
        _column("shows", sa.String()),
        _column("file_name", sa.String()),
        _column("sha256", sa.String()),
        _column("small_sha256", sa.String()),
        _column("size", sa.Integer()),
        _holds("photo", "of_one_thing", "(intake_id IS NULL) <> (impounding_id IS NULL)"),
        _leads("photo", "intake_id", "intake"),
        _leads("photo", "impounding_id", "impounding"),
        _once("photo", "intake_id", "sha256"),
        _once("photo", "impounding_id", "sha256"),
        *_entered_by("photo"),
    )
    op.create_table(
        "photo_struck",
        _column("id", Key),
        _column("photo_id", Key),
        _column("reason", sa.String()),
        _leads("photo_struck", "photo_id", "photo"),
        _once("photo_struck", "photo_id"),
        *_entered_by("photo_struck"),
    )
    op.create_table(
        "photo_shown",
        _column("id", Key),
        _column("photo_id", Key),
        _column("public", sa.Boolean()),
        _leads("photo_shown", "photo_id", "photo"),
        *_entered_by("photo_shown"),
    )
    op.create_index(op.f("ix_photo_shown_photo_id"), "photo_shown", ["photo_id"])
    op.create_table(
        "known_mark",
        _column("id", Key),
        _column("impounding_id", Key),
        _column("place", sa.Integer()),
        _column("words", sa.String()),
        _column("held_back", sa.Boolean()),
        _leads("known_mark", "impounding_id", "impounding"),
        _once("known_mark", "impounding_id", "place"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_known_mark")),
    )


def _care_slips_and_moves() -> None:
    op.create_table(
        "care_tick",
        _column("id", Key),
        _column("impounding_id", Key),
        _column("on", sa.Date()),
        _column("remark", sa.String()),
        _leads("care_tick", "impounding_id", "impounding"),
        *_entered_by("care_tick"),
    )
    op.create_index("ix_care_tick_impounding_id", "care_tick", ["impounding_id", "on"])
    op.create_index("ix_care_tick_on", "care_tick", ["on", "id"])
    op.create_table(
        "vet_slip",
        _column("id", Key),
        _column("impounding_id", Key),
        _column("fit", sa.Boolean()),
        _column("vet", sa.String()),
        _column("says", sa.String()),
        _column("examined_on", sa.Date()),
        _column("impediment_id", Key, nullable=True),
        _column("ended_a_stop", sa.Boolean()),
        _leads("vet_slip", "impounding_id", "impounding"),
        _leads("vet_slip", "impediment_id", "impediment"),
        _once("vet_slip", "impediment_id"),
        *_entered_by("vet_slip"),
    )
    op.create_index(op.f("ix_vet_slip_impounding_id"), "vet_slip", ["impounding_id"])
    op.create_table(
        "pen_move",
        _column("id", Key),
        _column("impounding_id", Key),
        _column("pound_id", Key),
        _column("pen", sa.String()),
        _column("why", sa.String()),
        _leads("pen_move", "impounding_id", "impounding"),
        _leads("pen_move", "pound_id", "pound"),
        *_entered_by("pen_move"),
    )
    op.create_index(op.f("ix_pen_move_impounding_id"), "pen_move", ["impounding_id"])


def _births_and_deaths() -> None:
    op.create_table(
        "death",
        _column("id", Key),
        _column("impounding_id", Key),
        _column("on", sa.Date()),
        _column("cattle_class", sa.Integer(), nullable=True),
        _column("head", sa.Integer()),
        _column("born_on", sa.Date(), nullable=True),
        _column("cause", sa.String()),
        _column("left", sa.Integer()),
        _holds("death", "some_head", "head >= 1"),
        _holds("death", "no_less_than_none", '"left" >= 0'),
        _leads("death", "impounding_id", "impounding"),
        *_entered_by("death"),
    )
    op.create_index(op.f("ix_death_impounding_id"), "death", ["impounding_id"])
    op.create_index(op.f("ix_death_on"), "death", ["on"])
    op.create_table(
        "birth",
        _column("id", Key),
        _column("impounding_id", Key),
        _column("on", sa.Date()),
        _column("kind", sa.String()),
        _column("cattle_class", sa.Integer(), nullable=True),
        _column("head", sa.Integer()),
        _column("remark", sa.String()),
        _holds("birth", "some_head", "head >= 1"),
        _leads("birth", "impounding_id", "impounding"),
        *_entered_by("birth"),
    )
    op.create_index(op.f("ix_birth_impounding_id"), "birth", ["impounding_id"])
    op.create_table(
        "yard_undone",
        _column("id", Key),
        _column("book", sa.String()),
        _column("row_id", Key),
        _column("reason", sa.String()),
        _once("yard_undone", "book", "row_id"),
        *_entered_by("yard_undone"),
    )
