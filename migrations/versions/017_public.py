"""Words by which everybody finds an animal; what people write to the office about the portal."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key
from portal.registers.finding import keys_of
from portal.registers.guards import keep
from portal.registers.impound import Animal, Impounding

revision = "017_public"
down_revision = "016_prints"
branch_labels = None
depends_on = None
AT_A_TIME = 500
TOLD = (
    "id", "number", "pound_id", "on", "area", "kind", "breed", "colour", "ear_tag",
)  # fmt: skip


def upgrade() -> None:
    """Make both tables, and give the animals on the register their words."""
    op.create_index("ix_sale_on", "sale", ["on", "id"])
    op.create_index("ix_sale_happening_what", "sale_happening", ["what", "at", "id"])
    op.create_table(
        "found_by",
        sa.Column("id", Key, nullable=False),
        sa.Column("impounding_id", Key, nullable=False),
        sa.Column("word", sa.String(), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(
            ["impounding_id"], ["impounding.id"], name=op.f("fk_found_by_impounding_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_found_by")),
        sa.UniqueConstraint("impounding_id", "word", name=op.f("uq_found_by_impounding_id_word")),
    )
    op.create_index(
        "ix_found_by_word_on_impounding_id", "found_by", ["word", "on", "impounding_id"]
    )
    _give_words()
    keep("found_by", ("id",), ("impounding_id", "word"))
    op.create_table(
        "feedback",
        sa.Column("id", Key, nullable=False),
        sa.Column("about", sa.String(), nullable=False),
        sa.Column("page", sa.String(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("answer_to", sa.String(), nullable=False),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_feedback")),
    )
    op.create_index("ix_feedback_on_sender", "feedback", ["on", "sender"])
    keep("feedback", ("id",))


def _give_words() -> None:
    session = sa.orm.Session(op.get_bind())
    columns = [getattr(Impounding, name) for name in TOLD]
    last = 0
    while rows := session.execute(
        sa.select(*columns).where(Impounding.id > last).order_by(Impounding.id).limit(AT_A_TIME)
    ).all():
        last = rows[-1].id
        numbers = [row.id for row in rows]
        classes: dict[int, list[Animal]] = {}
        for one in session.execute(
            sa.select(Animal.impounding_id, Animal.cattle_class).where(
                Animal.impounding_id.in_(numbers)
            )
        ):
            classes.setdefault(one.impounding_id, []).append(one)
        words = sa.table("found_by", *(sa.column(name) for name in ("impounding_id", "word", "on")))
        new = [
            {"impounding_id": row.id, "word": word, "on": row.on}
            for row in rows
            for word in sorted(keys_of(_Entry(row, classes.get(row.id, []))))
        ]
        op.get_bind().execute(sa.insert(words), new)


class _Entry:
    """A row of the register as `keys_of` looks at it, without columns that come later."""

    def __init__(self, row: sa.Row, animals: list) -> None:
        self.animals = animals
        for name in TOLD:
            setattr(self, name, getattr(row, name))
