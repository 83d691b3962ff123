"""What the register says after the noise, held against what the phones were told."""

import os
import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise

import sqlalchemy as sa

COMMAND = "from portal.cli import portal; portal()"
BIDS = """
SELECT bid.id, bid.place, card.number AS card, bid.amount, bid.key, bid.at
FROM bid JOIN lot ON lot.id = bid.lot_id LEFT JOIN card ON card.id = bid.card_id
WHERE lot.sale_id = :sale AND lot.number = :lot ORDER BY bid.id
"""
HAMMERS = """
SELECT lot_happening.id, bid.place, bid.amount / 100 AS amount, lot_happening.at
FROM lot_happening JOIN lot ON lot.id = lot_happening.lot_id JOIN bid ON bid.id = bid_id
WHERE lot.sale_id = :sale AND lot.number = :lot AND what = 'knocked down'
"""
EVERY_KEY = "SELECT lot_id, place, key FROM bid WHERE lot_id > 0 ORDER BY lot_id, place"
JOURNAL = """
SELECT journal_line.id, journal_line.act
FROM journal_line JOIN journal_concern ON journal_concern.journal_line_id = journal_line.id
JOIN lot ON lot.impounding_id = journal_concern.impounding_id
WHERE lot.sale_id = :sale AND lot.number = :lot ORDER BY journal_line.id
"""


@dataclass(frozen=True)
class Row:
    """One bid as recorded, in whole rupees."""

    id: int
    place: int
    card: int | None
    amount: int
    key: str
    at: object


class Register:
    """The database, read by a way of its own and not by the portal's."""

    def __init__(self, url):
        self._engine = sa.create_engine(url, poolclass=sa.NullPool)
        self.url, self.engine = url, self._engine.dialect.name

    def ask(self, sql, **places):
        with self._engine.connect() as connection:
            return connection.execute(sa.text(sql), places).all()

    def bids(self, sale, lot):
        return [
            Row(one.id, one.place, one.card, one.amount // 100, one.key, one.at)
            for one in self.ask(BIDS, sale=sale, lot=lot)
        ]

    def hammers(self, sale, lot):
        return self.ask(HAMMERS, sale=sale, lot=lot)

    def acts_on(self, sale, lot):
        """Give the acts on a lot in the order of the journal, which is the order of the lock."""
        return [one.act for one in self.ask(JOURNAL, sale=sale, lot=lot)]

    def is_whole(self):
        """Tell whether the database itself finds nothing broken."""
        if self.engine == "sqlite":
            return self.ask("PRAGMA integrity_check")[0][0] == "ok"
        with self._engine.connect() as connection:
            counted = []
            for way in ("enable_seqscan", "enable_indexscan"):
                connection.execute(sa.text(f"SET LOCAL {way} = off"))
                counted.append(connection.execute(sa.text(EVERY_KEY)).all())
                connection.execute(sa.text(f"SET LOCAL {way} = on"))
        return counted[0] == counted[1]

    def verified(self, environ):
        """Run `portal verify`; give what it says if the books differ, and nothing if not."""
        done = subprocess.run(
            [sys.executable, "-c", COMMAND, "verify"],
            env={"PATH": os.environ["PATH"]} | environ,
            capture_output=True,
            text=True,
            check=False,
        )
        return "" if done.returncode == 0 else done.stdout + done.stderr


class NaiveRegister(Register):
    """The tables of the naive build, asked the same questions."""

    def __init__(self, file):
        super().__init__(f"sqlite:///{file}")

    def bids(self, _sale, lot):
        rows = self.ask("SELECT * FROM bid WHERE lot = :lot ORDER BY id", lot=lot)
        return [Row(one.id, one.place, one.card, one.amount, one.key, one.at) for one in rows]

    def hammers(self, _sale, lot):
        return self.ask("SELECT * FROM hammer WHERE lot = :lot ORDER BY id", lot=lot)

    def acts_on(self, _sale, lot):
        acts = self.ask("SELECT act FROM journal WHERE lot = :lot ORDER BY id", lot=lot)
        return [one.act for one in acts]


def violations(attempts, rows):
    """List every promise that was broken, by its kind; nothing where all were kept.

    `attempts` is all that the phones sent on one lot and what they were told; `rows` are the bids
    recorded on it.
    """
    found = defaultdict(list)
    by_key = defaultdict(list)
    for row in rows:
        by_key[row.key].append(row)
    sent = {one.key: one for one in attempts}
    for one in attempts:
        kept = by_key.get(one.key, [])
        if one.acknowledged and not kept:
            found["accepted and lost"].append(one)
        if one.acknowledged and kept and (kept[0].amount, kept[0].card) != (one.amount, one.card):
            found["recorded otherwise"].append(one)
        if one.denied and kept:
            found["told it was not recorded"].append(one)
        if one.status is None and one.later not in {200, 404}:
            found["left undecided"].append(one)
        if one.status is not None and one.status >= 500 and one.status != 503:
            found["broken"].append(one)
    found["from nowhere"] = [row for row in rows if row.key not in sent]
    found["doubled by key"] = [kept for kept in by_key.values() if len(kept) > 1]
    places, amounts = Counter(row.place for row in rows), Counter(row.amount for row in rows)
    found["doubled by place"] = [place for place, many in places.items() if many > 1]
    found["equal tops"] = [amount for amount, many in amounts.items() if many > 1]
    in_order = sorted(rows, key=lambda row: (row.place, row.id))
    for before, after in pairwise(in_order):
        if after.amount <= before.amount:
            found["not rising"].append((before, after))
        if after.at < before.at or after.id < before.id:
            found["out of order"].append((before, after))
        if after.card == before.card and after.card is not None:
            found["bid against himself"].append((before, after))
    if rows and sorted(places) != list(range(1, max(places) + 1)):
        found["a place is missing"].append(sorted(places))
    return {kind: some for kind, some in found.items() if some}


def many(found):
    """Count violations by kind, for a figure that can be read."""
    return {kind: len(some) for kind, some in found.items()}
