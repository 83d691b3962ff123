"""Dues, ledger, receipts, claims, and money that leaves."""

import sqlalchemy as sa
from alembic import op

from portal.registers.base import Instant, Key, MoneyColumn

revision = "003_money_and_claims"
down_revision = "002_pound_and_sales"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "dues_charged",
        sa.Column("id", Key, nullable=False),
        sa.Column("journal_line_id", Key, nullable=False),
        sa.Column("impounding_id", Key, nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("charge", sa.String(), nullable=False),
        sa.Column("cites", sa.String(), nullable=False),
        sa.Column("readings", sa.String(), nullable=False),
        sa.Column("cattle_class", sa.Integer(), nullable=True),
        sa.Column("head", sa.Integer(), nullable=False),
        sa.Column("amount", MoneyColumn(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=True),
        sa.Column("per_day", MoneyColumn(), nullable=True),
        sa.Column("first", sa.Date(), nullable=True),
        sa.Column("last", sa.Date(), nullable=True),
        sa.Column("order_number", sa.String(), nullable=False),
        sa.Column("per_head", MoneyColumn(), nullable=True),
        sa.Column("doubled_by", sa.String(), nullable=True),
        sa.Column("doubled_since", sa.Date(), nullable=True),
        sa.Column("doubled_until", sa.Date(), nullable=True),
        sa.CheckConstraint(
            "amount = CAST(amount AS BIGINT) AND amount > -1",
            name=op.f("ck_dues_charged_amount_in_paise"),
        ),
        sa.ForeignKeyConstraint(
            ["impounding_id"], ["impounding.id"], name=op.f("fk_dues_charged_impounding_id")
        ),
        sa.ForeignKeyConstraint(
            ["journal_line_id"],
            ["journal_line.id"],
            name=op.f("fk_dues_charged_journal_line_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_dues_charged")),
    )
    op.create_index(
        op.f("ix_dues_charged_impounding_id"), "dues_charged", ["impounding_id"], unique=False
    )
    op.create_index(
        op.f("ix_dues_charged_journal_line_id"), "dues_charged", ["journal_line_id"], unique=False
    )
    op.create_table(
        "ledger_line",
        sa.Column("id", Key, nullable=False),
        sa.Column("journal_line_id", Key, nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("impounding_id", Key, nullable=True),
        sa.Column("lot_id", Key, nullable=True),
        sa.Column("debit", sa.String(), nullable=False),
        sa.Column("credit", sa.String(), nullable=False),
        sa.Column("amount", MoneyColumn(), nullable=False),
        sa.CheckConstraint(
            "amount = CAST(amount AS BIGINT) AND amount > 0",
            name=op.f("ck_ledger_line_amount_in_paise"),
        ),
        sa.CheckConstraint("debit <> credit", name=op.f("ck_ledger_line_two_sides")),
        sa.ForeignKeyConstraint(
            ["impounding_id"], ["impounding.id"], name=op.f("fk_ledger_line_impounding_id")
        ),
        sa.ForeignKeyConstraint(
            ["journal_line_id"],
            ["journal_line.id"],
            name=op.f("fk_ledger_line_journal_line_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(["lot_id"], ["lot.id"], name=op.f("fk_ledger_line_lot_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_line")),
    )
    op.create_index(
        op.f("ix_ledger_line_impounding_id"), "ledger_line", ["impounding_id"], unique=False
    )
    op.create_index(
        op.f("ix_ledger_line_journal_line_id"), "ledger_line", ["journal_line_id"], unique=False
    )
    op.create_index(op.f("ix_ledger_line_lot_id"), "ledger_line", ["lot_id"], unique=False)
    op.create_table(
        "reversal",
        sa.Column("id", Key, nullable=False),
        sa.Column("reversed_journal_line_id", Key, nullable=False),
        sa.Column("journal_line_id", Key, nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["journal_line_id"],
            ["journal_line.id"],
            name=op.f("fk_reversal_journal_line_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["reversed_journal_line_id"],
            ["journal_line.id"],
            name=op.f("fk_reversal_reversed_journal_line_id"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reversal")),
        sa.UniqueConstraint(
            "reversed_journal_line_id", name=op.f("uq_reversal_reversed_journal_line_id")
        ),
    )
    op.create_table(
        "receipt",
        sa.Column("id", Key, nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(), nullable=False),
        sa.Column("impounding_id", Key, nullable=False),
        sa.Column("lot_id", Key, nullable=True),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("payer", sa.String(), nullable=False),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("reference", sa.String(), nullable=False),
        sa.Column("amount", MoneyColumn(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("taken_by_id", Key, nullable=False),
        sa.Column("journal_line_id", Key, nullable=False),
        sa.CheckConstraint(
            "(purpose = 'hammer money') = (lot_id IS NOT NULL)",
            name=op.f("ck_receipt_for_one_thing"),
        ),
        sa.CheckConstraint(
            "amount = CAST(amount AS BIGINT) AND amount > 0",
            name=op.f("ck_receipt_amount_in_paise"),
        ),
        sa.ForeignKeyConstraint(
            ["impounding_id"], ["impounding.id"], name=op.f("fk_receipt_impounding_id")
        ),
        sa.ForeignKeyConstraint(
            ["journal_line_id"],
            ["journal_line.id"],
            name=op.f("fk_receipt_journal_line_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(["lot_id"], ["lot.id"], name=op.f("fk_receipt_lot_id")),
        sa.ForeignKeyConstraint(
            ["taken_by_id"], ["person.id"], name=op.f("fk_receipt_taken_by_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_receipt")),
        sa.UniqueConstraint("journal_line_id", name=op.f("uq_receipt_journal_line_id")),
        sa.UniqueConstraint("lot_id", "attempt", name=op.f("uq_receipt_lot_id_attempt")),
        sa.UniqueConstraint("year", "number", name=op.f("uq_receipt_year_number")),
    )
    op.create_index(op.f("ix_receipt_impounding_id"), "receipt", ["impounding_id"], unique=False)
    op.create_table(
        "release",
        sa.Column("id", Key, nullable=False),
        sa.Column("impounding_id", Key, nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("receipt_id", Key, nullable=False),
        sa.Column("owner", sa.String(), nullable=False),
        sa.Column("agent", sa.String(), nullable=True),
        sa.Column("authority", sa.String(), nullable=False),
        sa.Column("proof_seen", sa.String(), nullable=False),
        sa.Column("journal_line_id", Key, nullable=False),
        sa.ForeignKeyConstraint(
            ["impounding_id"], ["impounding.id"], name=op.f("fk_release_impounding_id")
        ),
        sa.ForeignKeyConstraint(
            ["journal_line_id"],
            ["journal_line.id"],
            name=op.f("fk_release_journal_line_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(["receipt_id"], ["receipt.id"], name=op.f("fk_release_receipt_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_release")),
        sa.UniqueConstraint("impounding_id", name=op.f("uq_release_impounding_id")),
        sa.UniqueConstraint("receipt_id", name=op.f("uq_release_receipt_id")),
    )
    op.create_table(
        "delivery",
        sa.Column("id", Key, nullable=False),
        sa.Column("lot_id", Key, nullable=False),
        sa.Column("receipt_id", Key, nullable=False),
        sa.Column("taken_away_by", sa.String(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("by_id", Key, nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["person.id"], name=op.f("fk_delivery_by_id")),
        sa.ForeignKeyConstraint(["lot_id"], ["lot.id"], name=op.f("fk_delivery_lot_id")),
        sa.ForeignKeyConstraint(
            ["receipt_id"], ["receipt.id"], name=op.f("fk_delivery_receipt_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_delivery")),
        sa.UniqueConstraint("lot_id", name=op.f("uq_delivery_lot_id")),
        sa.UniqueConstraint("receipt_id", name=op.f("uq_delivery_receipt_id")),
    )
    op.create_table(
        "claim",
        sa.Column("id", Key, nullable=False),
        sa.Column("lot_id", Key, nullable=False),
        sa.Column("claimant", sa.String(), nullable=False),
        sa.Column("phone", sa.String(), nullable=False),
        sa.Column("says", sa.String(), nullable=False),
        sa.Column("bank_account", sa.String(), nullable=False),
        sa.Column("ifsc", sa.String(), nullable=False),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("appeared_at", Instant(), nullable=False),
        sa.Column("appeared_on", sa.Date(), nullable=False),
        sa.Column("taken_by_id", Key, nullable=True),
        sa.CheckConstraint("channel IN ('counter', 'online')", name=op.f("ck_claim_channel_named")),
        sa.ForeignKeyConstraint(["lot_id"], ["lot.id"], name=op.f("fk_claim_lot_id")),
        sa.ForeignKeyConstraint(["taken_by_id"], ["person.id"], name=op.f("fk_claim_taken_by_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claim")),
    )
    op.create_index(op.f("ix_claim_lot_id"), "claim", ["lot_id"], unique=False)
    op.create_table(
        "claim_paper",
        sa.Column("id", Key, nullable=False),
        sa.Column("claim_id", Key, nullable=False),
        sa.Column("called", sa.String(), nullable=False),
        sa.Column("file_name", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["claim_id"], ["claim.id"], name=op.f("fk_claim_paper_claim_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claim_paper")),
    )
    op.create_index(op.f("ix_claim_paper_claim_id"), "claim_paper", ["claim_id"], unique=False)
    op.create_table(
        "claim_order",
        sa.Column("id", Key, nullable=False),
        sa.Column("lot_id", Key, nullable=False),
        sa.Column("reasons", sa.String(), nullable=False),
        sa.Column("by_id", Key, nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["person.id"], name=op.f("fk_claim_order_by_id")),
        sa.ForeignKeyConstraint(["lot_id"], ["lot.id"], name=op.f("fk_claim_order_lot_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claim_order")),
    )
    op.create_index(op.f("ix_claim_order_lot_id"), "claim_order", ["lot_id"], unique=False)
    op.create_table(
        "claim_finding",
        sa.Column("id", Key, nullable=False),
        sa.Column("claim_order_id", Key, nullable=False),
        sa.Column("claim_id", Key, nullable=False),
        sa.Column("finding", sa.String(), nullable=False),
        sa.CheckConstraint(
            "finding IN ('ALLOWED', 'REFUSED')", name=op.f("ck_claim_finding_finding_named")
        ),
        sa.ForeignKeyConstraint(["claim_id"], ["claim.id"], name=op.f("fk_claim_finding_claim_id")),
        sa.ForeignKeyConstraint(
            ["claim_order_id"], ["claim_order.id"], name=op.f("fk_claim_finding_claim_order_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claim_finding")),
        sa.UniqueConstraint(
            "claim_order_id", "claim_id", name=op.f("uq_claim_finding_claim_order_id_claim_id")
        ),
    )
    op.create_table(
        "voucher",
        sa.Column("id", Key, nullable=False),
        sa.Column("lot_id", Key, nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("claim_id", Key, nullable=False),
        sa.Column("claim_order_id", Key, nullable=False),
        sa.Column("payee", sa.String(), nullable=False),
        sa.Column("bank_account", sa.String(), nullable=False),
        sa.Column("ifsc", sa.String(), nullable=False),
        sa.Column("amount", MoneyColumn(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("by_id", Key, nullable=False),
        sa.Column("journal_line_id", Key, nullable=False),
        sa.CheckConstraint(
            "amount = CAST(amount AS BIGINT) AND amount > 0",
            name=op.f("ck_voucher_amount_in_paise"),
        ),
        sa.ForeignKeyConstraint(["by_id"], ["person.id"], name=op.f("fk_voucher_by_id")),
        sa.ForeignKeyConstraint(["claim_id"], ["claim.id"], name=op.f("fk_voucher_claim_id")),
        sa.ForeignKeyConstraint(
            ["claim_order_id"], ["claim_order.id"], name=op.f("fk_voucher_claim_order_id")
        ),
        sa.ForeignKeyConstraint(
            ["journal_line_id"],
            ["journal_line.id"],
            name=op.f("fk_voucher_journal_line_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(["lot_id"], ["lot.id"], name=op.f("fk_voucher_lot_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_voucher")),
        sa.UniqueConstraint("journal_line_id", name=op.f("uq_voucher_journal_line_id")),
        sa.UniqueConstraint("lot_id", "attempt", name=op.f("uq_voucher_lot_id_attempt")),
    )
    op.create_table(
        "voucher_paid",
        sa.Column("id", Key, nullable=False),
        sa.Column("voucher_id", Key, nullable=False),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("reference", sa.String(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("by_id", Key, nullable=False),
        sa.Column("journal_line_id", Key, nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["person.id"], name=op.f("fk_voucher_paid_by_id")),
        sa.ForeignKeyConstraint(
            ["journal_line_id"],
            ["journal_line.id"],
            name=op.f("fk_voucher_paid_journal_line_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["voucher_id"], ["voucher.id"], name=op.f("fk_voucher_paid_voucher_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_voucher_paid")),
        sa.UniqueConstraint("journal_line_id", name=op.f("uq_voucher_paid_journal_line_id")),
        sa.UniqueConstraint("voucher_id", name=op.f("uq_voucher_paid_voucher_id")),
    )
    op.create_table(
        "appropriation",
        sa.Column("id", Key, nullable=False),
        sa.Column("lot_id", Key, nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("amount", MoneyColumn(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("by_id", Key, nullable=False),
        sa.Column("journal_line_id", Key, nullable=False),
        sa.CheckConstraint(
            "amount = CAST(amount AS BIGINT) AND amount > 0",
            name=op.f("ck_appropriation_amount_in_paise"),
        ),
        sa.ForeignKeyConstraint(["by_id"], ["person.id"], name=op.f("fk_appropriation_by_id")),
        sa.ForeignKeyConstraint(
            ["journal_line_id"],
            ["journal_line.id"],
            name=op.f("fk_appropriation_journal_line_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(["lot_id"], ["lot.id"], name=op.f("fk_appropriation_lot_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_appropriation")),
        sa.UniqueConstraint("journal_line_id", name=op.f("uq_appropriation_journal_line_id")),
        sa.UniqueConstraint("lot_id", "attempt", name=op.f("uq_appropriation_lot_id_attempt")),
    )
    op.create_table(
        "challan",
        sa.Column("id", Key, nullable=False),
        sa.Column("head_of_account", sa.String(), nullable=False),
        sa.Column("amount", MoneyColumn(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("by_id", Key, nullable=False),
        sa.Column("journal_line_id", Key, nullable=False),
        sa.CheckConstraint(
            "amount = CAST(amount AS BIGINT) AND amount > 0",
            name=op.f("ck_challan_amount_in_paise"),
        ),
        sa.ForeignKeyConstraint(["by_id"], ["person.id"], name=op.f("fk_challan_by_id")),
        sa.ForeignKeyConstraint(
            ["journal_line_id"],
            ["journal_line.id"],
            name=op.f("fk_challan_journal_line_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challan")),
        sa.UniqueConstraint("journal_line_id", name=op.f("uq_challan_journal_line_id")),
    )
    op.create_table(
        "challan_item",
        sa.Column("id", Key, nullable=False),
        sa.Column("challan_id", Key, nullable=False),
        sa.Column("appropriation_id", Key, nullable=False),
        sa.ForeignKeyConstraint(
            ["appropriation_id"],
            ["appropriation.id"],
            name=op.f("fk_challan_item_appropriation_id"),
        ),
        sa.ForeignKeyConstraint(
            ["challan_id"], ["challan.id"], name=op.f("fk_challan_item_challan_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challan_item")),
        sa.UniqueConstraint("appropriation_id", name=op.f("uq_challan_item_appropriation_id")),
    )
    op.create_index(
        op.f("ix_challan_item_challan_id"), "challan_item", ["challan_id"], unique=False
    )
    op.create_table(
        "remittance",
        sa.Column("id", Key, nullable=False),
        sa.Column("challan_id", Key, nullable=False),
        sa.Column("treasury_number", sa.String(), nullable=False),
        sa.Column("on", sa.Date(), nullable=False),
        sa.Column("at", Instant(), nullable=False),
        sa.Column("by_id", Key, nullable=False),
        sa.Column("journal_line_id", Key, nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["person.id"], name=op.f("fk_remittance_by_id")),
        sa.ForeignKeyConstraint(
            ["challan_id"], ["challan.id"], name=op.f("fk_remittance_challan_id")
        ),
        sa.ForeignKeyConstraint(
            ["journal_line_id"],
            ["journal_line.id"],
            name=op.f("fk_remittance_journal_line_id"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_remittance")),
        sa.UniqueConstraint("challan_id", name=op.f("uq_remittance_challan_id")),
        sa.UniqueConstraint("journal_line_id", name=op.f("uq_remittance_journal_line_id")),
        sa.UniqueConstraint("treasury_number", name=op.f("uq_remittance_treasury_number")),
    )
