"""The whole road in a real browser, two people at a time; `verify` is clean after each step."""

import pytest
from walk import walk
from walker import WalkerInBrowser


@pytest.mark.parametrize("width", [1366, 360])
def test_the_november_register_is_walked_to_its_end(chromium, demo, width):
    walkers = []

    def walker_of(name):
        walkers.append(WalkerInBrowser(chromium, demo, name, width))
        return walkers[-1]

    def check():
        verified = demo.portal("verify")
        assert (verified.returncode, verified.stdout) == (0, "The books agree.\n")

    def move_to(day, hour):
        walker_of(None).send("/demo", "/demo/day", day=day, hour=hour)

    walk(walker_of, check, move_to)
    assert [fault for walker in walkers for fault in walker.faults] == []
