"""A desk is a blueprint whose every route says who may use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime
from typing import Any, TypeVar

from flask import Blueprint, Flask, abort, current_app, g, request
from flask.typing import ResponseReturnValue as Reply

from portal.actions.official import OfficialAct
from portal.clock import Clock
from portal.config import Settings
from portal.law.days import legal_date
from portal.law.offices import DUTIES, Duty, Office
from portal.registers.people import NOBODY, Officer
from portal.web.sign_in import who_is_this

View = TypeVar("View", bound=Callable[..., Reply])


class DoorWithoutDuty(RuntimeError):  # noqa: N818 - reads as what happened
    """A route names no duty; the portal does not open with such a door."""


class Desk(Blueprint):
    """A room in the portal. It has two kinds of door: pages to read and acts to do."""

    def page(self, rule: str, *, may: Duty) -> Callable[[View], View]:
        """Open a page to whoever has the duty. A page cannot write."""
        return self._door(rule, ["GET"], may)

    def act(self, rule: str, *, does: OfficialAct[..., Any]) -> Callable[[View], View]:
        """Open a form to whoever may do the act it leads to."""
        return self._door(rule, ["POST"], does.duty)

    def _door(self, rule: str, methods: list[str], duty: Duty) -> Callable[[View], View]:
        def hang(view: View) -> View:
            view.duty = duty  # type: ignore[attr-defined]
            self.add_url_rule(rule, view.__name__, view, methods=methods)
            return view

        return hang


def keep_the_doors(app: Flask) -> None:
    """Turn away, before any view runs, whoever lacks the duty. No duty named means nobody."""

    @app.before_request
    def at_the_door() -> None:
        if request.endpoint == "static":
            return
        view = app.view_functions[request.endpoint] if request.endpoint else None
        # A board is public and asked for by thousands: nobody is looked up to answer it.
        g.officer = NOBODY if getattr(view, "knows_nobody", False) else who_is_this()
        if view is None:
            return
        duty = getattr(view, "duty", None)
        if duty is None or not g.officer.has(duty):
            abort(403)


def doors(app: Flask) -> Iterator[tuple[str, str, Duty | None]]:
    """Give every door: its method, its rule, the duty it asks for."""
    for rule in sorted(
        app.url_map.iter_rules(), key=lambda one: (one.rule, sorted(one.methods or ()))
    ):
        if rule.endpoint == "static":
            continue
        duty = getattr(app.view_functions[rule.endpoint], "duty", None)
        for method in sorted((rule.methods or set()) & {"GET", "POST", "PUT", "PATCH", "DELETE"}):
            yield method, rule.rule, duty


def require_duties(app: Flask) -> None:
    """Refuse to open with a door that names no duty; raise DoorWithoutDuty."""
    bare = [f"{method} {rule}" for method, rule, duty in doors(app) if duty is None]
    if bare:
        raise DoorWithoutDuty(", ".join(bare))


def doors_as_written(app: Flask) -> str:
    """Write the list of doors with the duty and the offices each opens to, one line a door."""
    lines = []
    for method, rule, duty in doors(app):
        offices = [office.value for office in Office if duty in DUTIES[office]]
        lines.append(
            f"{method:4} {rule} | {duty.value if duty else 'NOBODY'} | {', '.join(offices)}"
        )
    return "\n".join(lines) + "\n"


def officer() -> Officer:
    """Give the person at the desk."""
    who: Officer = g.officer
    return who


def clock() -> Clock:
    """Give the portal's clock."""
    kept: Clock = current_app.extensions["clock"]
    return kept


def now() -> datetime:
    """Ask the portal's clock for the instant, in UTC."""
    return clock().now()


def today() -> date:
    """Give the day in Hyderabad."""
    return legal_date(now())


def settings() -> Settings:
    """Give the settings of this installation."""
    kept: Settings = current_app.extensions["settings"]
    return kept
