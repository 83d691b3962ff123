"""A place held for the revision of messages and codes, which is written elsewhere."""

revision = "007_messages_and_codes"
down_revision = "006_who_may_not_buy"
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass
