"""A sale of the checks runs in a thread of its own, with a loop of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Outcome = TypeVar("Outcome")


def run_apart(sale: Coroutine[Any, Any, Outcome]) -> Outcome:
    """What came of the sale.

    A browser test that went before in the same worker leaves a running loop in the main thread, in
    which ``asyncio.run`` is refused: so which tests stood before must not matter.
    """
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, sale).result()
