"""What every answer says to the browser about trust, caching and where it may be shown."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Flask, Response, request

from portal.config import Mode, Settings

CONTENT_SECURITY_POLICY = "; ".join(  # noqa: FLY002 - one rule a line
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'{bell}",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
    )
)
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# An answer without a body: nothing in it can be run, and thousands of phones pay for its bytes.
OF_NOTHING = {
    "Content-Security-Policy": "default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
ONE_YEAR = 31_536_000


def send_headers(app: Flask, settings: Settings) -> None:
    """Put the headers on every answer, errors too."""
    bell = urlsplit(settings.bell_url)
    policy = CONTENT_SECURITY_POLICY.format(
        bell=f" {bell.scheme}://{bell.netloc}" if bell.netloc else ""
    )

    @app.after_request
    def with_headers(response: Response) -> Response:
        if response.status_code == HTTPStatus.NO_CONTENT:
            response.headers.extend(OF_NOTHING)
            response.headers.remove("Content-Type")
            return response
        response.headers.setdefault("Content-Security-Policy", policy)
        for name, value in ALWAYS.items():
            response.headers.setdefault(name, value)
        if settings.mode is Mode.PRODUCTION:
            response.headers["Strict-Transport-Security"] = f"max-age={ONE_YEAR}"
        if request.endpoint == "static":
            response.headers["Cache-Control"] = "public, max-age=3600"
        else:
            response.headers.setdefault("Cache-Control", "no-store")
            response.vary.update(("HX-Request", "Cookie"))
        return response
