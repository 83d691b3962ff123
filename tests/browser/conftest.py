"""A demo that is served as `make run` serves it, and a real browser to look at it."""

import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

COMMAND = "from portal.cli import portal; portal()"
BEGIN = (
    "import os; from portal.cli import make_demo; from portal.config import read_settings;"
    " make_demo(read_settings(os.environ))"
)
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
    port = _two_ports()
    kept = {k: v for k, v in os.environ.items() if k not in {"PORTAL_ENV", "DATABASE_URL"}}
    environ = kept | {"PORTAL_INSTANCE": str(folder)}
    shutil.copytree(_begun(), folder, dirs_exist_ok=True)
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


@cache
def _begun():
    """Give the folder of a demo as it begins: made once, for each test takes a copy of its own."""
    folder = Path(tempfile.mkdtemp(prefix="begun-"))
    kept = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"}
    environ = kept | {"PORTAL_ENV": "demo", "PORTAL_INSTANCE": str(folder)}
    subprocess.run([sys.executable, "-c", BEGIN], env=environ, check=True)
    return folder


def _two_ports():
    """Find a port for the pages and the next for the bell, where no connection takes one by chance.

    A system gives its own connections ports from 32768 on: one of these may be gone before it is used.
    """
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000, 2)
        with socket.socket() as pages, socket.socket() as bell:
            try:
                pages.bind(("127.0.0.1", port))
                bell.bind(("127.0.0.1", port + 1))
            except OSError:
                continue
            return port


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
