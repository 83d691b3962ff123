"""Messages go out of the outbox by way of Apprise, which knows the gateways.

No mobile, word or address of a gateway comes into the log: Apprise's own is silenced, and what a
gateway says is kept, without figures that could be a number or a code, with the message itself.
"""

from __future__ import annotations

import fcntl
import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from portal.actions import messages as acts
from portal.clock import Clock
from portal.registers.base import db
from portal.registers.messages import Waiting, waiting_messages
from portal.registers.people import Officer

log = logging.getLogger("portal.messages")

NO_PHONE = "0000000000"
LONGEST_WHY = 200
NOT_TAKEN = "the gateway did not take it"


@dataclass(frozen=True)
class Went:
    """How many messages the gateway took, and how many it did not."""

    sent: int
    failed: int


class Gateway:
    """Where messages go: one or more addresses of Apprise, with {phone} in them."""

    def __init__(self, url: str) -> None:
        """Take the addresses as the setting has them."""
        self._url = url
        its_log = logging.getLogger("apprise")
        its_log.propagate = False
        if not its_log.handlers:
            its_log.addHandler(logging.NullHandler())

    def is_readable(self) -> bool:
        """Tell whether every address names a service that is known."""
        return self._for(NO_PHONE) is not None

    def take(self, message: Waiting) -> str | None:
        """Send a message; give None when it was taken, else why not."""
        services = self._for(message.to)
        if services is None:
            return "the gateway's address cannot be read"
        with _hearing() as said:
            try:
                taken = services.notify(body=message.words)
            except (OSError, TypeError, ValueError) as fault:
                return type(fault).__name__
            heard = said.getvalue()
        return None if taken else _why(heard, message)

    def _for(self, phone: str) -> Any:
        from apprise import Apprise, AppriseAsset  # noqa: PLC0415 - half a second, for one command

        with _hearing():
            services = Apprise(asset=AppriseAsset(async_mode=False))
            addresses = self._url.replace("{phone}", phone)
            return services if addresses and services.add(addresses) else None


def _hearing() -> Any:
    from apprise import LogCapture  # noqa: PLC0415 - as above

    return LogCapture(level=logging.WARNING, fmt="%(message)s")  # type: ignore[no-untyped-call]


def _why(heard: str, message: Waiting) -> str:
    said = "; ".join(line.strip() for line in heard.splitlines() if line.strip()) or NOT_TAKEN
    return re.sub(r"\+?[0-9]{4,}", "…", said.replace(message.words, "…"))[:LONGEST_WHY]


def send_waiting(by: Officer, clock: Clock, gateway: Gateway) -> Went:
    """Send what waits, each message once, and keep what became of it.

    The gateway is asked outside any act: nobody's bid waits for it.
    """
    sent = failed = 0
    waiting = waiting_messages(clock.now())
    db.session.rollback()
    for message in waiting:
        if message.until is not None and message.until <= clock.now():
            continue  # it ran out while those before it were sent
        why = gateway.take(message)
        if why is None:
            acts.mark_sent(by, clock, message=message.id)
            sent += 1
        else:
            acts.mark_failed(by, clock, message=message.id, why=why)
            failed += 1
    if sent or failed:
        log.info("messages: %d sent, %d failed", sent, failed)
    return Went(sent, failed)


@contextmanager
def only_one(lock: Path) -> Iterator[None]:
    """Wait until no other process of this machine sends, so that no message goes out twice."""
    place = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(place, fcntl.LOCK_EX)
        yield
    finally:
        os.close(place)
