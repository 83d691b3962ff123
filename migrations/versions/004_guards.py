"""Guards: what is written in any book stays written; and the two names the portal itself uses."""

import sqlalchemy as sa
from alembic import op

from portal.registers.guards import keep

revision = "004_guards"
down_revision = "003_money_and_claims"
branch_labels = None
depends_on = None

# Each table with the columns of its unique keys, the primary key first.
KEYS = {
    "animal": (("id",),),
    "appointment": (("id",),),
    "appointment_end": (("id",), ("appointment_id",)),
    "appropriation": (("id",), ("journal_line_id",), ("lot_id", "attempt")),
    "area_notification": (("id",), ("number",)),
    "area_notification_end": (("id",), ("area_notification_id",)),
    "bid": (("id",), ("lot_id", "key"), ("lot_id", "place")),
    "bid_struck": (("id",), ("bid_id",)),
    "card": (("id",), ("sale_id", "number")),
    "card_key": (("id",),),
    "challan": (("id",), ("journal_line_id",)),
    "challan_item": (("id",), ("appropriation_id",)),
    "claim": (("id",),),
    "claim_finding": (("id",), ("claim_order_id", "claim_id")),
    "claim_order": (("id",),),
    "claim_paper": (("id",),),
    "closed_day": (("id",),),
    "closed_day_end": (("id",), ("closed_day_id",)),
    "delivery": (("id",), ("lot_id",), ("receipt_id",)),
    "dues_charged": (("id",),),
    "held_row": (("id",), ("fingerprint",)),
    "held_row_end": (("id",), ("held_row_id",), ("impounding_id",)),
    "impediment": (("id",),),
    "impediment_end": (("id",), ("impediment_id",)),
    "impounding": (("id",), ("fingerprint",), ("number",)),
    "journal_concern": (("id",), ("impounding_id", "journal_line_id")),
    "journal_line": (("id",),),
    "ledger_line": (("id",),),
    "lot": (("id",), ("sale_id", "impounding_id"), ("sale_id", "number")),
    "lot_happening": (("id",),),
    "password": (("id",),),
    "person": (("id",), ("sign_in_name",)),
    "pound": (("id",), ("code",), ("name",)),
    "rate_order": (("id",),),
    "reading_record": (("id",), ("reading", "since", "choice", "authority")),
    "receipt": (("id",), ("journal_line_id",), ("lot_id", "attempt"), ("year", "number")),
    "release": (("id",), ("impounding_id",), ("receipt_id",)),
    "remittance": (("id",), ("challan_id",), ("journal_line_id",), ("treasury_number",)),
    "reversal": (("id",), ("reversed_journal_line_id",)),
    "sale": (("id",),),
    "sale_happening": (("id",), ("sale_id", "what")),
    "sign_in": (("id",), ("token_digest",)),
    "sign_out": (("id",), ("sign_in_id",)),
    "staff_key": (("id",),),
    "staff_member": (("id",),),
    "staff_member_end": (("id",), ("staff_member_id",)),
    "voucher": (("id",), ("journal_line_id",), ("lot_id", "attempt")),
    "voucher_paid": (("id",), ("journal_line_id",), ("voucher_id",)),
}


def upgrade() -> None:
    person = sa.table("person", sa.column("name"), sa.column("sign_in_name"), sa.column("phone"))
    for name, sign_in_name in (("The public", "-public"), ("The portal", "-portal")):
        op.execute(person.insert().values(name=name, sign_in_name=sign_in_name, phone=""))
    for table, keys in KEYS.items():
        keep(table, *keys)
