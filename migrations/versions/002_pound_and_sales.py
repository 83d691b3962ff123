"""The impound register; sales, lots, cards and bids."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key, MoneyColumn

revision = "002_pound_and_sales"
down_revision = "001_people_and_orders"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "impounding",
        sa.Column("id", Key, nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.Column("pound_id", Key, nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("at", Instant(), nullable=True),
        sa.Column("area", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("kind_written", sa.String(), nullable=False),
        sa.Column("breed", sa.String(), nullable=False),
        sa.Column("colour", sa.String(), nullable=False),
        sa.Column("sex", sa.String(), nullable=False),
        sa.Column("age", sa.String(), nullable=False),
        sa.Column("ear_tag", sa.String(), nullable=True),
        sa.Column("marks", sa.String(), nullable=False),
        sa.Column("brought_by", sa.String(), nullable=False),
        sa.Column("owner_told", sa.String(), nullable=False),
        sa.Column("pen", sa.String(), nullable=False),
        sa.Column("remarks", sa.String(), nullable=False),
        sa.Column("direction_wanted", sa.Boolean(), nullable=False),
        sa.Column("taken_by_id", Key, nullable=False),
        sa.Column("recorded_at", Instant(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["pound_id"], ["pound.id"], name=op.f("fk_impounding_pound_id")),
        sa.ForeignKeyConstraint(
            ["taken_by_id"], ["person.id"], name=op.f("fk_impounding_taken_by_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_impounding")),
        sa.UniqueConstraint("fingerprint", name=op.f("uq_impounding_fingerprint")),
        sa.UniqueConstraint("number", name=op.f("uq_impounding_number")),
    )
    op.create_index(op.f("ix_impounding_ear_tag"), "impounding", ["ear_tag"], unique=False)
    op.create_index("ix_impounding_on", "impounding", ["on", "id"], unique=False)
    op.create_table(
        "animal",
        sa.Column("id", Key, nullable=False),
        sa.Column("impounding_id", Key, nullable=False),
        sa.Column("cattle_class", sa.Integer(), nullable=True),
        sa.Column("head", sa.Integer(), nullable=False),
        sa.CheckConstraint("cattle_class BETWEEN 1 AND 8", name=op.f("ck_animal_named_class")),
        sa.CheckConstraint("head >= 1", name=op.f("ck_animal_some_head")),
        sa.ForeignKeyConstraint(
            ["impounding_id"], ["impounding.id"], name=op.f("fk_animal_impounding_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_animal")),
    )
    op.create_index(op.f("ix_animal_impounding_id"), "animal", ["impounding_id"], unique=False)
    op.create_table(
        "impediment",
        sa.Column("id", Key, nullable=False),
        sa.Column("impounding_id", Key, nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["impounding_id"], ["impounding.id"], name=op.f("fk_impediment_impounding_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_impediment")),
    )
    op.create_index(
        op.f("ix_impediment_impounding_id"), "impediment", ["impounding_id"], unique=False
    )
    op.create_table(
        "impediment_end",
        sa.Column("id", Key, nullable=False),
        sa.Column("impediment_id", Key, nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["impediment_id"], ["impediment.id"], name=op.f("fk_impediment_end_impediment_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_impediment_end")),
        sa.UniqueConstraint("impediment_id", name=op.f("uq_impediment_end_impediment_id")),
    )
    op.create_table(
        "held_row",
        sa.Column("id", Key, nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("pound_id", Key, nullable=False),
        sa.Column("sheet", sa.String(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("cells", sa.JSON(), nullable=False),
        sa.Column("reasons", sa.JSON(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(["pound_id"], ["pound.id"], name=op.f("fk_held_row_pound_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_held_row")),
        sa.UniqueConstraint("fingerprint", name=op.f("uq_held_row_fingerprint")),
    )
    op.create_table(
        "held_row_end",
        sa.Column("id", Key, nullable=False),
        sa.Column("held_row_id", Key, nullable=False),
        sa.Column("impounding_id", Key, nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("by_id", Key, nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.CheckConstraint(
            "(impounding_id IS NULL) <> (reason = '')",
            name=op.f("ck_held_row_end_mended_or_set_aside"),
        ),
        sa.ForeignKeyConstraint(["by_id"], ["person.id"], name=op.f("fk_held_row_end_by_id")),
        sa.ForeignKeyConstraint(
            ["held_row_id"], ["held_row.id"], name=op.f("fk_held_row_end_held_row_id")
        ),
        sa.ForeignKeyConstraint(
            ["impounding_id"], ["impounding.id"], name=op.f("fk_held_row_end_impounding_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_held_row_end")),
        sa.UniqueConstraint("held_row_id", name=op.f("uq_held_row_end_held_row_id")),
        sa.UniqueConstraint("impounding_id", name=op.f("uq_held_row_end_impounding_id")),
    )
    op.create_table(
        "journal_concern",
        sa.Column("id", Key, nullable=False),
        sa.Column("journal_line_id", Key, nullable=False),
        sa.Column("impounding_id", Key, nullable=False),
        sa.ForeignKeyConstraint(
            ["impounding_id"], ["impounding.id"], name=op.f("fk_journal_concern_impounding_id")
        ),
        sa.ForeignKeyConstraint(
            ["journal_line_id"],
            ["journal_line.id"],
            name=op.f("fk_journal_concern_journal_line_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journal_concern")),
        sa.UniqueConstraint(
            "impounding_id",
            "journal_line_id",
            name=op.f("uq_journal_concern_impounding_id_journal_line_id"),
        ),
    )
    op.create_table(
        "sale",
        sa.Column("id", Key, nullable=False),
        sa.Column("pound_id", Key, nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("hour", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("terms", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["pound_id"], ["pound.id"], name=op.f("fk_sale_pound_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sale")),
    )
    op.create_table(
        "sale_happening",
        sa.Column("id", Key, nullable=False),
        sa.Column("sale_id", Key, nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("by_id", Key, nullable=False),
        sa.Column("remark", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["person.id"], name=op.f("fk_sale_happening_by_id")),
        sa.ForeignKeyConstraint(["sale_id"], ["sale.id"], name=op.f("fk_sale_happening_sale_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sale_happening")),
        sa.UniqueConstraint("sale_id", "what", name=op.f("uq_sale_happening_sale_id_what")),
    )
    op.create_table(
        "lot",
        sa.Column("id", Key, nullable=False),
        sa.Column("sale_id", Key, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("impounding_id", Key, nullable=False),
        sa.Column("starting_price", MoneyColumn(), nullable=False),
        sa.Column("step", MoneyColumn(), nullable=False),
        sa.CheckConstraint(
            "starting_price = CAST(starting_price AS BIGINT) AND starting_price > 0",
            name=op.f("ck_lot_starting_price_in_paise"),
        ),
        sa.CheckConstraint(
            "step = CAST(step AS BIGINT) AND step > 0", name=op.f("ck_lot_step_in_paise")
        ),
        sa.ForeignKeyConstraint(
            ["impounding_id"], ["impounding.id"], name=op.f("fk_lot_impounding_id")
        ),
        sa.ForeignKeyConstraint(["sale_id"], ["sale.id"], name=op.f("fk_lot_sale_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lot")),
        sa.UniqueConstraint("sale_id", "impounding_id", name=op.f("uq_lot_sale_id_impounding_id")),
        sa.UniqueConstraint("sale_id", "number", name=op.f("uq_lot_sale_id_number")),
    )
    op.create_index(op.f("ix_lot_impounding_id"), "lot", ["impounding_id"], unique=False)
    op.create_table(
        "card",
        sa.Column("id", Key, nullable=False),
        sa.Column("sale_id", Key, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("phone", sa.String(), nullable=False),
        sa.Column("buys_for", sa.String(), nullable=False),
        sa.Column("declared", sa.String(), nullable=False),
        sa.Column("given_by_id", Key, nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.CheckConstraint("number BETWEEN 1 AND 9999", name=op.f("ck_card_number_on_card")),
        sa.ForeignKeyConstraint(["given_by_id"], ["person.id"], name=op.f("fk_card_given_by_id")),
        sa.ForeignKeyConstraint(["sale_id"], ["sale.id"], name=op.f("fk_card_sale_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_card")),
        sa.UniqueConstraint("sale_id", "number", name=op.f("uq_card_sale_id_number")),
    )
    op.create_table(
        "card_key",
        sa.Column("id", Key, nullable=False),
        sa.Column("card_id", Key, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("tail", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["card_id"], ["card.id"], name=op.f("fk_card_key_card_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_card_key")),
    )
    op.create_index(op.f("ix_card_key_card_id"), "card_key", ["card_id"], unique=False)
    op.create_index("ix_card_key_kind_digest", "card_key", ["kind", "digest"], unique=False)
    op.create_table(
        "bid",
        sa.Column("id", Key, nullable=False),
        sa.Column("lot_id", Key, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("card_id", Key, nullable=False),
        sa.Column("amount", MoneyColumn(), nullable=False),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("by_id", Key, nullable=False),
        sa.CheckConstraint(
            "amount = CAST(amount AS BIGINT) AND amount > 0", name=op.f("ck_bid_amount_in_paise")
        ),
        sa.ForeignKeyConstraint(["by_id"], ["person.id"], name=op.f("fk_bid_by_id")),
        sa.ForeignKeyConstraint(["card_id"], ["card.id"], name=op.f("fk_bid_card_id")),
        sa.ForeignKeyConstraint(["lot_id"], ["lot.id"], name=op.f("fk_bid_lot_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bid")),
        sa.UniqueConstraint("lot_id", "key", name=op.f("uq_bid_lot_id_key")),
        sa.UniqueConstraint("lot_id", "place", name=op.f("uq_bid_lot_id_place")),
    )
    op.create_table(
        "bid_struck",
        sa.Column("id", Key, nullable=False),
        sa.Column("bid_id", Key, nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("by_id", Key, nullable=False),
        sa.ForeignKeyConstraint(["bid_id"], ["bid.id"], name=op.f("fk_bid_struck_bid_id")),
        sa.ForeignKeyConstraint(["by_id"], ["person.id"], name=op.f("fk_bid_struck_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bid_struck")),
        sa.UniqueConstraint("bid_id", name=op.f("uq_bid_struck_bid_id")),
    )
    op.create_table(
        "lot_happening",
        sa.Column("id", Key, nullable=False),
        sa.Column("lot_id", Key, nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("bid_id", Key, nullable=True),
        sa.Column("step", MoneyColumn(), nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("by_id", Key, nullable=False),
        sa.Column("journal_line_id", Key, nullable=False),
        sa.CheckConstraint(
            "(what = 'knocked down') = (bid_id IS NOT NULL)",
            name=op.f("ck_lot_happening_hammer_has_bid"),
        ),
        sa.ForeignKeyConstraint(["bid_id"], ["bid.id"], name=op.f("fk_lot_happening_bid_id")),
        sa.ForeignKeyConstraint(["by_id"], ["person.id"], name=op.f("fk_lot_happening_by_id")),
        sa.ForeignKeyConstraint(
            ["journal_line_id"],
            ["journal_line.id"],
            name=op.f("fk_lot_happening_journal_line_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(["lot_id"], ["lot.id"], name=op.f("fk_lot_happening_lot_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lot_happening")),
    )
    op.create_index("ix_lot_happening_lot_id", "lot_happening", ["lot_id", "id"], unique=False)
