"""A ring that is really served, phones that really bid over HTTP, and all they were told.

The server is granian with its worker processes; the phones are connections of one event loop. A
phone keeps what it sent and what it was answered, and nothing here looks into the database: that
is left to `ring_audit`, after the noise is over.
"""

import asyncio
import contextlib
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode
from uuid import UUID

import psutil

FULL = os.environ.get("PORTAL_CHECKS") == "full"
HERE = Path(__file__).parent
ROOT = HERE.parent.parent
WORKERS = 4
PATIENCE = 60.0  # how long a check waits for what must come; it measures nothing by it

TO_STOP = 15.0
STARTED = b"Started worker-"
NOT_SENT = 0

BOARD = re.compile(rb'<section id="board"[^>]*?data-v="(\d+)"[^>]*?data-state="([^"]*)"')
NEXT = re.compile(rb'<data id="next"[^>]*?data-amount="(\d+)"[^>]*?data-seen="(\d+)"')
LEADS = re.compile(rb'<div class="who"><dt>Card</dt><dd><b class="n">(\d+)</b>')


def in_full_or(small, full):
    """Give the figure of the whole check, or the small one that every run of the suite bears."""
    return full if FULL else small


def chance_of(seed):
    """Give a die that falls the same way at every run."""
    return random.Random(seed)  # noqa: S311 - nothing is kept secret with it


_A_MOMENT = chance_of(0)


class Cut(ConnectionError):  # noqa: N818 - reads as what happened
    """The line was cut; `sent` tells whether the server may have heard."""

    def __init__(self, *, sent):
        super().__init__("cut")
        self.sent = sent


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict
    body: bytes


@dataclass(frozen=True)
class Seen:
    """A board as a phone sees it: its version, what the next bid must send, who leads."""

    version: int
    amount: int
    seen: int
    leads: int | None
    sold: bool


def read_board(body):
    """Read the board in a page or fragment; None where there is none."""
    board, following, leads = BOARD.search(body), NEXT.search(body), LEADS.search(body)
    if not (board and following):
        return None
    return Seen(
        version=int(board[1]),
        amount=int(following[1]),
        seen=int(following[2]),
        leads=int(leads[1]) if leads else None,
        sold=board[2] == b"sold",
    )


@dataclass(frozen=True)
class Browser:
    """Somebody signed in: what his browser sends along. `card` is his number; the clerk has 0."""

    card: int
    cookie: str
    csrf: str


class Line:
    """One connection that is kept open, as a browser keeps it, and opened again when it is cut."""

    def __init__(self, port, browser):
        self.port, self.browser = port, browser
        self._reader = self._writer = None

    async def get(self, path, *, page=False):
        return await self._ask("GET", path, None, page=page)

    async def post(self, path, *, drop=False, **form):
        """Send a form. With `drop`, hang up as soon as it is sent, unheard."""
        return await self._ask(
            "POST", path, {"csrf_token": self.browser.csrf} | form, page=False, drop=drop
        )

    @property
    def own_port(self):
        """Give the number of this end of the line, by which its other end can be found."""
        return self._writer.get_extra_info("sockname")[1] if self._writer else None

    def hang_up(self):
        if self._writer is not None:
            self._writer.transport.abort()
        self._reader = self._writer = None

    async def _ask(self, method, path, form, *, page, drop=False):
        body = urlencode(form).encode() if form is not None else b""
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Cookie: {self.browser.cookie}",
            "Accept: text/html",
        ]
        if not page:
            lines.append("HX-Request: true")
        if form is not None:
            lines.append("Content-Type: application/x-www-form-urlencoded")
            lines.append(f"Content-Length: {len(body)}")
        sent = False
        try:
            if self._writer is None:
                self._reader, self._writer = await asyncio.open_connection(
                    "127.0.0.1", self.port, limit=2**20
                )
            sent = True
            self._writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
            if drop:
                await self._writer.drain()
                await asyncio.sleep(_A_MOMENT.random() / 100)
                raise ConnectionAbortedError
            return await asyncio.wait_for(self._answer(), PATIENCE)
        except (OSError, EOFError, TimeoutError) as error:
            self.hang_up()
            raise Cut(sent=sent) from error
        except asyncio.CancelledError:
            self.hang_up()
            raise

    async def _answer(self):
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(head[0].split()[1])
        headers = {}
        for line in head[1:]:
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        body = b""
        if headers.get("transfer-encoding") == "chunked":
            while size := int(await self._reader.readline(), 16):
                body += await self._reader.readexactly(size)
                await self._reader.readline()
            await self._reader.readline()
        elif status not in {204, 304}:
            body = await self._reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection", "").lower() == "close":
            self.hang_up()
        return Answer(status, headers, body)


@dataclass
class Attempt:
    """One bid as a phone remembers it. `status` is None while nobody knows what became of it.

    `asked` is what the portal said each time it was asked by the key, `resent` what sending the
    same again was answered.
    """

    key: str
    card: int
    amount: int
    seen: int
    status: int | None = None
    asked: list = field(default_factory=list)
    resent: list = field(default_factory=list)
    board: Seen | None = None

    @property
    def later(self):
        """Give what the portal said when it was asked last; None if it never was."""
        return self.asked[-1] if self.asked else None

    @property
    def denied_too_early(self):
        """Tell whether it was said not to be recorded, and was recorded all the same.

        The bid was still on its way when the portal was asked; it is not lost, but the bidder was
        told what soon was not true.
        """
        return not self.resent and 404 in self.asked and self.later == 200

    @property
    def acknowledged(self):
        """Tell whether the bidder was ever told that it is recorded."""
        return 200 in {self.status, self.later, *self.resent} or self.status == 303

    @property
    def denied(self):
        """Tell whether the last word to the bidder was that it is not recorded."""
        return not self.acknowledged and (self.status is not None or self.later == 404)


class Keys:
    """Keys as a browser makes them, the same at every run of one seed."""

    def __init__(self, seed):
        self._random = chance_of(seed)

    def fresh(self):
        return str(UUID(int=self._random.getrandbits(128), version=4))


class Phone:
    """A bidder with his phone at one lot."""

    def __init__(self, port, browser, sale, lot, keys):
        self.line = Line(port, browser)
        self.card, self.keys = browser.card, keys
        self.at_lot(sale, lot)

    def at_lot(self, sale, lot):
        self.sale, self.path = sale, f"/sales/{sale}/lots/{lot}"
        self.known = None

    async def bid(self, amount, seen, *, drop=False, attempt=None):
        """Bid; give the attempt, whose status is None if the line was cut. Never raises Cut."""
        attempt = attempt or Attempt(self.keys.fresh(), self.card, amount, seen)
        try:
            answer = await self.send(attempt, drop=drop)
        except Cut as cut:
            if not cut.sent:
                attempt.status = NOT_SENT
            return attempt
        attempt.status = answer.status
        attempt.board = self.learn(answer)
        return attempt

    async def send(self, attempt, *, drop=False):
        return await self.line.post(
            f"{self.path}/bids",
            drop=drop,
            amount=attempt.amount,
            seen=attempt.seen,
            key=attempt.key,
        )

    async def ask_about(self, attempt):
        """Ask by the key until there is an answer; the server may be down for a while."""
        attempt.asked.append((await self.patiently(f"{self.path}/bids/{attempt.key}")).status)
        return attempt.later

    async def look(self, *, whole=False):
        """Look at the board, or at the whole page; give what is known after it."""
        if whole:
            return self.learn(await self.patiently(self.path, page=True))
        version = self.known.version if self.known else 0
        self.learn(await self.patiently(f"{self.path}/board?v={version}"))
        return self.known

    async def patiently(self, path, *, page=False):
        began = time.monotonic()
        while True:
            with contextlib.suppress(Cut):
                answer = await self.line.get(path, page=page)
                if answer.status < 500:
                    return answer
            assert time.monotonic() - began < PATIENCE, f"no answer for {path}"
            await asyncio.sleep(0.05)

    def learn(self, answer):
        board = read_board(answer.body) if answer.body else None
        if board and (self.known is None or board.version >= self.known.version):
            self.known = board
        return board


class Clerk(Phone):
    """The clerk in the ring: floor bids, lots in, the hammer."""

    async def keep_the_ring_heard(self):
        """Let the screen of the ring report itself as it does; without it phones are held."""
        while True:
            await self.patiently(f"/sales/{self.sale}/ring/board?lot=0")
            await asyncio.sleep(1)

    async def floor_bid(self, card, amount, seen, *, attempt=None):
        attempt = attempt or Attempt(self.keys.fresh(), card, amount, seen)
        try:
            answer = await self.line.post(
                f"{self.path}/floor-bids", card=card, amount=amount, seen=seen, key=attempt.key
            )
        except Cut as cut:
            attempt.status = None if cut.sent else NOT_SENT
        else:
            attempt.status = answer.status
        return attempt

    async def bring_in(self):
        answer = await self.line.post(f"{self.path}/in-ring")
        assert answer.status == 303, (answer.status, answer.body[-2000:])

    async def clear_the_ring(self):
        """Take the lot out of the ring, for the next one."""
        answer = await self.line.post(f"{self.path}/withdrawal", reason="the next lot")
        assert answer.status == 303, answer.status

    async def hammer(self, card, amount):
        """Let the hammer fall; give the status, or None if the line was cut."""
        try:
            return (await self.line.post(f"{self.path}/hammer", card=card, amount=amount)).status
        except Cut:
            return None


class Served:
    """The portal, or another application with the same doors, served by real processes."""

    def __init__(self, environ, instance, target="portal.app:create_app"):
        self.environ, self.instance, self.target = environ, Path(instance), target
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in {"PORTAL_ENV", "DATABASE_URL", "PORTAL_INSTANCE", "BELL_URL"}
        }
        with (self.instance / "served.log").open("ab") as log:
            since = log.tell()
            self._process = subprocess.Popen(
                [
                    Path(sys.executable).with_name("granian"),
                    *("--interface", "wsgi", "--factory", self.target),
                    *("--port", str(self.port), "--workers", str(WORKERS)),
                    *("--blocking-threads", "2", "--respawn-failed-workers"),
                    *("--respawn-interval", "0.05", "--log-level", "info"),
                ],
                cwd=ROOT,
                env=kept | {"PYTHONPATH": f"{ROOT}:{HERE}"} | self.environ,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._wait_until_all_have_started(since)

    def stop(self):
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(TO_STOP)
        except subprocess.TimeoutExpired:  # a worker that was just starting did not hear it
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._process = None

    async def restart(self):
        """Stop it as a deployment does, and start it again at the same door."""
        await asyncio.to_thread(self.stop)
        await asyncio.to_thread(self.start)

    def workers(self):
        """Give the worker processes that are alive."""
        alive = []
        for child in psutil.Process(self._process.pid).children():
            with contextlib.suppress(psutil.Error):
                if child.status() != psutil.STATUS_ZOMBIE:
                    alive.append(child)
        return alive

    async def kill_a_worker(self, storm):
        """Kill -9 a worker that has a bid in its hands; wait until another has taken its place."""
        workers = await self._all_workers()
        began = time.monotonic()
        while (victim := _holder_of_one(workers, storm.ports_on_their_way())) is None:
            assert storm.left or storm.on_their_way, "the bids were over before the kill"
            assert time.monotonic() - began < PATIENCE, "no worker had a bid in its hands"
            await asyncio.sleep(0.001)
        victim.send_signal(signal.SIGKILL)
        began = time.monotonic()
        while victim in (now := self.workers()) or len(now) < WORKERS:
            assert self._process.poll() is None, "the server is gone"
            assert time.monotonic() - began < PATIENCE, "no worker came in its place"
            await asyncio.sleep(0.02)

    async def _all_workers(self):
        began = time.monotonic()
        while len(alive := self.workers()) < WORKERS:
            assert time.monotonic() - began < PATIENCE, "the workers did not come"
            await asyncio.sleep(0.02)
        return alive

    def _wait_until_all_have_started(self, since):
        """Wait for every worker: one that is told to stop while it starts does not hear it."""
        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            assert self._process.poll() is None, self.log()
            if self._whole_log()[since:].count(STARTED) >= WORKERS:
                return
            time.sleep(0.05)
        raise AssertionError(self.log())

    def _whole_log(self):
        return (self.instance / "served.log").read_bytes()

    def log(self):
        return self._whole_log().decode(errors="replace")[-4000:]


def _holder_of_one(workers, ports):
    for worker in workers:
        with contextlib.suppress(psutil.Error):
            if any(one.raddr and one.raddr.port in ports for one in worker.net_connections("tcp")):
                return worker
    return None


class Storm:
    """Many phones that bid on one lot until a number of attempts is used up.

    What one phone learns from an answer the others know too, as if the bell had rung. `at_once`
    limits how many bids are on their way, since of bids on one price only one can be taken.
    """

    def __init__(self, phones, attempts, *, seed, at_once=8, stormy=0.2):
        self.phones, self.left, self.total = phones, attempts, attempts
        self.chance = chance_of(seed)
        self.attempts, self.known = [], None
        self.on_their_way, self.cut = set(), 0
        self._stormy, self._few = int(attempts * stormy), asyncio.Semaphore(at_once)

    @property
    def used(self):
        return self.total - self.left

    async def run(self, *disturbers):
        """Bid until all attempts are used; a disturber runs beside, and must come to its end."""
        running = [asyncio.ensure_future(one) for one in disturbers]
        phones = [asyncio.ensure_future(self._bid(phone)) for phone in self.phones]
        try:
            await asyncio.gather(*phones)
            await asyncio.gather(*running)
            await self.settle()
        finally:
            for one in (*phones, *running):
                one.cancel()
            for phone in self.phones:
                phone.line.hang_up()
            await asyncio.sleep(0)

    def ports_on_their_way(self):
        return {phone.line.own_port for phone in self.on_their_way} - {None}

    async def settle(self):
        """Ask once more about every bid whose answer was cut: now nothing is on its way."""
        open_ones = [one for one in self.attempts if one.status is None]
        for attempt in open_ones:
            phone = next(phone for phone in self.phones if phone.card == attempt.card)
            await phone.ask_about(attempt)

    async def after(self, share):
        """Wait until a share of the attempts is used and some are on their way."""
        while self.used < self.total * share or (  # noqa: ASYNC110 - hundreds change it
            not self.on_their_way and self.left
        ):
            await asyncio.sleep(0.002)

    async def _bid(self, phone):
        while self.left > 0:
            if self.known is None:
                self._tell(await phone.look())
            elif self.known.leads == phone.card:
                await asyncio.sleep(0.005)
            elif self.used < self._stormy:
                await self._one(phone)
            else:
                async with self._few:
                    if self.left > 0 and self.known.leads != phone.card:
                        await self._one(phone)
                await asyncio.sleep(self.chance.random() / 50)

    async def _one(self, phone):
        self.left -= 1
        self.on_their_way.add(phone)
        known = self.known
        attempt = Attempt(phone.keys.fresh(), phone.card, known.amount, known.seen)
        self.attempts.append(attempt)
        await phone.bid(known.amount, known.seen, attempt=attempt)
        self.on_their_way.discard(phone)
        if attempt.status == NOT_SENT:  # the server is down: this was no attempt
            self.left += 1
            self.attempts.remove(attempt)
            await asyncio.sleep(0.05)
        elif attempt.status is None:
            self.cut += 1
            if await phone.ask_about(attempt) == 404 and self.chance.random() < 0.5:
                try:
                    attempt.resent.append((await phone.send(attempt)).status)
                except Cut:
                    attempt.resent.append(None)
        if attempt.board:
            self._tell(attempt.board)
        elif self.known.version == known.version:
            self._tell(await phone.look())

    def _tell(self, board):
        if board and (self.known is None or board.version > self.known.version):
            self.known = board


@contextlib.asynccontextmanager
async def ring_of(ready, served, *, heard=True):
    """Stand in the ring: a clerk whose screen is heard, and the phones; all hang up at the end.

    A screen that was heard once and then falls silent holds the phones; where one that was never
    heard will do, let it not be `heard`, so that a slow machine holds nobody.
    """
    clerk, screen, phones = ready.clerks(served), ready.clerks(served), ready.phones(served)
    reports = [asyncio.ensure_future(screen.keep_the_ring_heard())] if heard else []
    try:
        yield clerk, phones, screen
    finally:
        for one in reports:
            one.cancel()
        for phone in (clerk, screen, *phones):
            phone.line.hang_up()
        await asyncio.gather(*reports, return_exceptions=True)
        await asyncio.sleep(0)


def tell(check, engine, **figures):
    """Add the figures of a check to the report that PORTAL_FIGURES names, a line of JSON each."""
    report = os.environ.get("PORTAL_FIGURES")
    if report:
        with Path(report).open("a", encoding="utf-8") as lines:
            lines.write(json.dumps({"check": check, "engine": engine} | figures) + "\n")
