"""Lines of the journal are looked up by their act: what was tried and refused under (3)."""

from alembic import op

revision = "009_act_of_a_line"
down_revision = "008_deposits"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_journal_line_act", "journal_line", ["act", "id"])
