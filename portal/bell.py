"""The bell: an open stream to every phone that says only "look again".

Long streams do not fit into the few threads that answer pages, so they have a process of their
own. It tells the number of a lot and the version of its board, which everybody may know; it asks
the database a few times a second for the sales somebody listens to, and for no others.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
from collections.abc import Awaitable, Callable, MutableMapping
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, create_engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from portal.clock import clock_of
from portal.config import Settings, read_settings
from portal.registers.base import keep_reads_and_writes_apart
from portal.registers.bids import Bid
from portal.registers.redeeming import OwnerHold
from portal.registers.ring import LotHappening
from portal.registers.sale_day import Announcement
from portal.registers.sales import Lot

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]

LOOK_EVERY = 0.2
SAY_SOMETHING_EVERY = 2.0
MOST_STREAMS = 10_000
ADDRESS = re.compile(r"(?:/bell)?/sales/([0-9]{1,9})")
Versions = dict[int, int]


def versions_of(engine: Engine, sale: int, now: datetime) -> Versions:
    """Give the version of the board of every lot of a sale, as `registers.board` counts it."""
    last = select(func.max(Bid.place)).where(Bid.lot_id == Lot.id).scalar_subquery()
    many = (
        select(func.count())
        .select_from(LotHappening)
        .where(LotHappening.lot_id == Lot.id)
        .scalar_subquery()
    )
    told = (
        select(func.count())
        .select_from(Announcement)
        .where(Announcement.sale_id == Lot.sale_id)
        .scalar_subquery()
    )
    over = (
        select(func.count())
        .select_from(OwnerHold)
        .where(OwnerHold.lot_id == Lot.id, OwnerHold.until <= now)
        .scalar_subquery()
    )
    version = many + func.coalesce(last, 0) + told + over
    asked = select(Lot.number, version.label("version")).where(Lot.sale_id == sale)
    with engine.connect() as connection:
        return {row.number: row.version for row in connection.execute(asked)}


class Sale:
    """The listeners of one sale, and what they were told last."""

    def __init__(self) -> None:
        """Begin with nobody listening."""
        self.listeners: set[asyncio.Queue[bytes]] = set()
        self.told: Versions = {}

    def tell(self, found: Versions) -> None:
        """Tell every listener of every lot whose board has changed."""
        for lot, version in found.items():
            if self.told.get(lot) != version:
                event = as_event(lot, version)
                for queue in self.listeners:
                    if queue.full():  # one who does not read need not know all that he missed
                        queue.get_nowait()
                    queue.put_nowait(event)
        self.told = found


def as_event(lot: int, version: int) -> bytes:
    """Write one ring of the bell; lot 0 says only that the bell is there."""
    return f"id: {version}\ndata: {json.dumps({'lot': lot, 'version': version})}\n\n".encode()


class Bell:
    """An ASGI application with one door."""

    def __init__(self, settings: Settings) -> None:
        """Listen to the database of these settings."""
        self._settings = settings
        self._clock = clock_of(settings.moved_clock if settings.is_demo else None)
        self._sales: dict[int, Sale] = {}
        self._watching: asyncio.Task[None] | None = None
        self._engine: Engine | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one browser: a stream for a sale, or a plain 404."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        found = ADDRESS.fullmatch(scope.get("path", ""))
        if scope["type"] != "http" or found is None or scope["method"] != "GET":
            await _answer(send, 404, b"There is no bell here.\n")
            return
        if sum(len(sale.listeners) for sale in self._sales.values()) >= MOST_STREAMS:
            await _answer(send, 503, b"Too many listen. The page asks by itself.\n")
            return
        await self._stream(int(found[1]), receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return

    async def _stream(self, number: int, receive: Receive, send: Send) -> None:
        headers = [
            (b"content-type", b"text/event-stream"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
            (b"access-control-allow-origin", self._settings.base_url.encode() or b"null"),
        ]
        sale = self._sales.setdefault(number, Sale())
        mine: asyncio.Queue[bytes] = asyncio.Queue(maxsize=8)
        sale.listeners.add(mine)
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch())
        gone = asyncio.create_task(_until_gone(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            first = b"retry: 2000\n" + as_event(0, 0)
            known = b"".join(as_event(lot, version) for lot, version in sale.told.items())
            await send(_part(first + known))
            while not gone.done():
                try:
                    event = await asyncio.wait_for(mine.get(), SAY_SOMETHING_EVERY)
                except TimeoutError:
                    event = as_event(0, 0)
                await send(_part(event))
        finally:
            gone.cancel()
            sale.listeners.discard(mine)
            if not sale.listeners:
                self._sales.pop(number, None)

    async def _watch(self) -> None:
        if self._engine is None:
            self._engine = create_engine(self._settings.database_url, pool_pre_ping=True)
            keep_reads_and_writes_apart(self._engine)
        while self._sales:
            for number, sale in list(self._sales.items()):
                with contextlib.suppress(SQLAlchemyError):  # a database away for a moment
                    at = self._clock.now()
                    sale.tell(await asyncio.to_thread(versions_of, self._engine, number, at))
            await asyncio.sleep(LOOK_EVERY)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _part(body: bytes) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": True}


async def _answer(send: Send, status: int, body: bytes) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def create_bell() -> Bell:
    """Put the bell together from the environment; raises UnsafeSettings."""
    return Bell(read_settings(os.environ))
