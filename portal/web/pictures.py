"""Pictures of figures: bars drawn on the server, with the words for who does not see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, BAR, GAP, WORDS, PAD = 320, 12, 8, 15, 2


@dataclass(frozen=True)
class Bar:
    """One bar of the picture: where it stands and how long it is, in units of the drawing."""

    x: int
    y: int
    length: int
    kind: str


@dataclass(frozen=True)
class Row:
    """One row: its name, what it says in figures, and its bars."""

    name: str
    says: str
    y: int
    bars: tuple[Bar, ...]


@dataclass(frozen=True)
class Picture:
    """A drawing 320 units wide: a title, what it shows in one sentence, and its rows."""

    key: str
    title: str
    told: str
    height: int
    rows: tuple[Row, ...]
    kinds: tuple[str, ...] = ()


def bars(
    key: str,
    title: str,
    rows: Sequence[tuple[str, str, Sequence[int]]],
    kinds: tuple[str, ...] = (),
) -> Picture:
    """Draw rows of (name, figures in words, sizes), the longest as wide as the drawing.

    Sizes are whole numbers, none below nothing; with two kinds each row has two bars.
    """
    longest = max((size for _name, _says, sizes in rows for size in sizes), default=0) or 1
    drawn, y = [], WORDS
    for name, says, sizes in rows:
        lines = tuple(
            Bar(0, y + PAD * 2 + place * BAR, max(size * WIDTH // longest, 1), f"k{place + 1}")
            for place, size in enumerate(sizes)
            if size
        )
        drawn.append(Row(name, says, y, lines))
        y += WORDS + GAP + BAR * len(sizes)
    told = "; ".join(f"{name}: {says}" for name, says, _sizes in rows) or "Nothing yet"
    return Picture(key, title, f"{told}.", y, tuple(drawn), kinds)
