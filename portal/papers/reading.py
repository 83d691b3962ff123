"""What a file is, told by its content alone: its name and its type are words of the sender."""

from __future__ import annotations

import re
from enum import Enum

from portal.law.refusals_of_papers import (
    PaperBroken,
    PaperEmpty,
    PaperHoldsProgram,
    PaperOfNoKind,
    PaperTooLarge,
)

MEGABYTE = 1024 * 1024
LARGEST_PAPER = 10 * MEGABYTE


class Kind(Enum):
    """What is kept; the value is the ending of a file that is handed out."""

    JPEG = "jpg"
    PNG = "png"
    WEBP = "webp"
    PDF = "pdf"

    @property
    def is_picture(self) -> bool:
        """Tell whether a copy can be made that is shown."""
        return self is not Kind.PDF


_PDF_HEAD = re.compile(rb"%PDF-[12]\.[0-9]")
# What no photo and no scan has in it, as it would stand there to be run. `re` reads the bytes in
# one pass each; random bytes of ten megabytes meet the shortest of these once in ten thousand.
_PROGRAM = re.compile(
    rb"<script|<\?php|<!doctype html|<html[\s>]|<iframe|<svg[\s>]|javascript:"
    rb"|EICAR-STANDARD-ANTIVIRUS-TEST-FILE",
    re.IGNORECASE,
)
_PDF_PROGRAM = re.compile(rb"/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|OpenAction|AA)\b")
_HEX_IN_NAME = re.compile(rb"#([0-9A-Fa-f]{2})")
_ARCHIVE_END = b"PK\x05\x06"
_LONGEST_ARCHIVE_END = 65_557  # the end record of an archive with its longest remark
_PDF_HEAD_WITHIN = 1024  # readers of PDF look for its head that far into a file
_PDF_TAIL_WITHIN = 1024


def kind_of(content: bytes) -> Kind | None:
    """Tell what a file begins as; None if it is nothing that is kept."""
    if content.startswith(b"\xff\xd8\xff"):
        return Kind.JPEG
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return Kind.PNG
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return Kind.WEBP
    return Kind.PDF if _PDF_HEAD.match(content) else None


def require_may_be_kept(content: bytes) -> Kind:
    """Tell what a file is, if it may be kept at all; a picture is still to be opened.

    Raises PaperEmpty, PaperTooLarge, PaperOfNoKind, PaperHoldsProgram, PaperBroken.
    """
    if not content:
        raise PaperEmpty
    if len(content) > LARGEST_PAPER:
        raise PaperTooLarge(LARGEST_PAPER // MEGABYTE)
    kind = kind_of(content)
    if kind is None:
        raise PaperOfNoKind
    if _holds_program(content, kind):
        raise PaperHoldsProgram
    if kind is Kind.PDF and b"%%EOF" not in content[-_PDF_TAIL_WITHIN:]:
        raise PaperBroken
    return kind


def _holds_program(content: bytes, kind: Kind) -> bool:
    if _PROGRAM.search(content) or _ARCHIVE_END in content[-_LONGEST_ARCHIVE_END:]:
        return True
    if kind is Kind.PDF:
        plain = _HEX_IN_NAME.sub(lambda met: bytes([int(met[1], 16)]), content)
        return bool(_PDF_PROGRAM.search(plain))
    return b"%PDF-" in content[:_PDF_HEAD_WITHIN]
