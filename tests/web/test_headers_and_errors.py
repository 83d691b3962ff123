"""What every answer says, and how a fault is told."""

import json
import logging

import pytest

from portal.law.offices import Office
from portal.web.logs import AsJson


@pytest.mark.check("C29")
@pytest.mark.parametrize("url", ["/", "/law", "/none", "/cases", "/static/portal.css", "/sales/9"])
def test_every_answer_carries_its_headers(app, url):
    reply = app.test_client().get(url)
    policy = reply.headers["Content-Security-Policy"]
    for rule in (
        "default-src 'none'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    ):
        assert rule in policy
    assert "unsafe" not in policy
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    reply.close()


@pytest.mark.check("C37")
def test_pages_are_not_kept_and_vary_by_cookie_and_htmx(app, sign_in):
    reply = sign_in(Office.CLERK).get("/cases")
    assert reply.headers["Cache-Control"] == "no-store"
    assert {"Cookie", "HX-Request"} <= {one.strip() for one in reply.headers["Vary"].split(",")}


def test_what_is_not_there_is_told_in_words(sign_in):
    clerk = sign_in(Office.CLERK)
    for url in ("/none", "/cases/2026-999", "/receipts/2026/999", "/sales/999"):
        reply = clerk.get(url)
        assert reply.status_code == 404
        assert "<h1>" in reply.text


def test_a_fault_is_told_with_a_reference_and_without_its_inside(app, sign_in, monkeypatch):
    from portal.desks.cases import routes

    def fail(*_args, **_kwargs):
        raise ZeroDivisionError("a secret inside")

    monkeypatch.setattr(routes, "find_receipt", fail)
    reply = sign_in(Office.CLERK).get("/receipts/2026/1")
    assert reply.status_code == 500
    assert "secret" not in reply.text
    assert "Traceback" not in reply.text
    assert "reference" in reply.text.lower()


@pytest.mark.check("C44")
def test_a_database_that_is_busy_is_told_with_when_to_come_again(app, sign_in, monkeypatch):
    from sqlalchemy.exc import OperationalError

    from portal.desks.cases import routes

    def busy(*_args, **_kwargs):
        raise OperationalError("BEGIN IMMEDIATE", {}, Exception("database is locked"))

    monkeypatch.setattr(routes, "find_receipt", busy)
    reply = sign_in(Office.CLERK).get("/receipts/2026/1")
    assert reply.status_code == 503
    assert int(reply.headers["Retry-After"]) > 0
    assert "locked" not in reply.text


@pytest.mark.check("C51")
def test_one_event_is_one_line_of_log():
    record = logging.LogRecord(
        "portal", logging.ERROR, "f", 1, "two\nlines \x1b[31m %s", ("బిడ్",), None
    )
    line = AsJson().format(record)
    assert "\n" not in line
    assert "\x1b" not in line
    assert json.loads(line)["event"].startswith("two\nlines")


def test_a_body_that_is_too_large_is_refused(app, sign_in):
    clerk = sign_in(Office.CLERK)
    reply = clerk.send("/register/import", pound="x" * 2_000_000)
    assert reply.status_code == 413
