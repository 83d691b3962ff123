"""Bidders who bid as fast as they are answered: one loop over sockets that stay open.

It shares the machine with what it measures, so it does as little as it can: bytes made beforehand,
no library for HTTP, no task for each bidder. What one bidder learns all know at once, as if the
bell had rung. Every answer is counted by its status, and every bid is answered before it ends.
"""

from __future__ import annotations

import os
import re
import selectors
import socket
import time
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from ringside_yard import Bidder, Place

NEXT = re.compile(rb'data-amount="(\d+)" data-seen="(\d+)"')
VERSION = re.compile(rb'<section id="board"[^>]*? data-v="(\d+)"')
LEADS = re.compile(rb'<dd class="who">Card<b class="n">(\d+)</b>')
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
END_OF_HEAD = b"\r\n\r\n"
RECORDED, UNCHANGED = 200, 204
LONGEST_SILENCE = 60.0
CUT = 0  # stands for the status of a bid whose answer never came


@dataclass
class Tally:
    """What came of the bids of one run."""

    seconds: float = 0.0
    own_cpu: float = 0.0
    server_cpu: float = 0.0
    statuses: Counter[int] = field(default_factory=Counter)
    milliseconds: list[float] = field(default_factory=list)
    of_accepted: list[float] = field(default_factory=list)

    @property
    def accepted(self) -> int:
        """Count the bids that were recorded."""
        return self.statuses[RECORDED]

    @property
    def rate(self) -> float:
        """Give the bids recorded in a second."""
        return self.accepted / self.seconds if self.seconds else 0.0

    @property
    def cpu_each(self) -> float:
        """Give the processor time of the server for each answer, in milliseconds."""
        return self.server_cpu * 1_000 / max(1, self.answered)

    @property
    def answered(self) -> int:
        """Count all answers."""
        return sum(self.statuses.values())

    def add(self, other: Tally) -> None:
        """Put another run beside this one."""
        self.seconds += other.seconds
        self.own_cpu += other.own_cpu
        self.server_cpu += other.server_cpu
        self.statuses += other.statuses
        self.milliseconds += other.milliseconds
        self.of_accepted += other.of_accepted


class Wire:
    """One connection that is kept open, and the answer that is coming in on it."""

    def __init__(self, port: int) -> None:
        """Connect; from then on nothing waits."""
        self.socket = socket.create_connection(("127.0.0.1", port), LONGEST_SILENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(0)
        self._came = b""

    def answer(self) -> tuple[int, bytes] | None:
        """Read on; give status and body once the answer is whole. Raises ConnectionError."""
        part = self.socket.recv(262_144)
        if not part:
            raise ConnectionResetError
        self._came += part
        end = self._came.find(END_OF_HEAD)
        if end < 0:
            return None
        length = LENGTH.search(self._came, 0, end)
        whole = end + len(END_OF_HEAD) + (int(length[1]) if length else 0)
        if len(self._came) < whole:
            return None
        status, body = int(self._came[9:12]), self._came[end + len(END_OF_HEAD) : whole]
        self._came = self._came[whole:]
        return status, body


class Line(Wire):
    """A connection on which bidders of one lot bid, one after another."""

    def __init__(self, port: int, auction: Auction) -> None:
        """Connect for one lot."""
        super().__init__(port)
        self.auction, self.sent_at = auction, 0.0
        self.bid: tuple[int, int] | None = None  # what was seen, and the card; none for a look

    def sends(self, request: bytes, bid: tuple[int, int] | None) -> None:
        """Send, and remember when."""
        self.bid, self.sent_at = bid, time.perf_counter()
        self.socket.send(request)


class Auction:
    """What everybody knows of one lot, and who bids next."""

    def __init__(self, place: Place, port: int) -> None:
        """Begin knowing nothing."""
        self.path, self.in_flight = place.path, 0
        self.idle: deque[Line] = deque()
        self._amount = self._seen = self._leader = 0
        self._known = False
        self._who = deque((one.card, *_around(place, one, port)) for one in place.bidders)
        self._look = (
            f"GET {place.path}/board?v=0 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            "HX-Request: true\r\n\r\n"
        ).encode()

    def send(self) -> None:
        """Let every line that is idle bid on the price that is known, or one line ask for it."""
        while self.idle and self._known:
            self._bid(self.idle.popleft())
        if self.idle and not self.in_flight:
            line = self.idle.popleft()
            line.sends(self._look, None)
            self.in_flight += 1

    def _bid(self, line: Line) -> None:
        self._who.rotate(-1)
        if self._who[0][0] == self._leader:
            self._who.rotate(-1)
        card, head, tail = self._who[0]
        key = os.urandom(16).hex()
        key = f"{key[:8]}-{key[8:12]}-4{key[13:16]}-a{key[17:20]}-{key[20:]}"
        form = b"card=%d&amount=%d&seen=%d&key=%s" % (card, self._amount, self._seen, key.encode())
        length = len(form) + len(tail)
        line.sends(b"%s%d\r\n\r\n%s%s" % (head, length, form, tail), (self._seen, card))
        self.in_flight += 1

    def heard(self, line: Line, status: int, body: bytes) -> None:
        """Learn from an answer. After a refusal on the newest price that is known, ask for it."""
        self.in_flight -= 1
        following = NEXT.search(body) if status == RECORDED else None
        if following and (not self._known or int(following[2]) >= self._seen):
            self._amount, self._seen = int(following[1]), int(following[2])
            self._known = True
            leads = LEADS.search(body)
            self._leader = line.bid[1] if line.bid else int(leads[1]) if leads else 0
        elif line.bid and line.bid[0] == self._seen and status != RECORDED:
            self._known = False  # until the answer that moved it comes, or the board is asked
        self.idle.append(line)


def _around(place: Place, who: Bidder, port: int) -> tuple[bytes, bytes]:
    """Make all that is the same in every bid of one bidder, before and after what changes."""
    head = (
        f"POST {place.path}/bids HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {who.cookie}\r\n"
        "HX-Request: true\r\nAccept: text/html\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
    )
    return head.encode(), f"&csrf_token={who.csrf}".encode()


def bid_for(seconds: float, port: int, places: Iterable[Place], lines: int) -> Tally:
    """Bid for so long over so many connections, shared out among the lots; wait for all answers."""
    auctions = [Auction(place, port) for place in places]
    waiting = selectors.DefaultSelector()
    for number in range(lines):
        auction = auctions[number % len(auctions)]
        line = Line(port, auction)
        auction.idle.append(line)
        waiting.register(line.socket, selectors.EVENT_READ, line)
    tally = Tally()
    began, cpu = time.perf_counter(), time.process_time()
    ends = began + seconds
    for auction in auctions:
        auction.send()
    while any(auction.in_flight for auction in auctions):
        ready = waiting.select(LONGEST_SILENCE)
        if not ready:
            tally.statuses[CUT] += sum(auction.in_flight for auction in auctions)
            break
        for key, _events in ready:
            heard = _hear(waiting, key.data, tally)
            if heard and time.perf_counter() < ends:
                heard.send()
    tally.seconds = time.perf_counter() - began
    tally.own_cpu = time.process_time() - cpu
    for key in list(waiting.get_map().values()):
        key.data.socket.close()
    waiting.close()
    return tally


def _hear(waiting: selectors.BaseSelector, line: Line, tally: Tally) -> Auction | None:
    """Read on; once the answer is whole, count it and give the lot whose bidders may go on."""
    try:
        answer = line.answer()
    except ConnectionError:  # nobody knows what became of this bid; the line is not used again
        tally.statuses[CUT] += line.bid is not None
        line.auction.in_flight -= 1
        waiting.unregister(line.socket)
        return line.auction
    if answer is None:
        return None
    status, body = answer
    if line.bid is not None:
        took = (time.perf_counter() - line.sent_at) * 1_000
        tally.statuses[status] += 1
        tally.milliseconds.append(took)
        if status == RECORDED:
            tally.of_accepted.append(took)
    line.auction.heard(line, status, body)
    return line.auction
