"""The copy of a picture that is shown, and its look, by which a picture seen before is met again.

The copy is painted anew from the dots alone: where and when a photo was taken, and whatever else
came with it, is not in it. How many dots there are is read from the head before any is painted.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock

from PIL import Image, ImageOps, ImageStat

from portal.law.refusals_of_papers import PaperBroken, PictureTooWide
from portal.papers.reading import Kind

MOST_DOTS = {Kind.JPEG: 80_000_000, Kind.PNG: 25_000_000, Kind.WEBP: 25_000_000}
MOST_DOTS_AT_ONCE = 25_000_000  # of a JPEG sent in several passes, which is held whole in memory
LONGEST_SIDE = 1_600
COPY_QUALITY = 80
SMALL_QUALITIES = (70, 55, 40, 30)  # the first that is small enough for a slow line
SMALL_BYTES = 60 * 1024
ORIENTATION = 0x0112  # in the EXIF part: how the phone was held
UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
FORMATS = {Kind.JPEG: "JPEG", Kind.PNG: "PNG", Kind.WEBP: "WEBP"}
FAULTS = (
    OSError,
    ValueError,
    SyntaxError,
    TypeError,
    LookupError,
    EOFError,
    OverflowError,
    struct.error,
    zlib.error,
)
BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)

_WHITE = (255, 255, 255)
_one_at_a_time = Lock()  # a picture takes up to 100 MB while it is painted: never several at once

# The look: in windows of the picture, whether it grows lighter from dot to dot, across and down.
LOOK_SIDE = 8
LOOK_DOTS = 2 * LOOK_SIDE * LOOK_SIDE
PLAIN = 4.0  # spread of the greys below which a picture shows nothing that could be met again
NEAR = 26  # of 128 dots: more than twice as many differ between two pictures of different things
_TRIMS = (0.0, 0.06, 0.12, 0.2)


@dataclass(frozen=True)
class Painted:
    """A picture that was opened: its size as it came, the copy as JPEG, its look."""

    width: int
    height: int
    copy: bytes
    look: str


def paint(content: bytes, kind: Kind) -> Painted:
    """Open a picture and paint its copy.

    Raises PictureTooWide, from the head alone, and PaperBroken for one that cannot be opened.
    """
    with _one_at_a_time:
        try:
            with _opened(content, kind) as came:
                width, height = came.size
                shown = _reduced(came)
            copy = io.BytesIO()
            shown.save(copy, "JPEG", quality=COPY_QUALITY, optimize=True)
            return Painted(width, height, copy.getvalue(), look_of(shown))
        except BOMBS:
            raise PictureTooWide(*size_in_head(content, kind)) from None
        except FAULTS:
            raise PaperBroken from None


def shrunk(copy: bytes, side: int) -> bytes:
    """Paint a copy of ours smaller, at most `side` dots long, for lists and narrow lines."""
    with Image.open(io.BytesIO(copy), formats=["JPEG"]) as large:
        large.draft("RGB", (side, side))
        small = large.convert("RGB")
    small.thumbnail((side, side))
    for quality in SMALL_QUALITIES:
        made = io.BytesIO()
        small.save(made, "JPEG", quality=quality, optimize=True)
        if made.tell() <= SMALL_BYTES:
            break
    return made.getvalue()


def size_in_head(content: bytes, kind: Kind) -> tuple[int, int]:
    """Read width and height of a picture that Pillow itself would not open for its size."""
    if kind is Kind.PNG:
        width, height = struct.unpack(">II", content[16:24])
        return width, height
    return 0, 0  # pragma: no cover - JPEG and WebP cannot say so much in their heads


def _opened(content: bytes, kind: Kind) -> Image.Image:
    opened = Image.open(io.BytesIO(content), formats=[FORMATS[kind]])
    width, height = opened.size
    most = MOST_DOTS_AT_ONCE if "progressive" in opened.info else MOST_DOTS[kind]
    if width * height > most:
        opened.close()
        raise PictureTooWide(width, height)
    return opened


def _reduced(came: Image.Image) -> Image.Image:
    """Paint it at most as large as it is shown, upright, on white where it was transparent."""
    came.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))  # a JPEG is read at a part of its size
    came.load()
    small = came.convert("RGBA" if "A" in came.mode or "transparency" in came.info else "RGB")
    small.info.clear()
    small.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    turn = UPRIGHT.get(came.getexif().get(ORIENTATION, 1))
    if turn is not None:
        small = small.transpose(turn)
    clean = Image.new("RGB", small.size, _WHITE)
    clean.paste(small, mask=small.getchannel("A") if small.mode == "RGBA" else None)
    return clean


def look_of(picture: Image.Image) -> str:
    """Give the look of a picture: that of the whole first, then of its windows; "" if plain."""
    grey = ImageOps.autocontrast(picture.convert("L"))
    grey.thumbnail((256, 256))
    if ImageStat.Stat(grey).stddev[0] < PLAIN:
        return ""
    return ",".join(f"{_dots(grey, box):0{LOOK_DOTS // 4}x}" for box in _windows())


def _windows() -> Iterator[tuple[float, float, float, float]]:
    """Give the windows as shares of width and height: the whole, then what a crop may leave."""
    yield (0, 0, 1, 1)
    for trim in _TRIMS[1:]:
        half = trim / 2
        yield (half, half, 1 - half, 1 - half)
        for left, top in ((0.0, 0.0), (trim, 0.0), (0.0, trim), (trim, trim)):
            yield (left, top, left + 1 - trim, top + 1 - trim)
        yield (trim, 0, 1, 1)
        yield (0, trim, 1, 1)
        yield (0, 0, 1 - trim, 1)
        yield (0, 0, 1, 1 - trim)


def _dots(grey: Image.Image, box: tuple[float, float, float, float]) -> int:
    width, height = grey.size
    edges = (box[0] * width, box[1] * height, box[2] * width, box[3] * height)
    across = grey.resize((LOOK_SIDE + 1, LOOK_SIDE), Image.Resampling.BOX, edges).tobytes()
    down = grey.resize((LOOK_SIDE, LOOK_SIDE + 1), Image.Resampling.BOX, edges).tobytes()
    dots = 0
    for row in range(LOOK_SIDE):
        for column in range(LOOK_SIDE):
            at = row * (LOOK_SIDE + 1) + column
            dots = dots << 1 | (across[at] < across[at + 1])
            at = row * LOOK_SIDE + column
            dots = dots << 1 | (down[at] < down[at + LOOK_SIDE])
    return dots


def are_near(one: str, other: str) -> bool:
    """Tell whether two looks may be of one picture, cropped, made smaller or saved again."""
    if not one or not other:
        return False
    ours, theirs = _read(one), _read(other)
    return any(_differ(ours[0], dots) <= NEAR for dots in theirs) or any(
        _differ(theirs[0], dots) <= NEAR for dots in ours
    )


def _read(look: str) -> list[int]:
    return [int(dots, 16) for dots in look.split(",")]


def _differ(one: int, other: int) -> int:
    return (one ^ other).bit_count()
