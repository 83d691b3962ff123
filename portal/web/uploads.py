"""Papers handed in: read by their content, kept as they came and as a copy that is shown."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from flask import Flask, Response, current_app, request, send_file
from werkzeug.datastructures import FileStorage

from portal.actions.claim_papers import Paper
from portal.actions.photos import PhotoTaken
from portal.law.held_back import Shows
from portal.law.refusals_of_papers import PaperBroken, PaperEmpty
from portal.law.refusals_of_yard import PhotoWanted
from portal.papers.copies import paint, shrunk
from portal.papers.reading import LARGEST_PAPER, MEGABYTE, require_may_be_kept
from portal.papers.shelf import digest_of, find, put_away
from portal.registers.claim_papers import find_read

LARGEST_FORM = 1024 * 1024
LARGEST_PAPER_FORM = LARGEST_PAPER + MEGABYTE  # so that a paper a little too large is told so
LONGEST_NAME = 120
PAPER_DOORS = frozenset(
    {"claim.send_paper", "claims.add_paper", "intake.begin", "intake.add_photo", "photos.add"}
)
SMALL_SIDE = 640
SHUT_IN = "default-src 'none'; sandbox"


def limit_bodies(app: Flask) -> None:
    """Refuse, before it is read, a form that is larger than any such form is."""

    @app.before_request
    def limit() -> None:
        if request.mimetype != "multipart/form-data":
            request.max_content_length = LARGEST_FORM
        elif request.endpoint in PAPER_DOORS:
            request.max_content_length = LARGEST_PAPER_FORM


def receive_paper(folder: Path, called: str, chosen: FileStorage | None) -> Paper:
    """Read one paper that was sent, keep it and its copy, and give what is to be written of it.

    Raises the refusals of papers; then nothing was kept.
    """
    if chosen is None or not chosen.filename:
        raise PaperEmpty
    content = chosen.stream.read(LARGEST_PAPER + 1)
    kind = require_may_be_kept(content)
    name = plain_name(chosen.filename)
    known = find_read(digest_of(content))
    if not kind.is_picture or known is not None:
        return Paper(called, name, put_away(folder, content), len(content), kind)
    painted = paint(content, kind)
    return Paper(
        called=called,
        file_name=name,
        sha256=put_away(folder, content),
        size=len(content),
        kind=kind,
        width=painted.width,
        height=painted.height,
        copy_sha256=put_away(folder, painted.copy),
        look=painted.look,
    )


def receive_photo(folder: Path, shows: Shows, chosen: FileStorage | None) -> PhotoTaken:
    """Read one photo of an animal; keep it as it came, the copy that is shown, and a small one.

    Raises PhotoWanted for a PDF, and the refusals of papers; then nothing is written of it.
    """
    if chosen is not None and chosen.filename:  # a PDF leaves no file behind
        if not require_may_be_kept(chosen.stream.read(LARGEST_PAPER + 1)).is_picture:
            raise PhotoWanted
        chosen.stream.seek(0)
    paper = receive_paper(folder, shows.value, chosen)
    read = find_read(paper.sha256)
    copy = find(folder, paper.copy_sha256 or (read and read.copy_sha256) or "")
    if copy is None:
        raise PaperBroken
    return PhotoTaken(shows, paper, put_away(folder, shrunk(copy.read_bytes(), SMALL_SIDE)))


def plain_name(name: str) -> str:
    """Give a file name that is a name and nothing else: no folders, no control characters."""
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    return re.sub(r"[^\w .()\-]", "_", last).strip(". ")[:LONGEST_NAME] or "paper"


def hand_out(kept: Path, name: str) -> Response:
    """Hand out a file as it came: to be saved, never shown in place, and by a name of ours."""
    reply = send_file(
        kept, mimetype="application/octet-stream", as_attachment=True, download_name=name
    )
    reply.headers["Content-Security-Policy"] = SHUT_IN
    return reply


def show_copy(kept: Path) -> Response:
    """Show the copy of a picture, which the portal painted itself."""
    reply = send_file(kept, mimetype="image/jpeg", etag=False)
    reply.headers["Content-Security-Policy"] = SHUT_IN
    return reply


def papers_folder() -> Path:
    """Say where papers are kept."""
    folder: Path = current_app.extensions["settings"].papers
    return folder
