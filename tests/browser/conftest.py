"""A demo that is served as `make run` serves it, and a real browser to look at it."""

import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import sync_playwright

COMMAND = "from portal.cli import portal; portal()"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class Demo:
    address: str
    environ: dict

    def portal(self, *args):
        return subprocess.run(
            [sys.executable, "-c", COMMAND, *args],
            env=self.environ,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def demo(tmp_path):
    with served_in(tmp_path) as demo:
        yield demo


@pytest.fixture(scope="module")
def shared_demo(tmp_path_factory):
    """One demo for a whole file, whose journeys do not meet."""
    with served_in(tmp_path_factory.mktemp("shared")) as demo:
        yield demo


@contextmanager
def served_in(folder):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    kept = {k: v for k, v in os.environ.items() if k not in {"PORTAL_ENV", "DATABASE_URL"}}
    environ = kept | {"PORTAL_INSTANCE": str(folder)}
    with (folder / "served.log").open("wb") as log:
        served = subprocess.Popen(
            [sys.executable, "-c", COMMAND, "demo", "--port", str(port)],
            env=environ,
            stdout=log,
            stderr=log,
        )
        try:
            _wait_for(port, served)
            _wait_for(port + 1, served)  # the bell
            yield Demo(f"http://127.0.0.1:{port}", environ)
        finally:
            served.terminate()
            served.wait(20)


def _wait_for(port, served):
    for _try in range(600):
        assert served.poll() is None, "the demo did not start"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    pytest.fail("the demo did not open its port")


@pytest.fixture(scope="session")
def chromium():
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "Debian's chromium is missing: .ci/test installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
