"""The password is asked again, fresh for five minutes, before somebody decides or pays.

`@asks_password` stands below the door of an act. Whoever signed in a while ago is shown one page
that asks for his password and carries along what he had typed; with the right one the act is done
at once. So a room that was left open, or a cookie that was copied, neither decides nor pays.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar, cast

from flask import request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import staff as acts
from portal.registers.people import find_person, password_given_at
from portal.web.desk import clock, now, officer, settings
from portal.web.render import go, show, wants_fragment
from portal.web.sign_in import check_password, forget, sign_in_at_hand

FRESH = timedelta(minutes=5)
ANSWER = "password_again"
NOT_CARRIED = frozenset({ANSWER, "csrf_token"})

View = TypeVar("View", bound=Callable[..., Reply])


def asks_password(view: View) -> View:
    """Do an act only for somebody who gave his password within the last five minutes."""

    @wraps(view)
    def asked(**where: Any) -> Reply:
        opened = sign_in_at_hand()
        if opened is None:  # the door let him in a moment ago; the sign-in ended since
            return go(url_for("entrance.sign_in"))
        if now() - password_given_at(opened) <= FRESH:
            return view(**where)
        if ANSWER not in request.form:
            return _ask(wrong=False)
        right = _is_right(request.form[ANSWER])
        if acts.answer_password(officer(), clock(), sign_in_id=opened.id, right=right):
            forget()
            return go(url_for("entrance.sign_in"))
        return view(**where) if right else _ask(wrong=True)

    return cast("View", asked)


def _is_right(typed: str) -> bool:
    if settings().is_demo:  # nothing is real there, and the sample people have no passwords
        return True
    person = find_person(officer().person_id)
    found = check_password(person.sign_in_name, typed)
    return found is not None and found.id == person.id


def _ask(*, wrong: bool) -> Reply:
    carried = [one for one in request.form.items(multi=True) if one[0] not in NOT_CARRIED]
    reply = show(
        "entrance/password_again",
        carried=carried,
        action=request.path,
        wrong=wrong,
        minutes=int(FRESH.total_seconds()) // 60,
        answer=ANSWER,
        is_demo=settings().is_demo,
        status=HTTPStatus.FORBIDDEN,
    )
    if wants_fragment():  # a whole page must not be put into the hole of a fragment
        reply.headers["HX-Retarget"] = "body"
        reply.headers["HX-Reswap"] = "innerHTML"
    return reply
