"""People and their offices; orders that bind the sums and the days."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key, MoneyColumn

revision = "001_people_and_orders"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "person",
        sa.Column("id", Key, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("sign_in_name", sa.String(), nullable=False),
        sa.Column("phone", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("sign_in_name", name=op.f("uq_person_sign_in_name")),
    )
    op.create_table(
        "pound",
        sa.Column("id", Key, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pound")),
        sa.UniqueConstraint("code", name=op.f("uq_pound_code")),
        sa.UniqueConstraint("name", name=op.f("uq_pound_name")),
    )
    op.create_table(
        "password",
        sa.Column("id", Key, nullable=False),
        sa.Column("person_id", Key, nullable=False),
        sa.Column("hashed", sa.String(), nullable=False),
        sa.Column("set_at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_password_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_password")),
    )
    op.create_index(op.f("ix_password_person_id"), "password", ["person_id"], unique=False)
    op.create_table(
        "appointment",
        sa.Column("id", Key, nullable=False),
        sa.Column("person_id", Key, nullable=False),
        sa.Column("office", sa.String(), nullable=False),
        sa.Column("pound_id", Key, nullable=True),
        sa.Column("order_number", sa.String(), nullable=False),
        sa.Column("since", sa.Date(), nullable=False),
        sa.Column("until", sa.Date(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_appointment_person_id")
        ),
        sa.ForeignKeyConstraint(["pound_id"], ["pound.id"], name=op.f("fk_appointment_pound_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_appointment")),
    )
    op.create_index(
        "ix_appointment_person_id_office", "appointment", ["person_id", "office"], unique=False
    )
    op.create_table(
        "appointment_end",
        sa.Column("id", Key, nullable=False),
        sa.Column("appointment_id", Key, nullable=False),
        sa.Column("order_number", sa.String(), nullable=False),
        sa.Column("from_day", sa.Date(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["appointment_id"], ["appointment.id"], name=op.f("fk_appointment_end_appointment_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_appointment_end")),
        sa.UniqueConstraint("appointment_id", name=op.f("uq_appointment_end_appointment_id")),
    )
    op.create_table(
        "sign_in",
        sa.Column("id", Key, nullable=False),
        sa.Column("token_digest", sa.String(), nullable=False),
        sa.Column("person_id", Key, nullable=False),
        sa.Column("office", sa.String(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("ends_at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_sign_in_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in")),
        sa.UniqueConstraint("token_digest", name=op.f("uq_sign_in_token_digest")),
    )
    op.create_table(
        "sign_out",
        sa.Column("id", Key, nullable=False),
        sa.Column("sign_in_id", Key, nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["sign_in_id"], ["sign_in.id"], name=op.f("fk_sign_out_sign_in_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_out")),
        sa.UniqueConstraint("sign_in_id", name=op.f("uq_sign_out_sign_in_id")),
    )
    op.create_table(
        "journal_line",
        sa.Column("id", Key, autoincrement=False, nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("by_id", Key, nullable=False),
        sa.Column("office", sa.String(), nullable=False),
        sa.Column("act", sa.String(), nullable=False),
        sa.Column("cites", sa.String(), nullable=True),
        sa.Column("particulars", sa.JSON(), nullable=False),
        sa.Column("held", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["person.id"], name=op.f("fk_journal_line_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journal_line")),
    )
    op.create_table(
        "rate_order",
        sa.Column("id", Key, nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.Column("since", sa.Date(), nullable=False),
        sa.Column("until", sa.Date(), nullable=True),
        sa.Column("cattle_class", sa.Integer(), nullable=True),
        sa.Column("pound_fee", MoneyColumn(), nullable=False),
        sa.Column("expenses", MoneyColumn(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.CheckConstraint("cattle_class BETWEEN 1 AND 8", name=op.f("ck_rate_order_named_class")),
        sa.CheckConstraint(
            "expenses = CAST(expenses AS BIGINT) AND expenses > -1",
            name=op.f("ck_rate_order_expenses_in_paise"),
        ),
        sa.CheckConstraint(
            "pound_fee = CAST(pound_fee AS BIGINT) AND pound_fee > -1",
            name=op.f("ck_rate_order_pound_fee_in_paise"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rate_order")),
    )
    op.create_table(
        "area_notification",
        sa.Column("id", Key, nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.Column("area", sa.String(), nullable=False),
        sa.Column("since", sa.Date(), nullable=False),
        sa.Column("until", sa.Date(), nullable=True),
        sa.Column("at", Instant(), nullable=False),
        sa.CheckConstraint(
            "until IS NULL OR until >= since", name=op.f("ck_area_notification_ends_after")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_area_notification")),
        sa.UniqueConstraint("number", name=op.f("uq_area_notification_number")),
    )
    op.create_table(
        "area_notification_end",
        sa.Column("id", Key, nullable=False),
        sa.Column("area_notification_id", Key, nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["area_notification_id"],
            ["area_notification.id"],
            name=op.f("fk_area_notification_end_area_notification_id"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_area_notification_end")),
        sa.UniqueConstraint(
            "area_notification_id", name=op.f("uq_area_notification_end_area_notification_id")
        ),
    )
    op.create_table(
        "closed_day",
        sa.Column("id", Key, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_closed_day")),
    )
    op.create_index(op.f("ix_closed_day_day"), "closed_day", ["day"], unique=False)
    op.create_table(
        "closed_day_end",
        sa.Column("id", Key, nullable=False),
        sa.Column("closed_day_id", Key, nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["closed_day_id"], ["closed_day.id"], name=op.f("fk_closed_day_end_closed_day_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_closed_day_end")),
        sa.UniqueConstraint("closed_day_id", name=op.f("uq_closed_day_end_closed_day_id")),
    )
    op.create_table(
        "reading_record",
        sa.Column("id", Key, nullable=False),
        sa.Column("reading", sa.String(), nullable=False),
        sa.Column("choice", sa.String(), nullable=False),
        sa.Column("authority", sa.String(), nullable=False),
        sa.Column("since", sa.Date(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reading_record")),
        sa.UniqueConstraint(
            "reading",
            "since",
            "choice",
            "authority",
            name=op.f("uq_reading_record_reading_since_choice_authority"),
        ),
    )
    op.create_table(
        "staff_member",
        sa.Column("id", Key, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("office", sa.String(), nullable=False),
        sa.Column("since", sa.Date(), nullable=False),
        sa.Column("recorded_at", Instant(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_member")),
    )
    op.create_table(
        "staff_key",
        sa.Column("id", Key, nullable=False),
        sa.Column("staff_member_id", Key, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("tail", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["staff_member_id"], ["staff_member.id"], name=op.f("fk_staff_key_staff_member_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_key")),
    )
    op.create_index("ix_staff_key_kind_digest", "staff_key", ["kind", "digest"], unique=False)
    op.create_table(
        "staff_member_end",
        sa.Column("id", Key, nullable=False),
        sa.Column("staff_member_id", Key, nullable=False),
        sa.Column("order_number", sa.String(), nullable=False),
        sa.Column("from_day", sa.Date(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.ForeignKeyConstraint(
            ["staff_member_id"],
            ["staff_member.id"],
            name=op.f("fk_staff_member_end_staff_member_id"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_member_end")),
        sa.UniqueConstraint("staff_member_id", name=op.f("uq_staff_member_end_staff_member_id")),
    )
