"""What a page says aloud, as one sound, made of recorded clips."""

from __future__ import annotations

from flask import Response, abort
from flask.typing import ResponseReturnValue as Reply

from portal.law.offices import Duty
from portal.web.desk import Desk
from portal.web.hearing import sounds
from portal.web.language import LANGUAGES

desk = Desk("hearing", __name__)


@desk.page("/hear/<string:code>/<string:clips>.mp3", may=Duty.SEE_PUBLIC)
def hear(code: str, clips: str) -> Reply:
    """Give the sound of clips named one after the other: front.staying.n6."""
    sound = sounds(code, clips) if code in LANGUAGES else None
    if sound is None:
        abort(404)
    kept = {"Cache-Control": "public, max-age=3600"}
    return Response(sound, mimetype="audio/mpeg", headers=kept)


hear.knows_nobody = True  # type: ignore[attr-defined]  # a sound is the same for everybody
