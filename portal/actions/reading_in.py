"""A whole register is read in: a few hundred rows an act, so that nobody else waits for long."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path

from portal.actions.register import RowsRead, read_in_rows
from portal.clock import Clock
from portal.law.days import legal_date
from portal.registers.people import Officer
from portal.sheets.files import open_sheet
from portal.sheets.impound_register import read_register

ROWS_AN_ACT = 250


def read_in_register(
    by: Officer,
    clock: Clock,
    *,
    pound: str,
    path: Path,
    name: str,
    tell: Callable[[int], None] = lambda _rows: None,
) -> RowsRead:
    """Read a register file in; run again, it adds nothing.

    `tell` is called with the number of rows read so far. Raises NotARegister, before anything is
    written, for a file that is none. If the machine stops half way, run it again: rows read in
    before are known by their fingerprint.
    """
    reading = read_register(open_sheet(path, name), legal_date(clock.now()))
    read = RowsRead()
    rows = reading.rows()
    while some := list(islice(rows, ROWS_AN_ACT)):
        read += read_in_rows(by, clock, pound=pound, sheet=name, rows=some)
        tell(read.rows)
    return read
