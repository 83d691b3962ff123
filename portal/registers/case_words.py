"""The words of an entry, found without reading every entry: each engine's own index of words.

Both are filled when the entry is written, and hold what the register holds: SQLite's in a table of
FTS5 beside `impounding`, PostgreSQL's in an index over an expression of it. A pen to which a case
was moved since is not in them; the list of cases looks at those besides. Marks stand in them, so
they are for the desks and not for the public, who must prove by them.
"""

from __future__ import annotations

import re

from sqlalchemy import ColumnElement, Connection, event, literal_column, text

from portal.registers.base import db
from portal.registers.impound import Impounding

LOOKED_IN = ("kind", "breed", "colour", "area", "pen", "marks", "brought_by")
# What stands in the index of PostgreSQL, word for word: with other words it would not be used.
# Signs that its parser would read as a part of a number or an address are blanks there.
VECTOR = "to_tsvector('simple'::regconfig, translate({}, '-/._@:', '      '))".format(
    " || ' ' || ".join(f"impounding.{column}" for column in LOOKED_IN)
)
_FILL = text("INSERT INTO impounding_words (rowid, words) VALUES (:id, :words)")
BETWEEN_WORDS = re.compile(r"[\s!-/:-@\[-`{-~\u0964\u06d4\u060c]+")
MOST_WORDS = 8


@event.listens_for(Impounding, "after_insert")
def _index_words(_mapper: object, connection: Connection, entry: Impounding) -> None:
    """Fill SQLite's table of words with an entry, as it is written."""
    if connection.dialect.name == "sqlite":
        said = " ".join(str(getattr(entry, column)) for column in LOOKED_IN)
        connection.execute(_FILL, {"id": entry.id, "words": said})


def words_in(said: str) -> list[str]:
    """Give the words of what was said, without signs between them, in small letters."""
    return [one for one in BETWEEN_WORDS.split(said.lower()) if one][:MOST_WORDS]


def says(words: str, entry: Impounding, pen: str) -> bool:
    """Tell whether an entry, or the pen it stands in now, has for each word one that begins so."""
    there = words_in_full(entry, pen)
    return all(any(one.startswith(word) for one in there) for word in words_in(words))


def words_in_full(entry: Impounding, pen: str) -> list[str]:
    """Give all words of an entry that are looked in, and those of the pen it stands in now."""
    said = " ".join([*(str(getattr(entry, column)) for column in LOOKED_IN), pen])
    return [one for one in BETWEEN_WORDS.split(said.lower()) if one]


def has_words(words: str, before: int | None, many: int) -> ColumnElement[bool]:
    """Hold for entries in which each word begins a word, entered before one; at least `many`."""
    begun = words_in(words)
    if not begun:
        return literal_column("1 = 0")
    if db.engine.dialect.name == "sqlite":
        asked = " ".join(f'"{one}"*' for one in begun)
        earlier = "" if before is None else " AND rowid < :before"
        found = text(
            "SELECT rowid FROM impounding_words WHERE impounding_words MATCH :words"  # noqa: S608 - words of our own
            f"{earlier} ORDER BY rowid DESC LIMIT :many"
        ).bindparams(words=asked, many=many)
        if before is not None:
            found = found.bindparams(before=before)
        return Impounding.id.in_(found.columns(Impounding.id).scalar_subquery())
    asked = " & ".join(f"'{one}':*" for one in begun)
    fits: ColumnElement[bool] = literal_column(VECTOR).op("@@")(
        text("to_tsquery('simple'::regconfig, :words)").bindparams(words=asked)
    )
    return fits if before is None else fits & (Impounding.id < before)
