"""Where files lie: as they came, under their SHA-256, readable by the portal alone and run by none.

A name of a file is made of its digest and of nothing a person typed, so no name leads elsewhere.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

READABLE_BY_US = 0o600
OUR_FOLDER = 0o700


def digest_of(content: bytes) -> str:
    """Give the SHA-256 of a content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def put_away(folder: Path, content: bytes) -> str:
    """Keep a content under its digest, and give that. The same content is kept once."""
    digest = digest_of(content)
    folder.mkdir(mode=OUR_FOLDER, parents=True, exist_ok=True)
    kept = folder / digest
    if not kept.exists():
        fresh = kept.with_suffix(".new")
        fresh.write_bytes(content)
        fresh.chmod(READABLE_BY_US)
        fresh.replace(kept)
    return digest


def find(folder: Path, digest: str) -> Path | None:
    """Find a kept file by its digest, which is checked to be one."""
    if not re.fullmatch(r"[0-9a-f]{64}", digest):
        return None
    kept = folder / digest
    return kept if kept.is_file() and not kept.is_symlink() else None


def is_whole(folder: Path, digest: str) -> bool:
    """Tell whether a file is there and still has its digest."""
    kept = find(folder, digest)
    if kept is None:
        return False
    with kept.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest() == digest
