"""Photos of an animal that has a case: added, looked at, shown to the public or held back."""

from __future__ import annotations

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue as Reply

from portal.actions import photos as acts
from portal.desks.yard.intake_forms import SHOWN, PhotoForm, WhyForm, may_be_shown
from portal.law.offices import Duty
from portal.law.refusals import Refusal
from portal.papers.reading import Kind
from portal.papers.shelf import find as find_file
from portal.registers.base import NotOnRegister
from portal.registers.claim_papers import find_read
from portal.registers.impound import find_impounding
from portal.registers.photos import (
    copy_of,
    find_photo,
    find_public_photo,
    marks_of,
    photos_of,
)
from portal.web.desk import Desk, clock, officer
from portal.web.language import gettext as _
from portal.web.render import go, show
from portal.web.uploads import hand_out, papers_folder, receive_photo, show_copy

desk = Desk("photos", __name__)

CASE = "/cases/<string:number>"
ONE = f"{CASE}/photos/<int:photo>"


@desk.page("/animals/<string:number>/photos/<int:photo>", may=Duty.SEE_PUBLIC)
def public(number: str, photo: int) -> Reply:
    """Show everybody the small copy of a photo that may be shown; any other is not there."""
    return _show_file(find_public_photo(number, photo).small_sha256)


@desk.page(f"{CASE}/photos", may=Duty.KEEP_REGISTER)
def page(number: str) -> Reply:
    """Show the photos and the marks of a case, and what the public sees of them."""
    return _show_page(number, PhotoForm())


@desk.act(f"{CASE}/photos", does=acts.add_photo)
def add(number: str) -> Reply:
    """Add a photo."""
    form = PhotoForm(request.form)
    find_impounding(number)
    if not form.readable():
        return _show_page(number, form, status=422)
    try:
        photo = receive_photo(papers_folder(), form.what(), request.files.get("file"))
        acts.add_photo(officer(), clock(), case=number, photo=photo)
    except Refusal as refusal:
        return _show_page(number, form, refusal=refusal, status=422)
    flash(_("The photo is kept. The public does not see it before you say so."))
    return go(url_for("photos.page", number=number))


@desk.page(ONE, may=Duty.SEE_CASES)
def copy(number: str, photo: int) -> Reply:
    """Show the copy of a photo to those who work here."""
    found = find_photo(number, photo).photo
    small = "small" in request.args
    return _show_file(found.small_sha256 if small else copy_of(found) or found.small_sha256)


@desk.page(f"{ONE}/original", may=Duty.KEEP_REGISTER)
def original(number: str, photo: int) -> Reply:
    """Hand out a photo as it came."""
    found = find_photo(number, photo).photo
    read, kept = find_read(found.sha256), find_file(papers_folder(), found.sha256)
    if read is None or kept is None:
        raise NotOnRegister(f"the file of photo {photo}")
    return hand_out(kept, f"photo-{found.id}.{Kind[read.kind].value}")


@desk.act(f"{ONE}/public", does=acts.show_photo)
def say_public(number: str, photo: int) -> Reply:
    """Say that the public may see a photo, or may not."""
    may = request.form.get("public") == "yes"
    acts.show_photo(officer(), clock(), case=number, photo=photo, public=may)
    flash(_("The public sees this photo now.") if may else _("The photo is held back now."))
    return go(url_for("photos.page", number=number))


@desk.act(f"{ONE}/strike", does=acts.strike_photo)
def strike(number: str, photo: int) -> Reply:
    """Strike out a photo that is not of this animal."""
    form = WhyForm(request.form)
    if not form.readable():
        return _show_page(number, PhotoForm(), why=form, striking=photo, status=422)
    acts.strike_photo(officer(), clock(), case=number, photo=photo, reason=form.reason.value)
    return go(url_for("photos.page", number=number))


def _show_file(digest: str) -> Reply:
    kept = find_file(papers_folder(), digest)
    if kept is None:
        raise NotOnRegister("the file of this photo")
    return show_copy(kept)


def _show_page(
    number: str,
    form: PhotoForm,
    *,
    why: WhyForm | None = None,
    striking: int | None = None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> Reply:
    entry = find_impounding(number)
    return show(
        "yard/photos",
        entry=entry,
        photos=photos_of(entry),
        marks=marks_of(entry),
        form=form,
        named=dict(SHOWN),
        may_be_shown=may_be_shown,
        faulty=why,
        why=lambda photo: (why if why and striking == photo else WhyForm()).stand_at(str(photo)),
        striking=striking,
        refusal=refusal,
        status=status,
    )
