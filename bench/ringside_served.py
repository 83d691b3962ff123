"""Processes for the bench of the ring: the portal, its floor, the bell; and `portal verify`."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
from ringside_yard import Yard

HERE = Path(__file__).parent
PATIENCE = 60.0
PORTAL, FLOOR = "portal.app:create_app", "ringside_floor:create_floor"
COMMAND = (sys.executable, "-c", "from portal.cli import portal; portal()")
OURS = ("PORTAL_", "DATABASE_URL", "SECRET_KEY", "MATCHING_KEY", "BELL_URL", "BASE_URL", "GRANIAN_")


class Served:
    """One server with its processes, at a port of this machine."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        """Keep the server, which may still be starting."""
        self.port, self._process, self._log = port, process, log

    def wait(self) -> None:
        """Wait until it answers; raises RuntimeError with its log if it does not."""
        began = time.monotonic()
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() - began > PATIENCE:
                raise RuntimeError(self._log.read_text(encoding="utf-8")[-4_000:])
            time.sleep(0.05)

    def _answers(self) -> bool:
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", self.port), 5) as line,
        ):
            line.settimeout(PATIENCE)
            line.sendall(b"GET /nothing-here HTTP/1.1\r\nHost: x\r\n\r\n")
            return line.recv(12).startswith(b"HTTP/1.1")
        return False

    def megabytes(self) -> float:
        """Give the memory that its processes hold at this moment."""
        one = psutil.Process(self._process.pid)
        return sum(each.memory_info().rss for each in (one, *one.children())) / 1_048_576

    def cpu_seconds(self) -> float:
        """Give the processor time its processes have used so far."""
        one = psutil.Process(self._process.pid)
        times = [each.cpu_times() for each in (one, *one.children())]
        return sum(each.user + each.system for each in times)

    def stop(self) -> None:
        """Stop it and wait until it is gone."""
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)  # a group of its own, made below
            self._process.wait()


@contextmanager
def served(yard: Yard, target: str, workers: int) -> Iterator[Served]:
    """Serve the portal or the floor, each with the same settings of granian."""
    granian = Path(sys.executable).with_name("granian")
    counts = ("--workers", str(workers), "--blocking-threads", "2", "--backlog", "4096")
    with _running(
        yard,
        f"{target.partition(':')[0]}-{workers}",
        (str(granian), "--interface", "wsgi", "--factory", target, *counts),
    ) as one:
        yield one


@contextmanager
def bell_of(yard: Yard) -> Iterator[Served]:
    """Serve the bell, from one process as in production."""
    with _running(yard, "bell", (*COMMAND, "bell")) as one:
        yield one


@contextmanager
def _running(yard: Yard, name: str, command: tuple[str, ...]) -> Iterator[Served]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = yard.instance / f"{name}.log"
    with log.open("wb") as out:
        process = subprocess.Popen(  # noqa: S603 - our own commands
            (*command, "--port", str(port)),
            env=_environ(yard),
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    one = Served(process, port, log)
    try:
        one.wait()
        yield one
    finally:
        one.stop()


def _environ(yard: Yard) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return kept | yard.environ() | {"PYTHONPATH": str(HERE)}


def verified(yard: Yard) -> str:
    """Run `portal verify` on a yard; give its last word."""
    done = subprocess.run(  # noqa: S603 - our own command
        (*COMMAND, "verify"), env=_environ(yard), capture_output=True, text=True, check=False
    )
    return ((done.stdout or done.stderr).strip().splitlines() or ["nothing"])[-1]
