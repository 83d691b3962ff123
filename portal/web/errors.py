"""How a refusal, or a fault, reaches the person at the browser."""

from __future__ import annotations

import logging
import secrets
from http import HTTPStatus

from flask import Flask, Response, g, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException

from portal.actions.official import ClockWentBack, NotYourDuty
from portal.law.refusals import (
    HammerFallen,
    LotNotInRing,
    PriceMoved,
    PurchaserBarred,
    Refusal,
)
from portal.law.refusals_of_checks import NoCardGiven
from portal.law.refusals_of_codes import (
    CodesStopped,
    TooManyCodes,
    TooManyFromHere,
    TooManyGuesses,
)
from portal.law.refusals_of_deposits import DepositNotPaid
from portal.law.refusals_of_ring import BiddingHeld, NoCardForSale, TooFast
from portal.registers.base import NotOnRegister, db
from portal.web.render import wants_fragment, way_back

log = logging.getLogger("portal")

STATUS: dict[type[Refusal], HTTPStatus] = {
    PriceMoved: HTTPStatus.CONFLICT,
    HammerFallen: HTTPStatus.GONE,
    LotNotInRing: HTTPStatus.LOCKED,
    PurchaserBarred: HTTPStatus.FORBIDDEN,
    NoCardGiven: HTTPStatus.FORBIDDEN,
    NoCardForSale: HTTPStatus.FORBIDDEN,
    DepositNotPaid: HTTPStatus.FORBIDDEN,
    BiddingHeld: HTTPStatus.LOCKED,
    TooFast: HTTPStatus.TOO_MANY_REQUESTS,
    TooManyCodes: HTTPStatus.TOO_MANY_REQUESTS,
    TooManyFromHere: HTTPStatus.TOO_MANY_REQUESTS,
    TooManyGuesses: HTTPStatus.TOO_MANY_REQUESTS,
    CodesStopped: HTTPStatus.TOO_MANY_REQUESTS,
}
RETRY_SECONDS = "5"
PAGES = {
    HTTPStatus.FORBIDDEN: "not_yours",
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "not_found",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too_large",
    HTTPStatus.SERVICE_UNAVAILABLE: "busy",
}


def explain_refusals(app: Flask) -> None:  # noqa: C901 - one small answer for each kind of fault
    """Show every refusal as its own sentence, in place for htmx and as a page for others."""

    @app.errorhandler(Refusal)
    def refused(refusal: Refusal) -> Response:
        status = STATUS.get(type(refusal), HTTPStatus.UNPROCESSABLE_ENTITY)
        if not wants_fragment():
            return _page("refusal", status, refusal=refusal)
        response = make_response(render_template("errors/_refusal.html", refusal=refusal), status)
        response.headers["HX-Retarget"] = "#refusal"
        response.headers["HX-Reswap"] = "outerHTML"
        return response

    @app.errorhandler(NotOnRegister)
    def not_found(_error: NotOnRegister) -> Response:
        return _page("not_found", HTTPStatus.NOT_FOUND)

    @app.errorhandler(NotYourDuty)
    def not_yours(_error: NotYourDuty) -> Response:
        return _page("not_yours", HTTPStatus.FORBIDDEN)

    @app.errorhandler(CSRFError)
    def form_expired(_error: CSRFError) -> Response:
        return _page("csrf", HTTPStatus.BAD_REQUEST)

    @app.errorhandler(OperationalError)
    @app.errorhandler(ClockWentBack)
    def busy(error: Exception) -> Response:
        log.error("not written: %s", type(error).__name__, exc_info=error)
        response = _page("busy", HTTPStatus.SERVICE_UNAVAILABLE)
        response.headers["Retry-After"] = RETRY_SECONDS
        return response

    @app.errorhandler(HTTPException)
    def by_number(error: HTTPException) -> Response:
        status = HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
        if status < HTTPStatus.BAD_REQUEST:
            return make_response(error.get_response())
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR and status not in PAGES:
            return broken(error)
        return _page(PAGES.get(status, "not_readable"), status)

    @app.errorhandler(Exception)
    def broken(error: Exception) -> Response:
        reference = secrets.token_hex(4)
        rule = request.url_rule.rule if request.url_rule else "no door of ours"
        log.error("broken %s at %s", reference, rule, exc_info=error)
        return _page("broken", HTTPStatus.INTERNAL_SERVER_ERROR, reference=reference)


def _page(name: str, status: HTTPStatus, **facts: object) -> Response:
    g.broken = status >= HTTPStatus.INTERNAL_SERVER_ERROR
    if not g.broken:
        db.session.rollback()
    response = make_response(
        render_template(f"errors/{name}.html", way_back=way_back(), **facts), status
    )
    if wants_fragment():  # a whole page must not be put into the hole of a fragment
        response.headers["HX-Retarget"] = "body"
        response.headers["HX-Reswap"] = "innerHTML"
    return response
