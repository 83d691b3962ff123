"""Pages and fragments. A fragment is a file whose name, address and id are one word."""

from __future__ import annotations

import re
from typing import Any, cast
from urllib.parse import urlsplit

from flask import Response, current_app, make_response, redirect, render_template
from flask import request as any_request
from htmx_flask.requests import HtmxAwareRequest
from werkzeug.wrappers import Response as AnyResponse

request = cast("HtmxAwareRequest", any_request)


def wants_fragment() -> bool:
    """Tell whether htmx asked, and not merely to restore a page from history."""
    return bool(request.htmx) and not request.htmx.history_restore_request


def show(page: str, part: str | None = None, *, status: int = 200, **facts: Any) -> Response:
    """Give the whole page, or to htmx the one part it asked for."""
    desk, _, name = page.rpartition("/")
    template = f"{desk}/_{part}" if part and wants_fragment() else f"{desk}/{name}"
    return make_response(render_template(f"{template}.html", **facts), status)


def fragment(template: str, **facts: Any) -> str:
    """Write a fragment of its own facts alone: no masthead is worked out for it.

    A board is written a thousand times a minute, and says nothing of who is at the desk.
    """
    written: str = current_app.jinja_env.get_template(template).render(facts)
    return written


def go(address: str) -> AnyResponse:
    """Send the browser on after an act, so that a reload does not send the form again."""
    return redirect(address, 303)


def way_back() -> str:
    """Give the path the visitor came from, if it is one of ours; else the front page."""
    came = urlsplit(any_request.referrer or "")
    if came.netloc != any_request.host or not came.path.startswith("/") or "\\" in came.path:
        return "/"
    return "/" + came.path.lstrip("/")


def number_asked(name: str) -> int | None:
    """Give a number from the question in the address, if one is there that a row could have."""
    written = any_request.args.get(name, "")
    return int(written) if re.fullmatch(r"[0-9]{1,9}", written) else None


def page_asked() -> int:
    """Give the page of a list that is asked for; the first, if none is."""
    return number_asked("page") or 1
