"""A row of the staff list as another office writes it is hidden before it reaches any book (3)."""

from __future__ import annotations

import re
from dataclasses import asdict
from datetime import date
from json import dumps

from portal.actions.listed import Listed, name_keys
from portal.law.screening import BANK, IDENTITY, PHONE
from portal.registers.matching import KnownBy, hide, hide_all, seal
from portal.sheets.staff_list import StaffRow, plain_number

_TEN_FIGURES = re.compile(r"(?:\+?91|0)?[6-9][0-9]{9}")


def hidden(matching_key: str, row: StaffRow, today: date) -> Listed:
    """Hide all that a row says of a person. Without a first day he is staff from today."""
    own = hide_all(
        matching_key,
        staff_number=row.staff_number,
        door_number=row.door_number,
        pin_code=row.pin_code,
        house_name=row.house_name,
        relation=row.relation,
        birth_years=() if row.birth_year is None else (row.birth_year,),
    )
    own += _each(matching_key, IDENTITY, row.identities)
    own += _each(matching_key, PHONE, row.phones)
    own += _each(matching_key, BANK, row.banks)
    kin = _each(matching_key, PHONE, row.kin_phones)
    kin += _each(matching_key, IDENTITY, row.kin_identities)
    kin += _each(matching_key, BANK, row.kin_banks)
    for agent in row.agents:
        if not is_named_only(agent):
            kind = PHONE if _TEN_FIGURES.fullmatch(re.sub(r"[\s-]", "", agent)) else IDENTITY
            kin += _each(matching_key, kind, (agent,))
    told = asdict(row) | {"line": 0, "office": row.office.name}
    return Listed(
        row.name,
        row.office,
        row.since or today,
        row.relation,
        number=own[0].digest,
        fingerprint=seal(matching_key, dumps(told, default=str, sort_keys=True)),
        until=row.until,
        own=tuple(dict.fromkeys(own)),
        kin=tuple(dict.fromkeys(kin)),
        name_keys=name_keys(row.name),
    )


def is_named_only(agent: str) -> bool:
    """Tell whether an agent is given by a name alone, by which no card can be matched with him."""
    return not re.search(r"[0-9]", plain_number(agent))


def _each(matching_key: str, kind: str, written: tuple[str, ...]) -> tuple[KnownBy, ...]:
    return tuple(hide(matching_key, kind, one) for one in written)
