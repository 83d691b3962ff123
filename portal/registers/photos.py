"""Photos and marks of an animal that everybody may see: only what somebody said may be shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True)
class PublicPhoto:
    """A photo that everybody may see: its number in the address, and what it shows."""

    id: int
    shows: Enum


def public_photos(number: str) -> list[PublicPhoto]:  # noqa: ARG001 - none are taken yet
    """List the photos of a case that the public may see, first first."""
    return []


def public_marks(number: str) -> list[str]:  # noqa: ARG001 - none are parted yet
    """List the marks of a case that are not held back; none where nobody parted them."""
    return []
