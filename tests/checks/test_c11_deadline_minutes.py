"""C11: at every minute around the tenth and the fifteenth day, in four zones of the machine, the law
says what an oracle says that counts minutes in whole numbers and knows no calendar.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from ring_harness import in_full_or, tell

PROGRAM = Path(__file__).with_name("deadline_minutes.py")
ZONES = ["UTC", "Asia/Kolkata", "America/New_York", "Pacific/Kiritimati"]
EVERY = in_full_or(11, 1)  # minutes; those beside midnight are always asked


def asked_in(zone, bug="", every=EVERY):
    ran = subprocess.run(
        [sys.executable, PROGRAM, str(every)],
        env=os.environ | {"TZ": zone, "PYTHONPATH": str(Path.cwd()), "DEADLINE_BUG": bug},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(ran.stdout)


@pytest.mark.check("C11")
def test_at_every_minute_in_every_zone_the_law_agrees_with_whole_numbers():
    told = {zone: asked_in(zone) for zone in ZONES}
    tell(
        "C11",
        "law",
        zones=len(ZONES),
        asked=sum(one["asked"] for one in told.values()),
        wrong=sum(one["wrong"] for one in told.values()),
    )
    assert {zone: one["first"] for zone, one in told.items() if one["wrong"]} == {}
    assert len({one["answers"] for one in told.values()}) == 1


@pytest.mark.check("C11")
@pytest.mark.parametrize(
    ("bug", "zone"),
    [
        ("days of UTC", "UTC"),
        ("days of the machine", "America/New_York"),
        ("the first day counts", "UTC"),
        ("a closed day counts", "UTC"),
        ("a part of a day is none", "UTC"),
        ("a new rate for all days", "UTC"),
    ],
)
def test_a_planted_bug_of_days_is_found(bug, zone):
    assert asked_in(zone, bug, every=240)["wrong"] > 0
