"""Papers handed in: kept as they came, by their digest, outside static/."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, request
from werkzeug.datastructures import FileStorage

LARGEST_PAPER = 10 * 1024 * 1024
LARGEST_FORM = 1024 * 1024
LONGEST_NAME = 120


def limit_bodies(app: Flask) -> None:
    """Refuse, before it is read, a form without files that is larger than any form is."""

    @app.before_request
    def limit() -> None:
        if request.mimetype != "multipart/form-data":
            request.max_content_length = LARGEST_FORM


@dataclass(frozen=True)
class PaperKept:
    """A file that was written down: its name for people, its digest, its size in bytes."""

    file_name: str
    sha256: str
    size: int


class PaperTooLarge(ValueError):  # noqa: N818 - reads as what happened
    """The paper is larger than what is kept."""


def keep_paper(folder: Path, paper: FileStorage) -> PaperKept | None:
    """Write a paper down under its digest; give None for an empty file field.

    Raises PaperTooLarge. The same paper handed in twice is kept once.
    """
    content = paper.stream.read(LARGEST_PAPER + 1)
    if not paper.filename or not content:
        return None
    if len(content) > LARGEST_PAPER:
        raise PaperTooLarge
    sha256 = hashlib.sha256(content).hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / sha256
    if not kept.exists():
        fresh = kept.with_suffix(".new")
        fresh.write_bytes(content)
        fresh.replace(kept)
    return PaperKept(plain_name(paper.filename), sha256, len(content))


def plain_name(name: str) -> str:
    """Give a file name that is a name and nothing else: no folders, no control characters."""
    last = re.split(r"[/\\]", name)[-1]
    return re.sub(r"[^\w .()\-]", "_", last).strip(". ")[:LONGEST_NAME] or "paper"


def find_paper(folder: Path, sha256: str) -> Path | None:
    """Find a kept paper by its digest, which is checked to be one."""
    if not re.fullmatch(r"[0-9a-f]{64}", sha256):
        return None
    kept = folder / sha256
    return kept if kept.is_file() else None
