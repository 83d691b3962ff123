"""The log: one line of JSON for each event, with no name, number or word that a visitor typed."""

from __future__ import annotations

import json
import logging
import secrets
import time
import traceback
from datetime import UTC, datetime
from types import TracebackType

from flask import Flask, Response, g, request

from portal.registers.people import NOBODY

_Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
FIELDS = ("request_id", "method", "rule", "answered", "milliseconds", "person", "office")
log = logging.getLogger("portal.requests")


class AsJson(logging.Formatter):
    """Write an event as one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Give the line; line breaks inside it are escaped by JSON."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=True)

    def formatException(self, ei: _Raised) -> str:  # noqa: N802 - the name logging gave it
        """Give the lines of the program that were run, and what went wrong by its kind alone.

        The message of an error quotes what it fell over: a database names the row, a number that
        cannot be read is written out. Those are words of a visitor, or of the staff list.
        """
        told, error = [], ei[1]
        while error is not None:
            state = getattr(error, "sqlstate", None) or getattr(error, "sqlite_errorname", None)
            kind = f"{type(error).__module__}.{type(error).__qualname__}"
            told.append(
                "".join(traceback.format_tb(error.__traceback__))
                + (f"{kind} ({state})" if state else kind)
            )
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n\nwhich came of this:\n".join(told)


def write_logs(app: Flask) -> None:
    """Write one line for each request: its rule and not its address, which may hold a name."""
    portal_log = logging.getLogger("portal")
    if not portal_log.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(AsJson())
        portal_log.addHandler(handler)
        portal_log.setLevel(logging.INFO)
        portal_log.propagate = False

    @app.before_request
    def begin() -> None:
        g.request_id, g.began = secrets.token_hex(6), time.perf_counter()

    @app.after_request
    def end(response: Response) -> Response:
        if request.endpoint != "static":
            who = g.get("officer", NOBODY)
            log.info(
                "request",
                extra={
                    "request_id": g.get("request_id"),
                    "method": request.method,
                    "rule": request.url_rule.rule if request.url_rule else None,
                    "answered": response.status_code,
                    "milliseconds": _milliseconds_since_beginning(),
                    "person": who.person_id,
                    "office": who.office.value,
                },
            )
        return response


def _milliseconds_since_beginning() -> float:
    return round((time.perf_counter() - float(g.get("began", time.perf_counter()))) * 1000, 1)
