"""Photos of an animal: added, shown to the public or held back, struck out; none goes away."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from portal.actions.claim_papers import Paper, keep_read
from portal.actions.official import Act, official_act
from portal.law.held_back import Shows, require_may_be_public
from portal.law.offices import Duty
from portal.law.refusals_of_books import NothingChanged
from portal.law.refusals_of_yard import IntakeEnded, TooManyPhotos
from portal.registers.base import db
from portal.registers.impound import find_impounding
from portal.registers.intake import Intake, end_of
from portal.registers.photos import (
    Photo,
    PhotoKept,
    PhotoShown,
    PhotoStruck,
    find_photo,
    photos_of,
    photos_of_intake,
)

MOST_PHOTOS = 12


@dataclass(frozen=True)
class PhotoTaken:
    """A photo that was kept as a file: what it shows, the file, and its small copy."""

    shows: Shows
    paper: Paper
    small_sha256: str

    def __str__(self) -> str:
        """Say it as it stands in the journal."""
        return f"{self.shows.value}; {self.paper}"


@official_act(Duty.KEEP_REGISTER)
def begin_intake(act: Act, *, photo: PhotoTaken | None) -> Intake:
    """Begin an entry for an animal at the gate, with its first photo if one was taken.

    The same photo sent again, since nobody saw whether it came, finds the entry it began.
    """
    again = _begun_with(photo) if photo else None
    if again is not None:
        act.note(intake=again.id, sent="again")
        return again
    begun = Intake(by_id=act.by.person_id, at=act.at)
    db.session.add(begun)
    db.session.flush()
    if photo is not None:
        _keep(act, photo, [], intake=begun.id)
    act.note(intake=begun.id)
    return begun


@official_act(Duty.KEEP_REGISTER)
def add_photo_to_intake(act: Act, *, intake: int, photo: PhotoTaken) -> Photo:
    """Add a photo to an entry that is not finished. Raises IntakeEnded, TooManyPhotos."""
    if end_of(intake) is not None:
        raise IntakeEnded
    return _keep(act, photo, photos_of_intake(intake), intake=intake)


@official_act(Duty.KEEP_REGISTER)
def add_photo(act: Act, *, case: str, photo: PhotoTaken) -> Photo:
    """Add a photo to a case; the public does not see it before somebody says so. TooManyPhotos."""
    entry = find_impounding(case)
    act.concern(entry)
    return _keep(act, photo, photos_of(entry), impounding=entry.id)


@official_act(Duty.KEEP_REGISTER, cites="2")
def show_photo(act: Act, *, case: str, photo: int, public: bool) -> None:
    """Say, after looking, that the public may see a photo, or may not. Raises NeverPublic."""
    act.concern(find_impounding(case))
    found = find_photo(case, photo)
    if found.struck is not None or found.public is public:
        raise NothingChanged
    say_public(act, found.photo, public=public)


@official_act(Duty.KEEP_REGISTER)
def strike_photo(act: Act, *, case: str, photo: int, reason: str) -> None:
    """Strike out a photo that is not of this animal: it stays, with the reason."""
    act.concern(find_impounding(case))
    if find_photo(case, photo).struck is not None:
        raise NothingChanged
    _strike(act, photo, reason)


@official_act(Duty.KEEP_REGISTER)
def strike_photo_of_intake(act: Act, *, intake: int, photo: int, reason: str) -> None:
    """Strike out a photo of an entry that is not finished. Raises IntakeEnded."""
    if end_of(intake) is not None:
        raise IntakeEnded
    standing = [one for one in photos_of_intake(intake) if one.photo.id == photo]
    if not standing or standing[0].struck is not None:
        raise NothingChanged
    _strike(act, photo, reason)


def say_public(act: Act, photo: Photo, *, public: bool) -> None:
    """Write what was said of a photo; only an official act may call this. Raises NeverPublic."""
    if public:
        require_may_be_public(photo.what)
    db.session.add(PhotoShown(photo_id=photo.id, public=public, by_id=act.by.person_id, at=act.at))


def _keep(
    act: Act,
    photo: PhotoTaken,
    before: list[PhotoKept],
    *,
    intake: int | None = None,
    impounding: int | None = None,
) -> Photo:
    again = next((one for one in before if one.photo.sha256 == photo.paper.sha256), None)
    if again is not None:
        act.note(photo=again.photo.id, sent="again")
        return again.photo
    if sum(one.struck is None for one in before) >= MOST_PHOTOS:
        raise TooManyPhotos(MOST_PHOTOS)
    keep_read(act, photo.paper)
    kept = Photo(
        intake_id=intake,
        impounding_id=impounding,
        shows=photo.shows.name,
        file_name=photo.paper.file_name,
        sha256=photo.paper.sha256,
        small_sha256=photo.small_sha256,
        size=photo.paper.size,
        by_id=act.by.person_id,
        at=act.at,
    )
    db.session.add(kept)
    db.session.flush()
    act.note(photo=kept.id)
    return kept


def _strike(act: Act, photo: int, reason: str) -> None:
    db.session.add(PhotoStruck(photo_id=photo, reason=reason, by_id=act.by.person_id, at=act.at))


def _begun_with(photo: PhotoTaken) -> Intake | None:
    sent = select(Photo).where(Photo.sha256 == photo.paper.sha256, Photo.intake_id.is_not(None))
    for one in db.session.scalars(sent):
        if one.intake_id is not None and end_of(one.intake_id) is None:
            return db.session.get_one(Intake, one.intake_id)
    return None
