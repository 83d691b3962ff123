"""Public pages as they are passed on: an absolute address, a picture, and words to send."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote, urlencode

from flask import Flask, current_app, request, url_for

from portal.law.cattle import CattleClass
from portal.law.offices import Duty
from portal.registers.photos import PublicPhoto
from portal.web.desk import settings
from portal.web.language import COOKIE, language_code
from portal.web.places import CHECKED_ON, IN_FOOTER

LOCALES = {"te": "te_IN", "ur": "ur_IN", "hi": "hi_IN", "en": "en_IN"}


def absolute(path: str) -> str:
    """Give the whole address of a path of ours, as BASE_URL says it; not as the browser asked."""
    return settings().base_url.rstrip("/") + path


def photo_path(number: str, photo: PublicPhoto) -> str:
    """Give the path of the copy of a photo that everybody may see."""
    return f"/animals/{quote(number)}/photos/{photo.id}"


def share_picture(
    cattle_class: CattleClass | None = None, number: str = "", photos: Sequence[PublicPhoto] = ()
) -> str:
    """Give the address of the picture beside a shared link: a photo, a face, or our mark."""
    if photos:
        return absolute(photo_path(number, photos[0]))
    face = cattle_class.face if cattle_class is not None else "mark"
    return absolute(url_for("static", filename=f"share/{face}.png"))


def this_address() -> str:
    """Give this page's whole address in its language, so that it opens so at the other end."""
    path = "/" + quote(request.path.lstrip("/"))
    asked = [one for one in request.args.items(multi=True) if one[0] != COOKIE]
    return absolute(f"{path}?{urlencode([*asked, (COOKIE, language_code())])}")


def send_on(words: str) -> str:
    """Give the address that opens a messenger with words and this page's address in it."""
    return "https://wa.me/?" + urlencode({"text": f"{words} {this_address()}"})


def is_shared() -> bool:
    """Tell whether this page may be passed on: everybody sees it, and it only shows."""
    view = current_app.view_functions.get(request.endpoint or "")
    return request.method == "GET" and getattr(view, "duty", None) is Duty.SEE_PUBLIC


def add_sharing(app: Flask) -> None:
    """Give the templates what a shared page needs, and the footer its places."""
    app.jinja_env.globals.update(
        photo_path=photo_path,
        share_picture=share_picture,
        this_address=this_address,
        send_on=send_on,
        is_shared=is_shared,
        locale_of=LOCALES.__getitem__,
        places_in_footer=IN_FOOTER,
        checked_on=CHECKED_ON,
    )
