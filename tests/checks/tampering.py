"""What somebody alters who looks into a page: hidden and read-only fields, names, addresses."""

import re
from collections import Counter

import sqlalchemy as sa
from forms import find_form

from portal.registers.base import db

INPUT = re.compile(r"<input\b[^>]*>")
# What the columns of money, persons and papers are called, and what else an attacker tries.
NAMES = (
    "amount", "price", "hammer_price", "due", "total", "paid", "offered", "surplus", "starting_price",
    "payee", "bank_account", "ifsc", "account", "claimant", "claim", "claim_id", "claim_order_id",
    "owner", "owner_id", "person", "person_id", "by", "by_id", "taken_by_id", "officer", "office",
    "card", "card_id", "lot", "lot_id", "sale", "sale_id", "case", "impounding_id", "hammer_id",
    "refund", "refund_owed_id", "voucher", "voucher_id", "appropriation_id", "challan_id", "number",
    "status", "state", "stage", "approved", "approved_by", "confirmed", "code", "channel",
    "appeared_on", "at", "on", "created_at", "journal_line_id", "head_of_account", "id", "_method",
)  # fmt: skip
WORTHS = ("1", "2", "999", "0", "-1", "0.01", "99999999", "23", "yes", "Somebody Else")
BAD_IDS = ("0", "999", "2147483647", "9223372036854775807", "9" * 40, "-1", "1.0", "1e1", "١")
AT_A_TIME = 4
BOOKS = {
    "bid", "bid_struck", "lot", "lot_happening", "receipt", "ledger_line", "reversal", "delivery",
    "refund_owed", "refund_paid", "deposit", "deposit_end", "claim", "claim_answer", "claim_key",
    "claim_paper", "claim_order", "payee", "payee_decided", "voucher", "voucher_paid", "approval",
    "appropriation", "challan", "challan_item", "remittance", "head_of_account",
}  # fmt: skip


class Form:
    """A form of a page as it would be sent, and which of its fields a visitor cannot type in."""

    def __init__(self, html, action):
        found = find_form(html, action)
        self.action, self.answers = action, dict(found.answers)
        self.answers.pop("csrf_token", None)
        shown_only = [
            one for one in INPUT.findall(html) if 'type="hidden"' in one or "readonly" in one
        ]
        names = {re.search(r'name="([^"]+)"', one)[1] for one in shown_only if 'name="' in one}
        self.hidden = sorted(names & set(self.answers))


class Tamperer:
    """Sends altered requests, and tells which rows of the books each of them left.

    Rows that stand are not read again: the database refuses to change them (C08).
    """

    def __init__(self, act):
        self.act, self.sent, self.answers, self.last = act, 0, Counter(), {}

    def send(self, browser, address, **form):
        """Send one request; give the rows that came with it, by table."""
        self.act(self._new_rows)
        reply = browser.send(address, **form)
        self.sent += 1
        self.answers[reply.status_code] += 1
        assert reply.status_code < 500, (address, form)
        return self.act(self._new_rows)

    def _new_rows(self):
        """Read what was written since the last look."""
        found = []
        for name, table in db.metadata.tables.items():
            if name in BOOKS:
                since = table.c.id > self.last.get(name, 0)
                rows = db.session.execute(sa.select(table).where(since).order_by(table.c.id))
                for row in rows.mappings():
                    found.append((name, dict(row)))
                    self.last[name] = row["id"]
        return found

    def extras(self, declared, **of_others):
        """Names that the form does not declare, some at a time; then what is others'; then all."""
        names = [one for one in NAMES if one not in declared]
        for first in range(0, len(names), AT_A_TIME):
            some = names[first : first + AT_A_TIME]
            yield {name: WORTHS[(first + place) % len(WORTHS)] for place, name in enumerate(some)}
        for name, worth in of_others.items():
            yield {name: worth}
        yield self.all_extras(declared)

    def all_extras(self, declared):
        """Every name that the form does not declare, at once."""
        return dict.fromkeys((one for one in NAMES if one not in declared), "999")
