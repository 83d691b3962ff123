"""C15: a town of 1,500 innocent bidders and 300 officers who have nothing to do with them."""

import json
import os
from collections import Counter

import pytest
from town import town

from portal.actions import staff_list
from portal.law.offices import Office
from portal.law.screening import BESIDE_A_NAME, SHARED, BarredOffice, Outcome, screen
from portal.names.groups import naming_group
from portal.names.reading import read_name
from portal.registers.matching import hide_all
from portal.registers.screening import Facts, in_common
from portal.registers.staff_list import latest_version

KEY = "a key that hides the staff list in tests"


def known_by(one, years):
    return hide_all(
        KEY,
        identity=one.identity,
        phone=one.phone,
        bank=one.bank,
        door_number=one.door_number,
        pin_code=one.pin_code,
        house_name=one.house_name,
        relation=one.relation,
        birth_years=years,
    )


@pytest.mark.check("C15")
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_of_a_town_of_innocents_at_most_two_in_a_hundred_wait_and_nobody_for_a_name(
    inside, people, clock
):
    drawn = town(1)
    listed = [
        staff_list.Listed(
            one.name,
            BarredOffice.POLICE_OFFICER,
            clock.at.date().replace(year=2020),
            relation=one.relation,
            number=f"number {at}",
            fingerprint=f"{at}",
            own=known_by(one, (one.birth_year,)),
        )
        for at, one in enumerate(drawn.officers)
    ]
    staff_list.upload_staff_list(
        people[Office.ADMINISTRATOR], clock, order_number="T-30", listed=listed
    )
    version, today = latest_version(), clock.at.date()
    came_to, groups, by_name_alone = Counter(), Counter(), 0
    for one in drawn.bidders:
        years = (one.birth_year - 1, one.birth_year, one.birth_year + 1)
        digests = tuple((key.kind, key.digest) for key in known_by(one, years))
        verdict = screen(in_common(Facts(one.name, one.relation, digests), version, today))
        came_to[verdict.outcome] += 1
        if verdict.outcome >= Outcome.HOLD:
            groups[naming_group(read_name(one.name))] += 1
            shared = verdict.reasons[0].shared | verdict.reasons[0].of_kin
            by_name_alone += not shared & (SHARED | BESIDE_A_NAME)
    figures = {
        "check": "C15 town",
        "bidders": len(drawn.bidders),
        "officers": len(drawn.officers),
        "clear": came_to[Outcome.CLEAR],
        "noted": came_to[Outcome.NOTE],
        "held": came_to[Outcome.HOLD],
        "barred": came_to[Outcome.BAR],
        "held_by_name_alone": by_name_alone,
        "held_by_pattern_of_name": {group.value: n for group, n in groups.items()},
    }
    if where := os.environ.get("PORTAL_FIGURES"):
        with open(where, "a", encoding="utf-8") as kept:  # noqa: PTH123
            kept.write(json.dumps(figures) + "\n")
    assert came_to[Outcome.BAR] == 0
    assert by_name_alone == 0
    assert came_to[Outcome.HOLD] / len(drawn.bidders) <= 0.02, figures
