"""Refusals of papers and photos: nothing was kept, and what to send instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from portal.law.refusals import Refusal


@dataclass
class PaperEmpty(Refusal):
    """No file was chosen, or there is nothing in it."""

    words: ClassVar[str] = "No paper was kept: choose a photo or a PDF first."


@dataclass
class PaperTooLarge(Refusal):
    """More than is kept."""

    words: ClassVar[str] = (
        "The paper was not kept: it is larger than {most} MB. Take the photo again, smaller."
    )
    most: int


@dataclass
class PaperOfNoKind(Refusal):
    """By its content it is neither a photo nor a PDF, whatever its name says."""

    words: ClassVar[str] = (
        "The paper was not kept: only photos (JPEG, PNG, WebP) and PDF are. Take a photo of it."
    )


@dataclass
class PaperBroken(Refusal):
    """It cannot be opened: cut short on the way, or damaged."""

    words: ClassVar[str] = (
        "The paper was not kept: it cannot be opened; perhaps it did not come whole. Send it again."
    )


@dataclass
class PictureTooWide(Refusal):
    """So many dots that opening it would fill the machine."""

    words: ClassVar[str] = (
        "The paper was not kept: {width} by {height} dots are too many. Take the photo again with"
        " your phone."
    )
    width: int
    height: int


@dataclass
class PaperHoldsProgram(Refusal):
    """Beside the picture it holds a script, a program or an archive."""

    words: ClassVar[str] = (
        "The paper was not kept: there is more in it than a picture or a text. Take a new photo of"
        " the paper itself."
    )


@dataclass
class TooManyPapers(Refusal):
    """A claim has as many papers as it may."""

    words: ClassVar[str] = (
        "The paper was not kept: a claim holds {most} papers. Bring the others to the hearing."
    )
    most: int


@dataclass
class NotYourClaim(Refusal):
    """Number and code do not belong together."""

    words: ClassVar[str] = (
        "Nothing was done: number and code of the claim do not belong together. Look at both again."
    )
