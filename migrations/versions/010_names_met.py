"""Look names up by two of their words together, and what is known of somebody by whose it is.

The names of those on the list already are given their new forms; the old ones stay and are not
asked for.

"""

import sqlalchemy as sa
from alembic import op

from portal.names.meeting import kept_keys
from portal.names.reading import read_name

revision = "010_names_met"
down_revision = "009_act_of_a_line"
AT_A_TIME = 1_000


def upgrade() -> None:
    """Widen the index, and give the names their new forms."""
    op.drop_index("ix_staff_key_staff_member_id", table_name="staff_key")
    op.create_index("ix_staff_key_staff_member_id", "staff_key", ["staff_member_id", "digest"])
    members = sa.table("staff_member", sa.column("id", sa.Integer), sa.column("name", sa.String))
    forms = sa.table(
        "staff_name_key", sa.column("staff_member_id", sa.Integer), sa.column("key", sa.String)
    )
    connection = op.get_bind()
    last = 0
    while rows := connection.execute(
        sa.select(members.c.id, members.c.name)
        .where(members.c.id > last)
        .order_by(members.c.id)
        .limit(AT_A_TIME)
    ).all():
        last = rows[-1].id
        new = [
            {"staff_member_id": row.id, "key": key}
            for row in rows
            for key in sorted(kept_keys(read_name(row.name)))
        ]
        if new:
            connection.execute(sa.insert(forms), new)


def downgrade() -> None:
    """Make the index narrow again; forms that were written stay written."""
    op.drop_index("ix_staff_key_staff_member_id", table_name="staff_key")
    op.create_index("ix_staff_key_staff_member_id", "staff_key", ["staff_member_id"])
