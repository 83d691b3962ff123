"""The one clock: on the wall, or moved forward in the demo."""

from datetime import UTC, datetime, timedelta

import pytest

from portal.clock import ClockGoesForwardOnly, MovableClock, SystemClock


class Wall:
    at = datetime(2026, 12, 1, tzinfo=UTC)

    def now(self):
        return self.at


def test_the_clock_on_the_wall_shows_utc():
    assert SystemClock().now().utcoffset() == timedelta(0)


def test_the_demo_clock_goes_forward_only_and_for_every_process(tmp_path):
    moved = tmp_path / "clock.json"
    one, other = MovableClock(moved, Wall()), MovableClock(moved, Wall())
    assert one.now() == Wall.at
    one.move_to(Wall.at + timedelta(days=3))
    assert other.now() == Wall.at + timedelta(days=3)
    with pytest.raises(ClockGoesForwardOnly):
        other.move_to(Wall.at + timedelta(days=2))
    assert one.now() == Wall.at + timedelta(days=3)


def test_the_first_move_may_go_back_to_the_demos_first_morning(tmp_path):
    clock = MovableClock(tmp_path / "clock.json", Wall())
    clock.move_to(Wall.at - timedelta(days=300))
    assert clock.now() == Wall.at - timedelta(days=300)
