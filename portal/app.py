"""Put the portal together: settings, clock, engine, doors, desks."""

from __future__ import annotations

import os
from datetime import timedelta

from flask import Flask
from flask_wtf.csrf import CSRFProtect
from htmx_flask import Htmx
from jinja2 import StrictUndefined
from werkzeug.routing import IntegerConverter, Map

from portal.clock import Clock, clock_of
from portal.config import ROOT, Mode, Settings, read_settings
from portal.desks.accounts.bank_routes import desk as bank
from portal.desks.accounts.export_routes import desk as exports
from portal.desks.accounts.month_routes import desk as months
from portal.desks.accounts.routes import desk as accounts
from portal.desks.accounts.undoing_routes import desk as undoing
from portal.desks.auctioneer.closing_routes import desk as closing
from portal.desks.auctioneer.deposit_routes import desk as deposits
from portal.desks.auctioneer.ring_routes import desk as ring
from portal.desks.auctioneer.routes import desk as auctioneer
from portal.desks.auctioneer.sale_day_routes import desk as sale_day
from portal.desks.auctioneer.settlement_routes import desk as settlement
from portal.desks.auctioneer.undone_routes import desk as undone
from portal.desks.auditor.routes import desk as auditor
from portal.desks.bidder.lot_routes import desk as live
from portal.desks.bidder.routes import desk as bidder
from portal.desks.bidder.sign_up_routes import desk as sign_up
from portal.desks.cases.routes import desk as cases
from portal.desks.checks.routes import desk as checks
from portal.desks.claims.compare_routes import desk as comparisons
from portal.desks.claims.payee_routes import desk as payees
from portal.desks.claims.routes import desk as claims
from portal.desks.commissioner.calendar_routes import desk as calendar
from portal.desks.commissioner.effect_routes import desk as rate_effect
from portal.desks.commissioner.figures_routes import desk as figures
from portal.desks.commissioner.routes import desk as commissioner
from portal.desks.demo.routes import desk as demo
from portal.desks.entrance.routes import desk as entrance
from portal.desks.prints.check_routes import desk as check
from portal.desks.prints.routes import desk as prints
from portal.desks.public.claim_routes import desk as claim
from portal.desks.public.hear_routes import desk as hearing
from portal.desks.public.law_routes import desk as law_pages
from portal.desks.public.office_routes import desk as office
from portal.desks.public.routes import desk as public
from portal.desks.public.sale_routes import desk as sale_pages
from portal.desks.staff.list_routes import desk as staff_list
from portal.desks.staff.routes import desk as staff
from portal.desks.yard.counter_routes import desk as counter
from portal.desks.yard.gate_routes import desk as gate
from portal.desks.yard.intake_routes import desk as intake
from portal.desks.yard.past_day_routes import desk as past_days
from portal.desks.yard.photo_routes import desk as photos
from portal.desks.yard.routes import desk as yard
from portal.desks.yard.yard_routes import desk as pens
from portal.registers.base import db, keep_reads_and_writes_apart
from portal.web.boards import Boards
from portal.web.desk import keep_the_doors, require_duties
from portal.web.device import remember_devices
from portal.web.errors import explain_refusals
from portal.web.filters import add_filters
from portal.web.headers import send_headers
from portal.web.hearing import add_hearing
from portal.web.language import speak_languages
from portal.web.logs import write_logs
from portal.web.masthead import add_masthead
from portal.web.presence import Presence
from portal.web.sharing import add_sharing
from portal.web.uploads import LARGEST_FORM, limit_bodies

DESKS = (
    public,
    sale_pages,
    law_pages,
    office,
    hearing,
    claim,
    prints,
    check,
    entrance,
    cases,
    yard,
    past_days,
    pens,
    intake,
    photos,
    gate,
    counter,
    auctioneer,
    ring,
    sale_day,
    settlement,
    undone,
    undoing,
    closing,
    deposits,
    bidder,
    live,
    sign_up,
    claims,
    comparisons,
    payees,
    checks,
    accounts,
    months,
    bank,
    exports,
    commissioner,
    rate_effect,
    calendar,
    figures,
    staff,
    staff_list,
    auditor,
)
LARGEST_REQUEST = 60 * 1024 * 1024
MOST_FORM_PARTS = 2_000


class NumberOfARow(IntegerConverter):
    """A number in an address: none is larger than any row of any book will ever have.

    It is written with the digits 0 to 9 alone, so that one thing has one address.
    """

    regex = r"[0-9]+"

    def __init__(self, map: Map) -> None:  # noqa: A002 - werkzeug's own word
        """Keep numbers within what both databases hold."""
        super().__init__(map, max=2**31 - 1)


def create_app(settings: Settings | None = None, *, clock: Clock | None = None) -> Flask:
    """Put the portal together.

    Without settings, reads them from the environment and raises UnsafeSettings when they are not
    fit to start with. Raises DoorWithoutDuty if a route names no duty.
    """
    settings = settings or read_settings(os.environ)
    app = Flask(
        "portal",
        root_path=str(ROOT),
        template_folder=str(ROOT / "templates"),
        static_folder=str(ROOT / "static"),
        instance_path=str(settings.instance),
    )
    secure = settings.mode is Mode.PRODUCTION
    app.config.update(
        SECRET_KEY=settings.secret_key,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SQLALCHEMY_ENGINE_OPTIONS={"pool_pre_ping": True},
        SESSION_COOKIE_NAME="__Host-portal" if secure else "portal",
        SESSION_COOKIE_SECURE=secure,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_PATH="/",
        PERMANENT_SESSION_LIFETIME=timedelta(hours=8),
        MAX_CONTENT_LENGTH=LARGEST_REQUEST,
        MAX_FORM_MEMORY_SIZE=LARGEST_FORM,
        MAX_FORM_PARTS=MOST_FORM_PARTS,
        WTF_CSRF_TIME_LIMIT=None,  # a form left open for an hour still works; the sign-in ends it
        WTF_CSRF_SSL_STRICT=True,
    )
    app.url_map.converters["int"] = NumberOfARow
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.extensions["settings"] = settings
    app.extensions["clock"] = clock or clock_of(settings.moved_clock if settings.is_demo else None)

    app.extensions["boards"] = Boards()
    app.extensions["presence"] = Presence(settings.presence)
    write_logs(app)
    speak_languages(app, settings)
    limit_bodies(app)
    Htmx(app)
    CSRFProtect(app)  # type: ignore[no-untyped-call]
    db.init_app(app)
    with app.app_context():
        keep_reads_and_writes_apart(db.engine)
    keep_the_doors(app)
    explain_refusals(app)
    send_headers(app, settings)
    remember_devices(app)
    add_filters(app)
    add_masthead(app)
    add_sharing(app)
    add_hearing(app)
    for desk in DESKS + ((demo,) if settings.is_demo else ()):
        app.register_blueprint(desk)
    require_duties(app)
    return app
