"""A place held for the revision of who may not buy, which is written elsewhere."""

revision = "006_who_may_not_buy"
down_revision = "005_live_ring"
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass
