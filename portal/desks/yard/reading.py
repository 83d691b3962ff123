"""One row of the register is read in one way, whether it was typed in a row or step by step."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from portal.actions.entries import number_of_case
from portal.registers.impound import case_with_tag, number_is_taken
from portal.registers.people import Pound
from portal.sheets.impound_register import Entry, Reason, reread
from portal.web.desk import today


def read_entry(
    cells: Mapping[str, str], pound: Pound, confirmed: Collection[str]
) -> Entry | tuple[Reason, ...]:
    """Read a row; give the entry, or what is in doubt and was not answered for."""

    def number_taken(year: int, number: int) -> bool:
        return number_is_taken(number_of_case(pound, year, number))

    return reread(cells, confirmed, today(), number_taken, case_with_tag)
