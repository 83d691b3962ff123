"""Those who only watch: thousands at the bell, thousands who ask for the board by themselves."""

from __future__ import annotations

import heapq
import re
import selectors
import socket
import time
from collections import Counter
from dataclasses import dataclass, field

from ringside_load import LEADS, NEXT, RECORDED, UNCHANGED, VERSION, Wire
from ringside_served import Served
from ringside_yard import Place

EVENT = re.compile(rb'"lot": (\d+), "version": (\d+)')
AT_A_TIME = 100  # connections opened before a breath, so that none is turned away
LONGEST_WAIT = 10.0
SETTLE = 1.0
ASK_EVERY = 2.0
BID_EVERY = 4.0  # of the board that is polled: about as often as in a slow ring


class OneBidder:
    """A bidder who bids now and then, alone, and waits for his answer."""

    def __init__(self, port: int, place: Place) -> None:
        """Connect, and learn the price."""
        self._wire, self._place, self._port = Wire(port), place, port
        self._wire.socket.settimeout(None)
        self._turn = 0
        self.accepted = 0
        _status, body = self._ask(f"GET {place.path}/board?v=0 HTTP/1.1", "", b"")
        self._learn(body)

    def bid(self) -> None:
        """Bid the next bid, with the next card; the version of the board is then the newest."""
        self._turn += 1
        who = self._place.bidders[self._turn % len(self._place.bidders)]
        if who.card == self._leader:
            self._turn += 1
            who = self._place.bidders[self._turn % len(self._place.bidders)]
        key = f"{time.time_ns():032x}"
        key = f"{key[:8]}-{key[8:12]}-4{key[13:16]}-a{key[17:20]}-{key[20:]}"
        form = f"amount={self._amount}&seen={self._seen}&key={key}&csrf_token={who.csrf}"
        more = (
            f"Cookie: {who.cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(form)}\r\n"
        )
        status, body = self._ask(f"POST {self._place.path}/bids HTTP/1.1", more, form.encode())
        if status != RECORDED:
            raise RuntimeError(f"a bid of one who bids alone was answered {status}: {body[:300]!r}")
        self.accepted += 1
        self._learn(body)

    def _learn(self, body: bytes) -> None:
        following, version = NEXT.search(body), VERSION.search(body)
        if following is None or version is None:
            raise RuntimeError(f"no board: {body[:300]!r}")
        self._amount, self._seen = int(following[1]), int(following[2])
        self.version = int(version[1])
        leads = LEADS.search(body)
        self._leader = int(leads[1]) if leads else 0

    def _ask(self, first: str, more: str, form: bytes) -> tuple[int, bytes]:
        head = f"{first}\r\nHost: 127.0.0.1:{self._port}\r\nHX-Request: true\r\n{more}\r\n"
        self._wire.socket.sendall(head.encode() + form)
        while (answer := self._wire.answer()) is None:
            pass
        return answer

    def close(self) -> None:
        """Hang up."""
        self._wire.socket.close()


@dataclass
class Told:
    """How long after the answer of a bid its watchers were told, in milliseconds."""

    watchers: int
    last: list[float] = field(default_factory=list)
    everyone: list[float] = field(default_factory=list)
    never: int = 0
    megabytes: tuple[float, float, float] = (0.0, 0.0, 0.0)  # before, all here, at the end


def watch(bell: Served, bidder: OneBidder, place: Place, watchers: int, bids: int) -> Told:
    """Let so many listen, bid so often, and measure from each answer to the last who is told."""
    told = Told(watchers)
    before = bell.megabytes()
    waiting = selectors.DefaultSelector()
    request = f"GET /bell/sales/{place.sale} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    for number in range(watchers):
        stream = socket.create_connection(("127.0.0.1", bell.port), LONGEST_WAIT)
        stream.sendall(request)
        stream.settimeout(0)
        waiting.register(stream, selectors.EVENT_READ, number)
        if number % AT_A_TIME == AT_A_TIME - 1:
            _listen(waiting, place.lot, time.perf_counter() + 0.01, {}, 0)
    _listen(waiting, place.lot, time.perf_counter() + SETTLE, {}, 0)
    here = bell.megabytes()
    for number in range(bids):
        bidder.bid()
        answered = time.perf_counter()
        heard: dict[int, float] = {}
        _listen(
            waiting, place.lot, answered + LONGEST_WAIT, heard, bidder.version, watchers=watchers
        )
        delays = [(at - answered) * 1_000 for at in heard.values()]
        told.everyone += delays
        told.never += watchers - len(delays)
        told.last.append(max(delays, default=LONGEST_WAIT * 1_000))
        pause = 0.05 + 0.2 * number / bids  # so that bids fall anywhere between two looks
        _listen(waiting, place.lot, time.perf_counter() + pause, {}, 0)
    told.megabytes = (before, here, bell.megabytes())
    for key in list(waiting.get_map().values()):
        stream = key.fileobj  # type: ignore[assignment]
        stream.close()
    waiting.close()
    return told


def _listen(
    waiting: selectors.BaseSelector,
    lot: int,
    until: float,
    heard: dict[int, float],
    version: int,
    *,
    watchers: int = -1,
) -> None:
    """Read what the bell says, until all heard of a version of the lot, or time is up."""
    while len(heard) != watchers and (left := until - time.perf_counter()) > 0:
        for key, _events in waiting.select(left):
            said = key.fileobj.recv(65_536)  # type: ignore[union-attr]
            if not said:
                waiting.unregister(key.fileobj)
                continue
            if not version:
                continue
            at = time.perf_counter()
            for event in EVENT.finditer(said):
                if int(event[1]) == lot and int(event[2]) >= version:
                    heard.setdefault(key.data, at)


@dataclass
class Polled:
    """What those were answered who ask for the board by themselves."""

    seconds: float = 0.0
    statuses: Counter[int] = field(default_factory=Counter)
    milliseconds: list[float] = field(default_factory=list)
    late: int = 0  # askers who were due again before they were answered
    bytes_unchanged: int = 0

    @property
    def share_unchanged(self) -> float:
        """Give the share of answers that said in a few bytes that nothing has changed."""
        return self.statuses[UNCHANGED] / max(1, sum(self.statuses.values()))


class Phone(Wire):
    """A phone that asks for the board every two seconds, by the version it knows."""

    def __init__(self, port: int, place: Place) -> None:
        """Connect; nothing is known yet."""
        super().__init__(port)
        self._path, self._host = place.path, f"Host: 127.0.0.1:{port}\r\nHX-Request: true\r\n\r\n"
        self.version, self.asked_at, self.busy = 0, 0.0, False

    def ask(self, at: float) -> None:
        """Ask for the board; the time counts from when it was due."""
        self.asked_at, self.busy = at, True
        asked = f"GET {self._path}/board?v={self.version} HTTP/1.1\r\n{self._host}"
        self.socket.send(asked.encode())


def poll(port: int, bidder: OneBidder, place: Place, phones: int, seconds: float) -> Polled:
    """Let so many phones ask every two seconds while a bid is made every few seconds."""
    polled, waiting = Polled(), selectors.DefaultSelector()
    due: list[tuple[float, int, Phone]] = []
    for number in range(phones):
        phone = Phone(port, place)
        phone.version = bidder.version
        waiting.register(phone.socket, selectors.EVENT_READ, phone)
        due.append((ASK_EVERY * number / phones, number, phone))
    began = time.perf_counter()
    due = [(began + after, number, phone) for after, number, phone in due]
    next_bid, open_questions = began + BID_EVERY / 2, 0
    while (now := time.perf_counter()) < began + seconds or open_questions:
        if now > began + seconds + LONGEST_WAIT:
            break
        while due and due[0][0] <= now < began + seconds:
            at, number, phone = due[0]
            if phone.busy:
                polled.late += 1
            else:
                phone.ask(at)
                open_questions += 1
            heapq.heapreplace(due, (at + ASK_EVERY, number, phone))
        if next_bid <= now < began + seconds:
            bidder.bid()
            next_bid += BID_EVERY
        for key, _events in waiting.select(max(0.0, min(due[0][0] - now, 0.05))):
            open_questions -= _answered(key.data, polled)
    polled.seconds = time.perf_counter() - began
    for key in list(waiting.get_map().values()):
        key.data.socket.close()
    waiting.close()
    return polled


def _answered(phone: Phone, polled: Polled) -> int:
    """Read on; count the answer once it is whole, and give how many were."""
    answer = phone.answer()
    if answer is None:
        return 0
    phone.busy = False
    status, body = answer
    polled.statuses[status] += 1
    polled.milliseconds.append((time.perf_counter() - phone.asked_at) * 1_000)
    if status == RECORDED and (version := VERSION.search(body)):
        phone.version = int(version[1])
    return 1
