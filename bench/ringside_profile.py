"""Where the time of a bid goes: the portal's own bid path under cProfile, in this process."""

from __future__ import annotations

import cProfile
import logging
import os
import pstats
import sys
from pathlib import Path

from ringside_load import NEXT, RECORDED
from ringside_yard import Yard, settings_for

from portal.app import create_app

WARM, MEASURED, SHOWN = 200, 1_000, 25


def profile(yard: Yard) -> None:
    """Bid through the test client, and print the dearest calls by cumulative time."""
    app = create_app(settings_for(yard.url, yard.instance))
    _write_logs_nowhere()
    place, client = yard.hot, app.test_client(use_cookies=False)
    board = client.get(f"{place.path}/board?v=0", headers={"HX-Request": "true"}).data
    profiler = cProfile.Profile()
    for turn in range(WARM + MEASURED):
        who, following = place.bidders[turn % len(place.bidders)], NEXT.search(board)
        if following is None:
            raise RuntimeError(board[:300])
        form = {"amount": following[1].decode(), "seen": following[2].decode()}
        form |= {"key": f"profile-{turn}", "csrf_token": who.csrf}
        headers = {"HX-Request": "true", "Cookie": who.cookie}
        if turn == WARM:
            profiler.enable()
        reply = client.post(f"{place.path}/bids", data=form, headers=headers)
        if reply.status_code != RECORDED:
            raise RuntimeError(f"{reply.status_code}: {reply.text[:300]}")
        board = reply.data
    profiler.disable()
    print(f"{MEASURED} bids; the profiler itself about doubles the time")
    pstats.Stats(profiler, stream=sys.stdout).sort_stats("cumulative").print_stats(SHOWN)


def _write_logs_nowhere() -> None:
    """Let the log be written as always, only not between the lines of the profile."""
    nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - as long as the process
    for one in logging.getLogger("portal").handlers:
        if isinstance(one, logging.StreamHandler):
            one.setStream(nowhere)
