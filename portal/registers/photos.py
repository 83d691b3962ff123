"""Photos of the animals: the file as it came, the copy that is shown, and what the public may see.

A photo is held back until a person has looked at it and said that the public may see it; one of an
ear tag or of a mark always is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    ColumnElement,
    ForeignKey,
    UniqueConstraint,
    exists,
    or_,
    select,
)
from sqlalchemy.orm import Mapped, mapped_column

from portal.law.held_back import NEVER_PUBLIC, Mark, Shows
from portal.papers.shelf import is_whole
from portal.registers.base import Instant, Key, NotOnRegister, Record, db
from portal.registers.claim_papers import PaperRead
from portal.registers.impound import Impounding, find_impounding
from portal.registers.intake import IntakeEnd


class Photo(Record):
    """A photo of an animal, taken before it has a case or afterwards."""

    __tablename__ = "photo"
    __table_args__ = (
        CheckConstraint("(intake_id IS NULL) <> (impounding_id IS NULL)", name="of_one_thing"),
        UniqueConstraint("intake_id", "sha256"),
        UniqueConstraint("impounding_id", "sha256"),
    )

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    intake_id: Mapped[int | None] = mapped_column(ForeignKey("intake.id"))
    impounding_id: Mapped[int | None] = mapped_column(ForeignKey("impounding.id"))
    shows: Mapped[str]
    file_name: Mapped[str]
    sha256: Mapped[str]
    small_sha256: Mapped[str]
    size: Mapped[int]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)

    @property
    def what(self) -> Shows:
        """Say what it shows."""
        return Shows[self.shows]


class PhotoStruck(Record):
    """A photo that was struck out: it stays, with the reason, and is shown no more."""

    __tablename__ = "photo_struck"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    photo_id: Mapped[int] = mapped_column(ForeignKey("photo.id"), unique=True)
    reason: Mapped[str]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)


class PhotoShown(Record):
    """What was said after looking at a photo: public or not; the last word counts."""

    __tablename__ = "photo_shown"

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    photo_id: Mapped[int] = mapped_column(ForeignKey("photo.id"), index=True)
    public: Mapped[bool]
    by_id: Mapped[int] = mapped_column(ForeignKey("person.id"))
    at: Mapped[datetime] = mapped_column(Instant)


class KnownMark(Record):
    """One mark of an animal in words, held back from the public or not."""

    __tablename__ = "known_mark"
    __table_args__ = (UniqueConstraint("impounding_id", "place"),)

    id: Mapped[int] = mapped_column(Key, primary_key=True, init=False)
    impounding_id: Mapped[int] = mapped_column(ForeignKey("impounding.id"))
    place: Mapped[int]
    words: Mapped[str]
    held_back: Mapped[bool]

    def mark(self) -> Mark:
        """Give the law what it looks at."""
        return Mark(self.words, self.held_back)


@dataclass(frozen=True)
class PublicPhoto:
    """A photo that everybody may see: its number in the address, and what it shows."""

    id: int
    shows: Shows


@dataclass(frozen=True)
class PhotoKept:
    """A photo with what was said of it: may the public see it, was it struck out."""

    photo: Photo
    public: bool
    struck: PhotoStruck | None


def public_photos(number: str) -> list[PublicPhoto]:
    """List the photos of a case that the public may see, first first; raise NotOnRegister.

    Never one that is struck out, held back, of an ear tag or of a mark, nor one that nobody has
    said is fit to be shown.
    """
    return [
        PublicPhoto(one.photo.id, one.photo.what)
        for one in photos_of(find_impounding(number))
        if one.public
    ]


def public_marks(number: str) -> list[str]:
    """List the marks of a case that are not held back; none for an entry without a list of them."""
    return [one.words for one in marks_of(find_impounding(number)) if not one.held_back]


def find_public_photo(number: str, photo: int) -> Photo:
    """Find a photo that everybody may see; raise NotOnRegister for any other, as for none."""
    if photo not in {one.id for one in public_photos(number)}:
        raise NotOnRegister(f"photo {photo} of case {number}")
    return db.session.get_one(Photo, photo)


def marks_of(impounding: Impounding) -> list[KnownMark]:
    """List the marks of a case, first first."""
    asked = select(KnownMark).where(KnownMark.impounding_id == impounding.id)
    return list(db.session.scalars(asked.order_by(KnownMark.place)))


def photos_of(impounding: Impounding) -> list[PhotoKept]:
    """List the photos of a case, those of its intake first, struck ones too."""
    before = select(IntakeEnd.intake_id).where(IntakeEnd.impounding_id == impounding.id)
    return _kept(or_(Photo.impounding_id == impounding.id, Photo.intake_id.in_(before)))


def photos_of_intake(intake_id: int) -> list[PhotoKept]:
    """List the photos of an entry that is not finished, struck ones too."""
    return _kept(Photo.intake_id == intake_id)


def _kept(asked: ColumnElement[bool]) -> list[PhotoKept]:
    photos = list(db.session.scalars(select(Photo).where(asked).order_by(Photo.id)))
    numbers = [one.id for one in photos]
    struck = {
        one.photo_id: one
        for one in db.session.scalars(select(PhotoStruck).where(PhotoStruck.photo_id.in_(numbers)))
    }
    said = select(PhotoShown).where(PhotoShown.photo_id.in_(numbers)).order_by(PhotoShown.id)
    public = {one.photo_id: one.public for one in db.session.scalars(said)}
    return [
        PhotoKept(
            one,
            public.get(one.id, False) and one.id not in struck and one.what not in NEVER_PUBLIC,
            struck.get(one.id),
        )
        for one in photos
    ]


def find_photo(number: str, photo: int) -> PhotoKept:
    """Find a photo of a case; raise NotOnRegister for one of another case, as for none."""
    for one in photos_of(find_impounding(number)):
        if one.photo.id == photo:
            return one
    raise NotOnRegister(f"photo {photo} of case {number}")


def first_faces(impounding_ids: Iterable[int]) -> dict[int, int]:
    """Give, by case, the number of the first photo that was not struck out."""
    wanted = list(impounding_ids)
    found: dict[int, int] = {}
    asked = (
        select(Photo.id, Photo.impounding_id, IntakeEnd.impounding_id.label("entered"))
        .outerjoin(IntakeEnd, IntakeEnd.intake_id == Photo.intake_id)
        .where(
            or_(Photo.impounding_id.in_(wanted), IntakeEnd.impounding_id.in_(wanted)),
            ~exists().where(PhotoStruck.photo_id == Photo.id),
        )
        .order_by(Photo.id)
    )
    rows: Iterable[Any] = db.session.execute(asked)
    for photo, direct, entered in rows:
        found.setdefault(entered if direct is None else direct, photo)
    return found


def copy_of(photo: Photo) -> str | None:
    """Give the digest of the large copy of a photo."""
    found: str | None = db.session.scalar(
        select(PaperRead.copy_sha256).where(PaperRead.sha256 == photo.sha256)
    )
    return found


def photo_breaks(folder: Path, whole: Callable[[Path, str], bool] = is_whole) -> Iterator[str]:
    """Give every kept photo that is gone or has not the digest it was kept under, as a sentence."""
    asked = select(Photo.id, Photo.sha256, Photo.small_sha256).order_by(Photo.id)
    for number, sha256, small in db.session.execute(asked):
        if not (whole(folder, sha256) and whole(folder, small)):
            yield f"Photo {number}: its file or its copy is gone or was altered."
